"""Checks and calculus: gradcheck, `autograd.functional`, anomaly mode."""

import contextlib
import io
import threading
import warnings
import weakref

from tests.behaviours.table import row


def double(lib, *values, **more):
    return lib.tensor(list(values or (0.5, 2.0)), dtype=lib.float64, **more)


def leaf(lib, *values):
    return double(lib, *values, requires_grad=True)


def own(lib, backward, forward=lambda ctx, x: x * 2, materialize=True):
    """A Function of one input whose backward may be wrong."""

    def prepared(ctx, x):
        ctx.set_materialize_grads(materialize)
        return forward(ctx, x)

    methods = {"forward": staticmethod(prepared), "backward": staticmethod(backward)}
    return type("Own", (lib.autograd.Function,), methods).apply


def tried(act, *args, **options):
    """What `act` gives, or its error: for rows that try several things."""
    try:
        return act(*args, **options)
    except Exception as error:
        return [type(error).__name__, str(error).partition("\n")[0].rstrip()]


# ---------------------------------------------------------------------- gradcheck


@row
def a_right_gradient_passes(lib):
    """`gradcheck` returns True for a right gradient, and leaves the inputs as they were."""
    x, y = leaf(lib, 0.5, 2.0), leaf(lib, 3.0, -1.0)
    passed = lib.autograd.gradcheck(lambda x, y: (x * y, (x / y).exp().sum()), (x, y))
    return passed, x, y, x._version, x.grad


@row
def a_wrong_gradient_raises(lib):
    """A wrong gradient raises GradcheckError, which is a RuntimeError, and names the output."""
    f = own(lib, lambda ctx, g: g * 3)
    return tried(lib.autograd.gradcheck, lambda x: (x, f(x)), leaf(lib))


@row
def the_error_names_the_input(lib):
    """Inputs are counted among those that require grad."""
    x, c, y = leaf(lib), double(lib), leaf(lib, 3.0, 1.0)
    return tried(lib.autograd.gradcheck, lambda x, c, y: x * c * y.detach(), (x, c, y))


@row
def the_error_shows_both_jacobians(lib):
    """The message holds the numerical and the analytical Jacobian, a row per input element."""
    try:
        lib.autograd.gradcheck(own(lib, lambda ctx, g: g * 3), leaf(lib))
    except RuntimeError as error:
        lines = str(error).rstrip().splitlines()
        return [line.replace("minigrad", "torch") for line in lines]


@row
def wrong_without_raising(lib):
    """With `raise_exception=False` a wrong gradient gives False; a wrong call still raises."""
    check, f = lib.autograd.gradcheck, own(lib, lambda ctx, g: g * 3)
    return (
        check(f, leaf(lib), raise_exception=False),
        check(lambda x: x * 2, leaf(lib), raise_exception=False),
        tried(check, f, double(lib), raise_exception=False),
    )


@row
def a_gradient_that_is_cut_off_is_found(lib):
    """What a `detach` hides from backward, the differences see."""
    return tried(lib.autograd.gradcheck, lambda x: x * x.detach(), leaf(lib))


@row
def nothing_to_check(lib):
    """Inputs none of which requires grad are a ValueError."""
    return tried(lib.autograd.gradcheck, lambda x: x * 2, (double(lib), 3))


@row
def single_precision_is_warned_of(lib):
    """Float32 is too coarse for differences: a warning, then the mismatch."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    return tried(lib.autograd.gradcheck, lambda n, x: x * n, (3, x))


@row
def single_precision_with_coarse_steps(lib):
    """With larger steps and tolerances float32 passes, though warned of."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    return lib.autograd.gradcheck(lambda x: x * x, x, eps=1e-2, atol=1e-2, rtol=1e-2)


@row
def elements_that_share_memory(lib):
    """An expanded input is refused: its elements cannot be moved one by one."""
    x = double(lib, 1.0).expand(3).requires_grad_()
    return tried(lib.autograd.gradcheck, lambda x: x * 2, (leaf(lib), x))


@row
def other_layouts(lib):
    """Transposed and sliced inputs are checked like any other; so are those without elements."""
    a = double(lib, *range(1, 7)).reshape(2, 3)
    kinds = a.t().detach(), a[:, ::2].detach(), a[0, 0].detach(), a[:0].detach()
    return [lib.autograd.gradcheck(lambda x: x.exp() * x, x.requires_grad_()) for x in kinds]


@row
def an_output_that_requires_no_grad(lib):
    """Where no output requires grad, none may move with the inputs."""
    check = lib.autograd.gradcheck
    return (
        tried(check, lambda x: x.detach() * 3, leaf(lib)),
        tried(check, lambda x: x.detach() * 0, leaf(lib)),
        tried(check, lambda x: x.argmax(), leaf(lib)),
        tried(check, lambda x: (x.detach(), x * 2), leaf(lib)),
    )


