"""Gradients that are taken away before the next step."""

from tests.behaviours.table import row


def model(lib):
    """A layer with a gradient in each parameter, and an optimizer of it."""
    layer = lib.nn.Linear(2, 1)
    optimizer = lib.optim.SGD(layer.parameters(), lr=0.1)
    layer(lib.ones(1, 2)).sum().backward()
    return layer, optimizer


@row
def zero_grad_takes_gradients_away(lib):
    """`zero_grad()` of a module and of an optimizer leaves None."""
    found = []
    for which in (0, 1):
        made = model(lib)
        made[which].zero_grad()
        found.append([p.grad for p in made[0].parameters()])
    return found


@row
def zero_grad_may_keep_the_memory(lib):
    """`zero_grad(set_to_none=False)` writes zeros into the gradients that there are."""
    found = []
    for which in (0, 1):
        made = model(lib)
        held = [p.grad for p in made[0].parameters()]
        made[which].zero_grad(set_to_none=False)
        now = [p.grad for p in made[0].parameters()]
        found.append([[a is b for a, b in zip(held, now)], now])
    return found


@row
def zero_grad_cuts_a_history(lib):
    """`zero_grad(set_to_none=False)` cuts a gradient off its history, and keeps the tensor."""
    layer = lib.nn.Linear(2, 1, bias=False)
    (layer(lib.ones(1, 2)) ** 2).sum().backward(create_graph=True)
    held = layer.weight.grad
    before = held.requires_grad
    layer.zero_grad(set_to_none=False)
    return before, layer.weight.grad is held, held, held.is_leaf


@row
def zero_grad_with_nothing_there(lib):
    """`zero_grad` on parameters without a gradient does nothing."""
    layer = lib.nn.Linear(2, 1)
    layer.zero_grad(set_to_none=False)
    return [p.grad for p in layer.parameters()]
