"""Point 4: backward and grad, what they take and refuse, and how the engine walks."""

import gc
import sys
import threading
import weakref

import numpy as np

from tests.behaviours.table import row


def leaf(lib, *values):
    return lib.tensor(list(values or (1.0, 2.0)), requires_grad=True)


def tried(act, *args, **named):
    """What `act` gives, or its error: for rows that go on afterwards."""
    try:
        return act(*args, **named)
    except Exception as error:
        return [type(error).__name__, str(error).partition("\n")[0]]


def named(node):
    return type(node).__name__


def own(lib, **methods):
    """A Function of the library with these methods."""
    return type("Own", (lib.autograd.Function,), {k: staticmethod(f) for k, f in methods.items()})


# ---------------------------------------------------------------------- where backward starts


@row
def a_root_of_one_element(lib):
    """A root of one element, whatever its shape, needs no gradient to start from."""
    x = leaf(lib)
    for root in (x.sum(), x[:1] * 2, (x[1:] * 3).view(1, 1, 1)):
        root.backward()
    return x.grad


@row
def a_root_of_several_elements(lib):
    """A root of several elements, or of none, needs a gradient to start from."""
    x = leaf(lib)
    empty = lib.zeros(0, requires_grad=True) * 2
    roots = x * 2, x.view(2, 1), empty
    return [[tried(root.backward), tried(lib.autograd.grad, root, root), x.grad] for root in roots]


@row
def a_root_without_history(lib):
    """A root that requires no grad cannot be gone back from, whatever its size."""
    made = lib.ones(1), lib.ones(3), lib.tensor(3), leaf(lib).detach()
    return [[tried(t.backward), tried(t.backward, t)] for t in made]


@row
def one_of_several_roots_without_history(lib):
    """Of several roots, the error says which one requires no grad."""
    x = leaf(lib)
    roots = [x.sum(), x.prod() if hasattr(x, "prod") else x.sum(), lib.ones(1)]
    return tried(lib.autograd.backward, roots), x.grad


@row
def a_given_gradient_weighs_the_elements(lib):
    """The gradient passed in is what the walk starts from."""
    x = leaf(lib)
    (x * x).backward(gradient=lib.tensor([1.0, 10.0]))
    return x.grad


@row
def a_given_gradient_of_another_shape(lib):
    """The gradient passed in has the root's shape exactly: nothing broadcasts."""
    x = leaf(lib)
    y = x * 2
    given = lib.ones(3), lib.ones(1), lib.tensor(1.0), lib.ones(2, 1)
    return [[tried(y.backward, g), tried(lib.autograd.grad, y, x, g)] for g in given]


@row
def a_given_gradient_of_another_dtype(lib):
    """A gradient of another dtype is converted, an integer one too."""
    found = []
    for dtype in (lib.float64, lib.float16, lib.int64, lib.bool):
        x = leaf(lib)
        found.append([tried((x * 2).backward, lib.ones(2, dtype=dtype)), x.grad])
    return found


@row
def a_given_gradient_that_is_no_tensor(lib):
    """The gradient passed in is a tensor or None."""
    x = leaf(lib)
    y = x * 2
    return [
        [tried(y.backward, g), tried(lib.autograd.backward, [y], [g])]
        for g in (1.0, 2, [1.0, 1.0], "one")
    ]


@row
def a_given_gradient_with_a_history(lib):
    """Recorded, the walk can be differentiated in the gradient that was passed in."""
    x, g = leaf(lib), leaf(lib, 5.0, 7.0)
    (first,) = lib.autograd.grad(x * x, x, g, create_graph=True)
    return first.detach(), lib.autograd.grad(first.sum(), [x, g])


@row
def none_among_the_gradients(lib):
    """None among the gradients stands for 1, where the root has one element."""
    x = leaf(lib)
    lib.autograd.backward([x.sum(), x * 2], [None, lib.ones(2)])
    return x.grad, tried(lib.autograd.backward, [x.sum(), x * 2], [lib.tensor(1.0), None])


@row
def several_roots(lib):
    """Several roots, also one root twice and one behind another, are walked back at once."""
    x = leaf(lib)
    y = x * x
    z = y.sum()
    lib.autograd.backward([z, z, y], [None, None, lib.ones(2)])
    return x.grad


@row
def too_few_gradients(lib):
    """There is one gradient per root."""
    x = leaf(lib)
    return tried(lib.autograd.backward, [x * 2, x], [lib.ones(2)]), tried(
        lib.autograd.grad, [x * 2, x], x, [lib.ones(2)]
    )


@row(why="a gradient too many is a mistake in the call, which torch passes over in silence")
def too_many_gradients(lib):
    """There is one gradient per root, also where there are more."""
    x = leaf(lib)
    lib.autograd.backward([x * 2], [lib.ones(2), lib.ones(2)])
    return x.grad


@row
def no_roots(lib):
    """Going back from nothing does nothing."""
    return tried(lib.autograd.backward, []), tried(lib.autograd.backward, ())


@row
def no_outputs(lib):
    """`grad` of no outputs finds every input unused."""
    x = leaf(lib)
    return [
        tried(lib.autograd.grad, [], [x]),
        tried(lib.autograd.grad, (), x, allow_unused=True),
    ]


@row
def roots_that_are_no_tensors(lib):
    """A root is a tensor."""
    x = leaf(lib)
    return [tried(lib.autograd.backward, root) for root in ([3.0], [None], [x.sum(), "x"], 3.0)]


@row
def the_old_name_of_the_gradients(lib):
    """`grad_variables` is the old name of `grad_tensors`: it warns; both at once raise."""
    x = leaf(lib)
    lib.autograd.backward([x * 2], grad_variables=[lib.ones(2)])
    both = {"grad_tensors": [lib.ones(2)], "grad_variables": [lib.ones(2)]}
    return x.grad, tried(lib.autograd.backward, [x * 2], **both)


@row
def a_leaf_as_root(lib):
    """A leaf may be a root, a target, or both."""
    x = leaf(lib)
    x.sum().backward()
    x.backward(lib.tensor([5.0, 6.0]))
    return x.grad, lib.autograd.grad(x, x, lib.tensor([7.0, 8.0]))


# ---------------------------------------------------------------------- freeing


@row
def a_second_backward(lib):
    """After backward the graph is freed: a second one raises, and adds nothing."""
    x = leaf(lib)
    y = (x * x).sum()
    y.backward()
    return tried(y.backward), tried(lib.autograd.grad, y, x), x.grad


