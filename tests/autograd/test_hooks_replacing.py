"""What a hook may put in the place of a gradient, and how it is told what it may not."""

import pytest

import minigrad
from tests.autograd.starts import ones
from tests.autograd.twins import both, cases

case = cases()


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


@pytest.mark.parametrize("keep", [True, False])
def test_errors_say_what_was_met(keep):
    x = minigrad.ones(2, 3, requires_grad=True)
    x.register_hook(lambda g: g.sum(0))
    with pytest.raises(RuntimeError, match=r"\nIt was \[2, 3\] and became \[3\]"):
        x.sum().backward(retain_graph=keep)
