"""When hooks run, in which order, and what they see."""

import minigrad
from minigrad.autograd.hooks import Hooks
from tests.autograd.starts import ones
from tests.autograd.twins import both, cases, make_function

case = cases()


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


@case
def a_hook_that_registers_one_on_another_output(lib):
    seen = []
    x = ones(lib, 3)
    first, second, third = x.clone().unbind(0)
    third.register_hook(listen(lib, x, seen, "third"))

    def late(grad):
        second.register_hook(listen(lib, x, seen, "not in this pass"))
        third.register_hook(listen(lib, x, seen, "late"))

    handle = first.register_hook(late)
    total = first + second * 2 + third * 3
    total.backward(retain_graph=True)
    handle.remove()
    once = list(seen)
    total.backward()
    return once, seen, x.grad


@case
def a_hook_that_takes_back_one_of_another_output(lib):
    seen, handles = [], []
    x = ones(lib, 2)
    first, second = x.clone().unbind(0)
    first.register_hook(lambda grad: handles[0].remove())
    handles.append(second.register_hook(listen(lib, x, seen, "second")))
    (first + second).backward()
    return seen, x.grad


test_hooks_as_in_torch = both(__name__, case)


def test_hooks_are_made_only_when_asked_for():
    y = minigrad.ones(2, requires_grad=True) * 2
    assert y.grad_fn.hooks is None
    assert y.grad_fn.own_hooks() is y.grad_fn.own_hooks()
    assert vars_of(Hooks()) == {"tensor": {}, "retained": {}, "pre": {}, "post": {}} | {
        "post_accumulate": {}
    }


def vars_of(x):
    return {name: getattr(x, name) for name in type(x).__slots__}
