"""How much of an array is looked at and printed, and which arrays are refused."""

import numpy as np

import minigrad
from minigrad._tensor_str import tensor_repr
from tests.printing import printoptions


def test_more_than_a_thousand_elements_are_summarised() -> None:
    assert "..." not in tensor_repr(np.zeros(1000, dtype=np.float32))
    assert "..." in tensor_repr(np.zeros(1001, dtype=np.float32))
    with printoptions(minigrad, profile="full"):
        assert tensor_repr(np.zeros(100_000, dtype=np.float32)).count("0.") == 100_000


def test_summary_touches_only_what_it_shows() -> None:
    # 10^18 elements, all at one address: whoever walked or copied them would never return.
    array = np.broadcast_to(np.float32(1.5), (10**6, 10**6, 10**6))
    assert tensor_repr(array).count("1.5000") == 6**3


def test_signalling_nan_prints_without_a_warning() -> None:
    array = np.array([0x7FA00000, 0x3FC00000], dtype=np.uint32).view(np.float32)
    assert tensor_repr(array) == "tensor([   nan, 1.5000])"


def test_array_is_left_alone() -> None:
    array = np.array([[2.0, -0.0], [np.nan, 1e9]])
    before = array.tobytes()
    array.flags.writeable = False
    tensor_repr(array)
    assert array.tobytes() == before
