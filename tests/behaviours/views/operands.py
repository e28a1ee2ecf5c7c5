"""What may be written: overlaps, types, sizes."""

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


@row
def writing_into_a_tensor_that_repeats_its_elements(lib):
    """An expanded tensor has several places for one element: only constants may be written."""
    x = lib.zeros(1, 2).expand(3, 2)
    writes = {
        "add": lambda: x.add_(1),
        "mul": lambda: x.mul_(lib.ones(3, 2)),
        "exp": lambda: x.exp_(),
        "copy": lambda: x.copy_(lib.ones(3, 2)),
        "set": lambda: x.__setitem__(0, 1.0),
        "zero": lambda: x.zero_(),
        "fill": lambda: x.fill_(2),
    }
    return {key: tried(lambda write=write: write() is None) for key, write in writes.items()}, x


@row
def writing_a_result_of_a_higher_type(lib):
    """A write never changes the type of what is written into."""
    whole, mask, real = lib.ones(2, dtype=lib.int64), lib.tensor([True, False]), lib.ones(2)
    writes = {
        "float into int": lambda: whole.add_(1.5),
        "float tensor into int": lambda: whole.mul_(real),
        "quotient into int": lambda: whole.div_(2),
        "int into bool": lambda: mask.add_(1),
        "int tensor into bool": lambda: mask.mul_(whole),
        "int into float": lambda: real.add_(whole),
        "bool into int": lambda: whole.add_(mask),
        "double into float": lambda: real.add_(lib.ones(2, dtype=lib.float64)),
        "exp of int": lambda: whole.exp_(),
    }
    return {key: tried(write) for key, write in writes.items()}


@row
def filling_with_what_does_not_fit(lib):
    """`fill_` converts the number or 0-d tensor that it takes."""
    whole, real = lib.zeros(2, dtype=lib.int64), lib.zeros(2)
    return (
        whole.fill_(2.7),
        real.fill_(lib.tensor(3)),
    )


@row
def writing_what_is_larger(lib):
    """The result of a write must have the shape of what is written into."""
    x = lib.zeros(2)
    writes = (
        lambda: x.add_(lib.ones(2, 2)),
        lambda: x.mul_(lib.ones(3)),
        lambda: x.copy_(lib.ones(3)),
        lambda: x.copy_(lib.ones(2, 2)),
        lambda: x.__setitem__(0, lib.ones(2)),
        lambda: lib.zeros(()).add_(lib.ones(1)),
    )
    return [tried(write) for write in writes]


@row
def a_gradient_written_in_the_middle(lib):
    """Integers carry no gradient: a tracked value written into them is cut off."""
    x, whole = leaf(lib, 1.5, 2.5), lib.zeros(2, dtype=lib.int64)
    said = tried(lambda: whole.copy_(x))
    return whole, whole.requires_grad, said