@row
def a_second_backward_through_every_kind(lib):
    """Nodes of one, two, three and any number of inputs, of several outputs, of a write: freed."""
    x = lib.tensor([[1.0, 2.0], [3.0, 5.0]], requires_grad=True)
    written = x * 1
    written[0].mul_(2)
    mine = own(lib, forward=kept, backward=lambda ctx, g: g * ctx.saved_tensors[0])
    made = {
        "one": x.exp(),
        "two": x * x,
        "three": lib.addmm(x, x, x),
        "any": lib.cat([x.exp(), x]),
        "outputs": x.max(1).values,
        "write": written,
        "Function": mine.apply(x),
    }
    found = {}
    for name, y in made.items():
        y.sum().backward()
        found[name] = tried(y.sum().backward)
    return found, x.grad


def kept(ctx, x):
    """A forward that saves its input."""
    ctx.save_for_backward(x)
    return x * x


@row
def a_second_backward_where_nothing_was_saved(lib):
    """A graph that saved nothing can be gone back through again and again."""
    x = leaf(lib)
    y = (x + x - x.view(2)).sum()
    y.backward()
    y.backward()
    return x.grad


@row
def a_retained_graph(lib):
    """With `retain_graph` the graph stays; the gradients add up."""
    x = leaf(lib)
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward(retain_graph=True)
    y.backward(retain_graph=False)
    return x.grad, tried(y.backward)


@row
def retain_graph_follows_create_graph(lib):
    """Unless it is given, `retain_graph` is what `create_graph` is."""
    x = leaf(lib)
    y = (x * x).sum()
    found = [
        tried(lib.autograd.grad, y, x, create_graph=True)[0].detach(),
        tried(lib.autograd.grad, y, x, create_graph=True, retain_graph=False)[0].detach(),
    ]
    return found, tried(lib.autograd.grad, y, x)


@row
def a_shared_part_is_freed_with_the_first(lib):
    """Two results of one graph share its fate: the first backward frees what they share."""
    x = leaf(lib)
    y = x.exp()
    a, b = y.sum(), (y * 2).sum()
    a.backward()
    return x.grad, tried(b.backward), x.grad


@row
def only_what_was_walked_is_freed(lib):
    """A walk to a target frees the way to it alone."""
    x, w = leaf(lib), leaf(lib)
    a, b = x.exp(), w.exp()
    z = (a * 1 + b * 1).sum()
    lib.autograd.grad(z, a)
    return tried(a.sum().backward), tried(b.sum().backward), x.grad, w.grad


@row
def what_no_wanted_gradient_needs_is_checked_too(lib):
    """A value that was saved and written over is noticed, though the gradient wanted is another."""
    x, w = leaf(lib), leaf(lib, 3.0, 4.0)
    a, b, c = x * 1, w * 1, w * 2
    product, three = (a * b).sum(), lib.addcmul(x * 1, a, c).sum()
    b.zero_()
    c.zero_()
    return [
        tried(lib.autograd.grad, product, w, retain_graph=True),
        tried(lib.autograd.grad, product, x, retain_graph=True),
        tried(lib.autograd.grad, three, w, retain_graph=True),
        tried(product.backward),
        x.grad,
    ]


@row
def saved_values_after_freeing(lib):
    """What a node saved can be read until it is freed."""
    x = leaf(lib)
    y = x.exp()
    before = y.grad_fn._saved_result.detach()
    y.sum().backward()
    return before, tried(lambda: y.grad_fn._saved_result)


@row
def backward_returns_nothing(lib):
    """`backward` returns None."""
    x = leaf(lib)
    return x.sum().backward(), lib.autograd.backward(x.sum())


# ---------------------------------------------------------------------- create_graph


@row
def create_graph_in_backward_warns(lib):
    """`backward(create_graph=True)` warns of the cycle between a leaf and its gradient."""
    x = leaf(lib)
    (x**3).sum().backward(create_graph=True)
    g, x.grad = x.grad, None
    return g.requires_grad, lib.autograd.grad(g.sum(), x)


@row
def create_graph_in_grad_is_silent(lib):
    """`grad(create_graph=True)` warns of nothing."""
    x = leaf(lib)
    (g,) = lib.autograd.grad((x**3).sum(), x, create_graph=True)
    return g.requires_grad, g.is_leaf, g.detach()


@row
def higher_derivatives(lib):
    """Derivatives of derivatives, as often as one likes."""
    x = lib.tensor([0.5, 2.0], dtype=lib.float64, requires_grad=True)
    found, y = [], x.sin() * x**4
    for _ in range(4):
        (y,) = lib.autograd.grad(y.sum(), x, create_graph=True)
        found.append(y.detach())
    return found


@row
def a_plain_gradient_has_no_history(lib):
    """Without `create_graph` a gradient is a constant, also with grad mode on."""
    x = leaf(lib)
    with lib.enable_grad():
        (g,) = lib.autograd.grad((x**3).sum(), x)
    return g.requires_grad, g.is_leaf


@row
def a_constant_gradient_has_no_history(lib):
    """With `create_graph` a gradient that depends on nothing still requires no grad."""
    x = leaf(lib)
    (g,) = lib.autograd.grad((x * 2).sum(), x, create_graph=True)
    return g.requires_grad, tried(lib.autograd.grad, g.sum(), x)


@row
def a_recorded_walk_under_no_grad(lib):
    """`create_graph` records the walk even under `no_grad`; a plain walk records nothing."""
    x = leaf(lib)
    y = (x**3).sum()
    with lib.no_grad():
        (g,) = lib.autograd.grad(y, x, create_graph=True)
        (h,) = lib.autograd.grad(y, x)
    return g.requires_grad, h.requires_grad, lib.is_grad_enabled()


@row
def a_gradient_penalty(lib):
    """A loss may contain a gradient."""
    w, x = leaf(lib, 0.5, -1.5), leaf(lib, 2.0, 3.0)
    out = (w * x).tanh().sum()
    (slope,) = lib.autograd.grad(out, x, create_graph=True)
    (out + (slope * slope).sum()).backward()
    return w.grad, x.grad


# ---------------------------------------------------------------------- inputs=


@row
def inputs_alone_receive(lib):
    """With `inputs=` those leaves alone receive, the others are left as they were."""
    x, w = leaf(lib), leaf(lib)
    w.grad = lib.tensor([7.0, 8.0])
    (x * w).sum().backward(inputs=[x])
    return x.grad, w.grad


@row
def one_input_without_a_list(lib):
    """`inputs=` may be a tensor, a list, or a tuple."""
    x = leaf(lib)
    for inputs in (x, [x], (x,)):
        (x * 2).sum().backward(inputs=inputs)
    return x.grad


