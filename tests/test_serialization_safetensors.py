"""Files of safetensors: its NumPy half reads and writes them, and PyTorch has the same in them."""

import pytest

import minigrad
from minigrad import nn

numpy_files = pytest.importorskip("safetensors.numpy")


def made(lib):
    lib.manual_seed(0)
    model = lib.nn.Sequential(lib.nn.Conv2d(1, 2, 3), lib.nn.BatchNorm2d(2), lib.nn.Flatten())
    return model.append(lib.nn.Linear(8, 3))


def save(model, path):
    arrays = {name: x.contiguous().numpy() for name, x in model.state_dict().items()}
    numpy_files.save_file(arrays, path)


def load(path):
    return {name: minigrad.from_numpy(x) for name, x in numpy_files.load_file(path).items()}


class Turned(nn.Module):
    """Has a buffer that does not lie in memory as it is read."""

    def __init__(self):
        super().__init__()
        self.register_buffer("x", minigrad.arange(6).reshape(2, 3).t())


def same(mine, theirs):
    assert mine.keys() == theirs.keys()
    for name, x in mine.items():
        y = theirs[name]
        assert (str(x.dtype)[9:], x.tolist()) == (str(y.dtype).rpartition(".")[2], y.tolist())


def test_a_model_is_saved_and_loaded(tmp_path):
    model, other = made(minigrad), made(minigrad)
    nn.init.zeros_(other[3].weight)
    save(model, tmp_path / "model.safetensors")
    other.load_state_dict(load(tmp_path / "model.safetensors"))
    same(other.state_dict(), model.state_dict())


def test_what_was_loaded_can_be_trained(tmp_path):
    numpy_files.save_file({"x": minigrad.ones(3).numpy()}, tmp_path / "x.safetensors")
    x = load(tmp_path / "x.safetensors")["x"].requires_grad_()
    (x * x).sum().backward()
    with minigrad.no_grad():
        x -= x.grad
    assert x.tolist() == [-1.0, -1.0, -1.0]


def test_transposed_numbers_keep_their_places(tmp_path):
    save(Turned(), tmp_path / "x.safetensors")
    assert load(tmp_path / "x.safetensors")["x"].tolist() == [[0, 3], [1, 4], [2, 5]]


def test_pytorch_reads_and_writes_the_same_files(tmp_path):
    torch = pytest.importorskip("torch")
    theirs = pytest.importorskip("safetensors.torch")
    save(made(minigrad), tmp_path / "mine.safetensors")
    model = made(torch)
    model.load_state_dict(theirs.load_file(tmp_path / "mine.safetensors"))
    same(made(minigrad).state_dict(), model.state_dict())
    torch.nn.init.constant_(model[3].bias, 0.25)
    theirs.save_file(model.state_dict(), tmp_path / "theirs.safetensors")
    other = made(minigrad)
    other.load_state_dict(load(tmp_path / "theirs.safetensors"))
    same(other.state_dict(), model.state_dict())
