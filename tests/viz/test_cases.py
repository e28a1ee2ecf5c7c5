"""That the words are true is tested in `test_rules`, over the arguments of every operation."""

import numpy as np
import pytest

from minigrad.viz.cases import CASES
from minigrad.viz.rules import PHRASES


def test_the_table_of_phrases_has_them():
    assert CASES.items() <= PHRASES.items()


@pytest.mark.parametrize("name", CASES)
def test_a_node_of_which_nothing_can_be_read_is_no_error(name):
    assert isinstance(CASES[name]({}), str | tuple)


@pytest.mark.parametrize(
    "name", ["MseLoss", "SmoothL1Loss", "BinaryCrossEntropy", "BinaryCrossEntropyWithLogits",
             "NllLoss", "LinalgVectorNorm"],
)  # fmt: skip
def test_an_argument_that_is_not_known_is_not_guessed(name):
    assert CASES[name]({"self": np.ones(2), "target": np.ones(2)}) == ""
