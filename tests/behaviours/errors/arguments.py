"""Shapes, types and arguments that do not fit."""

from tests.behaviours.helpers import tried
from tests.behaviours.table import row


@row
def shapes_that_do_not_broadcast(lib):
    """Sizes that differ, and neither of which is 1."""
    lib.ones(2, 3) + lib.ones(2)


@row
def matrices_that_do_not_fit(lib):
    """The inner dimensions of a product."""
    lib.ones(2, 3) @ lib.ones(2, 3)


@row
def a_product_of_two_types(lib):
    """Types that a matrix product does not mix; NumPy's arrays are float64."""
    lib.nn.Linear(2, 1)(lib.ones(1, 2, dtype=lib.float64))


@row
def an_impossible_view(lib):
    """Another number of elements."""
    lib.ones(2, 3).view(4)


@row
def a_view_across_memory(lib):
    """A view needs elements that lie in order."""
    lib.ones(2, 3).t().view(6)


@row
def a_dimension_too_far(lib):
    """There is no dimension 2 in a matrix."""
    lib.ones(2, 3).sum(2)


@row
def an_index_too_far(lib):
    """There is no element 5 of three."""
    lib.ones(3)[5]


@row
def indexing_a_number(lib):
    """A 0-d tensor has nothing to index."""
    lib.tensor(1.0)[0]


@row
def the_truth_of_many(lib):
    """``if x > 0`` of several elements."""
    return bool(lib.ones(2) > 0)


@row
def the_item_of_many(lib):
    """`.item()` of several elements."""
    lib.ones(2).item()


@row
def too_many_and_too_few_arguments(lib):
    """In-place methods count their arguments."""
    x = lib.ones(2)
    calls = (lambda: x.mul_(1, 2, 3), lambda: x.mul_(), lambda: x.exp_(3), lambda: lib.exp([1.0]))
    return [tried(call) for call in calls]


@row
def lists_of_unequal_length(lib):
    """Rows of a tensor are equally long."""
    lib.tensor([[1, 2], [3]])


@row
def a_list_of_tensors(lib):
    """Tensors in a list are stacked, not made into a tensor."""
    lib.tensor([lib.ones(2), lib.ones(2)])


@row
def an_operation_called_without_its_tensor(lib):
    """`exp()` of nothing says which argument is missing."""
    lib.exp()


@row
def an_integer_beyond_64_bits(lib):
    """Neither a bit pattern of int64 nor of uint64: a tensor does not take it as an operand."""
    x, large, small = lib.ones(2), 2**64, -(2**63) - 1
    operations = (
        (lambda n: x * n), (lambda n: n + x), (lambda n: x / n), (lambda n: x < n),
        (lambda n: lib.sub(x, n)), (lambda n: x.clone().mul_(n)),
    )  # fmt: skip
    return [tried(operation, n) for operation in operations for n in (large, small, large - 1)]


@row
def an_integer_of_64_bits(lib):
    """Beyond 2**63 it is a bit pattern: integers wrap around."""
    x = lib.tensor([1, 2])
    return x + 2**63, x * (2**64 - 1), x < 2**63, x == 2**63, x.clone().add_(2**64 - 1)


@row
def an_integer_beyond_64_bits_written_unrecorded(lib):
    """Nothing is written then."""
    x = lib.ones(2)
    with lib.no_grad():
        return tried(x.add_, 2**64), tried(x.mul_, -(2**70)), x
