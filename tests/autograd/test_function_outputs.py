"""What a Function may give back: one tensor, several, constants, its inputs, views."""

from tests.autograd.starts import leaf
from tests.autograd.twins import both, cases, make_function

case = cases()


@case
def two_outputs(lib):
    own = make_function(
        lib,
        forward=lambda ctx, x: (x * 2, x * 3),
        backward=lambda ctx, a, b: a * 2 + b * 3,
    )
    x = leaf(lib)
    a, b = own.apply(x)
    a.sum().backward()
    return a, b, b.output_nr, x.grad


@case
def an_output_that_is_no_tensor(lib):
    return make_function(lib, forward=lambda ctx, x: 7).apply(leaf(lib))


@case
def a_list_is_not_several_outputs(lib):
    own = make_function(lib, forward=lambda ctx, x: [x * 2, x * 3])
    return [x.requires_grad for x in own.apply(leaf(lib))]


@case
def integer_outputs(lib):
    seen = []

    def forward(ctx, x):
        positive = x > 0
        ctx.mark_non_differentiable(positive)
        return x * 2, positive

    def backward(ctx, g, none):
        seen.append([none.dtype is lib.bool, none.tolist()])
        return g * 2

    own = make_function(lib, forward=forward, backward=backward)
    x = leaf(lib)
    y, positive = own.apply(x)
    y.sum().backward()
    return positive, x.grad, seen


@case
def an_output_marked_constant(lib):
    seen = []

    def forward(ctx, x):
        extra = x * 5
        ctx.mark_non_differentiable(extra)
        return x * 2, extra

    def backward(ctx, g, none):
        seen.append(none)
        return g * 2

    own = make_function(lib, forward=forward, backward=backward)
    x = leaf(lib)
    y, extra = own.apply(x)
    y.sum().backward()
    return extra, x.grad, seen


@case
def an_input_given_back(lib):
    own = make_function(lib, forward=lambda ctx, x: x, backward=lambda ctx, g: g * 10)
    x, w = leaf(lib), lib.ones(2)
    y, z = own.apply(x), own.apply(w)
    y.sum().backward()
    same = y is x, z is w, y.data_ptr() == x.data_ptr(), y._is_view(), y._base is x
    return y, same, x.grad, z


@case
def an_input_given_back_twice(lib):
    own = make_function(
        lib, forward=lambda ctx, x: (x, x), backward=lambda ctx, a, b: a * 2 + b * 3
    )
    x = leaf(lib)
    a, b = own.apply(x)
    (a.sum() + b.sum() * 10).backward()
    return x.grad, a is b


@case
def one_result_given_twice(lib):
    def forward(ctx, x):
        y = x * 2
        return y, y

    own = make_function(lib, forward=forward, backward=lambda ctx, a, b: a * 2 + b * 3)
    x = leaf(lib)
    a, b = own.apply(x)
    a.sum().backward()
    return a is b, x.grad


@case
def another_leaf_given_back(lib):
    w = leaf(lib)
    own = make_function(lib, forward=lambda ctx, x: w, backward=lambda ctx, g: g * 2)
    y = own.apply(leaf(lib))
    return y is w, y


VIEW = {"forward": lambda ctx, x: x.view(2), "backward": lambda ctx, g: (g * 10).view(1, 2)}


@case
def a_view_given_back(lib):
    own = make_function(lib, **VIEW)
    x = lib.ones(1, 2, requires_grad=True)
    y = own.apply(x)
    y.sum().backward()
    return y, y._is_view(), y._base is x, x.grad


@case
def a_view_given_back_and_written_to(lib):
    make_function(lib, **VIEW).apply(lib.ones(1, 2, requires_grad=True) * 1).add_(1)


@case
def a_view_given_back_whose_base_is_written_to(lib):
    x = lib.ones(1, 2, requires_grad=True) * 1
    y = make_function(lib, **VIEW).apply(x)
    x.add_(1)
    return y * 2


@case
def two_views_given_back_and_written_to(lib):
    own = make_function(lib, forward=lambda ctx, x: (x.view(2), x * 2))
    own.apply(lib.ones(1, 2, requires_grad=True) * 1)[0].add_(1)


test_function_as_in_torch = both(__name__, case)
