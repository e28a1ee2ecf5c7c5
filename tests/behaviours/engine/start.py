"""Where a backward starts, and with which gradients."""

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


@row
def a_root_of_one_element(lib):
    """A root of one element, whatever its shape, needs no gradient to start from."""
    x = leaf(lib)
    for root in (x.sum(), x[:1] * 2, (x[1:] * 3).view(1, 1, 1)):
        root.backward()
    return x.grad


@row
def a_root_of_several_elements(lib):
    """A root of several elements, or of none, needs a gradient to start from."""
    x = leaf(lib)
    empty = lib.zeros(0, requires_grad=True) * 2
    roots = x * 2, x.view(2, 1), empty
    return [[tried(root.backward), tried(lib.autograd.grad, root, root), x.grad] for root in roots]


@row
def a_root_without_history(lib):
    """A root that requires no grad cannot be gone back from, whatever its size."""
    made = lib.ones(1), lib.ones(3), lib.tensor(3), leaf(lib).detach()
    return [[tried(t.backward), tried(t.backward, t)] for t in made]


@row
def one_of_several_roots_without_history(lib):
    """Of several roots, the error says which one requires no grad."""
    x = leaf(lib)
    roots = [x.sum(), x.prod() if hasattr(x, "prod") else x.sum(), lib.ones(1)]
    return tried(lib.autograd.backward, roots), x.grad


@row
def a_given_gradient_weighs_the_elements(lib):
    """The gradient passed in is what the walk starts from."""
    x = leaf(lib)
    (x * x).backward(gradient=lib.tensor([1.0, 10.0]))
    return x.grad


@row
def a_given_gradient_of_another_shape(lib):
    """The gradient passed in has the root's shape exactly: nothing broadcasts."""
    x = leaf(lib)
    y = x * 2
    given = lib.ones(3), lib.ones(1), lib.tensor(1.0), lib.ones(2, 1)
    return [[tried(y.backward, g), tried(lib.autograd.grad, y, x, g)] for g in given]


@row
def a_given_gradient_of_another_dtype(lib):
    """A gradient of another dtype is converted, an integer one too."""
    found = []
    for dtype in (lib.float64, lib.float16, lib.int64, lib.bool):
        x = leaf(lib)
        found.append([tried((x * 2).backward, lib.ones(2, dtype=dtype)), x.grad])
    return found


@row
def a_given_gradient_that_is_no_tensor(lib):
    """The gradient passed in is a tensor or None."""
    x = leaf(lib)
    y = x * 2
    return [
        [tried(y.backward, g), tried(lib.autograd.backward, [y], [g])]
        for g in (1.0, 2, [1.0, 1.0], "one")
    ]


@row
def a_given_gradient_with_a_history(lib):
    """Recorded, the walk can be differentiated in the gradient that was passed in."""
    x, g = leaf(lib), leaf(lib, 5.0, 7.0)
    (first,) = lib.autograd.grad(x * x, x, g, create_graph=True)
    return first.detach(), lib.autograd.grad(first.sum(), [x, g])


@row
def none_among_the_gradients(lib):
    """None among the gradients stands for 1, where the root has one element."""
    x = leaf(lib)
    lib.autograd.backward([x.sum(), x * 2], [None, lib.ones(2)])
    return x.grad, tried(lib.autograd.backward, [x.sum(), x * 2], [lib.tensor(1.0), None])


@row
def several_roots(lib):
    """Several roots, also one root twice and one behind another, are walked back at once."""
    x = leaf(lib)
    y = x * x
    z = y.sum()
    lib.autograd.backward([z, z, y], [None, None, lib.ones(2)])
    return x.grad


@row
def too_few_gradients(lib):
    """There is one gradient per root."""
    x = leaf(lib)
    return tried(lib.autograd.backward, [x * 2, x], [lib.ones(2)]), tried(
        lib.autograd.grad, [x * 2, x], x, [lib.ones(2)]
    )


@row(why="a gradient too many is a mistake in the call, which torch passes over in silence")
def too_many_gradients(lib):
    """There is one gradient per root, also where there are more."""
    x = leaf(lib)
    lib.autograd.backward([x * 2], [lib.ones(2), lib.ones(2)])
    return x.grad


@row
def no_roots(lib):
    """Going back from nothing does nothing."""
    return tried(lib.autograd.backward, []), tried(lib.autograd.backward, ())


@row
def no_outputs(lib):
    """`grad` of no outputs finds every input unused."""
    x = leaf(lib)
    return [
        tried(lib.autograd.grad, [], [x]),
        tried(lib.autograd.grad, (), x, allow_unused=True),
    ]


@row
def a_leaf_as_root(lib):
    """A leaf may be a root, a target, or both."""
    x = leaf(lib)
    x.sum().backward()
    x.backward(lib.tensor([5.0, 6.0]))
    return x.grad, lib.autograd.grad(x, x, lib.tensor([7.0, 8.0]))
