"""Methods are the tensor's own, wherever they are written."""

import pytest

import minigrad


def test_methods_are_shown_as_the_tensors_own():
    x = minigrad.ones(1)
    for method in (x.size, x.backward, x.numpy, x.detach_, minigrad.nn.Parameter(x).register_hook):
        assert f"bound method Tensor.{method.__name__} of" in repr(method)
    with pytest.raises(TypeError, match=r"^Tensor.retain_grad\(\) takes 1 positional argument"):
        x.retain_grad(True)
