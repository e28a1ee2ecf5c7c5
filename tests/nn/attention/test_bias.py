import pytest

from minigrad.nn.attention import bias


@pytest.mark.parametrize("size", [(2, 4), (3, 3)])
@pytest.mark.parametrize("name", ["causal_upper_left", "causal_lower_right"])
def test_as_torch_the_mask_of_a_size(name, size):
    torch = pytest.importorskip("torch")
    theirs = pytest.importorskip("torch.nn.attention.bias")
    q, k = torch.ones(1, size[0], 4), torch.eye(size[1], 4)[None]
    found = torch.nn.functional.scaled_dot_product_attention(q, k, k, getattr(theirs, name)(*size))
    mask = torch.tensor(getattr(bias, name)(*size).tolist())
    assert torch.allclose(torch.nn.functional.scaled_dot_product_attention(q, k, k, mask), found)
