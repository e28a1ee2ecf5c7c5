"""What a step of a random program may be: operations, views, writes, hooks, modes, backwards.

Operations are those of the table of samples, writes those of the table of methods: one that is
added there is met here. A step is a function of a program and of picks; it gives a label, whose
first word is what is counted, and the act itself.
"""

import inspect
from contextlib import nullcontext
from functools import partial

import minigrad
from tests.ops.sample import values
from tests.ops.samples import SAMPLES

STEPS = {}  # step -> weight

OPERATIONS = [sample for sample in SAMPLES if sample.twin]
ROWS = sorted({sample.row for sample in OPERATIONS})


def step(weight):
    def enter(function):
        STEPS[function] = weight
        return function

    return enter


def draw(program, picks):
    """A step's label and act."""
    return picks.evenly(WEIGHTED)(program, picks)


# ------------------------------------------------------------------ which tensor


def any_of(program, picks):
    return picks.below(len(program.pool))


def tracked(program, picks):
    """Mostly a tensor that requires a gradient."""
    found = [k for k, x in enumerate(program.pool) if x.requires_grad]
    return any_of(program, picks) if picks.chance(5) else picks.of(found)


def made(program, picks):
    """Mostly a tensor that the program made, for leaves refuse writes."""
    if picks.chance(10):
        return any_of(program, picks)
    return program.given - 3 + picks.below(len(program.pool) - program.given + 3)


def fitting(program, i, picks):
    """Mostly a tensor that broadcasts to the `i`-th."""
    shape = program.pool[i].shape
    found = [k for k, x in enumerate(program.pool) if x.shape == shape or x.numel() == 1]
    return any_of(program, picks) if picks.chance(8) else picks.of(found)


def nothing(_):
    return None


# ------------------------------------------------------------------ operations


@step(1)
def rest(program, picks):
    """All zero: what hypothesis makes of a step that a failure does not need."""
    return "nothing", lambda: None


@step(30)
def operation(program, picks, row=None):
    """An operation of the table, on tensors of the program or on what depends on them."""
    row = row or picks.evenly(ROWS)
    sample = picks.evenly([each for each in OPERATIONS if each.row == row])
    case = picks.evenly(sample.cases)
    chosen = [tracked(program, picks) for _ in case]

    def act():
        inputs = [
            fitted(program, program.pool[i], sample, place, shape)
            for place, (i, shape) in enumerate(zip(chosen, case))
        ]
        return sample.call(program.lib, *inputs)

    return f"op:{sample.row} {case} of {chosen}", act


def fitted(program, x, sample, place, shape):
    """`x` if it can be an input of the sample; else a tensor that can and depends on `x`."""
    default = sample.smooth and (sample.low, sample.high) == (-2.0, 2.0)
    if default and x.is_floating_point() and tuple(x.shape) == tuple(shape):
        return x
    constant = program.lib.tensor(values(sample, place, shape).tolist(), dtype=program.lib.float64)
    constant = constant.reshape(shape)
    if not x.is_floating_point() or not x.numel():
        return constant
    return constant + x.mean().tanh() * 0.01


@step(8)
def binary(program, picks):
    i, name = tracked(program, picks), picks.of(("mul", "add", "sub"))
    j = fitting(program, i, picks)
    return f"{name} {i} {j}", lambda: getattr(program.pool[i], name)(program.pool[j])


@step(3)
def indexed(program, picks):
    i = any_of(program, picks)
    key, told = key_for(program.pool[i], picks)
    return f"index {i} {told}", lambda: program.pool[i][key]


def key_for(x, picks):
    """A key of `x`, and how it prints."""
    n = x.shape[0] if x.ndim else 0
    keys = [..., None, (None, ...), True]
    if n:
        k = picks.below(n)
        keys += [k, k - n, slice(k, None), slice(0, 1), slice(None, None, 2), [k, 0], [k]]
    if x.ndim == 2 and n and x.shape[1]:
        keys += [(slice(None), 0), (0, -1), (slice(k, None), [0]), (..., 0), (None, k)]
    key = picks.of(keys)
    return key, key


@step(3)
def masked(program, picks):
    i = any_of(program, picks)
    return f"mask {i}", lambda: program.pool[i][program.pool[i] > 0]


