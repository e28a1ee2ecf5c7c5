"""Functions of one's own: what ctx keeps, what is checked, what is recorded."""

import gc
import weakref

import pytest

import minigrad
from minigrad.autograd.function import Function, FunctionNode
from tests.autograd.twins import both, cases, first_words, make_function

case = cases()


def leaf(lib, *numbers):
    return lib.tensor(list(numbers or (3.0, 1.0)), requires_grad=True)


def square(lib):
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    return make_function(lib, forward=forward, backward=lambda ctx, g: g * 2 * ctx.saved_tensors[0])


def applied(backward, forward=lambda ctx, x: x * x, summed=True):
    """A case: one Function on a leaf, walked back; the leaf's gradient."""

    def run(lib):
        own = make_function(lib, forward=forward, backward=lambda ctx, *g: backward(lib, *g))
        x = leaf(lib)
        y = own.apply(x)
        y.sum().backward()
        return x.grad

    return run


BACKWARDS = {
    "one_gradient": lambda lib, g: g * 3,
    "in_a_tuple": lambda lib, g: (g * 3,),
    "in_a_list": lambda lib, g: [g * 3],
    "none": lambda lib, g: None,
    "a_number": lambda lib, g: 3.0,
    "too_many": lambda lib, g: (g, g),
    "nones_too_many": lambda lib, g: (g, None, None),
    "none_at_all": lambda lib, g: (),
    "wider": lambda lib, g: lib.ones(5, 2),
    "narrower": lambda lib, g: lib.tensor(7.0),
    "of_another_shape": lambda lib, g: lib.ones(5),
    "of_another_type": lambda lib, g: g.double() * 2,
    "that_fails": lambda lib, g: 1 / 0,
}
case.all.update({f"gradient_{name}": applied(backward) for name, backward in BACKWARDS.items()})


@case
def the_usual(lib):
    x = leaf(lib)
    y = square(lib).apply(x)
    node = y.grad_fn
    y.sum().backward()
    return y, type(node).__name__, node.name(), x.grad, len(node.next_functions)


@case
def a_missing_gradient(lib):
    own = make_function(lib, forward=lambda ctx, x, y: x * y, backward=lambda ctx, g: g)
    own.apply(leaf(lib), leaf(lib)).sum().backward()


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
def second_derivative(lib):
    x = leaf(lib, 2.0)
    (g,) = lib.autograd.grad(square(lib).apply(x), x, create_graph=True)
    return g, lib.autograd.grad(g, x)


@case
def second_derivative_through_a_saved_output(lib):
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    own = make_function(lib, forward=forward, backward=lambda ctx, g: g * ctx.saved_tensors[0])
    x = leaf(lib, 0.5)
    (g,) = lib.autograd.grad(own.apply(x), x, create_graph=True)
    return g.detach(), lib.autograd.grad(g, x)


@case
def saved_tensors(lib):
    def forward(ctx, x, w):
        mid = x.exp()
        y = mid * w
        ctx.save_for_backward(x, None, mid, y)
        return y

    own = make_function(lib, forward=forward, backward=lambda ctx, g: (g, None))
    y = own.apply(leaf(lib, 0.0), lib.ones(1))
    return [None if x is None else [x, x.requires_grad] for x in y.grad_fn.saved_tensors]


@case
def saved_tensors_are_freed(lib):
    y = square(lib).apply(leaf(lib)).sum()
    y.backward()
    return first_words(y.backward, "(or directly")


@case
def nothing_saved_nothing_freed(lib):
    own = make_function(lib, forward=lambda ctx, x: x * x, backward=lambda ctx, g: g)
    x = leaf(lib)
    y = own.apply(x).sum()
    y.backward()
    y.backward()
    return x.grad


@case
def saved_input_written_over(lib):
    def forward(ctx, x, w):
        ctx.save_for_backward(w)
        return x * w

    own = make_function(
        lib, forward=forward, backward=lambda ctx, g: (g * ctx.saved_tensors[0], None)
    )
    w = lib.ones(2)
    y = own.apply(leaf(lib), w).sum()
    w.add_(1)
    return first_words(y.backward, "Hint")


