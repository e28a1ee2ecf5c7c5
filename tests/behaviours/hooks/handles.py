"""Handles, which take hooks back."""

import weakref

from tests.behaviours.helpers import leaf, noting, tried
from tests.behaviours.table import row


@row
def a_handle_takes_the_hook_back(lib):
    """`remove()` takes a hook back, once or many times; the others stay."""
    seen = []
    x = leaf(lib)
    first = x.register_hook(noting(seen, "first"))
    x.register_hook(noting(seen, "second"))
    first.remove()
    first.remove()
    (x * 2).sum().backward()
    return seen, type(first).__name__


@row
def a_handle_in_a_with_statement(lib):
    """A handle is a context manager: the hook goes at the end of the block, also by an error."""
    seen = []
    x = leaf(lib)
    with x.register_hook(noting(seen, "inside")) as handle:
        (x * 2).sum().backward()
    (x * 2).sum().backward()

    def fail():
        with x.register_hook(noting(seen, "later")):
            raise KeyError("inside")

    found = tried(fail)
    (x * 2).sum().backward()
    return seen, type(handle).__name__, found


@row
def a_handle_that_is_dropped(lib):
    """Dropping a handle leaves the hook where it is."""
    seen = []
    x = leaf(lib)
    handle = x.register_hook(noting(seen, "x"))
    del handle
    (x * 2).sum().backward()
    return seen


@row
def handles_of_every_kind(lib):
    """Every kind of hook has a handle that takes it back."""
    seen = []
    x = leaf(lib)
    y = x * 2
    handles = [
        y.register_hook(noting(seen, "tensor")),
        y.grad_fn.register_prehook(noting(seen, "pre")),
        y.grad_fn.register_hook(noting(seen, "post")),
        x.register_post_accumulate_grad_hook(noting(seen, "accumulated")),
    ]
    [handle.remove() for handle in handles]
    y.sum().backward()
    return seen, len({type(handle).__name__ for handle in handles})


@row
def a_handle_outlives_its_tensor(lib):
    """A handle may be used when tensor and graph are gone, and keeps neither alive."""
    y = leaf(lib) * 2
    handle = y.register_hook(print)
    gone = weakref.ref(y)
    del y
    return gone() is None, handle.remove()


@row
def a_hook_removed_while_hooks_run(lib):
    """A hook that an earlier one removes still runs that time, and never again."""
    seen, handles = [], []
    x = leaf(lib)
    x.register_hook(lambda g: (seen.append("first"), handles[0].remove())[1])
    handles.append(x.register_hook(noting(seen, "second")))
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return [entry if isinstance(entry, str) else entry[0] for entry in seen]


@row
def a_hook_added_while_hooks_run(lib):
    """A hook that an earlier one adds runs from the next time on."""
    seen = []
    x = leaf(lib)

    def first(g):
        seen.append("first")
        x.register_hook(lambda g: seen.append("added"))

    x.register_hook(first)
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return seen


@row
def a_handle_after_a_write(lib):
    """A handle still takes its hook back when the tensor has moved on to another node."""
    seen = []
    y = leaf(lib) * 2
    handle = y.register_hook(noting(seen, "before"))
    y.mul_(3)
    handle.remove()
    y.sum().backward()
    return seen
