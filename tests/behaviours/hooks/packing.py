"""Saved-tensors hooks: what they see, and what may come back."""

import gc
import threading
import weakref

from tests.behaviours.helpers import kept_with, leaf, own, place, tried
from tests.behaviours.table import row


@row
def what_a_pack_hook_sees(lib):
    """A pack hook sees each saved tensor in its place in the graph, unrecorded."""
    seen = []
    x, w = leaf(lib), lib.ones(2)

    def pack(t):
        seen.append((t is x or t is w, place(t), lib.is_grad_enabled()))
        return t.detach()

    with kept_with(lib, pack):
        y = (x * w + 1).exp() * x
    y.sum().backward()
    return seen, x.grad


@row
def what_operations_of_several_kinds_pack(lib):
    """Also operations with several inputs or outputs save through hooks."""
    seen = {}
    x, m = leaf(lib, 3.0, 1.0, 2.0), lib.ones(3, 2) * 2
    for name, act in {
        "matmul": lambda: x.view(1, 3) @ m,
        "max": lambda: x.max(0).values,
        "sort": lambda: x.sort().values,
        "where": lambda: lib.where(x > 1, x, -x),
        "softmax": lambda: x.softmax(0),
        "cat": lambda: lib.cat([x, x]),
    }.items():
        packed = seen[name] = []
        with kept_with(lib, lambda t, packed=packed: packed.append(t.tolist()) or t.detach()):
            act().sum().backward()
    return seen, x.grad


@row
def an_unpack_hook_is_called_at_every_reading(lib):
    """The unpack hook is called at each reading, in a recorded walk with recording on."""
    seen = []
    x = leaf(lib)

    def unpack(t):
        seen.append(lib.is_grad_enabled())
        return t

    with kept_with(lib, lambda t: t.detach(), unpack):
        y = x.exp()
    assert y.grad_fn._saved_result.equal(y.grad_fn._saved_result)
    y.sum().backward(retain_graph=True)
    lib.autograd.grad(y.sum(), x, create_graph=True)
    return seen, x.grad


@row
def what_is_unpacked_is_put_back(lib):
    """What an unpack hook returns takes the saved tensor's place in the graph."""
    x, w = leaf(lib), lib.ones(2)
    with kept_with(lib, lambda t: t.tolist(), lib.tensor):
        y = (x * w).exp()
        z = y * x
    saved = z.grad_fn._saved_self, z.grad_fn._saved_other, y.grad_fn._saved_result
    mul = y.grad_fn.next_functions[0][0]
    return [place(t) for t in (*saved, mul._saved_other)], saved[1] is x, mul._saved_self


@row
def anything_may_be_packed(lib):
    """A pack hook may return anything; what counts is what comes back."""
    x = leaf(lib)
    with kept_with(lib, lambda t: {"twice": t.detach() * 2}, lambda packed: packed["twice"]):
        y = x * x
    y.sum().backward()
    return x.grad


@row
def second_derivatives_through_packed_tensors(lib):
    """Packed tensors lead on to second and third derivatives."""
    x = leaf(lib)
    with kept_with(lib, lambda t: t.detach().clone()):
        y = (x * x * x + x.exp()).sum()
        (first,) = lib.autograd.grad(y, x, create_graph=True)
        (second,) = lib.autograd.grad(first.sum(), x, create_graph=True)
    return first, second.detach(), lib.autograd.grad(second.sum(), x)


@row
def packed_tensors_have_no_version(lib):
    """A write after packing is not noticed: what was packed decides."""
    found = []
    for pack in (lambda t: t.detach().clone(), lambda t: t.detach()):
        x = leaf(lib)
        with kept_with(lib, pack):
            y = x * 1
            z = (y * y).sum()
        y.mul_(5)
        z.backward()
        found.append(x.grad)
    return found


@row
def packed_tensors_are_freed(lib):
    """Packed tensors are freed by a backward like others."""
    x = leaf(lib)
    with kept_with(lib, lambda t: t.detach()):
        y = x.exp()
    y.sum().backward()
    return tried(y.sum().backward), tried(lambda: y.grad_fn._saved_result)


@row
def an_unpack_hook_that_returns_no_tensor(lib):
    """An unpack hook must return a tensor."""
    x = leaf(lib)
    with kept_with(lib, lambda t: 1):
        y = x * x
    y.sum().backward()


@row
def an_unpack_hook_that_returns_another_type(lib):
    """One of another type is converted with the gradient."""
    x = leaf(lib)
    with kept_with(lib, lambda t: t.detach().double()):
        y = x * x
    y.sum().backward()
    return x.grad


