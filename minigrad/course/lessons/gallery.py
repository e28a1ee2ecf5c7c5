"""What the gallery asks."""

from __future__ import annotations

from ...creation.data import tensor
from ...tensor import Tensor
from ...testing.prediction import Prediction
from ...testing.question import Question

QUESTIONS: tuple[Question, ...] = ()


def _once_more() -> Tensor | None:
    x = tensor(2.0, requires_grad=True)
    y = tensor(3.0, requires_grad=True)
    for _ in range(2):
        (x * y + x.log()).backward()
    return x.grad


PREDICTIONS = (
    Prediction(
        "once-more",
        question="`x.grad` is 3.5 now. All three lines of arithmetic run once more, on the same "
        "`x` and `y`, and so does `z.backward()`. What is `x.grad` then?",
        answer=_once_more,
        why="`backward()` adds to what is there. Hence `optimizer.zero_grad()` in every training "
        "loop.",
        hints={
            3.5: "That would be so if `backward()` put its result in the place of what was there."
        },
    ),
)
