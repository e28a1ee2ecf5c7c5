"""Hooks: what they see, in which order, what they may replace, and how they go."""

import gc
import weakref

import pytest

import minigrad
from minigrad.autograd.hooks import Hooks, RemovableHandle
from tests.autograd.twins import both, cases, make_function

case = cases()


def ones(lib, *shape):
    return lib.ones(*(shape or (2,)), requires_grad=True)


def listen(lib, x, seen, label):
    """A hook that notes what it sees, plain."""

    def note(*groups):
        seen.append([label, [plain(group) for group in groups]])

    return note


def plain(found):
    if isinstance(found, tuple):
        return [plain(x) for x in found]
    return None if found is None else found.tolist()


@case
def order_among_outputs(lib):
    seen = []
    x = ones(lib, 3)
    parts = x.unbind(0)
    for nr in (2, 0, 1, 2, 0):
        parts[nr].register_hook(listen(lib, x, seen, f"output {nr}"))
    parts[1].retain_grad()
    (parts[0] * 2 + parts[2] * 3).backward()
    return seen, x.grad, parts[1].grad


@case
def none_where_nothing_arrives(lib):
    seen = []
    x = ones(lib)
    first, second = x.unbind(0)
    second.register_hook(listen(lib, x, seen, "second"))
    first.grad_fn.register_prehook(listen(lib, x, seen, "pre"))
    first.backward()
    return seen, x.grad


@case
def a_post_hook_sees_what_leaves_and_what_came(lib):
    seen = []
    x, w = ones(lib, 2, 2), lib.full((2,), 3.0, requires_grad=True)
    y = x * w
    y.grad_fn.register_hook(listen(lib, x, seen, "mul"))
    z = y + 1
    z.grad_fn.register_hook(listen(lib, x, seen, "add"))
    z.sum().backward()
    return seen, w.grad


@case
def a_joining_node_computes_every_gradient(lib):
    seen = []
    x = ones(lib)
    y = lib.cat([x, lib.ones(2)])
    y.grad_fn.register_hook(listen(lib, x, seen, "cat"))
    y.sum().backward()
    return seen, x.grad


@case
def replacing(lib):
    x, y = ones(lib), ones(lib)
    z = x * y
    z.register_hook(lambda g: g * 2)
    z.register_hook(lambda g: None)
    z.grad_fn.register_prehook(lambda gs: (gs[0] * 3,))
    z.grad_fn.register_hook(lambda sent, came: (sent[0] * 5, None))
    x.register_hook(lambda g: g * 7)
    z.sum().backward()
    return x.grad, y.grad


@case
def stopping_a_gradient(lib):
    x, y = ones(lib), ones(lib)
    z = x * y
    z.grad_fn.register_hook(lambda sent, came: (None, sent[1] * 2))
    z.sum().backward()
    w = x * y
    w.grad_fn.register_prehook(lambda came: (None,))
    w.sum().backward()
    return x.grad, y.grad


@case
def changing_in_place(lib):
    x, s = ones(lib), lib.tensor(1.0, requires_grad=True)
    x.register_hook(lambda g: (g.mul_(2), None)[1])
    s.register_hook(lambda g: (g.mul_(2), None)[1])
    ((x * 3).sum() + s * 3).backward()
    return x.grad, s.grad


@case
def in_a_recorded_walk(lib):
    seen = []
    x = lib.tensor([2.0], requires_grad=True)
    y = x**3
    y.register_hook(lambda g: (seen.append([g.requires_grad, lib.is_grad_enabled()]), g * 2)[1])
    (g,) = lib.autograd.grad(y, x, create_graph=True)
    x.register_hook(lambda g: g * 10)
    (second,) = lib.autograd.grad(g, x)
    return g.detach(), second, seen


@case
def modes_inside(lib):
    seen = []
    x = ones(lib)
    y = x * 2
    y.register_hook(lambda g: seen.append([lib.is_grad_enabled(), (x * g).requires_grad]))
    y.sum().backward()
    return seen


@case
def only_the_walked_part_is_called(lib):
    seen = []
    x, w = ones(lib), ones(lib)
    y = x * 2
    z = (y + w.exp()).sum()
    for name, tensor in (("x", x), ("w", w), ("y", y)):
        tensor.register_hook(lambda g, name=name: seen.append(name))
        tensor.requires_grad and name != "y" and tensor.register_post_accumulate_grad_hook(
            lambda p, name=name: seen.append("accumulated " + name)
        )
    lib.autograd.grad(z, y, retain_graph=True)
    seen.append("|")
    lib.autograd.grad(z, x, retain_graph=True)
    seen.append("|")
    z.backward(inputs=[w])
    return seen