@row
def recording_is_off(lib):
    """Under `no_grad` nothing requires grad, so all must stand still."""
    with lib.no_grad():
        return tried(lib.autograd.gradcheck, lambda x: x * 2, leaf(lib))


@row
def outputs_must_be_tensors(lib):
    """A function that returns anything but tensors is an error at once."""
    check = lib.autograd.gradcheck
    return [tried(check, lambda x, y=y: y, leaf(lib)) for y in (None, (1, 2))]


@row
def a_kink_may_fail(lib):
    """At a kink both are right and differ: relu's gradient at 0 is 0, the differences say 1/2."""
    check = lib.autograd.gradcheck
    return (
        tried(check, lambda x: x.relu(), leaf(lib, 0.0)),
        tried(check, lambda x: x.abs(), leaf(lib, 0.0)),
    )


@row
def a_backward_that_changes_its_mind(lib):
    """The same backward twice must give the same, up to `nondet_tol`."""
    runs = []

    def backward(ctx, g):
        runs.append(g)
        return g * (2 + 1e-7 * len(runs))

    check, f = lib.autograd.gradcheck, own(lib, backward)
    return (
        tried(check, f, leaf(lib)),
        tried(check, f, leaf(lib), nondet_tol=1e-3),
        tried(check, f, leaf(lib), fast_mode=True),
        tried(check, f, leaf(lib), fast_mode=True, nondet_tol=1e-3),
    )


@row
def a_backward_that_forgets_what_arrives(lib):
    """From zeros a backward must compute zeros."""
    f = own(lib, lambda ctx, g: g * 0 + 2)
    return tried(lib.autograd.gradcheck, f, leaf(lib, 1.0))


@row
def a_backward_that_fails_on_none(lib):
    """An output that no gradient reaches: a backward that raises then is found, and warned of."""

    def backward(ctx, g):
        if g is None:
            raise RuntimeError("no gradient")
        return g * 2

    check, f = lib.autograd.gradcheck, own(lib, backward, materialize=False)
    return tried(check, f, leaf(lib)), tried(check, f, leaf(lib), check_undefined_grad=False)


@row
def a_backward_that_invents_a_gradient(lib):
    """An output that no gradient reaches: a backward that sends ones is found, and warned of."""
    f = own(lib, lambda ctx, g: double(lib, 1.0, 1.0) if g is None else g * 2, materialize=False)
    return tried(lib.autograd.gradcheck, f, leaf(lib))


@row
def one_output_of_two_without_gradient(lib):
    """Each of several outputs in turn gets no gradient; a rule must do with the other."""

    def careful(ctx, g, h):
        parts = [x * n for x, n in ((g, 2), (h, 3)) if x is not None]
        return sum(parts[1:], parts[0]) if parts else None

    def careless(ctx, g, h):
        return g * 2 + h * 3

    check, forward = lib.autograd.gradcheck, lambda ctx, x: (x * 2, x * 3)
    rules = [own(lib, rule, forward, materialize=False) for rule in (careful, careless)]
    careless_but_filled = own(lib, careless, forward)
    return [tried(check, f, leaf(lib)) for f in (*rules, careless_but_filled)]


@row
def outputs_that_change_shape(lib):
    """A function whose outputs change shape when the input moves cannot be checked."""
    f = lambda x: x[: 1 + int(x[0].item() > 0.5)] * 2  # noqa: E731
    return tried(lib.autograd.gradcheck, f, leaf(lib, 0.5, 1.0))


@row
def fast_mode(lib):
    """Fast mode compares one projection, and finds the same mistakes."""
    check = lib.autograd.gradcheck
    wrong = own(lib, lambda ctx, g: g * 3)
    x = leaf(lib, 1.0, 2.0, 3.0)
    return (
        check(lambda x: (x.exp() * x, x.sum()), x, fast_mode=True),
        check(wrong, x, fast_mode=True, raise_exception=False),
        tried(check, lambda x: (x, wrong(x)), x, fast_mode=True),
        tried(check, lambda x: x.detach() * 2, x, fast_mode=True),
    )


@row
def fast_mode_draws_its_own_numbers(lib):
    """Fast mode's random projection does not disturb the user's random numbers."""
    lib.manual_seed(1)
    lib.autograd.gradcheck(lambda x: x * x, leaf(lib), fast_mode=True)
    found = lib.rand(2)
    lib.manual_seed(1)
    return bool((found == lib.rand(2)).all())


