"""Questions of lesson 08, "nn and optim, opened up"."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ... import nn
from ...autograd.grad_mode import no_grad
from ...creation.filled import ones
from ...optim import SGD
from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.kinds import Entries, Function
from ...testing.mistakes import Mistake
from ...testing.prediction import Prediction
from ...testing.values import brief

# -------------------------------------------------------------------------------- momentum


def _moving(rng: np.random.Generator) -> tuple[list[Tensor], list[Tensor], float, float]:
    parameters = [leaf(rng, 2), leaf(rng, 3)]
    for p in parameters:
        p.grad = plain(rng, *p.shape)
    velocities = [plain(rng, *p.shape) for p in parameters]
    return parameters, velocities, round(rng.uniform(0.1, 0.4), 1), round(rng.uniform(0.5, 0.9), 1)


def _look_moved(
    parameters: list[Tensor], velocities: list[Tensor], lr: float, momentum: float
) -> Callable[[Any], Any]:
    """What the tensors hold that everybody else has, too."""
    held = [*parameters, *velocities]

    def look(result: Any) -> Any:
        return tuple(x.detach() for x in held)

    return look


def _told(parameters: list[Tensor], velocities: list[Tensor], lr: float, momentum: float) -> str:
    """The inputs, each gradient beside its parameter."""
    each = (
        f"p = {brief(p)} with p.grad = {brief(p.grad)} and v = {brief(v)}"
        for p, v in zip(parameters, velocities)
    )
    return f"{'; '.join(each)}; lr = {lr}, momentum = {momentum}"


def _by(move: Callable[[Any, Any, float, float], None]) -> Callable[..., None]:
    """A step that moves one parameter after the other."""

    def step(parameters: list[Any], velocities: list[Any], lr: float, momentum: float) -> None:
        with no_grad():
            for p, v in zip(parameters, velocities):
                move(p, v, lr, momentum)

    return step


def _right(p: Any, v: Any, lr: float, momentum: float) -> None:
    v *= momentum
    v += p.grad
    p -= lr * v


def _velocity_elsewhere(p: Any, v: Any, lr: float, momentum: float) -> None:
    v = momentum * v + p.grad
    p -= lr * v


def _parameter_elsewhere(p: Any, v: Any, lr: float, momentum: float) -> None:
    v *= momentum
    v += p.grad
    p = p - lr * v


def _averaged(p: Any, v: Any, lr: float, momentum: float) -> None:
    v *= momentum
    v += (1 - momentum) * p.grad
    p -= lr * v


def _lr_inside(p: Any, v: Any, lr: float, momentum: float) -> None:
    v *= momentum
    v += lr * p.grad
    p -= v


def _upwards(p: Any, v: Any, lr: float, momentum: float) -> None:
    v *= momentum
    v += p.grad
    p += lr * v


def _unused(p: Any, v: Any, lr: float, momentum: float) -> None:
    v *= momentum
    v += p.grad
    p -= lr * p.grad


def _too_early(p: Any, v: Any, lr: float, momentum: float) -> None:
    p -= lr * v
    v *= momentum
    v += p.grad


def _shrunk_late(p: Any, v: Any, lr: float, momentum: float) -> None:
    v += p.grad
    v *= momentum
    p -= lr * v


def _kept_whole(p: Any, v: Any, lr: float, momentum: float) -> None:
    v += momentum * v + p.grad
    p -= lr * v


def _without(p: Any, v: Any, lr: float, momentum: float) -> None:
    v += p.grad
    p -= lr * v


STEP = Function(
    "momentum-step",
    ask="a function that writes one step of SGD with momentum into parameters and velocities",
    reference=_by(_right),
    draws=(_moving,),
    parts=("the first p", "the second p", "the first v", "the second v"),
    observe=_look_moved,
    show=_told,
    mistakes=(
        Mistake(
            _by(_velocity_elsewhere),
            "The velocities are as before: `v = …` gives the name to a new tensor, and the next "
            "step would begin with the old one. Write into v.",
        ),
        Mistake(
            _by(_parameter_elsewhere),
            "No parameter has moved: `p = …` gives the name to a new tensor. The layer holds the "
            "old one. Write into p.",
        ),
        Mistake(
            _by(_averaged),
            "Here v is a mean of the gradients, with 1 - momentum before the new one. In the "
            "formula, and in PyTorch, it is a sum: momentum * v + g.",
        ),
        Mistake(
            _by(_lr_inside),
            "lr has gone into the velocity. That is how some books write it; in the formula here, "
            "and in PyTorch, v is made of gradients, and lr comes in when p moves.",
        ),
        Mistake(_by(_upwards), "The parameters move uphill: look at the sign."),
        Mistake(
            _by(_unused),
            "The parameters move by the gradient, and not by the velocities.",
        ),
        Mistake(
            _by(_too_early),
            "The parameters move by the velocity of the step before: first v, then p.",
        ),
        Mistake(
            _by(_shrunk_late),
            "momentum has shrunk the new gradient, too: first shrink v, then add the gradient.",
        ),
        Mistake(
            _by(_kept_whole),
            "The old velocity is in it once too often: `v += …` keeps all of it, and momentum * v "
            "comes on top.",
        ),
        Mistake(
            _by(_without),
            "The gradient is added, but the old velocity is not multiplied by momentum.",
        ),
    ),
)

# --------------------------------------------------------------------------------------- deep


class _Deep(nn.Module):
    """The lesson's network, its layers held in a way that is to be said."""

    def __init__(
        self, width: int, depth: int, held: Callable[[Iterable[Any]], Any] = nn.ModuleList
    ) -> None:
        super().__init__()
        self.layers = held([nn.Linear(width, width) for _ in range(depth)])
        self.last = nn.Linear(width, 1)

    def forward(self, x: Any) -> Any:
        for layer in self.layers:
            x = layer(x).tanh()
        return self.last(x)


