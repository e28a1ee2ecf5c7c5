from collections import OrderedDict, namedtuple

from minigrad.func._tree import filled, leaves, mapped, shape_of

Pair = namedtuple("Pair", "a b")
TREE = OrderedDict(x=[1, (2,)], y=Pair(3, {"z": None}))


def test_containers_stay():
    doubled = mapped(lambda x: x and 2 * x, TREE)
    assert doubled == OrderedDict(x=[2, (4,)], y=Pair(6, {"z": None}))
    assert type(doubled) is OrderedDict
    assert type(doubled["y"]) is Pair


def test_leaves_are_in_order_and_can_be_filled_in():
    assert leaves(TREE) == [1, 2, 3, None]
    assert filled(TREE, "abcd") == OrderedDict(x=["a", ("b",)], y=Pair("c", {"z": "d"}))
    assert filled(5, [6]) == 6


def test_two_trees_of_one_form_are_equal():
    assert shape_of([1, (2,)]) == shape_of([3, (4,)])
    assert shape_of([1, (2,)]) != shape_of([1, 2])
    assert repr(shape_of([1, {"a": 2}])) == "[*, {'a': *}]"
