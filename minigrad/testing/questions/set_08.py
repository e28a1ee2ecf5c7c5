"""Questions of exercise set 8, for lessons 08 and 09: activations; a layer, a network."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ... import nn
from ...creation.drawn import rand, randn
from ...creation.filled import zeros
from ...tensor import Tensor
from ..attempt import is_blank
from ..draws import leaf, plain
from ..kinds import Entries, Function
from ..mistakes import Mistake
from ..observed import OddForm
from ..question import Draw
from ..values import kind
from ..verdict import Verdict, wrong

# ---------------------------------------------------------------------------------- activations

CHAINS = Entries(
    "x8-chains",
    ask='for each chain "zero", "one", "less", "between" or "more"',
    expected={
        "relu at 2": "one",
        "relu at -2": "zero",
        "tanh at 0": "one",
        "sigmoid at 0": "less",
        "leaky_relu at -2": "less",
        "elu at 2": "one",
        "x + tanh(x) at 0": "more",
        "tanh at 0.5": "between",
        "x + relu(x) at -2": "one",
        "2 * relu at 2": "more",
    },
    hints={
        "relu at 2": "each of the ten has the slope 1 there, and lets its number through as it is",
        "relu at -2": "what is the slope of the first of them?",
        "tanh at 0": "what is tanh of 0, and how steep is it there?",
        "sigmoid at 0": "nowhere is its slope more than a quarter",
        "leaky_relu at -2": "below 0 its slope is 0.01. Ten of them, multiplied",
        "elu at 2": "what is elu above 0?",
        "x + tanh(x) at 0": "the slope of a sum is the sum of the slopes: 1 and that of tanh",
        "tanh at 0.5": (
            "slopes between a half and 1, and nearer to 1 from link to link, for the numbers "
            "shrink. Ten of them, multiplied, are not nothing"
        ),
        "x + relu(x) at -2": "what does relu add there, to the number and to the slope?",
        "2 * relu at 2": "each link has the slope 2",
    },
)

# ----------------------------------------------------------------------- a class, and its objects

ADVICE = {
    "before Module.__init__": (
        "A module has to be set up before anything is entered in it: `super().__init__()` is the "
        "first line of its `__init__`."
    ),
    "object is not callable": (
        "Calling a module runs its `forward`: has the class a method of that name, and does it "
        "inherit from nn.Module?"
    ),
    'is missing the required "forward"': "The method that a call runs is called `forward`.",
    "cannot be multiplied": (
        "The first has to have as many columns as the second has rows. The weight has one row for "
        "each output: does it have to be turned?"
    ),
    "must be Tensor, not NoneType": (
        "Something is None there. A parameter that no loss depends on has None for its .grad."
    ),
}


class Used:
    """A class put to use: what is tried in the place of a function.

    Attributes:
        made: the class.
        use: what is done with it; takes the class, and what a draw gives.
    """

    def __init__(self, made: Any, use: Callable[..., Any]) -> None:
        self.made, self.use = made, use
        self.__name__ = made.__name__
        own = [m for m in vars(made).values() if inspect.isfunction(m)]
        self.__code__ = own[0].__code__ if own else None  # where the learner's lines are
        _, *rest = inspect.signature(use).parameters.values()
        self.__signature__ = inspect.Signature(rest)
        self.idle = any(map(is_blank, own))

    def __call__(self, *args: Any) -> Any:
        """Make an object, and use it."""
        if self.idle:
            raise NotImplementedError
        return self.use(self.made, *args)


@dataclass(frozen=True)
class Made(Function):
    """The answer is a class; reference and mistakes are `Used`."""

    def verdict(self, answer: Any, draw: Draw | None) -> Verdict:
        """Put its objects to the use that the reference's are put to."""
        made = getattr(answer, "made", answer)
        if not isinstance(made, type):
            return wrong(self.name, f"Hand over the class itself. This is {kind(answer)}.")
        assert isinstance(self.reference, Used)
        return super().verdict(Used(made, self.reference.use), draw)

    def _explained(self, error: BaseException, answer: Any) -> tuple[list[tuple[str, str]], str]:
        if isinstance(error, OddForm):
            return [], str(error)
        rows, known = super()._explained(error, answer)
        advice = (text for words, text in ADVICE.items() if words in str(error))
        return rows, next(advice, "") or known


# --------------------------------------------------------------------------------------- linear


