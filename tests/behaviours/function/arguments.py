"""What a Function is called with, and what it gives."""

from tests.behaviours.helpers import facts, leaf, own
from tests.behaviours.table import row


@row
def several_outputs(lib):
    """A tuple gives several outputs of one node; backward gets zeros where nothing arrived."""
    seen = []

    def backward(ctx, a, b):
        seen.append((a, b))
        return a * 2 + b * 3

    x = leaf(lib)
    a, b = own(lib, lambda ctx, x: (x * 2, x.sum() * 3), backward).apply(x)
    same = a.grad_fn is b.grad_fn
    a.sum().backward()
    return seen, same, a.output_nr, b.output_nr, x.grad


@row
def a_tuple_of_one(lib):
    """A tuple of one output stays a tuple."""
    found = own(lib, lambda ctx, x: (x * 2,)).apply(leaf(lib))
    return type(found).__name__, len(found), found[0]


@row
def a_list_is_no_tuple(lib):
    """A list from forward is handed on as one output that is no tensor: nothing is recorded."""
    found = own(lib, lambda ctx, x: [x * 2, x * 3]).apply(leaf(lib))
    return type(found).__name__, [facts(x) for x in found]


@row
def outputs_that_are_no_tensors(lib):
    """Outputs that are no tensors pass through; backward gets None in their places."""
    seen = []

    def backward(ctx, *grads):
        seen.append(grads)
        return grads[0] * 2

    x = leaf(lib)
    f = own(lib, lambda ctx, x: (x * 2, "word", None, 7), backward)
    y, *others = f.apply(x)
    y.sum().backward()
    return others, seen, x.grad


@row
def no_tensor_at_all(lib):
    """A forward that gives no tensor gives its value, unrecorded."""
    rules = (lambda ctx, x: 7, lambda ctx, x: None)
    return [own(lib, rule).apply(leaf(lib)) for rule in rules]


@row
def no_tensor_among_the_arguments(lib):
    """Without a tensor among its arguments a Function is a plain call."""
    return own(lib, lambda ctx, a, b: a + b).apply(1, 2), own(lib, lambda ctx: lib.ones(2)).apply()


@row
def keyword_arguments(lib):
    """``apply`` takes keywords; backward's gradients count them too."""
    f = own(lib, lambda ctx, x, n=2: x * n, lambda ctx, g: (g * 5, None))
    x = leaf(lib)
    f.apply(x, n=5).sum().backward()
    return x.grad


@row
def keyword_arguments_stand_in_their_places(lib):
    """Keywords take the places that forward has for them."""
    f = own(lib, lambda ctx, x, n=2, w=None: x * n, lambda ctx, g: (g, None))
    x = leaf(lib)
    y = f.apply(n=5, x=x)
    y.sum().backward()
    return y.grad_fn.needs_input_grad, x.grad


@row
def arguments_left_out(lib):
    """Arguments left to their defaults take no gradient."""
    f = own(lib, lambda ctx, x, n=2: x * n, lambda ctx, g: (g * 2, None))
    x = leaf(lib)
    f.apply(x).sum().backward()
    return x.grad


@row
def tensors_inside_a_list(lib):
    """Tensors inside a list are no arguments: they get no gradient."""
    x, w = leaf(lib), leaf(lib)
    f = own(lib, lambda ctx, x, others: x * others[0], lambda ctx, g: (g, None))
    y = f.apply(x, [w])
    y.sum().backward()
    return x.grad, w.grad, f.apply(lib.ones(2), [w]).requires_grad
