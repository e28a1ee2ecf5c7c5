"""einops on our tensors, beside what it makes of PyTorch's."""

import subprocess
import sys

import numpy as np
import pytest

einops = pytest.importorskip("einops")

import minigrad

X = np.arange(24.0, dtype=np.float32).reshape(2, 3, 4)
CALLS = {
    "rearrange": lambda x: einops.rearrange(x, "a b c -> c (b a)"),
    "split": lambda x: einops.rearrange(x, "a b (c d) -> a (b d) c", d=2),
    "a list": lambda x: einops.rearrange([x, x], "n a b c -> a b (n c)"),
    "reduce": lambda x: einops.reduce(x, "a b c -> a 1 c", "max"),
    "mean": lambda x: einops.reduce(x, "a b (c d) -> c", "mean", d=2),
    "prod": lambda x: einops.reduce(x + 1, "a b c -> b", "prod"),
    "repeat": lambda x: einops.repeat(x, "a b c -> a (b r) c k", r=2, k=3),
    "einsum": lambda x: einops.einsum(x, x, "a b c, a d c -> b d"),
    "pack": lambda x: einops.pack([x, x[:, 0]], "a * c")[0],
    "unpack": lambda x: einops.unpack(x, [(1,), (2,)], "a * c")[1],
    "parse_shape": lambda x: x * einops.parse_shape(x, "a _ c")["c"],
}


@pytest.mark.parametrize("name", CALLS)
def test_values_and_gradients_as_torchs(name):
    torch = pytest.importorskip("torch")
    found = []
    for lib in (minigrad, torch):
        x = lib.from_numpy(X.copy()).requires_grad_()
        y = CALLS[name](x)
        (y * y).sum().backward()
        found.append((y.detach().numpy(), x.grad.numpy()))
    for ours, theirs in zip(*found):
        np.testing.assert_allclose(ours, theirs, rtol=1e-5)


@pytest.mark.parametrize(
    "first",
    [
        "import einops, minigrad as torch",
        "import minigrad as torch, einops",
        "import minigrad as torch, sys; sys.modules['torch'] = torch; import einops",
    ],
)
def test_in_whatever_order_the_two_are_imported(first):
    then = "print(einops.rearrange(torch.nn.Parameter(torch.ones(2, 3)), 'a b -> b a').shape)"
    run = [sys.executable, "-c", f"{first}\n{then}"]
    assert subprocess.run(run, capture_output=True, text=True).stdout == "minigrad.Size([3, 2])\n"


def test_importing_us_does_not_import_einops():
    code = "import sys, minigrad; print('einops' in sys.modules)"
    run = [sys.executable, "-c", code]
    assert subprocess.run(run, capture_output=True, text=True).stdout == "False\n"
