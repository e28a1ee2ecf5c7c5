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


def test_matrices_of_it_are_not_multiplied():
    x = minigrad.ones(2, 2).bfloat16()
    with pytest.raises(NotImplementedError, match="compute in float32"):
        x @ x
