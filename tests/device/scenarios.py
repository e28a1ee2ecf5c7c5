"""Short programs about memory: writes, views, hooks, and how one leaves the GPU."""

import copy
import io
import pickle
import warnings

import numpy as np

SCENARIOS = {}


def scenario(function):
    """Collect it under its name."""
    SCENARIOS[function.__name__] = function
    return function


def leaf(lib, *shape):
    """A leaf of even numbers, some below 0."""
    count = int(np.prod(shape))
    numbers = (np.arange(count).reshape(shape) - count // 3) * 0.5 + 0.25
    return lib.tensor(numbers.tolist(), dtype=lib.float64).requires_grad_()


def pulled(out, *leaves):
    """The result, and the gradients of a weighted sum of it."""
    (out * out * 0.5 + out).sum().backward()
    return [out, *(x.grad for x in leaves)]


# ------------------------------------------------------------------ writes


def written(write, *shape):
    """A scenario: `write` into twice a leaf; the second argument is a constant of its shape."""

    def run(lib):
        x = leaf(lib, *shape)
        y = x * 2
        write(lib, y)
        yield "value", [y]
        yield "gradient", pulled(y, x)

    return run


def tensor(lib, *numbers):
    return lib.tensor(list(numbers), dtype=lib.float64)


def set_item(x, key, value):
    x[key] = value


WRITES = {
    "a number at a position": lambda lib, y: set_item(y, (0, 1), 3.0),
    "a number in a row": lambda lib, y: set_item(y, 1, 3.0),
    "a row": lambda lib, y: set_item(y, 1, tensor(lib, 1, 2, 3, 4)),
    "a column": lambda lib, y: set_item(y, (slice(None), 1), tensor(lib, 1, 2, 3)),
    "every second column": lambda lib, y: set_item(y, (..., slice(None, None, 2)), 2.0),
    "a number everywhere": lambda lib, y: set_item(y, ..., 2.0),
    "a tensor everywhere": lambda lib, y: set_item(y, slice(None), tensor(lib, 1, 2, 3, 4)),
    "a 0-d tensor in a row": lambda lib, y: set_item(y, 0, lib.tensor(2.0)),
    "by a mask": lambda lib, y: set_item(y, y > 1, 0.0),
    "by a mask, several": lambda lib, y: set_item(y, y > 5, tensor(lib, 1, 2, 3)),
    "by a list": lambda lib, y: set_item(y, [0, 2], 1.5),
    "by a tensor": lambda lib, y: set_item(y, lib.tensor([2, 0]), tensor(lib, 1, 2, 3, 4)),
    "by two tensors": lambda lib, y: set_item(y, (lib.tensor([2, 0]), lib.tensor([1, 3])), 9.0),
    "by a 0-d tensor": lambda lib, y: set_item(y, lib.tensor(1), 9.0),
    "one row from another": lambda lib, y: set_item(y, 0, y[1] * 3),
    "a row from its neighbour": lambda lib, y: y[1:].copy_(y[:-1].clone()),
    "rows over themselves": lambda lib, y: y[1:].copy_(y[:-1]),
    "add_": lambda lib, y: y.add_(y.detach(), alpha=2),
    "mul_": lambda lib, y: y.mul_(tensor(lib, 1, 2, 3, 4)),
    "sub_ of a row": lambda lib, y: y[0].sub_(1.5),
    "div_ of a transpose": lambda lib, y: y.t().div_(2),
    "exp_ of a column": lambda lib, y: y[:, 2].exp_(),
    "+=": lambda lib, y: y.__iadd__(1),
    "fill_": lambda lib, y: y.fill_(2.5),
    "fill_ with a tensor": lambda lib, y: y[0].fill_(lib.tensor(2.5)),
    "zero_": lambda lib, y: y[1].zero_(),
    "copy_ a number": lambda lib, y: y[1].copy_(4.0),
    "copy_ other type": lambda lib, y: y.copy_(lib.tensor([1, 2, 3, 4])),
    "clamp_": lambda lib, y: y.clamp_(-1, 1),
    "masked_fill_": lambda lib, y: y.masked_fill_(y > 1, 0.5),
    "index_put_ twice": lambda lib, y: y.index_put_(
        (lib.tensor([0, 0]),), tensor(lib, 1, 2, 3, 4), accumulate=True
    ),
    "index_add_": lambda lib, y: y.index_add_(0, lib.tensor([0, 0]), y.detach()[1:]),
    "scatter_": lambda lib, y: y.scatter_(1, lib.tensor([[0], [1], [3]]), 7.0),
    "scatter_add_": lambda lib, y: y.scatter_add_(0, lib.tensor([[0, 0, 1, 1]]), y.detach()[2:]),
    "a diagonal": lambda lib, y: y.diagonal().mul_(3),
    "unbound rows": lambda lib, y: y.unbind()[1].mul_(3) if not y.requires_grad else y.mul_(1),
    "a view of a view": lambda lib, y: y[1:][:, 1:].reshape(2, 3)[0].mul_(5),
    "a turned view": lambda lib, y: y.view(4, 3).t()[1:].add_(1),
    "an unsqueezed view": lambda lib, y: y.unsqueeze(0)[0, 1].mul_(4),
    "a single element": lambda lib, y: y[1, 2].mul_(4),
    "flipped order": lambda lib, y: y[[2, 1, 0]].mul_(3),
}
SCENARIOS.update({f"write {name}": written(write, 3, 4) for name, write in WRITES.items()})


@scenario
def write_into_integers(lib):
    x = lib.tensor([1, 2, 3])
    x[lib.tensor([0, 2])] = 7
    x += 1
    x[x > 3] *= 2
    yield "value", [x]
    x.index_add_(0, lib.tensor([0, 0]), lib.tensor([1, 1]))
    yield "added", [x]


@scenario
def write_into_data(lib):
    x = leaf(lib, 3)
    y = x * x
    x.data[0] = 5.0
    x.data.mul_(2)
    yield "value", [x, x._version]
    yield "gradient", pulled(y, x)


@scenario
def write_through_detach(lib):
    x = leaf(lib, 3)
    x.detach()[1:] = 5.0
    yield "value", [x, x._version]


@scenario
def write_into_a_leaf(lib):
    x = leaf(lib, 2, 3)
    with lib.no_grad():
        x -= 0.5
        x[0] = 1.0
        x.add_(x)
    yield "value", [x]
    yield "gradient", pulled(x * 2, x)


@scenario
def write_after_saving(lib):
    x = leaf(lib, 3)
    y = x * 2
    z = y * y
    y.add_(1)
    try:
        z.sum().backward()
    except RuntimeError as error:
        yield "error", [str(error).partition("]")[2][:60]]


# ------------------------------------------------------------------ views


VIEWS = {
    "T": lambda x: x.T,
    "reshape": lambda x: x.reshape(2, 6),
    "reshape of a transpose": lambda x: x.t().reshape(2, 6),
    "view": lambda x: x.view(-1),
    "view of rows": lambda x: x[1:].view(-1),
    "expand": lambda x: x[:, :1].expand(3, 5),
    "expand a number": lambda x: x[0, 0].expand(2, 2),
    "narrow": lambda x: x.narrow(1, 1, 2),
    "steps": lambda x: x[::2, ::3],
    "select": lambda x: x.select(0, 1),
    "number": lambda x: x[1, 1],
    "diagonal": lambda x: x.diagonal(1),
    "squeeze": lambda x: x[:1].squeeze(),
    "squeeze nothing": lambda x: x.squeeze(),
    "unsqueeze": lambda x: x.unsqueeze(1),
    "permute": lambda x: x.view(3, 2, 2).permute(2, 0, 1),
    "movedim": lambda x: x.movedim(0, 1),
    "flatten": lambda x: x.flatten(),
    "unflatten": lambda x: x.unflatten(1, (2, 2)),
    "split": lambda x: x.split(2, 1)[1],
    "chunk of all": lambda x: x.chunk(1)[0],
    "unbind": lambda x: x.unbind(1)[2],
    "none": lambda x: x[:0],
    "all": lambda x: x[...],
    "t of a row": lambda x: x[0].t(),
    "T of a row": lambda x: x[0].permute(0),
    "view_as": lambda x: x.view_as(x),
    "swapaxes": lambda x: x.transpose(0, 1),
}


def viewed(view):
    """A scenario: where the view lies, its gradient, and a write through it into the base."""

    def run(lib):
        x = leaf(lib, 3, 4)
        y = x * 1
        v = view(y)
        layout = [v.stride(), v.storage_offset(), v.is_contiguous(), v._is_view(), v._base is y]
        yield "layout", [v, v.numel() and layout]
        yield "gradient", pulled(v, x)
        y = x * 1
        v = view(y)
        alone = v.grad_fn.name()[:5] not in ("Split", "Unbin")
        if v._base is y and alone and 0 not in v.stride():
            v.mul_(2)
            yield "written", [y, v]
            yield "gradient of the base", pulled(y, x)

    return run


SCENARIOS.update({f"view {name}": viewed(view) for name, view in VIEWS.items()})


@scenario
def views_share_memory(lib):
    x = lib.arange(6.0)
    v = x.view(2, 3)
    v[0, 1] = 9.0
    yield "value", [x, v, v.data_ptr() == x.data_ptr(), x[1:].data_ptr() - x.data_ptr()]
    yield "versions", [x._version, v._version]


@scenario
def contiguous_copies(lib):
    x = leaf(lib, 3, 4)
    turned = x.t()
    copied = turned.contiguous()
    yield "value", [copied, copied.is_contiguous(), turned.is_contiguous(), x.contiguous() is x]
    yield "gradient", pulled(copied, x)


@scenario
def a_view_that_cannot_be(lib):
    try:
        lib.zeros(3, 4).t().view(12)
    except RuntimeError as error:
        yield "error", [str(error)]


# ------------------------------------------------------------------ backward, and hooks


@scenario
def a_number_backward(lib):
    x = leaf(lib)
    yield "gradient", pulled(x * x * x, x)


@scenario
def gradients_pile_up(lib):
    x = leaf(lib, 2, 3)
    for _ in range(3):
        (x * x).sum().backward()
    yield "gradient", [x.grad]
    x.grad.zero_()
    x.mean().backward()
    yield "after zero_", [x.grad]
    x.grad = None
    (x[0] * x[1]).mean().backward()
    yield "after None", [x.grad]


@scenario
def hooks_of_a_tensor(lib):
    x = leaf(lib, 3)
    y = x * x
    seen = []
    y.retain_grad()
    y.register_hook(lambda g: seen.append(g) or g * 2)
    x.register_hook(lambda g: g + 1)
    x.register_post_accumulate_grad_hook(lambda t: set_item(t.grad, 0, 10.0))
    y.sum().backward()
    yield "gradient", [x.grad, y.grad, *seen]


@scenario
def hooks_of_a_node(lib):
    x = leaf(lib, 3)
    y = x.exp() * 2
    seen = []
    y.grad_fn.register_hook(lambda inputs, outputs: seen.extend([*inputs[:1], *outputs]))
    y.grad_fn.register_prehook(lambda grads: (grads[0] * 3,))
    y.sum().backward()
    yield "gradient", [x.grad, *seen]


@scenario
def hooks_of_saved_tensors(lib):
    x = leaf(lib, 3)
    with lib.autograd.graph.saved_tensors_hooks(lambda t: t.cpu(), lambda t: t.to(x.device)):
        y = x * x.exp()
    y.sum().backward()
    yield "gradient", [x.grad]


@scenario
def hooks_of_a_module(lib):
    lib.manual_seed(0)
    net = lib.nn.Linear(3, 2).to(lib.zeros(1).device)
    seen = []
    net.register_forward_hook(lambda module, given, out: seen.append(out) or out * 2)
    net.register_full_backward_hook(lambda module, into, out: seen.extend([*into, *out]))
    x = leaf(lib, 4, 3).float().detach().requires_grad_()
    net(x).sum().backward()
    yield "seen", [net.weight.grad, x.grad, *(t for t in seen if t is not None)]


@scenario
def a_function_of_ones_own(lib):
    class Cube(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x * x

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return g * 3 * x * x

    x = leaf(lib, 3)
    yield "gradient", pulled(Cube.apply(x), x)
    (g,) = lib.autograd.grad(Cube.apply(x).sum(), x, create_graph=True)
    yield "second", [g, *lib.autograd.grad(g.sum(), x)]


@scenario
def jacobian_and_hessian(lib):
    x = leaf(lib, 3)
    functional = lib.autograd.functional
    yield "jacobian", [functional.jacobian(lambda x: x * x.sum(), x)]
    yield "hessian", [functional.hessian(lambda x: (x * x * x).sum(), x)]
    yield "vjp", [functional.vjp(lambda x: x.exp(), x, lib.ones_like(x))[1]]


@scenario
def gradcheck(lib):
    x = leaf(lib, 2, 2)
    yield "passes", [lib.autograd.gradcheck(lambda x: (x * x).sum(0), (x,))]
    yield "twice", [lib.autograd.gradgradcheck(lambda x: x * x * x, (x,))]


@scenario
def anomaly_mode(lib):
    x = leaf(lib, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with lib.autograd.detect_anomaly():
            try:
                (x.sqrt() * 0).sum().backward()
            except RuntimeError as error:
                said = str(error)
    yield "error", [said[:50]]


@scenario
def no_graph(lib):
    x = leaf(lib, 3)
    with lib.no_grad():
        y = x * 2
    with lib.inference_mode():
        z = x * 2
    yield "value", [y, z.clone(), y.requires_grad, z.is_inference()]


# ------------------------------------------------------------------ with numbers, and leaving


MEETINGS = {
    "a number": lambda lib, x: [x * 2, 2 - x, 1 / x, x**2, 2**x, x % 2, 3 % x, x + True],
    "a number of NumPy's": lambda lib, x: [x * np.float64(2), np.float64(2) * x, x + np.int64(1)],
    "a 0-d tensor of the CPU's": lambda lib, x: [
        x * minigrad_tensor(2.0),
        minigrad_tensor(2.0) - x,
        x / minigrad_tensor(3),
    ],
    "a 0-d tensor": lambda lib, x: [x * x[0], x.sum() - x, x + lib.tensor(2)],
    "other types": lambda lib, x: [x + lib.tensor([1, 2, 3]), x * (x > 0), x.float() * x.long()],
    "comparisons": lambda lib, x: [x > 1, x == x, x != 2, 0 <= x, (x > 0) & (x < 1), ~(x > 0)],
    "conversions": lambda lib, x: [x.to(lib.float32), x.long(), x.bool(), x.type(lib.int32)],
    "likes": lambda lib, x: [lib.zeros_like(x), lib.ones_like(x), x.new_zeros(2), x.new_tensor(1)],
    "keys": lambda lib, x: [
        x[lib.tensor(1)],
        x[lib.tensor([True, False, True])],
        x[minigrad_key()],
    ],
    "iteration": lambda lib, x: [*x, len(x), sum(x)],
    "facts": lambda lib, x: [x.numel(), x.nbytes, x.element_size(), str(x.dtype), x.ndim],
}


def minigrad_tensor(number):
    import minigrad

    return minigrad.tensor(number)


def minigrad_key():
    import minigrad

    return minigrad.tensor([0, 2])


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
def leave_the_gpu(lib):
    x = leaf(lib, 2, 2)
    y = x.detach()
    yield "numbers", [x.tolist(), x[0, 0].item(), float(y[0, 1]), int(y[1, 1]), bool(y[0, 0] > 0)]
    yield "numpy", [x.numpy(force=True).tolist(), x.detach().cpu().numpy().tolist()]
    yield "gradient", pulled(x.cpu().to(x.device) * 2, x)


@scenario
def leave_as_words(lib):
    x = leaf(lib, 2, 2)
    yield "words", [repr(x).replace(", device='cuda:0'", ""), f"{x[0, 0].detach():.2f}"]


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
