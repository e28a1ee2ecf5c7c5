"""What stands in a node for a packed tensor."""

import weakref

import pytest

import minigrad
from minigrad.autograd.graph import Packed, PackedEach, saved_tensors_hooks


def packed(x, unpack=lambda kept: kept, output=False, pack=lambda x: x.detach()):
    with saved_tensors_hooks(pack, unpack):
        return Packed(x, output)


def test_a_constant_comes_back_as_it_is():
    x = minigrad.tensor([1.0])
    kept = x.detach()
    assert packed(x, pack=lambda x: kept).unpack(False) is kept


def test_a_constant_is_one_even_if_what_comes_back_is_not():
    found = packed(minigrad.ones(1), lambda x: x.clone().requires_grad_()).unpack(False)
    assert not found.requires_grad


def test_a_leaf_comes_back_as_the_same_end_of_the_graph():
    x = minigrad.ones(2, requires_grad=True)
    end = (x * 1).grad_fn.next_functions[0][0]
    found = packed(x).unpack(False)
    assert (found * 1).grad_fn.next_functions[0][0] is end


def test_a_leaf_that_no_graph_holds_gets_its_gradient():
    x = minigrad.ones(2, requires_grad=True)
    kept = packed(x)
    (kept.unpack(False) * 3).sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]


def test_a_result_comes_back_with_its_node():
    x = minigrad.ones(2, requires_grad=True).unbind(0)[1]
    found = packed(x).unpack(False)
    assert (found.grad_fn, found.output_nr) == (x.grad_fn, 1)


def test_an_output_does_not_hold_its_own_node():
    x = minigrad.ones(2, requires_grad=True) * 2
    kept, node = packed(x, output=True), weakref.ref(x.grad_fn)
    del x
    assert node() is None
    assert kept.unpack(True).tolist() == [2.0, 2.0]


def test_for_a_bare_rule_it_is_an_array():
    found = packed(minigrad.ones(2, requires_grad=True)).unpack(True)
    assert found.tolist() == [1.0, 1.0]
    assert not minigrad.is_tensor(found)


@pytest.mark.parametrize("wrong", [None, 1.0, [1.0]])
def test_what_is_no_tensor_is_refused(wrong):
    with pytest.raises(TypeError, match=f"but got result of type {type(wrong).__name__}$"):
        packed(minigrad.ones(2), lambda kept: wrong).unpack(False)


def test_a_write_by_the_pack_hook_is_refused():
    with pytest.raises(RuntimeError, match=r"^A saved tensor pack hook is modifying its input in "):
        packed(minigrad.ones(2), pack=lambda x: x.add_(1))


def test_of_several_each_is_packed_by_itself():
    seen = []

    def pack(x):
        seen.append(x.tolist())
        return len(seen)

    with saved_tensors_hooks(pack, minigrad.tensor):
        kept = PackedEach((minigrad.tensor([1]), None, minigrad.tensor([2])))
    first, none, last = kept.unpack(True)
    assert seen == [[1], [2]]
    assert (first.item(), none, last.item()) == (1, None, 2)
