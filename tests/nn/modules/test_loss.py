import minigrad
from minigrad import nn
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "[str(m) for m in (nn.MSELoss(), nn.L1Loss(), nn.NLLLoss(), nn.CrossEntropyLoss(), "
    "nn.CrossEntropyLoss(weight=lib.ones(3)))]",
    "mse": "nn.MSELoss()(x, y)",
    "mse_sum": "nn.MSELoss(reduction='sum')(x, y)",
    "l1": "nn.L1Loss()(x, y)",
    "l1_none": "nn.L1Loss(reduction='none')(x, y)",
    "repr_of_two_outcomes": "[str(m) for m in (nn.SmoothL1Loss(), nn.BCELoss(), "
    "nn.BCEWithLogitsLoss(pos_weight=w))]",
    "smooth_l1": "nn.SmoothL1Loss()(x, y), nn.SmoothL1Loss(beta=0.5, reduction='none')(x, y)",
    "bce": "nn.BCELoss()(x.sigmoid(), y), nn.BCELoss(w, reduction='sum')(x.sigmoid(), y)",
    "bce_with_logits": "nn.BCEWithLogitsLoss()(x, y), nn.BCEWithLogitsLoss(w, reduction='none', "
    "pos_weight=w + 1)(x, y)",
    "state_of_bce": "nn.BCELoss(w).state_dict(), nn.BCELoss().state_dict()",
    "state_of_logits": "nn.BCEWithLogitsLoss(w, pos_weight=w + 1).state_dict()",
    "kinds": "isinstance(nn.BCEWithLogitsLoss(), nn.BCELoss)",
    "nll": "nn.NLLLoss()(x, t)",
    "nll_weighted": "nn.NLLLoss(w, ignore_index=1, reduction='sum')(x, t)",
    "cross_entropy": "nn.CrossEntropyLoss()(x, t)",
    "cross_entropy_options": "nn.CrossEntropyLoss(w, ignore_index=1, reduction='none', "
    "label_smoothing=0.1)(x, t).detach()",
    "probabilities": "nn.CrossEntropyLoss()(x, y).detach()",
    "state": "nn.CrossEntropyLoss(weight=w).state_dict()",
    "state_without_weight": "nn.CrossEntropyLoss().state_dict()",
    "no_parameters": "len(list(nn.CrossEntropyLoss(weight=w).parameters()))",
    "double_weight": "nn.CrossEntropyLoss(weight=w).double().weight",
    "repr_of_more": "[str(m) for m in (nn.HuberLoss(), nn.KLDivLoss(), nn.CosineEmbeddingLoss(), "
    "nn.TripletMarginLoss())]",
    "repr_of_the_rest": "[str(m) for m in (nn.GaussianNLLLoss(), nn.PoissonNLLLoss(False), "
    "nn.MarginRankingLoss(1.0), nn.HingeEmbeddingLoss(), nn.SoftMarginLoss(), "
    "nn.MultiLabelSoftMarginLoss())]",
    "gaussian": "nn.GaussianNLLLoss()(x, y, w.exp()), nn.GaussianNLLLoss(full=True, eps=1.5, "
    "reduction='sum')(x, y, x.exp())",
    "poisson": "nn.PoissonNLLLoss()(x, y), nn.PoissonNLLLoss(False, True, eps=0.1)(y, y * 9)",
    "ranking": "nn.MarginRankingLoss(0.5, reduction='sum')(x, y, x.sign()).detach()",
    "margins": "nn.HingeEmbeddingLoss(2.0)(y, x.sign()), nn.SoftMarginLoss()(x, x.sign()), "
    "nn.MultiLabelSoftMarginLoss(w)(x, y)",
    "state_of_labels": "nn.MultiLabelSoftMarginLoss(w).state_dict()",
    "huber": "nn.HuberLoss()(x, y).detach(), nn.HuberLoss('sum', 0.5)(x, y).detach()",
    "kl_div": "nn.KLDivLoss(reduction='batchmean')(x, y), nn.KLDivLoss(reduction='sum', "
    "log_target=True)(x, y)",
    "cosine": "nn.CosineEmbeddingLoss(0.1)(x, y, lib.tensor([1, -1, 1, 1])).detach()",
    "triplet": "nn.TripletMarginLoss()(x, y, y * y).detach(), nn.TripletMarginLoss(2.0, 1.0, "
    "swap=True, reduction='sum')(x, y, y * y).detach()",
    "repr_of_classes": "str(nn.MultiMarginLoss(2)), str(nn.MultiLabelMarginLoss())",
    "classes": "nn.MultiMarginLoss(2, 0.5, w)(x, t).detach(), nn.MultiMarginLoss(weight=w)"
    ".state_dict(), nn.MultiLabelMarginLoss(reduction='sum')(x, t[:3].expand(4, 3)).detach()",
    "third_power": "nn.MultiMarginLoss(3)",
    "weight_of_two_dimensions": "nn.MultiMarginLoss(weight=y)",
    "unknown_reduction": "nn.MSELoss(reduction='avg')(x, y)",
    "shapes_differ": "nn.MSELoss()(x, lib.ones(4, 1))",
}


def expression(code):
    def one(lib):
        x, y, w = lib.randn(4, 3, requires_grad=True), lib.rand(4, 3), lib.rand(3)
        known = {"lib": lib, "nn": lib.nn, "x": x, "y": y, "w": w}
        return eval(code, {**known, "t": lib.tensor([0, 1, 2, 1])})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_loss_as_in_torch = both(__name__, case)


def test_a_loss_is_what_its_function_is():
    x, y = minigrad.randn(4, 3), minigrad.rand(4, 3)
    assert nn.L1Loss()(x, y).item() == nn.functional.l1_loss(x, y).item()
