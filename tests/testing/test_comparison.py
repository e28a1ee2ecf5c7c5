"""assert_close says what torch.testing's says: stored always, live where torch is installed."""

import numpy as np
import pytest

import minigrad
from minigrad.testing import assert_close

nan, inf = float("nan"), float("inf")


def cases(lib):
    """Pairs to compare, and how; `lib` is minigrad or torch."""
    t = lib.tensor
    pair = t([1.0, 2.0]), t([1.0, 2.1])
    return {
        "equal": (t([1.0, 2.0]), t([1.0, 2.0]), {}),
        "within float32": (t([1.0, 2.0]), t([1.0, 2.000001]), {}),
        "off": (*pair, {}),
        "two axes": (t([[1.0, 2.0], [3.0, 4.0]]), t([[5.0, 2.0], [3.0, 4.5]]), {}),
        "no axis": (t(1.0), t(1.1), {}),
        "one element": (t([1.0]), t([1.1]), {}),
        "numbers": (1.0, 1.1, {}),
        "near numbers": (1.0 + 1e-6, 1.0, {}),
        "integers": (t([1, 2]), t([1, 3]), {}),
        "large integers": (t([10000000, 2]), t([10000001, 2]), {}),
        "int numbers": (1, 2, {}),
        "no axis, integers": (t(1), t(2), {}),
        "truth": (t([True, False]), t([True, True]), {}),
        "bytes": (t([1, 2], dtype=lib.uint8), t([3, 2], dtype=lib.uint8), {}),
        "half": (t([1.0, 3.0], dtype=lib.float16), t([1.0, 3.01], dtype=lib.float16), {}),
        "shapes": (t([1.0, 2.0]), t([1.0, 2.0, 3.0]), {}),
        "no broadcasting": (t([1.0, 2.0]), t([[1.0, 2.0]]), {}),
        "dtypes": (t([1.0, 2.0]), t([1.0, 2.0], dtype=lib.float64), {}),
        "dtypes ignored": (t([1.0, 2.0], dtype=lib.float64), t([1.0, 3.0]), {"check_dtype": False}),
        "kinds ignored": (t([1, 2]), t([1.0, 2.0]), {"check_dtype": False}),
        "types of numbers": (1, 1.0, {}),
        "strides": (
            t([[1.0, 2.0], [3.0, 4.0]]).t(),
            t([[1.0, 3.0], [2.0, 4.0]]),
            {"check_stride": True},
        ),
        "strides ignored": (t([[1.0, 2.0], [3.0, 4.0]]).t(), t([[1.0, 3.0], [2.0, 4.0]]), {}),
        "nan": (t([1.0, nan]), t([1.0, nan]), {}),
        "nan is nan": (t([1.0, nan]), t([1.0, nan]), {"equal_nan": True}),
        "nan number": (nan, nan, {}),
        "inf": (t([1.0, inf]), t([1.0, 2.0]), {}),
        "the same inf": (t([1.0, inf]), t([1.0, inf]), {}),
        "opposite inf": (t([-inf, 1.0]), t([inf, 1.0]), {}),
        "right is 0": (t([0.0, 2.0]), t([0.0, 0.0]), {}),
        "empty": (t([]), t([]), {}),
        "own tolerances": (*pair, {"rtol": 0.1, "atol": 0.0}),
        "own tolerances, off": (t([1.0]), t([2.0]), {"rtol": 0, "atol": 0.1}),
        "numbers, own": (1.0, 2.0, {"rtol": 0.1, "atol": 0}),
        "integers, own": (t([1, 2]), t([1, 3]), {"rtol": 0.1, "atol": 0.1}),
        "exactly": (*pair, {"rtol": 0.0, "atol": 0.0}),
        "no atol": (*pair, {"rtol": 0.1}),
        "no rtol": (*pair, {"atol": 0.1}),
        "message": (*pair, {"msg": "as agreed"}),
        "message made": (*pair, {"msg": lambda text: f"in step 3: {text}"}),
        "list": ([t(1.0), t(2.0)], [t(1.0), t(3.0)], {}),
        "list and tuple": ([1, 2], (1, 2), {}),
        "nested": ([1, [2, t(3.0)]], [1, [2, t(4.0)]], {}),
        "lengths": ([t(1.0)], [t(1.0), t(2.0)], {}),
        "lengths inside": ({"a": [1]}, {"a": [1, 2]}, {}),
        "dict": ({"a": [t(1.0)]}, {"a": [t(2.0)]}, {}),
        "keys": ({"a": 1}, {"b": 1}, {}),
        "keys inside": ({"a": {"x": 1}}, {"a": {"y": 1}}, {}),
        "order of keys": ({"b": 1, "a": 2}, {"b": 3, "a": 4}, {}),
        "arrays": (np.array([1.0, 2.0]), np.array([1.0, 3.0]), {}),
        "number of numpy": (np.float64(2), 2.5, {}),
        "bools": (True, False, {}),
        "None": (None, None, {}),
        "None and one": (None, 1, {}),
        "one and None": (1, None, {}),
        "strings": ("a", "a", {}),
        "string inside": ([1, "a"], [1, "a"], {}),
        "tensor and list": (t([1.0, 2.0]), [1.0, 2.0], {}),
        "tensor and array": (t([1.0, 2.0]), np.array([1.0, 2.0]), {}),
        "tensor and number": (t(2), 3, {}),
        "other": (object, object, {}),
        "needs a gradient": (t([1.0], requires_grad=True), t([1.0]), {}),
    }


