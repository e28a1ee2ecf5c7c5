import copy

import pytest

import minigrad
from minigrad import nn, optim
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "linear": ("nn.LazyLinear(3)", "lib.randn(4, 2)"),
    "linear_without_bias": ("nn.LazyLinear(3, bias=False)", "lib.randn(2)"),
    "convolution": ("nn.LazyConv2d(4, 3, padding=1, groups=2)", "lib.randn(2, 2, 5, 5)"),
    "convolution_of_one": ("nn.LazyConv2d(4, (3, 2), bias=False)", "lib.randn(3, 5, 5)"),
    "norm": ("nn.LazyBatchNorm1d()", "lib.randn(4, 3)"),
    "norm_of_pictures": ("nn.LazyBatchNorm2d(0.1, affine=True)", "lib.randn(4, 3, 2, 2)"),
    "norm_that_forgets": ("nn.LazyBatchNorm1d(track_running_stats=False)", "lib.randn(4, 3)"),
    "double": ("nn.LazyLinear(3).double()", "lib.randn(4, 2).double()"),
    "in_a_row": ("nn.Sequential(nn.LazyLinear(3), nn.ReLU(), nn.LazyLinear(1))", "lib.ones(2, 2)"),
}
OTHERS = {
    "no_shape": "nn.LazyLinear(3).weight.shape",
    "loaded": "[str(m), m.load_state_dict(nn.Linear(2, 3).state_dict()), str(m), "
    "m(lib.ones(1, 2)).detach(), str(m)]",
    "waits": "[m.has_uninitialized_params(), m.load_state_dict(nn.Linear(2, 3).state_dict()), "
    "m.has_uninitialized_params()][::2]",
    "plain_norm": "str(nn.LazyBatchNorm2d(affine=False, track_running_stats=False))",
}


def trained(made, given):
    """How it prints and what it has before and after a step of training."""

    def one(lib):
        m = eval(made, {"nn": lib.nn})
        before = [str(m), [str(p) for p in m.parameters()], [n for n, _ in m.named_buffers()]]
        optimizer = lib.optim.SGD(m.parameters(), lr=0.1)
        y = m(eval(given, {"lib": lib}))
        (y * y * y).sum().backward()
        optimizer.step()
        return before, str(m), y.detach(), m.state_dict()

    return one


def expression(code):
    return lambda lib: eval(code, {"nn": lib.nn, "lib": lib, "m": lib.nn.LazyLinear(3)})


case.all.update({name: trained(*codes) for name, codes in GIVEN.items()})
case.all.update({name: expression(code) for name, code in OTHERS.items()})

test_as_in_torch = both(__name__, case)


def test_a_lazy_layer_becomes_an_ordinary_one_with_the_same_parameters():
    layer = nn.LazyLinear(3)
    weight = layer.weight
    layer(minigrad.ones(1, 2))
    assert type(layer) is nn.Linear
    assert layer.weight is weight
    assert type(weight) is nn.Parameter
    assert weight.shape == (3, 2)


def test_a_copy_learns_for_itself():
    layer = nn.LazyConv2d(3, 2)
    twin = copy.deepcopy(layer)
    layer(minigrad.ones(1, 1, 2, 2))
    twin(minigrad.ones(1, 2, 2, 2))
    assert (layer.in_channels, twin.in_channels) == (1, 2)


def test_an_optimizer_waits():
    layer = nn.LazyLinear(1)
    optimizer = optim.Adam(layer.parameters())
    before = layer(minigrad.ones(1, 2))
    before.sum().backward()
    optimizer.step()
    assert layer(minigrad.ones(1, 2)).item() < before.item()


def test_a_parameter_says_what_to_do_for_a_shape():
    with pytest.raises(RuntimeError, match="Call `forward` to initialize the parameters"):
        _ = nn.UninitializedParameter().shape


def test_a_parameter_has_no_number_of_elements_yet():
    with pytest.raises(ValueError, match="Attempted to use an uninitialized parameter"):
        sum(x.numel() for x in nn.LazyLinear(2).parameters())
