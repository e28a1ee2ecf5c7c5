import minigrad as torch
from minigrad.testing.registry import find


def printed(clear="after", early=False, update=True):
    """The loop of the exercise, changed: what it prints of w and of its gradient."""
    w = torch.tensor(1.0, requires_grad=True)
    loss = (w - 5) ** 2
    found = []
    for _ in range(4):
        loss = loss if early else (w - 5) ** 2
        loss.backward(retain_graph=early)
        if clear == "before":
            w.grad.zero_()
        with torch.no_grad():
            if update:
                w -= 0.25 * w.grad
        found.append((w.item(), w.grad.item()))
        if clear == "after":
            w.grad.zero_()
    return found


def test_the_printouts_are_what_the_changes_print():
    changes = {
        0: printed(),
        1: printed(clear="never"),
        2: printed(clear="never", early=True),
        3: printed(early=True),
        4: printed(clear="before"),
        5: printed(update=False),
    }
    columns = {
        "A": [(3, -8), (4, -4), (4.5, -2), (4.75, -1)],
        "B": [(1, -8)] * 4,
        "C": [(3, -8), (6, -12), (8.5, -10), (9.25, -3)],
        "D": [(3, -8), (5, -8), (7, -8), (9, -8)],
        "E": [(1, 0)] * 4,
        "F": [(3, -8), (7, -16), (13, -24), (21, -32)],
    }
    found = {
        name: next(n for n, out in changes.items() if out == columns[name]) for name in columns
    }
    assert found == {"A": 0, **find("x5-printouts").expected}