@row
def inputs_that_are_results(lib):
    """A result among `inputs=` has its `.grad` filled, as if it retained it, from then on."""
    x = leaf(lib)
    y = x * 2
    (y * y).sum().backward(inputs=[y])
    return x.grad, y.grad, y.retains_grad


@row
def inputs_behind_one_another(lib):
    """Inputs may lie behind one another, and behind a leaf that receives nothing."""
    x, w = leaf(lib), leaf(lib)
    y = x * w
    z = y.exp()
    z.sum().backward(inputs=[z, x, y])
    return x.grad, w.grad, y.grad, z.grad


@row
def inputs_twice(lib):
    """An input named twice receives once; `grad` gives it twice."""
    x = leaf(lib)
    y = x * 2
    (y * 3).sum().backward(inputs=[x, y, x, y])
    return x.grad, y.grad, lib.autograd.grad((x * x).sum(), [x, x])


@row
def no_inputs(lib):
    """An empty `inputs` is refused."""
    x = leaf(lib)
    return [
        tried((x * 2).sum().backward, inputs=[]),
        tried((x * 2).sum().backward, inputs=()),
        tried(lib.autograd.backward, (x * 2).sum(), inputs=[]),
        tried(lib.autograd.grad, x.sum(), []),
    ]


@row
def inputs_that_require_no_grad(lib):
    """An input that requires no grad is refused."""
    x, c = leaf(lib), lib.ones(2)
    y = (x * c).sum()
    return [
        tried(y.backward, inputs=[c]),
        tried(lib.autograd.grad, y, c),
        tried(lib.autograd.grad, y, [x, c], allow_unused=True),
        x.grad,
    ]


@row
def inputs_that_are_no_tensors(lib):
    """An input is a tensor."""
    x = leaf(lib)
    y = (x * 2).sum()
    return [
        [tried(y.backward, inputs=[v]), tried(lib.autograd.grad, y, [v])] for v in (3.0, None, "x")
    ]


@row
def an_unused_input_of_backward(lib):
    """Backward leaves an input alone that the root does not depend on, and says nothing."""
    x, w = leaf(lib), leaf(lib)
    unused = w * 2
    (x * 2).sum().backward(inputs=[x, w, unused])
    return x.grad, w.grad, unused.grad


@row
def inputs_with_create_graph(lib):
    """`inputs=` and `create_graph` go together."""
    x, w = leaf(lib), leaf(lib)
    (x * x * w).sum().backward(inputs=[x], create_graph=True)
    g, x.grad = x.grad, None
    return g.detach(), g.requires_grad, w.grad


# ---------------------------------------------------------------------- grad


@row
def grad_of_one_and_of_several(lib):
    """`grad` gives a tuple, one gradient per input, and leaves `.grad` alone."""
    x, w = leaf(lib), leaf(lib, 3.0, 4.0)
    y = (x * w).sum()
    one = lib.autograd.grad(y, x, retain_graph=True)
    return one, lib.autograd.grad((y,), (w, x)), x.grad, type(one).__name__


@row
def grad_of_several_outputs(lib):
    """`grad` of several outputs adds up, each weighed by its gradient."""
    x = leaf(lib)
    return lib.autograd.grad([x.sum(), x * x], x, [None, lib.tensor([1.0, 10.0])])


@row
def grad_with_respect_to_a_result(lib):
    """`grad` with respect to a result, and to what lies behind it, in one walk."""
    x = leaf(lib)
    y = x * 2
    z = (y * y).sum()
    return lib.autograd.grad(z, [z, y, x]), y.retains_grad


@row
def an_unused_input(lib):
    """An input that the output does not depend on raises, and the error says which one."""
    x, w = leaf(lib), leaf(lib)
    y = (x * 2).sum()
    return tried(lib.autograd.grad, y, [x, w]), tried(lib.autograd.grad, y, w)


@row
def an_unused_input_that_is_allowed(lib):
    """With `allow_unused` an unused input gives None."""
    x, w = leaf(lib), leaf(lib)
    return lib.autograd.grad((x * 2).sum(), [w, x], allow_unused=True)


@row
def an_unused_input_as_zeros(lib):
    """With `materialize_grads` an unused input gives zeros of its shape and type."""
    x = leaf(lib)
    w = lib.ones(2, 3, dtype=lib.float64, requires_grad=True)
    return lib.autograd.grad((x * 2).sum(), [w, x], materialize_grads=True)


@row
def zeros_where_unused_is_refused(lib):
    """`materialize_grads` with `allow_unused=False` is a contradiction, and refused."""
    x = leaf(lib)
    y = (x * 2).sum()
    return [
        tried(lib.autograd.grad, y, x, materialize_grads=True, allow_unused=False),
        tried(lib.autograd.grad, y, x, materialize_grads=True, allow_unused=True),
    ]


@row
def zeros_may_require_grad(lib):
    """With `create_graph` the zeros for an unused input are a leaf that requires grad."""
    x, w = leaf(lib), leaf(lib)
    y = (x * x).sum()
    made = lib.autograd.grad(y, [w, x], create_graph=True, materialize_grads=True)
    (plain,) = lib.autograd.grad(y, w, materialize_grads=True)
    return [g.requires_grad for g in made], [g.is_leaf for g in made], plain.requires_grad


@row
def a_failed_grad_has_freed_the_graph(lib):
    """The error of an unused input comes after the walk: the graph is freed by then."""
    x, w = leaf(lib), leaf(lib)
    y = (x * x).sum()
    return tried(lib.autograd.grad, y, [x, w]), tried(y.backward), x.grad


@row
def an_input_newer_than_the_output(lib):
    """What was computed from the output is no input of it."""
    x = leaf(lib)
    y = x * 2
    return tried(lib.autograd.grad, y.sum(), y * 3), lib.autograd.grad(
        y.sum(), y[0], allow_unused=True
    )


@row
def a_view_is_not_what_it_shows(lib):
    """`grad` with respect to a view made afterwards finds it unused."""
    x = leaf(lib)
    y = x * 2
    part = y[0]
    return tried(lib.autograd.grad, y.sum(), part), lib.autograd.grad((part * 3).sum(), y)


@row
def only_inputs_is_ignored(lib):
    """`only_inputs=False` warns, and changes nothing."""
    x, w = leaf(lib), leaf(lib)
    return lib.autograd.grad((x * w).sum(), x, only_inputs=False), w.grad


@row(why="`vmap` is out of scope: call `grad` once for each gradient")
def a_batch_of_gradients(lib):
    """With `is_grads_batched` one call goes back from many gradients at once."""
    x = leaf(lib)
    rows = lib.tensor([[1.0, 0.0], [0.0, 1.0]])
    return lib.autograd.grad(x * x, x, rows, is_grads_batched=True)


