"""Questions of lesson 07, "Your own Function": tables and predictions."""

from __future__ import annotations

from typing import Any

from ...autograd.function import Function
from ...creation.data import tensor
from ...tensor import Tensor
from ...testing.kinds import Entries
from ...testing.prediction import Prediction

TIES = Entries(
    "ties",
    ask="the gradient of each at x = [-1, 0, 0], three numbers",
    expected={
        "x.amax()": [0, 0.5, 0.5],
        "x.max(dim=0).values": [0, 1, 0],
        "x.max()": [0, 0.5, 0.5],
        "x.relu().sum()": [0, 0, 0],
        "x.abs().sum()": [-1, 0, 0],
        "x.clamp(min=0).sum()": [0, 1, 1],
        "torch.maximum(x, zero).sum()": [0, 0.5, 0.5],
    },
    hints={
        "x.max(dim=0).values": (
            "it also says which place the largest has, and it can name only one. To whom does the "
            "gradient go then?"
        ),
        "x.max()": "it names no place. Is one of the two better than the other?",
        "x.relu().sum()": "lesson 02 had it: which of the two slopes does relu take at 0?",
        "x.abs().sum()": (
            "left of 0 the slope is -1, right of it 1. At 0 it takes what lies in the middle"
        ),
        "x.clamp(min=0).sum()": "lesson 02 had it: at its border, does clamp let through or not?",
        "torch.maximum(x, zero).sum()": "0 and 0 tie, entry by entry. Do they share?",
    },
    given=("x.amax()",),
)

FAULTS = Entries(
    "faults",
    ask='for each "right", or its fault: "factor", "sum", "saved"',
    expected={"Cube": "factor", "Exp": "right", "Log": "saved", "Bias": "sum"},
    hints={
        "Cube": "put the two matrices one above the other. By what is each entry off?",
        "Exp": "what did gradcheck say of it?",
        "Log": (
            "the inputs were 0.5 and 2, so the slopes are 2 and 0.5. Of which numbers are the two "
            "that the backward gives the reciprocals?"
        ),
        "Bias": (
            "ones and zeros in both, in other places. Which entries of the result does b[0] go "
            "into, and whose gradients did it get?"
        ),
    },
)

TOOLS = Entries(
    "tools",
    ask='for each purpose one of "save_for_backward", "attribute", "needs_input_grad", '
    '"once_differentiable", "mark_dirty", "setup_context"',
    expected={
        "the backward needs the result": "save_for_backward",
        "the backward needs a number that forward was given": "attribute",
        "the backward is computed by another library": "once_differentiable",
        "forward writes into its argument": "mark_dirty",
        "one factor is often frozen, and its gradient would be a product of large matrices":
            "needs_input_grad",
        "torch.func.grad is to differentiate it": "setup_context",
    },
    hints={
        "the backward needs a number that forward was given": (
            "it is no tensor: nobody can write into it, and it takes no memory worth freeing"
        ),
        "the backward is computed by another library": (
            "nothing of that is recorded. What would a second derivative be?"
        ),
        "forward writes into its argument": "whoever holds that tensor has to learn of it",
        "one factor is often frozen, and its gradient would be a product of large matrices": (
            "nobody will ask for that gradient. How does the backward know?"
        ),
        "torch.func.grad is to differentiate it": (
            "it wants a forward that can be called without a ctx. Who fills the ctx then?"
        ),
    },
    given=("the backward needs the result",),
)  # fmt: skip

ROWS = Entries(
    "rows",
    ask="for each a bare name out of the rows",
    expected={
        "what arrives": "g",
        "what exp saves": "result",
        "what mul saves if only its first factor needs a gradient": "other",
        "above which softplus gives x itself": "threshold",
    },
    hints={
        "what exp saves": "its rule has two parameters, and the first is what arrives",
        "what mul saves if only its first factor needs a gradient": (
            "look at the rule behind `input=`: what does it ask for?"
        ),
        "above which softplus gives x itself": "`np.where` has a condition in front",
    },
    given=("what arrives",),
)  # fmt: skip

QUESTIONS = (TIES, FAULTS, TOOLS, ROWS)

# -------------------------------------------------------------------------------- predictions


class _Forgetful(Function):
    """A square whose backward forgets what arrives."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx: Any, g: Tensor) -> Any:
        (x,) = ctx.saved_tensors
        return 2 * x


def _forgetful() -> Any:
    x = tensor(3.0, requires_grad=True)
    (10 * _Forgetful.apply(x)).backward()
    assert x.grad is not None
    return int(x.grad.item())


PREDICTIONS = (
    Prediction(
        "forgetful",
        "A `backward` says `return 2 * x`, without `g`. `x` is 3, and "
        "`(10 * Forgetful.apply(x)).backward()` runs. What is `x.grad`?",
        _forgetful,
        why="The 10 arrives, and is not passed on.",
        hints={
            60: "That is the slope of 10 x². Who would have multiplied by the 10?",
            30: "The local slope is twice 3. Who would have multiplied by the 10?",
            2: "The local slope is 2 x.",
            0: "Something is passed on: what `backward` gives.",
        },
    ),
    Prediction(
        "stretched",
        "`a` has the shape (3,), `b` has (2, 3). After `(a * b).sum().backward()`, what shape has "
        "`a.grad`?",
        "(3,)",
        choices=("(3,)", "(2, 3)", "()"),
        why="For each of the three entries of `a` it says how fast the sum grows with it.",
        hints={
            "(2, 3)": "That is the shape of the result. How many numbers does `a` have to move?",
            "()": "That is the shape of the sum. How many numbers does `a` have to move?",
        },
    ),
    Prediction(
        "overflow",
        "In `float32`, `exp(100)` is inf, and so is `y = torch.log(1 + torch.exp(x))` at "
        "`x = 100`. The true slope there is 1. What is `x.grad` after `y.backward()`?",
        "nan",
        choices=("1", "0", "inf", "nan"),
        why="The logarithm sends 1 / inf, which is 0. The exponential multiplies that by inf.",
        hints={
            "1": "So it should be. Go back node by node: what is 1 / inf?",
            "0": "The logarithm sends 1 / inf, which is 0. And the exponential multiplies by what?",
            "inf": "The exponential multiplies by inf. And what does the logarithm send it?",
        },
    ),
)
