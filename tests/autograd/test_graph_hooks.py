"""Saved-tensors hooks: what they leave behind, and how they get on with others."""

import gc
import weakref

import pytest

import minigrad
from minigrad._mode import current
from minigrad.autograd.graph import save_on_cpu, saved_tensors_hooks
from tests.autograd.twins import make_function


def leaf(*numbers):
    return minigrad.tensor(list(numbers or (3.0, 1.0)), requires_grad=True)


def detached(x):
    return x.detach()


def nothing(packed):
    return packed


def test_outside_the_block_nobody_listens_to_recordings():
    before = current.mode.on_record
    with saved_tensors_hooks(detached, nothing):
        with saved_tensors_hooks(detached, nothing):
            assert len(current.mode.on_record) == len(before) + 1
        assert len(current.mode.on_record) == len(before) + 1
    assert current.mode.on_record == before


def test_the_block_ends_also_with_an_error():
    with pytest.raises(KeyError), saved_tensors_hooks(detached, nothing):
        raise KeyError
    assert current.mode.on_record == ()


def test_anomaly_mode_switched_on_within_stays_on():
    hooks = saved_tensors_hooks(detached, nothing)
    with pytest.warns(UserWarning, match="Anomaly Detection"):
        anomaly = minigrad.autograd.detect_anomaly()
    hooks.__enter__()
    anomaly.__enter__()
    try:
        hooks.__exit__()
        assert len(current.mode.on_record) == 1
    finally:
        anomaly.__exit__()
    assert current.mode.on_record == ()


def test_every_kind_of_rule_reads_what_was_packed():
    """One saved input, one saved output, two of them, outputs that are indices, none at all."""
    calls = {
        "input": lambda x: x.sin(),
        "output": lambda x: x.sigmoid(),
        "two": lambda x: x * x.flip(0),
        "with a number": lambda x: x * 3.0,
        "matrix": lambda x: x.reshape(2, 1) @ x.reshape(1, 2),
        "several outputs": lambda x: x.max(0).values,
        "many inputs": lambda x: minigrad.cat([x, x * x]),
        "view": lambda x: x[1:].exp(),
    }
    for name, call in calls.items():
        plain, packed = leaf(), leaf()
        call(plain).sum().backward()
        with saved_tensors_hooks(lambda x: x.tolist(), minigrad.tensor):
            y = call(packed).sum()
        y.backward()
        assert packed.grad.tolist() == plain.grad.tolist(), name


def test_what_comes_back_in_another_shape_cannot_give_a_gradient_of_another_shape():
    x = leaf()
    with saved_tensors_hooks(lambda t: None, lambda packed: minigrad.ones(5, 2)):
        y = x.exp()
    y.sum().backward()
    assert x.grad.tolist() == [5.0, 5.0]


def test_what_comes_back_in_another_type_is_converted():
    x = leaf()
    with saved_tensors_hooks(lambda t: t.detach().double(), nothing):
        y = x * x
    assert y.grad_fn._saved_self.dtype is minigrad.float32
    y.sum().backward()
    assert x.grad.dtype is minigrad.float32


def test_a_packed_leaf_is_the_same_end_of_the_graph():
    x = leaf()
    with saved_tensors_hooks(detached, nothing):
        y = x * x
    saved = y.grad_fn._saved_self
    assert saved is not x
    (saved * 5).sum().backward()
    assert saved.grad is None
    assert x.grad.tolist() == [5.0, 5.0]


def test_a_packed_input_outlives_its_tensor():
    x = leaf()
    with saved_tensors_hooks(detached, nothing):
        y = (x * 2).exp() * x
    saved = y.grad_fn._saved_self
    assert saved.grad_fn.name() == "ExpBackward0"
    y.sum().backward()
    assert x.grad.tolist() == pytest.approx([2823.9998, 22.167168], rel=1e-5)


def test_packing_a_parameter_of_a_model():
    model = minigrad.nn.Linear(2, 1)
    seen = []
    with saved_tensors_hooks(lambda x: seen.append(type(x)) or x.detach(), nothing):
        loss = model(minigrad.ones(3, 2)).pow(2).mean()
    loss.backward()
    assert seen
    assert model.weight.grad is not None


@pytest.mark.parametrize("hooks", [saved_tensors_hooks(detached, nothing), save_on_cpu()])
def test_no_cycle_is_left(hooks):
    gc.collect()
    gc.disable()
    try:
        with hooks:
            y = (leaf() * 1).exp()
            y.mul_(y.detach() + 1)
            y[0].exp_()
        node = weakref.ref(y.grad_fn)
        del y
        assert node() is None
    finally:
        gc.enable()


def test_a_hook_that_fails_leaves_the_graph_sound():
    x, broken = leaf(), [True]

    def unpack(packed):
        if broken:
            raise KeyError("gone")
        return packed

    with saved_tensors_hooks(detached, unpack):
        y = (x * x).sum()
    with pytest.raises(KeyError, match="gone"):
        y.backward()
    broken.clear()
    y.backward()
    assert x.grad.tolist() == [6.0, 2.0]


def test_an_unpack_hook_may_compute_and_record():
    """As a program that saves memory by computing again does."""
    x = leaf()
    with saved_tensors_hooks(lambda t: t.detach() / 2, lambda half: half * 2):
        y = x.exp()
    (first,) = minigrad.autograd.grad(y.sum(), x, create_graph=True)
    (second,) = minigrad.autograd.grad(first.sum(), x)
    assert first.tolist() == pytest.approx(y.tolist())
    assert second.tolist() == pytest.approx(y.tolist())


def test_a_function_packs_integers_too():
    own = make_function(
        minigrad,
        forward=lambda ctx, x, i: ctx.save_for_backward(i) or x[i],
        backward=lambda ctx, g: (minigrad.zeros(2).scatter_add(0, ctx.saved_tensors[0], g), None),
    )
    x = leaf()
    with saved_tensors_hooks(lambda t: t.tolist(), minigrad.tensor):
        y = own.apply(x, minigrad.tensor([1]))
    assert y.grad_fn.saved_tensors[0].dtype is minigrad.int64
    y.sum().backward()
    assert x.grad.tolist() == [0.0, 1.0]


def test_an_error_of_a_pack_hook_keeps_its_cause_through_a_write():
    def pack(x):
        raise RuntimeError("full") from KeyError("disk")

    y = minigrad.ones(3, requires_grad=True) * 2
    with pytest.raises(RuntimeError, match="full") as caught:
        with minigrad.autograd.graph.saved_tensors_hooks(pack, lambda x: x):
            y.clamp_(0.0, 1.0)
    assert isinstance(caught.value.__cause__, KeyError)
