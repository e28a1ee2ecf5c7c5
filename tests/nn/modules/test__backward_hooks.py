import warnings

import pytest

import minigrad
from minigrad.nn.modules._backward_hooks import Borders
from tests.nn.twins import both, cases

case = cases()


def module(lib, forward):
    """A module that computes `forward`."""
    made = lib.nn.Module()
    made.forward = forward
    return made


def linear(lib):
    lib.manual_seed(0)
    return lib.nn.Linear(2, 2)


def passed(lib, layer, *args, replace=None, replace_before=None):
    """What the hooks of a layer see in one backward, and the gradients after it."""
    seen = []

    def after(mod, grad_input, grad_output):
        seen.append(["after", mod is layer, grad_input, grad_output])
        return replace

    def before(mod, grad_output):
        seen.append(["before", mod is layer, grad_output])
        return replace_before

    layer.register_full_backward_hook(after)
    layer.register_full_backward_pre_hook(before)
    out = layer(*args)
    for y in out if isinstance(out, tuple) else (out,):
        if lib.is_tensor(y) and y.requires_grad:
            y.sum().backward(retain_graph=True)
    leaves = [x for x in (*args, *layer.parameters()) if lib.is_tensor(x)]
    return seen, [x.grad for x in leaves if x.is_leaf]