def layer_of(inputs: int, outputs: int, rows: int = 3) -> Draw:
    """Sizes of a layer, its numbers, what goes in, what arrives."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        held = plain(rng, outputs, inputs), plain(rng, outputs)
        return inputs, outputs, *held, plain(rng, rows, inputs), plain(rng, rows, outputs)

    return draw


def module_of(made: Any, *args: Any) -> nn.Module:
    """An object of a class, if it is a module."""
    if not issubclass(made, nn.Module):
        raise OddForm("The class has to inherit from nn.Module.")
    return made(*args)


def _check_form(layer: Any, inputs: int, outputs: int) -> None:
    """Refuse a layer with other parameters."""
    wanted = {"weight": (outputs, inputs), "bias": (outputs,)}
    found = {name: tuple(p.shape) for name, p in layer.named_parameters()}
    if found == wanted:
        return
    shapes = ", ".join(f"{name} {shape}" for name, shape in sorted(found.items())) or "none"
    why = "Their names are `weight` and `bias`."
    if len(found) < 2:
        why = "A module finds what is an nn.Parameter and is assigned as `self.name = …`."
    elif found.get("weight") == (inputs, outputs):
        why = "`weight` has one row for each output."
    raise OddForm(f"For Linear({inputs}, {outputs}) parameters() finds: {shapes}. {why}")


def _first_numbers(p: Tensor, inputs: int) -> str:
    """How the first numbers lie to one over the root of the number of inputs."""
    values, bound = p.detach().numpy(), inputs**-0.5
    if np.ptp(values) == 0:
        return "all alike"
    if np.abs(values).max() > bound * 1.0001:
        return "beyond the bound"
    if values.min() >= 0 or values.max() <= 0:
        return "all on one side of 0"
    return "spread over the range" if np.abs(values).max() > 0.6 * bound else "much smaller"


def _use_layer(
    made: Any, inputs: int, outputs: int, weight: Tensor, bias: Tensor, x: Tensor, g: Tensor
) -> Any:
    layer: Any = module_of(made, inputs, outputs)
    _check_form(layer, inputs, outputs)
    found = {_first_numbers(p, 12): None for p in made(12, 40).parameters()}
    for name, value in (("weight", weight), ("bias", bias)):
        getattr(layer, name).data = value.clone()
    result = layer(x)
    if isinstance(result, Tensor) and result.requires_grad and result.shape == g.shape:
        result.backward(g)
    return result, layer.weight.grad, layer.bias.grad, " and ".join(found)


def _linear(
    compute: Callable[..., Any] = lambda x, weight, bias: x @ weight.t() + bias,
    first: Callable[..., Any] = lambda bound, *shape: (2 * rand(*shape) - 1) * bound,
    power: float = -0.5,
) -> Used:
    """A layer; or with another formula, other first numbers, another bound."""

    class Linear(nn.Module):
        def __init__(self, inputs: int, outputs: int) -> None:
            super().__init__()
            self.weight = nn.Parameter(first(inputs**power, outputs, inputs))
            self.bias = nn.Parameter(first(inputs**power, outputs))

        def forward(self, x: Any) -> Any:
            return compute(x, self.weight, self.bias)

    return Used(Linear, _use_layer)


_SPREAD = "The first numbers are drawn evenly between -1/√inputs and 1/√inputs. "
LINEAR = Made(
    "x8-linear",
    ask="a class Linear(inputs, outputs), a module with its weight and its bias",
    reference=_linear(),
    draws=(layer_of(2, 4), layer_of(3, 2), layer_of(3, 3), layer_of(5, 1)),
    parts=("the result", "the gradient of weight", "the gradient of bias", "its first numbers"),
    show=lambda inputs, outputs, weight, bias, x, g: (
        f"inputs = {inputs}, outputs = {outputs}, then weight = {weight.tolist()}, "
        f"bias = {bias.tolist()}, x = {x.tolist()}; what arrives: {g.tolist()}"
    ),
    mistakes=(
        Mistake(_linear(lambda x, weight, bias: x @ weight.t()), "The bias has no part in it."),
        Mistake(_linear(lambda x, weight, bias: x @ weight.t() - bias), "The bias is added."),
        Mistake(
            _linear(lambda x, weight, bias: (x @ weight.t() + bias).tanh()),
            "There is an activation in it. A linear layer is the formula alone.",
        ),
        Mistake(
            _linear(lambda x, weight, bias: (x @ weight.t() + bias).relu()),
            "There is an activation in it. A linear layer is the formula alone.",
        ),
        Mistake(
            _linear(lambda x, weight, bias: x @ weight.detach().t() + bias),
            "Nothing leads back to the weight: it is cut off in `forward`.",
        ),
        Mistake(
            _linear(lambda x, weight, bias: x @ weight.detach().t() + bias.detach()),
            "Nothing leads back to the parameters. Are they cut off in `forward`, or do they "
            "require no grad?",
        ),
        Mistake(_linear(first=lambda bound, *shape: zeros(*shape)),
                _SPREAD + "If all are alike, all outputs learn the same."),
        Mistake(_linear(first=lambda bound, *shape: rand(*shape) * bound),
                _SPREAD + "Yours lie on one side of 0: `rand` gives numbers from 0 to 1."),
        Mistake(_linear(first=lambda bound, *shape: 2 * rand(*shape) - 1),
                _SPREAD + "Yours go beyond."),
        Mistake(_linear(first=lambda bound, *shape: randn(*shape)), _SPREAD + "Yours go beyond."),
        Mistake(_linear(power=-1), _SPREAD + "Yours are much smaller: where is the root?"),
    ),
)  # fmt: skip

# ------------------------------------------------------------------------------------ sequential


def line_of(make: Callable[[], Sequence[Any]]) -> Draw:
    """Modules, made anew each time, and three rows that go in."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        parts = [part.double() for part in make()]
        return parts, leaf(rng, 3, 4)

    return draw