@case
def grad_calls_tensor_hooks_of_a_leaf_and_no_node_hooks(lib):
    seen = []
    x = ones(lib)
    y = x * 2
    end = y.grad_fn.next_functions[0][0]
    end.register_hook(lambda a, b: seen.append("post"))
    end.register_prehook(lambda b: seen.append("pre"))
    x.register_hook(lambda g: (seen.append("tensor"), g * 5)[1])
    return lib.autograd.grad(y.sum(), x), seen


@case
def they_stay_behind_when_the_tensor_is_written_to(lib):
    seen = []
    x = ones(lib)
    y = x * 2
    y.register_hook(lambda g: seen.append(["before", g.tolist()]))
    y.retain_grad()
    y.mul_(3)
    y.register_hook(lambda g: seen.append(["after", g.tolist()]))
    (y * 5).sum().backward()
    return seen, y.grad, y.retains_grad


@case
def added_while_running(lib):
    seen = []
    x = ones(lib)

    def first(g):
        seen.append("first")
        x.register_hook(lambda g: seen.append("second"))

    x.register_hook(first)
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return seen


@case
def removed_while_running(lib):
    seen = []
    x = ones(lib)
    handles = []
    x.register_hook(lambda g: (seen.append("first"), handles[0].remove())[0])
    handles.append(x.register_hook(lambda g: seen.append("second")))
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return seen


@case
def removing(lib):
    seen = []
    x = ones(lib)
    handle = x.register_hook(lambda g: seen.append("one"))
    with x.register_hook(lambda g: seen.append("two")), handle:
        (x * 2).sum().backward()
    (x * 2).sum().backward()
    handle.remove()
    handle.remove()
    return seen, type(handle).__name__


@case
def outlive_the_graph_on_a_leaf(lib):
    x = ones(lib)
    x.register_hook(lambda g: g * 2)
    (x * 1).sum().backward()
    (x * 1).sum().backward()
    return x.grad


@case
def post_accumulate_sees_the_sum(lib):
    seen = []
    x = ones(lib)
    x.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.tolist()))
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    x.register_post_accumulate_grad_hook(lambda p: setattr(p, "grad", None))
    (x * 2).sum().backward()
    return seen, x.grad


@case
def a_step_of_descent_in_a_post_accumulate_hook(lib):
    x = ones(lib)

    def step(p):
        with lib.no_grad():
            p -= 0.5 * p.grad
        p.grad = None

    x.register_post_accumulate_grad_hook(step)
    for _ in range(3):
        (x * x).sum().backward()
    return x, x.grad


@case
def on_the_node_of_a_function(lib):
    seen = []
    own = make_function(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g * 2)
    x = ones(lib)
    y = own.apply(x)
    y.grad_fn.register_hook(listen(lib, x, seen, "post"))
    y.grad_fn.register_prehook(lambda gs: (gs[0] * 10,))
    y.register_hook(listen(lib, x, seen, "tensor"))
    y.sum().backward()
    return seen, x.grad


@case
def retained_gradients(lib):
    x = ones(lib)
    y = x + 0
    y.retain_grad()
    y.retain_grad()
    kept = y.retains_grad, x.retains_grad
    z = (y * 2).sum()
    z.backward(retain_graph=True)
    first = y.grad
    z.backward()
    return kept, first is y.grad, first, y.grad


@case
def retained_gradient_has_its_own_memory(lib):
    x = ones(lib)
    y = x + 0
    y.retain_grad()
    (y + 1).sum().backward()
    y.grad.mul_(5)
    return x.grad, y.grad


@case
def a_hook_that_raises(lib):
    x = ones(lib)
    y = x * 2
    handle = y.register_hook(lambda g: 1 / 0)
    z = (y * 3).sum()
    try:
        z.backward(retain_graph=True)
    except ZeroDivisionError:
        handle.remove()
    before, enabled = x.grad, lib.is_grad_enabled()
    z.backward()
    return before, x.grad, enabled


