"""x8-sequential: a network, as a module that knows its parts."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ... import nn
from ...tensor import Tensor
from ...testing.draws import leaf
from ...testing.mistakes import Mistake
from ...testing.observed import OddForm
from ...testing.question import Draw
from .made import Made, Used, given_back, module_of


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
    first, result = (given_back(model(x)) for _ in range(2))
    if isinstance(result, Tensor) and result.requires_grad:
        result.sum().backward()
    if isinstance(result, Tensor) and not (result.shape == first.shape and result.equal(first)):
        raise OddForm("Called a second time with the same x, it gives another result.")
    found = len(list(model.parameters()))
    all_parts = dict.fromkeys(m for part in parts for m in part.modules())
    if any(isinstance(m, nn.Sequential) and m not in all_parts for m in model.modules()):
        raise OddForm("nn.Sequential itself is not to be used.")
    heard = [sum(m.training for m in all_parts)]
    model.eval()
    heard.append(sum(m.training for m in all_parts))
    reached = sum(q.grad is not None for p in dict.fromkeys(parts) for q in p.parameters())
    return found, result, f"{heard[0]}, then {heard[1]}", reached


def many() -> Sequence[Any]:
    """So many that a number in a name has two digits."""
    return [nn.Linear(4, 4) for _ in range(11)]


def _line(
    compute: Callable[[Any, Any], Any],
    hold: Callable[[Any], Any] = nn.ModuleList,
    **methods: Callable[..., Any],
) -> Used:
    class Sequential(nn.Module):
        def __init__(self, *parts: Any) -> None:
            super().__init__()
            self.parts = hold(parts)

        def forward(self, x: Any) -> Any:
            return compute(self.parts, x)

    for name, method in methods.items():
        setattr(Sequential, name, method)
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


def _called(parts: Sequence[Any]) -> list[str]:
    """The parts as a report names them; one that was there before, as that one."""
    names = [type(p).__name__ for p in parts]
    first = [list(parts).index(p) for p in parts]
    return [name if at == i else f"number {at + 1} again"
            for i, (name, at) in enumerate(zip(names, first))]  # fmt: skip


def _all_of_them(self: Any) -> Any:
    for part in self.parts:
        yield from part.parameters()


def _quiet_alone(self: Any) -> Any:
    self.training = False
    return self


def _quiet_parts(self: Any) -> Any:
    for module in (self, *self.parts):
        module.training = False
    return self


SEQUENTIAL = Made(
    "x8-sequential",
    ask="a class Sequential(*parts), a module that hands its input from part to part",
    reference=_line(_through),
    draws=(
        line_of(lambda: (nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4))),
        line_of(twice),
        line_of(many),
        line_of(inside),
    ),
    parts=(
        "how many parameters it finds", "the result", "modules in training mode, before eval() and "
        "after", "how many parameters of the parts get a gradient",
    ),
    trials=4,
    show=lambda parts, x: f"the parts {', '.join(_called(parts))}",
    mistakes=(
        Mistake(_line(_through, eval=_quiet_alone),
                "eval() does not reach the parts. nn.Module's own does, as far as they are "
                "assigned or lie in an nn.ModuleList: has the class one that replaces it, or a "
                "plain list?"),
        Mistake(_line(_through, eval=_quiet_parts),
                "eval() stops at the parts: a part may have parts of its own."),
        Mistake(
            _line(_through, list),
            "The parts lie in a Python list or tuple, into which a module does not look: it finds "
            "no parameters, and eval() reaches nobody. nn.ModuleList is a list that it knows.",
        ),
        Mistake(
            _line(_through, list, parameters=_all_of_them),
            "The parts lie in a Python list or tuple: eval() reaches nobody, and a layer that "
            "stands in two places is counted twice. nn.ModuleList is a list that a module knows, "
            "and nn.Module's own parameters() finds what is in it.",
        ),
        Mistake(_line(_through, list, parameters=_all_of_them, eval=_quiet_parts),
                "A layer that stands in two places is counted twice, or eval() stops at the parts "
                "and does not reach theirs. nn.Module has both methods, and they do."),
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

QUESTIONS = (SEQUENTIAL,)