def twice() -> Sequence[Any]:
    """The same layer in two places."""
    layer = nn.Linear(4, 4)
    return layer, nn.Tanh(), layer


def inside() -> Sequence[Any]:
    """A network in a network."""
    return nn.Linear(4, 3), nn.Sequential(nn.Softplus(), nn.Linear(3, 2)), nn.Sigmoid()


def _use_line(made: Any, parts: Sequence[Any], x: Tensor) -> Any:
    model = module_of(made, *parts)
    result = model(x)
    if isinstance(result, Tensor) and result.requires_grad:
        result.sum().backward()
    found = len(list(model.parameters()))
    heard = [sum(p.training for p in parts)]
    model.eval()
    heard.append(sum(p.training for p in parts))
    reached = sum(q.grad is not None for p in dict.fromkeys(parts) for q in p.parameters())
    return found, result, f"{heard[0]}, then {heard[1]}", reached


def _line(compute: Callable[[Any, Any], Any], hold: Callable[[Any], Any] = nn.ModuleList) -> Used:
    class Sequential(nn.Module):
        def __init__(self, *parts: Any) -> None:
            super().__init__()
            self.parts = hold(parts)

        def forward(self, x: Any) -> Any:
            return compute(self.parts, x)

    return Used(Sequential, _use_line)


def _through(parts: Any, x: Any) -> Any:
    for part in parts:
        x = part(x)
    return x


def _added(parts: Any, x: Any) -> Any:
    for part in parts:
        after = part(x)
        x = after + x if after.shape == x.shape else after
    return x


SEQUENTIAL = Made(
    "x8-sequential",
    ask="a class Sequential(*parts), a module that hands its input from part to part",
    reference=_line(_through),
    draws=(
        line_of(lambda: (nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4))),
        line_of(twice),
        line_of(lambda: (nn.Linear(4, 2), nn.Sigmoid())),
        line_of(inside),
    ),
    parts=(
        "how many parameters it finds", "the result", "parts in training mode, before eval() and "
        "after", "how many parameters of the parts get a gradient",
    ),
    trials=4,
    show=lambda parts, x: f"the parts {', '.join(type(p).__name__ for p in parts)}",
    mistakes=(
        Mistake(
            _line(_through, list),
            "The parts lie in a Python list or tuple, into which a module does not look: it finds "
            "no parameters, and eval() reaches nobody. nn.ModuleList is a list that it knows.",
        ),
        Mistake(_line(lambda parts, x: _through(list(parts)[::-1], x)),
                "The parts run from the last to the first."),
        Mistake(_line(lambda parts, x: _through(list(parts)[:-1], x)),
                "The last part is never asked."),
        Mistake(_line(lambda parts, x: _through(list(parts)[1:], x)),
                "The first part is never asked."),
        Mistake(_line(lambda parts, x: parts[0](x)), "Only the first part is asked."),
        Mistake(_line(lambda parts, x: parts[-1](x)),
                "Each part gets x itself. Each is to get what the one before it gave."),
        Mistake(_line(_added), "What went into a part is added to what comes out of it."),
        Mistake(_line(lambda parts, x: _through(parts, x.detach()).detach()),
                "The result is cut off: nothing leads back to the parts."),
        Mistake(
            _line(_through, lambda parts: nn.ModuleList(map(copy.deepcopy, parts))),
            "The parts are copied: those that were handed over have no share in it, and one that "
            "stands in two places becomes two.",
        ),
        Mistake(_line(lambda parts, x: _through(dict.fromkeys(parts), x)),
                "A part that stands in two places is to run in both."),
    ),
)  # fmt: skip

QUESTIONS = (CHAINS, LINEAR, SEQUENTIAL)
