"""Memory and layout: strides, sizes, copies."""

from tests.behaviours.helpers import tried
from tests.behaviours.table import row


@row
def where_elements_lie(lib):
    """Strides and offsets are counted in elements; a view shows where it begins."""
    x = lib.arange(6.0).reshape(2, 3)
    views = (x, x.t(), x[1], x[:, 1:], x[:, ::2], x.expand(2, 2, 3), x.unbind(1)[2], x[1].detach())
    return [
        [v.stride(), v.storage_offset(), v.is_contiguous(), (v.data_ptr() - x.data_ptr())]
        for v in views
    ]


@row
def how_much_there_is(lib):
    """Sizes, in elements and bytes."""
    x = lib.zeros(2, 3, dtype=lib.float64)
    return (
        [x.numel(), x.nelement(), x.dim(), x.ndim],
        [x.element_size(), x.itemsize, x.nbytes],
        [x.size(), x.size(-1), tried(x.size, 2)],
        lib.zeros(0).data_ptr(),
    )


@row
def copies_keep_the_layout(lib):
    """A copy of a dense tensor lies as it did; `contiguous` puts it in order."""
    x = lib.ones(2, 3).t()
    y = x.requires_grad_().contiguous()
    copied = (x.clone(), x.double(), x.detach() * 2, y)
    return [z.stride() for z in copied], y.grad_fn.name(), y.contiguous() is y


@row
def sizes(lib):
    """A Size is a tuple that prints itself; slices and sums of it are such."""
    s = lib.zeros(2, 3).shape
    made = [s, s[1:], s + (4,), (4,) + s, s * 2, lib.Size([lib.tensor(2)])]  # noqa: RUF005
    return (
        [repr(x) for x in made],
        [s == (2, 3), s == [2, 3], hash(s) == hash((2, 3)), s.numel(), isinstance(s, tuple)],
    )
