"""Writes: into results, leaves, views, by every kind of key."""

import minigrad
from tests.device.scenario import SCENARIOS, leaf, pulled, scenario, set_item


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
    "copy_ from the CPU": lambda lib, y: y.copy_(minigrad.tensor([1.0, 2.0, 3.0, 4.0])),
    "copy_ from the CPU, alike": lambda lib, y: y[0].copy_(minigrad.ones(4).double()),
    "a row from the CPU": lambda lib, y: set_item(y, 1, minigrad.tensor([1.0, 2.0, 3.0, 4.0])),
    "a 0-d tensor of the CPU's": lambda lib, y: set_item(y, 1, minigrad.tensor(2.0)),
    "by a mask, a number": lambda lib, y: y.__setitem__(y < 0, minigrad.tensor(2.0)),
    "copy_ a number": lambda lib, y: y[1].copy_(4.0),
    "copy_ other type": lambda lib, y: y.copy_(lib.tensor([1, 2, 3, 4])),
    "clamp_": lambda lib, y: y.clamp_(-1, 1),
    "masked_fill_": lambda lib, y: y.masked_fill_(y > 1, 0.5),
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


@scenario
def write_into_the_cpu(lib):
    x, y = leaf(lib, 3), minigrad.zeros(3, dtype=minigrad.float64)
    y.copy_(x)
    y[1:] = x.detach()[:2] * 2
    y[0] = x[2]
    yield "value", [lib.tensor(y.tolist())]
    y.sum().backward()
    yield "gradient", [x.grad]
