"""A shape is a tuple that prints itself."""

import copy
import pickle

from minigrad.size import Size
from tests.autograd.twins import both, cases

case = cases()

GIVEN = {
    "printed": "s",
    "elements": "[s[0], s[-1], len(s), list(s), s.index(3), 4 in s]",
    "slices": "[s[:2], s[1:], s[::2], s[5:]]",
    "slices_are_sizes": "[type(x) is lib.Size for x in (s[:2], s + (5,), (1,) + s, s * 2, 2 * s)]",
    "sums": "[s + (5,), (1,) + s, s + s, s + lib.Size([])]",
    "products": "[s * 2, 2 * s, s * 0]",
    "equality": "[s == (2, 3, 4), s == lib.Size([2, 3, 4]), s != (2,), hash(s) == hash((2, 3, 4))]",
    "order": "[s < (3,), s > (2, 3), max(s)]",
    "numel": "[s.numel(), lib.Size([]).numel(), lib.Size([0, 3]).numel()]",
    "unpacked": "(lambda a, b, c: a + b + c)(*s)",
    "made": "[lib.Size([1, 2]), lib.Size((1, 2)), lib.Size(), lib.Size([]), lib.Size(range(3))]",
    "made_of_tensors": "lib.Size([lib.tensor(3), 2])",
    "of_a_tensor": "[lib.ones(2, 0).shape, lib.ones(()).shape, lib.ones(2, 3).size()]",
    "as_a_shape": "lib.zeros(lib.Size([2, 3])).shape",
}


def expression(code):
    return lambda lib: eval(code, {"lib": lib, "s": lib.ones(2, 3, 4).shape})


case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_size_as_in_torch = both(__name__, case)


def test_a_size_survives_pickling_and_copying():
    size = Size([2, 3])
    for twin in (pickle.loads(pickle.dumps(size)), copy.deepcopy(size), copy.copy(size)):
        assert type(twin) is Size and twin == size


def test_a_list_is_not_added():
    for act in (lambda: Size([1]) + [2], lambda: [2] + Size([1])):  # noqa: RUF005 - the sum is what is tested
        try:
            act()
        except TypeError:
            continue
        raise AssertionError
