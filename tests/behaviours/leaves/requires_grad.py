"""Who may require a gradient, and how that is told."""

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


@row
def told_to_require_grad(lib):
    """`requires_grad_()` returns the tensor; what was computed before is not recorded."""
    c = lib.ones(2)
    before = c * 2
    same = c.requires_grad_() is c
    (c * 3).sum().backward()
    return same, before.requires_grad, c.grad


@row
def told_not_to_require_grad(lib):
    """A leaf told not to require grad keeps the gradient that it has."""
    x = leaf(lib)
    (x * 2).sum().backward()
    x.requires_grad = False
    return x.grad, (x * 2).requires_grad, x.requires_grad_(True) is x


@row
def told_not_to_after_recording(lib):
    """A leaf told not to require grad after recording receives nothing in backward."""
    x, w = leaf(lib), leaf(lib)
    y = (x * w).sum()
    x.requires_grad_(False)
    y.backward()
    return x.grad, w.grad


@row
def a_result_cannot_be_told_not_to(lib):
    """A result cannot be told not to require grad."""
    y = leaf(lib) * 2
    y.requires_grad = False


@row
def a_result_cannot_be_told_not_to_by_the_method(lib):
    """`requires_grad_(False)` on a result raises as the assignment does."""
    (leaf(lib) * 2).requires_grad_(False)


@row
def a_result_may_be_told_to(lib):
    """`requires_grad_()` on a result changes nothing; the assignment is refused all the same."""
    y = leaf(lib) * 2
    return y.requires_grad_(), tried(setattr, y, "requires_grad", True), y.is_leaf


@row
def integers_cannot_require_grad(lib):
    """Only floating point tensors can require grad: by method and by assignment."""
    made = lib.tensor([1, 2]), lib.tensor([True])
    return [
        [tried(t.requires_grad_), tried(setattr, t, "requires_grad", True), t.requires_grad]
        for t in made
    ]


@row
def integers_may_be_told_not_to(lib):
    """Telling an integer tensor not to require grad is allowed."""
    return lib.tensor([1, 2]).requires_grad_(False).requires_grad


@row
def making_an_integer_leaf(lib):
    """Integer data with `requires_grad=True` raises."""
    lib.tensor([1, 2], requires_grad=True)


@row
def making_a_bool_leaf(lib):
    """`ones` of bools with `requires_grad=True` raises."""
    lib.ones(2, dtype=lib.bool, requires_grad=True)


@row
def a_view_of_a_constant_told_to(lib):
    """A view of a constant may be told to require grad, and is a leaf of its own."""
    c = lib.ones(3)
    part = c[:2].requires_grad_()
    (part * 2).sum().backward()
    return part.is_leaf, part.grad, c.requires_grad, c.grad


@row
def a_view_of_a_leaf_made_under_no_grad(lib):
    """A view of a leaf made under `no_grad` says it requires grad, and is a leaf."""
    x = leaf(lib)
    with lib.no_grad():
        part = x[:1]
    return part.requires_grad, part.is_leaf, part._is_view(), part.grad_fn