@row
def what_grad_gives_may_be_expanded(lib):
    """What `grad` gives is as it was computed: of a sum, one number seen often."""
    x = lib.ones(2, 3, requires_grad=True)
    (g,) = lib.autograd.grad(x.sum(), x)
    return g, g.stride(), g._version


@row
def a_freed_input_of_grad(lib):
    """`grad` through a part that is freed already raises; up to that part it does not."""
    x = leaf(lib)
    y = x.exp()
    y.sum().backward()
    z = (y * 3).sum()
    return lib.autograd.grad(z, y, retain_graph=True), tried(lib.autograd.grad, z, x)


# ---------------------------------------------------------------------- gradients that do not fit


@row
def a_gradient_of_another_shape(lib):
    """A rule whose gradient has another shape than its input is caught."""
    wrong = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g.sum())
    x = lib.ones(2, 3, requires_grad=True)
    worse = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: lib.ones(5))
    return tried(wrong.apply(x).sum().backward), tried(worse.apply(x).sum().backward), x.grad


@row
def a_gradient_that_can_be_summed_to_fit(lib):
    """A gradient that is too large but broadcast from its input is summed to fit."""
    wide = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: lib.ones(4, 1, 2))
    x = leaf(lib)
    wide.apply(x).sum().backward()
    return x.grad


@row
def a_gradient_of_another_dtype(lib):
    """A gradient of another dtype is converted to its input's."""
    wide = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g.double() * 2)
    x = leaf(lib)
    wide.apply(x).sum().backward()
    return x.grad


@row
def gradients_of_several_dtypes_meet(lib):
    """Where gradients meet they are of the type that the tensor has."""
    x = leaf(lib)
    y = x * 1
    (y.double().sum() + (y * 2).sum() + y.half().sum()).backward()
    return x.grad


@row
def a_write_into_an_expanded_tensor_and_back(lib):
    """Zeros may be written into a tensor that repeats its elements; back through it is no way."""
    found = []
    for write in (lambda part: part.zero_(), lambda part: part.fill_(2.0)):
        x = leaf(lib, 1.0)
        y = x * 1
        write(y.expand(3))
        found.append([y.detach(), tried(y.sum().backward), x.grad])
    return found


@row
def infinities_and_nan_pass(lib):
    """Gradients that are inf or nan pass through, silently."""
    x = lib.tensor([0.0, -1.0, 1.0], requires_grad=True)
    (x.log() + x.sqrt() + 1 / x).sum().backward()
    return x.grad


# ---------------------------------------------------------------------- errors on the way


@row
def an_error_in_a_rule(lib):
    """An error in a rule reaches the caller as it is, and the modes are as before."""
    x = leaf(lib)
    bad = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: 1 / 0)
    found = tried(bad.apply(x * 1).sum().backward)
    return found, x.grad, lib.is_grad_enabled(), (x * 2).requires_grad


@row
def a_second_try_after_an_error(lib):
    """After an error in a retained walk the same graph can be walked again."""
    x, w, fail = leaf(lib), leaf(lib), [True]

    def backward(ctx, g):
        return g * (1 / 0) if fail[0] else g * 5

    sometimes = own(lib, forward=lambda ctx, x: x * 5, backward=backward)
    z = (sometimes.apply(x * x) + w * 3).sum()
    first = tried(z.backward, retain_graph=True)
    fail[0] = False
    before = x.grad
    z.backward()
    return first, before, x.grad, w.grad


@row
def after_an_error_what_ran_is_freed(lib):
    """An error in a walk that retains nothing leaves freed what had run."""
    x = leaf(lib)
    y = x * x
    handle = y.register_hook(lambda g: 1 / 0)
    z = (y * y).sum()
    first = tried(z.backward)
    handle.remove()
    return first, tried(z.backward), tried(y.sum().backward), x.grad


@row
def an_error_of_the_users_own_class(lib):
    """An exception of any class passes through."""

    class Stop(BaseException):
        pass

    x = leaf(lib)
    y = x * 2
    y.register_hook(lambda g: (_ for _ in ()).throw(Stop("here")))
    try:
        y.sum().backward()
    except Stop as stop:
        return str(stop), x.grad, lib.is_grad_enabled()


# ---------------------------------------------------------------------- walks within walks, threads


@row
def backward_inside_a_hook(lib):
    """A hook may go back through another graph."""
    x, w = leaf(lib), leaf(lib)
    y = x * 2

    def hook(g):
        with lib.enable_grad():
            (w * w).sum().backward()

    y.register_hook(hook)
    (y * 3).sum().backward()
    return x.grad, w.grad


@row
def backward_inside_a_hook_through_the_same_leaf(lib):
    """A hook's own backward may reach the leaf that the outer one is on its way to."""
    x = leaf(lib)
    y = x * 2

    def hook(g):
        with lib.enable_grad():
            (x * 100).sum().backward()

    y.register_hook(hook)
    (y * 3).sum().backward()
    return x.grad


@row
def backward_inside_backward(lib):
    """A rule may differentiate on the way: a checkpoint computes its forward anew."""

    def forward(ctx, x):
        ctx.save_for_backward(x)
        with lib.no_grad():
            return x.exp() * x

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        with lib.enable_grad():
            again = x.detach().requires_grad_()
            (again.exp() * again).backward(g)
        return again.grad

    checkpoint = own(lib, forward=forward, backward=backward)
    x = leaf(lib)
    checkpoint.apply(checkpoint.apply(x * 0.5)).sum().backward()
    return x.grad


@row
def walks_nested_deeply(lib):
    """Walks may be nested as deep as Python calls are."""
    x = leaf(lib)

    def backward(ctx, g):
        if ctx.left:
            with lib.enable_grad():
                nested.apply(x, ctx.left - 1).sum().backward()
        return g, None

    def forward(ctx, x, left):
        ctx.left = left
        return x * 1

    nested = own(lib, forward=forward, backward=backward)
    nested.apply(x, 20).sum().backward()
    return x.grad


@row
def modes_inside_a_walk(lib):
    """During a plain walk grad mode is off for rules and hooks, during a recorded one on."""
    seen = []
    x = leaf(lib)
    note = own(
        lib,
        forward=lambda ctx, x: x * 2,
        backward=lambda ctx, g: (seen.append(lib.is_grad_enabled()), g * 2)[1],
    )
    y = note.apply(x)
    y.register_hook(lambda g: seen.append(lib.is_grad_enabled()))
    lib.autograd.grad(y.sum(), x, retain_graph=True)
    lib.autograd.grad(y.sum(), x, create_graph=True)
    with lib.no_grad():
        lib.autograd.grad(y, x, lib.ones(2), create_graph=True)
        seen.append(lib.is_grad_enabled())
    return seen


