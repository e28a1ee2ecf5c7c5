"""Hooks that run once a leaf has its gradient: they see the sum, and may use it up."""

from tests.autograd.starts import ones
from tests.autograd.twins import both, cases

case = cases()


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


test_hooks_as_in_torch = both(__name__, case)
