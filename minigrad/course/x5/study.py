"""x5-study: a script with four faults and no error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...autograd.grad_mode import set_grad_enabled
from ...nn import CrossEntropyLoss, Module, Sequential, Tanh
from ...optim import SGD
from ...testing.kinds import Function
from ...testing.lives import crowd
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, parted
from ...testing.question import Draw
from ...testing.values import as_array, close
from .evaluate import Heard, labelled
from .nets import flat, net


def script(
    *sizes: int, epochs: int, last: int = 9, width: int = 4, between: Callable[[], Module] = Tanh
) -> Draw:
    """All that a training needs; the exam has more rows than any batch."""

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        model: Sequential = net(width, 5, 3, between=between)
        loss_fn = Heard(model, CrossEntropyLoss())
        optimizer = SGD(model.parameters(), lr=0.2)
        batches = [labelled(rng, rows, width) for rows in sizes]
        return model, loss_fn, optimizer, batches, labelled(rng, last, width), epochs

    return draw


def _studied(
    model: Any, loss_fn: Any, optimizer: Any, batches: Sequence[Any], exam: Any, epochs: int, *,
    order: str = "cbs", once: bool = False, mean: str = "rows", keep: str = "",
    modes: str = "back", record: bool = False, some: slice = slice(None),
) -> tuple[Any, ...]:  # fmt: skip
    """The losses of each epoch and of each exam, or with a fault.

    Args:
        model: the model.
        loss_fn: gives a mean.
        optimizer: its optimizer.
        batches: pairs of rows and labels.
        exam: one pair.
        epochs: how many rounds through all batches.
        order: the letters of clear, backward, step.
        once: are gradients cleared at the beginning of each epoch?
        mean: over "rows" or "batches", or the "sum"; "mixed": the rows' sum divided by the batches.
        keep: are losses added up with their graphs, and these kept to the end of the "epoch", or
            for "all"?
        modes: training mode comes "back" after the exam, at the "start" of each epoch, or not
            ("stay"); or "never" is there another one; or it is "eval" mode throughout.
        record: is the exam recorded?
        some: which batches are used.
    """
    losses, exams = [], []
    for _ in range(epochs):
        if modes in ("start", "eval"):
            model.train(modes == "start")
        total: Any = 0.0
        if once:
            optimizer.zero_grad()
        for x, labels in batches[some]:
            loss = loss_fn(model(x), labels)
            for letter in order:
                {"c": optimizer.zero_grad, "b": loss.backward, "s": optimizer.step}[letter]()
            weight = len(labels) if mean in ("rows", "mixed") else 1
            total += weight * (loss if keep else loss.item())
        by = {"rows": sum(len(x) for x, _ in batches), "sum": 1}.get(mean, len(batches))
        losses.append(float(total) / by if keep == "epoch" else total / by)
        model.train(modes == "never")
        with set_grad_enabled(record):
            exams.append(loss_fn(model(exam[0]), exam[1]).item())
        if modes == "back":
            model.train()
    return losses, exams


LISTS = "each epoch's mean loss", "the loss in each exam"
MEANS = ("means over the rows", "means over the batches", "sums")
SWAPPED, NOT_TWO, ELSE = "swapped", "not two lists of numbers", "something else"
TOO_FEW = "not one number for each epoch"
AS_ASKED, NO_TRAIN, NO_EVAL, END, RECORDED, NO_LOSS = (
    "as asked", "eval mode while it learns", "training mode in the exam", "eval mode at the end",
    "a graph is recorded in the exam", "no loss was computed",
)  # fmt: skip


def _look_studied(
    model: Any, loss_fn: Heard, optimizer: Any, batches: Any, exam: Any, epochs: int
) -> Observed:
    heard = crowd()
    rows = len(exam[1])

    def look(result: Any) -> tuple[Any, ...]:
        reported = [as_array(part) for part in parted(result, *LISTS)]
        learnt = [call for call in loss_fn.calls if call[0] != rows]
        asked = [call for call in loss_fn.calls if call[0] == rows]
        wrong = {
            NO_LOSS: not asked,
            NO_TRAIN: not all(call[2] for call in learnt),
            NO_EVAL: any(call[2] for call in asked),
            END: not model.training,
            RECORDED: any(call[3] for call in asked),
        }
        state = next((name for name, bad in wrong.items() if bad), AS_ASKED)
        alive = heard() if learnt else NO_LOSS
        return flat(model.parameters()), _means(learnt, asked, reported, epochs), alive, state

    return look


def _means(learnt: Any, asked: Any, reported: Any, epochs: int) -> str:
    """What the two lists are, measured by the losses that were computed on the way."""
    if any(part is None for part in reported):
        return NOT_TWO
    if any(part.shape != (epochs,) for part in reported):
        return TOO_FEW
    if len(learnt) % epochs or len(asked) != epochs:
        return ELSE
    counts, losses = (np.reshape([call[i] for call in learnt], (epochs, -1)) for i in (0, 1))
    ways = (losses * counts).sum(1) / counts.sum(1), losses.mean(1), losses.sum(1)
    exams = np.asarray([call[1] for call in asked])
    if any(close(reported[1], way) for way in ways) and close(reported[0], exams):
        return SWAPPED
    good = close(reported[1], exams)
    return next((name for name, way in zip(MEANS, ways) if good and close(reported[0], way)), ELSE)


def _wrong_study(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda *args: _studied(*args, **fault), why)


STUDY = Function(
    "x5-study",
    ask="the repaired script, without its four faults",
    reference=lambda model, loss_fn, optimizer, batches, exam, epochs: _studied(
        model, loss_fn, optimizer, batches, exam, epochs
    ),
    draws=(script(4, 2, 5, 3, 1, 2, 6, 4, epochs=1), script(5, 3, 1, epochs=4)),
    parts=("the parameters", "the two lists", "graphs alive at once", "the modes"),
    trials=2,
    show=lambda model, loss_fn, optimizer, batches, exam, epochs: (
        f"batches of {[len(x) for x, _ in batches]} rows, epochs = {epochs}"
    ),
    observe=_look_studied,
    mistakes=(
        _wrong_study("From the second epoch on the model learns in another mode than in the first. "
                     "What does the exam leave behind?", modes="stay"),
        _wrong_study("The model learns in eval mode.", modes="eval"),
        _wrong_study("In the exam the model is in training mode.", modes="never"),
        _wrong_study("At the end the model is in eval mode.", modes="start"),
        _wrong_study("The exam needs no graph, and one is recorded.", record=True),
        _wrong_study("Graphs outlive their round: what leads to them when it is over?", keep="all"),
        _wrong_study("Graphs outlive their round, if not their epoch: what leads to them?",
                     keep="epoch"),
        _wrong_study("Each batch counts the same in an epoch's loss, however few its rows are.",
                     mean="batches"),
        _wrong_study("These are sums over an epoch's batches, no means.", mean="sum"),
        _wrong_study("These are not means of the losses on the way: by what is each multiplied, "
                     "and by what is the sum divided?", mean="mixed"),
        _wrong_study("No parameter has moved. Is step() called, and what does it find in .grad "
                     "then?", order="bcs"),
        _wrong_study("The gradients of all batches add up: nothing clears them.", order="bs"),
        _wrong_study("The gradients of an epoch's batches add up: they are cleared once in each "
                     "epoch.", order="bs", once=True),
        Mistake(
            lambda model, loss_fn, optimizer, batches, exam, epochs: (
                _studied(model, loss_fn, optimizer, batches, exam, 1)
            ),
            "There is one epoch alone: does the function end within the loop?",
        ),
        Mistake(
            lambda *args: _studied(*args)[::-1],
            "First comes the list of the epochs' losses, then that of the exams.",
        ),
    ),
)  # fmt: skip

QUESTIONS = (STUDY,)