def _one_layer(layers: Iterable[Any]) -> Any:
    first, *others = layers
    return nn.ModuleList([first, *(first for _ in others)])


def _look_deep(width: int, depth: int) -> Callable[[Any], Any]:
    def look(model: Any) -> Any:
        with no_grad():
            return len(list(model.parameters())), model(ones(1, width))

    return look


DEEP = Function(
    "deep",
    ask="the repaired class: as many parameters as it has, and the same answers",
    reference=lambda width, depth: _Deep(width, depth),
    draws=(lambda rng: (int(rng.integers(2, 5)), int(rng.integers(2, 5))),),
    parts=("the number of parameters", "its answer to ones"),
    observe=_look_deep,
    mistakes=(
        Mistake(
            lambda width, depth: _Deep(width, depth, list),
            "It still finds two parameters, those of `last`: its layers lie in a Python list, or "
            "in something else that a module does not look into. nn.ModuleList is such a list that "
            "it does.",
        ),
        Mistake(
            lambda width, depth: _Deep(width, depth, _one_layer),
            "`[layer] * depth` is one layer, several times: four parameters, however deep. Make a "
            "new one each time.",
        ),
    ),
)

# ------------------------------------------------------------------------------------- kept

KEPT = Entries(
    "kept",
    ask='for each line of an `__init__` what it adds: "parameter", "buffer" or "neither"',
    expected={
        "self.weight = nn.Parameter(torch.ones(3))": "parameter",
        "self.scale = torch.ones(3)": "neither",
        "self.scale = torch.ones(3, requires_grad=True)": "neither",
        'self.register_buffer("mask", torch.ones(3))': "buffer",
        "self.layers = [nn.Linear(3, 3)]": "neither",
        "self.layers = nn.ModuleList([nn.Linear(3, 3)])": "parameter",
        "self.lr = 0.1": "neither",
    },
    hints={
        "self.scale = torch.ones(3, requires_grad=True)": (
            "it is a leaf and gets a gradient. But of which class is it? (Try it: "
            "`list(module.parameters())`.)"
        ),
        'self.register_buffer("mask", torch.ones(3))': "the method says it",
        "self.layers = [nn.Linear(3, 3)]": "as in `Deep` above",
        "self.layers = nn.ModuleList([nn.Linear(3, 3)])": (
            "a module has the parameters of the modules in it. What has a linear layer?"
        ),
        "self.lr = 0.1": "a number is not kept in a state_dict; an optimizer has one of its own",
    },
    given=("self.weight = nn.Parameter(torch.ones(3))", "self.scale = torch.ones(3)"),
)

# ----------------------------------------------------------------------------------- freezing


def _network(rng: np.random.Generator) -> tuple[Any]:
    return (nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1)),)


