"""The version that a tensor, its views and its twins count writes in."""

from tests.behaviours.helpers import tried
from tests.behaviours.table import row


@row
def each_write_is_counted(lib):
    """A tensor's version says how often its memory was written into."""
    x, found = lib.zeros(3), []
    for write in (lambda: x.add_(1), lambda: x.mul_(2), lambda: x.zero_(), lambda: x.neg_()):
        found.append(x._version)
        write()
    x[0] = 1
    x += 1
    return found, x._version


@row
def what_is_computed_starts_at_zero(lib):
    """A result has memory, and a version, of its own."""
    x = lib.zeros(3)
    x.add_(1)
    return x._version, (x * 2)._version, x.clone()._version, lib.cat([x, x])._version


@row
def base_views_and_twins_share_a_version(lib):
    """A base, its views, their views and `detach()`ed twins count together, whoever writes."""
    x = lib.zeros(2, 3)
    family = [x, x[0], x.t(), x.view(6), x[0][1:], x.detach(), x.detach()[1], x.expand(2, 2, 3)]
    found = []
    for each in family[:-1]:
        each.add_(1)
        found.append([other._version for other in family])
    return found, x


@row
def data_does_not_share_the_version(lib):
    """`.data` shows the memory under a version of its own: writes through it go unnoticed."""
    x = lib.zeros(3)
    x.data.add_(1)
    return x, x._version, x.data._version, x.data.data_ptr() == x.data_ptr()


@row
def numpy_writes_are_not_counted(lib):
    """What NumPy writes into shared memory is seen, and not counted."""
    x = lib.zeros(2)
    x.numpy()[0] = 5
    return x, x._version


@row
def version_and_base_cannot_be_set(lib):
    """`_version`, `_base` and `shape` are facts."""
    x = lib.zeros(2)
    found = [tried(setattr, x, name, None) for name in ("_version", "_base", "shape")]
    return [kind for kind, _ in found], x._version


@row
def a_refused_write_is_not_counted(lib):
    """A write that raises leaves values and version as they were."""
    x = lib.zeros(2)
    said = tried(x.add_, lib.ones(3)), tried(x.add_, lib.ones(2, 2))
    return said, x, x._version


@row
def assigning_data_keeps_the_version(lib):
    """`x.data = y` gives `x` the memory of `y`, and neither a version of it nor a base."""
    x, y = lib.zeros(2), lib.ones(2)
    y.add_(1)
    x.data = y
    y.add_(1)
    return x, x._version, y._version, x._is_view()


@row
def in_place_returns_the_tensor_itself(lib):
    """A write returns the very tensor that was written into."""
    x = lib.zeros(2, 2)
    writes = (x.add_(1), x.zero_(), x.fill_(2), x.copy_(x.clone()))
    return [each is x for each in writes]
