"""Functions that are written in another way, or wrongly."""

from tests.behaviours.helpers import cube, leaf, tried
from tests.behaviours.table import row


@row
def without_a_forward(lib):
    """A Function without forward says so."""
    type("Empty", (lib.autograd.Function,), {}).apply(leaf(lib))


@row
def without_a_backward(lib):
    """One without backward says so when it is walked."""
    members = {"forward": staticmethod(lambda ctx, x: x * 2)}
    type("Half", (lib.autograd.Function,), members).apply(leaf(lib)).sum().backward()


@row
def the_base_class_alone(lib):
    """The base class's own methods say what is to be written."""
    base = lib.autograd.Function
    return (
        tried(lambda: base.apply(leaf(lib))),
        tried(lambda: base.forward(None)),
        tried(lambda: base.backward(None)),
        tried(lambda: base.setup_context(None, (), None)),
    )


@row
def forward_that_is_not_static(lib):
    """A method without ``@staticmethod`` is called with ctx in the place of self."""

    class Plain(lib.autograd.Function):
        def forward(ctx, x):
            return x * 2

        def backward(ctx, g):
            return g * 2

    x = leaf(lib)
    Plain.apply(x).sum().backward()
    return x.grad


@row
def class_methods(lib):
    """Forward and backward may be class methods."""

    class Scaled(lib.autograd.Function):
        factor = 4

        @classmethod
        def forward(cls, ctx, x):
            return x * cls.factor

        @classmethod
        def backward(cls, ctx, g):
            return g * cls.factor

    x = leaf(lib)
    Scaled.apply(x).sum().backward()
    return x.grad


@row
def inherited(lib):
    """A Function of a Function has nodes of its own name."""
    parent = cube(lib)

    class Again(parent):
        pass

    return Again.apply(leaf(lib)).grad_fn.name()