@row
def threads_walk_their_own_graphs(lib):
    """Threads build and walk graphs of their own, and add to a leaf that they share."""
    shared, found = lib.zeros(3, requires_grad=True), {}

    def work(number):
        x = lib.full((3,), float(number), requires_grad=True)
        for _ in range(20):
            (x * x + shared).sum().backward()
        found[number] = x.grad.tolist()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    return [found[number] for number in range(4)], shared.grad


@row
def threads_walk_one_graph(lib):
    """Threads may walk one retained graph at once."""
    x = leaf(lib)
    y = (x.exp() * x).sum()
    found = []

    def work():
        found.append(lib.autograd.grad(y, x, retain_graph=True)[0].tolist())

    threads = [threading.Thread(target=work) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    return found


@row
def a_graph_walked_in_another_thread(lib):
    """A graph recorded here may be walked there, whatever grad mode is there."""
    x, told = leaf(lib), []
    y = (x * x).sum()

    def work():
        told.append(lib.is_grad_enabled())
        y.backward()

    with lib.no_grad():
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    return told, x.grad


# ---------------------------------------------------------------------- order


@row
def the_newest_node_runs_first(lib):
    """Nodes run from the newest to the oldest, whatever way leads to them."""
    turns = []
    x = leaf(lib)
    a = x * 2
    b = x * 3
    c = a.exp()
    d = b + c
    for name, t in zip("abcd", (a, b, c, d)):
        t.register_hook(lambda g, name=name: turns.append(name))
    (d * a).sum().backward()
    return turns


@row
def leaves_receive_right_after_their_oldest_consumer(lib):
    """A leaf receives as soon as the oldest node that used it has run."""
    turns = []
    x, y, z = (leaf(lib) for _ in range(3))
    for name, t in zip("xyz", (x, y, z)):
        t.register_hook(lambda g, name=name: turns.append(name))
    old = x * y
    new = old * z
    old.register_hook(lambda g: turns.append("old"))
    (new * x).sum().backward()
    return turns


@row
def leaves_of_one_node_receive_in_order(lib):
    """Leaves of one node receive in the order of its inputs."""
    turns = []
    leaves = [leaf(lib) for _ in range(3)]
    for number, t in enumerate(leaves):
        t.register_hook(lambda g, number=number: turns.append(number))
    (leaves[1] * leaves[0]).sum().backward()
    lib.where(lib.tensor([True, False]), leaves[2], leaves[0]).sum().backward()
    lib.addmm(leaves[2], leaves[1].view(2, 1), leaves[0].view(1, 2)).sum().backward()
    return turns


@row
def a_node_waits_for_all_its_consumers(lib):
    """A node runs once, when everything has arrived: no path is walked twice."""
    runs = []
    x = leaf(lib)
    y = x * 2
    y.register_hook(lambda g: runs.append(g.tolist()))
    z = y
    for _ in range(5):
        z = z + z
    (z + y).sum().backward()
    return runs, x.grad


@row
def none_travels_on(lib):
    """A rule that gives None sends it on: what lies behind runs, and leaves `.grad` alone."""
    seen = []
    x = leaf(lib)
    stop = own(lib, forward=lambda ctx, x: x * 1, backward=lambda ctx, g: None)
    y = x.exp()
    y.register_hook(lambda g: seen.append(["hook", g]))
    y.grad_fn.register_prehook(lambda came: seen.append(["pre", came]))
    y.grad_fn.register_hook(lambda sent, came: seen.append(["post", sent, came]))
    x.register_hook(lambda g: seen.append(["leaf", g]))
    (stop.apply(y).sum()).backward()
    return seen, x.grad, tried(y.sum().backward)


@row
def none_travels_through_every_kind(lib):
    """Nodes of one, two, three and any number of inputs, of several outputs, of a write: all."""
    stop = own(lib, forward=lambda ctx, x: x * 1, backward=lambda ctx, g: None)
    x = lib.tensor([[1.0, 2.0], [3.0, 5.0]], requires_grad=True)
    written = x * 1
    written[0].mul_(2)
    made = {
        "one": x.exp(),
        "two": x * x,
        "three": lib.addmm(x, x, x),
        "any": lib.cat([x, x]),
        "outputs": x.max(1).values,
        "split": x.split(1)[1],
        "write": written,
    }
    found = {}
    for name, y in made.items():
        seen = []
        handle = x.register_hook(seen.append)
        stop.apply(y).sum().backward()
        handle.remove()
        found[name] = [seen, x.grad]
    return found


@row
def none_may_become_zeros_on_the_way(lib):
    """A Function that receives None computes with zeros, unless it asked not to."""
    seen = []

    def forward(ctx, x, materialize):
        ctx.set_materialize_grads(materialize)
        return x * 1

    def backward(ctx, g):
        seen.append(g)
        return g, None

    x, w = leaf(lib), leaf(lib)
    stop = own(lib, forward=lambda ctx, x: x * 1, backward=lambda ctx, g: None)
    note = own(lib, forward=forward, backward=backward)
    stop.apply(note.apply(x, True)).sum().backward()
    stop.apply(note.apply(w, False)).sum().backward()
    return seen, x.grad, w.grad


@row
def what_no_rule_was_asked_for_does_not_run(lib):
    """A leaf that nothing was sent to, not even None, keeps None and runs no hook."""
    seen = []
    x, w = leaf(lib), leaf(lib)
    w.register_hook(lambda g: seen.append(g))
    (x * 2 + w.detach()).sum().backward()
    return seen, w.grad


# ---------------------------------------------------------------------- depth and memory


@row
def a_very_deep_graph(lib):
    """A graph of 100,000 nodes is built, printed, walked and freed without recursion."""
    x = lib.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(100_000):
        y = y + x
    printed = repr(y)
    y.backward()
    gone = weakref.ref(y)
    del y
    return printed, x.grad, gone() is None, sys.getrecursionlimit() < 100_000


@row
def a_very_deep_graph_dropped_unwalked(lib):
    """A deep graph that was never walked is freed without recursion too."""
    y = leaf(lib)
    for _ in range(50_000):
        y = y * 1.0
    gone = weakref.ref(y)
    del y
    return gone() is None


@row
def diamonds(lib):
    """Sixty doublings have 2**60 paths, and are walked in sixty steps."""
    x = lib.tensor(1.0, dtype=lib.float64, requires_grad=True)
    y = x
    for _ in range(60):
        y = y + y
    y.backward()
    return x.grad


@row
def a_graph_goes_with_its_last_result(lib):
    """Dropping the last result frees the graph at once: nothing is left to the collector."""
    gc.collect()
    gc.disable()
    try:
        x = leaf(lib)
        y = (x * x).exp()
        y.retain_grad()
        y.register_hook(lambda g: g * 1)
        z = y[0] + y.sum()
        (g,) = lib.autograd.grad(z, x, create_graph=True)
        z.backward()
        gone = weakref.ref(y), weakref.ref(z), weakref.ref(g)
        del y, z, g
        return [ref() is None for ref in gone], gc.collect()
    finally:
        gc.enable()


@row
def a_leaf_and_its_recorded_gradient_are_a_cycle(lib):
    """`backward(create_graph=True)` ties the leaf to its gradient until `.grad` is reset."""
    x = leaf(lib)
    (x**3).sum().backward(create_graph=True)
    gone = weakref.ref(x)
    x.grad = None
    del x
    return gone() is None


@row
def a_graph_holds_its_leaves(lib):
    """A graph holds the leaves it ends in, though the name is gone."""
    x = leaf(lib)
    y = (x * 2).sum()
    held = y.grad_fn.next_functions[0][0].next_functions[0][0].variable
    gone = weakref.ref(x)
    del x
    y.backward()
    return gone() is held, held.grad


# ---------------------------------------------------------------------- nodes


@row
def next_functions(lib):
    """A node names, per input, the node that gets its gradient and which output that is."""
    x, c = leaf(lib), lib.ones(2)
    y = x * c
    a, b = y.unbind()
    z = a + b * 2
    (left, _), (right, _) = z.grad_fn.next_functions
    return [
        [[p and named(p), nr] for p, nr in node.next_functions]
        for node in (y.grad_fn, z.grad_fn, left, right)
    ]


@row
def next_functions_share_their_nodes(lib):
    """Where two nodes lead to one they lead to the same object."""
    x = leaf(lib)
    y = x * 2
    a, b = y + 1, y.exp()
    return [
        a.grad_fn.next_functions[0][0] is y.grad_fn,
        a.grad_fn.next_functions[0][0] is b.grad_fn.next_functions[0][0],
        a.grad_fn is a.grad_fn,
    ]


@row
def a_use_brings_a_view_up_to_date(lib):
    """Whatever uses a view first after its base was written into leads to the base's new node."""
    mine = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g * 2)
    c = lib.tensor([1.0])
    uses = {
        "alone": lambda v: v.exp().log(),
        "first": lambda v: v * c,
        "second": lambda v: c * v,
        "one of many": lambda v: lib.cat([c, v]),
        "a Function's": lambda v: mine.apply(v),
        "written into another": lambda v: c.clone().mul_(v),
        "written into": lambda v: v.mul_(10),
        "a root": lambda v: v,
    }
    found = {}
    for name, use in uses.items():
        x = leaf(lib)
        y = x * 2
        part = y[:1]
        y.mul_(3)
        made = use(part)
        made.backward(lib.ones(made.shape))
        found[name] = x.grad
    return found


