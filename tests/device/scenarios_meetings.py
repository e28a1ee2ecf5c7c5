"""What a tensor on the GPU meets, and how one leaves it: as numbers, words, copies, a file."""

import copy
import io
import pickle

import numpy as np

import minigrad
from tests.device.scenario import SCENARIOS, leaf, pulled, scenario

MEETINGS = {
    "a number": lambda lib, x: [x * 2, 2 - x, 1 / x, x**2, 2**x, x % 2, 3 % x, x + True],
    "a number of NumPy's": lambda lib, x: [x * np.float64(2), np.float64(2) * x, x + np.int64(1)],
    "a 0-d tensor of the CPU's": lambda lib, x: [
        x * minigrad.tensor(2.0),
        minigrad.tensor(2.0) - x,
        x / minigrad.tensor(3),
    ],
    "a 0-d tensor": lambda lib, x: [x * x[0], x.sum() - x, x + lib.tensor(2)],
    "other types": lambda lib, x: [x + lib.tensor([1, 2, 3]), x * (x > 0), x.float() * x.long()],
    "powers of integers": lambda lib, x: [
        lib.tensor([-2, -1, -1, 1, 0]) ** lib.tensor([-1, -1, -2, -3, -1]),
        2 ** lib.tensor([-1, 2]),
    ],
    "comparisons": lambda lib, x: [x > 1, x == x, x != 2, 0 <= x, (x > 0) & (x < 1), ~(x > 0)],
    "conversions": lambda lib, x: [x.to(lib.float32), x.long(), x.bool(), x.type(lib.int32)],
    "likes": lambda lib, x: [lib.zeros_like(x), lib.ones_like(x), x.new_zeros(2)],
    "keys": lambda lib, x: [x[lib.tensor([True, False, True])], x[minigrad.tensor([0, 2])]],
    "a 0-d key": lambda lib, x: [x[lib.tensor(1)]],
    "iteration": lambda lib, x: [*x, len(x), sum(x)],
    "facts": lambda lib, x: [x.numel(), x.nbytes, x.element_size(), str(x.dtype), x.ndim],
}


def meeting(meet):
    """A scenario: what a leaf and something else give, and the gradient."""

    def run(lib):
        x = leaf(lib, 3)
        found = meet(lib, x)
        yield "value", found
        for out in found:
            if isinstance(out, type(x)) and out.requires_grad:
                x.grad = None
                out.sum().backward()
                yield "gradient", [x.grad]

    return run


SCENARIOS.update({f"meet {name}": meeting(meet) for name, meet in MEETINGS.items()})


@scenario
def a_number_of_the_cpus_is_trained(lib):
    x, w = leaf(lib, 3), minigrad.tensor(2.0, dtype=minigrad.float64, requires_grad=True)
    (x * w).sum().backward()
    yield "gradient", [x.grad, w.grad.item(), w.grad.is_cuda]


@scenario
def leave_the_gpu(lib):
    x = leaf(lib, 2, 2)
    y = x.detach()
    yield "numbers", [x.tolist(), x[0, 0].item(), float(y[0, 1]), int(y[1, 1]), bool(y[0, 0] > 0)]
    yield "numpy", [x.numpy(force=True).tolist(), x.detach().cpu().numpy().tolist()]
    yield "gradient", pulled(x.cpu().to(x.device) * 2, x)


@scenario
def leave_as_it_lies(lib):
    x = leaf(lib, 2, 3, 4).detach()
    for y in (x, x.permute(2, 0, 1), x.transpose(0, 1), x[0].t(), x[0, 0, 1]):
        there = y.cpu()
        back = there.to(x.device)
        yield "there and back", [y, back, there.stride(), back.stride(), y.clone().stride()]


@scenario
def leave_as_words(lib):
    x = leaf(lib, 2, 2)
    words = repr(x).replace(", device='cuda:0'", "")
    yield "words", [words.split(), f"{x[0, 0].detach():.2f}"]  # where lines end is the device's


@scenario
def leave_as_a_copy(lib):
    x = leaf(lib, 2, 2)
    (x * x).sum().backward()
    twin = copy.deepcopy(x)
    yield "deepcopy", [twin, twin.grad]
    yield "pickle", [pickle.loads(pickle.dumps(x))]


@scenario
def leave_as_a_file(lib):
    x, file = leaf(lib, 2, 2), io.BytesIO()
    lib.save({"x": x, "part": x[0]}, file)
    file.seek(0)
    found = lib.load(file, map_location=x.device)
    yield "value", [found["x"], found["part"]]


# ------------------------------------------------------------------ networks


@scenario
def numbers_at_random(lib):
    lib.manual_seed(3)
    x = lib.zeros(2, 3)
    yield "made", [lib.rand(2), lib.randn(2, 2), lib.randint(5, (3,)), lib.randperm(4)]
    lib.manual_seed(4)
    yield "like", [lib.rand_like(x), lib.randn_like(x)]


@scenario
def first_values(lib):
    x, init = lib.zeros(3, 4), lib.nn.init
    for name in ("ones_", "zeros_", "uniform_", "normal_", "xavier_uniform_", "kaiming_normal_"):
        lib.manual_seed(3)
        getattr(init, name)(x)
        yield name, [x.clone()]
    yield "constant_", [init.constant_(x, 2.5)]


@scenario
def functions_of_networks(lib):
    F, x = lib.nn.functional, leaf(lib, 3, 4)
    yield "one_hot", [F.one_hot(lib.tensor([2, 0]), 4), F.one_hot(lib.tensor([2, 0]))]
    lib.manual_seed(3)
    yield "dropout", pulled(F.dropout(x * 1, 0.5), x)
    x.grad = None
    yield "linear", pulled(F.linear(x, x.detach(), x.detach()[:, 0]), x)


@scenario
def a_network_moves(lib):
    lib.manual_seed(3)
    net = lib.nn.Sequential(lib.nn.Linear(3, 2), lib.nn.ReLU()).to(lib.zeros(1).device)
    twin = copy.deepcopy(net)
    with lib.no_grad():
        net[0].weight.mul_(2)
    twin.load_state_dict(net.state_dict())
    yield "state", [*twin.parameters()]
    twin.load_state_dict({name: x.cpu() for name, x in net.state_dict().items()})
    yield "state from the CPU", [*twin.parameters()]
    yield "and type", [*twin.double().parameters()]
    yield "there and back", [*twin.cpu().to(lib.zeros(1).device).parameters()]


@scenario
def softmax_of_nothing(lib):
    x = lib.zeros(2, 0).requires_grad_()
    yield "value", [x.softmax(1), x.log_softmax(1), x.softmax(0), x.logsumexp(1), x.logsumexp(0)]
    x.softmax(1).sum().backward()
    yield "gradient", [x.grad]


@scenario
def products_with_zeros(lib):
    x = lib.tensor([[2.0, 0.0, 3.0], [0.0, 4.0, 0.0], [1.0, 2.0, 5.0]], dtype=lib.float64)
    x.requires_grad_()
    for compute in (
        lambda: x.prod(),
        lambda: x.prod(1).sum(),
        lambda: x.cumprod(0).sum(),
        lambda: x.cumprod(1)[:, 2].sum(),
    ):
        (g,) = lib.autograd.grad(compute(), x, create_graph=True)
        yield "gradient", [g, *lib.autograd.grad((g * g).sum(), x)]