@step(2)
def function(program, picks):
    i, kind = tracked(program, picks), picks.of(("double", "same", "flat", "dirty"))

    def act():
        x = program.pool[i]
        with where_writable(program, x) if kind == "dirty" else nullcontext():
            return program.Own.apply(x, kind)

    return f"function:{kind} {i}", act


@step(4)
def cut_off(program, picks):
    i, name = any_of(program, picks), picks.of(("detach", "data", "detach_", "requires_grad_"))
    x = program.pool[i]
    if name == "detach_" and x.requires_grad:
        name = "detach"  # torch does not count a `detach_`, see the behaviours table
    if name == "requires_grad_" and x._is_view():
        name = "data"  # torch takes a view that it has yet to renew for a leaf
    if x.is_inference():
        name = "requires_grad_"  # of these torch counts the versions of `detach()`, and no others
    acts = {
        "detach": lambda: x.detach(),
        "data": lambda: x.data,
        "detach_": lambda: nothing(x.detach_()),
        "requires_grad_": lambda: nothing(x.requires_grad_(picks.chance(70))),
    }
    return f"{name} {i}", acts[name]


# ------------------------------------------------------------------ views

VIEWS = {
    "view": lambda x, k: x.view(x.numel()),
    "view_as": lambda x, k: x.view_as(x.reshape(-1)),
    "reshape": lambda x, k: x.reshape(x.numel(), 1),
    "flatten": lambda x, k: x.flatten(),
    "unsqueeze": lambda x, k: x.unsqueeze(k),
    "squeeze": lambda x, k: x.squeeze(),
    "squeeze:dim": lambda x, k: x.squeeze(k),
    "expand": lambda x, k: x.expand(2, *x.shape),
    "expand_as": lambda x, k: x.expand_as(x.unsqueeze(0)),
    "permute": lambda x, k: x.permute(tuple(range(x.ndim))[::-1]),
    "movedim": lambda x, k: x.movedim(0, -1),
    "transpose": lambda x, k: x.transpose(0, -1),
    "t": lambda x, k: x.t(),
    "T": lambda x, k: x.T if x.ndim == 2 else x.t(),
    "mT": lambda x, k: x.mT,
    "select": lambda x, k: x.select(k, 0),
    "narrow": lambda x, k: x.narrow(k, 0, 1),
    "chunk": lambda x, k: x.chunk(2, k),
    "split": lambda x, k: x.split(1, k),
    "split:sizes": lambda x, k: x.split([1, x.shape[k] - 1], k),
    "unbind": lambda x, k: x.unbind(k),
    "alias": lambda x, k: x[...],
    "select:index": lambda x, k: x[0],
    "slice": lambda x, k: x[k:],
    "steps": lambda x, k: x[::2],
    "diagonal": lambda x, k: x.diagonal(),
    "unflatten": lambda x, k: x.unflatten(0, (1, -1)),
    "broadcast_to": lambda x, k: x.broadcast_to(2, *x.shape),
}
VIEWS = {
    name: act
    for name, act in VIEWS.items()
    if name != name.lower()
    or ":" in name
    or name in ("alias", "slice", "steps")
    or hasattr(minigrad.Tensor, name)
}


@step(20)
def view(program, picks, name=None):
    i, name = any_of(program, picks), name or picks.evenly(sorted(VIEWS))
    k = picks.below(max(program.pool[i].ndim, 1))
    return f"view:{name} {i} {k}", lambda: VIEWS[name](program.pool[i], k)


# ------------------------------------------------------------------ writes

