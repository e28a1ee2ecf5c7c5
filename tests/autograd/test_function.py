"""Functions of one's own: how they are written and applied, and what their nodes are."""

import minigrad
from minigrad.autograd.function import Function, FunctionNode
from tests.autograd.starts import leaf, square
from tests.autograd.twins import both, cases, make_function

case = cases()


@case
def the_usual(lib):
    x = leaf(lib)
    y = square(lib).apply(x)
    node = y.grad_fn
    y.sum().backward()
    return y, type(node).__name__, node.name(), x.grad, len(node.next_functions)


@case
def modes_and_flags_inside(lib):
    seen = []

    def forward(ctx, x):
        seen.append([lib.is_grad_enabled(), (x * x).requires_grad, x.requires_grad])
        return x * 1

    def backward(ctx, g):
        seen.append([lib.is_grad_enabled(), g.requires_grad])
        return g

    own = make_function(lib, forward=forward, backward=backward)
    x = leaf(lib)
    own.apply(x).sum().backward()
    lib.autograd.grad(own.apply(x).sum(), x, create_graph=True)
    return seen


@case
def setup_context(lib):
    seen = []

    def setup(ctx, inputs, output):
        seen.append([len(inputs), inputs[1], output.requires_grad])
        ctx.n = inputs[1]

    own = make_function(
        lib,
        forward=lambda x, n=2: x * n,
        setup_context=setup,
        backward=lambda ctx, g: (g * ctx.n, None),
    )
    x = leaf(lib)
    (own.apply(x, 3) + own.apply(x) + own.apply(x, n=4)).sum().backward()
    return seen, x.grad


@case
def methods_may_lack_the_decorator(lib):
    own = type(
        "Own",
        (lib.autograd.Function,),
        {"forward": lambda ctx, x: x * 2, "backward": lambda ctx, g: g * 2},
    )
    x = leaf(lib)
    own.apply(x).sum().backward()
    return x.grad


@case
def no_forward(lib):
    make_function(lib).apply(leaf(lib))


@case
def no_backward(lib):
    make_function(lib, forward=lambda ctx, x: x * 2).apply(leaf(lib)).sum().backward()


@case
def attributes_of_ctx(lib):
    def forward(ctx, x):
        ctx.scale = 5
        return x * ctx.scale

    own = make_function(lib, forward=forward, backward=lambda ctx, g: g * ctx.scale)
    x = leaf(lib)
    y = own.apply(x)
    y.sum().backward()
    return y.grad_fn.scale, x.grad


test_function_as_in_torch = both(__name__, case)


def test_each_function_has_a_class_of_nodes():
    one, two = make_function(minigrad, forward=None), make_function(minigrad, forward=None)
    assert one._node is not two._node
    assert one._node.function is one and issubclass(one._node, FunctionNode)
    assert Function not in (one, two)
