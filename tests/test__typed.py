"""Tensors by the name of their type, as old code makes them: PyTorch's answers."""

import pytest

import minigrad
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.FloatTensor([1, 2]), torch.LongTensor([1.7, 2]), torch.BoolTensor([0, 1]), torch.FloatTensor()
torch.FloatTensor(2, 3).shape, torch.DoubleTensor(torch.Size([2, 2])).dtype
torch.FloatTensor((2, 3)), torch.ByteTensor(np.array([3, 4]))
torch.FloatTensor(3.0)
torch.FloatTensor([[1, 2], [3]])
torch.FloatTensor(f).data_ptr() == f.data_ptr()
isinstance(f, torch.FloatTensor), isinstance(d, torch.FloatTensor), isinstance(i, torch.LongTensor)
isinstance(1.0, torch.FloatTensor), torch.FloatTensor.dtype == torch.float32
f.type(torch.LongTensor), f.type(torch.FloatTensor) is f, f.type("torch.DoubleTensor")
""")


@pytest.mark.parametrize("name", ["FloatTensor", "LongTensor", "HalfTensor", "CharTensor"])
def test_each_name_is_public(name):
    assert getattr(minigrad, name).__name__ == name and name in minigrad.__all__
