"""Views made in one mode and used in another."""

import contextlib

from tests.behaviours.helpers import as_it_is, kept_with, leaf, mode_facts, own, tried
from tests.behaviours.table import row


@row
def a_normal_result_written_through_a_view(lib):
    """A view made in inference mode cannot be written to outside in a recorded way."""
    x = lib.ones(2, requires_grad=True) * 1
    with lib.inference_mode():
        view = x[0]
        deeper = x.view(1, 2)[0]
    return tried(lambda: view.mul_(2)), tried(lambda: deeper.mul_(2)), mode_facts(view)


@row
def a_view_made_inside_is_used(lib):
    """Used outside it counts as a leaf that requires grad, and passes no gradient on."""
    x = lib.ones(2, requires_grad=True) * 1
    with lib.inference_mode():
        view = x[0]
    y = view * 3
    return y, mode_facts(view), tried(y.backward)


@row
def a_view_made_inside_after_its_base_was_written_to(lib):
    """After a recorded write into the base it cannot be used at all."""
    x = lib.ones(2, requires_grad=True) * 1
    with lib.inference_mode():
        view = x[0]
    x.mul_(2)
    return view * 2


@row
def a_view_of_a_plain_tensor_made_inside(lib):
    """Of a tensor that needs no gradient it may be written to outside, until that is recorded."""
    x = lib.ones(2)
    with lib.inference_mode():
        view = x[0]
    view.mul_(5)
    return x, mode_facts(view), tried(lambda: view.mul_(lib.ones((), requires_grad=True)))


@row
def a_view_made_under_no_grad(lib):
    """A view made under no_grad cannot be written to outside in a recorded way."""
    x = lib.ones(2, requires_grad=True) * 1
    with lib.no_grad():
        view = x[0]
        deeper = x.view(1, 2)[0]
    return tried(lambda: view.mul_(2)), tried(lambda: deeper.mul_(2)), mode_facts(view)


@row
def a_view_used_under_no_grad(lib):
    """A view made outside is written to under no_grad without a record."""
    x = lib.ones(2, requires_grad=True) * 1
    view = x[0]
    with lib.no_grad():
        view.mul_(5)
    y = x * 1
    return mode_facts(view), y, view.grad_fn.name()


def behind(lib, block=contextlib.nullcontext):
    """A leaf, a view that was made in a block, its sum, and a write into its base since."""
    x = leaf(lib)
    y = x * 1
    with block():
        view = y.view(-1)
    total = view.sum()
    y.mul_(2)
    return x, y, view, total


def in_both(lib, act):
    """What `act` gives in a block that records nothing, of either kind."""
    found = []
    for block in (lib.no_grad, lib.inference_mode):
        made = behind(lib)
        with block():
            found.append(tried(act, *made))
    return found


@row
def a_view_behind_its_base_starts_a_backward_inside(lib):
    """A backward inside that starts at a view knows of the write into its base."""

    def act(x, y, view, total):
        view.backward(lib.ones(2))
        return x.grad

    return in_both(lib, act)


@row
def a_view_behind_its_base_is_a_target_inside(lib):
    """Nothing but the write leads to it any more: what used it before the write does not."""

    def to_view(x, y, view, total):
        return lib.autograd.grad(total, view)

    def from_view(x, y, view, total):
        return lib.autograd.grad(view, x, lib.ones(2))

    def one_of_inputs(x, y, view, total):
        view.backward(lib.ones(2), inputs=[view, x])
        return view.grad, x.grad

    return [in_both(lib, act) for act in (to_view, from_view, one_of_inputs)]


@row
def a_view_made_inside_behind_its_base_starts_no_backward(lib):
    """Made under no_grad it is refused in the same words, whatever the mode of the backward."""
    found = []
    for block in (lib.enable_grad, lib.no_grad, lib.inference_mode):
        *_, view, _ = behind(lib, lib.no_grad)
        with block():
            found.append(tried(view.backward, lib.ones(2)))
    return found


@row
def a_view_behind_its_base_is_packed_in_a_forward(lib):
    """A hook on what is saved gives back a view that leads to where its base was by then."""
    x, _, view, _ = behind(lib)

    def forward(ctx, y):
        ctx.save_for_backward(view)
        return y * 2

    weighed = own(lib, forward, lambda ctx, g: g * ctx.saved_tensors[0])
    start = leaf(lib)
    with kept_with(lib, lambda saved: saved.detach(), as_it_is):
        out = weighed.apply(start).sum()
    (made,) = lib.autograd.grad(out, start, create_graph=True)
    return lib.autograd.grad(made.sum(), x)


@row
def a_function_is_told_which_views_require_grad(lib):
    """`needs_input_grad` of a view is its base's need, also where the view passes nothing on."""
    seen = []

    def forward(ctx, *tensors):
        seen.append(ctx.needs_input_grad)
        return tensors[0] * 2

    mine = own(lib, forward, lambda ctx, *g: g * 2)
    x, plain = leaf(lib), lib.zeros(2)
    later = plain.view(-1)
    plain.add_(x)
    with lib.no_grad():
        made_inside = x.view(-1)
        mine.apply(later, made_inside)
    mine.apply(made_inside, x)
    return seen


@row
def data_of_a_view_whose_base_requires_grad(lib):
    """What requires grad through its base alone cannot hold integers either."""
    x, plain = leaf(lib), lib.zeros(2)
    view = plain.view(-1)
    plain.add_(x)
    view.data = lib.zeros(2, dtype=lib.int64)
