"""Backward hooks of modules."""

from tests.behaviours.table import row


@row
def hooks_of_a_module(lib):
    """A module's backward hooks see what enters it and what leaves it, and may replace both."""
    seen, layer, x = [], lib.nn.Linear(2, 2), lib.ones(1, 2, requires_grad=True)

    def before(module, grad_output):
        seen.append(["enters", module is layer, grad_output])
        return (grad_output[0] * 2,)

    def after(module, grad_input, grad_output):
        seen.append(["leaves", module is layer, grad_input[0].shape, grad_output])
        return (lib.zeros(1, 2),)

    layer.register_full_backward_pre_hook(before)
    handle = layer.register_full_backward_hook(after)
    layer(x).sum().backward()
    handle.remove()
    return seen, x.grad, layer.bias.grad, layer(x).grad_fn.name()


@row
def the_order_of_a_modules_hooks(lib):
    """A module's hooks run when gradients enter it, and when they leave it, before the input's."""
    seen, layer, x = [], lib.nn.Linear(2, 2), lib.ones(1, 2, requires_grad=True)
    layer.register_full_backward_hook(lambda *found: seen.append("leaves"))
    layer.register_full_backward_hook(lambda *found: seen.append("leaves, first"), prepend=True)
    layer.register_full_backward_pre_hook(lambda *found: seen.append("enters"))
    layer.register_full_backward_pre_hook(lambda *found: seen.append("first of all"), prepend=True)
    layer.weight.register_hook(lambda g: seen.append("weight"))
    x.register_hook(lambda g: seen.append("input"))
    layer(x).sum().backward()
    return seen


@row
def a_module_with_hooks_guards_its_result(lib):
    """The result of a module with backward hooks may not be written over."""
    layer = lib.nn.Linear(2, 2)
    layer.register_full_backward_hook(lambda *found: None)
    layer(lib.ones(1, 2, requires_grad=True)).add_(1)
