import math
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from minigrad._tensor_str import get_printoptions, set_printoptions, tensor_repr

PARAMETER = "Parameter containing:\ntensor("
MEASUREMENT = "Measurement("  # a subclass of Tensor prints under its own name

# What torch 2.13.0 prints, with the package's name in place of torch's.
STORED = """
>>> show(np.float32(3.14159))
tensor(3.1416)
>>> show(np.float32(7))
tensor(7.)
>>> show(np.int64(-5))
tensor(-5)
>>> show(np.bool_(True))
tensor(True)
>>> show(np.float64(0.1))
tensor(0.1000, dtype=minigrad.float64)
>>> show(np.float32(1e10))
tensor(1.0000e+10)
>>> show(np.float32(np.nan))
tensor(nan)
>>> show(np.float32([1.5, -22.25, 3]))
tensor([  1.5000, -22.2500,   3.0000])
>>> show(np.float32([1, -20, 300]))
tensor([  1., -20., 300.])
>>> show(np.float32([0.5, 1000]))
tensor([5.0000e-01, 1.0000e+03])
>>> show(np.float64([0.5, 500]))
tensor([  0.5000, 500.0000], dtype=minigrad.float64)
>>> show(np.float32([1, 2e8]))
tensor([1.0000e+00, 2.0000e+08])
>>> show(np.float32([1e8, 1e8]))
tensor([100000000., 100000000.])
>>> show(np.float32([1e-5, -2e-5]))
tensor([ 1.0000e-05, -2.0000e-05])
>>> show(np.float64([1e-4, 2e-4]))
tensor([0.0001, 0.0002], dtype=minigrad.float64)
>>> show(np.float64([1e-300, 1e300, 0, np.nan]))
tensor([1.0000e-300, 1.0000e+300,  0.0000e+00,         nan],
       dtype=minigrad.float64)
>>> show(np.float32([1, np.nan, np.inf, -np.inf]))
tensor([1., nan, inf, -inf])
>>> show(np.float32([1.5, np.nan, np.inf, -np.inf]))
tensor([1.5000,    nan,    inf,   -inf])
>>> show(np.float32([1e9, np.nan, -np.inf]))
tensor([1.0000e+09,        nan,       -inf])
>>> show(np.float32([0, -0.0, 0]))
tensor([0., -0., 0.])
>>> show(np.float32([0, np.nan, -0.0]))
tensor([0., nan, -0.])
>>> show(np.float32([0, -0.0, 0.25]))
tensor([0.0000, -0.0000, 0.2500])
>>> show(np.float64([5e-324, 1]))
tensor([4.9407e-324,  1.0000e+00], dtype=minigrad.float64)
>>> show(np.float16([1.1, -65504]))
tensor([ 1.0996e+00, -6.5504e+04], dtype=minigrad.float16)
>>> show(np.float16([0.1, 2]), requires_grad=True)
tensor([0.1000, 2.0000], dtype=minigrad.float16, requires_grad=True)
>>> show(np.int8([-128, 5]))
tensor([-128,    5], dtype=minigrad.int8)
>>> show(np.int16([-1, 500]))
tensor([ -1, 500], dtype=minigrad.int16)
>>> show(np.int32([[1, -2], [30, 4]]))
tensor([[ 1, -2],
        [30,  4]], dtype=minigrad.int32)
>>> show(np.int64([-(2**63), 2**63 - 1]))
tensor([-9223372036854775808,  9223372036854775807])
>>> show(np.uint8([0, 255]))
tensor([  0, 255], dtype=minigrad.uint8)
>>> show(np.array([[True, False], [False, True]]))
tensor([[ True, False],
        [False,  True]])
>>> show(np.float32([]))
tensor([])
>>> show(np.zeros((0, 3), np.float32))
tensor([], size=(0, 3))
>>> show(np.zeros((2, 0), np.int64))
tensor([], size=(2, 0), dtype=minigrad.int64)
>>> show(np.zeros(0, bool))
tensor([], dtype=minigrad.bool)
>>> show(np.zeros(0), requires_grad=True)
tensor([], dtype=minigrad.float64, requires_grad=True)
>>> show(np.arange(30))
tensor([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17,
        18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29])
>>> show(np.arange(14, dtype=np.float32) / 4, requires_grad=True, grad_fn_name="MulBackward0")
tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000, 1.2500, 1.5000, 1.7500, 2.0000,
        2.2500, 2.5000, 2.7500, 3.0000, 3.2500], grad_fn=<MulBackward0>)
>>> show(np.arange(44).reshape(2, 22) * 11)
tensor([[  0,  11,  22,  33,  44,  55,  66,  77,  88,  99, 110, 121, 132, 143,
         154, 165, 176, 187, 198, 209, 220, 231],
        [242, 253, 264, 275, 286, 297, 308, 319, 330, 341, 352, 363, 374, 385,
         396, 407, 418, 429, 440, 451, 462, 473]])
>>> show(np.float32([[1], [2.5]]))
tensor([[1.0000],
        [2.5000]])
>>> show(np.arange(8).reshape(2, 2, 2))
tensor([[[0, 1],
         [2, 3]],

        [[4, 5],
         [6, 7]]])
>>> show(np.arange(8).reshape(2, 2, 1, 2))
tensor([[[[0, 1]],

         [[2, 3]]],


        [[[4, 5]],

         [[6, 7]]]])
>>> show(np.arange(1001))
tensor([   0,    1,    2,  ...,  998,  999, 1000])
>>> show(np.arange(10_000).reshape(100, 100))
tensor([[   0,    1,    2,  ...,   97,   98,   99],
        [ 100,  101,  102,  ...,  197,  198,  199],
        [ 200,  201,  202,  ...,  297,  298,  299],
        ...,
        [9700, 9701, 9702,  ..., 9797, 9798, 9799],
        [9800, 9801, 9802,  ..., 9897, 9898, 9899],
        [9900, 9901, 9902,  ..., 9997, 9998, 9999]])
>>> show(np.arange(1200).reshape(400, 3))
tensor([[   0,    1,    2],
        [   3,    4,    5],
        [   6,    7,    8],
        ...,
        [1191, 1192, 1193],
        [1194, 1195, 1196],
        [1197, 1198, 1199]])
>>> show(np.arange(1200.0).reshape(2, 600) / 8)
tensor([[0.0000e+00, 1.2500e-01, 2.5000e-01,  ..., 7.4625e+01, 7.4750e+01,
         7.4875e+01],
        [7.5000e+01, 7.5125e+01, 7.5250e+01,  ..., 1.4962e+02, 1.4975e+02,
         1.4988e+02]], dtype=minigrad.float64)
>>> show(np.arange(1024).reshape(2, 8, 64))
tensor([[[   0,    1,    2,  ...,   61,   62,   63],
         [  64,   65,   66,  ...,  125,  126,  127],
         [ 128,  129,  130,  ...,  189,  190,  191],
         ...,
         [ 320,  321,  322,  ...,  381,  382,  383],
         [ 384,  385,  386,  ...,  445,  446,  447],
         [ 448,  449,  450,  ...,  509,  510,  511]],

        [[ 512,  513,  514,  ...,  573,  574,  575],
         [ 576,  577,  578,  ...,  637,  638,  639],
         [ 640,  641,  642,  ...,  701,  702,  703],
         ...,
         [ 832,  833,  834,  ...,  893,  894,  895],
         [ 896,  897,  898,  ...,  957,  958,  959],
         [ 960,  961,  962,  ..., 1021, 1022, 1023]]])
>>> show(np.where(np.arange(2000) == 1000, 1e9, 0.5).astype(np.float32))
tensor([0.5000, 0.5000, 0.5000,  ..., 0.5000, 0.5000, 0.5000])
>>> show(np.float32([1.5]), requires_grad=True)
tensor([1.5000], requires_grad=True)
>>> show(np.float64([1.5]), requires_grad=True)
tensor([1.5000], dtype=minigrad.float64, requires_grad=True)
>>> show(np.float32([6.6931]), requires_grad=True, grad_fn_name="AddBackward0")
tensor([6.6931], grad_fn=<AddBackward0>)
>>> show(np.float64([[1, 2], [3, 4]]), requires_grad=True, grad_fn_name="MulBackward0")
tensor([[1., 2.],
        [3., 4.]], dtype=minigrad.float64, grad_fn=<MulBackward0>)
>>> show(np.float32([[0.5, -1], [2, 0.25]]), requires_grad=True, prefix=PARAMETER)
Parameter containing:
tensor([[ 0.5000, -1.0000],
        [ 2.0000,  0.2500]], requires_grad=True)
>>> show(np.arange(9, dtype=np.float32) / 8, requires_grad=True)
tensor([0.0000, 0.1250, 0.2500, 0.3750, 0.5000, 0.6250, 0.7500, 0.8750, 1.0000],
       requires_grad=True)
>>> show(np.arange(9, dtype=np.float64) / 7, requires_grad=True, grad_fn_name="MulBackward0")
tensor([0.0000, 0.1429, 0.2857, 0.4286, 0.5714, 0.7143, 0.8571, 1.0000, 1.1429],
       dtype=minigrad.float64, grad_fn=<MulBackward0>)
>>> show(np.arange(5, dtype=np.float64) / 7, requires_grad=True, grad_fn_name="LeakyReluBackward0")
tensor([0.0000, 0.1429, 0.2857, 0.4286, 0.5714], dtype=minigrad.float64,
       grad_fn=<LeakyReluBackward0>)
>>> show(np.float64([1 / 3, 2 / 3]), precision=8)
tensor([0.33333333, 0.66666667], dtype=minigrad.float64)
>>> show(np.float32([0.5, 1.5, 2.5]), precision=0)
tensor([0, 2, 2])
>>> show(np.float32([1, 20, 0.5]), sci_mode=True)
tensor([1.0000e+00, 2.0000e+01, 5.0000e-01])
>>> show(np.float32([1, 20, 0]), sci_mode=True)
tensor([1.0000e+00, 2.0000e+01, 0.0000e+00])
>>> show(np.float32([1e-6, 1, 1e9]), sci_mode=False)
tensor([         0.0000,          1.0000, 1000000000.0000])
>>> show(np.arange(10), threshold=5)
tensor([0, 1, 2,  ..., 7, 8, 9])
>>> show(np.arange(25).reshape(5, 5), threshold=5, edgeitems=1)
tensor([[ 0,  ...,  4],
        ...,
        [20,  ..., 24]])
>>> show(np.arange(25).reshape(5, 5), threshold=5, edgeitems=0)
tensor([...], size=(5, 5))
>>> show(np.int64([1, 2]), edgeitems=0)
tensor([1, 2], size=(2,))
>>> show(np.arange(12), linewidth=20)
tensor([ 0,  1,  2,
         3,  4,  5,
         6,  7,  8,
         9, 10, 11])
>>> show(np.float32([1.5, 2.5]), requires_grad=True, linewidth=5)
tensor([1.5000,
        2.5000],
       requires_grad=True)
>>> show(np.float32([[1.234, 5.678]]), profile="short")
tensor([[1.23, 5.68]])
"""
BLOCKS = re.split("^>>> ", STORED.strip(), flags=re.MULTILINE)[1:]
EXAMPLES = [
    pytest.param(*block.rstrip().split("\n", 1), id=block.split("\n")[0]) for block in BLOCKS
]


