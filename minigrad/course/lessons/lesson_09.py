"""Questions of lesson 09, "Gradients of gradients, hooks, devices"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...autograd import grad
from ...creation.data import tensor
from ...dtype import float64
from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import OddForm
from ...testing.prediction import Prediction
from ...testing.values import brief


class _Formula(NamedTuple):
    """A function that a report can show."""

    text: str
    compute: Callable[[Any], Any]

    def __call__(self, x: Any) -> Any:
        return self.compute(x)

    def __repr__(self) -> str:
        return self.text


# -------------------------------------------------------------------------------- derivatives

CURVES = (
    _Formula("x⁵ - 2x", lambda x: x**5 - 2 * x),
    _Formula("sin x", lambda x: x.sin()),
    _Formula("exp(x/2)", lambda x: (x / 2).exp()),
)


def _curves(rng: np.random.Generator) -> tuple[_Formula, Tensor, int]:
    at = tensor(round(rng.uniform(0.4, 1.6), 1), dtype=float64, requires_grad=True)
    return CURVES[int(rng.integers(3))], at, int(rng.integers(2, 5))


def _derivatives(f: Callable[[Any], Any], x: Tensor, n: int) -> list[float]:
    value = f(x)
    found = [value.item()]
    for _ in range(n):
        if not value.requires_grad:  # of a polynomial nothing is left at last
            found.append(0.0)
            continue
        (value,) = grad(value, x, create_graph=True, materialize_grads=True)
        found.append(value.item())
    return found


def _same_again(f: Callable[[Any], Any], x: Tensor, n: int) -> list[float]:
    first = _derivatives(f, x, 1)
    return [*first, *[first[1]] * (n - 1)]


def _added(f: Callable[[Any], Any], x: Tensor, n: int) -> list[float]:
    """Each pass adds the slope of what stands in x.grad to it."""
    first, *others = _derivatives(f, x, n)
    sums = np.array(others)
    found = [first]
    for _ in others:
        found.append(sums[0])
        sums = sums + np.append(sums[1:], 0.0)
    return found


DERIVATIVES = Function(
    "derivatives",
    ask="a function that returns f(x) and its first n derivatives at x, as numbers",
    reference=lambda f, x, n: np.array(_derivatives(f, x, n)),
    draws=(_curves,),
    mistakes=(
        Mistake(
            lambda f, x, n: np.array(_same_again(f, x, n)),
            "The first derivative comes again and again: each round is to differentiate what the "
            "round before has found, not f(x).",
        ),
        Mistake(
            lambda f, x, n: np.array(_added(f, x, n)),
            "From the second on, earlier derivatives are in it: backward() adds to what is in "
            "x.grad. autograd.grad returns what it found, and adds nothing.",
        ),
        Mistake(
            lambda f, x, n: np.array([f(x).item()]),
            "Only f(x) is there: was each derivative appended?",
        ),
        Mistake(
            lambda f, x, n: np.array(_derivatives(f, x, n)[:-1]),
            "The last one is missing: f(x) and n derivatives are n + 1 numbers.",
        ),
    ),
)

# -------------------------------------------------------------------------- Hessian times v


BOWLS = (
    _Formula("sum x³ + x₀x₁x₂", lambda x: (x**3).sum() + x[0] * x[1] * x[2]),
    _Formula("sum of sin xᵢ times x₂₋ᵢ", lambda x: (x.sin() * x.flip(0)).sum()),
)


def directions(rng: np.random.Generator) -> tuple[_Formula, Tensor, Tensor]:
    """A function of three numbers, a point, a direction."""
    return BOWLS[int(rng.integers(2))], leaf(rng, 3), plain(rng, 3)


def slope(f: Callable[[Any], Any], x: Tensor) -> Any:
    """The gradient of f at x, with its graph."""
    return grad(f(x), x, create_graph=True)[0]


def _hessian_times(f: Callable[[Any], Any], x: Tensor, v: Tensor) -> Any:
    return grad((slope(f, x) * v).sum(), x)[0]


HESSIAN_TIMES = Function(
    "hessian-times",
    ask="the Hessian of f at x times v, by two passes",
    reference=_hessian_times,
    draws=(directions,),
    mistakes=(
        Mistake(
            lambda f, x, v: grad(slope(f, x).sum(), x)[0],
            "v has no part in it: these are the sums of the Hessian's rows. (What is only added to "
            "the slope is a constant for x.)",
        ),
        Mistake(
            lambda f, x, v: grad(slope(f, x).sum(), x)[0] * v,
            "The rows of the Hessian were summed, and then multiplied by v. Multiply the slope by "
            "v before the second pass.",
        ),
        Mistake(
            lambda f, x, v: slope(f, x).detach() * v,
            "That is the slope times v, entry by entry: the second pass is missing.",
        ),
        Mistake(
            lambda f, x, v: grad(((slope(f, x) * v) ** 2).sum(), x)[0],
            "The products are squared before they are added up.",
        ),
    ),
)

# --------------------------------------------------------------------------- a slope in the loss


def _weights(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    return leaf(rng, 3) * 0.2, leaf(rng, 2, 3)


def _drawn(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    w, x = _weights(rng)
    return w.detach().requires_grad_(), x


def _with_penalty(
    w: Tensor, x: Tensor, penalty: Callable[[Any], Any] = lambda slope: (slope**2).sum()
) -> Any:
    y = (x @ w).tanh().sum()
    (slope,) = grad(y, x, create_graph=True)
    return y + penalty(slope)


def _left_behind(w: Tensor, x: Tensor) -> Any:
    (w.grad,) = grad((x @ w).tanh().sum(), w)
    return _with_penalty(w, x)


def _look_penalty(w: Tensor, x: Tensor) -> Callable[[Any], Any]:
    def look(loss: Any) -> Any:
        try:
            loss.backward()
        except RuntimeError:  # the graph is freed, or there is none
            return loss.detach(), "stops", np.zeros(3)
        return loss.detach(), "gets through", w.grad

    return look


PENALTY = Function(
    "penalty",
    ask="the repaired loss_with_penalty(w, x): the same loss, and the penalty acts on w",
    reference=_with_penalty,
    draws=(_drawn,),
    parts=("loss", "backward()", "w.grad"),
    observe=_look_penalty,
    mistakes=(
        Mistake(
            lambda w, x: _with_penalty(w, x, lambda slope: (slope.detach() ** 2).sum()),
            "This is the gradient of y alone: for w the penalty is a constant. The pass that "
            "computes the slope has to be recorded.",
        ),
        Mistake(
            lambda w, x: _with_penalty(w, x) - (x @ w).tanh().sum(),
            "That is the penalty alone: y is missing.",
        ),
        Mistake(
            lambda w, x: _with_penalty(w, x, lambda slope: slope.sum() ** 2),
            "The slopes are added up before they are squared.",
        ),
        Mistake(
            _left_behind,
            "backward() has put the gradient of y into w.grad already, and yours is added to it. "
            "autograd.grad leaves nothing behind.",
        ),
        Mistake(
            lambda w, x: _with_penalty(w, x, lambda slope: 0.0),
            "The penalty is not in the loss any more.",
        ),
        Mistake(
            lambda w, x: _with_penalty(w, x).detach(),
            "The loss is right, but backward() stops: the pass that computes the slope has freed "
            "what y needs, or nothing leads back from the loss to w. That pass has to be recorded.",
        ),
    ),
)

# ------------------------------------------------------------------------------------ clipped

PULLS = (5.0, -4.0, 0.5)  # what arrives at the result, beyond any limit and within


def _limited(rng: np.random.Generator) -> tuple[Tensor, float]:
    return leaf(rng, 3), round(rng.uniform(0.8, 1.6), 1)


def _hooked(change: Callable[[Any, float], Any]) -> Callable[[Tensor, float], Any]:
    """A copy whose gradient is changed on its way."""

    def answer(x: Tensor, limit: float) -> Any:
        y = x.clone()
        y.register_hook(lambda g: change(g, limit))
        return y

    return answer


def _everywhere(x: Tensor, limit: float) -> Any:
    x.register_hook(lambda g: g.clamp(-limit, limit))
    return x


def _look_clipped(x: Tensor, limit: float) -> Callable[[Any], Any]:
    """The values, and the gradient of x where x has another use as well."""

    def look(y: Any) -> Any:
        try:
            ((y + x) * tensor(PULLS)).sum().backward()  # both hold one gradient
        except RuntimeError as error:
            raise OddForm(f"backward() stops: {str(error).splitlines()[0]}") from None
        return y.detach(), x.grad

    return look


CLIPPED = Function(
    "clipped",
    ask="a function: the values of x, with a gradient that is clipped on its way back",
    reference=_hooked(lambda g, limit: g.clamp(-limit, limit)),
    draws=(_limited,),
    parts=("values", "x.grad, with another use of x"),
    show=lambda x, limit: (
        f"x = {brief(x)}, limit = {limit}; at the result, and at another use of "
        f"x, arrives {list(PULLS)}"
    ),
    observe=_look_clipped,
    mistakes=(
        Mistake(
            _everywhere,
            "The hook is on x itself, so what arrives there by another use of x is clipped with "
            "it. Put it on a clone of x.",
        ),
        Mistake(
            lambda x, limit: x.clamp(-limit, limit),
            "The values are clipped, not the gradient.",
        ),
        Mistake(
            lambda x, limit: x.clone(),
            "The gradient comes through as it is. Does the hook return what is to take its place, "
            "and is it still there when the pass comes?",
        ),
        Mistake(
            _hooked(lambda g, limit: g.clamp(max=limit)), "It is clipped at the upper end only."
        ),
        Mistake(
            _hooked(lambda g, limit: g.clamp(limit)),
            "limit is taken for the lower end: the first argument of clamp is the minimum.",
        ),
        Mistake(
            _hooked(lambda g, limit: g / g.norm() * limit),
            "The gradient is scaled to a length. Here each entry is clipped by itself.",
        ),
        Mistake(
            _hooked(lambda g, limit: g.clamp_(-limit, limit)),
            "The hook writes into the gradient that it is given, and other uses of x hold the same "
            "tensor. Return a new one: `clamp`, not `clamp_`.",
        ),
    ),
)

QUESTIONS = (DERIVATIVES, HESSIAN_TIMES, PENALTY, CLIPPED)

# -------------------------------------------------------------------------------- predictions


def _surprise() -> Any:
    x = tensor(3.0, requires_grad=True)
    (slope,) = grad(x**3, x, create_graph=True)
    (bend,) = grad(slope, x)
    return (slope + bend).detach()  # what two calls of backward() leave in x.grad


PREDICTIONS = (
    Prediction(
        "surprise",
        "`x` is 3. After `(x**3).backward(create_graph=True)` comes `x.grad.backward()`. What is "
        "`x.grad` then?",
        _surprise,
        why="27 was there, the slope; the slope of the slope, 18, was added to it.",
        hints={
            18: "That is the second derivative. What was in `x.grad` before it came?",
            27: "That is the first. What did the second pass do with it?",
            6: "The second derivative of x³ is 6x. And what was in `x.grad` before?",
        },
    ),
    Prediction(
        "checkpointed",
        "Twenty layers in four stretches of five, each result 400 bytes, the first input a leaf. "
        "How many bytes do four checkpoints hold at the end of the forward pass?",
        1200,
        (8000, 2000, 1600, 1200),
        "Each keeps its input, and the first input is a leaf, which lives anyway.",
        {
            8000: "That is held without checkpoints: the results of all twenty layers.",
            2000: "That would be five results. How many tensors does one checkpoint keep?",
            1600: "Four inputs, yes. But one of them is not held for the graph's sake.",
        },
    ),
    Prediction(
        "unrecorded",
        "The line `with torch.enable_grad():` is taken out of `Checkpoint.backward`. What happens "
        "in `backward()`?",
        "an error: nothing requires grad",
        (
            "the same as before",
            "the weights get no gradient, without a word",
            "an error: nothing requires grad",
        ),
        "A backward pass records nothing of its own, so there is nothing to walk.",
        {
            "the same as before": "Is anything recorded while a backward pass runs?",
            "the weights get no gradient, without a word": "That would be worse. But "
            "`y.backward(g)` is called on a tensor that nobody recorded.",
        },
    ),
    Prediction(
        "moved",
        "`model` is on a GPU, `x` on the CPU. Which of these works?",
        'x = x.to("cuda"); model(x)',
        ('x.to("cuda"); model(x)', 'x = x.to("cuda"); model(x)', "both", "neither"),
        "`to` gives a new tensor and leaves `x` where it was.",
        {
            "both": "What does the first do with the tensor that `to` gives?",
            'x.to("cuda"); model(x)': "What does it do with the tensor that `to` gives?",
            "neither": "One of them calls the model with a tensor that is where the model is.",
        },
    ),
)