@case
def saved_output_written_over(lib):
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    own = make_function(lib, forward=forward, backward=lambda ctx, g: g * ctx.saved_tensors[0])
    y = own.apply(leaf(lib))
    y.mul_(2)
    return first_words(y.sum().backward, "Hint")


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
    return positive, x.grad


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


def materialized(value):
    def run(lib):
        seen = []

        def forward(ctx, x):
            if value is not None:
                ctx.set_materialize_grads(value)
            return x * 2, x * 3

        def backward(ctx, a, b):
            seen.append([a, b])
            return (0 if a is None else a) + (0 if b is None else b)

        own = make_function(lib, forward=forward, backward=backward)
        x = leaf(lib)
        own.apply(x)[1].sum().backward()
        return seen, x.grad

    return run


case.all.update({f"gradients_made_{value}": materialized(value) for value in (None, True, False)})


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


def dirty(ctx, x, *others):
    x.add_(others[0] if others else 1)
    ctx.mark_dirty(x)
    return x


@case
def a_write(lib):
    own = make_function(lib, forward=dirty, backward=lambda ctx, g: g * 10)
    x = leaf(lib)
    y = x * 1
    z = own.apply(y)
    z.sum().backward()
    return z is y, y, x.grad, y._version


@case
def a_write_into_a_constant(lib):
    own = make_function(lib, forward=dirty, backward=lambda ctx, g: (g * 10, g * 100))
    x, w = lib.ones(2), leaf(lib)
    own.apply(x, w).sum().backward()
    return x, w.grad, x._version


@case
def a_write_that_is_not_recorded(lib):
    own = make_function(lib, forward=dirty)
    x = lib.ones(2)
    return own.apply(x) is x, x, x._version


@case
def a_write_into_a_view(lib):
    own = make_function(lib, forward=dirty, backward=lambda ctx, g: g * 10)
    x = leaf(lib)
    y = x * 1
    z = own.apply(y[0])
    y.sum().backward()
    return z, y, x.grad


@case
def a_write_into_a_view_of_a_leaf(lib):
    make_function(lib, forward=dirty).apply(leaf(lib)[0])


@case
def a_write_that_is_not_given_back(lib):
    own = make_function(lib, forward=lambda ctx, x: dirty(ctx, x) * 2)
    own.apply(leaf(lib) * 1)


@case
def a_write_marked_on_a_number(lib):
    make_function(lib, forward=lambda ctx, x: ctx.mark_dirty(3) or x * 1).apply(leaf(lib))


@case
def a_result_written_to_later(lib):
    own = make_function(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g * 2)
    x = leaf(lib)
    y = own.apply(x)
    y.mul_(5)
    y.sum().backward()
    return x.grad, y


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


def test_an_instance_is_warned_of_and_cannot_be_called():
    own = make_function(minigrad, forward=lambda ctx, x: x * 2)
    with pytest.warns(DeprecationWarning, match="should not be instantiated") as warned:
        instance = own()
    assert warned[0].filename == __file__
    with pytest.raises(RuntimeError, match=r"^Legacy autograd function .*\nCall Own\.apply"):
        instance(minigrad.ones(1))


def test_each_function_has_a_class_of_nodes():
    one, two = make_function(minigrad, forward=None), make_function(minigrad, forward=None)
    assert one._node is not two._node
    assert one._node.function is one and issubclass(one._node, FunctionNode)
    assert Function not in (one, two)


def test_a_write_into_a_leaf_is_refused():
    own = make_function(minigrad, forward=dirty)
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        own.apply(minigrad.ones(2, requires_grad=True))


def test_a_write_into_a_view_needs_the_first_place():
    own = make_function(minigrad, forward=lambda ctx, w, x: dirty(ctx, x, w))
    y = minigrad.ones(2, requires_grad=True) * 1
    with pytest.raises(RuntimeError, match="first tensor"):
        own.apply(minigrad.ones(()), y[0])


def test_ctx_holds_no_output_and_everything_is_freed():
    gc.collect()
    gc.disable()
    own = square(minigrad)
    try:
        x = leaf(minigrad)
        y = own.apply(own.apply(x))
        refs = [weakref.ref(y), weakref.ref(y.grad_fn), weakref.ref(x)]
        y.sum().backward()
        del x, y
        assert [ref() for ref in refs] == [None] * 3
        assert gc.collect() == 0
    finally:
        gc.enable()
