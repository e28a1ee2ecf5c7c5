"""Python's protocols: lengths, truth, numbers, keys."""

import operator

import numpy as np

from tests.behaviours.helpers import tried
from tests.behaviours.table import row


@row
def lengths_and_iteration(lib):
    """len and iteration go along the first dimension; a number has none."""
    x, s = lib.ones(2, 3, requires_grad=True), lib.tensor(1.0)
    rows = [part.grad_fn.name() for part in x]
    return len(x), len(lib.zeros(0, 3)), rows, tried(len, s), tried(iter, s)


@row
def reversing(lib):
    """`reversed` gives a flipped tensor, which is recorded."""
    x = lib.ones(2, 2, requires_grad=True)
    return reversed(lib.tensor([1, 2, 3])), reversed(x), reversed(lib.tensor(5))


@row
def truth(lib):
    """A single number is true unless it is 0; anything else has no truth."""
    singles = (lib.tensor(0.0), lib.tensor([[2]]), lib.tensor(True), lib.tensor(float("nan")))
    return [bool(x) for x in singles], tried(bool, lib.ones(2)), tried(bool, lib.zeros(0))


@row
def conversions_to_numbers(lib):
    """int, float, complex and item take one element, of any number of dimensions."""
    x = lib.tensor([[2.9]])
    many, none = lib.ones(2), lib.zeros(0)
    return (
        [int(x), float(x), complex(x), x.item(), lib.tensor(True).item()],
        [tried(f, y) for f in (int, float, complex) for y in (many, none)],
        [tried(y.item) for y in (many, none)],
        [tried(int, lib.tensor(float(word))) for word in ("nan", "inf")],
    )


@row
def a_float_of_what_requires_grad(lib):
    """float of a tensor that requires grad warns; int, bool, item and tolist do not."""
    p = lib.tensor(2.5, requires_grad=True)
    return float(p), int(p), bool(p), p.item(), p.tolist()


@row
def as_an_index(lib):
    """Integers and bools may index a list; other tensors may not."""
    items = [10, 20, 30]
    wrong = lib.tensor(1.0), lib.tensor([1, 2])
    good = lib.tensor(1), lib.tensor([[2]]), lib.tensor(True)
    return (
        [items[i] for i in good],
        list(range(lib.tensor(3))),
        [tried(operator.getitem, items, i) for i in wrong],
    )


@row
def formatting(lib):
    """A format is for the number in a 0-d tensor; without one a tensor prints as it is."""
    s, p, x = lib.tensor(1.23456), lib.tensor(1.23456, requires_grad=True), lib.ones(2)
    return (
        f"{s:.3f} {p:.3f} {lib.tensor(3):03d} {lib.tensor(12345.0):.2e}",
        [f"{s}", f"{p}", f"{x}", f"{x!r}", f"{x!s:>20}"],
        [tried(format, y, ".3f") for y in (x, lib.ones(1))],
    )


@row
def containment(lib):
    """``in`` asks whether any element is equal."""
    x = lib.tensor([1.0, 2.0])
    return 1 in x, 7 in x, lib.tensor(2.0) in x


@row
def membership_in_lists(lib):
    """A list compares by ==: a tensor is found by itself, others ask for the truth of many."""
    x = lib.tensor([1.0, 2.0])
    before = tried(operator.contains, [lib.tensor([1.0, 2.0]), x], x)
    return x in [x], before, [lib.tensor([0.0]), lib.tensor([1.0])].index(lib.tensor([1.0]))


@row
def hashes_and_identity(lib):
    """A tensor hashes by identity, so equal tensors are different keys."""
    x = lib.ones(1)
    return hash(x) == id(x), len({x, x, lib.ones(1)}), {x: "a"}[x]


@row
def equality_with_others(lib):
    """Compared with what is no number a tensor is simply different."""
    x = lib.ones(1)
    others = (None, "a", [1.0], {})
    return [[x == y, x != y] for y in others], tried(operator.lt, x, None)


@row
def operators_with_others(lib):
    """Arithmetic with what is no number fails as Python's does."""
    x = lib.ones(2)
    pairs = ((x, "a"), (x, None), (x, [1.0, 2.0]), ("a", x), (None, x))
    found = [tried(f, *pair) for pair in pairs for f in (operator.add, operator.truediv)]
    return found, tried(operator.pow, x, "a")


@row
def unpacking(lib):
    """A tensor unpacks, sums and sorts as a sequence of its parts does."""
    p = lib.tensor([3.0, 1.0], requires_grad=True)
    a, b = p
    first, *rest = lib.tensor([1, 2, 3])
    return a + b, first, rest, sum(p), max(p), sorted(p.detach(), key=float)


@row
def attributes_of_any_name(lib):
    """A tensor takes attributes, which its results do not inherit; its facts cannot be set."""
    x = lib.ones(2)
    x.note = "a"
    facts = [tried(setattr, x, name, 1)[0] for name in ("shape", "dtype", "ndim", "T", "device")]
    inherited = [hasattr(y, "note") for y in (x.clone(), x.detach(), x[:], x * 1)]
    return x.note, vars(x), inherited, facts, "note" in dir(x), tried(getattr, x, "nota")


@row
def lists_of_numbers(lib):
    """tolist gives Python's numbers, nested as the tensor is."""
    x = lib.tensor([[1.5, 2.0]], requires_grad=True)
    return x.tolist(), lib.tensor(3).tolist(), lib.zeros(2, 0).tolist(), lib.tensor([True]).tolist()


@row
def who_is_a_tensor(lib):
    """Parameters are tensors; tensors are no parameters."""
    x, p = lib.ones(1), lib.nn.Parameter(lib.ones(1))
    kinds = lib.Tensor, lib.nn.Parameter
    named = [str(type(y)) for y in (x, p, x.shape, x.dtype, x.device)]
    return (
        named,
        [[isinstance(y, kind) for kind in kinds] for y in (x, p)],
        [lib.is_tensor(y) for y in (x, p, 1.0, np.ones(1))],
    )


@row
def the_class_itself(lib):
    """`Tensor(...)` makes the default type of a list, and shapes of numbers."""
    return (
        lib.Tensor([1, 2]),
        lib.Tensor(2, 3).shape,
        lib.Tensor(lib.Size([4])).shape,
        lib.Tensor().shape,
        tried(lib.Tensor, "a"),
    )
