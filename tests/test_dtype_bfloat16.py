"""bfloat16: its name is always there, its numbers come with ml_dtypes; no graph goes on in it."""

import copy
import pickle
import sys

import pytest

import minigrad
from tests.ops.expressions import as_torch


def test_the_type_alone_needs_nothing(monkeypatch):
    monkeypatch.setitem(sys.modules, "ml_dtypes", None)
    monkeypatch.setattr(minigrad.bfloat16, "_numpy", None)
    kind = minigrad.bfloat16
    assert repr(kind) == "minigrad.bfloat16" and kind == kind and kind != minigrad.float16
    assert (kind.itemsize, kind.is_floating_point, kind.is_signed) == (2, True, True)
    assert copy.deepcopy(kind) is pickle.loads(pickle.dumps(kind)) is kind
    with pytest.raises(ImportError, match="pip install ml_dtypes"):
        minigrad.ones(2, dtype=kind)
    with pytest.raises(ImportError, match="pip install ml_dtypes"):
        minigrad.ones(2).bfloat16()


@pytest.fixture(autouse=True)
def numbers(request):
    if "alone" not in request.node.name:
        pytest.importorskip("ml_dtypes")


test_as_torch = as_torch("""
f.bfloat16(), torch.ones(2, dtype=torch.bfloat16), torch.tensor(1.2345678, dtype=torch.bfloat16)
g = torch.tensor([1.2345678, -3], dtype=torch.bfloat16); g + g, g * 3, g / 3, g - 1, g**2, -g, g > 1
g = torch.tensor([1.2345678, -3], dtype=torch.bfloat16); g + f, g + d, g + i, g * s, i * g, g + h
g = torch.tensor([1.5, 2], dtype=torch.bfloat16); g.exp(), g.sqrt(), g.relu(), g.abs()
g = torch.tensor([1.5, 2], dtype=torch.bfloat16); g.sum(), g.mean(), g.max(), g.argmax()
g = torch.tensor([1.5, 2], dtype=torch.bfloat16); g.cumsum(0), g.clamp(0, 1.75), g.softmax(0)
g = torch.tensor([1.5, 2], dtype=torch.bfloat16); g.float(), g.half(), g.long()
g = torch.tensor([1.5, 2], dtype=torch.bfloat16); g.tolist(), g.type(), g.isnan()
g = torch.tensor([1.5, 2], dtype=torch.bfloat16); torch.cat([g, g]), torch.zeros_like(g), g.fill_(3)
g = torch.tensor([1.5, 2], dtype=torch.bfloat16); torch.where(g > 1.7, g, 0)
torch.full((2,), 1.5, dtype=torch.bfloat16), torch.arange(3, dtype=torch.bfloat16)
f.bfloat16().is_floating_point(), f.bfloat16().element_size(), torch.BFloat16Tensor([1.5])
torch.promote_types(torch.half, torch.bfloat16), torch.promote_types(torch.bfloat16, torch.long)
""")


def test_a_graph_does_not_go_on_in_it():
    x = minigrad.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match=r"^bfloat16 takes no part in a graph: compute in"):
        x.bfloat16()
    assert x.detach().bfloat16().dtype is minigrad.bfloat16
    with minigrad.no_grad():
        assert x.to(minigrad.bfloat16).requires_grad is False
    with pytest.raises(RuntimeError, match="can require gradients"):
        minigrad.ones(2, dtype=minigrad.bfloat16, requires_grad=True)
    with pytest.raises(RuntimeError, match="data set to a tensor that requires gradients"):
        x.data = minigrad.ones(2).bfloat16()


@pytest.mark.parametrize(
    "call",
    [
        lambda x, w: x * w,
        lambda x, w: w - x,
        lambda x, w: minigrad.where(x > 1, x, w),
        lambda x, w: minigrad.lerp(x, x, w),
        lambda x, w: minigrad.addcmul(x, x, w),
        lambda x, w: x.mul_(w),
        lambda x, w: x.copy_(w.expand(2)),
        lambda x, w: x.fill_(w),
        lambda x, w: x.__setitem__(0, w),
        lambda x, w: x[:1].add_(w),
        lambda x, w: w.expand(2).softmax(0, dtype=minigrad.bfloat16),
    ],
)
def test_no_operation_records_it(call):
    x, w = minigrad.ones(2).bfloat16(), minigrad.tensor(2.0, requires_grad=True)
    with pytest.raises(RuntimeError, match=r"^bfloat16 takes no part in a graph"):
        call(x, w)
    assert x.tolist() == [1, 1] and not x.requires_grad
    call(minigrad.ones(2).bfloat16(), w.detach())
    with minigrad.no_grad():
        call(x, w)


def test_what_has_no_gradient_takes_both():
    x, w = minigrad.ones(2).bfloat16(), minigrad.tensor(2.0, requires_grad=True)
    assert (x < w).all() and not x.requires_grad
    assert (x + w.expand(2)).dtype is minigrad.float32  # is recorded


def test_matrices_of_it_are_not_multiplied():
    x = minigrad.ones(2, 2).bfloat16()
    with pytest.raises(NotImplementedError, match="compute in float32"):
        x @ x