# These are tried on ordinary matrices alone: all else is refused, each in its own order.
MATRICES = "addmm_ index_add_ index_put_ masked_fill_ scatter_ scatter_add_ tril_ triu_".split()
TURNS = ("t_", "transpose_", "squeeze_", "unsqueeze_")
BITWISE = ("bitwise_and_", "bitwise_or_", "bitwise_xor_", "bitwise_not_")
WHOLE = 5  # the one tensor of integers that every program starts with
# What a twin takes after the tensor it writes into, where its signature does not say it; `o()` is a
# tensor that mostly fits.
ARGUMENTS = {
    **dict.fromkeys(("clamp_", "clip_", "floor_divide_", "remainder_"), lambda lib, x, o: (1.5,)),
    "transpose_": lambda lib, x, o: (0, -1),
    "addmm_": lambda lib, x, o: (double(lib, x.shape[0], 2), double(lib, 2, *x.shape[1:])),
    "addcmul_": lambda lib, x, o: (o(), o()),
    "lerp_": lambda lib, x, o: (o(), 0.25),
    "masked_fill_": lambda lib, x, o: (x > 0, 0.5),
    "index_add_": lambda lib, x, o: (0, lib.tensor([0]), double(lib, 1, *x.shape[1:])),
    "index_put_": lambda lib, x, o: ((lib.tensor([0]),), double(lib)),
    "scatter_": lambda lib, x, o: (0, lib.zeros([1] * x.ndim, dtype=lib.int64), 0.5),
    "scatter_add_": lambda lib, x, o: (
        0,
        lib.zeros([1] * x.ndim, dtype=lib.int64),
        double(lib, *[1] * x.ndim),
    ),
}


def arguments_of(name):
    """What the twin called `name` takes: a function as in `ARGUMENTS`."""
    if name in ARGUMENTS:
        return ARGUMENTS[name]
    _, *others = inspect.signature(getattr(minigrad.Tensor, name)).parameters.values()
    wanted = [p.name for p in others if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]
    return lambda lib, x, o: [BY_NAME[each]() if each in BY_NAME else o() for each in wanted]


BY_NAME = {
    "dim": lambda: 0,
    **dict.fromkeys(("exponent", "max", "min", "value"), lambda: 1.5),
}


def double(lib, *shape):
    return lib.ones(shape, dtype=lib.float64)


NOT_WRITES = ("requires_grad_", "detach_")  # these are in `cut_off`
TWINS = sorted(
    name
    for name in dir(minigrad.Tensor)
    if name.endswith("_") and not name.startswith("_") and name not in NOT_WRITES
)


@step(20)
def write(program, picks, name=None):
    i, name = made(program, picks), name or picks.evenly(TWINS)
    j = fitting(program, i, picks)
    if name in BITWISE:  # of floating point numbers they are refused, each in its own order
        i, j = WHOLE, WHOLE

    def act():
        x = program.pool[i]
        if name == "floor_divide_" and x.requires_grad:
            return  # see `without_derivative`
        if name in MATRICES and not (x.ndim == 2 and x.numel() and dense(x)):
            return
        if name in TURNS and not turnable(program, x):
            return
        arguments = arguments_of(name)(program.lib, x, lambda: apart(x, program.pool[j]))
        with where_writable(program, x):
            getattr(x, name)(*arguments)

    return f"write:{name} {i} {j}", act


@step(6)
def write_often(program, picks):
    """The commonest writes, with a tensor or a number."""
    i, name = made(program, picks), picks.of(("mul_", "add_", "sub_", "copy_"))
    j = None if picks.chance(40) else fitting(program, i, picks)

    def act():
        x = program.pool[i]
        with where_writable(program, x):
            getattr(x, name)(0.5 if j is None else apart(x, program.pool[j]))

    return f"write:{name} {i} {j}", act


@step(7)
def assign(program, picks):
    i = made(program, picks)
    key, told = key_for(program.pool[i], picks)
    key = ... if key is True else key
    j = None if picks.chance(50) else fitting(program, i, picks)

    def act():
        x = program.pool[i]
        with where_writable(program, x):
            x[key] = 2.5 if j is None else apart(x, program.pool[j])

    return f"assign {i} {told} {j}", act


@step(2)
def assign_by_mask(program, picks):
    i = made(program, picks)
    j = None if picks.chance(50) else fitting(program, i, picks)

    def act():
        x = program.pool[i]
        with where_writable(program, x):
            x[x > 0.1] = 0.5 if j is None else apart(x, program.pool[j])

    return f"assign:mask {i} {j}", act