@row
def arguments_that_contradict_each_other(lib):
    """Checking nothing at all, or batched gradients without gradients, is refused."""
    check, second, x = lib.autograd.gradcheck, lib.autograd.gradgradcheck, leaf(lib)
    return (
        tried(check, lambda x: x, x, check_backward_ad=False),
        tried(check, lambda x: x, x, check_backward_ad=False, check_batched_grad=True),
        tried(check, lambda x: x, x, check_batched_forward_grad=True),
        tried(second, lambda x: x, x, check_rev_over_rev=False),
        tried(second, lambda x: x, x, check_rev_over_rev=False, check_fwd_over_rev=True),
        tried(
            check,
            lambda x: x,
            x,
            check_forward_ad=True,
            check_backward_ad=False,
            check_batched_grad=True,
        ),
        tried(
            second,
            lambda x: x,
            x,
            check_fwd_over_rev=True,
            check_rev_over_rev=False,
            check_undefined_grad=False,
            check_batched_grad=True,
        ),
    )


@row
def second_derivatives_pass(lib):
    """`gradgradcheck` checks the backward of the backward; leaves get no `.grad` by it."""
    x, y = leaf(lib), leaf(lib, 3.0, 1.0)
    passed = lib.autograd.gradgradcheck(lambda x, y: (x * x * y, y.sum()), (x, y))
    return passed, x.grad, y.grad


@row
def a_wrong_second_derivative(lib):
    """A backward that is not differentiable itself passes `gradcheck`, not `gradgradcheck`."""

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    f = own(lib, lambda ctx, g: g * 2 * ctx.saved_tensors[0].detach(), forward)
    check = lib.autograd.gradcheck, lib.autograd.gradgradcheck
    return [tried(each, f, leaf(lib)) for each in check]


@row
def second_derivatives_from_given_gradients(lib):
    """`grad_outputs` says where the inner backward starts."""
    second = lib.autograd.gradgradcheck
    return (
        second(lambda x: x * x, leaf(lib), double(lib, 1.0, -1.0)),
        second(lambda x: x.exp().sum(), leaf(lib), (lib.tensor(2.0, dtype=lib.float64),)),
        second(lambda x: x**3, leaf(lib), leaf(lib), gen_non_contig_grad_outputs=True),
        second(lambda x: x**3, leaf(lib), fast_mode=True),
        tried(second, lambda x: x * x, leaf(lib), double(lib, 1.0)),
    )


@row(why="minigrad has neither forward mode nor vmap: what needs them is refused, and says so")
def what_needs_forward_mode_or_vmap(lib):
    """Checks of forward mode, and batched gradients, need what only PyTorch has."""
    check, second, F = lib.autograd.gradcheck, lib.autograd.gradgradcheck, lib.autograd.functional
    x = leaf(lib)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [
            tried(check, lambda x: x * x, x, check_forward_ad=True),
            tried(check, lambda x: x * x, x, check_batched_grad=True),
            tried(second, lambda x: x * x, x, check_fwd_over_rev=True),
            tried(F.jacobian, lambda x: x * x, x, vectorize=True),
            tried(F.hessian, lambda x: (x * x).sum(), x, vectorize=True),
        ]


# ---------------------------------------------------------------------- functional: products


@row
def a_vector_jacobian_product(lib):
    """`vjp` gives the outputs and ``v J``, both without history."""
    F = lib.autograd.functional
    return F.vjp(lambda x: x**2, double(lib, 1.0, 2.0), double(lib, 1.0, 10.0))


@row
def a_jacobian_vector_product(lib):
    """`jvp` gives the outputs and ``J v``, in the form of the outputs."""
    F = lib.autograd.functional
    x, v = double(lib, 1.0, 2.0), double(lib, 1.0, 10.0)
    return F.jvp(lambda x: (x.exp().sum(), x * x), x, v)


@row
def tuples_in_tuples_out(lib):
    """A result has the form of what it belongs to: a tuple for a tuple, also of length one."""
    F, x, y = lib.autograd.functional, double(lib, 1.0), double(lib, 2.0)
    form = lambda t: [form(each) for each in t] if isinstance(t, tuple) else t.tolist()  # noqa: E731
    return [
        form(F.vjp(lambda x: x * 3, x)),
        form(F.vjp(lambda x: x * 3, (x,))),
        form(F.vjp(lambda x: (x * 3,), x)),
        form(F.vjp(lambda x, y: x * y, (x, y))),
        form(F.jvp(lambda x: (x * 3,), x)),
        form(F.jvp(lambda x, y: (x * y, y), (x, y), (y, x))),
        form(F.vhp(lambda x, y: (x * y).sum(), (x, y), (y, x))),
        form(F.hvp(lambda x: (x * x).sum(), (x,))),
    ]


