from tests.nn.slopes import numbers, slopes, value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "kl_div": "F.kl_div(x, w.sigmoid(), reduction='batchmean')",
    "kl_div_of_logarithms": "F.kl_div(x, w, log_target=True, reduction='sum')",
    "kl_div_each": "F.kl_div(x, w.sigmoid(), reduction='none')",
    "normalize": "F.normalize(x + w)",
    "normalize_otherwise": "F.normalize(x + w, 1.0, 0)",
    "cosine": "F.cosine_similarity(x, w)",
    "cosine_of_columns": "F.cosine_similarity(x, w, dim=0)",
    "cosine_embedding": "F.cosine_embedding_loss(x, w, lib.tensor([1, -1, 1]), 0.2)",
    "cosine_embedding_sum": "F.cosine_embedding_loss(x, w, -lib.ones(3), reduction='sum')",
    "triplet": "F.triplet_margin_loss(x, w, w.flip(0))",
    "distance": "F.pairwise_distance(x, w)",
    "triplet_each": "F.triplet_margin_loss(x, w, w.flip(0), 2.0, 1.0, 0.1, True, reduction='none')",
}
case.all.update({name: numbers(slopes(code, (3, 4), (3, 4))) for name, code in GIVEN.items()})
HUBER = {
    "huber": "F.huber_loss(x, w)",
    "huber_sum": "F.huber_loss(x, w, reduction='sum', delta=0.7)",
    "huber_each": "F.huber_loss(x, w, 'none', 2.0)",
}
case.all.update({name: slopes(code, (3, 4), (3, 4)) for name, code in HUBER.items()})

OTHERS = {
    "kl_div_mean": "F.kl_div(x, w.sigmoid())",
    "kl_div_of_nothing": "F.kl_div(x, w.sign().relu(), reduction='sum')",
    "kl_div_another_reduction": "F.kl_div(x, w, reduction='all')",
    "normalize_zeros": "F.normalize(x * 0)",
    "cosine_of_zeros": "F.cosine_similarity(x * 0, w)",
    "cosine_of_a_row": "F.cosine_similarity(x, w[0])",
    "cosine_of_whole_numbers": "F.cosine_similarity(lib.ones(2).long(), lib.ones(2).long(), 0)",
    "huber_no_delta": "F.huber_loss(x, w, delta=0)",
    "one_target_for_a_batch": "F.cosine_embedding_loss(x, w, lib.tensor(1))",
    "no_margin": "F.triplet_margin_loss(x, w, w, 0)",
    "of_vectors": "F.cosine_embedding_loss(x[0], w[0], lib.tensor(1))",
}
case.all.update({name: numbers(value(code, (3, 4), (3, 4))) for name, code in OTHERS.items()})

test_as_in_torch = both(__name__, case)
