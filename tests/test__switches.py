import pytest

import minigrad
from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.set_num_threads(0)
torch.set_num_interop_threads(0)
torch.set_default_tensor_type(torch.float64)
torch.set_default_tensor_type(torch.LongTensor)
torch.set_float32_matmul_precision("high"); torch.get_float32_matmul_precision()
torch.set_float32_matmul_precision("highest"); torch.get_float32_matmul_precision()
torch.use_deterministic_algorithms(True, warn_only=True)
torch.are_deterministic_algorithms_enabled()
torch.is_deterministic_algorithms_warn_only_enabled()
torch.use_deterministic_algorithms(False); torch.are_deterministic_algorithms_enabled()
""")


def test_what_is_set_is_read_back():
    before = minigrad.get_num_threads(), minigrad.get_num_interop_threads()
    minigrad.set_num_threads(3)
    minigrad.set_num_interop_threads(5)
    assert (minigrad.get_num_threads(), minigrad.get_num_interop_threads()) == (3, 5)
    minigrad.set_num_threads(before[0])
    minigrad.set_num_interop_threads(before[1])


def test_another_word_changes_nothing():
    with pytest.warns(UserWarning, match="^low is not one of 'highest', 'high', or 'medium'"):
        minigrad.set_float32_matmul_precision("low")
    assert minigrad.get_float32_matmul_precision() == "highest"


@pytest.mark.parametrize("kind", [minigrad.DoubleTensor, "torch.DoubleTensor"])
def test_the_default_type_by_its_old_name(kind):
    with pytest.warns(UserWarning, match=r"set_default_tensor_type\(\) is deprecated as of"):
        minigrad.set_default_tensor_type(kind)
    assert minigrad.ones(1).dtype is minigrad.float64
    with pytest.warns(UserWarning, match="deprecated"):
        minigrad.set_default_tensor_type(minigrad.FloatTensor)
    assert minigrad.get_default_dtype() is minigrad.float32


def test_a_type_of_a_gpu_needs_one():
    if minigrad.cuda.is_available():
        pytest.skip("there is a GPU here")
    refused = r"^type minigrad.cuda.FloatTensor not available. Torch not compiled with CUDA enabled"
    with pytest.raises(TypeError, match=refused):
        minigrad.set_default_tensor_type(minigrad.cuda.FloatTensor)
    with pytest.raises(TypeError, match=refused):
        minigrad.cuda.FloatTensor(2)
