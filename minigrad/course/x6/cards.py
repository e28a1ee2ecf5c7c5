"""x6-cards: twelve writes."""

from __future__ import annotations

from ...testing.kinds import Entries

CARDS = Entries(
    "x6-cards",
    ask='twelve words in the order of the programs: "fine", "at once", "backward" or "wrong"',
    expected={
        "y = w.sqrt(); y += 1": "backward",
        "y = w.log(); y[1:] += 1": "fine",
        "a = w * 3; y = a.sin(); a.view(3, 1)[0] += 1": "backward",
        "a = w * 3; y = a.exp(); a += 1": "fine",
        "a = w * 3; y = a[1:] ** 2; a[0] = 0.0": "backward",
        "a = w * 3; y = a[[1, 2]] ** 2; a[0] = 0.0": "fine",
        "y = w.sigmoid(); y.view(3, 1).t()[0, 1] *= 2": "backward",
        "v = c[1:]; v *= w[1:]; y = c": "fine",
        "y = w * 2; y.expand(2, 3).add_(1)": "at once",
        "y = w**2; double(w)": "backward",
        "k = w.detach(); y = w * 2; k += 1": "fine",
        "y = w.tanh(); y.detach().numpy()[0] = 0.0": "wrong",
    },
    hints={
        "y = w.sqrt(); y += 1": (
            "the slope of the root is 1 / (2 √w). With which of its two numbers at hand is that "
            "computed?"
        ),
        "y = w.log(); y[1:] += 1": "the slope of the logarithm is 1 / w. Was w written into?",
        "a = w * 3; y = a.sin(); a.view(3, 1)[0] += 1": (
            "the sine has saved one of a and y. Into whose memory does the view write?"
        ),
        "a = w * 3; y = a.exp(); a += 1": (
            "has the exponential saved what went in, or what came out? And the product with 3?"
        ),
        "a = w * 3; y = a[1:] ** 2; a[0] = 0.0": (
            "the power has saved a view that does not show the written entry. What is counted: "
            "writes to entries, or writes to a memory?"
        ),
        "a = w * 3; y = a[[1, 2]] ** 2; a[0] = 0.0": (
            "as the one before, but picked by a list. Whose memory did the power save?"
        ),
        "y = w.sigmoid(); y.view(3, 1).t()[0, 1] *= 2": (
            "three views in a row, and one memory. Is it one that a node has saved?"
        ),
        "v = c[1:]; v *= w[1:]; y = c": (
            "c requires no grad at first. After a recorded write through its view? And is "
            "anything written over that a node has saved?"
        ),
        "y = w * 2; y.expand(2, 3).add_(1)": (
            "six entries are shown and three are there. How often would each be written?"
        ),
        "y = w**2; double(w)": "no_grad switches one thing off. The counter, too?",
        "k = w.detach(); y = w * 2; k += 1": (
            "the twin may be written into, and it is counted. Who has saved w?"
        ),
        "y = w.tanh(); y.detach().numpy()[0] = 0.0": (
            "the tanh has saved y. Does NumPy count what it writes?"
        ),
    },
)

QUESTIONS = (CARDS,)
