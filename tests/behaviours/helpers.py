"""What rows share: tensors to begin with, Functions and hooks of one's own, and what to note."""

import threading
import warnings


def leaf(lib, *values):
    return lib.tensor(list(values or (1.0, 2.0)), requires_grad=True)


def leaf_of_four(lib):
    return leaf(lib, 1.0, 2.0, 3.0, 4.0)


def double(lib, *values, **more):
    return lib.tensor(list(values or (0.5, 2.0)), dtype=lib.float64, **more)


def leaf64(lib, *values):
    return double(lib, *values, requires_grad=True)


def result(lib):
    """A leaf, and a matrix computed from it."""
    x = lib.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    return x, x * 1.0


def inference_tensor(lib):
    with lib.inference_mode():
        return lib.ones(2)


# ---------------------------------------------------------------------- what comes of it


def tried(act, *args, **named):
    """What `act` gives, or its error: for rows that go on afterwards."""
    try:
        return act(*args, **named)
    except Exception as error:
        return [type(error).__name__, str(error).partition("\n")[0].rstrip()]


def in_a_thread(act):
    """What `act` gives in a thread of its own."""
    found = []
    thread = threading.Thread(target=lambda: found.append(act()))
    thread.start()
    thread.join()
    return found[0]


def quiet(act):
    """What `act` gives; NumPy calls torch's half of their protocol old-fashioned at each turn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return tried(act)


def facts(x):
    """What a tensor says of itself."""
    return {
        "leaf": x.is_leaf,
        "requires_grad": x.requires_grad,
        "view": x._is_view(),
        "grad_fn": x.grad_fn and class_name(x.grad_fn),
        "nr": x.output_nr,
        "version": x._version,
    }


def mode_facts(x):
    """What a tensor, maybe an inference tensor, says of itself."""
    return {
        "leaf": x.is_leaf,
        "requires_grad": x.requires_grad,
        "inference": x.is_inference(),
        "view": tried(x._is_view),
        "version": tried(lambda: x._version),
    }


def place(x):
    """Where in the graph a tensor stands, and what it holds."""
    return x.is_leaf, x.requires_grad, x.grad_fn and x.grad_fn.name(), x.tolist()


def now(lib):
    """The switches as they stand, and whether a result is recorded."""
    recorded = (lib.ones(1, requires_grad=True) * 2).requires_grad
    return lib.is_grad_enabled(), lib.is_inference_mode_enabled(), recorded


def anomalous(lib, act, **options):
    """What `act` gives under anomaly mode, or its error, and what was warned of.

    Of a warning: its headline, and the last line of the traceback that it shows.
    """
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with lib.autograd.set_detect_anomaly(True, **options):
            given = tried(act)
    return given, [shown(str(warning.message)) for warning in seen]


def shown(message):
    text, _, _ = message.partition(" (Triggered internally at ")
    headline, *stack = text.strip().replace("torch::autograd::", "").splitlines()
    return [headline, *(line.strip() for line in stack[-1:])]


# ---------------------------------------------------------------------- nodes


def class_name(node):
    return type(node).__name__


def node_name(x):
    """The name of the node behind a tensor."""
    return x.grad_fn and x.grad_fn.name().rpartition("::")[2]


def node_names(x, depth=4):
    """The names of the first nodes on the way from a tensor to the leaves, first edges only."""
    node, found = x.grad_fn, []
    while node is not None and len(found) < depth:
        found.append(node.name().rpartition("::")[2])
        node = node.next_functions[0][0] if node.next_functions else None
    return found


def end_of(x):
    """The AccumulateGrad of a leaf."""
    return (x * 1).grad_fn.next_functions[0][0]


# ---------------------------------------------------------------------- hooks


def noting(seen, label):
    """A hook that notes what it is called with, and replaces nothing."""

    def note(*found):
        seen.append([label, *found])

    return note


def as_it_is(x):
    return x


def kept_with(lib, pack, unpack=as_it_is):
    """A block in which what is saved goes through these hooks."""
    return lib.autograd.graph.saved_tensors_hooks(pack, unpack)


# ---------------------------------------------------------------------- Functions


def own(lib, forward, backward=None, name="Own", **more):
    """A Function with these static methods, as one that is written in a notebook."""
    methods = {"forward": forward, "backward": backward or (lambda ctx, *g: g[0]), **more}
    members = {key: staticmethod(method) for key, method in methods.items()}
    return type(name, (lib.autograd.Function,), {"__module__": "__main__", **members})


def doubling(lib, backward, forward=lambda ctx, x: x * 2, materialize=True):
    """What applies a Function of one input whose backward may be wrong."""

    def prepared(ctx, x):
        ctx.set_materialize_grads(materialize)
        return forward(ctx, x)

    return own(lib, prepared, backward).apply


def keep_input(ctx, x):
    ctx.save_for_backward(x)
    return x * x * x


def cube_rule(ctx, g):
    (x,) = ctx.saved_tensors
    return g * 3 * x * x


def cube(lib):
    return own(lib, keep_input, cube_rule)


def doubler(lib):
    """A Function that doubles its input in place."""

    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    return own(lib, forward, lambda ctx, g: g * 2)
