import pytest

import minigrad as torch
from minigrad import nn, optim
from minigrad.testing import registry
from minigrad.testing.registry import find

KEPT = find("kept").expected


def judged(name, answer):
    verdict = find(name).judge(answer)
    return verdict.ok, " ".join(verdict.message.split())


# -------------------------------------------------------------------------------- momentum


def step(move):
    def made(parameters, velocities, lr, momentum):
        with torch.no_grad():
            for p, v in zip(parameters, velocities):
                move(p, v, lr, momentum)

    return made


def methods(p, v, lr, momentum):
    v.mul_(momentum).add_(p.grad)
    p.sub_(lr * v)


def copied(p, v, lr, momentum):
    v.copy_(momentum * v + p.grad)
    p.copy_(p - lr * v)


def late(p, v, lr, momentum):
    p -= lr * v
    v *= momentum
    v += p.grad


def bare(parameters, velocities, lr, momentum):
    for p, v in zip(parameters, velocities):
        methods(p, v, lr, momentum)


def rebound_p(p, v, lr, momentum):
    v.mul_(momentum).add_(p.grad)
    p = p - lr * v


def rebound_v(p, v, lr, momentum):
    v = momentum * v + p.grad
    p -= lr * v


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (step(methods), "right"),
        (step(copied), "right"),
        (step(rebound_v), "The velocities are as before"),
        (step(rebound_p), "No parameter has moved"),
        (step(lambda p, v, lr, m: (v.add_(p.grad).mul_(m), p.sub_(lr * v))), "has shrunk the new"),
        (step(late), "first v, then p"),
        (step(lambda p, v, lr, m: (v.mul_(m).add_((1 - m) * p.grad), p.sub_(lr * v))), "is a mean"),
        (step(lambda p, v, lr, m: (v.mul_(m).add_(lr * p.grad), p.sub_(v))), "lr has gone into"),
        (step(lambda p, v, lr, m: (v.mul_(m).add_(p.grad), p.add_(lr * v))), "uphill"),
        (
            step(lambda p, v, lr, m: (v.mul_(m).add_(p.grad), p.sub_(lr * p.grad))),
            "not by the velocities",
        ),
        (step(lambda p, v, lr, m: (v.add_(p.grad), p.sub_(lr * v))), "not multiplied by momentum"),
        (bare, "a leaf Variable that requires grad"),
    ],
)
def test_momentum_step(answer, words):
    ok, message = judged("momentum-step", answer)
    assert ok == (words == "right")
    assert words in message


@pytest.mark.parametrize("lib", ["minigrad", "torch"])
def test_the_formula_is_that_of_the_optimizer(lib):
    lib = pytest.importorskip(lib)
    p = lib.tensor([1.0, 2.0], requires_grad=True)
    mine, velocity = p.detach().clone(), lib.zeros(2)
    optimizer = lib.optim.SGD([p], lr=0.1, momentum=0.9)
    for number in range(3):
        p.grad = lib.tensor([0.5, -1.0 - number])
        optimizer.step()
        velocity.mul_(0.9).add_(p.grad)
        mine -= 0.1 * velocity
    assert lib.allclose(mine, p)


# ------------------------------------------------------------------------------------ deep


class Deep(nn.Module):
    held = list

    def __init__(self, width, depth):
        super().__init__()
        self.layers = type(self).held([nn.Linear(width, width) for _ in range(depth)])
        self.last = nn.Linear(width, 1)

    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return self.last(x)


def deep(how):
    return type("Repaired", (Deep,), {"held": staticmethod(how)})


class Numbered(Deep):
    def __init__(self, width, depth):
        super().__init__(width, depth)
        for number, layer in enumerate(self.layers):
            self.add_module(f"layer{number}", layer)


class Fewer(Deep):
    held = staticmethod(lambda layers: nn.ModuleList(layers[1:]))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (deep(nn.ModuleList), "right"),
        (deep(lambda layers: nn.Sequential(*layers)), "right"),
        (Numbered, "right"),
        (Deep, "It still finds two parameters"),
        (deep(tuple), "It still finds two parameters"),
        (deep(lambda layers: nn.ModuleList(layers[:1] * len(layers))), "one layer, several times"),
        (Fewer, "not yet"),
    ],
)
def test_deep(answer, words):
    ok, message = judged("deep", answer)
    assert ok == (words == "right")
    assert words in message


# ------------------------------------------------------------------------------------ kept


@pytest.mark.parametrize("lib", ["minigrad", "torch"])
@pytest.mark.parametrize("line", KEPT)
def test_what_a_line_of_init_adds(lib, line):
    lib = pytest.importorskip(lib)
    module = lib.nn.Module()
    exec(line, {"self": module, "torch": lib, "nn": lib.nn})
    found = "neither"
    if list(module.parameters()):
        found = "parameter"
    elif list(module.buffers()):
        found = "buffer"
    assert found == KEPT[line]
    assert bool(module.state_dict()) is (found != "neither")


def test_each_open_entry_has_a_hint():
    question = find("kept")
    assert set(question.hints) == set(question.expected) - set(question.given)


# -------------------------------------------------------------------------------- freezing


def one_by_one(model):
    for p in model[0].parameters():
        p.requires_grad = False


def cleared(model):
    model.zero_grad()
    model[0].eval()
    for p in model[0].parameters():
        p.grad = None


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (one_by_one, "right"),
        (lambda model: model[0].requires_grad_(False), "right"),
        (cleared, "Everything still moves"),
        (lambda model: model.requires_grad_(False), "Nothing moves any more"),
        (lambda model: model[0].weight.requires_grad_(False), "The bias of the first layer"),
        (lambda model: model[2].requires_grad_(False), "not yet"),
        (lambda model: setattr(model[0], "requires_grad", False), "an ordinary attribute"),
    ],
)
def test_freeze(answer, words):
    ok, message = judged("freeze", answer)
    assert ok == (words == "right")
    assert words in message


def test_an_optimizer_passes_by_what_is_frozen():
    model = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
    one_by_one(model)
    before = model[0].weight.clone()
    optimizer = optim.SGD(model.parameters(), lr=0.5)
    model(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    assert model[0].weight.equal(before)


def test_corners_and_adam_are_what_the_lesson_shows():
    for name in ("corners", "adam"):
        found = registry.find_prediction(name)
        assert set(found.hints) == set(found.choices) - {found.answer}


def test_predictions():
    for name, right in (("lost", 2), ("shared", 2)):
        found = registry.find_prediction(name)
        assert found.answer() == right and right not in found.hints
