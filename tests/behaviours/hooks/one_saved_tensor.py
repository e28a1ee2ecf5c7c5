"""Hooks of one saved tensor."""

from tests.behaviours.helpers import as_it_is, kept_with, leaf, own, place, tried
from tests.behaviours.table import row


@row
def hooks_on_one_saved_tensor(lib):
    """``_raw_saved_…`` takes hooks for one saved tensor; they see it detached, at once."""
    seen = []
    x = leaf(lib)
    y = x * (x + 1)
    y.grad_fn._raw_saved_self.register_hooks(
        lambda t: seen.append((place(t), t is x, lib.is_grad_enabled())) or t * 10, lambda t: t
    )
    found = place(y.grad_fn._saved_self), place(y.grad_fn._saved_other)
    y.sum().backward()
    return seen, found, x.grad


@row
def hooks_on_one_saved_result(lib):
    """A result that is packed so leads to a second derivative as before."""
    seen = []
    x = leaf(lib)
    y = x.exp()
    y.grad_fn._raw_saved_result.register_hooks(lambda t: seen.append(place(t)) or t, as_it_is)
    (first,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    return seen, first.detach(), lib.autograd.grad(first.sum(), x)


@row
def hooks_on_one_saved_tensor_of_a_function(lib):
    """So does each of a Function's ``_raw_saved_tensors``."""
    f = own(
        lib,
        forward=lambda ctx, x: ctx.save_for_backward(x, None) or x * 2,
        backward=lambda ctx, g: g * ctx.saved_tensors[0],
    )
    x = leaf(lib)
    y = f.apply(x)
    raw = y.grad_fn._raw_saved_tensors
    raw[0].register_hooks(lambda t: t * 10, as_it_is)
    nothing = tried(raw[1].register_hooks, as_it_is, as_it_is)
    y.sum().backward()
    return len(raw), nothing, x.grad, tried(lambda: y.grad_fn._raw_saved_tensors)


@row
def hooks_on_one_saved_tensor_misused(lib):
    """One pair a tensor; none where nothing is saved, or not any more, or what cannot be called."""
    x = leaf(lib)
    with kept_with(lib, lambda t: t.detach()):
        packed = x.exp()
    twice, freed, plain = x.exp(), x.exp(), x * lib.ones(2)
    raw = freed.grad_fn._raw_saved_result
    freed.sum().backward()
    twice.grad_fn._raw_saved_result.register_hooks(lambda t: t, as_it_is)
    return [
        tried(packed.grad_fn._raw_saved_result.register_hooks, as_it_is, as_it_is),
        tried(twice.grad_fn._raw_saved_result.register_hooks, as_it_is, as_it_is),
        tried(raw.register_hooks, as_it_is, as_it_is),
        tried(plain.grad_fn._raw_saved_self.register_hooks, as_it_is, as_it_is),
        tried(plain.grad_fn._raw_saved_other.register_hooks, 1, 2),
        tried(plain.grad_fn._raw_saved_other.register_hooks, lambda t: t.add_(1), as_it_is),
    ]
