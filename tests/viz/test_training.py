import gc
import math
import weakref

import numpy as np
import pytest

import minigrad as torch
from minigrad import nn
from minigrad.viz.training import Training, a_number, due, norm


def run(training, parameters, steps, lr=0.1, loss_of=None):
    optimizer = torch.optim.SGD(parameters, lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = loss_of() if loss_of else sum((p * p).sum() for p in parameters)
        loss.backward()
        optimizer.step()
        training.step(loss, {})
    return loss


@pytest.fixture
def w():
    return torch.tensor([3.0, 4.0], requires_grad=True)


def test_norms_and_ratios_are_those_of_the_step(w):
    training = Training({"w": w})
    training.start()
    run(training, [w], 1)
    (watched,) = training.watched
    assert training.losses.tolist() == [25.0]
    assert watched.gradients.tolist() == pytest.approx([10.0])  # of [6, 8]
    # The step is 0.1 * [6, 8], a norm of 1; it leaves [2.4, 3.2], a norm of 4.
    assert watched.ratios.tolist() == pytest.approx([0.25])


def test_sizes_are_read_at_the_first_steps_and_then_more_rarely(w):
    training = Training({"w": w})
    training.start()
    run(training, [w], 35, lr=0.01)
    assert training.looks.tolist() == [*range(1, 11), 20, 30]
    # Each step takes away a fiftieth, so each ratio is 0.02 / 0.98.
    assert training.watched[0].ratios.tolist() == pytest.approx([0.02 / 0.98] * 12, rel=1e-4)


def test_at_which_steps_everything_is_looked_at():
    looks = [step for step in range(1, 401) if due(step)]
    assert looks == [*range(1, 11), *range(20, 201, 10), 250, 300, 350, 400]


def test_an_update_is_never_measured_over_several_steps(w):
    training = Training({"w": w})
    training.start()
    run(training, [w], 3)
    run(Training({}), [w], 5)  # trained elsewhere
    training.start()
    run(training, [w], 1)
    assert training.watched[0].ratios.tolist() == pytest.approx([0.25] * 4)


def test_it_keeps_numbers_only(w):
    training = Training({"w": w})
    training.start()
    loss = run(training, [w], 3)
    node = weakref.ref(loss.grad_fn)
    grad = weakref.ref(w.grad)
    gc.disable()  # by reference counts alone
    try:
        del loss
        w.grad = None
        assert (node(), grad()) == (None, None)
    finally:
        gc.enable()


def test_parameters_are_not_touched(w):
    training = Training({"w": w})
    training.start()
    version = w._version
    training.step(1.0, {})
    assert w._version == version
    assert w.tolist() == [3.0, 4.0]


def test_the_names_are_the_model_s():
    model = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
    watched = Training(model).watched
    assert [w.name for w in watched] == ["0.weight", "0.bias", "1.weight", "1.bias"]
    assert [w.shape for w in watched] == ["(3, 2)", "(3,)", "(1, 3)", "(1,)"]


def test_no_gradient_is_no_number():
    a, b = (torch.tensor(1.0, requires_grad=True) for _ in range(2))
    training = Training({"a": a, "b": b})
    training.start()
    run(training, [a], 1)
    assert math.isnan(training.watched[1].gradients[0])
    assert training.watched[1].ratios[0] == 0


def test_metrics_may_come_at_some_steps_only(w):
    training = Training({"w": w})
    training.step(3.0, {"accuracy": torch.tensor(0.5)})
    training.step(2.0, {})
    training.step(1.0, {"accuracy": np.float32(0.75)})
    training.log({"test": 1})
    at, values = training.metrics["accuracy"]
    assert (at.tolist(), values.tolist()) == ([1, 3], [0.5, 0.75])
    assert training.metrics["test"][0].tolist() == [3]


def test_a_loss_that_is_not_finite_is_reported_with_the_last_parameter():
    model = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
    x, factor = torch.ones(4, 2), [1.0, 1.0, math.inf, math.inf]
    training = Training(model)
    training.start()
    run(training, list(model.parameters()), 4, 0.01, lambda: model(x).sum() * factor.pop(0))
    assert training.trouble_at == 3
    assert "At step 3 the loss is " in training.trouble
    assert training.trouble.endswith(
        "No parameter's gradient is finite; backward met 1.bias first."
    )


def test_a_gradient_that_is_not_finite_under_a_finite_loss():
    # The root's derivative at 0 is infinite: the loss is fine, the gradient is not.
    w, v = torch.tensor([1.0, 0.0], requires_grad=True), torch.ones(2, requires_grad=True)
    training = Training({"w": w, "v": v})
    training.step(1.0, {})
    (w.sqrt() * v).sum().backward()
    training.step((w.sqrt() * v).sum(), {})
    assert training.trouble == (
        "At step 2 the loss is still 1, but a gradient is not finite. The gradient of w is not "
        "finite."
    )


def test_large_gradients_are_searched_from_time_to_time():
    large = torch.ones(100, 100, requires_grad=True)
    training = Training({"large": large})
    for _ in range(10):
        training.step(1.0, {})
    large.grad = torch.full((100, 100), math.nan)
    for _ in range(9):
        training.step(1.0, {})
    assert not training.trouble
    training.step(1.0, {})
    assert training.trouble_at == 20
    assert "The gradient of large is not finite." in training.trouble


def test_only_the_first_trouble_counts(w):
    training = Training({"w": w})
    for loss in (1.0, math.inf, math.nan):
        training.step(loss, {})
    assert training.trouble == (
        "At step 2 the loss is inf, for the first time not a finite number."
    )


@pytest.mark.parametrize("grad", [None, [0.0, 0.0], [3.0, 4.0]])
def test_gradients_that_were_cleared_are_not_called_finite(w, grad):
    training = Training({"w": w, "unused": torch.ones(1, requires_grad=True)})
    w.grad = None if grad is None else torch.tensor(grad)
    training.step(math.nan, {})
    said = training.trouble.removeprefix("At step 1 the loss is nan, for the first time not a ")
    assert said == f"finite number.{' All gradients are still finite.' if grad == [3, 4] else ''}"


def test_a_norm_where_a_square_alone_would_fail():
    tiny, huge = np.full(4, 1e-25, np.float32), np.full(4, 1e25, np.float32)
    assert norm(np.array([3.0, 4.0], np.float32)) == 5.0
    assert norm(tiny) == pytest.approx(2e-25)
    assert norm(huge) == pytest.approx(2e25)
    assert norm(np.zeros(3, np.float32)) == 0
    assert norm(np.array([1.0, math.nan])) == norm(np.array([math.inf])) == math.inf


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2), np.array([2.0]), torch.tensor([[2.0]])])
def test_what_counts_as_a_number(value):
    found = a_number("loss", value)
    assert (type(found), found) == (float, 2.0)


def test_what_does_not():
    with pytest.raises(ValueError, match=r"loss must be a single number, but has shape \(3,\)"):
        a_number("loss", torch.ones(3))
    with pytest.raises(TypeError, match=r"accuracy must be a number .* but is a NoneType"):
        a_number("accuracy", None)


def test_what_cannot_be_watched():
    with pytest.raises(TypeError, match=r"must be a module or tensors by name.* but is a int"):
        Training(3)
    with pytest.raises(TypeError, match="must be tensors, but 'w' is a float"):
        Training({"w": 1.0})


def test_real_pytorch_models_too():
    real = pytest.importorskip("torch")
    model = real.nn.Linear(2, 1)
    training = Training(model)
    training.start()
    optimizer = real.optim.SGD(model.parameters(), lr=0.1)
    loss = model(real.ones(1, 2)).sum()
    loss.backward()
    optimizer.step()
    training.step(loss, {})
    assert training.watched[0].gradients[0] == pytest.approx(2**0.5)
    assert 0 < training.watched[0].ratios[0] < 10
