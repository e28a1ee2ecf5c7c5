"""Hooks of leaves after adding up."""

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


@row
def a_post_accumulate_hook_sees_the_sum(lib):
    """A post-accumulate hook sees the leaf with all that was added up so far."""
    seen = []
    x = leaf(lib)
    x.register_post_accumulate_grad_hook(lambda p: seen.append([p is x, p.grad.tolist()]))
    (x * 2).sum().backward()
    (x * 2).sum().backward()
    return seen


@row
def a_post_accumulate_hook_runs_once(lib):
    """It runs once per backward, though the leaf was used often."""
    seen = []
    x = leaf(lib)
    x.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.tolist()))
    (x * 2 + x * 3 + x.exp() * 0).sum().backward()
    return seen


@row
def a_step_of_descent_in_a_hook(lib):
    """A post-accumulate hook may take the step and drop the gradient: no optimizer needed."""
    x = leaf(lib)

    def step(p):
        with lib.no_grad():
            p -= 0.5 * p.grad
        p.grad = None

    x.register_post_accumulate_grad_hook(step)
    for _ in range(3):
        (x * x).sum().backward()
    return x, x.grad, x._version


@row
def post_accumulate_hooks_of_a_result(lib):
    """Only leaves take post-accumulate hooks, and only those that require grad."""
    x = leaf(lib)
    made = x * 2, lib.ones(2), x.detach()
    return [tried(t.register_post_accumulate_grad_hook, print) for t in made]


@row
def several_post_accumulate_hooks(lib):
    """Several run in order, and each sees what the one before did to `.grad`."""
    seen = []
    x = leaf(lib)
    x.register_post_accumulate_grad_hook(lambda p: (p.grad.mul_(10), None)[1])
    x.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.tolist()))

    (x * 2).sum().backward()
    return seen, x.grad


@row
def post_accumulate_in_a_recorded_walk(lib):
    """In a recorded walk a post-accumulate hook sees a gradient with a history."""
    seen = []
    x = leaf(lib)
    x.register_post_accumulate_grad_hook(
        lambda p: seen.append([p.grad.requires_grad, lib.is_grad_enabled()])
    )
    (x**3).sum().backward(create_graph=True)
    x.grad = None
    (x**3).sum().backward()
    return seen
