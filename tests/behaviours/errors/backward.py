"""Backwards that are refused, or give something else than expected."""

from tests.behaviours.table import row


@row
def backward_twice(lib):
    """A second backward through a graph that saved something raises."""
    x = lib.tensor([3.0], requires_grad=True)
    y = x * x
    y.backward()
    y.backward()


@row
def backward_twice_where_nothing_was_saved(lib):
    """A graph that saved nothing can be run again: the gradients add up."""
    x = lib.ones(2, requires_grad=True)
    y = (x + 1).sum()
    y.backward()
    y.backward()
    return x.grad


@row
def backward_twice_through_a_shared_part(lib):
    """Two losses on one hidden layer: the second finds its part of the graph freed."""
    x = lib.ones(2, requires_grad=True)
    hidden = x.exp()
    hidden.sum().backward()
    (hidden * hidden).sum().backward()


@row
def computed_outside_the_loop(lib):
    """What was computed before the loop is freed after its first round."""
    w = lib.tensor([2.0], requires_grad=True)
    scaled = w**2
    for _ in range(2):
        (scaled * 3).sum().backward()


@row
def a_state_carried_over(lib):
    """A recurrent state ties each round to the last one; detached, it does not."""
    w = lib.tensor([0.5], requires_grad=True)
    state = lib.ones(1)
    for _ in range(2):
        state = lib.tanh(w * state)
        state.sum().backward()
        state = state.detach()
    once = w.grad.clone()
    for _ in range(2):
        state = lib.tanh(w * state)
        state.sum().backward()
    return once


@row
def retained_graphs_accumulate(lib):
    """With retain_graph the second backward runs, and adds."""
    x = lib.tensor([3.0], requires_grad=True)
    y = x * x
    y.backward(retain_graph=True)
    y.backward()
    return x.grad


@row
def reading_what_was_freed(lib):
    """Saved values of a freed graph cannot be read either."""
    x = lib.tensor([3.0], requires_grad=True)
    y = x * x
    node = y.grad_fn
    y.backward()
    return node._saved_self


@row
def backward_from_many(lib):
    """Several elements have no gradient without a `gradient` to weigh them."""
    (lib.ones(3, requires_grad=True) * 2).backward()


@row
def backward_from_many_by_grad(lib):
    """The same through autograd.grad."""
    x = lib.ones(3, requires_grad=True)
    return lib.autograd.grad(x * 2, x)


@row
def a_gradient_of_another_shape(lib):
    """The `gradient` has the shape of the result."""
    (lib.ones(3, requires_grad=True) * 2).backward(lib.ones(2))


@row
def a_gradient_of_another_type(lib):
    """A number is no `gradient`."""
    (lib.ones(3, requires_grad=True) * 2).backward(1.0)


@row
def backward_without_a_graph(lib):
    """Nothing that requires grad took part: there is nowhere to go."""
    (lib.ones(2) * 2).sum().backward()


@row
def backward_from_under_no_grad(lib):
    """The same where recording was off."""
    x = lib.ones(2, requires_grad=True)
    with lib.no_grad():
        loss = (x * x).sum()
    loss.backward()


@row
def backward_after_item(lib):
    """A graph that was cut by a Python number: `.item()` has no history."""
    x = lib.tensor([2.0], requires_grad=True)
    loss = lib.tensor((x * x).item())
    loss.backward()


@row
def backward_from_predictions(lib):
    """argmax and comparisons give numbers that carry no gradient."""
    x = lib.tensor([0.2, 0.8], requires_grad=True)
    hits = (x.argmax() == 1).float().mean()
    assert not hits.requires_grad
    hits.backward()


@row
def a_gradient_of_something_unused(lib):
    """autograd.grad names the input that the result does not depend on."""
    x, z = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)
    return lib.autograd.grad((x * 2).sum(), [x, z])


@row
def a_gradient_of_a_constant(lib):
    """autograd.grad refuses an input that requires no grad."""
    x = lib.ones(2, requires_grad=True)
    return lib.autograd.grad((x * 2).sum(), lib.ones(2))


@row
def second_derivatives_without_create_graph(lib):
    """A gradient has no history unless create_graph was asked for."""
    x = lib.tensor([2.0], requires_grad=True)
    (g,) = lib.autograd.grad(x**3, x)
    g.backward()


@row
def second_derivatives_pile_up(lib):
    """backward(create_graph=True), then backward of `.grad`: both gradients lie in `.grad`."""
    x = lib.tensor([2.0], requires_grad=True)
    (x**3).backward(create_graph=True)
    x.grad.backward()
    return x.grad.detach()


@row
def a_walk_that_follows_variable(lib):
    """Only the nodes of leaves have a `variable`."""
    y = (lib.ones(1, requires_grad=True) * 2 + 1).sum()
    node = y.grad_fn.next_functions[0][0]
    assert node.next_functions[0][0].next_functions[0][0].variable.is_leaf
    return node.variable
