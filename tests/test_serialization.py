"""`save` and `load`: what comes back, what PyTorch makes of it, and what is refused."""

import io
import pickle
from collections import OrderedDict

import numpy as np
import pytest

import minigrad
from minigrad import nn


def network():
    return nn.Sequential(nn.Linear(3, 2), nn.Tanh(), nn.Linear(2, 1))


def everything(lib):
    """One of each thing that a file can hold, of either library."""
    x = lib.arange(6.0).view(2, 3)
    return {
        "numbers": [1, -(2**40), 2.5, True, None, float("inf"), "ä"],
        "types": [lib.float64, lib.Size([2, 3])],
        "tensors": (x, x.t(), x[0, 1:], x[1, 2], lib.zeros(0, 3), lib.tensor(True)),
        "needs": lib.ones(2, requires_grad=True),
        "all": [lib.ones(2, dtype=getattr(lib, name)) for name in "int8 uint8 int64 half".split()],
        "parameter": lib.nn.Parameter(lib.ones(1)),
        3: OrderedDict(a=()),
    }


def plain(value):
    """Turn what came back into lists that two libraries have in common."""
    if isinstance(value, dict):
        return type(value).__name__, [(key, plain(v)) for key, v in value.items()]
    if type(value) in (list, tuple):
        return type(value).__name__, [plain(v) for v in value]
    if hasattr(value, "numel") and hasattr(value, "stride"):
        kind = str(value.dtype).rpartition(".")[2]
        return type(value).__name__, kind, list(value.shape), value.requires_grad, value.tolist()
    return repr(value).replace("torch.", "").replace("minigrad.", "")


def through(write, read, obj):
    file = io.BytesIO()
    write(obj, file)
    file.seek(0)
    return read(file)


def test_everything_comes_back():
    found = through(minigrad.save, minigrad.load, everything(minigrad))
    assert plain(found) == plain(everything(minigrad))


def test_torch_reads_it_and_is_read():
    torch = pytest.importorskip("torch")
    expected = plain(everything(torch))
    assert plain(through(minigrad.save, torch.load, everything(minigrad))) == expected
    assert plain(through(torch.save, minigrad.load, everything(torch))) == expected


def test_a_model_trained_here_goes_on_there():
    torch = pytest.importorskip("torch")
    model, x = network(), np.linspace(-1, 1, 12, dtype=np.float32).reshape(4, 3)
    twin = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.Tanh(), torch.nn.Linear(2, 1))
    state = through(minigrad.save, torch.load, model.state_dict())
    twin.load_state_dict(state)
    ours = model(minigrad.from_numpy(x))
    assert np.allclose(ours.tolist(), twin(torch.from_numpy(x)).tolist(), atol=1e-6)
    back = network()
    back.load_state_dict(through(torch.save, minigrad.load, twin.state_dict()))
    assert back(minigrad.from_numpy(x)).equal(ours)


def test_one_memory_is_saved_once_and_shared_again():
    x = minigrad.ones(1000)
    file = io.BytesIO()
    minigrad.save([x, x], file)
    assert len(file.getvalue()) < 6000
    a, b = through(minigrad.save, minigrad.load, [x, x])
    a[0] = 7
    assert b[0].item() == 7 and x[0].item() == 1


def test_a_file_is_replaced_when_the_new_one_is_complete(tmp_path):
    path = tmp_path / "model.pt"
    minigrad.save({"a": 1}, path)
    with pytest.raises(TypeError, match=r"cannot pickle 'generator' object"):
        minigrad.save({"a": (x for x in ())}, path)
    assert minigrad.load(path) == {"a": 1} == minigrad.load(str(path))
    assert [p.name for p in tmp_path.iterdir()] == ["model.pt"]


def test_a_broken_disk_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "model.pt"
    minigrad.save(1, path)

    def full(*args):
        raise OSError("No space left on device")

    monkeypatch.setattr("minigrad.serialization._write", full)
    with pytest.raises(OSError, match="No space"):
        minigrad.save(2, path)
    assert minigrad.load(path) == 1 and len(list(tmp_path.iterdir())) == 1


def test_a_whole_model_is_loaded_where_the_file_is_trusted():
    model, x = network(), minigrad.ones(1, 3)
    file = io.BytesIO()
    minigrad.save({"model": model, "first": model[0].weight}, file)
    file.seek(0)
    with pytest.raises(pickle.UnpicklingError, match=r"^Weights only load failed\. This file can"):
        minigrad.load(file)
    file.seek(0)
    found = minigrad.load(file, weights_only=False)
    assert found["model"](x).equal(model(x))
    assert found["first"] is found["model"][0].weight  # one parameter stays one
    assert repr(found["model"]) == repr(model)


