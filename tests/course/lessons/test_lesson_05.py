import itertools

import pytest

import minigrad as torch
from minigrad import nn, optim
from minigrad.testing import registry
from minigrad.testing.kinds.order import Order
from minigrad.testing.registry import find

LINES = find("five-lines")
FIT, CHUNKS = find("fit-parabola"), find("chunks")
X = torch.linspace(0, 2, 6).view(-1, 1)


def words(verdict):
    return " ".join(verdict.message.split())


# ---------------------------------------------------------- the order of the five lines


def trained(order, rounds=20):
    """The weights after some rounds of the five lines in this order; None if it does not run."""
    torch.manual_seed(0)
    model = nn.Linear(1, 1)
    names = {"model": model, "loss_fn": nn.MSELoss(), "x": X, "y": 2 * X + 1}
    names["optimizer"] = optim.SGD(model.parameters(), lr=0.05)
    program = "\n".join(LINES.lines[letter] for letter in order)
    try:
        for _ in range(rounds):
            exec(program, names)
    except (NameError, RuntimeError):
        return None
    return model.weight.item(), model.bias.item()


def test_right_are_the_orders_that_train_as_the_usual_one_does():
    assert isinstance(LINES, Order)
    usual = trained("CEBDA")
    orders = ["".join(order) for order in itertools.permutations("ABCDE")]
    working = [order for order in orders if trained(order) == usual]
    late = [order for order in orders if trained(order, rounds=21) == usual]
    accepted = [order for order in orders if LINES.judge(order).ok]
    assert accepted == sorted(working + late)
    assert working == ["CEBDA", "EBCDA", "EBDAC", "ECBDA"]
    assert late == ["ACEBD", "AEBCD", "AECBD"]
    assert [order for order in orders if "one step late" in LINES.judge(order).message] == late


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("CBEDA", "The loss is computed from `prediction`"),
        ("CEDBA", "`loss.backward()` needs a loss"),
        ("EBDCA", "`step()` finds none, and nothing moves"),
        ("CAEBD", "`step()` finds none, and nothing moves"),
        ("EABCD", "while `backward()` is still to go back"),
        ("EACBD", "while `backward()` is still to go back"),
    ],
)
def test_what_another_order_does(order, told):
    assert told in words(LINES.judge(order))


def test_what_is_told_happens():
    torch.manual_seed(0)
    start = nn.Linear(1, 1)
    for order in map("".join, itertools.permutations("ABCDE")):
        said, end = words(LINES.judge(order)), trained(order)
        assert (end is None) == ("none yet" in said or "made that yet" in said), order
        assert (end == (start.weight.item(), start.bias.item())) == ("nothing moves" in said), order


# ---------------------------------------------------------- a line missing; the two switches


def test_each_missing_line_has_its_symptom():
    for left_out, letter in zip(LINES.lines.values(), LINES.lines):
        rest = "CEBDA".replace(letter, "")
        torch.manual_seed(0)
        model = nn.Linear(1, 1)
        names = {"model": model, "loss_fn": nn.MSELoss(), "x": X, "y": 2 * X + 1}
        names["optimizer"] = optim.SGD(model.parameters(), lr=0.05)
        exec("prediction = model(x); loss = loss_fn(prediction, y)", names)
        losses = []
        symptom = 3
        try:
            for _ in range(60):
                exec("\n".join(LINES.lines[each] for each in rest), names)
                losses.append(nn.functional.mse_loss(model(X), 2 * X + 1).item())
        except RuntimeError as error:
            assert len(losses) == 1 and "a second time" in str(error)
            symptom = 2
        if len(set(losses)) == 1 and symptom == 3:
            symptom = 1
        assert find("missing-line").expected[left_out] == symptom


def test_what_the_switches_do():
    model = nn.Sequential(nn.Linear(3, 50), nn.Dropout(0.5))
    x, found = torch.ones(1, 3), {}
    for name in ("model.eval()", "torch.no_grad()"):
        model.train(name != "model.eval()")
        with torch.set_grad_enabled(name != "torch.no_grad()"):
            once, again = model(x), model(x)
        found[f"{name}: dropout acts"] = not torch.equal(once, again)
        found[f"{name}: a graph is recorded"] = once.requires_grad
    assert found == find("eval-or-no-grad").expected


@pytest.mark.parametrize("name", ["missing-line", "eval-or-no-grad"])
def test_each_entry_has_a_hint(name):
    assert set(find(name).hints) == set(find(name).expected)


# ---------------------------------------------------------- the parabola


def by_optimizer(x, y, lr, rounds, *, clear=True, step=True, error=lambda e: (e**2).mean()):
    a, b, c = (torch.tensor(0.0, requires_grad=True) for _ in range(3))
    optimizer = optim.SGD([a, b, c], lr=lr)
    for _ in range(rounds):
        if clear:
            optimizer.zero_grad()
        error(a * x**2 + b * x + c - y).backward()
        if step:
            optimizer.step()
    return a, b, c


def by_hand(x, y, lr, rounds):
    factors = torch.zeros(3, requires_grad=True)
    for _ in range(rounds):
        off = factors[0] * x * x + factors[1] * x + factors[2] - y
        (slope,) = torch.autograd.grad((off * off).sum() / len(x), factors)
        factors = (factors - lr * slope).detach().requires_grad_()
    return factors.tolist()


