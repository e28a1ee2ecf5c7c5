"""What is computed element by element.

Numbers, types and derivatives are PyTorch's; what it has beyond them for calls that hardly anyone
writes is not: the names of the nodes of other forms of an operation, and refusals of types for
which the result is plain.
"""

from tests.behaviours.helpers import tried
from tests.behaviours.table import row


@row(why="the factor is a product of its own, and then the sum is the plain one")
def a_factor_of_the_second_operand(lib):
    """`add(x, y, alpha=2)` is one node."""
    x, y = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)
    return [type(node).__name__ for node, _ in lib.add(x, y, alpha=2).grad_fn.next_functions]


@row(why="a node has the name of the plain form of its operation")
def nodes_of_other_forms(lib):
    """A node's number says which form of the operation was called."""
    x = lib.tensor([1.5, 2.5], requires_grad=True)
    made = x % x, x.clamp_min(2.0), x.masked_fill(x > 2, x[0]), x.round(decimals=1)
    return [type(y.grad_fn).__name__ for y in made]


@row(why="what is left out of Python's words is a table of PyTorch's kernels")
def bits_of_floating_point(lib):
    """The bits of a floating point number are none to work with."""
    return lib.ones(2) & lib.ones(2)


@row(why="a type has one name in all messages: that of its tensors")
def a_bound_that_does_not_fit(lib):
    """A bound whose type has no room in what is written: of `clamp_` C++ says which type it is."""
    lib.tensor([1, 2]).clamp_(1.5)


@row(why="it is done with x.copy_(x > 0), say")
def a_comparison_in_place(lib):
    """A comparison can be written over what it compares."""
    return lib.tensor([-1.0, 2.0]).gt_(0)


@row(why="float16 keeps numbers; what is computed with them, NumPy computes in float16")
def float16_has_no_room(lib):
    """A float16 is computed in float32 and rounded once."""
    return lib.tensor([3.0], dtype=lib.float16) / 100000.0


@row(why="the word on what does not fit is Python's or NumPy's own")
def a_call_that_does_not_fit(lib):
    """A call that fits none of an operation's forms is answered with a list of them."""
    lib.clamp(lib.ones(2), "two")


@row(why="minigrad computes with it as a float: only + - * / and comparisons check it")
def an_exponent_or_a_bound_beyond_64_bits(lib):
    """What is no operand of arithmetic but an argument of an operation."""
    x, large = lib.ones(2), 2**64
    acts = (
        lambda: x**large, lambda: x.clamp(max=large), lambda: large - x, lambda: x % large,
        lambda: lib.where(x > 0, x, large), lambda: x.masked_fill(x > 0, large),
    )  # fmt: skip
    return [tried(act) for act in acts]
