"""x6-ask: a question to a network that leaves no trace."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...autograd.grad_mode import inference_mode, is_grad_enabled, set_grad_enabled
from ...nn import BatchNorm1d, Linear, Module, Sequential
from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.kinds import Function
from ...testing.lives import recorded
from ...testing.mistakes import Mistake
from ...testing.observed import Observed, OddForm
from ...testing.question import Draw
from ...testing.values import Array, close, kind
from ..x5.evaluate import Alternate
from ..x5.nets import flat


class Heard:
    """A hook that notes whether a model, or a copy of it, was asked."""

    asked = False

    def __call__(self, *args: Any) -> None:
        """Hear its last part."""
        self.asked = True

    def __deepcopy__(self, memo: Any) -> Heard:
        return self


class Asked(Sequential):
    """A model.

    Attributes:
        heard: whether it was asked.
        off: is recording off already when the learner's function is called?
    """

    def __init__(self, *parts: Module, off: bool = False) -> None:
        super().__init__(*parts)
        self.heard, self.off = Heard(), off
        self[-1].register_forward_hook(self.heard)


def asked(
    rows: int, *, train: bool, other: Sequence[int] = (), off: bool = False, wants: bool = False,
) -> Draw:  # fmt: skip
    """A model and some rows.

    Args:
        rows: how many.
        train: the mode of the model.
        other: which of its parts, as `modules()` counts them, are in the other mode.
        off: is recording off?
        wants: do the rows require grad?
    """

    def draw(rng: np.random.Generator) -> tuple[Any, ...]:
        norm = BatchNorm1d(5)
        inner = Sequential(Linear(5, 6), Alternate())
        model = Asked(Linear(3, 5), norm, Alternate(), inner, Linear(6, 2), off=off).double()
        for buffer in (norm.running_mean, norm.running_var):
            assert buffer is not None
            buffer.copy_(plain(rng, 5).abs())
        for one in model.parameters():
            one.grad = plain(rng, *one.shape)
        next(inner.parameters()).requires_grad_(False)
        model.train(train)
        for place, part in enumerate(model.modules()):
            part.training = train ^ (place in other)
        return model, (leaf if wants else plain)(rng, rows, 3)

    return draw


def _put(model: Any, modes: Iterable[bool]) -> None:
    for part, mode in zip(model.modules(), modes):
        part.training = mode


def _ask(
    model: Any, x: Tensor, *, record: bool | None = False, marked: bool = False,
    cut: bool = False, quiet: str = "all", back: str = "each", grad: str = "as before",
    freeze: bool = False, clear: bool = False,
) -> Tensor:  # fmt: skip
    """What the model says, or with a fault.

    Args:
        model: the model.
        x: the rows.
        record: is it recorded? None: if recording is on.
        marked: is it computed in inference mode?
        cut: is the graph cut off?
        quiet: which parts are in eval mode meanwhile: "all", the model and its "children", those
            that are in it anyway ("same"), or "none".
        back: how modes come back: "each" its own, the "top" one's for all, "eval", "train", or the
            top one's alone ("one").
        grad: recording afterwards: "as before", "on", "off".
        freeze: are the parameters frozen afterwards?
        clear: are gradients cleared?
    """
    modes, recording = [part.training for part in model.modules()], is_grad_enabled()
    if quiet in ("all", "none"):
        model.train(quiet == "none")
    elif quiet == "children":
        for part in (model, *model.children()):
            part.training = False
    set_grad_enabled(recording if record is None else record)
    if marked:
        with inference_mode():
            said = model(x)
    else:
        said = model(x)
    set_grad_enabled({"as before": recording, "on": True, "off": False}[grad])
    if back == "each":
        _put(model, modes)
    elif back == "one":
        model.training = modes[0]
    else:
        model.train({"top": modes[0], "eval": False, "train": True}[back])
    if freeze:
        model.requires_grad_(False)
    if clear:
        model.zero_grad()
    answer: Tensor = said.detach() if cut else said
    return answer


CONSTANT, MARKED, RECORDED, CUT = (
    "a constant", "an inference tensor", "a tensor with a graph", "a constant, cut off a graph",
)  # fmt: skip
NOTHING, ON, OFF, ALL_EVAL, ALL_TRAIN, MODES, SILENT = (
    "nothing", "recording on", "recording off", "all parts in eval mode",
    "all parts in training mode", "parts in another mode", "the model was not asked",
)  # fmt: skip


def _values(model: Any, x: Tensor) -> dict[str, Array]:
    """What is not to change, by what is said if it has."""
    own = list(model.parameters())
    grads = [np.empty(0) if one.grad is None else one.grad.numpy().ravel() for one in own]
    return {
        "other parameters": flat(own),
        "frozen parameters": np.asarray([one.requires_grad for one in (*own, x)]),
        "other gradients": np.concatenate(grads),
        "other buffers": flat(model.buffers()),
        "other rows": flat([x]),
    }


def _look_ask(model: Asked, x: Tensor) -> Observed:
    modes = [part.training for part in model.modules()]
    before = {name: values.copy() for name, values in _values(model, x).items()}
    set_grad_enabled(not model.off)
    heard = recorded()

    def left() -> str:
        recording = is_grad_enabled()
        now = [part.training for part in model.modules()]
        if recording == model.off:
            return ON if recording else OFF
        if now != modes:
            return MODES if len(set(now)) > 1 else ALL_TRAIN if now[0] else ALL_EVAL
        values = _values(model, x)
        return next((name for name in before if not close(values[name], before[name])), NOTHING)

    def look(result: Any) -> tuple[Any, ...]:
        nodes, found = heard(), left()
        set_grad_enabled(True)
        if not isinstance(result, Tensor):
            if result is None:
                raise TypeError
            raise OddForm(f"The answer is to be a tensor, as model(x) is; yours is {kind(result)}.")
        if not model.heard.asked:
            return result.detach(), SILENT, SILENT
        what = RECORDED if result.requires_grad else CUT if nodes else CONSTANT
        return result.detach(), MARKED if result.is_inference() else what, found

    return look


def _wrong_ask(why: str, **fault: Any) -> Mistake:
    return Mistake(lambda model, x: _ask(model, x, **fault), why)


_OWN = "Each part has a switch of its own, and they did not all stand alike before. "
ASK = Function(
    "x6-ask",
    ask="a function that gives model(x) in eval mode, as a constant, and leaves all as it was",
    reference=lambda model, x: _ask(model, x),
    draws=(
        asked(4, train=True, other=[2]),
        asked(3, train=False),
        asked(2, train=True, off=True, wants=True),
        asked(3, train=False, other=[3, 6], wants=True),
    ),
    parts=("the answer", "it is", "left behind"),
    trials=4,
    show=lambda model, x: f"{len(x)} rows, x.requires_grad = {x.requires_grad}; training: " + (
        ", ".join(f"{type(part).__name__} {part.training}" for part in model.modules())
    ),
    observe=_look_ask,
    mistakes=(
        *(_wrong_ask("It is recorded: the answer has a graph behind it.", record=record)
          for record in (None, True)),
        *(_wrong_ask("The answer is a constant, but a graph was recorded on the way to it, which "
                     "`detach()` then leaves behind. Nothing was to be recorded.",
                     record=record, cut=True) for record in (None, True)),
        _wrong_ask("Nothing could save this answer for a backward: it carries the mark of "
                   "inference_mode. Which other block records nothing?", marked=True),
        *(_wrong_ask("The parts compute as in training: dropout drops, and the norm takes the "
                     "mean of these rows and moves its own. Each looks at its own switch, not at "
                     "the model's.", quiet=quiet) for quiet in ("same", "none")),
        _wrong_ask("All of it goes on as before the call: it is recorded, and the parts compute "
                   "as in training.", quiet="same", record=None),
        _wrong_ask("The parts of the parts are still in training mode: children() does not go "
                   "so deep.", quiet="children"),
        _wrong_ask(_OWN + "Yours sets all to what the model's own was.", back="top"),
        _wrong_ask(_OWN + "Yours puts back the model's own alone.", back="one"),
        _wrong_ask("The model is left in eval mode.", back="eval"),
        _wrong_ask("The model is left in training mode, whatever it was before.", back="train"),
        _wrong_ask("Recording is on afterwards, whatever it was before.", grad="on"),
        _wrong_ask("Recording is off afterwards, whatever it was before.", grad="off"),
        _wrong_ask("A parameter's requires_grad is not what it was. Each has its own, some may "
                   "have been frozen before, and training would miss one that is frozen now.",
                   freeze=True),
        _wrong_ask("The gradients that stood in .grad are gone.", clear=True),
        Mistake(lambda model, x: x.detach()[:, :2], "The model was not asked at all."),
    ),
)  # fmt: skip

QUESTIONS = (ASK,)
