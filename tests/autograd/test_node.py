"""Nodes and edges: what is recorded, what is saved, what is freed, what may run twice."""

import gc
import pickle
import threading
import weakref

import numpy as np
import pytest

import minigrad
from minigrad.autograd import errors
from minigrad.autograd.node import (
    OPS,
    AccumulateGrad,
    GraphNode,
    Node,
    gradient_edge,
    make_node,
    shown,
)
from tests.autograd.twins import both, cases, first_words

case = cases()

ONCE = {  # the operation, and whether torch lets its graph be walked twice
    "mul_number": lambda lib, x: x * 2,
    "mul": lambda lib, x: x * x,
    "add": lambda lib, x: x + x,
    "add_sum": lambda lib, x: (x + 1).sum(),
    "sub": lambda lib, x: x - 3.0,
    "rsub": lambda lib, x: 1 - x,
    "neg": lambda lib, x: -x,
    "div": lambda lib, x: x / 2,
    "pow": lambda lib, x: x**2,
    "exp": lambda lib, x: x.exp(),
    "log": lambda lib, x: x.log(),
    "sin": lambda lib, x: x.sin(),
    "sqrt": lambda lib, x: x.sqrt(),
    "tanh": lambda lib, x: x.tanh(),
    "sigmoid": lambda lib, x: x.sigmoid(),
    "relu": lambda lib, x: x.relu(),
    "abs": lambda lib, x: x.abs(),
    "sum": lambda lib, x: x.sum(),
    "sum_dim": lambda lib, x: x.sum(0),
    "mean": lambda lib, x: x.mean(),
    "mean_dim": lambda lib, x: x.mean(1),
    "max": lambda lib, x: x.max(),
    "max_dim": lambda lib, x: x.max(0)[0],
    "cat": lambda lib, x: lib.cat([x, x]),
    "stack": lambda lib, x: lib.stack([x, x]),
    "select": lambda lib, x: x[0],
    "slice": lambda lib, x: x[:1],
    "gather": lambda lib, x: x[[0, 1]],
    "mask": lambda lib, x: x[x > 0],
    "where": lambda lib, x: lib.where(x > 0, x, x * 1),
    "matmul": lambda lib, x: x @ x,
    "t": lambda lib, x: x.t(),
    "view": lambda lib, x: x.view(4),
    "flatten": lambda lib, x: x.flatten(),
    "expand": lambda lib, x: x.expand(3, 2, 2),
    "unsqueeze": lambda lib, x: x.unsqueeze(0),
    "softmax": lambda lib, x: x.softmax(0),
    "log_softmax": lambda lib, x: x.log_softmax(0),
    "clone": lambda lib, x: x.clone(),
    "unbind": lambda lib, x: x.unbind(0)[1],
    "split": lambda lib, x: x.split(1)[1],
    "double": lambda lib, x: x.double(),
}


def twice(make):
    def run(lib):
        x = lib.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        y = make(lib, x)
        y.backward(lib.ones_like(y))
        again = first_words(lambda: y.backward(lib.ones_like(y)), "(or directly")
        return y, x.grad, again

    return run


case.all.update({f"second_backward_{name}": twice(make) for name, make in ONCE.items()})


def version(write):
    """A case: a saved value is written over, and backward notices."""

    def run(lib):
        x = lib.tensor([1.0, 2.0], requires_grad=True)
        return first_words(lambda: write(lib, x).backward(), "Hint")

    return run


def overwritten(lib, x, make, write):
    y = make(x)
    z = y * y if make is not exponential else y
    write(y)
    return z.sum()


def exponential(x):
    return x.exp()


WRITES = {
    "its_own_result": lambda lib, x: overwritten(lib, x, exponential, lambda y: y.mul_(2)),
    "an_input": lambda lib, x: overwritten(lib, x, lambda x: x + 1, lambda y: y.add_(1)),
    "twice": lambda lib, x: overwritten(lib, x, lambda x: x + 1, lambda y: y.add_(1).mul_(2)),
    "through_a_view": lambda lib, x: overwritten(lib, x, lambda x: x + 1, lambda y: y[0].zero_()),
    "through_a_twin": lambda lib, x: overwritten(
        lib, x, lambda x: x + 1, lambda y: y.detach().zero_()
    ),
    "by_a_key": lambda lib, x: overwritten(lib, x, lambda x: x + 1, lambda y: set_first(y)),
    "sum_of_a_dim": lambda lib, x: overwritten(
        lib, x, lambda x: x.view(1, 2).sum(0), lambda y: y.add_(1)
    ),
    "of_double": lambda lib, x: overwritten(lib, x, lambda x: x.double(), lambda y: y.add_(1)),
    "of_one_minus": lambda lib, x: overwritten(lib, x, lambda x: 1 - x, lambda y: y.add_(1)),
}


