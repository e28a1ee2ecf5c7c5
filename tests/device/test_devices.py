"""What lies on the CPU where a GPU computes: moved, or refused in PyTorch's words; never silent."""

import pytest

import minigrad
from minigrad.nn import functional as F
from tests.device import fake
from tests.device.compare import Library
from tests.device.training import TRAINING

GPU = Library("cuda")
APART = (
    "Expected all tensors to be on the same device, but got {} is on cpu, different from other "
    "tensors on cuda:0"
)
SEED = "invalid gradient at index 0 - expected device cuda:0 but got cpu"
GRAD = (
    "attempting to assign a gradient with device type 'cpu' to a tensor with device type 'cuda'. "
    "Please ensure that the gradient and the tensor are on the same device"
)


def host(*numbers):
    return minigrad.tensor(numbers)


REFUSED = {
    "a seed": (SEED, lambda x: (x * 2).backward(minigrad.ones(3, 4))),
    "a seed of grad": (SEED, lambda x: minigrad.autograd.grad(x * 2, x, minigrad.ones(3, 4))),
    "a gradient": (GRAD, lambda x: setattr(x, "grad", minigrad.ones(3, 4))),
    "gather": (APART.format("index"), lambda x: x.gather(0, host([0]))),
    "scatter": (APART.format("index"), lambda x: x.scatter(0, host([0]), 1.0)),
    "scatter, source": (
        APART.format("src"),
        lambda x: x.scatter(0, GPU.tensor([[0]]), minigrad.ones(1, 1)),
    ),
    "scatter_add, source": (
        APART.format("src"),
        lambda x: x.scatter_add(0, GPU.tensor([[0]]), minigrad.ones(1, 1)),
    ),
    "index_select": (APART.format("index"), lambda x: x.index_select(0, host(0))),
    "embedding": (APART.format("index"), lambda x: F.embedding(host(0, 2), x)),
    "cross_entropy": (APART.format("target"), lambda x: F.cross_entropy(x, host(0, 1, 2))),
    "nll_loss": (APART.format("target"), lambda x: F.nll_loss(x, host(0, 1, 2))),
    "values": (
        APART.format("values"),
        lambda x: x.detach().__setitem__(GPU.tensor([0, 1]), minigrad.ones(2, 4)),
    ),
}
TOGETHER = "Expected all tensors to be on the same device, but found at least two devices, "
MIXED = {
    "a sum": lambda x: x + minigrad.ones(3, 4),
    "a sum, from the CPU": lambda x: minigrad.ones(3, 4) + x,
    "a comparison": lambda x: x == minigrad.ones(3, 4),
    "where": lambda x: minigrad.where(x > 0, x, minigrad.ones(3, 4)),
    "a condition": lambda x: minigrad.where(minigrad.ones(3, 4) > 0, x, 0.0),
    "masked_fill": lambda x: x.masked_fill(minigrad.ones(3, 4) > 0, 0.0),
    "add_": lambda x: x.detach().add_(minigrad.ones(3, 4)),
    "add_ to the CPU's": lambda x: minigrad.ones(3, 4).add_(x.detach()),
    "matmul": lambda x: x @ minigrad.ones(4, 2),
    "cat": lambda x: minigrad.cat([x, minigrad.ones(3, 4)]),
    "mse_loss": lambda x: F.mse_loss(x, minigrad.ones(3, 4)),
    "a weight": lambda x: F.cross_entropy(x, GPU.tensor([0, 1, 2]), minigrad.ones(4)),
    "conv1d": lambda x: F.conv1d(GPU.ones(1, 1, 4), minigrad.ones(1, 1, 2)),
}
REFUSED.update({name: (TOGETHER, act) for name, act in MIXED.items()})


