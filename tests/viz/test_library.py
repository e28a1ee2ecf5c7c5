import numpy as np
import pytest

import minigrad as mg
from minigrad.nn.modules._calls import notes
from minigrad.viz import library
from tests.viz.samples import example


def test_tensors_are_told_from_everything_else(lib):
    assert library.is_tensor(lib.tensor(1.0))
    assert not any(map(library.is_tensor, (1.0, [], None, object(), type(lib.tensor(1.0)))))


def test_asking_what_something_is_runs_none_of_its_code():
    class Touchy:
        def __getattr__(self, name):
            raise AssertionError(f"asked for {name}")

    assert not library.is_tensor(Touchy())


def test_what_has_no_graph_is_refused(lib):
    with pytest.raises(TypeError, match=r"belongs to a tensor, but this is a float"):
        library.check(1.0)
    with pytest.raises(ValueError, match=r"requires no gradient \(requires_grad=False\)"):
        library.check(lib.tensor(1.0))


def test_a_snapshot_is_a_copy_that_cannot_be_written(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    copy = library.snapshot(x)
    with lib.no_grad():
        x.zero_()
    assert copy.tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match="read-only"):
        copy[0] = 5.0


def test_reading_a_gradient_never_warns(lib):
    t = example(lib)
    t["z"].retain_grad()
    t["z"].backward()
    assert library.kept_gradient(t["a"]) is None  # the library itself would warn here
    assert library.kept_gradient(t["z"]) == 1.0
    assert library.kept_gradient(t["x"]) == 3.5


def test_saved_values_and_why_they_cannot_be_read(lib):
    t = example(lib)
    node = t["a"].grad_fn
    assert library.saved_names(node) == ["_saved_self", "_saved_other"]
    value, problem = library.read_saved(node, "_saved_other")
    assert (value is t["y"], problem) == (True, "")
    with lib.no_grad():
        t["y"].add_(1.0)
    assert library.read_saved(node, "_saved_other") == (None, "changed")
    again = example(lib)
    again["z"].backward()
    assert library.read_saved(again["a"].grad_fn, "_saved_self") == (None, "freed")


def hooked(lib, unpack):
    """A product whose saved values a hook unpacks."""
    x = lib.tensor(2.0, requires_grad=True)
    with lib.autograd.graph.saved_tensors_hooks(lambda x: x, unpack):
        return x * x


def test_what_a_hook_has_packed_is_left_alone(lib):
    calls = []
    node = hooked(lib, lambda x: calls.append(1) or x).grad_fn
    assert library.saved_values(node) == [("self", None, "packed"), ("other", None, "packed")]
    assert calls == []


def test_what_was_packed_is_freed_by_a_backward(lib):
    z = hooked(lib, lambda x: x)
    z.backward()
    assert [why for _, _, why in library.saved_values(z.grad_fn)] == ["freed", "freed"]


def test_what_a_function_saved_and_a_hook_packed(lib):
    class Own(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x, None)
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    x = lib.ones(1, requires_grad=True)
    with lib.autograd.graph.saved_tensors_hooks(lambda x: x, lambda x: 1 / 0):
        y = Own.apply(x)
    assert library.saved_values(y.grad_fn) == [("saved_tensors", None, "packed")]
    assert library.own_saved(y.grad_fn) == []
    assert library.own_saved(Own.apply(x).grad_fn)[0] is x
    y.backward(lib.ones(1))
    assert library.saved_values(y.grad_fn) == [("saved_tensors", None, "freed")]


def test_reading_does_not_use_up_what_a_function_saved(lib):
    class Once(lib.autograd.Function):
        clear_saved_tensors_on_access = True

        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2 + 0 * ctx.saved_tensors[0]

    x = lib.ones(1, requires_grad=True)
    y = Once.apply(x)
    assert library.saved_values(y.grad_fn) == [("saved_tensors", None, "unreadable")]
    y.backward(lib.ones(1))
    assert x.grad.tolist() == [2.0]


@pytest.mark.parametrize("error", [RuntimeError("disk is gone"), RuntimeError("freed"), KeyError()])
def test_an_error_of_somebody_else_says_nothing_of_versions(error):
    class Node:
        @property
        def _saved_self(self):
            raise error

    assert library.read_saved(Node(), "_saved_self") == (None, "unreadable")


