import math

import numpy as np
import pytest

import minigrad
from minigrad import Generator, _draws
from minigrad.nn.functional import dropout
from tests.ops.expressions import as_torch

SETUP = "dropout = torch.nn.functional.dropout;"

# What is left out is drawn, and compared below: here are the lines that leave out all or nothing.
test_as_torch = as_torch(
    "\n".join(
        f"{SETUP} {line}"
        for line in """
dropout(w, 0.), dropout(w, 1.), dropout(w, training=False), dropout(w, 1), dropout(w, 1.0, False)
dropout(w, 0.) is w, dropout(w, training=False) is w, dropout(w, 1.) is w, dropout(e) is e
dropout(i, 0.), dropout(i, 1.), dropout(i, training=False), dropout(torch.tensor([nan, inf]), 1.)
x = w * 1; dropout(x, 1., inplace=True) is x, x, x._version
x = w * 1; dropout(x, 0., inplace=True) is x, x._version, dropout(x, inplace=True, training=False)
x = w * 1; y = dropout(x, 1.); y.sum().backward(); w.grad, y.grad_fn, y.grad_fn._saved_other
dropout(w, 1.).grad_fn.next_functions[1]
dropout(w, 1.5)
dropout(w, -0.1)
dropout(w, 'a')
dropout(w, inplace=True)
before = torch.manual_seed(3).get_state(); dropout(w, 0.); dropout(w, 1.); dropout(e);
    (torch.default_generator.get_state() == before).all()
""".replace("\n    ", " ").splitlines()
        if line
    )
)

SHAPES = [(), (3,), (4, 5), (3, 4, 5), (50, 70)]
TURNS = {
    "as it is": lambda x: x,
    "turned": lambda x: x.transpose(0, -1) if x.ndim else x,
    "every other": lambda x: x[..., ::2] if x.ndim else x,
    "expanded": lambda x: x.expand(2, *x.shape),
}


def native(torch):
    """Whether PyTorch draws as on most processors; on Intel's it uses a generator of Intel's."""
    torch.manual_seed(0)
    drawn = torch.empty(20).bernoulli_(0.5).bool().numpy()
    return np.array_equal(drawn, _draws.bernoulli((20,), 0.5, Generator().manual_seed(0)))


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_what_is_left_out_is_what_torch_leaves_out(dtype, shape, turn):
    torch = pytest.importorskip("torch")
    if not native(torch):
        pytest.skip("PyTorch draws with Intel's generator on this processor")
    numbers = np.asarray(np.random.RandomState(0).rand(*shape), dtype)
    for p in (0.1, 0.3, 0.5):
        told = []
        for lib in (torch, minigrad):
            x = TURNS[turn](lib.tensor(numbers))
            lib.manual_seed(1)
            out = lib.nn.functional.dropout(x, p)
            told.append((out.tolist(), lib.rand(1).item()))
        assert told[0] == told[1]


def test_after_a_seed_always_the_same_is_left_out():
    minigrad.manual_seed(0)
    assert dropout(minigrad.ones(8)).tolist() == [0, 0, 2, 0, 0, 0, 2, 2]
    assert dropout(minigrad.ones(3), 0.2).tolist() == [1.25, 1.25, 1.25]


@pytest.mark.parametrize("inplace", [False, True])
def test_the_gradient_is_what_the_element_was_multiplied_by(inplace):
    minigrad.manual_seed(2)
    x = minigrad.full((1000,), 3.0, requires_grad=True)
    y = dropout(x * 1, 0.25, inplace=inplace)
    y.sum().backward()
    assert y.tolist() == (3 * x.grad).tolist()
    left_out = (x.grad == 0).sum().item()
    assert left_out == pytest.approx(250, abs=4 * math.sqrt(1000 * 0.25 * 0.75))
    np.testing.assert_allclose(np.unique(x.grad.numpy()), [0, 1 / 0.75], rtol=1e-7)


def test_channels_are_left_out_whole():
    minigrad.manual_seed(0)
    x = minigrad.ones(2, 3, 1, 2, requires_grad=True)
    y = minigrad.nn.functional.dropout2d(x)
    y.sum().backward()
    kept = [0, 0, 2, 0, 0, 0]
    assert y[:, :, 0, 0].flatten().tolist() == y[:, :, 0, 1].flatten().tolist() == kept
    assert x.grad.tolist() == y.tolist()
    assert minigrad.nn.functional.dropout2d(x * 1, 1.0, inplace=True).sum() == 0