def set_first(y):
    y[0] = 5.0


case.all.update({f"written_over_{name}": version(write) for name, write in WRITES.items()})


@case
def written_over_constant(lib):
    x, w = lib.ones(2, requires_grad=True), lib.ones(2)
    y = (x * w).sum()
    w.add_(1)
    return first_words(y.backward, "Hint")


@case
def written_over_leaf(lib):
    x = lib.ones(2, requires_grad=True)
    y = (x * x).sum()
    with lib.no_grad():
        x.add_(1)
    return first_words(y.backward, "Hint")


@case
def written_over_but_not_needed(lib):
    x, w = lib.ones(2, requires_grad=True), lib.ones(2)
    y = (x + w).sum()
    w.add_(1)
    y.backward()
    z = x * 3
    z.add_(1)
    z.sum().backward()
    return x.grad


@case
def written_over_through_data(lib):
    x = lib.ones(2, requires_grad=True)
    y = (x * x).sum()
    x.data.mul_(5)
    y.backward()
    return x.grad, x._version


@case
def saved_tensor_detached(lib):
    x = lib.tensor([3.0], requires_grad=True)
    y = x * 2
    z = y * y
    y.detach_()
    z.backward()


@case
def freed_saved_tensor(lib):
    x = lib.ones(2, requires_grad=True)
    y = x * x
    before = y.grad_fn._saved_self is x, y.grad_fn._saved_other
    y.sum().backward()
    return before, first_words(lambda: y.grad_fn._saved_self, "(or directly")


@case
def saved_under_torchs_names(lib):
    x = lib.tensor([[1.0, -2.0], [3.0, 4.0]], requires_grad=True)
    w = lib.ones(2, 2)
    return (
        (x * w).grad_fn._saved_self,
        (x * w).grad_fn._saved_other,
        (x * 2).grad_fn._saved_other,
        x.exp().grad_fn._saved_result,
        x.relu().grad_fn._saved_result,
        (x**3).grad_fn._saved_exponent,
        (x**3).grad_fn._saved_self,
        x.sum(1).grad_fn._saved_keepdim,
        x.sum().grad_fn._saved_self_sym_sizes,
        x.max(0)[0].grad_fn._saved_indices,
        (x @ w).grad_fn._saved_mat2,
        (x @ w).grad_fn._saved_self,
    )


@case
def nothing_is_saved_for_a_constant(lib):
    x = lib.ones(2, requires_grad=True)
    return [hasattr((x + 1).grad_fn, name) for name in ("_saved_self", "_saved_other")]


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


@case
def accumulation_in_place(lib):
    x = lib.ones(2, requires_grad=True)
    (x * 2).sum().backward()
    first = x.grad
    (x * 3).sum().backward()
    return first is x.grad, first, first._version, first.requires_grad


@case
def accumulation_into_a_view(lib):
    x, whole = lib.ones(1, requires_grad=True), lib.zeros(3)
    x.grad = whole[1:2]
    (x * 2).sum().backward()
    return whole, whole._version, x.grad


@case
def accumulation_into_an_expanded_grad(lib):
    x = lib.ones(3, requires_grad=True)
    x.grad = lib.zeros(1).expand(3)
    (x * 2).sum().backward()


@case
def leaves_share_no_memory(lib):
    x, y = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)
    (x + y).sum().backward()
    x.grad.mul_(5)
    return x.grad, y.grad


@case
def the_seed_is_not_kept(lib):
    x, seed = lib.ones(2, requires_grad=True), lib.ones(2)
    x.backward(seed)
    seed.mul_(7)
    return x.grad


@case
def recorded_accumulation(lib):
    x, y = lib.tensor([3.0], requires_grad=True), lib.tensor([2.0], requires_grad=True)
    (x + y).backward(lib.ones(1), retain_graph=True)
    x.grad = y.grad = None
    z = x * x * y
    (g,) = lib.autograd.grad(z, x, create_graph=True)
    x.grad = g
    (x * 2).backward()
    return x.grad is g, x.grad, g._version