def _look_frozen(model: Any) -> Callable[[Any], Any]:
    """Which parameters a step of training moves."""
    before = {name: p.detach().clone() for name, p in model.named_parameters()}

    def look(result: Any) -> Any:
        named = dict(model.named_parameters())
        optimizer = SGD(list(named.values()), lr=0.5, momentum=0.9)
        loss = model(ones(4, 2)).pow(2).sum()
        if loss.requires_grad:
            loss.backward()
        optimizer.step()
        moved = [name for name, value in before.items() if not named[name].equal(value)]
        return {0: "none", 4: "all four"}.get(len(moved), ", ".join(moved))

    return look


def _freeze(*names: str) -> Callable[[Any], None]:
    def freeze(model: Any) -> None:
        for name, p in model.named_parameters():
            if name in names:
                p.requires_grad_(False)

    return freeze


FREEZE = Function(
    "freeze",
    ask="a function after which training moves 2.weight and 2.bias, and nothing else",
    reference=_freeze("0.weight", "0.bias"),
    draws=(_network,),
    observe=_look_frozen,
    show=lambda model: "model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))",
    mistakes=(
        Mistake(
            _freeze(),
            "Everything still moves. eval(), `.grad = None` and zero_grad() do not freeze: the "
            "next backward() brings new gradients. The flag to switch is requires_grad, of each "
            "parameter of the first layer. (`model[0].requires_grad = False` only makes an "
            "ordinary attribute of the module; no parameter hears of it.)",
        ),
        Mistake(
            _freeze("0.weight", "0.bias", "2.weight", "2.bias"),
            "Nothing moves any more: the last layer is frozen, too. model.parameters() are those "
            "of all layers; model[0].parameters() those of one.",
        ),
        Mistake(
            _freeze("0.weight"),
            "The bias of the first layer still moves: a layer has more than a weight. Go through "
            "model[0].parameters().",
        ),
    ),
)

QUESTIONS = (STEP, DEEP, KEPT, FREEZE)

# -------------------------------------------------------------------------------- predictions


def _twice() -> int:
    layer = nn.Linear(3, 3)
    return len(list(nn.Sequential(layer, nn.Tanh(), layer).parameters()))


PREDICTIONS = (
    Prediction(
        "corners",
        "Three networks, with `ReLU`, `Tanh` and `Sigmoid` between their layers, each trained on "
        "the moons. Whose border between the classes has corners?",
        "ReLU",
        choices=("ReLU", "Tanh", "Sigmoid", "all three"),
        why="A ReLU is two straight lines, and sums of them are straight pieces, too.",
        hints={
            "Tanh": "A tanh has no corner. What can a sum of tanhs have?",
            "Sigmoid": "A sigmoid has no corner. What can a sum of them have?",
            "all three": "What has corners at the end has had one at the beginning.",
        },
    ),
    Prediction(
        "adam",
        "The network with `Sigmoid`, 200 rounds: SGD, SGD with momentum, or Adam, as above. Whose "
        "loss is the largest at the end?",
        "SGD",
        choices=("SGD", "SGD with momentum", "Adam"),
        why="Its steps are as small as the gradients that Sigmoid has let through.",
        hints={
            "SGD with momentum": "What does it do to many small steps in the same direction?",
            "Adam": "By what does it divide a small gradient?",
        },
    ),
    Prediction(
        "lost",
        "`Deep(width=4, depth=3)` has four layers, each with a weight and a bias. How many "
        "parameters does `named_parameters()` find?",
        lambda: len(list(_Deep(4, 3, list).parameters())),
        why="A module does not look into a Python list: only `last` was entered.",
        hints={
            8: "That is how many there are. What is `self.layers` for a module?",
            0: "`self.last = nn.Linear(…)` is entered.",
            6: "Which of the two, `layers` or `last`, is a module?",
        },
    ),
    Prediction(
        "shared",
        "`layer = nn.Linear(3, 3)`, and `twice = nn.Sequential(layer, nn.Tanh(), layer)`. How many "
        "parameters does `twice` have?",
        _twice,
        why="One weight, one bias: each tensor is counted once, however often it is used.",
        hints={
            4: "Two uses, but how many tensors?",
            1: "A linear layer has a weight, and what else?",
        },
    ),
)