def outcome(compare, actual, expected, options):
    """What a comparison raises, None if nothing; the library's name taken out."""
    try:
        compare(actual, expected, **options)
    except Exception as error:
        text = str(error).replace("minigrad.tensor.Tensor", "lib.Tensor")
        return type(error).__name__, text.replace("minigrad.", "lib.").replace("torch.", "lib.")
    return None


STORED = {
    "off": (
        "AssertionError",
        "Tensor-likes are not close!\n\nMismatched elements: 1 / 2 (50.0%)\n"
        "Greatest absolute difference: 0.09999990463256836 at index (1,) (up to 1e-05 allowed)\n"
        "Greatest relative difference: 0.04761900380253792 at index (1,) (up to 1.3e-06 allowed)",
    ),
    "two axes": (
        "AssertionError",
        "Tensor-likes are not close!\n\nMismatched elements: 2 / 4 (50.0%)\n"
        "Greatest absolute difference: 4.0 at index (0, 0) (up to 1e-05 allowed)\n"
        "Greatest relative difference: 0.800000011920929 at index (0, 0) (up to 1.3e-06 allowed)",
    ),
    "no axis": (
        "AssertionError",
        "Scalars are not close!\n\nExpected 1.100000023841858 but got 1.0.\n"
        "Absolute difference: 0.10000002384185791 (up to 1e-05 allowed)\n"
        "Relative difference: 0.09090911061310529 (up to 1.3e-06 allowed)",
    ),
    "integers": (
        "AssertionError",
        "Tensor-likes are not equal!\n\nMismatched elements: 1 / 2 (50.0%)\n"
        "Greatest absolute difference: 1 at index (1,)\n"
        "Greatest relative difference: 0.3333333432674408 at index (1,)",
    ),
    "shapes": (
        "AssertionError",
        "The values for attribute 'shape' do not match: lib.Size([2]) != lib.Size([3]).",
    ),
    "dtypes": (
        "AssertionError",
        "The values for attribute 'dtype' do not match: lib.float32 != lib.float64.",
    ),
    "strides": (
        "AssertionError",
        "The values for attribute 'stride()' do not match: (1, 2) != (2, 1).",
    ),
    "nested": (
        "AssertionError",
        "Scalars are not close!\n\nExpected 4.0 but got 3.0.\n"
        "Absolute difference: 1.0 (up to 1e-05 allowed)\n"
        "Relative difference: 0.25 (up to 1.3e-06 allowed)\n\n"
        "The failure occurred for item [1][1]",
    ),
    "lengths": ("AssertionError", "The length of the sequences mismatch: 1 != 2"),
    "keys": (
        "AssertionError",
        "The keys of the mappings do not match:\nMissing keys in the actual mapping: ['b']\n"
        "Additional keys in the actual mapping: ['a']",
    ),
    "no atol": (
        "ValueError",
        "Both 'rtol' and 'atol' must be either specified or omitted, but got no atol.",
    ),
    "message": ("AssertionError", "as agreed"),
    "bools": ("AssertionError", "Booleans mismatch: True is not False"),
    "None and one": ("AssertionError", "None mismatch: None is not 1"),
    "tensor and list": (
        "TypeError",
        "No comparison pair was able to handle inputs of type <class 'lib.Tensor'> and "
        "<class 'list'>.",
    ),
} | dict.fromkeys(
    "equal|within float32|kinds ignored|strides ignored|nan is nan|the same inf|empty|"
    "own tolerances|list and tuple|None|needs a gradient".split("|")
)


@pytest.mark.parametrize("case", STORED)
def test_it_says_what_torch_said(case):
    assert outcome(assert_close, *cases(minigrad)[case]) == STORED[case]


@pytest.mark.parametrize("case", cases(minigrad))
def test_it_says_what_torch_says(case):
    torch = pytest.importorskip("torch", reason="torch is not installed: compared as stored")
    theirs = outcome(torch.testing.assert_close, *cases(torch)[case])
    assert outcome(assert_close, *cases(minigrad)[case]) == theirs


@pytest.mark.parametrize("options", [{"rtol": -1.0, "atol": 0.0}, {"rtol": 0.0, "atol": nan}])
def test_tolerances_are_not_negative(options):
    with pytest.raises(RuntimeError, match="must be greater than or equal to zero, but got"):
        assert_close(1.0, 1.0, **options)


def test_a_truth_value_is_no_number():
    with pytest.raises(TypeError, match="No comparison pair"):
        assert_close(True, 1)
