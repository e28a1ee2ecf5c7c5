import pytest

import minigrad
from minigrad.optim._checks import check_betas, check_numbers, check_ways, given


def test_numbers_may_be_zero_and_no_less():
    check_numbers(0, epsilon=0)
    with pytest.raises(ValueError, match=r"^Invalid learning rate: -1$"):
        check_numbers(-1, epsilon=-2)
    with pytest.raises(ValueError, match=r"^Invalid epsilon value: -2$"):
        check_numbers(1, epsilon=-2)
    with pytest.raises(ValueError, match="Invalid learning rate: nan"):
        check_numbers(float("nan"))


def test_a_rate_that_is_a_tensor_is_one_number():
    check_numbers(minigrad.tensor([0.1]))
    with pytest.raises(ValueError, match="Tensor lr must be 1-element"):
        check_numbers(minigrad.tensor([]))


def test_betas_are_floats_below_one():
    check_betas((0.0, 0.999))
    check_betas((minigrad.tensor(0.5), minigrad.tensor(0.9)))
    for betas in ((0.5, 1.0), (0, 0.5), (0.5, minigrad.tensor(0.5)), (-0.5, 0.5)):
        with pytest.raises(ValueError, match="beta"):
            check_betas(betas)


def test_ways_exclude_each_other():
    check_ways({"differentiable": False, "foreach": True})
    check_ways({"differentiable": False, "foreach": True, "fused": False})
    with pytest.raises(RuntimeError, match="cannot be `True` together"):
        check_ways({"differentiable": False, "foreach": True, "fused": True})
    with pytest.raises(NotImplementedError, match="is not recorded"):
        check_ways({"differentiable": True, "foreach": None})


def test_options_are_the_arguments_besides_the_parameters():
    class Kind:
        def __init__(self, params, lr, eps=1e-8):
            self.options = given(locals())
            super().__init__()

    assert Kind([1], 0.5).options == {"lr": 0.5, "eps": 1e-8}
