from tests.nn.slopes import gradients, numbers, slopes, value
from tests.nn.twins import both, cases

case = cases()

SIGNS = "lib.tensor([[1, -1, 1, 1], [-1, 1, 1, -1], [-1, -1, 1, 1]]).double()"
LABELS = f"({SIGNS} + 1) / 2"
GIVEN = {
    "ranking": f"F.margin_ranking_loss(x, w, {SIGNS})",
    "ranking_sum": f"F.margin_ranking_loss(x, w, {SIGNS}, 0.5, reduction='sum')",
    "ranking_each": "F.margin_ranking_loss(x, w, -lib.ones(1, 1).double(), reduction='none')",
    "hinge": f"F.hinge_embedding_loss(x * w, {SIGNS})",
    "hinge_sum": f"F.hinge_embedding_loss(x * w, {SIGNS}, margin=2.0, reduction='sum')",
    "hinge_of_neither": "F.hinge_embedding_loss(x * w, lib.zeros(3, 4), reduction='none')",
    "soft": f"F.soft_margin_loss(x * w, {SIGNS})",
    "soft_sum": f"F.soft_margin_loss(x * w, {SIGNS}, reduction='sum')",
    "soft_each": f"F.soft_margin_loss(x * w, {SIGNS}[0], reduction='none')",
    "labels": f"F.multilabel_soft_margin_loss(x * w, {LABELS})",
    "labels_weighted": f"F.multilabel_soft_margin_loss(x * w, {LABELS}, lib.arange(4.0).double())",
    "labels_each": f"F.multilabel_soft_margin_loss(x * w, {LABELS}, reduction='none')",
    "labels_of_one": f"F.multilabel_soft_margin_loss((x * w)[0], ({LABELS})[0], reduction='sum')",
}
case.all.update({name: slopes(code, (3, 4), (3, 4)) for name, code in GIVEN.items()})
for name in [name for name in GIVEN if name.startswith(("ranking", "hinge"))]:
    case.all[name] = numbers(case.all[name])  # torch's nodes have other variants
OTHERS = {
    "ranking_of_other_dimensions": "F.margin_ranking_loss(x, x, lib.ones(3))",
    "ranking_that_does_not_broadcast": "F.margin_ranking_loss(x, x, lib.ones(5, 1))",
    "ranking_another_reduction": "F.margin_ranking_loss(x, x, x, reduction='all')",
    "hinge_another_reduction": "F.hinge_embedding_loss(x, x, reduction='all')",
    "soft_target_that_learns": "F.soft_margin_loss(x.detach(), x)",
    "soft_that_does_not_broadcast": "F.soft_margin_loss(x, lib.ones(3))",
}
CLASSES, NAMED = "lib.tensor([2, 0, 3])", "lib.tensor([[1, 0, -1, 2], [3, 2, 1, 0], [-1, 1, 1, 1]])"
SEVERAL = {
    "classes": f"F.multi_margin_loss(x * w, {CLASSES})",
    "classes_squared": f"F.multi_margin_loss(x * w, {CLASSES}, 2, 0.5, reduction='none')",
    "classes_weighted": f"F.multi_margin_loss(x * w, {CLASSES}, 2, reduction='sum', "
    "weight=lib.arange(4.0).double())",
    "class_of_one": "F.multi_margin_loss((x * w)[0], lib.tensor(1))",
    "named": f"F.multilabel_margin_loss(x * w, {NAMED})",
    "named_each": f"F.multilabel_margin_loss(x * w, {NAMED}, reduction='none')",
    "named_of_one": f"F.multilabel_margin_loss((x * w)[0], {NAMED}[0], reduction='none')",
}
for name, code in SEVERAL.items():
    case.all[name] = gradients(code, (3, 4), (3, 4))
OTHERS |= {
    "classes_out_of_range": "F.multi_margin_loss(x, lib.tensor([0, 1, 4]))",
    "classes_of_fewer": "F.multi_margin_loss(x, lib.tensor([0, 1]))",
    "classes_of_floats": "F.multi_margin_loss(x, lib.ones(3))",
    "classes_of_cubes": "F.multi_margin_loss(x[None], lib.tensor([0]))",
    "classes_third_power": "F.multi_margin_loss(x, lib.tensor([0, 1, 2]), p=3)",
    "classes_short_weight": "F.multi_margin_loss(x, lib.tensor([0, 1, 2]), weight=lib.ones(3))",
    "classes_matrix_weight": "F.multi_margin_loss(x, lib.tensor([0, 1, 2]), weight=lib.ones(1, 4))",
    "named_of_fewer": "F.multilabel_margin_loss(x, lib.tensor([0, 1]))",
    "named_out_of_range": "F.multilabel_margin_loss(x[0], lib.tensor([0, 4, -1, -1]))",
}
case.all.update({name: value(code, (3, 4)) for name, code in OTHERS.items()})

test_as_in_torch = both(__name__, case)
