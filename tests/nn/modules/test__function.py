import copy

import minigrad
from minigrad import nn
from minigrad.nn.modules._function import FunctionModule


class Cut(FunctionModule):
    """A module of `clamp`."""

    _function = staticmethod(minigrad.clamp)


def test_options_are_attributes_and_may_be_changed():
    cut, x = Cut(min=0.0, max=1.0), minigrad.tensor([-1.0, 0.5, 3.0])
    assert cut(x).tolist() == [0.0, 0.5, 1.0]
    cut.max = 2.0
    assert cut(x).tolist() == copy.deepcopy(cut)(x).tolist() == [0.0, 0.5, 2.0]
    assert str(cut) == "Cut(min=0.0, max=2.0)"


def test_weights_are_buffers_and_in_place_is_told_only_if_so():
    loss = nn.CrossEntropyLoss(minigrad.ones(3)).double()
    assert loss.weight.dtype == minigrad.float64
    assert [str(nn.ELU()), str(nn.ELU(inplace=True))] == [
        "ELU(alpha=1.0)",
        "ELU(alpha=1.0, inplace=True)",
    ]