BAD = {
    "tensor_hook_of_another_shape": lambda x, y: x.register_hook(lambda g: g.sum()),
    "tensor_hook_of_another_type": lambda x, y: x.register_hook(lambda g: g.double()),
    "tensor_hook_of_no_tensor": lambda x, y: x.register_hook(lambda g: 3),
    "tensor_hook_of_an_array": lambda x, y: x.register_hook(lambda g: g.numpy()),
    "post_hook_of_no_tuple": lambda x, y: y.grad_fn.register_hook(lambda a, b: 5),
    "post_hook_of_one_tensor": lambda x, y: y.grad_fn.register_hook(lambda a, b: a[0]),
    "post_hook_of_a_list": lambda x, y: y.grad_fn.register_hook(lambda a, b: list(a)),
    "post_hook_of_too_many": lambda x, y: y.grad_fn.register_hook(lambda a, b: (1, 2, 3)),
    "post_hook_of_no_tensors": lambda x, y: y.grad_fn.register_hook(lambda a, b: (1, None)),
    "post_hook_of_another_shape": lambda x, y: y.grad_fn.register_hook(
        lambda a, b: (a[0].sum(), None)
    ),
    "post_hook_in_place_of_none": lambda x, y: y.grad_fn.register_hook(lambda a, b: (a[0], a[0])),
    "pre_hook_of_no_tuple": lambda x, y: y.grad_fn.register_prehook(lambda b: 5),
    "pre_hook_of_another_shape": lambda x, y: y.grad_fn.register_prehook(lambda b: (b[0].sum(),)),
    "pre_hook_of_too_few": lambda x, y: y.grad_fn.register_prehook(lambda b: ()),
    "post_accumulate_of_no_tensor": lambda x, y: x.register_post_accumulate_grad_hook(lambda p: 3),
    "post_accumulate_of_a_tensor": lambda x, y: x.register_post_accumulate_grad_hook(lambda p: p),
    "on_a_constant": lambda x, y: y.detach().register_hook(print),
    "retain_on_a_constant": lambda x, y: y.detach().retain_grad(),
    "post_accumulate_on_a_result": lambda x, y: y.register_post_accumulate_grad_hook(print),
}


def misused(register):
    def run(lib):
        x = ones(lib)
        y = x * 2
        register(x, y)
        y.sum().backward()
        return x.grad

    return run


case.all.update({f"misused_{name}": misused(register) for name, register in BAD.items()})


@case
def misused_in_place_of_nothing(lib):
    x = ones(lib)
    first, second = x.unbind(0)
    second.register_hook(lambda g: lib.ones(()))
    first.backward()


test_hooks_as_in_torch = both(__name__, case)


def test_a_handle_keeps_no_graph_alive():
    y = minigrad.ones(2, requires_grad=True) * 2
    handle = y.register_hook(print)
    ref = weakref.ref(y.grad_fn)
    del y
    assert ref() is None
    handle.remove()


def test_handles_count_up():
    hooks = {}
    first, second = RemovableHandle(hooks, print), RemovableHandle(hooks, repr)
    assert second.id == first.id + 1 and list(hooks) == [first.id, second.id]


def test_hooks_are_made_only_when_asked_for():
    y = minigrad.ones(2, requires_grad=True) * 2
    assert y.grad_fn.hooks is None
    assert y.grad_fn.own_hooks() is y.grad_fn.own_hooks()
    assert vars_of(Hooks()) == {"tensor": {}, "retained": {}, "pre": {}, "post": {}} | {
        "post_accumulate": {}
    }


def vars_of(x):
    return {name: getattr(x, name) for name in type(x).__slots__}


def test_a_retaining_tensor_is_not_kept_alive():
    gc.collect()
    gc.disable()
    try:
        x = minigrad.ones(2, requires_grad=True)
        y = x * 2
        y.retain_grad()
        ref = weakref.ref(y)
        z = y.sum()
        del y
        assert ref() is None
        z.backward()
        assert x.grad.tolist() == [2.0, 2.0]
        del z
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize("keep", [True, False])
def test_errors_say_what_was_met(keep):
    x = minigrad.ones(2, 3, requires_grad=True)
    x.register_hook(lambda g: g.sum(0))
    with pytest.raises(RuntimeError, match=r"\nIt was \[2, 3\] and became \[3\]"):
        x.sum().backward(retain_graph=keep)
