import math

import pytest

import minigrad as torch
from minigrad.testing.registry import find

CARDS = find("cards").expected


def kind(tensor):
    if not tensor.is_leaf:
        return "passes"
    return "keeps" if tensor.requires_grad else "plain"


@pytest.mark.parametrize("card", CARDS)
def test_the_cards_are_what_minigrad_makes(card):
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    c = torch.tensor([4.0, 5.0, 6.0])
    with torch.no_grad():
        q = x * c
    assert kind(eval(card, {"torch": torch, "x": x, "c": c, "q": q})) == CARDS[card]


@pytest.mark.parametrize("card", [card for card in CARDS if card not in find("cards").given])
def test_each_wrong_card_gets_its_hint(card):
    other = next(kind for kind in ("keeps", "passes", "plain") if kind != CARDS[card])
    verdict = find("cards").judge({**CARDS, card: other})
    assert verdict.score == pytest.approx(11 / 12)
    assert find("cards").hints[card] in " ".join(verdict.message.split())


def middle(retained):
    a, b, c, d = (torch.tensor(n, requires_grad=True) for n in (2.0, 3.0, 5.0, 10.0))
    made = {"u": a * b, "t": torch.log(d)}
    made["v"] = made["t"] * c
    for name in retained:
        made[name].retain_grad()
    (made["u"] + made["v"]).backward()
    grads = {"d": d.grad, "t": made["t"].grad, "v": made["v"].grad}
    return {**grads, "u.retains_grad": made["u"].retains_grad}


@pytest.mark.filterwarnings("ignore:The .grad attribute")
@pytest.mark.parametrize(
    ("retained", "right", "words"),
    [
        ("tv", 4, "right"),
        ("vt", 4, "right"),
        ("t", 3, "v: it is a result"),
        ("", 2, "Did you ask, before backward"),
        ("tuv", 3, "its gradient was not asked for"),
    ],
)
def test_middle(retained, right, words):
    verdict = find("middle").judge(middle(retained))
    assert verdict.score == right / 4
    assert words in " ".join(verdict.message.split())


def test_reasons_are_what_minigrad_gives():
    p = torch.tensor(2.0, requires_grad=True) / 4
    q, r, s = torch.tensor(3.0), torch.tensor(5.0, requires_grad=True), p.detach()
    loss = p * q + r.item() * p + s
    loss.backward()
    kinds = {"p": kind(p), "q": kind(q), "r": kind(r), "s": kind(s)}
    number = {"passes": 2, "plain": 3, "keeps": 4}
    assert {name: number[kinds[name]] for name in kinds} == find("reasons").expected
    assert r.grad is None


def before(values):
    w = torch.tensor(values, requires_grad=True)
    loss = ((w / math.sqrt(len(values))) ** 2).sum()
    loss.backward()
    return w.is_leaf, w.grad


def after(values, ask=lambda w: w.requires_grad_(), shrink=True, ready=False):
    w = ask(torch.tensor(values, requires_grad=ready) / (len(values) ** 0.5 if shrink else 1))
    (w**2).sum().backward()
    return w.is_leaf, w.grad


def retained(w):
    w.retain_grad()
    return w


@pytest.mark.parametrize(
    "scaled",
    [
        after,
        lambda values: after(values, lambda w: w.detach().requires_grad_(), ready=True),
        lambda values: after(values, torch.nn.Parameter),
        lambda values: after(values, lambda w: torch.tensor(w.tolist(), requires_grad=True)),
    ],
)
def test_scaled_in_several_ways(scaled):
    assert find("scaled").judge(scaled).ok


@pytest.mark.filterwarnings("ignore:The .grad attribute")
@pytest.mark.parametrize(
    ("scaled", "words"),
    [
        (lambda values: after(values, retained, ready=True), "and does not change that"),
        (lambda values: after(values, ready=True), "There is None in it"),
        (lambda values: after(values, shrink=False), "or the division is gone"),
        (before, "with respect to the values before the division"),
    ],
)
def test_scaled_wrongly(scaled, words):
    verdict = find("scaled").judge(scaled)
    assert not verdict.ok
    assert words in " ".join(verdict.message.split())


@pytest.mark.parametrize(
    ("filled", "words"),
    [
        (lambda t: t.requires_grad and (t.is_leaf or t.retains_grad), "right"),
        (lambda t: t.retains_grad or (t.requires_grad and t.grad_fn is None), "right"),
        (lambda t: t.is_leaf, "A leaf need not require grad"),
        (lambda t: t.is_leaf or t.retains_grad, "A leaf need not require grad"),
        (lambda t: t.requires_grad, "only passes through"),
        (lambda t: t.requires_grad and t.is_leaf, "Nearly"),
        (lambda t: t.grad is not None, "now, before backward"),
        (lambda t: t.is_leaf and t.grad is not None, "now, before backward"),
        (lambda t: t.retains_grad, "keeps its gradient unasked"),
        (lambda t: t.requires_grad and t.retains_grad, "keeps its gradient unasked"),
        (lambda t: t.requires_grad and t.is_leaf and t.retains_grad, "False for every tensor"),
        (lambda t: False, "False for every tensor"),
    ],
)
@pytest.mark.filterwarnings("ignore:The .grad attribute")
def test_filled(filled, words):
    verdict = find("filled").judge(filled)
    assert verdict.ok == (words == "right")
    assert words in " ".join(verdict.message.split())


def test_the_box_to_click_on_is_the_only_leaf():
    pytest.importorskip("anywidget")
    from minigrad.widgets import Predict

    w = torch.randn(3, 3, requires_grad=True) / math.sqrt(3)
    loss = (w * w).sum()
    question = Predict("where", graph=loss)
    assert "the result of the division" in question.submit("w")
    assert question.submit("n3").startswith("Right: leaf")
