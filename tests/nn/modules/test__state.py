import copy
import pickle

import pytest

import minigrad
from minigrad import nn, optim
from minigrad.nn.modules._state import _IncompatibleKeys
from tests.nn.modules.nets import net
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "state": "m.state_dict()",
    "state_prefix": "list(m.state_dict(prefix='net.'))",
    "state_kind": "[type(x).__name__ for x in m.state_dict().values()]",
    "state_of_variables": "[type(x).__name__ for x in m.state_dict(keep_vars=True).values()]",
    "state_class": "type(m.state_dict()).__name__",
    "round_trip": "[str(m.load_state_dict(m.state_dict())), m.state_dict()]",
    "to_double": "[x.dtype == lib.float64 for x in m.double().state_dict().values()]",
    "to_double_and_back": "m.double().float().state_dict()",
    "to_half": "m.half().state_dict()",
    "to_dtype": "str(m.to(lib.float64).scale.dtype)",
    "to_named_dtype": "str(m.to(dtype=lib.float64).scale.dtype)",
    "to_device": "str(m.to('cpu').scale.device)",
    "to_both": "str(m.to('cpu', lib.float64).scale.dtype)",
    "to_like": "str(m.to(lib.zeros(1, dtype=lib.float64)).scale.dtype)",
    "to_device_object": "str(m.to(lib.device('cpu')).scale.device)",
    "to_itself": "m.to(lib.float64) is m and m.cpu() is m",
    "to_whole_numbers": "m.to(lib.int64)",
    "to_not_blocking": "str(m.to('cpu', non_blocking=True).scale.dtype)",
    "to_both_named": "str(m.to(dtype=lib.float64, device='cpu').scale.dtype)",
    "to_pythons_float": "str(m.to(float).scale.dtype)",
    "to_pythons_float_named": "str(m.to(dtype=float).scale.dtype)",
    "to_pythons_int": "m.to(int)",
    "to_pythons_bool": "m.to(dtype=bool)",
    "to_like_whole_numbers": "m.to(lib.ones(1, dtype=lib.int64))",
    "to_nothing": "m.to() is m and m.to(None) is m and m.to(None, None) is m",
    "to_no_device": "str(m.to(None, lib.float64).scale.dtype)",
    "loaded_class": "type(m.load_state_dict(m.state_dict())).__name__",
    "nothing_to_load": "m.load_state_dict()",
    "missing": "m.load_state_dict({})",
    "missing_allowed": "str(m.load_state_dict({}, strict=False))",
    "unexpected": "m.load_state_dict({**m.state_dict(), 'no.thing': 3})",
    "no_dict": "m.load_state_dict([1])",
    "unexpected_allowed": "str(m.load_state_dict({'inner.0.x': 1, **m.state_dict()}, False))",
    "wrong_shape": "m.load_state_dict({**m.state_dict(), 'scale': lib.ones(2)})",
    "wrong_shape_not_strict": "m.load_state_dict({'scale': lib.ones(2)}, strict=False)",
}

# What fits no form of `to`. PyTorch goes on with its forms; those listed here are minigrad's.
UNFIT = {}


def expression(code):
    def one(lib):
        return eval(code, {"lib": lib, "m": net(lib)})

    return one


def beginning(code):
    """The first line of the error."""

    def one(lib):
        with pytest.raises(TypeError) as caught:
            expression(code)(lib)
        return str(caught.value).partition("\n")[0]

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})
case.all.update({name: beginning(code) for name, code in UNFIT.items()})


@case
def values_are_copied_in(lib):
    m, source = net(lib), {name: x.clone() for name, x in net(lib).state_dict().items()}
    scale, version = m.scale, m.scale._version
    source["scale"] = lib.tensor([7.0], dtype=lib.float64)
    m.load_state_dict(source)
    source["scale"].zero_()
    return m.state_dict(), m.scale is scale, m.scale.requires_grad, m.scale._version > version


@case
def state_shares_memory(lib):
    m = net(lib)
    m.state_dict()["scale"].fill_(5.0)
    return m.scale


