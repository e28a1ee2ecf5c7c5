"""Questions of exercise set 8, for lessons 08 and 09: activations; a layer."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ... import nn
from ...creation.drawn import rand
from ...creation.filled import zeros
from ...random import manual_seed
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
        "h + tanh(h) at 0": "more",
        "tanh at 0.5": "between",
        "h + relu(h) at -2": "one",
        "2 * relu at 2": "more",
    },
    hints={
        "relu at 2": "each of the ten has the slope 1 there, and lets its number through as it is",
        "relu at -2": "what is the slope of the first of them?",
        "tanh at 0": "what is tanh of 0, and how steep is it there?",
        "sigmoid at 0": "nowhere is its slope more than a quarter",
        "leaky_relu at -2": "below 0 its slope is 0.01. Ten of them, multiplied",
        "elu at 2": "what is elu above 0?",
        "h + tanh(h) at 0": "the slope of a sum is the sum of the slopes: 1 and that of tanh",
        "tanh at 0.5": (
            "slopes between a half and 1, and nearer to 1 from link to link, for the numbers "
            "shrink. Ten of them, multiplied, are less than 1, and not nothing"
        ),
        "h + relu(h) at -2": "what does relu add there, to the number and to the slope?",
        "2 * relu at 2": "each link has the slope 2",
    },
)

# ----------------------------------------------------------------------- a class, and its objects

NO_GRAD = "Something is None there. A parameter that no loss depends on has None for its .grad."
ADVICE = {
    "before Module.__init__": (
        "A module has to be set up before anything is entered in it: `super().__init__()` is the "
        "first line of its `__init__`."
    ),
    "object is not callable": (
        "Calling a module runs its `forward`: has the class a method of that name, and does it "
        "inherit from nn.Module?"
    ),
    "[ModuleList] is missing": (
        "An nn.ModuleList only holds modules, and cannot be called. Walk through it with a loop."
    ),
    'is missing the required "forward"': "The method that a call runs is called `forward`.",
    "cannot be multiplied": (
        "The first has to have as many columns as the second has rows. The weight has one row for "
        "each output: does it have to be turned?"
    ),
    "must be Tensor, not NoneType": NO_GRAD,
    "'Tensor' and 'NoneType'": NO_GRAD,
    "doesn't match the broadcast shape": (
        "One tensor, and one of another shape is written into it. Has each parameter its own?"
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
        return inputs, outputs, *held, leaf(rng, rows, inputs), plain(rng, rows, outputs)

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
        why = (
            "A module finds what is an nn.Parameter and is assigned as `self.name = …`; what is "
            "computed from one is none any more."
        )
    elif found.keys() == wanted.keys():
        why = "`weight` has one row for each output, and `bias` is a vector, one number for each."
    raise OddForm(f"For Linear({inputs}, {outputs}) parameters() finds: {shapes}. {why}")


WIDE = 12, 300  # sizes at which a wrong bound lies far from the right one


def _first_numbers(p: Tensor, inputs: int, outputs: int) -> str:
    """How the first numbers lie to one over the root of the number of inputs."""
    values, bound = p.detach().numpy(), inputs**-0.5
    most = np.abs(values).max() / bound
    if np.ptp(values) == 0:
        return "all alike"
    if most > 1.0001:
        return "beyond the bound"
    if values.min() >= 0 or values.max() <= 0:
        return "all on one side of 0"
    if np.unique(values).size <= values.size / 2:
        return "the same in several rows"
    if np.abs(values).mean() < 0.42 * bound * most:  # evenly, it is half
        return "mostly near 0"
    if most > 0.9:
        return "spread over the range"
    by_outputs = (inputs / outputs) ** 0.5
    known = {"half as wide": 0.5, "within 1/inputs": bound, "within 1/√outputs": by_outputs}
    near = (name for name, share in known.items() if 0.93 < most / share <= 1.0001)
    return next(near, "much narrower")


def _use_layer(
    made: Any, inputs: int, outputs: int, weight: Tensor, bias: Tensor, x: Tensor, g: Tensor
) -> Any:
    layer: Any = module_of(made, inputs, outputs)
    _check_form(layer, inputs, outputs)
    wide, other = made(*WIDE), made(*WIDE)
    first = [_first_numbers(p, *WIDE) for p in (wide.weight, wide.bias)]
    if wide.weight.equal(other.weight) and "alike" not in first[0]:
        first = ["the same in every layer"] * 2
    for name, value in (("weight", weight), ("bias", bias)):
        getattr(layer, name).data = value.clone()
    result = given_back(layer(x))
    if isinstance(result, Tensor) and result.requires_grad and result.shape == g.shape:
        result.backward(g)
    return result, layer.weight.grad, layer.bias.grad, x.grad, *first


def given_back(result: Any) -> Any:
    """What `forward` returned, if it was anything."""
    if result is None:
        raise OddForm("`forward` returns None: does it end in a `return`?")
    return result


def _even(inputs: int, outputs: int, *shape: int) -> Tensor:
    """Numbers between -1 and 1 over the root of the number of inputs."""
    return (2 * rand(*shape) - 1) * inputs**-0.5


def _linear(
    compute: Callable[..., Any] = lambda x, weight, bias: x @ weight.t() + bias,
    first: Callable[..., Tensor] = _even,
    first_of_bias: Callable[..., Tensor] = _even,
    seeded: bool = False,
) -> Used:
    """A layer; or with another formula, other first numbers, a seed of its own."""

    class Linear(nn.Module):
        def __init__(self, inputs: int, outputs: int) -> None:
            super().__init__()
            if seeded:
                manual_seed(0)
            self.weight = nn.Parameter(first(inputs, outputs, outputs, inputs))
            self.bias = nn.Parameter(first_of_bias(inputs, outputs, outputs))

        def forward(self, x: Any) -> Any:
            return compute(x, self.weight, self.bias)

    return Used(Linear, _use_layer)


# Wrong first numbers of the weight, of the bias, or of both.
_FIRST: tuple[tuple[str, Callable[..., Tensor]], ...] = (
    ("These are all alike.", lambda i, o, *shape: zeros(*shape)),
    (
        "These lie on one side of 0: `rand` gives numbers from 0 to 1.",
        lambda i, o, *shape: rand(*shape) * i**-0.5,
    ),
    ("These go beyond.", lambda i, o, *shape: 2 * rand(*shape) - 1),
    (
        "These are half as wide: from -1/2 to 1/2, times that.",
        lambda i, o, *shape: (rand(*shape) - 0.5) * i**-0.5,
    ),
    (
        "These lie in between, and mostly near 0: one draw gives them evenly.",
        lambda i, o, *shape: (rand(*shape) - rand(*shape)) * i**-0.5,
    ),
    (
        "These are much narrower: where is the root?",
        lambda i, o, *shape: (2 * rand(*shape) - 1) / i,
    ),
    ("The root of what is taken here?", lambda i, o, *shape: (2 * rand(*shape) - 1) * o**-0.5),
)
_SPREAD = "The first numbers are drawn evenly between -1/√inputs and 1/√inputs. "
LINEAR = Made(
    "x8-linear",
    ask="a class Linear(inputs, outputs), a module with its weight and its bias",
    reference=_linear(),
    draws=(layer_of(2, 4), layer_of(3, 2), layer_of(3, 3), layer_of(5, 1)),
    parts=(
        "the result", "the gradient of weight", "the gradient of bias", "the gradient of x",
        "weight's first numbers", "bias's first numbers",
    ),
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
            _linear(lambda x, weight, bias: x.detach() @ weight.t() + bias),
            "Nothing leads back to x: what stands before this layer would get no gradient.",
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
        Mistake(
            _linear(lambda x, weight, bias: x @ (weight if weight.size(0) == x.size(-1)
                                                 else weight.t()) + bias),
            "A square weight is to be turned, too.",
        ),
        *(
            Mistake(_linear(first=weight, first_of_bias=bias), _SPREAD + why)
            for why, draw in _FIRST
            for weight, bias in ((draw, draw), (draw, _even), (_even, draw))
        ),
        Mistake(_linear(first=lambda i, o, *shape: _even(i, o, i).expand(shape).clone()),
                "Each row has the same numbers, and so each output would learn the same: draw as "
                "many as the weight has entries."),
        Mistake(_linear(seeded=True), "Every layer begins with the same numbers. Is a seed set, "
                                      "or drawn once for all? That is for the caller to do."),
    ),
)  # fmt: skip

QUESTIONS = (CHAINS, LINEAR)