@row
def vectors_that_may_be_left_out(lib):
    """`v` may be left out only for a single number, of outputs or of inputs."""
    F, one, two = lib.autograd.functional, double(lib, 3.0), double(lib, 1.0, 2.0)
    return [
        F.vjp(lambda x: x.sum(), two),
        F.jvp(lambda x: x * two, one),
        tried(F.vjp, lambda x: x * 2, two),
        tried(F.vjp, lambda x: (x.sum(), x.sum()), two),
        tried(F.jvp, lambda x: x.sum(), two),
        tried(F.vhp, lambda x: x.sum(), two),
        tried(F.hvp, lambda x, y: x.sum(), (one, one)),
    ]


@row
def vectors_that_do_not_fit(lib):
    """A `v` of the wrong length, shape or type says what it should be."""
    F, x, v = lib.autograd.functional, double(lib, 1.0, 2.0), double(lib, 1.0, 2.0, 3.0)
    double_it = lambda *x: tuple(each * 2 for each in x)  # noqa: E731
    return [
        tried(F.vjp, lambda x: x * 2, x, v),
        tried(F.vjp, lambda x: x * 2, x, (x, x)),
        tried(F.vjp, double_it, (x, x), x),
        tried(F.jvp, double_it, (x, x), (x, v)),
        tried(F.jvp, double_it, (x, x), (x, x, x)),
        tried(F.vhp, lambda x: x.sum(), x, [x]),
        tried(F.hvp, lambda x: x.sum(), x, (1.0,)),
    ]


@row
def what_is_no_tensor(lib):
    """Inputs and outputs are tensors or tuples of them; a list is neither."""
    F, x = lib.autograd.functional, double(lib, 1.0, 2.0)
    name = lambda said: [said[0], said[1].replace(lib.__name__, "lib")]  # noqa: E731
    return [
        name(tried(F.jacobian, lambda x: x, [x])),
        name(tried(F.vjp, lambda x: x, (x, 2))),
        name(tried(F.jacobian, lambda x: [x, x], x)),
        name(tried(F.jvp, lambda x: (x, None), x, x)),
        name(tried(F.hessian, lambda x: 3, x)),
        name(tried(F.hessian, lambda x: x.sum(), "x")),
    ]


@row
def results_have_no_history(lib):
    """Without `create_graph` no result requires grad, even if the inputs do; no `.grad` appears."""
    F, x = lib.autograd.functional, leaf(lib)
    found = F.vjp(lambda x: (x * x).sum(), x), F.hvp(lambda x: (x * x).sum(), x, double(lib))
    matrix = F.jacobian(lambda x: x * x, x), F.hessian(lambda x: (x**3).sum(), x)
    return [[t.requires_grad for t in pair] for pair in (*found, matrix)], x.grad


@row
def results_with_history(lib):
    """With `create_graph` results can be differentiated in turn, back to the user's inputs."""
    F, x = lib.autograd.functional, leaf(lib, 1.0, 2.0)
    y, g = F.vjp(lambda x: (x * x * x).sum(), x, create_graph=True)
    (second,) = lib.autograd.grad(g.sum(), x)
    jacobian = F.jacobian(lambda x: x * x * x, x, create_graph=True)
    (third,) = lib.autograd.grad(jacobian.sum(), x)
    return y, g, second, jacobian, third


@row
def history_needs_inputs_that_require_grad(lib):
    """With `create_graph`, inputs that require no grad get none: results end at copies of them."""
    F, x = lib.autograd.functional, double(lib, 1.0, 2.0)
    jacobian = F.jacobian(lambda x: x**3, x, create_graph=True)
    return jacobian.requires_grad, x.requires_grad, x.grad_fn is None


@row
def the_function_sees_other_tensors(lib):
    """The function is called with tensors made for the call, that require grad and share memory."""
    x, seen = double(lib, 1.0, 2.0), []

    def f(y):
        seen.extend([y is x, y.requires_grad, y.is_leaf, y.data_ptr() == x.data_ptr()])
        return (y * x).sum()  # x, caught from around, counts as a constant

    _, g = lib.autograd.functional.vjp(f, x)
    return seen, g


@row
def products_under_no_grad(lib):
    """Under `no_grad` derivatives are computed all the same."""
    F, x = lib.autograd.functional, double(lib, 1.0, 2.0)
    with lib.no_grad():
        return (
            F.vjp(lambda x: (x * x).sum(), x),
            F.jacobian(lambda x: x * x, x),
            F.hvp(lambda x: (x**3).sum(), x, x),
        )