@case
def gradients_are_converted_too(lib):
    m = lib.nn.Linear(2, 2)
    m(lib.ones(1, 2)).sum().backward()
    weight, grad = m.weight, m.weight.grad
    m.double()
    return m.weight is weight, m.weight.grad is grad, m.weight.grad, m.weight.requires_grad


@case
def whole_buffers_keep_their_type(lib):
    m = lib.nn.Module()
    m.register_buffer("count", lib.tensor([3]))
    m.register_buffer("mean", lib.tensor([0.5]))
    m.double()
    return m.count, m.mean


@case
def a_model_in_double_computes_in_double(lib):
    return lib.nn.Linear(2, 2).double()(lib.ones(1, 2, dtype=lib.float64))


# What a module of a number and of what can be written to only at times is given to load.
LOADED = {
    "two_elements_for_a_number": "{'number': lib.tensor([5.0, 6.0])}",
    "no_element_for_a_number": "{'number': lib.zeros(0)}",
    "a_matrix_for_a_number": "{'number': lib.tensor([[5.0]])}",
    "over_itself": "{'square': m.square.detach()}",
}


def delicate(lib):
    """A module of a number, a square, an expanded parameter and an inference tensor."""
    m = lib.nn.Module()
    m.number = lib.nn.Parameter(lib.tensor(2.0))
    m.square = lib.nn.Parameter(lib.tensor([[1.0, 2.0], [3.0, 4.0]]))
    m.repeated = lib.nn.Parameter(lib.zeros(1).expand(2))
    m.register_buffer("count", lib.tensor(3))
    with lib.inference_mode():
        m.register_buffer("inferred", lib.zeros(2))
    return m


def loading(code):
    def one(lib):
        m = delicate(lib)
        m.load_state_dict(eval(code, {"lib": lib, "m": m}), strict=False)
        return m.state_dict()

    return one


case.all.update({name: loading(code) for name, code in LOADED.items()})

test_state_as_in_torch = both(__name__, case)


def test_a_state_that_does_not_fit_changes_nothing():
    model = nn.Linear(2, 2)
    before = model.weight.tolist()
    state = {"weight": minigrad.zeros(2, 2), "bias": minigrad.zeros(3)}
    with pytest.raises(RuntimeError, match="size mismatch for bias"):
        model.load_state_dict(state)
    assert model.weight.tolist() == before


def test_the_result_names_what_differed():
    found = nn.Linear(1, 1).load_state_dict({"foo": minigrad.ones(1)}, strict=False)
    assert isinstance(found, _IncompatibleKeys)
    assert found == (["weight", "bias"], ["foo"])


def test_an_optimizer_keeps_the_parameters_that_were_converted():
    model = nn.Linear(2, 1)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    model.double()
    before = model.weight.tolist()
    model(minigrad.ones(1, 2, dtype=minigrad.float64)).sum().backward()
    optimizer.step()
    assert model.weight.tolist() != before
    assert model.weight.dtype is minigrad.float64


def test_staying_where_it_is_counts_as_no_write():
    model = nn.Linear(2, 1)
    loss = model(minigrad.ones(1, 2)).sum()
    version = model.weight._version
    model.cpu().float()
    assert model.weight._version == version
    loss.backward()


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_whole_models_are_copied(twin):
    model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1)).eval()
    model[2].register_buffer("seen", minigrad.ones(1))
    other = twin(model)
    assert str(other) == str(model)
    assert other.training is False
    x = minigrad.ones(1, 2)
    assert other(x).tolist() == model(x).tolist()
    assert not {id(p) for p in other.parameters()} & {id(p) for p in model.parameters()}
    with minigrad.no_grad():
        other[0].weight.zero_()
    assert model[0].weight.tolist() != other[0].weight.tolist()


def test_a_deep_copy_keeps_what_is_shared_shared():
    model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    model[1].weight = model[0].weight
    other = copy.deepcopy(model)
    assert other[1].weight is other[0].weight


def test_no_gpu_here_is_said_in_plain_words():
    try:
        minigrad.ones(1).cuda()
    except AssertionError:
        with pytest.raises(AssertionError, match="CuPy"):
            nn.Linear(1, 1).cuda()
    else:
        assert nn.Linear(1, 1).cuda().weight.is_cuda
