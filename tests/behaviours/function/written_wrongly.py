"""Functions that are written in another way, or wrongly."""

from tests.behaviours.helpers import cube, cube_rule, keep_input, leaf, own, tried
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
def with_backward_and_vjp(lib):
    """``vjp`` is another name of ``backward``; both at once are refused."""
    x = leaf(lib)
    members = {"forward": staticmethod(keep_input), "vjp": staticmethod(cube_rule)}
    type("Named", (lib.autograd.Function,), members).apply(x).sum().backward()
    both = own(lib, keep_input, cube_rule, vjp=cube_rule)
    return x.grad, tried(both.apply(x).sum().backward)


@row
def an_instance(lib):
    """Making an instance warns."""
    cube(lib)()


@row
def an_instance_called(lib):
    """Calling an instance, as before PyTorch 0.4, raises."""
    cube(lib)()(leaf(lib))


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
