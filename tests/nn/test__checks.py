import warnings

import pytest

from tests.nn.twins import both, cases

case = cases()

# What a loss is given, as expressions of the library; `x` are scores (2, 3).
GIVEN = {
    "float_target": "F.cross_entropy(x, lib.tensor([0.0, 1.0]))",
    "int_target": "F.cross_entropy(x, lib.tensor([0, 1], dtype=lib.int32))",
    "bool_target": "F.cross_entropy(x, lib.tensor([True, False]))",
    "too_large": "F.cross_entropy(x, lib.tensor([0, 5]))",
    "negative": "F.cross_entropy(x, lib.tensor([0, -1]))",
    "too_large_smoothed": "F.cross_entropy(x, lib.tensor([0, 5]), label_smoothing=0.1)",
    "too_large_in_a_picture": "F.nll_loss(lib.zeros(1, 3, 2, 2), lib.full((1, 2, 2), 7))",
    "fewer_targets": "F.cross_entropy(x, lib.tensor([0]))",
    "fewer_targets_smoothed": "F.cross_entropy(x, lib.tensor([0]), label_smoothing=0.1)",
    "no_batch_of_targets": "F.cross_entropy(x, lib.tensor(0))",
    "several_targets": "F.cross_entropy(x, lib.tensor([[0], [1]]))",
    "classes_shaped_as_probabilities": "F.cross_entropy(x, lib.zeros(2, 3, dtype=lib.int64))",
    "a_matrix_of_targets_for_a_vector": "F.nll_loss(x[0], lib.tensor([[1]]))",
    "probabilities_for_nll": "F.nll_loss(x, lib.rand(2, 3))",
    "rows_and_columns_swapped": "F.nll_loss(lib.rand(2, 3, 4), lib.zeros(3, 4, dtype=lib.int64))",
    "target_3d": "F.nll_loss(lib.rand(2, 3, 4), lib.zeros(2, 5, dtype=lib.int64))",
    "target_3d_flat": "F.nll_loss(lib.rand(2, 3, 4), lib.zeros(2, dtype=lib.int64))",
    "target_5d": "F.nll_loss(lib.rand(2, 3, 4, 4, 2), lib.zeros(2, 5, 4, 2, dtype=lib.int64))",
    "whole_scores": "F.cross_entropy(lib.zeros(2, 3, dtype=lib.int64), lib.tensor([0, 1]))",
    "whole_scores_nll": "F.nll_loss(lib.zeros(2, 3, dtype=lib.int64), lib.tensor([0, 1]))",
    "short_weight": "F.cross_entropy(x, lib.tensor([0, 1]), lib.ones(2))",
    "flat_weight": "F.nll_loss(x, lib.tensor([0, 1]), lib.ones(1, 3))",
    "learned_weight": "F.cross_entropy(x, lib.tensor([0, 1]), weight)",
    "learned_weight_nll": "F.nll_loss(x, lib.tensor([0, 1]), weight)",
    "learned_weight_smoothed": "F.cross_entropy(x, lib.tensor([0, 1]), weight, "
    "label_smoothing=0.1)",
    "learned_weight_of_two": "F.binary_cross_entropy(x, lib.rand(2, 3), weight)",
    "learned_weight_of_scores": "F.binary_cross_entropy_with_logits(x, lib.rand(2, 3), weight)",
    "learned_pos_weight": "F.binary_cross_entropy_with_logits(x, x, pos_weight=weight)",
    "learned_weight_unrecorded": "lib.no_grad()(F.nll_loss)(x, lib.tensor([0, 1]), weight)",
    "too_smooth": "F.cross_entropy(x, lib.tensor([0, 1]), label_smoothing=1.5)",
    "too_smooth_probabilities": "F.cross_entropy(x, x, label_smoothing=1.5)",
    "negative_smoothing": "F.cross_entropy(x, lib.tensor([0, 1]), label_smoothing=-1.0)",
    "negative_beta": "F.smooth_l1_loss(x, x, beta=-1.0)",
    "mse_that_does_not_broadcast": "F.mse_loss(x, lib.zeros(4))",
    "l1_that_does_not_broadcast": "F.l1_loss(x, lib.zeros(4))",
}


def expression(code):
    def one(lib):
        names = {"x": lib.rand(2, 3), "weight": lib.ones(3, requires_grad=True)}
        return eval(code, {"lib": lib, "F": lib.nn.functional, **names})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_refused_as_in_torch = both(__name__, case)


def test_a_refusal_says_what_was_given():
    minigrad = pytest.importorskip("minigrad")
    scores = minigrad.zeros(2, 3)
    with pytest.raises(IndexError, match=r"Target 5 is out of bounds.\nThe input has 3 scores"):
        minigrad.nn.functional.cross_entropy(scores, minigrad.tensor([0, 5]))
    with pytest.raises(RuntimeError, match=r"but got Float\n.*\.long\(\)"):
        minigrad.nn.functional.cross_entropy(scores, minigrad.tensor([0.0, 1.0]))


def test_nothing_is_said_where_nothing_is_wrong():
    minigrad = pytest.importorskip("minigrad")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        minigrad.nn.functional.mse_loss(minigrad.zeros(2, 1), minigrad.zeros(2, 1))
