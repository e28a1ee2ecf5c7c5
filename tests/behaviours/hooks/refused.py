"""What hooks may not do."""

import functools

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


def misused(lib, register):
    """What a walk says of a hook that `register` puts on ``x`` or on ``y = x * 2``."""
    x = leaf(lib)
    y = x * 2
    register(x, y)
    return tried(y.sum().backward), x.grad


def wrong(g):
    """What a hook may not return in place of `g`: the kinds of mistakes, by name."""
    return {
        "number": 3,
        "array": g.numpy(),
        "list": [g],
        "shape": g.sum(),
        "wider": g.expand(3, 2),
        "dtype": g.double(),
        "integer": g.long(),
    }


KINDS = ("number", "array", "list", "shape", "wider", "dtype", "integer")


@row
def a_tensor_hook_returns_what_does_not_fit(lib):
    """What a tensor hook returns must be a tensor of the gradient's shape and type."""

    def hook(g, kind):
        return wrong(g)[kind]

    return [
        misused(lib, lambda x, y, kind=kind: x.register_hook(lambda g: hook(g, kind)))
        for kind in KINDS
    ]


@row
def a_named_hook_is_named_in_the_error(lib):
    """An error names the hook: a function by its name, an object by its class."""

    class Halve:
        def __call__(self, g):
            return g.sum() / 2

    def halve(g):
        return g.sum() / 2

    hooks = halve, Halve(), functools.partial(halve), Halve().__call__
    return [misused(lib, lambda x, y, hook=hook: y.register_hook(hook)) for hook in hooks]


@row
def a_post_hook_returns_what_does_not_fit(lib):
    """What a post-hook returns must be a tuple, one gradient per input, each as it was."""

    def returning(value):
        return misused(lib, lambda x, y: y.grad_fn.register_hook(lambda sent, came: value(sent)))

    return [
        returning(lambda sent: 5),
        returning(lambda sent: sent[0]),
        returning(list),
        returning(lambda sent: ()),
        returning(lambda sent: (*sent, None)),
        returning(lambda sent: (1, None)),
        returning(lambda sent: (sent[0].sum(), None)),
        returning(lambda sent: (sent[0].double(), None)),
        returning(lambda sent: (sent[0], sent[0])),
    ]


@row
def a_pre_hook_returns_what_does_not_fit(lib):
    """What a pre-hook returns must be a tuple, one gradient per output, each as it was."""

    def returning(value):
        return misused(lib, lambda x, y: y.grad_fn.register_prehook(lambda came: value(came)))

    return [
        returning(lambda came: 5),
        returning(lambda came: came[0]),
        returning(list),
        returning(lambda came: ()),
        returning(lambda came: (*came, None)),
        returning(lambda came: ("one",)),
        returning(lambda came: (came[0].sum(),)),
        returning(lambda came: (came[0].double(),)),
    ]


@row
def a_post_accumulate_hook_returns_something(lib):
    """A post-accumulate hook is to return None."""

    def returning(value):
        return misused(lib, lambda x, y: x.register_post_accumulate_grad_hook(lambda p: value(p)))

    values = (lambda p: 3), (lambda p: p), (lambda p: p.grad), (lambda p: p.grad.sum())
    return [returning(value) for value in values]


@row
def a_gradient_in_place_of_none(lib):
    """Where no gradient arrived a hook cannot make one."""
    x = leaf(lib)
    first, second = x.unbind()
    second.register_hook(lambda g: lib.ones(()))
    return tried(first.backward), x.grad


@row
def a_tensor_hook_that_raises(lib):
    """An error in a tensor hook leaves the leaf alone, and a retained graph sound."""
    x = leaf(lib)
    y = x * x
    handle = y.register_hook(lambda g: 1 / 0)
    z = (y * y).sum()
    first = tried(z.backward, retain_graph=True)
    handle.remove()
    before, enabled = x.grad, lib.is_grad_enabled()
    z.backward()
    return first, before, enabled, x.grad


@row
def a_node_hook_that_raises(lib):
    """An error in a pre-hook or post-hook reaches the caller as it is."""

    def bad(*found):
        raise KeyError("mine")

    found = []
    for which in ("register_hook", "register_prehook"):
        x = leaf(lib)
        y = x * 2
        handle = getattr(y.grad_fn, which)(bad)
        found.append([tried(y.sum().backward), x.grad])
        handle.remove()
        y.sum().backward()
        found.append(x.grad)
    return found


@row
def a_post_accumulate_hook_that_raises(lib):
    """An error in a post-accumulate hook comes after the gradient was added."""
    x = leaf(lib)
    handle = x.register_post_accumulate_grad_hook(lambda p: 1 / 0)
    first = tried((x * 2).sum().backward)
    handle.remove()
    return first, x.grad, tried((x * 2).sum().backward), x.grad


@row
def a_hook_too_few_arguments(lib):
    """A hook is called with what its kind is called with: others do not fit."""
    x = leaf(lib)
    y = x * 2
    y.grad_fn.register_hook(lambda sent: None)
    return tried(y.sum().backward)[0], x.grad