@row
def hessian_products(lib):
    """`vhp` and `hvp` multiply the Hessian from the left and from the right."""
    F, x, v = lib.autograd.functional, double(lib, 1.0, 2.0), double(lib, 1.0, 10.0)
    f = lambda x: (x[0] ** 2 * x[1] ** 3).sum()  # noqa: E731
    return F.vhp(f, x, v), F.hvp(f, x, v)


@row
def hessian_products_want_one_number(lib):
    """Second derivatives are of one number: anything else is refused."""
    F, x = lib.autograd.functional, double(lib, 1.0, 2.0)
    calls = [(F.vhp, (x,)), (F.hvp, (x,)), (F.hessian, ())]
    outputs = lambda x: (x.sum(),), lambda x: x * 2
    return [tried(act, f, x, *v) for act, v in calls for f in outputs]


# ---------------------------------------------------------------------- functional: matrices


@row
def a_jacobian(lib):
    """The Jacobian's shape is the output's followed by the input's."""
    a = double(lib, *range(1, 7)).reshape(2, 3)
    jacobian = lib.autograd.functional.jacobian(lambda a: (a * a).sum(1), a)
    return jacobian.shape == (2, 2, 3), jacobian


@row
def jacobians_of_several(lib):
    """For tuples a tuple: ``jacobian[i][j]`` is of output i with respect to input j."""
    F, x, y = lib.autograd.functional, double(lib, 1.0, 2.0), double(lib, 3.0)
    return F.jacobian(lambda x, y: (x * y, y.sum()), (x, y)), F.jacobian(lambda x: (x,), x)


@row
def independent_inputs_give_zeros(lib):
    """Where an output does not depend on an input zeros stand, unless `strict`."""
    F, x, y = lib.autograd.functional, double(lib, 1.0, 2.0), double(lib, 3.0)
    first = lambda x, y: x * 2  # noqa: E731
    return (
        F.jacobian(first, (x, y)),
        F.vjp(first, (x, y), x),
        F.jvp(lambda x: x.detach(), x, x),
        F.hessian(lambda x, y: (x * x).sum(), (x, y)),
    )


@row
def a_hessian(lib):
    """The Hessian is the Jacobian of the Jacobian; for a tuple a tuple of tuples."""
    F, x, y = lib.autograd.functional, double(lib, 1.0, 2.0), double(lib, 3.0)
    f = lambda x, y: (x**2 * y).sum()  # noqa: E731
    return F.hessian(f, (x, y)), F.hessian(lambda x: f(x, y), x)


@row
def a_hessian_that_is_recorded(lib):
    """With `create_graph` the Hessian itself can be differentiated."""
    x = leaf(lib, 1.0, 2.0)
    found = lib.autograd.functional.hessian(lambda x: (x**4).sum(), x, create_graph=True)
    return found.requires_grad, lib.autograd.grad(found.sum(), x)


@row
def a_jacobian_of_nothing(lib):
    """An output without elements has no rows to stack."""
    x = double(lib, 1.0, 2.0)
    return tried(lib.autograd.functional.jacobian, lambda x: x[:0], x)


@row
def strict_first_derivatives(lib):
    """With `strict` an output that does not depend on an input is an error, in its own words."""
    F, x, y = lib.autograd.functional, double(lib, 1.0, 2.0), double(lib, 3.0, 4.0)
    first, constant = (lambda x, y: x * 2), (lambda x, y: x.detach())
    return [
        tried(F.vjp, first, (x, y), x, strict=True),
        tried(F.vjp, constant, (x, y), x, strict=True),
        tried(F.jvp, first, (x, y), (x, y), strict=True),
        tried(F.jvp, constant, (x, y), (x, y), strict=True),
        tried(F.jacobian, first, (x, y), strict=True),
        tried(F.jacobian, lambda x, y: (x, y), (x, y), strict=True),
    ]


@row
def strict_second_derivatives(lib):
    """With `strict` a Hessian of a linear function is an error; so is one of a constant."""
    F, x, y = lib.autograd.functional, double(lib, 1.0, 2.0), double(lib, 3.0, 4.0)
    linear, first = (lambda x: (x * 3).sum()), (lambda x, y: (x * x).sum())
    separate = lambda x, y: (x * x).sum() + y.sum()  # noqa: E731
    return [
        tried(F.hessian, linear, x, strict=True),
        tried(F.hessian, first, (x, y), strict=True),
        tried(F.hessian, lambda x: x.detach().sum(), x, strict=True),
        tried(F.vhp, linear, x, x, strict=True),
        tried(F.vhp, first, (x, y), (x, y), strict=True),
        tried(F.hvp, separate, (x, y), (x, y), strict=True),
        tried(F.hvp, lambda x, y: (x * x).sum() + (y * y).sum(), (x, y), (x, y), strict=True),
    ]


