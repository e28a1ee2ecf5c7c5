import contextlib

import pytest

import minigrad as torch
from minigrad.testing import registry
from minigrad.testing.registry import find

LEGAL, SHARES = find("legal").expected, find("shares").expected


def judged(name, answer):
    verdict = find(name).judge(answer)
    return verdict.ok, " ".join(verdict.message.split())


def outcome(lib, program):
    """What a card does; its gradient is compared with that of the program without the write."""
    found = []
    for written in (program, program.replace("w.detach().numpy()[:] = 0", "")):
        w = lib.tensor([1.0, 2.0, 3.0], requires_grad=True)
        names = {"torch": lib, "w": w, "c": lib.ones(3)}
        for lines, word in ((written, "at once"), ("y.sum().backward()", "backward")):
            try:
                exec(lines, names)
            except RuntimeError:
                return word
        found.append(w.grad.tolist())
    return "fine" if found[0] == found[1] else "wrong"


@pytest.mark.parametrize("program", LEGAL)
def test_the_cards_are_what_minigrad_does(program):
    assert outcome(torch, program) == LEGAL[program]


@pytest.mark.parametrize("program", LEGAL)
def test_the_cards_are_what_pytorch_does(program):
    assert outcome(pytest.importorskip("torch"), program) == LEGAL[program]


@pytest.mark.parametrize("lib", ["minigrad", "torch"])
@pytest.mark.parametrize("expression", SHARES)
def test_what_shares_memory(lib, expression):
    lib = pytest.importorskip(lib)
    x = lib.zeros(2, 3)
    shown = eval(expression, {"x": x})
    x.fill_(7.0)
    assert bool((shown == 7).all()) is SHARES[expression]


@pytest.mark.parametrize("name", ["switches", "shares", "legal"])
def test_each_open_entry_has_a_hint(name):
    question = find(name)
    assert set(question.hints) == set(question.expected) - set(question.given)


# ---------------------------------------------------------------------------------- functions


def silent(a, b):
    with torch.no_grad():
        return ((a - b) ** 2).sum()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda a, b: ((a - b.detach()) ** 2).sum(), "right"),
        (lambda a, b: ((b.detach() - a).pow(2)).sum(), "right"),
        (lambda a, b: ((a - b) ** 2).sum(), "It moves both"),
        (lambda a, b: ((a.detach() - b) ** 2).sum(), "Nothing leads back to a"),
        (lambda a, b: ((a - b.detach()) ** 2).mean(), "not yet"),
        (silent, "Nothing leads back to a"),
    ],
)
def test_towards(answer, words):
    ok, message = judged("towards", answer)
    assert ok == (words == "right")
    assert words in message


def written_over(scores, hidden=contextlib.nullcontext):
    powers = scores.exp()
    with hidden():
        powers /= powers.sum()
    return powers


def past_the_counter(scores):
    powers = scores.exp()
    powers.data /= powers.data.sum()
    return powers


def new_tensor(scores):
    powers = scores.exp()
    powers = powers / powers.sum()
    return powers


def copied(scores):
    powers = scores.exp().clone()
    powers /= powers.sum()
    return powers


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (new_tensor, "right"),
        (copied, "right"),
        (lambda scores: scores.softmax(0), "right"),
        (written_over, "backward() stops"),
        (lambda scores: written_over(scores, torch.no_grad), "backward() stops"),
        (lambda scores: written_over(scores).detach(), "nothing leads back"),
        (past_the_counter, "the sum depends"),
        (
            lambda scores: scores.exp() / scores.exp().sum().detach(),
            "the sum depends",
        ),
        (lambda scores: scores.exp() / scores.exp().sum().item(), "the sum depends"),
    ],
)
def test_parts(answer, words):
    ok, message = judged("parts", answer)
    assert ok == (words == "right")
    assert words in message


def unit(w):
    with torch.no_grad():
        w /= w.norm()


def twice(w):
    with torch.no_grad():
        length = w.norm()
        w.mul_(1 / length).mul_(1)


def detached(w):
    w.detach().div_(w.norm().item())


def rebound(w):
    w = w / w.norm()


def squared(w):
    with torch.no_grad():
        w /= (w**2).sum()


def data(w):
    w.data /= w.data.norm()


def numpy(w):
    w.detach().numpy()[:] /= w.norm().item()


def frozen(w):
    w.requires_grad_(False)
    w /= w.norm()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (unit, "right"),
        (twice, "right"),
        (detached, "right"),
        (rebound, "Nothing was written into w"),
        (data, "nobody has counted the write"),
        (numpy, "nobody has counted the write"),
        (lambda w: w / w.norm(), "Nothing was written into w"),
        (squared, "the sum of the squares"),
        (frozen, "not the leaf any more"),
        (lambda w: w.div_(w.norm()), "a leaf Variable that requires grad"),
    ],
)
def test_unit(answer, words):
    ok, message = judged("unit", answer)
    assert ok == (words == "right")
    assert words in message


# -------------------------------------------------------------------------------- predictions


def test_predictions():
    versions = registry.find_prediction("versions")
    assert versions.answer() == 3 and 3 not in versions.hints
    lied = registry.find_prediction("lied")
    w = torch.tensor([1.0, 2.0], requires_grad=True)
    y = (w**2).sum()
    w.data.mul_(10)
    y.backward()
    assert str(w.grad) == "tensor([20., 40.])" and lied.answer == "[20, 40]"
    assert set(lied.hints) == set(lied.choices) - {lied.answer}
    with torch.no_grad(), torch.enable_grad():
        assert torch.is_grad_enabled() and registry.find_prediction("inside").answer == "yes"