@case
def broadcasting_is_undone(lib):
    x, y = lib.ones(3, 1, requires_grad=True), lib.ones(2, requires_grad=True)
    z = lib.tensor(2.0, requires_grad=True)
    (x * y + z).sum().backward()
    return x.grad, y.grad, z.grad


@case
def promotion_is_undone(lib):
    x = lib.ones(2, requires_grad=True)
    y = lib.ones(2, dtype=lib.float64, requires_grad=True)
    z = lib.ones((), dtype=lib.float64, requires_grad=True)
    (x * y).sum().backward()
    (x / z).sum().backward()
    (x * lib.tensor([2, 3])).sum().backward()
    return x.grad, y.grad, z.grad


@case
def constants_among_many_inputs(lib):
    x = lib.ones(2, requires_grad=True)
    y, z = lib.cat([x, lib.ones(2)]), lib.stack([lib.ones(2), x])
    (y.sum() + z.sum()).backward()
    return x.grad, [node is None for node, _ in y.grad_fn.next_functions]


@case
def zeros_for_outputs_without_gradient(lib):
    x = lib.ones(3, 2, requires_grad=True)
    x.unbind(0)[1].sum().backward()
    x.split([1, 2])[1].sum().backward()
    return x.grad


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


def test_what_no_rule_needs_is_not_kept():
    x = minigrad.ones(2, requires_grad=True)
    y = x * 1.0
    gone = [weakref.ref(y)]
    z = y + 1
    total = z.sum()
    gone.append(weakref.ref(z))
    del y, z
    assert [ref() for ref in gone] == [None, None]
    assert total.grad_fn.next_functions[0][0].saved == ()


def test_only_what_a_wanted_gradient_needs_is_kept():
    x, w = minigrad.ones(2, requires_grad=True), minigrad.ones(2)
    node = (x * w).grad_fn
    assert node.saved == (None, w, None) and node._saved_self is None


def test_no_node_holds_its_own_output():
    x = minigrad.ones(2, requires_grad=True)
    for make in (minigrad.exp, minigrad.relu, minigrad.sqrt, lambda x: x.softmax(0)):
        y = make(x)
        ref = weakref.ref(y)
        node = y.grad_fn
        del y
        assert ref() is None
        assert node._saved_result.grad_fn is node


def test_a_saved_result_is_checked_too():
    x = minigrad.tensor(1.0, requires_grad=True)
    y = x.exp()
    y.detach().add_(1)
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0"):
        y.grad_fn._saved_result  # noqa: B018


def test_a_leaf_holds_its_end_node_weakly():
    x = minigrad.ones(2, requires_grad=True)
    y = x * 2
    end = weakref.ref(y.grad_fn.next_functions[0][0])
    assert isinstance(end(), AccumulateGrad) and end().variable is x
    assert gradient_edge(x) == (end(), 0)
    del y
    assert end() is None
    assert gradient_edge(x)[0].variable is x


def test_a_leaf_lives_as_long_as_its_graph():
    x = minigrad.ones(2, requires_grad=True)
    ref = weakref.ref(x)
    y = (x * 2).sum()
    del x
    assert ref() is not None
    y.backward()
    assert ref().grad.tolist() == [2.0, 2.0]
    del y
    assert ref() is None


def test_an_old_end_node_does_not_outlive_a_change_of_shape():
    x = minigrad.ones(2, requires_grad=True)
    old = (x * 2).sum()
    x.data = minigrad.ones(3)
    (x * 3).sum().backward()
    assert x.grad.tolist() == [3.0, 3.0, 3.0]
    assert old.grad_fn is not None


def test_constants_have_no_edge():
    assert gradient_edge(minigrad.ones(2)) == (None, 0)
    assert gradient_edge(minigrad.ones(2, requires_grad=True) * 2)[0].name() == "MulBackward0"


