"""x5-evaluate: an evaluation that leaves everything as it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...autograd.grad_mode import is_grad_enabled, set_grad_enabled
from ...creation.data import tensor
from ...nn import CrossEntropyLoss, Module
from ...tensor import Tensor
from ...testing.draws import numbers, plain
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, parted
from ...testing.question import Draw
from ...testing.values import close
from .nets import flat, net


class Alternate(Module):
    """Dropout without chance: in training every other number is 0, the rest are doubled."""

    def forward(self, x: Tensor) -> Tensor:
        """Drop, or hand on."""
        kept = tensor([2.0, 0.0] * x.shape[-1])[: x.shape[-1]]
        return x * kept if self.training else x


class Heard:
    """A loss function that notes each call: rows, loss, the model's mode, whether it is recorded.

    Attributes:
        calls: of the loss function.
        recorded: is anything recorded, by the model or by the loss?
        left: what a known mistake says that it leaves behind, without doing so.
        off: is recording off already when the learner's function is called?
    """

    def __init__(self, model: Module, loss_fn: Any, off: bool = False) -> None:
        self.loss_fn, self.off = loss_fn, off
        self.calls: list[tuple[int, float, bool, bool]] = []
        self.recorded = self.training = False
        self.left = ""
        model.register_forward_hook(self._forward)

    def _forward(self, model: Module, args: Any, result: Tensor) -> None:
        self.training = model.training
        self.recorded |= result.requires_grad

    def __call__(self, scores: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss, and note it."""
        loss: Tensor = self.loss_fn(scores, labels)
        self.recorded |= loss.requires_grad
        self.calls.append((len(labels), loss.item(), self.training, loss.requires_grad))
        return loss


def labelled(rng: np.random.Generator, rows: int, columns: int, kinds: int = 3) -> Any:
    """Rows, and to each a whole number below `kinds`."""
    return plain(rng, columns, rows).t(), tensor(rng.integers(0, kinds, rows))


def exam(
    *sizes: int, train: bool, drop: Callable[[], Module] = Alternate, frozen: bool = False,
    off: bool = False,
) -> Draw:  # fmt: skip
    """A model with gradients, in one of the two modes; a loss function; uneven batches.

    Its first parameter may be frozen, which is to say that it requires no grad; and recording may
    be off already.
    """

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        model = net(4, 6, 3, between=drop).train(train)
        for one in model.parameters():
            one.grad = tensor(numbers(rng, *one.shape))
        next(model.parameters()).requires_grad_(not frozen)
        loss_fn = Heard(model, CrossEntropyLoss(), off)
        return model, loss_fn, [labelled(rng, rows, 4) for rows in sizes]

    return draw


def _evaluated(
    model: Any, loss_fn: Any, batches: Sequence[Any], *, rows: bool = True, mode: str = "as before",
    drop: bool = False, record: bool = False, some: slice = slice(None), by: str = "rows",
    clear: bool = False, left: str = "", best: int | None = 1,
) -> tuple[float, float]:  # fmt: skip
    """The mean loss and the share right, or with a fault.

    Args:
        model: the model.
        loss_fn: gives a mean.
        batches: pairs of rows and labels.
        rows: does each row count the same, or each batch?
        mode: afterwards; "as before", "eval" or "train".
        drop: is it left in its mode meanwhile?
        record: are graphs recorded?
        some: which batches are used.
        by: what is divided by: "rows", "batches", or "one" for nothing.
        clear: are gradients cleared?
        left: what is left behind, in words.
        best: of which dim the place of the largest score is taken; None: of all scores.
    """
    was, total, right, count = model.training, 0.0, 0.0, 0
    model.train(drop and was)
    for x, labels in batches[some]:
        with set_grad_enabled(record):
            scores = model(x)
            loss = loss_fn(scores, labels).item()
        share = (scores.argmax(best) == labels).double().mean().item()
        weight = len(labels) if rows else 1
        total, right, count = total + weight * loss, right + weight * share, count + len(labels)
    model.train({"as before": was, "eval": False, "train": True}[mode])
    if clear:
        model.zero_grad()
    loss_fn.left = left
    over = {"rows": count, "batches": len(batches), "one": 1}[by]
    return total / over, right / over


