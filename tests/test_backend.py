"""Devices, and which module owns an array."""

import copy
import importlib
import pickle

import numpy as np
import pytest

import minigrad
from minigrad import backend
from minigrad.backend import device
from tests.autograd.twins import both, cases

case = cases()

GIVEN = {
    "cpu": "lib.device('cpu')",
    "gpu": "lib.device('cuda:1')",
    "gpu_and_index": "lib.device('cuda', 1)",
    "some_gpu": "lib.device('cuda')",
    "cpu_with_index": "lib.device('cpu:0')",
    "of_a_device": "lib.device(lib.device('cuda:1'))",
    "as_text": "[str(lib.device(name)) for name in ('cpu', 'cuda', 'cuda:1')]",
    "attributes": "[[d.type, d.index] for d in map(lib.device, ('cpu', 'cuda', 'cuda:1'))]",
    "equality": (
        "[lib.device('cpu') == lib.device('cpu'), lib.device('cuda:0') == lib.device('cuda'), "
        "lib.device('cpu') == 'cpu', hash(lib.device('cuda:1')) == hash(lib.device('cuda', 1))]"
    ),
    "of_a_tensor": "[lib.ones(1).device, lib.ones(1, device='cpu:0').device]",
}


def expression(code):
    return lambda lib: eval(code, {"lib": lib})


case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_device_as_in_torch = both(__name__, case)


@pytest.mark.parametrize("name", ["tpu", "gpu", "CPU", "mps:0"])
def test_unknown_devices_are_named(name):
    with pytest.raises(
        RuntimeError, match=f"^Expected one of cpu, cuda device type at start .*: {name}$"
    ):
        device(name)


def test_tensors_are_made_on_the_default_device(monkeypatch):
    moved = []
    monkeypatch.setattr(backend, "to_device", lambda array, where: moved.append(where) or array)
    with minigrad.device("cuda:1") as here:
        assert minigrad.get_default_device() == here
        minigrad.zeros(2), minigrad.rand(2), minigrad.tensor([1]), minigrad.ones(1, device="cpu")
        with device("cpu"):
            minigrad.zeros(2)
    assert [str(where) for where in moved] == ["cuda:1"] * 3 + ["cpu"] * 2
    minigrad.set_default_device("cuda")
    assert minigrad.get_default_device() == device("cuda")
    minigrad.nn.Linear(1, 1)
    assert {str(where) for where in moved[5:]} == {"cuda"}
    minigrad.set_default_device(None)
    assert minigrad.get_default_device() == backend.CPU


def test_the_default_device_ends_with_its_block_also_after_an_error():
    with pytest.raises(ZeroDivisionError), device("cuda"):
        1 / 0  # noqa: B018
    assert minigrad.get_default_device() == backend.CPU


def test_a_device_survives_pickling_and_copying():
    here = device("cuda", 1)
    assert pickle.loads(pickle.dumps(here)) == here == copy.deepcopy(here)


def test_numpy_owns_arrays_and_numbers():
    for array in (np.ones(2), np.float32(1)):
        assert backend.is_numpy(array) and backend.module_of(array) is np
        assert backend.device_of(array) == backend.CPU
        assert backend.to_device(array, device("cpu")) is array
        assert backend.is_on(array, device("cpu", 0)) and not backend.is_on(array, device("cuda"))


def test_a_number_gets_an_address():
    assert backend.as_array(np.float32(2)).shape == ()
    array = np.ones(2)
    assert backend.as_array(array) is array


def test_an_array_in_order_is_not_copied():
    array = np.ones((2, 3))
    assert backend.row_major(array) is array
    copied = backend.row_major(array.T)
    assert copied.flags.c_contiguous and copied.shape == (3, 2)


def test_what_lies_on_one_device_may_meet():
    backend.check_beside("index", np.zeros(2), np.float32(1))


def test_numbers_become_a_new_array():
    array = np.ones(2)
    assert backend.on_host([1, 2]).tolist() == [1, 2] and backend.on_host(array) is not array


def test_adding_twice_where_a_place_is_named_twice():
    out = np.zeros(3)
    backend.scatter_add(out, np.array([0, 2, 2]), np.ones(3))
    assert out.tolist() == [1, 0, 2]


@pytest.mark.parametrize("ufunc", [np.multiply, np.maximum, np.minimum])
def test_what_meets_at_a_place_is_joined_in_pairs_as_one_by_one(monkeypatch, ufunc):
    draw = np.random.RandomState(0)
    key = (draw.randint(0, 3, (9, 4)), np.arange(4))
    values, begin = draw.randn(9, 4), draw.randn(3, 4)
    expected, found = begin.copy(), begin.copy()
    backend.combine_at(ufunc, expected, key, values)
    monkeypatch.setattr(backend, "is_numpy", lambda array: False)
    monkeypatch.setattr(backend, "module_of", lambda array: np)
    backend.combine_at(ufunc, found, key, values)
    np.testing.assert_allclose(found, expected)


@pytest.mark.skipif(importlib.util.find_spec("cupy") is not None, reason="CuPy is here, and serves")
def test_without_cupy_a_gpu_is_refused_with_the_way_to_install_it():
    message = r'pip install -e "\.\[cuda12\]"'
    for act in (
        lambda: minigrad.ones(1).to("cuda"),
        lambda: minigrad.ones(1).cuda(0),
        lambda: minigrad.ones(1, device="cuda"),
    ):
        with pytest.raises(AssertionError, match=message):
            act()
