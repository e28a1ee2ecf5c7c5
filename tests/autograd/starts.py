"""What the tests of Functions and of hooks start from: leaves, and a Function that squares."""

from tests.autograd.twins import make_function


def leaf(lib, *numbers):
    return lib.tensor(list(numbers or (3.0, 1.0)), requires_grad=True)


def ones(lib, *shape):
    return lib.ones(*(shape or (2,)), requires_grad=True)


def square(lib):
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    return make_function(lib, forward=forward, backward=lambda ctx, g: g * 2 * ctx.saved_tensors[0])
