import copy
import inspect

import pytest

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


def arguments(module):
    return [
        (p.name, p.kind, p.default) for p in inspect.signature(module.forward).parameters.values()
    ]


def test_as_torch_every_forward_names_its_arguments():
    torch = pytest.importorskip("torch")
    modules = {
        name: module
        for name, module in vars(nn).items()
        if hasattr(module, "forward")
        and not name.endswith("Base")  # of those only heirs are called
    }
    assert {name: arguments(module) for name, module in modules.items()} == {
        name: arguments(getattr(torch.nn, name)) for name in modules
    }


def test_as_torch_calls_that_do_not_fit():
    with pytest.raises(TypeError, match=r"^L1Loss\.forward\(\) missing 1 .* argument: 'target'$"):
        nn.L1Loss()(minigrad.ones(1))
    with pytest.raises(TypeError, match=r"^ReLU\.forward\(\) takes 2 .* but 3 were given$"):
        nn.ReLU()(minigrad.ones(1), True)
    with pytest.raises(TypeError, match=r"^Tanh\.forward\(\) got an unexpected .* 'x'$"):
        nn.Tanh()(x=minigrad.ones(1))


def test_a_class_of_ones_own_keeps_its_forward():
    class Doubled(nn.ReLU):
        def forward(self, input):
            """Twice as much."""
            return 2 * super().forward(input)

    assert Doubled()(input=minigrad.ones(1)).tolist() == [2.0]
    assert Doubled.forward.__doc__ == "Twice as much."
