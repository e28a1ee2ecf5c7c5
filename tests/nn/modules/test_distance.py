from tests.nn.slopes import numbers, value
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "str(nn.CosineSimilarity()), str(nn.PairwiseDistance(1.0))",
    "cosine": "nn.CosineSimilarity()(x, w), nn.CosineSimilarity(0, 0.1)(x, w)",
    "distance": "nn.PairwiseDistance()(x, w), nn.PairwiseDistance(1.0, 0.1, True)(x, w)",
}
case.all.update({name: numbers(value(code, (3, 4), (3, 4))) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)
