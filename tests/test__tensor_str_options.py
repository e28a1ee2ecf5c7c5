"""`set_printoptions`: what is kept, what is refused, and that torch keeps the same."""

import math
from collections.abc import Iterator
from typing import Any

import pytest

import minigrad
from minigrad._tensor_str import get_printoptions, set_printoptions
from tests.printing import printoptions


@pytest.fixture(autouse=True)
def default_options() -> Iterator[None]:
    with printoptions(minigrad):
        yield


@pytest.fixture
def torch() -> Iterator[Any]:
    torch = pytest.importorskip("torch")
    with printoptions(torch):
        yield torch


def test_default_profile_is_that_of_torch() -> None:
    assert get_printoptions() == {
        "precision": 4,
        "threshold": 1000,
        "edgeitems": 3,
        "linewidth": 80,
        "sci_mode": None,
    }


def test_options_not_given_stay_except_sci_mode() -> None:
    set_printoptions(precision=2, sci_mode=True)
    set_printoptions(linewidth=100)
    assert get_printoptions() == {
        "precision": 2,
        "threshold": 1000,
        "edgeitems": 3,
        "linewidth": 100,
        "sci_mode": None,
    }


def test_profile_replaces_earlier_options_and_yields_to_given_ones() -> None:
    set_printoptions(precision=7, linewidth=100)
    set_printoptions(profile="short", edgeitems=5)
    assert get_printoptions() == {
        "precision": 2,
        "threshold": 1000,
        "edgeitems": 5,
        "linewidth": 80,
        "sci_mode": None,
    }


def test_options_read_can_be_set_again() -> None:
    set_printoptions(precision=2, threshold=math.inf, sci_mode=False)
    saved = get_printoptions()
    set_printoptions(profile="default")
    set_printoptions(**saved)
    assert get_printoptions() == saved


@pytest.mark.parametrize(
    "calls",
    [
        [{"profile": "short"}],
        [{"profile": "full", "precision": 1}],
        [{"sci_mode": True}, {}],
        [{"linewidth": 60, "edgeitems": 1}, {"threshold": 9}],
        [{"precision": 9}, {"profile": "default"}],
    ],
)
def test_options_are_kept_as_in_torch(torch: Any, calls: list[dict[str, Any]]) -> None:
    for options in calls:
        torch.set_printoptions(**options)
        set_printoptions(**options)
    assert get_printoptions() == torch._tensor_str.get_printoptions()