def quietly(act, *args, **options):
    """`act` without its warning, which names a page of PyTorch's documentation."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return act(*args, **options)


@case
def regular_hooks(lib):
    layer, row = lib.nn.Linear(2, 1), lib.nn.Sequential(lib.nn.Linear(2, 2), lib.nn.ReLU())
    seen = []
    for m in (layer, row):
        m.register_backward_hook(lambda m, gi, go: seen.append([type(m).__name__, gi, go]))
        m(lib.ones(3, 2)).sum().backward()
        m.zero_grad()
        m(lib.ones(3, 2, requires_grad=True)).sum().backward()
    return seen


@case
def a_regular_hook_replaces_gradients(lib):
    bend, x = lib.nn.ReLU(), lib.ones(2, requires_grad=True)
    handle = bend.register_backward_hook(lambda m, gi, go: (gi[0] * 10,))
    bend(x * 1).sum().backward()
    handle.remove()
    bend(x * 1).sum().backward()
    return x.grad


@case
def regular_hooks_beside_full_ones(lib):
    layer = lib.nn.Linear(2, 1)
    layer.register_full_backward_hook(lambda *args: None)
    layer.register_backward_hook(lambda *args: None)


@case
def full_hooks_beside_regular_ones(lib):
    layer = lib.nn.Linear(2, 1)
    layer.register_backward_hook(lambda *args: None)
    layer.register_full_backward_hook(lambda *args: None)


@case
def what_both_hooks_see(lib):
    return passed(lib, linear(lib), lib.ones(1, 2, requires_grad=True))


@case
def an_input_that_needs_no_gradient(lib):
    return quietly(passed, lib, linear(lib), lib.ones(1, 2))


@case
def replaced_behind(lib):
    new = (lib.zeros(1, 2),)
    return passed(lib, linear(lib), lib.ones(1, 2, requires_grad=True), replace=new)


@case
def replaced_before(lib):
    new = (lib.full((1, 2), 3.0),)
    return passed(lib, linear(lib), lib.ones(1, 2, requires_grad=True), replace_before=new)


@case
def replaced_by_numbers(lib):
    return passed(lib, linear(lib), lib.ones(1, 2, requires_grad=True), replace=(3,))


@case
def two_in_two_out(lib):
    both = module(lib, lambda a, b: (a * b, a + b))
    return passed(lib, both, lib.ones(2, requires_grad=True), lib.full((2,), 3.0))


@case
def the_same_twice(lib):
    x = lib.ones(2, requires_grad=True)
    return passed(lib, module(lib, lambda a, b: a * b), x, x)


@case
def not_all_are_tensors(lib):
    mixed = module(lib, lambda x, n, s: (x * n, s))
    return passed(lib, mixed, lib.ones(2, requires_grad=True), 3, "s")


@case
def an_output_of_integers(lib):
    return passed(lib, module(lib, lambda x: (x, x.argmax())), lib.ones(2, requires_grad=True))


@case
def an_input_returned(lib):
    return passed(lib, module(lib, lambda x: x), lib.ones(2, requires_grad=True))


@case
def which_come_first(lib):
    seen, layer, x = [], linear(lib), lib.ones(1, 2, requires_grad=True)
    layer.register_full_backward_hook(lambda *found: seen.append("second"))
    handle = layer.register_full_backward_hook(lambda *found: seen.append("first"), prepend=True)
    layer.register_full_backward_pre_hook(lambda *found: seen.append("entering, second"))
    layer.register_full_backward_pre_hook(lambda *found: seen.append("entering"), prepend=True)
    layer.weight.register_hook(lambda g: seen.append("weight"))
    x.register_hook(lambda g: seen.append("input"))
    layer(x).sum().backward()
    handle.remove()
    layer(x).sum().backward()
    return seen


@case
def unrecorded(lib):
    seen, layer = [], linear(lib)
    layer.register_full_backward_hook(lambda *found: seen.append(found))
    with lib.no_grad():
        y = layer(lib.ones(1, 2))
    return y.grad_fn, seen


@case
def a_result_cannot_be_written_over(lib):
    layer = linear(lib)
    layer.register_full_backward_hook(lambda *found: None)
    layer(lib.ones(1, 2, requires_grad=True)).add_(1)


@case
def recorded_as_well(lib):
    seen, layer, x = [], linear(lib), lib.ones(1, 2, requires_grad=True)
    layer.register_full_backward_hook(
        lambda _, grad_input, grad_output: seen.append(grad_input[0].requires_grad)
    )
    (g,) = lib.autograd.grad((layer(x) ** 2).sum(), x, create_graph=True)
    g.sum().backward()
    return seen, x.grad, layer.weight.grad


@case
def only_as_far_as_the_weight(lib):
    seen, layer, x = [], linear(lib), lib.ones(1, 2, requires_grad=True)
    layer.register_full_backward_hook(lambda *found: seen.append("after"))
    layer.register_full_backward_pre_hook(lambda *found: seen.append("before"))
    y = layer(x).sum()
    lib.autograd.grad(y, layer.weight, retain_graph=True)
    seen.append("and now to the input")
    lib.autograd.grad(y, x)
    return seen


@case
def with_forward_hooks(lib):
    seen, layer = [], linear(lib)
    layer.register_forward_pre_hook(lambda mod, args: seen.append(args[0].grad_fn))
    layer.register_forward_hook(
        lambda mod, args, out: seen.append([args[0].grad_fn.name(), out.grad_fn.name()])
    )
    layer.register_full_backward_hook(lambda *found: None)
    return layer(lib.ones(1, 2, requires_grad=True)).grad_fn.name(), seen


@case
def modules_in_a_module(lib):
    seen = []
    model = lib.nn.Sequential(lib.nn.Linear(2, 2), lib.nn.Tanh(), lib.nn.Linear(2, 1))
    for name, part in model.named_modules():
        part.register_full_backward_hook(
            lambda mod, gi, go, name=name: seen.append([name, [g is not None for g in gi]])
        )
    quietly(model(lib.ones(1, 2)).sum().backward)
    return seen


test_as_in_torch = both(__name__, case)


def test_a_module_without_hooks_has_no_border():
    y = minigrad.nn.Linear(2, 2)(minigrad.ones(1, 2, requires_grad=True))
    assert y.grad_fn.name() == "AddmmBackward0"


def test_what_was_seen_is_let_go():
    layer = minigrad.nn.Linear(2, 2)
    borders = Borders(layer, {0: lambda *found: None}, {})
    (x,) = borders.enter((minigrad.ones(1, 2, requires_grad=True),))
    y = borders.leave(layer(x))
    assert borders.arrived is None
    y.sum().backward()
    assert borders.arrived is None


def test_hooks_without_a_gradient_that_leaves_are_warned_of():
    layer = minigrad.nn.Linear(2, 2)
    layer.register_full_backward_hook(lambda *found: None)
    with pytest.warns(UserWarning, match="since no inputs require gradients"):
        layer(minigrad.ones(1, 2)).sum().backward()