@row
def strict_with_history(lib):
    """With `strict` and `create_graph` a constant derivative is an error as well."""
    F, x, v = lib.autograd.functional, leaf(lib), double(lib)
    linear, square = (lambda x: x * 2), (lambda x: (x * x).sum())
    return [
        tried(F.vjp, linear, x, v, create_graph=True, strict=True),
        tried(F.jvp, linear, x, v, create_graph=True, strict=True),
        tried(F.jacobian, linear, x, create_graph=True, strict=True),
        tried(F.vhp, square, x, v, create_graph=True, strict=True),
        tried(F.hessian, square, x, create_graph=True, strict=True),
    ]


@row
def strategies(lib):
    """A strategy that nobody knows is refused; forward mode is not to be had row by row."""
    F, x = lib.autograd.functional, double(lib, 1.0, 2.0)
    return [
        tried(F.jacobian, lambda x: x, x, strategy="sideways"),
        tried(F.jacobian, lambda x: x, x, strategy="forward-mode"),
        tried(F.hessian, lambda x: x.sum(), x, outer_jacobian_strategy="sideways"),
        tried(F.hessian, lambda x: x.sum(), x, outer_jacobian_strategy="forward-mode"),
    ]


# ---------------------------------------------------------------------- anomaly mode


def anomalous(lib, act, **options):
    """What `act` gives under anomaly mode, or its error, and what was warned of.

    Of a warning: its headline, and the last line of the traceback that it shows.
    """
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with lib.autograd.set_detect_anomaly(True, **options):
            given = tried(act)
    return given, [shown(str(warning.message)) for warning in seen]


def shown(message):
    text, _, _ = message.partition(" (Triggered internally at ")
    headline, *stack = text.strip().replace("torch::autograd::", "").splitlines()
    return [headline, *(line.strip() for line in stack[-1:])]


@row
def anomaly_mode_announces_itself(lib):
    """`detect_anomaly` warns that it is slow, and ends with its block; `check_nan` likewise."""
    with lib.autograd.detect_anomaly(check_nan=False):
        inside = lib.is_anomaly_enabled(), lib.is_anomaly_check_nan_enabled()
    return inside, lib.is_anomaly_enabled(), lib.is_anomaly_check_nan_enabled()


@row
def anomaly_mode_as_a_function(lib):
    """`set_detect_anomaly` switches at once, and back at the end of a block; it does not warn."""
    switch, seen = lib.autograd.set_detect_anomaly, []
    try:
        block = switch(True, check_nan=False)
        seen.append([lib.is_anomaly_enabled(), lib.is_anomaly_check_nan_enabled()])
        with switch(False):
            seen.append([lib.is_anomaly_enabled(), lib.is_anomaly_check_nan_enabled()])
        seen.append([lib.is_anomaly_enabled(), lib.is_anomaly_check_nan_enabled()])
        block.__exit__(None, None, None)
    finally:
        switch(False)
    return [*seen, lib.is_anomaly_enabled()]


@row
def anomaly_mode_takes_bools(lib):
    """Anomaly mode is switched by a bool, as `set_grad_enabled` is."""
    switch = lib.autograd.set_detect_anomaly
    given = [(1,), (None,), (True, "yes")]
    return [tried(switch, *each) for each in given], lib.is_anomaly_enabled()


@row
def anomaly_mode_is_everybodys(lib):
    """Unlike `no_grad`, anomaly mode holds in all threads, also in those that ran before."""
    seen, ready, switched = [], threading.Event(), threading.Event()

    def ask():
        seen.append(lib.is_anomaly_enabled())
        ready.set()
        switched.wait(10)
        x = lib.tensor([-1.0], requires_grad=True)
        seen.append(tried(lambda: x.sqrt().backward()))

    thread = threading.Thread(target=ask)
    thread.start()
    ready.wait(10)
    with warnings.catch_warnings(), lib.autograd.set_detect_anomaly(True):
        warnings.simplefilter("ignore")
        switched.set()
        thread.join()
    return seen


@row
def nan_in_a_backward(lib):
    """A gradient that is nan raises, names the function, and shows the line that recorded it."""

    def act():
        x = lib.tensor([-1.0, 4.0], requires_grad=True)
        root = x.sqrt()
        root.sum().backward()

    return anomalous(lib, act)


@row
def nan_outside_anomaly_mode(lib):
    """Without anomaly mode, or without `check_nan`, nan is a gradient like any other."""
    x = lib.tensor([-1.0, 4.0], requires_grad=True)

    def act():
        x.sqrt().sum().backward()
        return x.grad

    return tried(act), anomalous(lib, act, check_nan=False)