def by_a_layer(x, y, lr, rounds):
    layer = nn.Linear(2, 1)
    with torch.no_grad():
        layer.weight.zero_()
        layer.bias.zero_()
    optimizer = optim.SGD(layer.parameters(), lr=lr)
    for _ in range(rounds):
        optimizer.zero_grad()
        nn.functional.mse_loss(layer(torch.cat([x**2, x], dim=1)), y).backward()
        optimizer.step()
    return layer.weight[0, 0].item(), layer.weight[0, 1].item(), layer.bias.item()


@pytest.mark.parametrize("fit", [by_optimizer, by_hand, by_a_layer])
def test_right_written_differently(fit):
    assert FIT.judge(fit).ok


def rebound(x, y, lr, rounds, recorded=False):
    a, b, c = (torch.tensor(0.0, requires_grad=True) for _ in range(3))
    for _ in range(rounds):
        ((a * x**2 + b * x + c - y) ** 2).mean().backward()
        with torch.set_grad_enabled(recorded):
            a, b, c = (each - lr * each.grad for each in (a, b, c))
    return a, b, c


def while_recording(x, y, lr, rounds):
    a = torch.tensor(0.0, requires_grad=True)
    ((a * x**2 - y) ** 2).mean().backward()
    a -= lr * a.grad


@pytest.mark.parametrize(
    ("fit", "told"),
    [
        (lambda *args: by_optimizer(*args, clear=False), "nothing clears them"),
        (lambda *args: by_optimizer(*args, step=False), "Still 0: no step has changed that"),
        (lambda *args: by_optimizer(*args, error=lambda e: (e**2).sum()), "That is the sum"),
        (lambda *args: by_optimizer(*args, error=lambda e: e.abs().mean()), "square them"),
        (lambda *args: by_optimizer(*args, error=lambda e: (e**2).mean().sqrt()), "the root of"),
        (lambda *args: by_optimizer(*args, error=lambda e: -(e**2).mean()), "uphill"),
        (lambda x, y, lr, rounds: by_optimizer(x, y, lr, 1), "a `return` stands inside the loop"),
        (lambda x, y, lr, rounds: by_optimizer(x, y, lr, rounds - 1), "one round too few"),
        (lambda *args: by_optimizer(*args)[::-1], "in the opposite order"),
        (rebound, "`w = w - …` makes a new tensor;"),
        (lambda *args: rebound(*args, recorded=True), "`w = w - …` makes a result"),
        (while_recording, "do that inside `with torch.no_grad():`"),
    ],
)
def test_a_wrong_fit_is_explained(fit, told):
    verdict = FIT.judge(fit)
    assert not verdict.ok
    assert told in words(verdict)


# ---------------------------------------------------------- chunks


def in_chunks(share):
    def answer(w, x, y, size):
        w.grad = None
        for start in range(0, len(x), size):
            rows, targets = x[start : start + size], y[start : start + size]
            loss = ((rows @ w - targets) ** 2).mean()
            (loss * share(len(rows), len(x), size)).backward()
        return w.grad

    return answer


def sums(w, x, y, size):
    parts = zip(x.split(size), y.split(size))
    return sum(torch.autograd.grad(((r @ w - t) ** 2).sum(), w)[0] for r, t in parts) / len(y)


@pytest.mark.parametrize("answer", [in_chunks(lambda rows, total, size: rows / total), sums])
def test_right_chunks(answer):
    assert CHUNKS.judge(answer).ok


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (lambda rows, total, size: 1, "Each chunk counts in full"),
        (lambda rows, total, size: 1 / -(-total // size), "the short one at the end"),
        (lambda rows, total, size: size / total, "counts as if it were full"),
        (lambda rows, total, size: 1 / total, "like one single row"),
        (lambda rows, total, size: rows, "nobody divides by their total"),
        (lambda rows, total, size: total / rows, "upside down"),
        (lambda rows, total, size: ..., "not attempted yet"),
    ],
)
def test_a_wrong_share_is_explained(share, told):
    verdict = CHUNKS.judge(in_chunks(share))
    assert not verdict.ok
    assert told in words(verdict)


# ---------------------------------------------------------- what is asked before a cell


def test_what_becomes_of_a_weight_that_is_computed_anew():
    weight = torch.tensor(1.0, requires_grad=True)
    (weight * 3).backward()
    with torch.no_grad():
        weight = weight - 0.01 * weight.grad
    asked = registry.find_prediction("rebound")
    assert (weight.is_leaf, weight.requires_grad, weight.grad) == (True, False, None)
    assert asked.answer == "a leaf that requires no grad, and its .grad is None"
    assert set(asked.hints) == set(asked.choices) - {asked.answer}


def operations(result):
    seen, waiting = set(), [result.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is not None and node.next_functions and node not in seen:
            seen.add(node)
            waiting += [behind for behind, _ in node.next_functions]
    return len(seen)


def test_how_many_operations_the_parabola_has_more():
    a, b, c = (torch.tensor(1.0, requires_grad=True) for _ in range(3))
    more = operations(a * X**2 + b * X + c) - operations(b * X + c)
    assert registry.find_prediction("parabola").answer == more