def turnable(program, x):
    """Whether torch can live with `x` turned in place.

    Where that goes unrecorded, its node knows it by another shape, and backward fails; a write
    after the turn of a tensor that retains its gradient is an internal error.
    """
    recorded = program.lib.is_grad_enabled() or not x.requires_grad
    return recorded and x.is_floating_point() and not x.retains_grad


def where_writable(program, x):
    """An inference tensor is written to in its own mode: elsewhere torch writes, then refuses."""
    return program.lib.inference_mode() if x.is_inference() else nullcontext()


def apart(x, other):
    """`other`, or its clone where torch would read what it has half written and not notice.

    It notices between dense tensors alone. Written into integers, `other` is detached: torch makes
    a few of the writes have integers require grad.
    """
    if not x.is_floating_point():
        other = other.detach()
    related = x is not other and root(x) is root(other)
    return other.clone() if related and not (dense(x) and dense(other)) else other


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


# ------------------------------------------------------------------ modes

MODES = {
    "no_grad": lambda lib: [lib.no_grad()],
    "enable_grad": lambda lib: [lib.no_grad(), lib.enable_grad()],
    "set_grad_enabled": lambda lib: [lib.set_grad_enabled(False)],
    "inference_mode": lambda lib: [lib.inference_mode()],
    "inference_mode:off": lambda lib: [lib.inference_mode(), lib.inference_mode(False)],
    "saved_tensors_hooks": lambda lib: [
        lib.autograd.graph.saved_tensors_hooks(lambda x: [x], lambda packed: packed[0])
    ],
}


@step(10)
def mode(program, picks, name=None):
    """Another step, in a mode."""
    name = name or picks.evenly(sorted(MODES))
    inner, act = picks.evenly(WITHIN)(program, picks)

    def within():
        modes = MODES[name](program.lib)
        for each in modes:
            each.__enter__()
        try:
            return act()
        finally:
            for each in reversed(modes):
                each.__exit__(None, None, None)

    return f"mode:{name} {inner}", within


# ------------------------------------------------------------------ hooks


def noting(program, mark, scales=False):
    """A hook that notes what it is shown, and perhaps doubles it."""

    def hook(*groups):
        grads = [g for group in groups for g in (group if isinstance(group, tuple) else (group,))]
        program.seen.append([mark, [None if g is None else numbers(g) for g in grads]])
        if not scales or grads[0] is None:
            return None
        twice = grads[0] * 2.0
        return (twice, *groups[0][1:]) if isinstance(groups[0], tuple) else twice

    return hook


def numbers(x):
    return x.detach().numpy().copy()


def keep(program, handle):
    program.handles.append(handle)


@step(7)
def tensor_hook(program, picks):
    i, scales, mark = tracked(program, picks), picks.chance(30), picks.below(1000)
    hook = noting(program, mark, scales)

    def act():
        x = program.pool[i]
        if x.grad_fn is not None or x.is_leaf:  # torch crashes on a view that it has yet to renew
            keep(program, x.register_hook(hook))

    return f"hook:tensor {i} {scales}", act


@step(5)
def node_hook(program, picks):
    i, scales, mark = tracked(program, picks), picks.chance(20), picks.below(1000)
    kind = picks.of(("register_hook", "register_prehook"))
    hook = noting(program, mark, scales)

    def act():
        node = program.pool[i].grad_fn
        if node is not None:
            keep(program, getattr(node, kind)(hook))

    return f"hook:{kind} {i} {scales}", act


@step(3)
def leaf_hook(program, picks):
    i, mark = picks.below(program.leaves), picks.below(1000)
    register = program.pool[i].register_post_accumulate_grad_hook

    def hook(leaf):
        program.seen.append([mark, numbers(leaf.grad)])

    return f"hook:post_accumulate {i}", lambda: keep(program, register(hook))


@step(3)
def multi_grad_hook(program, picks):
    i, j, mark = tracked(program, picks), tracked(program, picks), picks.below(1000)
    how = picks.of(("all", "any"))

    def hook(grads):
        grads = grads if isinstance(grads, (list, tuple)) else [grads]
        program.seen.append([mark, [None if g is None else numbers(g) for g in grads]])

    def act():
        tensors = [program.pool[i], program.pool[j]]
        if all(x.grad_fn is not None or x.is_leaf for x in tensors):  # as in `tensor_hook`
            register = program.lib.autograd.graph.register_multi_grad_hook
            keep(program, register(tensors, hook, mode=how))

    return f"hook:multi_{how} {i} {j}", act


