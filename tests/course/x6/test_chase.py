import numpy as np
import pytest


@pytest.mark.parametrize("lib", ["minigrad", "torch"])
@pytest.mark.parametrize("mark", ["no_grad", "inference_mode"])
def test_a_target_may_be_computed_in_either_block(lib, mark):
    lib = pytest.importorskip(lib)
    v, before, after = lib.nn.Linear(2, 1), lib.ones(3, 2), lib.zeros(3, 2)
    with getattr(lib, mark)():
        target = 1.0 + 0.9 * v(after)
    loss = ((v(before) - target) ** 2).mean()
    loss.backward()
    error = (v(before) - target).detach().numpy()
    assert np.allclose(v.bias.grad.numpy(), 2 * error.mean())
