import numpy as np
import pytest

import minigrad
from minigrad.ops.activation_backward import quick, tanh_backward, zeroed
from tests.ops.expressions import as_torch


def gradient(call):
    return f"torch.autograd.grad({call}.sum(), w, create_graph=True)[0]"


test_as_torch = as_torch(
    "\n".join(
        f"{gradient(call)}.grad_fn.next_functions\n{gradient(call)}.sum().backward(); w.grad"
        for call in (
            "torch.relu(w)",
            "torch.sigmoid(w)",
            "torch.tanh(w)",
            "F.leaky_relu(w)",
            "F.elu(w)",
            "F.softplus(w)",
        )
    )
    + """
seconds(torch.relu, [-1.0, 0.0, 2.0])
seconds(torch.sigmoid, [-1.0, 0.0, 2.0, 1000.0])
seconds(torch.tanh, [-1.0, 0.0, 2.0, 1000.0])
seconds(F.leaky_relu, [-1.0, 0.0, 2.0])
seconds(F.elu, [-1.0, 0.0, 2.0, 1000.0])
seconds(lambda x: F.elu_(x * 1, 2.5), [-1.0, 0.0, 2.0, 1000.0])
seconds(lambda x: F.leaky_relu_(x * 1, 2.5), [-1.0, 0.0, 2.0])
seconds(F.softplus, [-1.0, 0.0, 19.0, 20.0, 21.0, 1000.0])
seconds(lambda x: F.softplus(x, 2, 3), [1.0, 1.5, 1.75])
torch.autograd.grad(torch.relu(-w), w, torch.full((2, 2), inf))
torch.autograd.grad(torch.relu(w * 0 + nan), w)
torch.autograd.grad(torch.relu(w * 0 + nan).sum(), w)
"""
)


def test_quick_leaves_the_graph_out_where_arrays_come():
    call = quick(tanh_backward)
    z = np.array([0.5])
    assert call(np.array([2.0]), z) == [1.5]
    recorded = call(minigrad.tensor([2.0], requires_grad=True), minigrad.tensor([0.5]))
    assert recorded.grad_fn.name() == "TanhBackwardBackward0"


def test_one_number_stays_one():
    x = minigrad.tensor(3.0, requires_grad=True)
    for y, slope in ((minigrad.relu(x), 1.0), (minigrad.relu(-x), 0.0)):
        (g,) = minigrad.autograd.grad(y, x)
        assert abs(g.item()) == slope
        assert g.dtype is minigrad.float32


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("count", [10, 4000])
def test_zeroed_is_where_to_the_bit(dtype, count):
    """Also for inf, nan and a negative zero, in any order in memory, seen several times or not."""
    rng = np.random.default_rng(count)
    values = rng.standard_normal((count, 2)).astype(dtype)
    values[::7], values[1::7], values[2::7], values[3::7] = np.inf, -np.inf, np.nan, -0.0
    mask = rng.random((count, 2)) < 0.5
    layouts = (
        values,
        np.asfortranarray(values),
        values[::-1],
        np.broadcast_to(values[0], (count, 2)),
    )
    for laid in layouts:
        for where in (mask, np.asfortranarray(mask)):
            given = laid.copy()
            found, wanted = zeroed(where, laid), np.where(where, 0, laid)
            assert found.dtype == wanted.dtype
            assert found.tobytes() == wanted.tobytes()
            assert laid.tobytes() == given.tobytes()