@step(4)
def retain(program, picks):
    i = tracked(program, picks)
    return f"hook:retain_grad {i}", lambda: program.pool[i].retain_grad()


@step(2)
def unhook(program, picks):
    k = picks.below(8)

    def act():
        if k < len(program.handles):
            program.handles.pop(k).remove()

    return f"hook:remove {k}", act


# ------------------------------------------------------------------ backwards


@step(6)
def backward(program, picks):
    i, retain, create = tracked(program, picks), picks.chance(60), picks.chance(20)

    def act():
        program.pool[i].sum().backward(retain_graph=retain or None, create_graph=create)

    return f"backward {i} {retain} {create}", act


@step(3)
def backward_to(program, picks):
    i, j = tracked(program, picks), tracked(program, picks)

    def act():
        inputs = [program.pool[j], program.pool[0]]
        program.pool[i].sum().backward(retain_graph=True, inputs=inputs)

    return f"backward:inputs {i} {j}", act


@step(3)
def gradient(program, picks):
    i, j, k = tracked(program, picks), tracked(program, picks), tracked(program, picks)
    create = picks.chance(50)

    def act():
        outputs = [program.pool[i].sum(), program.pool[j].mean()]
        (g,) = program.lib.autograd.grad(
            outputs, [program.pool[k]], create_graph=create, retain_graph=True, allow_unused=True
        )
        return own(g)

    return f"grad {i} {j} to {k} {create}", act


def own(grad):
    """A copy of a gradient: the strides and the node that it came with are torch's own affair."""
    return None if grad is None else grad.contiguous().clone()


@step(4)
def second_order(program, picks):
    i, k = tracked(program, picks), picks.below(program.leaves)

    def act():
        grad, x = program.lib.autograd.grad, program.pool[k]
        (g,) = grad([program.pool[i].sum()], [x], create_graph=True)
        (h,) = grad([(g * g).sum()], [x], allow_unused=True) if g.requires_grad else (None,)
        return own(h)

    return f"second_order {i} {k}", act


@step(2)
def take(program, picks):
    """A leaf's gradient itself: what later backwards do to it can be seen from then on."""
    i = picks.below(program.leaves)

    def act():
        grad = program.pool[i].grad
        return None if grad is None or grad.requires_grad else grad

    return f"grad:taken {i}", act


@step(1)
def forget(program, picks):
    i = picks.below(program.leaves)

    def act():
        program.pool[i].grad = None

    return f"grad:None {i}", act


def last(program, picks):
    """The end of every program: everything that can be differentiated, at once."""

    def act():
        total = None
        for x in program.pool:
            try:
                if x.requires_grad and not x.is_leaf:
                    total = x.sum() if total is None else total + x.sum()
            except RuntimeError:  # a view that may not be used any more
                continue
        if total is not None:
            total.backward(retain_graph=True)

    return "backward:all", act


NAMED = {
    **{f"op:{row}": partial(operation, row=row) for row in ROWS},
    **{f"view:{name}": partial(view, name=name) for name in VIEWS},
    **{f"write:{name}": partial(write, name=name) for name in TWINS},
    **{f"mode:{name}": partial(mode, name=name) for name in MODES},
}  # what a program can be told to do
OTHERS = (
    "mul", "add", "sub", "index", "mask", "assign", "assign:mask", "detach", "data", "detach_",
    "requires_grad_", "function:double", "function:same", "function:flat", "function:dirty",
    "hook:tensor", "hook:register_hook", "hook:register_prehook", "hook:post_accumulate",
    "hook:multi_all", "hook:multi_any", "hook:retain_grad", "hook:remove",
    "backward", "backward:inputs", "grad", "second_order", "grad:None", "grad:taken", "backward:all",
)  # fmt: skip
WEIGHTED = [function for function, weight in STEPS.items() for _ in range(weight)]
WITHIN = [
    function
    for function in (binary, view, write, write_often, assign, operation, cut_off, backward)
    for _ in range(STEPS[function])
]
