"""Refusals of what is plainly wrong.

What would end in Python's own error, or in nothing bad, has no words of its own; and which of two
errors comes first is not followed.
"""

import operator

import numpy as np

from tests.behaviours.helpers import leaf, own, tried
from tests.behaviours.table import row


@row(why="Python's own error says it")
def a_root_that_is_no_tensor(lib):
    """`backward` starts at tensors."""
    lib.autograd.backward([3.0])


@row(why="Python's own error says it")
def deleting_an_element(lib):
    """Nothing can be deleted from a tensor."""
    del lib.ones(2)[0]


@row(why="deprecated")
def a_class_decorated_with_no_grad(lib):
    """Decorating a class with a mode warns, and makes a function of it."""

    @lib.no_grad()
    class Thing:
        pass

    return Thing.__name__


@row(why="nobody loses by it")
def marking_what_is_no_tensor(lib):
    """``mark_non_differentiable`` takes tensors alone."""
    own(lib, lambda ctx, x: ctx.mark_non_differentiable(None) or x * 2).apply(leaf(lib))


@row(why="Python's own error says that it cannot be called")
def an_instance_of_a_function(lib):
    """A Function is not to be instantiated, nor an instance called."""
    own(lib, lambda ctx, x: x * 2)()(leaf(lib))


@row(why="what was saved is read as often as one likes")
def saved_tensors_let_go_when_read(lib):
    """With `clear_saved_tensors_on_access` the first look at `saved_tensors` is the last."""
    once = own(lib, lambda ctx, x: (ctx.save_for_backward(x), x * 1)[1])
    once.clear_saved_tensors_on_access = True
    y = once.apply(leaf(lib))
    return [len(y.grad_fn.saved_tensors) for _ in range(2)]


@row(why="`backward` is the one name")
def a_rule_called_vjp(lib):
    """A Function may call its rule `vjp`."""

    class Double(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def vjp(ctx, g):
            return g * 2

    x = leaf(lib)
    Double.apply(x).sum().backward()
    return x.grad


@row(why="the dimension that is missing is named")
def the_matrices_of_a_vector(lib):
    """``x.mT`` of a vector is refused in words of its own."""
    return lib.ones(2).mT


@row(why="the types named are those there are")
def from_numpy_of_other_types(lib):
    """Text, objects, dates and records have no type among tensors."""
    arrays = (
        np.array(["a"]),
        np.array([None]),
        np.array(["2020-01-01"], "datetime64[D]"),
        np.ones(2, [("a", "f4")]),
        np.ones(2, np.longdouble),
    )
    return [tried(make, a) for a in arrays for make in (lib.from_numpy, lib.tensor)]


@row(why="NumPy's own error says it")
def signs(lib):
    """+x is x itself; bools have no sign, floats no ~."""
    x, b = lib.ones(1), lib.tensor([True])
    found = [tried(f, b) for f in (operator.neg, operator.invert)]
    return (+x) is x, -x, abs(-x), found, tried(operator.invert, x)


@row(why="the devices named are those there are")
def a_device_that_is_none(lib):
    """A device is one of those there are."""
    return tried(lib.device, "gpu"), tried(lib.ones, 1, device="gpu")


@row(why="what is too many is not read")
def what_a_modules_hooks_may_not_return(lib):
    """A module's backward hooks return as many gradients as they got."""
    found = []
    for register in ("register_full_backward_hook", "register_full_backward_pre_hook"):
        layer = lib.nn.Linear(2, 2)
        getattr(layer, register)(lambda module, grads, *more: (*grads, None))
        found.append(tried(layer(lib.ones(1, 2, requires_grad=True)).sum().backward))
    return found
