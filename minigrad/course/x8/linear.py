"""x8-linear: a layer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import nn
from ...creation.drawn import rand
from ...creation.filled import zeros
from ...random import manual_seed
from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.mistakes import Mistake
from ...testing.observed import OddForm
from ...testing.question import Draw
from .made import Made, Used, given_back, module_of


def layer_of(inputs: int, outputs: int, rows: int = 3) -> Draw:
    """Sizes of a layer, its numbers, what goes in, what arrives."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        held = plain(rng, outputs, inputs), plain(rng, outputs)
        return inputs, outputs, *held, leaf(rng, rows, inputs), plain(rng, rows, outputs)

    return draw


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

QUESTIONS = (LINEAR,)
