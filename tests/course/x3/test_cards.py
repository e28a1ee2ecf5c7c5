"""Exercise set 3: what its statements say is so. Its answers are in tests/exercises/banks."""

from collections import Counter

import minigrad as torch
from minigrad import nn
from minigrad.testing.registry import find


def kind(tensor):
    if not tensor.requires_grad:
        return "plain"
    return "keeps" if tensor.is_leaf else "passes"


def test_the_cards_are_what_the_tensors_say():
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    c = torch.tensor([4.0, 5.0, 6.0])
    with torch.no_grad():
        q = x + c
    names = {"torch": torch, "nn": nn, "x": x, "c": c, "q": q}
    cards = find("x3-cards").expected
    made = {card: eval(card.split(" · ")[1], names) for card in cards}
    assert {card: kind(tensor) for card, tensor in made.items()} == cards
    assert Counter(cards.values()) == {"keeps": 5, "passes": 7, "plain": 8}