def test_a_value_detached_in_place_is_changed():
    x = mg.tensor(2.0, requires_grad=True)
    a = x * 1
    y = a * a
    a.detach_()
    assert library.read_saved(y.grad_fn, "_saved_self") == (None, "changed")


def test_snapshots_of_tensors_that_numpy_does_not_know():
    torch = pytest.importorskip("torch")
    low = library.snapshot(torch.tensor([1.5, 2.0], dtype=torch.bfloat16))
    assert (low.dtype, low.tolist()) == (np.float32, [1.5, 2.0])
    z = torch.tensor([1 + 2j])
    assert library.snapshot(z.conj()).tolist() == [1 - 2j]
    turned = library.snapshot(z.to(torch.complex128).conj().imag)
    assert (turned.dtype, turned.tolist()) == (np.float64, [-2.0])
    assert library.snapshot(torch.eye(2).to_sparse()).tolist() == [[1, 0], [0, 1]]
    assert library.snapshot(torch.ones(2, device="meta")) is None
    large = torch.sparse_coo_tensor([[0], [0]], [1.0], (100_000,) * 2, check_invariants=True)
    assert library.snapshot(large) is None


def test_a_leaf_leads_to_its_own_node(lib):
    x = lib.tensor(2.0, requires_grad=True)
    kept = x * 3.0
    assert library.node_of(x) is kept.grad_fn.next_functions[0][0]
    assert library.is_leaf(library.node_of(x))
    with lib.no_grad(), pytest.raises(ValueError, match="only while gradients are recorded"):
        library.node_of(x)


def test_formulas_come_from_built_in_operations(lib):
    t = example(lib)
    expected = (r"x \odot y", (r"g \odot y", r"g \odot x"))
    if lib.__name__ == "torch":
        expected = ("", ())
    assert library.formulas(t["a"].grad_fn) == expected


def test_dtypes_go_by_their_short_names(lib):
    assert library.dtype_name(lib.ones(2, dtype=lib.float64)) == "float64"
    assert library.dtype_name(np.zeros(2, np.int64)) == "int64"
    assert library.dtype_name(None) == ""


def test_an_own_note_on_a_node_counts_as_saved(lib):
    class Own(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx._saved_note = 3
            return x * 2

    y = Own.apply(lib.ones(1, requires_grad=True))
    assert "_saved_note" in library.saved_names(y.grad_fn)


def test_numbers_of_nodes():
    x = mg.ones(1, requires_grad=True)
    y = x * 2
    z = y * 2
    assert library.number_of(y.grad_fn) < library.number_of(z.grad_fn)
    assert library.number_of(library.node_of(x)) is None


def test_numbers_of_torch_are_not_known():
    torch = pytest.importorskip("torch")
    assert library.number_of((torch.ones(1, requires_grad=True) * 2).grad_fn) is None


def test_calls_in_the_order_in_which_they_began():
    notes.calls.clear()
    model = mg.nn.Sequential(mg.nn.Tanh())
    mg.nn.ReLU()(mg.ones(1))  # gone
    model(mg.ones(1))
    assert [call.module for call in library.calls_since(-1)] == [model, model[0]]
    inner = library.calls_since(-1)[1]
    assert [call.module for call in library.calls_since(inner.end)] == [model]


def test_hooks_beside_one(lib):
    x = lib.tensor(2.0, requires_grad=True)
    node = (x * x).grad_fn
    first = node.register_hook(lambda sent, came: None)
    assert library.hooks_beside(first) == 0
    second = node.register_hook(lambda sent, came: None)
    assert library.hooks_beside(second) == 1
    first.remove()
    assert library.hooks_beside(second) == 0


def test_a_leaf_and_what_a_node_saved_are_untouched_until_their_memory_is_shared():
    x, y = mg.tensor([1.0, 2.0], requires_grad=True), mg.tensor([3.0, 4.0])
    node = (x * y).grad_fn
    leaf = node.next_functions[0][0]
    assert library.untouched(leaf)
    library.snapshot(x)
    repr(x)
    assert library.untouched(leaf)
    assert library.untouched(node)
    y.numpy()
    assert library.untouched(leaf)
    assert not library.untouched(node)
    x.data  # noqa: B018
    assert not library.untouched(leaf)
    assert not library.untouched("no node")
