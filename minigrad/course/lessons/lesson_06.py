"""Questions of lesson 06, "Turning recording off, and writing in place"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...autograd.grad_mode import no_grad
from ...creation.filled import eye, zeros
from ...tensor import Tensor
from ...testing.draws import leaf
from ...testing.kinds import Entries, Function
from ...testing.mistakes import Mistake
from ...testing.prediction import Prediction

SWITCHES = Entries(
    "switches",
    ask='for each purpose one of "detach", "no_grad", "inference_mode", "eval"',
    expected={
        "a target computed by the network itself shall be a constant": "detach",
        "dropout shall let everything through": "eval",
        "the weights shall be moved by hand, as in lesson 05": "no_grad",
        "nobody will train on the answers, and they shall be cheap": "inference_mode",
        "a thousand answers, computed now, are an input of training later": "no_grad",
        "a loss goes into a list, for a curve": "detach",
    },
    hints={
        "dropout shall let everything through": (
            "this is not about recording at all. Which of the four is not, either?"
        ),
        "the weights shall be moved by hand, as in lesson 05": (
            "a step computes several results, and all of them are to go unrecorded: that is a "
            "block. Of the two blocks, which did lesson 05 take?"
        ),
        "nobody will train on the answers, and they shall be cheap": (
            "two of the four record nothing. Which of them does even without the count of writes?"
        ),
        "a thousand answers, computed now, are an input of training later": (
            "detach() would do, but each graph would first be recorded. Of the two that record "
            "nothing, which product went through in the third experiment?"
        ),
        "a loss goes into a list, for a curve": (
            "the loss is recorded, and has to be: training needs it. One tensor without that "
            "history is wanted beside it."
        ),
    },
    given=("a target computed by the network itself shall be a constant",),
)

# ------------------------------------------------------------------------------- pulled towards


def _pair(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    return leaf(rng, 3), leaf(rng, 3)


def _look_pull(a: Tensor, b: Tensor) -> Callable[[Any], Any]:
    """The loss, the gradients after a backward, zeros where there are none; and what b is then."""

    def look(loss: Any) -> Any:
        if loss.requires_grad:
            loss.backward()
        slopes = (np.zeros(3) if x.grad is None else x.grad for x in (a, b))
        return loss.detach(), *slopes, "as before" if b.requires_grad else "changed"

    return look


def _b_changed(a: Tensor, b: Tensor) -> Tensor:
    b.requires_grad_(False)
    return ((a - b) ** 2).sum()


PULL = Function(
    "towards",
    ask="the squared distance of a and b, which moves only a",
    reference=lambda a, b: ((a - b.detach()) ** 2).sum(),
    draws=(_pair,),
    parts=("loss", "a.grad", "b.grad", "b itself"),
    observe=_look_pull,
    mistakes=(
        Mistake(
            lambda a, b: ((a - b) ** 2).sum(),
            "It moves both: b still gets a gradient. Which of the two is to be a constant?",
        ),
        Mistake(
            lambda a, b: ((a.detach() - b) ** 2).sum(),
            "Nothing leads back to a, which is the one to be moved. Only b is to be a constant.",
        ),
        Mistake(
            _b_changed,
            "It was changed: whoever else uses it gets no gradient any more. `detach()` "
            "makes a tensor beside it.",
        ),
    ),
)

# -------------------------------------------------------------------------------- one memory

SHARES = Entries(
    "shares",
    ask="for each expression whether it shows the memory of x, True or False",
    expected={
        "x[0]": True,
        "x + 0": False,
        "x.view(6)": True,
        "x.t()": True,
        "x.clone()": False,
        "x[[0]]": False,
        "x.detach()": True,
        "x.numpy()": True,
        "x[x == 0]": False,
        "x.t().reshape(6)": False,
    },
    hints={
        "x.view(6)": "the same six numbers in one row. Does any of them have to move for that?",
        "x.t()": "rows and columns change places. Can that be done by counting differently?",
        "x.clone()": "what is it for, if not for this?",
        "x[[0]]": "the rows are picked by a list, which might have been [1, 0, 1]",
        "x.detach()": "the same numbers without a graph: are they copied?",
        "x.numpy()": "lesson 03 wrote into such an array",
        "x[x == 0]": "which numbers it has depends on their values: they need not lie regularly",
        "x.t().reshape(6)": (
            "reshape gives a view if it can. Walk along the rows of x.t(): which places of x's "
            "memory do you come to, in which order?"
        ),
    },
    given=("x[0]", "x + 0"),
)

# ------------------------------------------------------------------------------- the cards

LEGAL = Entries(
    "legal",
    ask='for each program "fine", "at once", "backward" or "wrong"',
    expected={
        "y = w.exp(); y *= 2": "backward",
        "y = w + 1; y *= 2": "fine",
        "y = w * c; c += 1": "backward",
        "y = w + c; c += 1": "fine",
        "w += 1; y = w * 2": "at once",
        "w[0] = 5.0; y = w * 2": "at once",
        "y = w.clone(); y[0] = 0.0": "fine",
        "y = w**2; w.detach().zero_()": "backward",
        "y = w**2; w.detach().numpy()[:] = 0": "wrong",
        "y = w.relu(); y -= 1": "backward",
        "y = w * 3; y[:2] *= 5": "fine",
        "y = c.clone(); y[0] = w[1]": "fine",
    },
    hints={
        "y = w * c; c += 1": "the slope with respect to w: which number is it, and who has it?",
        "y = w + c; c += 1": "does a sum need any value on the way back?",
        "w += 1; y = w * 2": "what would w be after a recorded `+=`: a leaf?",
        "w[0] = 5.0; y = w * 2": "w[0] is a view. Of what?",
        "y = w.clone(); y[0] = 0.0": "a copy is no leaf. Does clone need its result again?",
        "y = w**2; w.detach().zero_()": (
            "the power has saved w. The twin that detach() gives writes into the same memory: does "
            "it count, too?"
        ),
        "y = w**2; w.detach().numpy()[:] = 0": (
            "as the one before, but NumPy writes. You have seen above whether it counts"
        ),
        "y = w.relu(); y -= 1": (
            "the way back has to know which results are 0. Is it the input or the result that "
            "relu saves? (A node's `_saved_…` attributes tell.)"
        ),
        "y = w * 3; y[:2] *= 5": "the slope of 3w needs the 3. And the slope of the write?",
        "y = c.clone(); y[0] = w[1]": "y did not require grad before. What does it after?",
    },
    given=("y = w.exp(); y *= 2", "y = w + 1; y *= 2"),
)

# --------------------------------------------------------------------------------- shares of one


def _look_parts(scores: Tensor) -> Callable[[Any], Any]:
    """The parts; what a backward from the first of them does; what it leaves."""

    def look(parts: Any) -> Any:
        found = parts.detach()
        if not parts.requires_grad:
            return found, "cannot begin", "none"
        try:
            parts[0].backward()
        except RuntimeError:
            return found, "stops", "none"
        wanted, grad = found[0] * (eye(len(found))[0] - found), scores.grad
        return (
            found,
            "gets through",
            "wrong" if grad is None or not grad.allclose(wanted) else "right",
        )

    return look


def _written_over(scores: Tensor) -> Tensor:
    powers = scores.exp()
    powers /= powers.sum()
    return powers


def _hidden(scores: Tensor) -> Tensor:
    powers = scores.exp()
    powers.data /= powers.data.sum()
    return powers


PARTS = Function(
    "parts",
    ask="the repaired parts(scores): they add up to 1, and backward() gets through",
    reference=lambda scores: scores.softmax(0),
    draws=(lambda rng: (leaf(rng, 3),), lambda rng: (leaf(rng, 5),)),
    parts=("parts", "backward()", "scores.grad"),
    observe=_look_parts,
    mistakes=(
        Mistake(
            _written_over,
            'The parts are right, and backward() stops: "… has been modified by an inplace '
            'operation: [minigrad.FloatTensor [3]], which is output 0 of Exp". Look for that '
            "operation, and for the write after it. (no_grad and detach() do not hide a write: it "
            "is not recorded then, but it is counted.)",
        ),
        Mistake(
            lambda scores: scores.softmax(0).detach(),
            "The parts are right, but nothing leads back from them to the scores: the result does "
            "not require grad.",
        ),
        Mistake(
            _hidden,
            "No error, and a wrong gradient: for the graph, what is divided by is a constant, but "
            "the sum depends on the scores as well. `.data`, `detach()` and `item()` quiet the "
            "check, not the mistake. Leave the sum in the graph, and let a recorded division give "
            "a new tensor.",
        ),
    ),
)

# ------------------------------------------------------------------------------ to length 1


def _look_unit(w: Tensor) -> Callable[[Any], Any]:
    before = w.detach().clone()

    def look(result: Any) -> Any:
        kind = "a leaf that requires grad" if w.is_leaf and w.requires_grad else "no such leaf"
        written = "counted" if w._version else "not counted"
        return kind, w.detach(), "none" if w.equal(before) else written

    return look


def _scaled(w: Tensor, length: Tensor) -> None:
    with no_grad():
        w /= length


def _rebound(w: Tensor) -> None:
    w = w / w.norm()


def _uncounted(w: Tensor) -> None:
    w.data /= w.data.norm()


def _frozen(w: Tensor) -> None:
    w.requires_grad_(False)
    w /= w.norm()


UNIT = Function(
    "unit",
    ask="a function that scales w in place to length 1; it stays a leaf that requires grad",
    reference=lambda w: _scaled(w, w.norm()),
    draws=(lambda rng: (leaf(rng, 3),), lambda rng: (leaf(rng, 5),)),
    parts=("what w is", "w", "the write"),
    observe=_look_unit,
    mistakes=(
        Mistake(
            _rebound,
            "Nothing was written into w. A new tensor, returned or under the old name, leaves the "
            "old one as it was; whoever holds that, an optimizer for instance, sees nothing of it.",
        ),
        Mistake(
            lambda w: _scaled(w, (w**2).sum()),
            "It was divided by the sum of the squares. The length is the root of that: w.norm().",
        ),
        Mistake(
            lambda w: _scaled(w, w.sum()),
            "It was divided by the sum of the entries. The length is w.norm(), the root of the sum "
            "of their squares.",
        ),
        Mistake(
            _uncounted,
            "The numbers are right, but nobody has counted the write: a graph that has saved w "
            "would go on with wrong numbers. `.data` and NumPy write past the counter; no_grad "
            "does not.",
        ),
        Mistake(
            _frozen,
            "The numbers are right, but w is not the leaf any more that it was: its "
            "`requires_grad` was changed on the way.",
        ),
    ),
)

QUESTIONS = (SWITCHES, PULL, SHARES, LEGAL, PARTS, UNIT)

# -------------------------------------------------------------------------------- predictions


def _versions() -> int:
    x = zeros(2, 3)
    row = x[0]
    row += 1
    x.mul_(2)
    x[1, 2] = 7.0
    return x._version


PREDICTIONS = (
    Prediction(
        "inside",
        "Inside `no_grad` stands a block `with torch.enable_grad():`. Is what is computed there "
        "recorded?",
        "yes",
        choices=("yes", "no"),
        why="Each block sets one switch, and puts it back at its end. The innermost one counts.",
        hints={"no": "There is one switch. Who has set it last?"},
    ),
    Prediction(
        "versions",
        "`x = torch.zeros(2, 3)` and `row = x[0]`. Then `row += 1`, `x.mul_(2)`, `x[1, 2] = 7.0`. "
        "What is `x._version`?",
        _versions,
        why="Three writes into one memory, whoever made them.",
        hints={
            2: "A write through the view is a write into the memory of x.",
            0: "The numbers change in place. Who counts that, if not x?",
            1: "Each write counts once.",
            9: "Writes are counted, not numbers.",
        },
    ),
    Prediction(
        "lied",
        "`w` is [1, 2] and `y = (w**2).sum()`. Then `w.data.mul_(10)`, then `y.backward()`. What "
        "is `w.grad`?",
        "[20, 40]",
        choices=("[2, 4]", "[20, 40]", "an error"),
        why="The power had saved w, and doubles what it finds there now.",
        hints={
            "[2, 4]": "That is the slope at the old w. Which numbers are there now?",
            "an error": "An error needs somebody who has counted the write.",
        },
    ),
)
