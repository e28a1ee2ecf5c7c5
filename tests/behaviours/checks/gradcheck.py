"""`gradcheck`: what it compares, and how it is called."""

from tests.behaviours.helpers import double, doubling, leaf64, tried
from tests.behaviours.table import row


@row
def a_right_gradient_passes(lib):
    """`gradcheck` returns True for a right gradient, and leaves the inputs as they were."""
    x, y = leaf64(lib, 0.5, 2.0), leaf64(lib, 3.0, -1.0)
    passed = lib.autograd.gradcheck(lambda x, y: (x * y, (x / y).exp().sum()), (x, y))
    return passed, x, y, x._version, x.grad


@row
def a_wrong_gradient_raises(lib):
    """A wrong gradient raises GradcheckError, which is a RuntimeError, and names the output."""
    f = doubling(lib, lambda ctx, g: g * 3)
    return tried(lib.autograd.gradcheck, lambda x: (x, f(x)), leaf64(lib))


@row
def the_error_names_the_input(lib):
    """Inputs are counted among those that require grad."""
    x, c, y = leaf64(lib), double(lib), leaf64(lib, 3.0, 1.0)
    return tried(lib.autograd.gradcheck, lambda x, c, y: x * c * y.detach(), (x, c, y))


@row
def the_error_shows_both_jacobians(lib):
    """The message holds the numerical and the analytical Jacobian, a row per input element."""
    try:
        lib.autograd.gradcheck(doubling(lib, lambda ctx, g: g * 3), leaf64(lib))
    except RuntimeError as error:
        lines = str(error).rstrip().splitlines()
        return [line.replace("minigrad", "torch") for line in lines]


@row
def wrong_without_raising(lib):
    """With `raise_exception=False` a wrong gradient gives False; a wrong call still raises."""
    check, f = lib.autograd.gradcheck, doubling(lib, lambda ctx, g: g * 3)
    return (
        check(f, leaf64(lib), raise_exception=False),
        check(lambda x: x * 2, leaf64(lib), raise_exception=False),
        tried(check, f, double(lib), raise_exception=False),
    )


@row
def a_gradient_that_is_cut_off_is_found(lib):
    """What a `detach` hides from backward, the differences see."""
    return tried(lib.autograd.gradcheck, lambda x: x * x.detach(), leaf64(lib))


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
def other_layouts(lib):
    """Transposed and sliced inputs are checked like any other; so are those without elements."""
    a = double(lib, *range(1, 7)).reshape(2, 3)
    kinds = a.t().detach(), a[:, ::2].detach(), a[0, 0].detach(), a[:0].detach()
    return [lib.autograd.gradcheck(lambda x: x.exp() * x, x.requires_grad_()) for x in kinds]


@row
def outputs_must_be_tensors(lib):
    """A function that returns anything but tensors is an error at once."""
    check = lib.autograd.gradcheck
    return [tried(check, lambda x, y=y: y, leaf64(lib)) for y in (None, (1, 2))]


@row
def a_kink_may_fail(lib):
    """At a kink both are right and differ: relu's gradient at 0 is 0, the differences say 1/2."""
    check = lib.autograd.gradcheck
    return (
        tried(check, lambda x: x.relu(), leaf64(lib, 0.0)),
        tried(check, lambda x: x.abs(), leaf64(lib, 0.0)),
    )


@row
def a_check_of_a_function_that_raises(lib):
    """An error of the function itself comes through, also with `raise_exception=False`."""

    def broken(x):
        raise RuntimeError("broken")

    x = double(lib, 1.0)
    return tried(lib.autograd.gradcheck, broken, (x,), raise_exception=False)