@row
def nan_that_is_born_in_the_backward(lib):
    """A finite forward can have a nan gradient: ``0 * inf`` in the backward of a root at zero."""

    def act():
        x = lib.tensor([0.0], requires_grad=True)
        (x.sqrt() * 0).backward()

    return anomalous(lib, act)


@row
def nan_in_the_second_input(lib):
    """The error counts the gradients of a node from 0."""

    def act():
        x, y = lib.tensor([0.0], requires_grad=True), lib.tensor([0.0], requires_grad=True)
        (x / y).backward(lib.tensor([0.0]))

    def second():
        x, y = lib.tensor([0.0]), lib.tensor([0.0], requires_grad=True)
        (x / y).backward()

    return anomalous(lib, act), anomalous(lib, second)


@row
def nan_in_what_arrives(lib):
    """The check is of what a node sends on; a leaf's gradient may be nan already."""

    def act():
        x = lib.tensor([1.0], requires_grad=True)
        y = x * 1
        y.register_hook(lambda g: g * float("nan"))
        y.backward()

    return anomalous(lib, act)


@row
def nan_and_hooks(lib):
    """Node hooks come before the check: a post-hook can mend a nan, and can make one."""
    nan = float("nan")

    def mended():
        x = lib.tensor([-1.0], requires_grad=True)
        y = x.sqrt()
        y.grad_fn.register_hook(lambda gin, gout: (lib.tensor([7.0]),))
        y.backward()
        return x.grad

    def made():
        x = lib.tensor([1.0], requires_grad=True)
        y = x * 2
        y.grad_fn.register_hook(lambda gin, gout: (gin[0] * nan, gin[1]))
        y.backward()

    return anomalous(lib, mended), anomalous(lib, made)


@row
def a_leafs_hook_may_make_nan(lib):
    """On a leaf nan is let pass: accumulating sends nothing on."""

    def act():
        x = lib.tensor([1.0], requires_grad=True)
        x.register_hook(lambda g: g * float("nan"))
        (x * 2).backward()
        return x.grad

    return anomalous(lib, act)


@row
def an_error_in_a_backward(lib):
    """Any error of a backward comes with the traceback of the call that it belongs to."""

    def act():
        x = lib.tensor([1.0], requires_grad=True)
        y = own(lib, lambda ctx, g: 1 / 0)(x)
        y.backward()

    found, warned = anomalous(lib, act)
    return found, [headline for headline, *_ in warned]


@row
def an_error_in_a_hook(lib):
    """An error in a hook belongs to the node that the hook hangs on."""

    def fail(*grads):
        raise ValueError("not today")

    def on_a_tensor():
        x = lib.tensor([1.0], requires_grad=True)
        y = x * x
        y.register_hook(fail)
        (y * 2).backward()

    def on_a_leaf():
        x = lib.tensor([1.0], requires_grad=True)
        x.register_hook(fail)
        z = x * 2
        z.backward()

    def before_a_node():
        x = lib.tensor([1.0], requires_grad=True)
        y = x.exp()
        y.grad_fn.register_prehook(fail)
        y.backward()

    def after_accumulation():
        x = lib.tensor([1.0], requires_grad=True)
        z = x * 2
        x.register_post_accumulate_grad_hook(fail)
        z.backward()

    return [
        anomalous(lib, act) for act in (on_a_tensor, on_a_leaf, before_a_node, after_accumulation)
    ]


@row
def recorded_before_anomaly_mode(lib):
    """A node that was recorded while the mode was off has no traceback to show."""
    x = lib.tensor([-1.0], requires_grad=True)
    y = x.sqrt()
    return anomalous(lib, y.backward)


@row
def a_changed_value_under_anomaly_mode(lib):
    """The hint of the in-place error differs: with anomaly mode on it points to the traceback."""

    def act():
        x = lib.tensor([1.0], requires_grad=True)
        y = x.exp()
        y.add_(1)
        y.backward()

    return tried(act), anomalous(lib, act)


@row
def a_freed_graph_under_anomaly_mode(lib):
    """A second backward shows where the freed node was recorded."""

    def act():
        x = lib.tensor([1.0], requires_grad=True)
        y = x * x
        y.backward()
        y.backward()

    return anomalous(lib, act)


@row
def nan_in_a_second_derivative(lib):
    """For a node that a backward recorded, the node of that backward is named as well."""

    def act():
        x = lib.tensor([0.0], requires_grad=True)
        y = x**1.5
        (g,) = lib.autograd.grad(y, x, create_graph=True)
        g.backward(lib.tensor([0.0]))

    return [[headline for headline, *_ in part] for part in anomalous(lib, act)[1:]]