def test_a_whole_model_of_torch_is_refused_with_what_to_do_instead():
    torch = pytest.importorskip("torch")
    with pytest.raises(pickle.UnpicklingError, match=r"torch\.nn\..*Linear.* save its state_dict"):
        through(torch.save, lambda f: minigrad.load(f, weights_only=False), torch.nn.Linear(1, 1))


def sharing(lib):
    """Tensors on one memory, sets, devices and other plain values, of either library."""
    x = lib.arange(10.0)
    grid = x.view(2, 5).t()
    return {
        "views": [x[2:4], grid, x, grid[1:3], x[3]],
        "more": [{1, "a"}, set(), lib.device("cpu"), lib.device("cuda:1"), 3 + 4j, b"bytes"],
        "spread": lib.ones(1, 2).expand(3, 2),
    }


def shared(write, read, lib):
    """What comes back, after a write through the first view."""
    found = through(write, read, sharing(lib))
    found["views"][0].mul_(10)
    return plain(found)


def test_tensors_that_share_memory_share_it_again():
    found = through(minigrad.save, minigrad.load, sharing(minigrad))
    found["views"][0].fill_(7)
    assert found["views"][2].tolist() == [0, 1, 7, 7, 4, 5, 6, 7, 8, 9]
    assert found["views"][3].tolist() == [[1, 6], [7, 7]]
    assert found["views"][4].item() == 7


def test_torch_shares_and_reads_the_same():
    torch = pytest.importorskip("torch")
    expected = shared(torch.save, torch.load, torch)
    assert shared(minigrad.save, minigrad.load, minigrad) == expected
    assert shared(minigrad.save, torch.load, minigrad) == expected
    assert shared(torch.save, minigrad.load, torch) == expected


def test_a_view_saves_the_memory_that_it_shows():
    sizes = [through(minigrad.save, lambda f: len(f.read()), x) for x in (
        minigrad.ones(1000)[:5], minigrad.ones(1000)[:5].clone()
    )]  # fmt: skip
    assert sizes[0] > 4000 > sizes[1]


def test_a_memory_of_another_type_is_copied():
    bits = np.arange(4, dtype=np.int32)
    x = minigrad.from_numpy(bits.view(np.float32)[::2])
    assert through(minigrad.save, minigrad.load, x).equal(x)


@pytest.mark.parametrize("protocol", [2, 4])
def test_nothing_in_a_file_is_run(protocol):
    class Evil:
        def __reduce__(self):
            return print, ("run",)

    file = io.BytesIO()
    minigrad.serialization._write(file, pickle.dumps({"a": Evil()}, protocol), [])
    with pytest.raises(pickle.UnpicklingError, match=r"Unsupported global: \w+\.print is neither"):
        minigrad.load(file)


def test_a_tensor_outside_its_memory_is_damage():
    file, x = io.BytesIO(), minigrad.ones(2)
    words, storages = minigrad.serialization._pickled(x)
    damaged = words.replace(b"K\x02\x85", b"K\x09\x85", 1)  # its shape
    assert damaged != words
    minigrad.serialization._write(file, damaged, storages)
    with pytest.raises(pickle.UnpicklingError, match="outside its memory"):
        minigrad.load(file)


def test_what_is_no_such_file_says_so(tmp_path):
    path = tmp_path / "old.pt"
    path.write_bytes(pickle.dumps(1))
    with pytest.raises(RuntimeError, match=r"not a zip archive\nPyTorch before 1.6"):
        minigrad.load(path)
    with pytest.raises(FileNotFoundError):
        minigrad.load(tmp_path / "missing.pt")


def test_map_location_moves_all():
    [x] = through(minigrad.save, lambda f: minigrad.load(f, "cpu"), [minigrad.ones(1)])
    assert x.device == minigrad.device("cpu")


def test_map_location_is_a_dict_or_a_function_too():
    asked = []

    def where(memory, location):
        asked.append((memory.tolist(), location))

    for places in ({"cpu": "cpu", "cuda:0": "cpu"}, {}, where, lambda memory, location: memory):
        [x] = through(minigrad.save, lambda f, p=places: minigrad.load(f, p), [minigrad.ones(2)])
        assert x.device == minigrad.device("cpu")
    assert asked == [([1.0, 1.0], "cpu")]


def test_bfloat16_goes_both_ways():
    torch = pytest.importorskip("torch")
    pytest.importorskip("ml_dtypes")
    for one, other in ((minigrad, torch), (torch, minigrad), (minigrad, minigrad)):
        x = one.tensor([1.0, 2.5, -3.0]).to(one.bfloat16)
        found, kind = through(one.save, other.load, [x[1:], one.bfloat16])
        assert (found.float().tolist(), found.dtype) == ([2.5, -3.0], other.bfloat16)
        assert kind is other.bfloat16