def test_two_threads_may_reach_one_leaf():
    x = minigrad.zeros(1000, requires_grad=True)
    barrier = threading.Barrier(4)

    def walk():
        barrier.wait()
        for _ in range(200):
            (x * 1.0).sum().backward()

    threads = [threading.Thread(target=walk) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert x.grad.tolist() == [800.0] * 1000


@pytest.mark.parametrize("name", [name for name, call in OPS.items() if hasattr(call, "op")])
def test_every_operation_has_a_node_class_of_its_own(name):
    op = OPS[name].op
    assert issubclass(op.node, Node)
    assert "Backward" in op.node.__name__ or op.node.__name__ == "NotImplemented"  # as in torch
    node = shown(make_node(op, (), (), (), {}, ()))
    assert type(node) is op.node and node.op is op and not hasattr(node, "__dict__")


def test_messages_name_the_forward():
    def named(name):
        return type(name, (GraphNode,), {})()

    assert errors.forward_name(named("MulBackward0")) == "Mul"
    assert errors.forward_name(named("SumBackward1")) == "Sum1"
    assert errors.forward_name(named("OwnBackward")) == "Own"
    assert errors.forward_name(named("CopyBackwards")) == "CopyBackwards"
    assert errors.forward_name(named("CopySlices")) == "minigrad::autograd::CopySlices"


def train(model, steps):
    """Steps that meet everything that might tie a knot: hooks, views, writes, errors, Functions."""
    for _ in range(steps):
        x = minigrad.ones(3, 2)
        h = x @ model["w"] + model["b"]
        h.register_hook(lambda g: g * 1.0)
        h.retain_grad()
        h[0] = h[1] * 2
        h.mul_(0.5)
        first, second = h.split([1, 2])
        y = Square.apply(minigrad.cat([first.relu(), second.exp()])).sum()
        y.grad_fn.register_hook(lambda a, b: None)
        y.backward()
        assert h.grad is not None
        failing = (h.detach().requires_grad_() * 2).sum()
        failing.grad_fn.register_prehook(fail)
        with pytest.raises(ZeroDivisionError):
            failing.backward()
        (slope,) = minigrad.autograd.grad((model["w"] ** 2).sum(), model["w"], create_graph=True)
        (slope.sum() * 1.0).backward()
        with minigrad.no_grad():
            for p in model.values():
                p -= 0.01 * p.grad
                p.grad = None


def fail(*gradients):
    raise ZeroDivisionError


class Square(minigrad.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x * x
        ctx.save_for_backward(x, y)
        ctx.note = 2
        return y

    @staticmethod
    def backward(ctx, g):
        x, _ = ctx.saved_tensors
        return g * ctx.note * x


def alive():
    kinds = [type(x) for x in gc.get_objects()]  # type: asking the objects may run their code
    return [sum(issubclass(kind, base) for kind in kinds) for base in (minigrad.Tensor, GraphNode)]


def test_a_thousand_steps_leave_nothing_behind():
    model = {
        "w": minigrad.full((2, 2), 0.1, requires_grad=True),
        "b": minigrad.zeros(2, requires_grad=True),
    }
    gc.collect()
    gc.disable()
    try:
        train(model, 10)
        after_ten = alive()
        train(model, 990)
        after_all = alive()
        found = gc.collect()
    finally:
        gc.enable()
    assert after_all == after_ten
    assert found == 0


def test_a_graph_is_freed_with_its_last_tensor():
    gc.collect()
    gc.disable()
    try:
        before = alive()
        x = minigrad.ones(2, requires_grad=True)
        y = x
        for _ in range(1000):
            y = (y * 1.01 + x).relu()
        assert alive()[1] - before[1] == 3001
        del y
        assert alive()[1] == before[1]
        del x
        assert alive() == before and gc.collect() == 0
    finally:
        gc.enable()


def test_a_leaf_may_be_pickled_while_a_graph_hangs_on_it():
    x = minigrad.ones(2, requires_grad=True)
    y = x * 2
    twin = pickle.loads(pickle.dumps(x))
    assert twin.requires_grad and twin.tolist() == [1.0, 1.0] and twin.is_leaf
    assert pickle.loads(pickle.dumps(y)).is_leaf


def test_gradients_keep_their_memory_to_themselves():
    x = minigrad.ones(2, 3, requires_grad=True)
    x.sum().backward()  # the gradient that arrives is one number, seen six times
    assert x.grad.stride() == (3, 1)
    assert np.shares_memory(x.grad.numpy(), x.grad.numpy())
    x.grad[0, 0] = 5
    assert x.grad.tolist() == [[5, 1, 1], [1, 1, 1]]
