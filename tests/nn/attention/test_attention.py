import pytest

from minigrad import nn


def kernels(lib):
    backends = lib.nn.attention.SDPBackend
    x = lib.ones(1, 2)
    with lib.nn.attention.sdpa_kernel([backends.MATH, backends.FLASH_ATTENTION], set_priority=True):
        found = lib.nn.functional.scaled_dot_product_attention(x, x, x).tolist()
    with pytest.raises(AssertionError) as refused, lib.nn.attention.sdpa_kernel("MATH"):
        pass
    names = [(name, repr(x), str(x)) for name, x in backends.__members__.items()]
    return found, str(refused.value), names


def test_as_torch_a_choice_changes_nothing():
    torch = pytest.importorskip("torch")
    pytest.importorskip("torch.nn.attention")
    import minigrad

    assert kernels(minigrad) == kernels(torch)


def test_the_package_is_what_nn_shows():
    assert nn.attention.__name__ == "minigrad.nn.attention"
    assert nn.modules.attention.MultiheadAttention is nn.MultiheadAttention