@row
def a_result_saved_by_a_write_into_a_view(lib):
    """What a write into a view saved of its result is differentiated as that view."""
    x = leaf(lib)
    y = x * 1
    part = y[:1]
    part.exp_()
    (g,) = lib.autograd.grad(y.sum(), x, create_graph=True)
    return g.detach(), lib.autograd.grad(g.sum(), [x, part], retain_graph=True, allow_unused=True)


@row
def a_written_view_has_its_node_at_once(lib):
    """A view that was written into is on its new node, also for who looks under `no_grad`."""
    y = leaf(lib) * 2
    c = lib.ones(2)
    part, other = y[:1], c[1:]
    part.mul_(3)
    other.mul_(y[1:])
    with lib.no_grad():
        return [[t.grad_fn.name(), t.requires_grad, t.is_leaf] for t in (part, other)]


@row(why="a C++ namespace would say nothing to the reader: the name alone")
def names_in_a_namespace(lib):
    """Torch names the nodes that are written by hand with their C++ namespace."""
    x = leaf(lib)
    y = x * 2
    y[0] = 5.0
    return (x * 2).grad_fn.next_functions[0][0].name(), y.grad_fn.name()


@row
def names_of_nodes(lib):
    """`name()` says the operation; a Function's node is called after it."""
    x = leaf(lib)
    mine = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g * 2)
    made = x * 2, x + 1, x.sum(), x.view(2, 1), x[0], mine.apply(x), x.exp(), x.double()
    return [[t.grad_fn.name(), named(t.grad_fn)] for t in made]


@row
def calling_a_node(lib):
    """A node can be called: from the gradients of its outputs it gives those of its inputs."""
    x = leaf(lib)
    y = x.exp()
    y.register_hook(lambda g: g * 10)
    part = x.unbind()[0]
    end = y.grad_fn.next_functions[0][0]
    mine = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g * 2).apply(x)
    return [
        y.grad_fn(lib.ones(2)),
        (x * 3).grad_fn(lib.ones(2)),
        part.grad_fn(lib.tensor(1.0), None),
        y.grad_fn(None),
        end(lib.ones(2)),
        x.grad,
        tried(y.grad_fn),
        tried(y.grad_fn, 3),
        tried(part.grad_fn, lib.tensor(1.0)),
        tried(mine.grad_fn, lib.ones(2)),
        tried(y.grad_fn, grad=lib.ones(2)),
    ]


@row
def calling_the_node_of_a_write(lib):
    """So does that of a write into a view, until it is freed."""
    x = leaf(lib)
    y = x * 1
    y[:1].mul_(5)
    found = y.grad_fn(lib.ones(2))
    y.sum().backward()
    return found, tried(y.grad_fn, lib.ones(2))


@row
def a_node_prints(lib):
    """A node prints its class and address."""
    x = leaf(lib)
    nodes = (x * 2).grad_fn, (x * 2).grad_fn.next_functions[0][0]
    return [repr(node).partition(" at ")[0] for node in nodes]


@row
def a_node_takes_notes(lib):
    """`metadata` is a dict for the reader's own notes, one per node."""
    y = leaf(lib) * 2
    y.grad_fn.metadata["seen"] = 3
    return y.grad_fn.metadata, (y + 1).grad_fn.metadata


@row
def sequence_numbers(lib):
    """Nodes are numbered as they are recorded."""
    y = leaf(lib) * 2
    z = y.exp()
    return y.grad_fn._sequence_nr() < z.grad_fn._sequence_nr()


