"""Who is a leaf, and what a leaf says of itself."""

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


@row
def who_is_a_leaf(lib):
    """A tensor is a leaf when no recorded operation made it; constants are leaves too."""
    x, c = leaf(lib), lib.ones(2)
    with lib.no_grad():
        unrecorded = x * 2
    made = (x, c, c * 2, x * 2, unrecorded, x.detach(), x.data, x.clone(), x > 1, x[0], x.argmax())
    return [[t.is_leaf, t.requires_grad, t.grad_fn is None] for t in made]


@row
def output_number(lib):
    """`output_nr` says which output of its node a tensor is; 0 for a leaf."""
    x = leaf(lib)
    return [x.output_nr, *(part.output_nr for part in x.unbind())]


@row
def a_leaf_refuses_a_recorded_write(lib):
    """Writing into a leaf that requires grad raises, and changes nothing."""
    x = leaf(lib)
    return tried(x.add_, 1), x, x._version


@row
def a_leaf_written_under_no_grad_stays_a_leaf(lib):
    """Under `no_grad` a leaf may be written into: a step of descent; only its version moves on."""
    x = leaf(lib)
    with lib.no_grad():
        x -= 0.5
    return x, x.is_leaf, x.requires_grad, x._version


@row
def a_constant_written_into_leaves_the_leaves(lib):
    """A constant that a tracked value is written into is no leaf any more."""
    x, c = leaf(lib), lib.ones(2)
    c.mul_(x)
    c.sum().backward()
    return c, c.is_leaf, c.requires_grad, x.grad


@row
def a_variable(lib):
    """`Variable`, from before there was `requires_grad`, makes a leaf on a tensor's memory."""
    c = lib.ones(2)
    v = lib.autograd.Variable(c, requires_grad=True)
    (v * 2).sum().backward()
    made = v, lib.autograd.Variable(c), lib.autograd.Variable(leaf(lib))
    flags = [[t.requires_grad, t.is_leaf, type(t).__name__] for t in made]
    shared = v.data_ptr() == c.data_ptr()
    return flags, v.grad, c.requires_grad, shared, isinstance(c, lib.autograd.Variable)