@row
def a_pack_hook_that_writes(lib):
    """A pack hook that writes into its tensor is refused."""
    x = leaf(lib)
    with kept_with(lib, lambda t: t.mul_(2)):
        x * 2
        x * x


@row
def saved_tensors_hooks_that_raise(lib):
    """Errors of either hook come through, and the modes are as before."""
    x = leaf(lib)
    with kept_with(lib, lambda t: 1 / 0):
        found = [tried(lambda: x * x)]
    with kept_with(lib, lambda t: t.detach(), lambda t: {}["gone"]):
        y = (x * x).sum()
    found.append(tried(y.backward))
    return found, lib.is_grad_enabled(), x.grad, (x * x).requires_grad


@row
def a_function_saves_through_hooks(lib):
    """``save_for_backward`` goes through the hooks, too."""
    seen = []

    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(x, None, y, y * 2)
        return y

    f = own(lib, forward=forward, backward=lambda ctx, g: g * ctx.saved_tensors[2])
    x = leaf(lib)
    with kept_with(lib, lambda t: seen.append(place(t)) or t.detach()):
        y = f.apply(x)
        f.apply(lib.ones(2))
    found = [t if t is None else place(t) for t in y.grad_fn.saved_tensors]
    (first,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    return seen, found, first.detach(), lib.autograd.grad(first.sum(), x)


@row
def writes_save_through_hooks(lib):
    """What a write saves is packed as well, through a view, too."""
    x = leaf(lib)
    with kept_with(lib, lambda t: t.detach().clone()):
        y = x * 1
        y.exp_()
        y[0].sin_()
    y.sum().backward()
    return x.grad


@row
def packing_keeps_no_graph_alive(lib):
    """A detached pack leaves no cycle: the graph goes with its result."""
    gc.collect()
    gc.disable()
    try:
        with kept_with(lib, lambda t: t.detach()):
            y = (leaf(lib) * 1).exp()
        y.grad_fn.metadata["token"] = token = threading.Event()
        alive = weakref.ref(token)
        del y, token
        return alive() is None
    finally:
        gc.enable()


@row
def index_tensors_are_packed(lib):
    """The index tensors of a read or a write go through the hooks too, one by one."""
    packed = []

    def pack(t):
        packed.append(t)
        return t.clone()

    x = lib.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    where, mask = lib.tensor([0, 0]), lib.tensor([True, False])
    with lib.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        y = x[where, lib.tensor([1, 0])].sum() + x[mask].sum()
        z = x * 1.0
        z[where] = 5.0
    where.zero_().add_(1)
    (y + z.sum()).backward()
    return packed[:-1], x.grad


@row
def unpacked_indices_decide(lib):
    """What comes back in place of an index tensor is where gradients go; a number is refused."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    with lib.autograd.graph.saved_tensors_hooks(lambda t: 0, lambda t: lib.tensor([1, 1])):
        x[lib.tensor([0, 0])].sum().backward()
    with lib.autograd.graph.saved_tensors_hooks(lambda t: 0, lambda t: 3):
        y = x[lib.tensor([0, 0])].sum()
    return x.grad, tried(y.backward)


@row
def a_pack_hook_that_keeps_a_result_keeps_its_memory(lib):
    """What a pack hook keeps of a result changes with it: no version is compared any more."""
    x = lib.tensor(0.5, requires_grad=True)
    with lib.autograd.graph.saved_tensors_hooks(lambda y: y, lambda y: y):
        results = x.exp(), x.sigmoid(), x / (x + 1), lib.stack([x, x]).median()
    for y in results:
        y.mul_(3)
    sum(results).backward()
    return x.grad, [y.detach() for y in results]


@row
def what_is_packed_of_a_write_was_there_before_it(lib):
    """A write that saves what it overwrites hands it to the hook first: also ``y.mul_(y)``."""
    seen, found = [], []
    for write in (
        lambda y: y.mul_(y),
        lambda y: y.div_(y),
        lambda y: y.addcmul_(y, y),
        lambda y: y[:1].mul_(y[:1]),
        lambda y: y.exp_(),
    ):
        x = leaf(lib, 0.5, 2.0)
        y = x * 1
        with lib.autograd.graph.saved_tensors_hooks(
            lambda t: seen.append(t.clone()) or t.clone(), lambda t: t
        ):
            write(y)
        y.sum().backward()
        found.append([y.detach(), x.grad])
    return seen, found
