"""What is refused on the CPU is refused on the GPU, in the same words: CuPy itself checks less."""

from tests.device.scenario import SCENARIOS, leaf

REFUSED = {
    "an index beyond the end": lambda lib, x: x[lib.tensor([0, 3])],
    "an index before the start": lambda lib, x: x[lib.tensor([-4])],
    "a list beyond the end": lambda lib, x: x[[0, 3]],
    "a position beyond the end": lambda lib, x: x[3],
    "a write beyond the end": lambda lib, x: x.detach().__setitem__(lib.tensor([3]), 1.0),
    "index_put": lambda lib, x: x.index_put((lib.tensor([7]),), x[:1]),
    "gather": lambda lib, x: x.gather(0, lib.tensor([[3]])),
    "scatter": lambda lib, x: x.scatter(0, lib.tensor([[-1]]), 1.0),
    "index_select": lambda lib, x: x.index_select(0, lib.tensor([3])),
    "index_add": lambda lib, x: x.index_add(0, lib.tensor([3]), x[:1]),
    "embedding": lambda lib, x: lib.nn.functional.embedding(lib.tensor([3]), x),
    "nll_loss": lambda lib, x: lib.nn.functional.nll_loss(x, lib.tensor([0, 1, 9])),
    "one_hot": lambda lib, x: lib.nn.functional.one_hot(lib.tensor([3]), 2),
    "a mask of another shape": lambda lib, x: x[lib.tensor([True, False])],
    "a power": lambda lib, x: lib.tensor([1, 2]) ** -1,
    "a quotient": lambda lib, x: lib.tensor([1, 2]) // lib.tensor([1, 0]),
    "a remainder": lambda lib, x: lib.tensor([1, 2]) % 0,
    "shapes": lambda lib, x: x + lib.zeros(7),
    "matrices": lambda lib, x: x @ x,
    "matrix and number": lambda lib, x: x @ x[0, 0],
    "concatenation": lambda lib, x: lib.cat([x, x[:, :1]]),
    "a reshape": lambda lib, x: x.reshape(5),
    "a view": lambda lib, x: x.t().view(12),
    "expand": lambda lib, x: x.expand(5, 4),
    "a dimension": lambda lib, x: x.sum(2),
    "no elements": lambda lib, x: x[:0].max(),
    "a type": lambda lib, x: x.detach().long().requires_grad_(),
    "a difference of bools": lambda lib, x: (x > 0) - (x > 1),
    "a negative bool": lambda lib, x: -(x > 0),
    "a write into what was expanded": lambda lib, x: x[:1].detach().expand(3, 4).add_(1),
    "a write of another shape": lambda lib, x: x.detach().add_(lib.zeros(2, 3, 4)),
    "a write of another type": lambda lib, x: x.detach().long().add_(0.5),
    "a write into a leaf": lambda lib, x: x.add_(1),
    "a value of another shape": lambda lib, x: x.detach().__setitem__(0, lib.zeros(3)),
    "a condition of several": lambda lib, x: bool(x > 0),
    "a number of several": lambda lib, x: x.item(),
}


def refused(act):
    """A scenario: the error, by its kind and its first line."""

    def run(lib):
        try:
            act(lib, leaf(lib, 3, 4))
            said = "no error"
        except Exception as error:
            said = f"{type(error).__name__}: {error}".partition("\n")[0]
        yield "error", [said]

    return run


SCENARIOS.update({f"refused {name}": refused(act) for name, act in REFUSED.items()})


# ------------------------------------------------------------------ memory that is shown repeatedly

REPEATED = {
    "copy_": lambda lib, y: y.copy_(lib.ones(4)),
    "add_": lambda lib, y: y.add_(1),
    "exp_": lambda lib, y: y.exp_(),
    "clamp_": lambda lib, y: y.clamp_(0, 1),
    "masked_fill_": lambda lib, y: y.masked_fill_(y > 1, 0.5),
    "scatter_": lambda lib, y: y.scatter_(0, lib.tensor([[0]]), 1.0),
    "a number": lambda lib, y: y.__setitem__(slice(None), 2.0),
    "a row": lambda lib, y: y.__setitem__(1, lib.ones(4)),
    "by a tensor": lambda lib, y: y.__setitem__(lib.tensor([0]), 2.0),
    "by a mask": lambda lib, y: y.__setitem__(y > 1, 2.0),
    "through detach": lambda lib, y: y.detach().mul_(2),
    "through data": lambda lib, y: y.data.mul_(2),
    "through a view": lambda lib, y: y[1:].t().mul_(2),
    "fill_": lambda lib, y: y.fill_(2),  # the one kind that PyTorch, too, does
    "zero_": lambda lib, y: y.zero_(),
}


def repeated(act):
    """A scenario: a write into a column that is shown several times; what is there afterwards."""

    def run(lib):
        column = lib.arange(3.0).reshape(3, 1)
        for way in (act, lambda lib, y: act(lib, y[:, :1].expand(3, 4))):
            try:
                way(lib, column.expand(3, 4))
                said = "no error"
            except RuntimeError as error:
                said = str(error).partition("\n")[0]
            yield "error", [said, column]

    return run


SCENARIOS.update({f"repeated, {name}": repeated(act) for name, act in REPEATED.items()})