@row
def an_error_inside_an_inner_backward(lib):
    """A backward called in a backward: both are told of, the inner one first."""

    def backward(ctx, g):
        with lib.enable_grad():
            x = lib.tensor([-1.0], requires_grad=True)
            x.sqrt().backward()
        return g

    def act():
        x = lib.tensor([1.0], requires_grad=True)
        own(lib, backward)(x).backward()

    found, warned = anomalous(lib, act)
    return found, [headline for headline, *_ in warned]


@row
def a_traceback_on_the_node(lib):
    """The traceback stands in the node's `metadata`, as a list of lines; off, nothing is kept."""
    x = lib.tensor([1.0], requires_grad=True)
    off = (x * x).grad_fn.metadata
    with lib.autograd.set_detect_anomaly(True):
        node = (x * x).grad_fn
    stack = node.metadata["traceback_"]
    return off, type(stack).__name__, stack[-1].strip().splitlines()[-1].strip()


@row
def notes_of_ones_own_on_a_node(lib):
    """`metadata` is a dict of the user's, too, and stays with the node."""
    x = lib.tensor([1.0], requires_grad=True)
    y = x * x
    y.grad_fn.metadata["mine"] = 3
    return y.grad_fn.metadata, (y.grad_fn.metadata is y.grad_fn.metadata)


@row
def a_sound_state_after_a_failure(lib):
    """After an error under anomaly mode gradients are computed as ever."""

    def act():
        x = lib.tensor([-1.0], requires_grad=True)
        x.sqrt().backward()

    anomalous(lib, act)
    x = lib.tensor([3.0], requires_grad=True)
    y = x * x
    y.backward()
    return x.grad, lib.is_anomaly_enabled(), y.grad_fn.metadata


@row
def strictness_and_vectors(lib):
    """A strict Jacobian or Hessian cannot be vectorized."""
    functional, x = lib.autograd.functional, lib.tensor([1.0, 2.0])
    return [
        tried(functional.jacobian, lambda x: x * x, x, strict=True, vectorize=True),
        tried(functional.hessian, lambda x: (x * x).sum(), x, strict=True, vectorize=True),
    ]


@row
def warnings_as_errors_under_anomaly_mode(lib):
    """Where warnings are errors, anomaly mode prints its own: the failure is what is raised."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    told = io.StringIO()
    with contextlib.redirect_stderr(told), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with lib.autograd.detect_anomaly():
            y = x + 1
            z = y**2
            y += 1
            warnings.simplefilter("error")
            found = tried(z.sum().backward)
    return found, "Error detected in PowBackward0" in told.getvalue()


@row
def strict_and_vectorized(lib):
    """`strict` and `vectorize` exclude each other."""
    F, x = lib.autograd.functional, double(lib, 1.0, 2.0)
    return [
        tried(F.jacobian, lambda x: x * 2, x, strict=True, vectorize=True),
        tried(F.hessian, lambda x: (x**3).sum(), x, strict=True, vectorize=True),
    ]


@row
def a_check_of_a_function_that_raises(lib):
    """An error of the function itself comes through, also with `raise_exception=False`."""

    def broken(x):
        raise RuntimeError("broken")

    x = double(lib, 1.0)
    return [
        tried(lib.autograd.gradcheck, broken, (x,), fast_mode=fast, raise_exception=False)
        for fast in (True, False)
    ]


@row
def notes_on_a_node_go_with_it(lib):
    """A recorded gradient made in anomaly mode does not keep the first graph's notes alive."""

    class Note:
        pass

    x, note = lib.ones(2, requires_grad=True), Note()
    y = x.exp()
    with lib.autograd.set_detect_anomaly(True):
        lib.autograd.grad(y, x, lib.ones(2), create_graph=True)
    y.grad_fn.metadata["note"], held = note, weakref.ref(note)
    del note
    there = held() is not None
    del y
    return there, held() is None


@row
def jacobians_that_are_checked(lib):
    """Recorded jacobians and hessians pass `gradcheck` themselves."""
    F, check = lib.autograd.functional, lib.autograd.gradcheck
    x, y = leaf(lib, 0.3, 0.4), leaf(lib, 0.5, 0.6)

    def jacobian(x, y):
        return F.jacobian(lambda x, y: (x + y).exp(), (x, y), create_graph=True)

    def hessian(x, y):
        rows = F.hessian(lambda x, y: (x * y).pow(3).sum(), (x, y), create_graph=True)
        return tuple(part for row in rows for part in row)

    return check(jacobian, (x, y)), check(hessian, (x, y))
