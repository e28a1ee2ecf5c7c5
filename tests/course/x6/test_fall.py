"""Exercise set 6, third part: programs that stop and are repaired, here and in PyTorch."""

import minigrad
from minigrad.testing.registry import find


def test_the_slope_of_b_needs_no_a_so_that_another_order_will_do():
    def fall(a, b, x, y, lr):
        loss = (((x @ a).tanh() @ b - y) ** 2).mean()
        for weight in (a, b):
            (slope,) = minigrad.autograd.grad(loss, weight, retain_graph=True)
            with minigrad.no_grad():
                weight -= lr * slope
        return loss.item()

    assert find("x6-fall").judge(fall).ok