def show(
    array: Any,
    requires_grad: bool = False,
    grad_fn_name: str | None = None,
    prefix: str = "tensor(",
    **options: Any,
) -> str:
    """Print as the Tensor class does: no dtype where it is the default of its kind."""
    set_printoptions(**({"profile": "default"} | options))
    dtype = array.dtype.name
    return tensor_repr(
        array,
        dtype_name=None if dtype in {"float32", "int64", "bool"} else f"minigrad.{dtype}",
        requires_grad=requires_grad,
        grad_fn_name=grad_fn_name,
        prefix=prefix,
    )


def show_in_torch(
    array: Any,
    requires_grad: bool = False,
    grad_fn_name: str | None = None,
    prefix: str = "tensor(",
    **options: Any,
) -> str:
    """Make the tensor that is described and print it with torch."""
    import torch

    torch.set_printoptions(**({"profile": "default"} | options))
    tensor = torch.from_numpy(np.array(array))
    if prefix == PARAMETER:
        tensor = torch.nn.Parameter(tensor)
    elif prefix == MEASUREMENT:
        tensor = tensor.as_subclass(type("Measurement", (torch.Tensor,), {}))
    if requires_grad:
        tensor.requires_grad_()
    if grad_fn_name is not None:
        tensor = {
            "AddBackward0": lambda: tensor + 0,
            "MulBackward0": lambda: tensor * 1,
            "LeakyReluBackward0": lambda: torch.nn.functional.leaky_relu(tensor, 1.0),
        }[grad_fn_name]()
    return repr(tensor).replace("torch.", "minigrad.")