@row
def every_node_is_a_node(lib):
    """`autograd.graph.Node` is the class of every node, AccumulateGrad and a Function's too."""
    x = leaf(lib)
    mine = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g * 2)
    y = x * 2
    y[0] = 5.0
    end = (x * 2).grad_fn.next_functions[0][0]
    nodes = y.grad_fn, end, mine.apply(x).grad_fn, (x + 1).grad_fn, x, None
    return [isinstance(node, lib.autograd.graph.Node) for node in nodes]


@row
def gradient_edges(lib):
    """`get_gradient_edge` gives where a tensor's gradient goes: its node and which output."""
    x = leaf(lib)
    b = (x * 2).unbind()[1]
    edge, end = lib.autograd.graph.get_gradient_edge(b), lib.autograd.graph.get_gradient_edge(x)
    return [
        [edge.node is b.grad_fn, edge.output_nr, named(edge)],
        [end.node is (x * 2).grad_fn.next_functions[0][0], end.output_nr, named(end.node)],
        tried(lib.autograd.graph.get_gradient_edge, lib.ones(2)),
    ]


@row
def gradient_edges_as_inputs(lib):
    """A gradient edge stands for its tensor among the inputs of `grad` and of `backward`."""
    x = leaf(lib)
    y = x * 2
    edges = [lib.autograd.graph.get_gradient_edge(t) for t in (x, y)]
    z = (y * y).sum()
    found = lib.autograd.grad(z, edges, retain_graph=True)
    z.backward(inputs=edges[:1], retain_graph=True)
    return found, x.grad, tried(z.backward, inputs=edges[1:]), y.retains_grad


@row
def gradient_edges_as_roots(lib):
    """A gradient edge may be where a walk starts, the tensor itself being gone."""
    x = leaf(lib)
    edge = lib.autograd.graph.get_gradient_edge(x * x)
    one = lib.autograd.graph.get_gradient_edge((x * x).sum())
    found = lib.autograd.grad(edge, x, lib.ones(2), retain_graph=True)
    lib.autograd.backward([one], [lib.tensor(3.0)])
    return [
        found,
        x.grad,
        tried(lib.autograd.grad, edge, x),
        tried(lib.autograd.grad, edge, x, lib.ones(3)),
    ]


@row
def gradient_edges_that_lead_elsewhere(lib):
    """An edge that was not reached is unused, and cannot be given zeros."""
    x, w = leaf(lib), leaf(lib)
    edge = lib.autograd.graph.get_gradient_edge(w * 2)
    y = (x * 2).sum()
    return [
        tried(lib.autograd.grad, y, edge, retain_graph=True),
        tried(lib.autograd.grad, y, edge, allow_unused=True),
        tried(lib.autograd.grad, y, edge, materialize_grads=True),
    ]


@row
def gradient_edges_of_views(lib):
    """The edge of a view whose base was written into is the one it has since."""
    x = leaf(lib)
    y = x * 2
    part = y[:1]
    before = lib.autograd.graph.get_gradient_edge(part)
    y.mul_(3)
    after = lib.autograd.graph.get_gradient_edge(part)
    found = [named(before.node), named(after.node)]
    return found, lib.autograd.grad(after, x, lib.ones(1))


@row(why="an edge made by hand does not tell the gradient's type: minigrad asks for the gradient")
def gradient_edges_made_by_hand(lib):
    """A gradient edge may be put together from a node and a number."""
    x = leaf(lib)
    edge = lib.autograd.graph.GradientEdge((x * x).sum().grad_fn, 0)
    given = lib.autograd.grad(edge, x, lib.tensor(1.0), retain_graph=True)
    return given, tried(lib.autograd.grad, edge, x)


@row
def counting_a_write_by_hand(lib):
    """`increment_version` has a graph that saved the tensor notice that it was changed."""
    x = leaf(lib)
    c, d = lib.tensor([3.0, 4.0]), lib.ones(2)
    y = (x * c).sum()
    lib.autograd.graph.increment_version(c)
    lib.autograd.graph.increment_version([c, d])
    return c._version, d._version, tried(y.backward)[0], x.grad


@row
def counting_a_write_into_what_is_no_tensor(lib):
    """`increment_version` takes a tensor or several."""
    return [
        tried(lib.autograd.graph.increment_version, value)
        for value in (3, "x", [lib.ones(2), 3], None)
    ]


# ---------------------------------------------------------------------- what is recorded


@row
def an_operand_that_is_no_tensor(lib):
    """An operation says which of its arguments is no tensor, and what it is."""
    x = leaf(lib)
    return [
        tried(lib.exp, 3.0),
        tried(lib.exp, [1.0]),
        tried(lib.exp, None),
        tried(lib.matmul, x, 3.0),
        tried(lib.mul, x, "two"),
        tried(lib.mul, x, None),
        tried(lib.cat, [x, None]),
        tried(lib.cat, [x, 3.0]),
        tried(lib.addmm, x, x, 3.0),
    ]


@row
def an_operand_that_is_an_array(lib):
    """A NumPy array is no tensor: no operation takes it for one."""
    x, array = lib.ones(2, 2, requires_grad=True), np.ones((2, 2), "float32")
    return [
        tried(lib.exp, array),
        tried(lib.mul, x, array),
        tried(lib.matmul, x, array),
        tried(lib.addmm, x, array, x),
        tried(lib.addcmul, x, x, array),
        tried(lib.cat, [x, array]),
        tried(x.detach().add_, array),
    ]


@row
def an_operand_of_a_write_that_is_no_tensor(lib):
    """So does an in-place one."""
    c = lib.ones(2)
    return [
        tried(c.mul_, "two"),
        tried(c.mul_, None),
        tried(c.mul_, [1.0]),
        tried(c.copy_, 3),
        tried(c.masked_fill_, c > 0, "two"),
        c,
        c._version,
    ]


@row
def operands_that_do_not_fit(lib):
    """Operands whose shapes do not fit are refused, and nothing is recorded."""
    x = lib.ones(2, 3, requires_grad=True)
    return [
        tried(lib.mul, x, lib.ones(2)),
        tried(lib.matmul, x, x),
        tried(lib.cat, [x, lib.ones(4)]),
        tried(lib.cat, [x, lib.ones(2, 2)]),
        tried(lib.addmm, x, x, x),
        tried(lib.where, lib.ones(3) > 0, x, x),
        tried(lib.addcmul, x, x, lib.ones(4)),
        tried(lib.ones(2).add_, lib.ones(3)),
        tried(lib.ones(2).add_, lib.ones(2, 2)),
    ]


