"""Where a random program may write so that torch's answer means something."""

from contextlib import nullcontext


def turnable(program, x):
    """Whether torch can live with `x` turned in place.

    Where that goes unrecorded, its node knows it by another shape, and backward fails; a write
    after the turn of a tensor that retains its gradient is an internal error; and what is hooked to
    a tensor after its turn is hooked to the node before it, if that had a hook already.
    """
    recorded = program.lib.is_grad_enabled() or not x.requires_grad
    hooked = x.retains_grad or any(program.pool[i] is x for i in program.hooked)
    return recorded and x.is_floating_point() and not hooked


def where_writable(program, x):
    """An inference tensor is written to in its own mode: elsewhere torch writes, then refuses."""
    return program.lib.inference_mode() if x.is_inference() else nullcontext()


def apart(x, other):
    """`other`, or its clone where torch would read what it has half written, or refuse to.

    Written into integers, `other` is detached: torch makes a few of the writes have integers
    require grad.
    """
    if not x.is_floating_point():
        other = other.detach()
    related = x.numel() and root(x) == root(other)
    return other.clone() if related and (x is not other or repeats(x)) else other


def repeats(x):
    """Whether an element of `x` stands in several places: into most such torch refuses to write."""
    return bool(x.numel()) and any(s == 0 and n > 1 for s, n in zip(x.stride(), x.shape))


def overlaps(x):
    """Whether windows of `x` overlap, as `unfold` makes them: what a write leaves has no rule."""
    reach = 0
    for s, n in sorted((s, n) for s, n in zip(x.stride(), x.shape) if n > 1 and s > 0):
        if s <= reach:
            return True
        reach += s * (n - 1)
    return False


def root(x):
    return x.data_ptr() if x._base is None else x._base.data_ptr()


def dense(x):
    """Whether the elements of `x` fill a piece of memory without gaps."""
    reach = 1
    for s, n in sorted((s, n) for s, n in zip(x.stride(), x.shape) if n > 1):
        if s != reach:
            return False
        reach *= n
    return True
