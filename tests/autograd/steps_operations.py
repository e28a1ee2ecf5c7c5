"""Steps of random programs that compute: the operations of the table of samples, and views."""

from contextlib import nullcontext

import minigrad
from tests.autograd.step import any_of, fitting, nothing, step, tracked
from tests.autograd.writable import where_writable
from tests.ops.sample import values
from tests.ops.samples import SAMPLES

# The sign of a determinant has no derivative: torch sends None where minigrad sends zeros. The
# other result is drawn among the names.
OPERATIONS = [sample for sample in SAMPLES if sample.twin and sample.row != "slogdet"]
ROWS = sorted({sample.row for sample in OPERATIONS})


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


def masks(program, *places):
    """Whether one of these tensors is a mask: torch refuses to take that off numbers, say."""
    return any(program.pool[i].dtype == program.lib.bool for i in places)


@step(8)
def binary(program, picks):
    i, name = tracked(program, picks), picks.of(("mul", "add", "sub"))
    j = fitting(program, i, picks)
    if masks(program, i, j):
        name = "mul"
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
        name = "detach"  # torch fails an assertion of its own, or crashes, when that is used later
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
    "mT": lambda x, k: x.mT if x.ndim != 1 else x.T,
    "select": lambda x, k: x.select(k, 0),
    "narrow": lambda x, k: (x if x.ndim else x.reshape(1)).narrow(k, 0, 1),
    "chunk": lambda x, k: x.chunk(2, k),
    "split": lambda x, k: x.split(1, k),
    "split:sizes": lambda x, k: x.split([1, x.shape[k] - 1], k),
    "unbind": lambda x, k: x.unbind(k),
    "alias": lambda x, k: x[...],
    "select:index": lambda x, k: x[0],
    "slice": lambda x, k: x[k:],
    "steps": lambda x, k: x[::2],
    "diagonal": lambda x, k: x.diagonal(),
    "unflatten": lambda x, k: x.unflatten(0, (1, len(x))),
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