NO_TRACE, EVAL, TRAIN, OFF, ON, CHANGED, GRAPH, NO_EXAM = (
    "none", "the model in eval mode", "the model in training mode", "recording off", "recording on",
    "changed gradients or parameters", "a recorded graph", "no loss was computed",
)  # fmt: skip


def _look_exam(model: Any, loss_fn: Heard, batches: Any) -> Observed:
    was, values = model.training, flat(model.parameters())
    wanted = [one.requires_grad for one in model.parameters()]
    grads = [one.grad for one in model.parameters()]
    before = flat(one.clone() for one in grads)
    set_grad_enabled(not loss_fn.off)

    def look(result: Any) -> tuple[Any, ...]:
        modes = {part.training for part in model.modules()}
        now = [one.grad for one in model.parameters()]
        left = loss_fn.left or NO_TRACE
        if not loss_fn.calls:
            left = NO_EXAM
        elif loss_fn.recorded:
            left = GRAPH
        elif any(grad is None for grad in now) or not close(flat(now), before):
            left = CHANGED
        elif not close(flat(model.parameters()), values):
            left = CHANGED
        elif [one.requires_grad for one in model.parameters()] != wanted:
            left = CHANGED
        elif modes != {was}:
            left = EVAL if was else TRAIN
        elif is_grad_enabled() == loss_fn.off:
            left = ON if loss_fn.off else OFF
        set_grad_enabled(True)
        return *parted(result, "the mean loss", "the share right"), left

    return look


def _wrong_exam(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda *args: _evaluated(*args, **fault), why)


EVALUATE = Function(
    "x5-evaluate",
    ask="a function that gives the mean loss over all rows and the share of right answers",
    reference=lambda model, loss_fn, batches: _evaluated(model, loss_fn, batches),
    draws=(exam(6, 3, 1, train=True), exam(4, 7, 2, 2, train=False)),
    parts=("the mean loss", "the share right", "traces"),
    trials=4,
    show=lambda model, loss_fn, batches: (
        f"batches of {[len(x) for x, _ in batches]} rows, the model in "
        f"{'training' if model.training else 'eval'} mode"
    ),
    observe=_look_exam,
    mistakes=(
        _wrong_exam("Something is recorded: recording is to be off while model and loss are "
                    "computed.", record=True),
        _wrong_exam("Gradients that stood there, or parameters, are not as they were.", clear=True),
        _wrong_exam("A model that came in training mode is left in eval mode.", mode="eval"),
        _wrong_exam("A model that came in eval mode leaves in training mode.", mode="train"),
        _wrong_exam("Recording is left off for all that comes after.", left=OFF),
        _wrong_exam("Recording was off before, and is on now: what was there is to come back, as a "
                    "`with torch.no_grad():` block does by itself.", left=ON),
        _wrong_exam("The largest of all scores is taken, not of each row: the rows are dim 0, the "
                    "columns dim 1.", best=None),
        _wrong_exam("Each batch counts the same here, however few its rows are.", rows=False,
                    by="batches"),
        _wrong_exam("That is the sum over the rows, not yet the mean or the share.", by="one"),
        _wrong_exam("It is divided by the number of batches, not of rows.", by="batches"),
        _wrong_exam("The batches' means are added up; the mean over all rows is wanted.",
                    by="one", rows=False),
        _wrong_exam("What the model drops in training is dropped here, too.", drop=True),
        _wrong_exam("Only the first batch is in it: does the function end within the loop?",
                    some=slice(1)),
        _wrong_exam("Only the last batch is in it; all are to be added up.", some=slice(-1, None)),
        _wrong_exam("The last batch is missing.", some=slice(-1)),
    ),
)  # fmt: skip

QUESTIONS = (EVALUATE,)
