import pytest

import minigrad
from minigrad.optim._checks import check, check_options


def test_a_check_says_what_does_not_hold():
    check([1], "unsaid")
    with pytest.raises(ValueError, match=r"^said$"):
        check([], "said")


def refused(says, **options):
    with pytest.raises(ValueError, match=says):
        check_options({"lr": 0.1, "differentiable": False, **options})


def test_numbers_may_be_zero_and_no_less():
    check_options({"differentiable": False, "lr": 0, "eps": 0})
    refused(r"^Invalid learning rate: -1$", lr=-1, eps=-2)
    refused(r"^Invalid epsilon value: -2$", eps=-2)
    refused(r"^Invalid learning rate: nan", lr=float("nan"))
    refused(r"^Invalid alpha value: -1$", alpha=-1)


def test_a_rho_is_no_more_than_one():
    check_options({"differentiable": False, "lr": 1, "rho": 1})
    refused("Invalid rho value: 1.5", rho=1.5)


def test_a_rate_that_is_a_tensor_is_one_number():
    check_options({"differentiable": False, "lr": minigrad.tensor([0.1])})
    refused("Tensor lr must be 1-element", lr=minigrad.tensor([]))


def test_betas_are_floats_below_one():
    check_options({"differentiable": False, "lr": 1, "betas": (0.0, 0.999)})
    check_options(
        {"differentiable": False, "lr": 1, "betas": (minigrad.tensor(0.5), minigrad.tensor(0.9))}
    )
    for betas in ((0.5, 1.0), (0, 0.5), (-0.5, 0.5)):
        refused("beta", betas=betas, amsgrad=False)
    check_options({"differentiable": False, "lr": 1, "betas": (0, 0.5)})  # only Adam wants floats


def test_nesterov_looks_ahead_along_a_velocity():
    options = {"nesterov": True, "momentum": 0.9, "dampening": 0}
    check_options({"differentiable": False, "lr": 1, **options})
    refused("requires a momentum and zero", **{**options, "momentum": 0})
    refused("requires a momentum and zero", **{**options, "dampening": 0.1})


def test_a_step_that_could_be_differentiated_is_refused():
    with pytest.raises(NotImplementedError, match="is not recorded"):
        check_options({"lr": 1, "differentiable": True})
