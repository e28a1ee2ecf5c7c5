"""x3-cards: twenty cards: which tensors keep a gradient."""

from __future__ import annotations

from ...testing.kinds import Entries

CARDS = Entries(
    "x3-cards",
    ask='twenty kinds, in the order of the cards: "keeps", "passes" or "plain"',
    expected={
        "1 · x": "keeps",
        "2 · c / 2": "plain",
        "3 · x - c": "passes",
        "4 · q": "plain",
        "5 · x[1:]": "passes",
        "6 · x.reshape(1, 3)": "passes",
        "7 · x.clone()": "passes",
        "8 · x.detach()": "plain",
        "9 · x.detach().requires_grad_()": "keeps",
        "10 · x.data": "plain",
        "11 · x > 2": "plain",
        "12 · x.argmax()": "plain",
        "13 · x.int()": "plain",
        "14 · x.double()": "passes",
        "15 · x.float()": "keeps",
        "16 · torch.ones(2, requires_grad=True) / 2": "passes",
        "17 · (torch.ones(2) / 2).requires_grad_()": "keeps",
        "18 · torch.tensor(x.tolist())": "plain",
        "19 · nn.Linear(3, 2).weight": "keeps",
        "20 · nn.Linear(3, 2)(c)": "passes",
    },
    hints={
        "1 · x": "you made it, and asked for its gradient",
        "2 · c / 2": "does anything that goes into it require grad?",
        "3 · x - c": "one input that requires grad is enough for a node",
        "4 · q": "was recording on when it was computed?",
        "5 · x[1:]": "a part of x; is taking a part an operation?",
        "6 · x.reshape(1, 3)": "the numbers are those of x, but what made this tensor?",
        "7 · x.clone()": "copying is an operation, and it has a derivative",
        "8 · x.detach()": "what does it leave behind?",
        "9 · x.detach().requires_grad_()": "no node behind it; and what does the second call do?",
        "10 · x.data": "the numbers of x, without what lies behind them",
        "11 · x > 2": "truth values: can they have a slope?",
        "12 · x.argmax()": "a place, so an integer",
        "13 · x.int()": "integers cannot have a gradient",
        "14 · x.double()": "from float32 to float64: is there something to do?",
        "15 · x.float()": "x is float32 already: is there something to do?",
        "16 · torch.ones(2, requires_grad=True) / 2": "what comes out of a division?",
        "17 · (torch.ones(2) / 2).requires_grad_()": "was the division recorded?",
        "18 · torch.tensor(x.tolist())": "a list of numbers has no graph behind it",
        "19 · nn.Linear(3, 2).weight": "it is what an optimizer would change",
        "20 · nn.Linear(3, 2)(c)": "c is plain; are the layer's own numbers?",
    },
    given=(),
)

QUESTIONS = (CARDS,)