@pytest.fixture(autouse=True)
def default_options() -> Iterator[None]:
    set_printoptions(profile="default")
    yield
    set_printoptions(profile="default")


@pytest.fixture
def torch() -> Iterator[Any]:
    torch = pytest.importorskip("torch")
    torch.set_printoptions(profile="default")
    yield torch
    torch.set_printoptions(profile="default")


@pytest.mark.parametrize(("call", "wanted"), EXAMPLES)
def test_prints_as_torch_did(call: str, wanted: str) -> None:
    assert eval(call) == wanted


@pytest.mark.parametrize(("call", "wanted"), EXAMPLES)
def test_torch_still_prints_so(torch: Any, call: str, wanted: str) -> None:
    assert eval(call, globals() | {"show": show_in_torch}) == wanted


@pytest.mark.parametrize("count", [3000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_random_arrays_print_as_in_torch(torch: Any, count: int) -> None:
    rng = np.random.default_rng(0)
    for number in range(count):
        array = random_array(rng)
        told = TOLD[rng.integers(len(TOLD) if array.dtype.kind == "f" else 1)]
        about = told | random_options(rng)
        assert show(array, **about) == show_in_torch(array, **about), f"array {number}, {about}"


def test_more_than_a_thousand_elements_are_summarised() -> None:
    assert "..." not in tensor_repr(np.zeros(1000, dtype=np.float32))
    assert "..." in tensor_repr(np.zeros(1001, dtype=np.float32))
    set_printoptions(profile="full")
    assert tensor_repr(np.zeros(100_000, dtype=np.float32)).count("0.") == 100_000


def test_summary_touches_only_what_it_shows() -> None:
    # 10^18 elements, all at one address: whoever walked or copied them would never return.
    array = np.broadcast_to(np.float32(1.5), (10**6, 10**6, 10**6))
    assert tensor_repr(array).count("1.5000") == 6**3


def test_summary_of_as_many_axes_as_an_array_may_have() -> None:
    text = tensor_repr(np.ones((1,) * 63 + (2000,), dtype=np.float32))
    assert text.startswith("tensor(" + "[" * 64 + "1., 1.,\n" + " " * 71 + "1.,  ...,\n")
    assert text.endswith("1., 1.,\n" + " " * 71 + "1." + "]" * 64 + ")")


def test_signalling_nan_prints_without_a_warning() -> None:
    array = np.array([0x7FA00000, 0x3FC00000], dtype=np.uint32).view(np.float32)
    assert tensor_repr(array) == "tensor([   nan, 1.5000])"


def test_array_is_left_alone() -> None:
    array = np.array([[2.0, -0.0], [np.nan, 1e9]])
    before = array.tobytes()
    array.flags.writeable = False
    tensor_repr(array)
    assert array.tobytes() == before


@pytest.mark.parametrize("array", [np.array([1j]), np.array(["a"]), np.array([None])])
def test_other_kinds_of_values_are_refused(array: Any) -> None:
    with pytest.raises(TypeError, match=f"cannot print values of dtype {array.dtype}; give"):
        tensor_repr(array)


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
    ("option", "error", "message"),
    [
        ({"precision": -1}, ValueError, "precision must be an integer of at least 0, got -1"),
        ({"precision": 2.5}, TypeError, "precision must be an integer of at least 0, got 2.5"),
        ({"edgeitems": -3}, ValueError, "edgeitems must be an integer of at least 0, got -3"),
        ({"threshold": "full"}, TypeError, "threshold must be a number, got 'full'"),
        ({"threshold": math.nan}, ValueError, "threshold must be a number, got nan"),
        ({"linewidth": math.inf}, ValueError, "linewidth must be a finite number, got inf"),
        ({"profile": "long"}, ValueError, "unknown profile 'long'; choose one of default, short"),
    ],
)
def test_bad_option_is_refused_and_changes_nothing(
    option: dict[str, Any], error: type[Exception], message: str
) -> None:
    before = get_printoptions()
    with pytest.raises(error, match=message):
        set_printoptions(**({"linewidth": 40} | option))
    assert get_printoptions() == before


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


# --- random arrays ------------------------------------------------------------------------------

DTYPES = ["float32", "float64", "float16", "int64", "int32", "int16", "int8", "uint8", "bool"]
LARGE = [(1500,), (40, 30), (3, 400), (9, 2, 80), (2, 1, 600), (8, 8, 8, 8)]
TOLD: list[dict[str, Any]] = [
    {},
    {"requires_grad": True},
    {"requires_grad": True, "prefix": PARAMETER},
    {"requires_grad": True, "grad_fn_name": "LeakyReluBackward0"},
    {"prefix": MEASUREMENT},
]


def random_options(rng: np.random.Generator) -> dict[str, Any]:
    """Options that differ from the default in about half of all draws."""
    if rng.random() < 0.5:
        return {"profile": "default"}
    return {
        "precision": int(rng.integers(0, 9)),
        "threshold": [0, 5, 30, 1000, math.inf][rng.integers(5)],
        "edgeitems": int(rng.integers(0, 5)),
        "linewidth": int(rng.integers(1, 130)),
        "sci_mode": [None, None, True, False][rng.integers(4)],
    }


def random_array(rng: np.random.Generator) -> Any:
    """An array of 0 to 5 axes, sometimes empty, transposed, or large enough to be summarised."""
    shape = tuple(rng.integers(0 if rng.random() < 0.1 else 1, 5, size=rng.integers(0, 6)))
    if rng.random() < 0.3:
        shape = (int(rng.integers(1, 60)), *shape[:1])
    if rng.random() < 0.02:
        shape = LARGE[rng.integers(len(LARGE))]
    dtype = np.dtype(DTYPES[rng.integers(len(DTYPES))])
    make = FLOATS[rng.integers(len(FLOATS))] if dtype.kind == "f" else random_integers
    with np.errstate(all="ignore"):
        array = np.asarray(make(rng, shape)).astype(dtype)
    return array.T if rng.random() < 0.2 else array


def random_integers(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    bits = int(rng.integers(1, 63))
    return rng.integers(-(2**bits), 2**bits, size=shape)


def whole(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    return rng.integers(-1, 10 ** rng.integers(1, 11), size=shape).astype(float)


def normal(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    return rng.normal(size=shape) * 10.0 ** rng.integers(-6, 10)


def rounded(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    return rng.normal(size=shape).round(int(rng.integers(0, 3)))


def wide(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    return 10.0 ** rng.uniform(*np.sort(rng.integers(-320, 308, size=2)), size=shape)


def borderline(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """Values at the very borders where PyTorch turns to scientific notation."""
    borders = [1e-4, 0.1, 1.0, 1000.0, 1001.0, 1e8, 1e8 + 8, 99_999.5, 0.1 * 1000, 9.99995]
    return rng.choice(borders[: rng.integers(1, 11)], size=shape)


def special(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    values = [0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -2.0, 1.5, -1234.5, 5e-324, 1e30]
    return rng.choice(values[: rng.integers(1, 12)], size=shape)


FLOATS = [whole, normal, rounded, wide, borderline, special]