@pytest.mark.parametrize("name", REFUSED)
def test_what_lies_apart_is_refused(device, name):
    words, act = REFUSED[name]
    x = GPU.ones(3, 4).requires_grad_()
    with pytest.raises(RuntimeError) as error:
        act(x)
    assert str(error.value).startswith(words)
    assert x.grad is None and (x.detach() == 1).all()


@pytest.mark.parametrize("name", ["a seed", "a seed of grad", "a gradient"])
def test_the_words_are_torchs(name):
    """Torch is asked on its device "meta", which needs no GPU."""
    torch = pytest.importorskip("torch")
    x = torch.ones(3, 4, device="meta", requires_grad=True)
    acts = {
        "a seed": lambda: (x * 2).backward(torch.ones(3, 4)),
        "a seed of grad": lambda: torch.autograd.grad(x * 2, x, torch.ones(3, 4)),
        "a gradient": lambda: setattr(x, "grad", torch.ones(3, 4)),
    }
    with pytest.raises(RuntimeError) as error:
        acts[name]()
    ours = REFUSED[name][0].replace("cuda:0", "meta").replace("cuda", "meta")
    assert str(error.value) == ours


MOVED = {  # as PyTorch moves them: a single number, what is copied, what says where
    "a seed of one number": lambda x: (x.sum().backward(minigrad.tensor(2.0)), x.grad)[1],
    "a number": lambda x: x * minigrad.tensor(2.0),
    "a number to choose": lambda x: minigrad.where(x > 0, x, minigrad.tensor(2.0)),
    "a number to fill with": lambda x: x.masked_fill(x > 0, minigrad.tensor(2.0)),
    "an index": lambda x: x[host(0, 2)],
    "a mask": lambda x: x[minigrad.tensor([True, False, True])],
    "a number written by index": lambda x: write(x, GPU.tensor([0]), minigrad.tensor(2.0)),
    "a row": lambda x: write(x, 0, minigrad.ones(4)),
    "copy_": lambda x: x.detach().copy_(minigrad.ones(4)),
}


def write(x, key, value):
    y = x.detach().clone()
    y[key] = value
    return y


@pytest.mark.parametrize("name", MOVED)
def test_what_may_lie_apart_is_moved(device, name):
    found = MOVED[name](GPU.ones(3, 4).requires_grad_())
    assert found.is_cuda and found.cpu().numel()


@pytest.mark.parametrize("shape", [(), (3,)])
def test_the_gradient_of_what_was_copied_goes_back(device, shape):
    w = minigrad.ones(shape).requires_grad_()
    y = GPU.zeros(2, 3)
    y[0] = w
    (y * y * 3).sum().backward()
    assert not w.grad.is_cuda
    assert w.grad.tolist() == (18.0 if shape == () else [6.0] * 3)


# ------------------------------------------------------------------ two GPUs


@pytest.fixture
def gpus():
    with fake.installed():
        yield


@pytest.mark.usefixtures("gpus")
@pytest.mark.parametrize("name", TRAINING)
def test_training_stays_on_its_gpu(name):
    """All that is made on the way is on "cuda:1", where the first tensor went."""
    for _, found in TRAINING[name](Library("cuda:1")):
        assert {x.device for x in found} <= {minigrad.device("cuda:1")}


@pytest.mark.usefixtures("gpus")
def test_one_gpu_computes_at_a_time():
    x = minigrad.arange(3.0, device="cuda")
    assert x.device == minigrad.device("cuda:0")
    y = x.to("cuda:1")
    assert minigrad.cuda.current_device() == 1 and (y * 2).device == y.device
    assert x.device == minigrad.device("cuda:0")
    assert x.cpu().tolist() == y.cpu().tolist() == y.to("cuda:1").tolist() == [0.0, 1.0, 2.0]
    with pytest.raises(RuntimeError, match="two devices, cuda:0 and cuda:1"):
        x + y
    with pytest.raises(ValueError, match="different from the current"):  # not silently elsewhere
        x * 2
    minigrad.cuda.set_device(0)
    assert (x * 2).device == x.device
