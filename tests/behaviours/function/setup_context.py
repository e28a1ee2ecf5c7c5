"""`setup_context`, apart from forward."""

from tests.behaviours.helpers import leaf, own
from tests.behaviours.table import row


@row
def setup_context_apart(lib):
    """With ``setup_context`` forward has no ctx; inputs come bound, defaults filled in."""
    seen = []

    def setup(ctx, inputs, output):
        seen.append((len(inputs), inputs[1], lib.is_grad_enabled(), output.requires_grad))
        ctx.n = inputs[1]
        ctx.save_for_backward(inputs[0], output)

    f = own(lib, lambda x, n=2: x * n, lambda ctx, g: (g * ctx.n, None), setup_context=setup)
    x = leaf(lib)
    y = f.apply(x, 3)
    (y + f.apply(x) + f.apply(x, n=4)).sum().backward()
    return seen, x.grad


@row
def setup_context_with_several_outputs(lib):
    """``setup_context`` sees the tuple of outputs, and may mark them."""

    def setup(ctx, inputs, output):
        ctx.mark_non_differentiable(output[1])
        ctx.kind = type(output).__name__

    f = own(lib, lambda x: (x * 2, x > 1), lambda ctx, g, _: g * 2, setup_context=setup)
    x = leaf(lib)
    y, big = f.apply(x)
    y.sum().backward()
    return y.grad_fn.kind, big, x.grad


@row
def setup_context_and_a_wrong_call(lib):
    """With ``setup_context`` a call that does not fit forward is a TypeError of binding."""
    f = own(lib, lambda x, n: x * n, setup_context=lambda ctx, inputs, output: None)
    f.apply(leaf(lib))
