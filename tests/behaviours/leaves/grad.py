"""What may be assigned to `.grad`."""

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


@row
def grad_is_none_at_first(lib):
    """`.grad` is None until a backward fills it; reading it on a leaf or a constant is silent."""
    x, c = leaf(lib), lib.ones(2)
    return x.grad, c.grad, c.detach().grad


@row
def reading_grad_of_a_result_warns(lib):
    """Reading `.grad` of a result gives None and warns, each time."""
    y = leaf(lib) * 2
    return y.grad, y.grad


@row
def a_grad_may_be_assigned(lib):
    """An assigned gradient is kept as the tensor it is, and backward adds into it, in place."""
    x = leaf(lib)
    g = lib.tensor([10.0, 20.0])
    x.grad = g
    (x * 2).sum().backward()
    return x.grad is g, g, g._version


@row
def a_grad_that_is_a_part_of_a_buffer(lib):
    """A gradient may be a slice of a buffer that all leaves share: backward fills the buffer."""
    x, w = leaf(lib), leaf(lib)
    buffer = lib.zeros(4)
    x.grad, w.grad = buffer[:2], buffer[2:]
    (x * w).sum().backward()
    return buffer, x.grad._is_view(), buffer._version


@row
def a_grad_of_another_shape(lib):
    """A gradient of another shape is refused, also where it would broadcast."""
    x = leaf(lib)
    return [tried(setattr, x, "grad", lib.ones(shape)) for shape in ((3,), (1,), (2, 1), ())]


@row
def a_grad_of_another_dtype(lib):
    """A gradient of another dtype is refused."""
    x = leaf(lib)
    dtypes = lib.float64, lib.float16, lib.int64, lib.bool
    found = [tried(setattr, x, "grad", lib.ones(2, dtype=dtype)) for dtype in dtypes]
    return [
        [kind, said.partition(" You can set the tensor's grad_dtype")[0]] for kind, said in found
    ]


@row
def a_grad_on_another_device(lib):
    """A gradient may live on the same device only, which is the CPU here."""
    x = leaf(lib)
    x.grad = lib.ones(2, device="cpu")
    return x.grad.device.type, tried(lambda: lib.ones(2, device="nowhere"))[0]


@row
def a_grad_that_is_no_tensor(lib):
    """A gradient is a tensor or None."""
    x = leaf(lib)
    return [tried(setattr, x, "grad", value) for value in (3, 1.5, [1.0, 2.0], "one", False)]


@row
def a_grad_refused_leaves_the_old_one(lib):
    """A refused assignment leaves the gradient that was there."""
    x = leaf(lib)
    x.grad = held = lib.ones(2)
    tried(setattr, x, "grad", lib.ones(3))
    return x.grad is held


@row
def a_grad_taken_away(lib):
    """None, or `del`, takes the gradient away; deleting twice is allowed."""
    x = leaf(lib)
    x.grad = lib.ones(2)
    x.grad = None
    first = x.grad
    x.grad = lib.ones(2)
    del x.grad
    del x.grad
    return first, x.grad


@row
def a_grad_on_a_constant(lib):
    """A constant may be given a gradient, an integer one too; nothing else comes of it."""
    c, n = lib.ones(2), lib.tensor([1, 2])
    c.grad, n.grad = lib.zeros(2), lib.tensor([3, 4])
    return c.grad, c.requires_grad, n.grad


@row
def a_grad_on_a_result(lib):
    """A result may be given a gradient; reading it back is silent, and backward leaves it."""
    x = leaf(lib)
    y = x * 2
    y.grad = lib.ones(2)
    y.sum().backward()
    return y.grad, y.retains_grad


@row(why="torch's warning is of its own speed; minigrad adds either way, and says nothing")
def a_grad_of_other_strides(lib):
    """An assigned gradient keeps its strides; torch warns that this may cost time."""
    x = lib.ones(2, 3, requires_grad=True)
    x.grad = lib.ones(3, 2).t()
    (x * 2).sum().backward()
    return x.grad, x.grad.stride()


@row
def a_grad_that_repeats_its_elements(lib):
    """An expanded gradient may be assigned, but nothing can be added into it."""
    x = leaf(lib)
    x.grad = lib.ones(1).expand(2)
    return tried((x * 2).sum().backward), x.grad


@row
def a_grad_with_a_history(lib):
    """A gradient that was itself computed can be assigned and differentiated."""
    x, w = leaf(lib), leaf(lib, 3.0, 4.0)
    x.grad = w * 2
    (x.grad * x.grad).sum().backward()
    return x.grad, w.grad
