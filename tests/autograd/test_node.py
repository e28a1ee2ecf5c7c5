"""Nodes and edges: what a node is called, what it tells, and which nodes it leads to."""

import pytest

import minigrad
from minigrad.autograd import errors
from minigrad.autograd.node import OPS, GraphNode, Node, gradient_edge, make_node, public_node
from tests.autograd.twins import both, cases

case = cases()


@case
def next_functions(lib):
    x, y = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)
    z = (x * y + lib.ones(2)).sum()
    add = z.grad_fn.next_functions[0][0]
    mul = add.next_functions[0][0]
    leaves = [node.variable is leaf for (node, _), leaf in zip(mul.next_functions, (x, y))]
    ends = add.next_functions[1], mul.next_functions[0][0].next_functions
    return [nr for _, nr in mul.next_functions], leaves, ends


@case
def one_node_per_leaf(lib):
    x = lib.ones(2, requires_grad=True)
    y, z = x * 2, x * 3
    return y.grad_fn.next_functions[0][0] is z.grad_fn.next_functions[0][0]


@case
def which_output(lib):
    x = lib.ones(3, 2, requires_grad=True)
    parts = x.unbind(0)
    whole = lib.cat(parts)
    edges = whole.grad_fn.next_functions
    return [part.output_nr for part in parts], [(n.name(), nr) for n, nr in edges]


@case
def metadata(lib):
    node = (lib.ones(2, requires_grad=True) * 2).grad_fn
    node.metadata["seen"] = 1
    return node.metadata


@case
def sequence_numbers_grow(lib):
    x = lib.ones(2, requires_grad=True)
    y = x * 2
    z = y * y
    return z.grad_fn._sequence_nr() - y.grad_fn._sequence_nr()


test_graph_as_in_torch = both(__name__, case)


def test_a_node_is_named_and_printed_without_its_graph():
    x = minigrad.ones(2, requires_grad=True)
    y = x * 2
    assert y.grad_fn.name() == type(y.grad_fn).__name__ == "MulBackward0"
    assert repr(y.grad_fn) == f"<MulBackward0 object at {id(y.grad_fn):#x}>"
    assert repr(y.grad_fn.next_functions[0][0]).startswith("<AccumulateGrad object at 0x")
    assert isinstance(y.grad_fn, Node) and isinstance(y.grad_fn, GraphNode)
    assert {"_saved_self", "_saved_other", "next_functions", "metadata"} <= set(dir(y.grad_fn))


def test_an_unknown_attribute_is_an_error():
    node = (minigrad.ones(2, requires_grad=True) * 2).grad_fn
    with pytest.raises(AttributeError, match="_saved_result"):
        node._saved_result  # noqa: B018


def test_constants_have_no_edge():
    assert gradient_edge(minigrad.ones(2)) == (None, 0)
    assert gradient_edge(minigrad.ones(2, requires_grad=True) * 2)[0].name() == "MulBackward0"


@pytest.mark.parametrize("name", [name for name, call in OPS.items() if hasattr(call, "op")])
def test_every_operation_has_a_node_class_of_its_own(name):
    op = OPS[name].op
    assert issubclass(op.node_class, Node)
    called = op.node_class.__name__
    assert "Backward" in called or called == "NotImplemented"  # as in torch
    node = public_node(make_node(op, ((), ()), (), (), {}, ()))
    assert type(node) is op.node_class and node.op is op and not hasattr(node, "__dict__")


def test_messages_name_the_forward():
    def named(name):
        return type(name, (GraphNode,), {})()

    assert errors.forward_name(named("MulBackward0")) == "Mul"
    assert errors.forward_name(named("SumBackward1")) == "Sum1"
    assert errors.forward_name(named("OwnBackward")) == "Own"
    assert errors.forward_name(named("CopyBackwards")) == "CopyBackwards"
    assert errors.forward_name(named("CopySlices")) == "minigrad::autograd::CopySlices"
