"""What is left out says so."""

import pytest

import minigrad
import minigrad.distributions
from minigrad._missing import WAYS_ROUND

METHODS = ("set_", "to_sparse")
OWNERS = {
    **dict.fromkeys(("ASGD", "Rprop"), minigrad.optim),
    **dict.fromkeys(
        ("Beta", "Binomial", "Dirichlet", "Gamma", "Poisson", "StudentT"), minigrad.distributions
    ),
    "DataParallel": minigrad.nn,
    "tensorboard": minigrad.utils,
}


@pytest.mark.parametrize("name", WAYS_ROUND)
def test_what_is_left_out_names_a_way_round(name):
    owner = minigrad.zeros(1) if name in METHODS else OWNERS.get(name, minigrad)
    assert not hasattr(owner, name)
    with pytest.raises(AttributeError, match=f"has no attribute {name!r}: .+\\.$"):
        getattr(owner, name)


def test_other_names_are_only_not_there():
    with pytest.raises(AttributeError, match=r"^module 'minigrad' has no attribute 'rang'$"):
        minigrad.rang  # noqa: B018
    with pytest.raises(AttributeError, match=r"^'Tensor' object has no attribute 'shap'$"):
        minigrad.zeros(1).shap  # noqa: B018
