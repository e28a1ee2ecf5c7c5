import numpy as np
import pytest

import minigrad as torch
from minigrad.testing.registry import find

CARDS = find("x6-cards")


def outcome(lib, program):
    """What becomes of a card; its gradient is compared with that of the program without NumPy."""
    found = []
    for written in (program, program.replace("y.detach().numpy()[0] = 0.0", "")):
        w = lib.tensor([1.0, 2.0, 3.0], requires_grad=True)

        @lib.no_grad()
        def double(t):
            t *= 2

        names = {"torch": lib, "w": w, "c": lib.ones(3), "double": double}
        for lines, word in ((written, "at once"), ("y.sum().backward()", "backward")):
            try:
                exec(lines, names)
            except RuntimeError:
                return word
        found.append(w.grad.tolist())
    return "fine" if found[0] == found[1] else "wrong"


@pytest.mark.parametrize("lib", ["minigrad", "torch"])
@pytest.mark.parametrize("program", CARDS.expected)
def test_the_cards_are_what_happens(lib, program):
    assert outcome(pytest.importorskip(lib), program) == CARDS.expected[program]


def gradient(program):
    """By hand, with differences, in double precision."""

    def total(values):
        w = torch.tensor(values, dtype=torch.float64)
        names = {"torch": torch, "w": w, "c": torch.ones(3, dtype=torch.float64)}
        exec(program, names)
        return names["y"].sum().item()

    base, step = np.array([1.0, 2.0, 3.0]), 1e-6
    return [(total(base + step * e) - total(base - step * e)) / (2 * step) for e in np.eye(3)]


FINE = [text for text, word in CARDS.expected.items() if word == "fine" and "k =" not in text]


@pytest.mark.parametrize("program", FINE)
def test_a_gradient_that_is_called_right_is_that_of_the_program(program):
    w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    names = {"torch": torch, "w": w, "c": torch.ones(3)}
    exec(f"{program}; y.sum().backward()", names)
    assert np.allclose(w.grad.numpy(), gradient(program), atol=1e-4)


def test_each_card_has_a_hint_and_no_lesson_has_it():
    assert set(CARDS.hints) == set(CARDS.expected)
    assert not set(CARDS.expected) & set(find("legal").expected)
