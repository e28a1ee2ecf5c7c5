"""Views made in one mode and used in another."""

from tests.behaviours.helpers import mode_facts, tried
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