@row
def a_method_called_on_no_tensor(lib):
    """A method needs a tensor to work on."""
    return [
        tried(method, 3, *args)[0]
        for method, args in (
            (lib.Tensor.mul_, [2]),
            (lib.Tensor.t_, []),
            (lib.Tensor.exp, []),
            (lib.Tensor.backward, []),
            (lib.Tensor.register_hook, [print]),
        )
    ]


@row
def a_write_called_wrongly(lib):
    """An in-place operation refuses arguments too many and too few, and writes nothing."""
    c = lib.ones(2)
    calls = (c.mul_, [2, 3, 4]), (c.mul_, []), (c.exp_, [3]), (c.fill_, []), (c.copy_, [])
    return [tried(call, *args)[0] for call, args in calls], c, c._version


@row
def an_assignment_from_its_own_memory(lib):
    """What is assigned may not lie in the memory that is written to, unless it is the very same."""

    def shift(c):
        c[1:] = c[:-1]

    def picked(c):
        c[[0, 1]] = c[1:]

    def masked(c):
        c[c > 1] = c[0]

    def same(c):
        c[:] = c

    found = []
    for assign in (shift, picked, masked, same):
        c = lib.tensor([1.0, 2.0, 3.0])
        found.append([tried(assign, c), c])
    return found


@row
def masks_are_not_subtracted(lib):
    """Subtraction refuses bools, and says what to write instead."""
    mask, x = lib.tensor([True, False]), leaf(lib)
    return [
        tried(lambda: mask - mask),
        tried(mask.sub_, mask),
        tried(lambda: x - mask),
        tried(lambda: 1 - mask),
    ]


@row
def too_many_and_too_few_arguments(lib):
    """An operation refuses arguments too many, too few, and of names it does not know."""
    x = leaf(lib)
    return [
        tried(act)[0]
        for act in (
            lambda: lib.exp(),
            lambda: lib.exp(x, x, x),
            lambda: lib.mul(x),
            lambda: lib.addmm(x, x),
            lambda: lib.sum(x, 0, False, 3, 4),
            lambda: lib.exp(x, nothing=3),
            lambda: lib.mul(input=x),
        )
    ]


@row
def an_index_that_was_written_over(lib):
    """An index tensor changed between indexing and backward is noticed, as any saved tensor is."""
    x, i = lib.arange(3.0).requires_grad_(), lib.tensor([0])
    y = x[i, None]
    i.add_(1)
    y.sum().backward()


@row
def classes_of_nodes(lib):
    """A node's class prints as the operation alone."""
    x = leaf(lib)
    y = x + 1
    nodes = y.grad_fn, x.exp().grad_fn, y.grad_fn.next_functions[0][0]
    y[0] = 0.0
    return [str(type(node)) for node in (*nodes, y.grad_fn)], type(nodes[0]).__module__


@row
def an_accumulated_part_of_a_walk(lib):
    """A loss's gradient may be taken piece by piece, and the rest walked from there."""
    leaves = [lib.zeros(2, requires_grad=True) for _ in range(4)]
    middle = [x * i + x * x for i, x in enumerate(leaves)]
    loss = sum(part * i for i, part in enumerate(middle)).sum()
    found = [g for i in (0, 2) for g in lib.autograd.grad(loss, middle[i : i + 2])]
    lib.autograd.backward(middle, found)
    return [x.grad for x in leaves]


@row
def gradients_that_are_buffered_in_several_places(lib):
    """One gradient that waits at three nodes is added to at each without harm to the others."""
    x, y = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)
    a, b, c = x + 2, y + 2, x + 2
    short = a + b + c
    for _ in range(4):
        a, b, c = a * 2, b * 2, c * 2
    given = lib.ones(2)
    (short + (a + b + c)).backward(given)
    return x.grad, y.grad, given


@row
def a_gradient_that_is_written_into_while_it_waits(lib):
    """What a caller gave as gradient is never written into, even where others are added to it."""
    x, given = lib.ones(2, 2, requires_grad=True), lib.tensor([[1.0, 2.0], [3.0, 4.0]])
    part = x.gather(0, lib.tensor([[0, 0]]))
    lib.autograd.backward((x.clone(), part), (given, lib.tensor([[5.0, 6.0]])))
    return given, x.grad


@row
def a_walk_in_progress_and_an_error_in_another(lib):
    """An error in one branch keeps all that the other branch had not run yet from running."""

    def broken(ctx, g):
        raise ValueError("broken")

    x, w, v = (leaf(lib) for _ in range(3))
    fails = own(lib, forward=lambda ctx, x: x.clone(), backward=broken)
    inner = (v * v * v).sum()

    def nested(ctx, g):
        inner.backward()
        return g

    nests = own(lib, forward=lambda ctx, x: x.clone(), backward=nested)
    first, second = fails.apply(x * x), nests.apply(w)
    error = tried(lib.autograd.backward, [first.sum(), (second * second).sum()])
    return error, x.grad, w.grad, v.grad


@row
def a_walk_started_by_a_backward_comes_first(lib):
    """What a backward starts is walked before anything that waits outside."""
    ran = []

    def forward(ctx, x):
        with lib.enable_grad():
            ctx.inner = x.detach().requires_grad_() - 1
        return ctx.inner.detach()

    def backward(ctx, g):
        ran.append("inner")
        if ctx.inner >= 0:
            with lib.enable_grad():
                nests.apply(ctx.inner).backward()
        return g

    nests = own(lib, forward=forward, backward=backward)
    waits = own(lib, forward=lambda ctx, x: x, backward=lambda ctx, g: (ran.append("outer"), g)[1])
    a, b = lib.tensor(6.0, requires_grad=True), lib.tensor(3.0, requires_grad=True)
    (waits.apply(a) * nests.apply(b)).backward()
    return ran


@row(why="torch goes on in a new thread where walks are nested too deep for the stack")
def walks_nested_deeper_than_python_calls(lib):
    """Some hundred walks started inside each other's backwards do not exhaust the stack."""
    x = leaf(lib)

    def backward(ctx, g):
        if ctx.left:
            with lib.enable_grad():
                nested.apply(x, ctx.left - 1).sum().backward()
        return g, None

    def forward(ctx, x, left):
        ctx.left = left
        return x * 1

    nested = own(lib, forward=forward, backward=backward)
    error = tried(nested.apply(x, 300).sum().backward)
    return error and error[0]


@row
def nodes_are_numbered(lib):
    """Nodes are numbered as they are recorded; a leaf's comes before all of them in a backward."""
    x = lib.ones(2, requires_grad=True)
    y = x * 2
    z = y.exp()
    leaf = y.grad_fn.next_functions[0][0]
    return z.grad_fn._sequence_nr() - y.grad_fn._sequence_nr(), leaf._sequence_nr() == 2**64 - 1
