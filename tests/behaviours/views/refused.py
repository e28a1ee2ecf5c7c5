"""Views that may not be written into."""

from tests.behaviours.helpers import leaf, leaf_of_four, node_name, result, tried
from tests.behaviours.table import row


@row
def a_part_of_several_refuses_a_write(lib):
    """Outputs of `split`, `chunk` and `unbind` refuse to be written into."""
    _, y = result(lib)
    found = []
    for parts in (y.split(1), y.chunk(2), y.unbind(), lib.split(y, [1, 1])):
        found += [tried(parts[1].add_, 1), tried(parts[0].zero_)]
    return found, y._version


@row
def iterating_gives_parts_that_refuse(lib):
    """`for row in y: row *= 2` is a write into outputs of `unbind`: refused."""
    _, y = result(lib)
    for each in y:
        each *= 2


@row
def a_view_of_a_part_refuses_too(lib):
    """A view of an output of `split` refuses as that does."""
    _, y = result(lib)
    y.split(1)[0].view(2).mul_(2)


@row
def a_part_is_refused_after_its_base_was_written(lib):
    """Once the base is written into, an output of `unbind` cannot be used any more."""
    _, y = result(lib)
    part = y.unbind()[1]
    y.mul_(2)
    return tried(lambda: part.grad_fn), tried(lambda: (part * 1).sum())


@row
def a_refused_part_can_still_be_printed(lib):
    """What cannot be used any more can still be looked at."""
    _, y = result(lib)
    part = y.unbind()[1]
    y.mul_(2)
    return repr(part)


@row
def parts_of_a_constant_may_be_written_into(lib):
    """Nothing is refused where nothing is recorded."""
    x = lib.zeros(2, 2)
    a, b = x.unbind()
    a.add_(1)
    with lib.no_grad():
        y = result(lib)[1]
        for each in y.split(1):
            each.zero_()
    return x, b, y


@row
def a_view_made_under_no_grad_refuses(lib):
    """A view made under `no_grad`, written into outside, could not be recorded rightly: refused."""
    _, y = result(lib)
    with lib.no_grad():
        view = y[0]
    view.mul_(2)


@row
def a_view_of_a_view_made_under_no_grad_refuses(lib):
    """So does a view of that view."""
    _, y = result(lib)
    with lib.no_grad():
        view = y[0]
    view.view(2, 1).mul_(2)


@row
def a_view_made_under_no_grad_may_be_written_there(lib):
    """Both inside, the write is not recorded, and everybody sees it."""
    x, y = result(lib)
    with lib.no_grad():
        view = y[0]
        view.mul_(10)
    y.sum().backward()
    return y, y._version, node_name(y), x.grad, view.requires_grad


@row
def a_view_made_under_no_grad_after_a_recorded_write(lib):
    """A write into its base makes such a view unusable outside, and not inside."""
    _, y = result(lib)
    with lib.no_grad():
        view = y[0]
    y.mul_(2)
    with lib.no_grad():
        inside = (view * 1).tolist()
    return inside, tried(lambda: view * 1), view.requires_grad


@row
def a_view_of_a_leaf_made_under_no_grad(lib):
    """It may be written into under `no_grad` alone: how a step of descent works on a part."""
    x = leaf_of_four(lib)
    with lib.no_grad():
        view = x[:2]
        view -= 1
    return x, x.is_leaf, view.requires_grad, tried(view.sub_, 1)


@row
def a_view_of_a_constant_made_under_no_grad(lib):
    """Also of a constant: the write could have to be recorded later."""
    c, x = lib.zeros(2), leaf(lib, 1.0)
    with lib.no_grad():
        view = c[:1]
    view.add_(1)
    return c, tried(view.add_, x)


@row
def a_view_made_in_inference_mode(lib):
    """A view of an ordinary result made in `inference_mode` refuses outside."""
    _, y = result(lib)
    with lib.inference_mode():
        view = y[0]
    return view.is_inference(), view._is_view(), tried(view.mul_, 2), tried(lambda: view * 2)


@row
def what_requires_grad_of_an_outdated_view_may_be_set_to(lib):
    """Setting it looks at the view as it was made, not at what was written into its base since."""
    factor = lib.ones(3, requires_grad=True)
    recorded, unrecorded = lib.zeros(3), lib.zeros(3)
    before = recorded[:2]
    with lib.no_grad():
        apart = unrecorded[:2]
    recorded.mul_(factor)
    unrecorded.mul_(factor)
    return (
        tried(lambda: before.requires_grad_(False).requires_grad),
        tried(lambda: apart.requires_grad_().requires_grad),
    )
