import inspect

from minigrad.nn import functional
from tests.nn.twins import both, cases

case = cases()

ALIKE = {
    "mse_loss": "(a, b",
    "l1_loss": "(a, b",
    "smooth_l1_loss": "(a, b",
    "binary_cross_entropy": "(a, b",
    "binary_cross_entropy_with_logits": "(a, b",
    "nll_loss": "(lib.zeros(2, 2), lib.tensor([0, 1])",
    "cross_entropy": "(lib.zeros(2, 2), lib.tensor([0, 1])",
    "cosine_embedding_loss": "(m, m * 2, a",
    "triplet_margin_loss": "(m, m, m",
    "margin_ranking_loss": "(a, b, b",
    "hinge_embedding_loss": "(a, b",
    "soft_margin_loss": "(a, b",
}
OTHERS = {
    "kl_div_as_a_sum": "F.kl_div(a, b, size_average=False)",
    "by_position": "F.mse_loss(a, b, False)",
    "by_position_with_a_class_left_out": "F.nll_loss(m, lib.tensor([0, 1]), None, False, 1)",
    "all_by_position": "F.cross_entropy(m, lib.tensor([0, 1]), None, None, 1, None, 'sum', 0.1)",
    "modules": "[m.reduction for m in (nn.MSELoss(size_average=False), nn.L1Loss(False), "
    "nn.BCELoss(None, True), nn.CrossEntropyLoss(size_average=False, ignore_index=0), "
    "nn.NLLLoss(None, False), nn.KLDivLoss(False), nn.SmoothL1Loss(reduce=False), "
    "nn.MarginRankingLoss(1.0, False), nn.TripletMarginLoss(reduce=False))]",
    "modules_by_position": "nn.MSELoss(None, None, 'sum')(a, b), nn.CrossEntropyLoss(None, None, "
    "-100, None, 'sum')(m, lib.tensor([0, 1]))",
}


def expression(code):
    def one(lib):
        names = {"lib": lib, "nn": lib.nn, "F": lib.nn.functional, "m": lib.ones(2, 2)}
        return eval(code, names | {"a": lib.tensor([0.2, 0.6]), "b": lib.tensor([1.0, 0.0])})

    return one


for name, given in ALIKE.items():
    case.all[f"{name}_as_a_sum"] = expression(f"F.{name}{given}, size_average=False)")
    case.all[f"{name}_of_each"] = expression(f"F.{name}{given}, reduce=False)")
    case.all[f"{name}_as_a_mean"] = expression(f"F.{name}{given}, size_average=True, reduce=True)")
case.all.update({name: expression(code) for name, code in OTHERS.items()})

test_as_in_torch = both(__name__, case)


def test_arguments_stand_in_the_order_of_torch():
    names = "input target weight size_average ignore_index reduce reduction label_smoothing"
    assert list(inspect.signature(functional.cross_entropy).parameters) == names.split()
