"""Answers to set X2: slopes, an order, sums, and the same with arrays."""

import math

import numpy as np

import minigrad as torch
from tests.exercises.banks import Item, but


def with_one(right, place, wrong):
    """The right function of x and y with one of its results replaced."""

    def answer(x, y):
        found = list(right(x, y))
        found[place] = wrong(x, y)
        return tuple(found)

    return answer


# -------------------------------------------------------------------------------------- slopes


def slopes(x, y):
    root = math.sqrt(y)
    return y, -x / y**2, 3 * x**2, 0.5 / root, math.cos(x), 1 - math.tanh(x) ** 2


SLIPS = (
    (0, lambda x, y: x, "Vary x alone"),
    (0, lambda x, y: 1.0, "slope of x alone"),
    (0, lambda x, y: x * y, "the product itself"),
    (1, lambda x, y: 1 / y, "That is by x"),
    (1, lambda x, y: x / y**2, "sign"),
    (1, lambda x, y: -x / y, "Almost"),
    (1, lambda x, y: -1 / y**2, "numerator is missing"),
    (2, lambda x, y: 3 * x, "one less, not 1"),
    (2, lambda x, y: x**2, "comes down as a factor"),
    (2, lambda x, y: 2 * x**2, "old exponent"),
    (2, lambda x, y: 3 * x**3, "becomes one less"),
    (3, lambda x, y: 0.5 * math.sqrt(y), "one less is −½"),
    (3, lambda x, y: 1 / math.sqrt(y), "the ½ comes down"),
    (3, lambda x, y: 0.5 / y, "−½, not −1"),
    (3, lambda x, y: 0.5 / math.sqrt(x), None),
    (4, lambda x, y: -math.cos(x), "sign"),
    (4, lambda x, y: math.sin(x), "the sine itself"),
    (4, lambda x, y: math.cos(y), None),
    (5, lambda x, y: 1 - math.tanh(x), "squared in it"),
    (5, lambda x, y: 1 - x**2, "the result, not the input"),
    (5, lambda x, y: math.tanh(x) ** 2 - 1, "positive"),
)
SLOPES = Item(
    "x2-slopes",
    right=(
        slopes,
        lambda x, y: [y, -x * y**-2, 3 * x * x, 0.5 * y**-0.5, math.cos(x), math.cosh(x) ** -2],
        """
        def slopes(x, y):
            a, b = (torch.tensor(v, dtype=torch.float64, requires_grad=True) for v in (x, y))
            made = ((a * b, a), (a / b, b), (a**3, a), (b.sqrt(), b), (a.sin(), a), (a.tanh(), a))
            return [torch.autograd.grad(z, by)[0] for z, by in made]
        """,
    ),
    wrong=(
        *((with_one(slopes, place, wrong), words) for place, wrong, words in SLIPS),
        (lambda x, y: slopes(x, y)[:5], "6 values are wanted"),
        (
            """
            def slopes(x, y):
                return (y, ..., 3 * x**2, ..., -math.cos(x), 1 - math.tanh(x) ** 2)
            """,
            "x/y by y and √y by y: Nothing is there yet. sin x by x: That is the slope of −sin",
        ),
        (lambda x, y: print(slopes(x, y)), "return"),
    ),
)

# ------------------------------------------------------------------------------------- diamond


def diamond(x, y, inside=lambda h: 2 * h + math.cos(h)):
    return y * inside(x * y), x * inside(x * y)


DIAMOND = Item(
    "x2-diamond",
    right=(
        diamond,
        lambda x, y: (2 * x * y**2 + y * math.cos(x * y), 2 * x**2 * y + x * math.cos(x * y)),
        """
        def diamond(x, y):
            a, b = (torch.tensor(v, dtype=torch.float64, requires_grad=True) for v in (x, y))
            h = a * b
            (h**2 + h.sin()).backward()
            return a.grad, b.grad
        """,
    ),
    wrong=(
        (lambda x, y: diamond(x, y, lambda h: 2 * h), "Only the path through the square"),
        (lambda x, y: diamond(x, y, math.cos), "Only the path through the sine"),
        (lambda x, y: diamond(x, y, lambda h: 2 * h - math.cos(h)), "wrong sign"),
        (lambda x, y: diamond(x, y, lambda h: 2 * h + math.sin(h)), "still a sine"),
        (lambda x, y: diamond(x, y, lambda h: h + math.cos(h)), "comes down as a factor"),
        (lambda x, y: diamond(x, y, lambda h: 2 * h * math.cos(h)), "added, not multiplied"),
        (lambda x, y: diamond(x, y, lambda h: 2 * h**2 + math.cos(h)), "becomes one less"),
        (lambda x, y: diamond(x, y)[::-1], "swapped"),
        (lambda x, y: (2 * x * y + math.cos(x * y),) * 2, "what arrives at h"),
        (lambda x, y: ((x * y) ** 2 + math.sin(x * y),) * 2, "z itself"),
        (lambda x, y: tuple(-v for v in diamond(x, y)), "−1 ×"),
        (lambda x, y: diamond(x, y)[0], "2 values are wanted"),
        (lambda x, y: diamond(x, y, lambda h: 2 * h + 1), None),
    ),
)

# --------------------------------------------------------------------------------------- order


def order(result, *, count=True, last=True):
    """Count uses, then let run who is ready; faults leave one of the two out."""
    uses, waiting = {result: 0}, [result]
    while waiting:
        for source in waiting.pop().inputs:
            if source not in uses:
                uses[source] = 0
                waiting.append(source)
            uses[source] = uses[source] + 1 if count else 1
    found, ready = [], [result]
    while ready:
        value = ready.pop(-1 if last else 0)
        found.append(value)
        for source in value.inputs:
            uses[source] -= 1
            if uses[source] == 0:
                ready.append(source)
    return found


def by_depth(result):
    """Post-order without recursion, turned round."""
    found, seen, stack = [], set(), [(result, False)]
    while stack:
        value, done = stack.pop()
        if done:
            found.append(value)
        elif value not in seen:
            seen.add(value)
            stack.append((value, True))
            stack += [(source, False) for source in value.inputs]
    return found[::-1]


def level_by_level(result, once=True):
    found, seen, waiting = [], set(), [result]
    while waiting:
        value = waiting.pop(0)
        if once and value in seen:
            continue
        seen.add(value)
        found.append(value)
        waiting += value.inputs
    return found


RECURSIVE = """
def order(result):
    found, seen = [], set()
    def visit(value):
        if value not in seen:
            seen.add(value)
            for source in value.inputs:
                visit(source)
            found.append(value)
    visit(result)
    return found[::-1]
"""

SECOND_HALF = """
def order(result):
    uses, found, ready = how_often_used(result), [], [result]
    while ready:
        value = ready.pop()
        found.append(value)
        for source in {sources}:
            uses[source] -= 1
            if {ready}:
                ready.append(source)
    return found
"""

COUNTED_ONCE = """
def order(result):
    uses, seen, waiting = dict(), set(), [result]
    while waiting:
        value = waiting.pop()
        if value not in seen:
            seen.add(value)
            for source in set(value.inputs):
                uses[source] = uses.get(source, 0) + 1
                waiting.append(source)
    found, ready = [], [result]
    while ready:
        value = ready.pop()
        found.append(value)
        for source in value.inputs:
            uses[source] -= 1
            if uses[source] == 0:
                ready.append(source)
    return found
"""

ORDER = Item(
    "x2-order",
    equivalent=(  # the same, written out
        "line 10: `uses[source] -= 1` -> `uses[source] = uses[source] - 1`",
    ),
    right=(
        lambda result: order(result, last=False),
        by_depth,
        """
        def order(result):
            users = {}
            waiting, seen = [result], {id(result)}
            while waiting:
                value = waiting.pop(0)
                for source in dict.fromkeys(value.inputs):
                    users.setdefault(source, set()).add(value)
                    if id(source) not in seen:
                        seen.add(id(source))
                        waiting.append(source)
            found, ready = [], [result]
            for value in ready:
                found.append(value)
                for source in dict.fromkeys(value.inputs):
                    users[source].discard(value)
                    if not users[source]:
                        ready.append(source)
            return tuple(found)
        """,
    ),
    wrong=(
        (level_by_level, "That is the order in which a walk meets them"),
        (lambda result: order(result)[::-1], "The other way round"),
        (lambda result: by_depth(result)[::-1], "The other way round"),
        (lambda result: order(result)[1:], "The result itself is missing"),
        (lambda result: order(result)[:-1], "Some Values are missing"),
        (lambda result: [v for v in order(result) if v.inputs], "The leaves are missing"),
        (lambda result: [result], "Only the result is there"),
        (lambda result: [result, *dict.fromkeys(result.inputs)], "Some Values are missing"),
        (lambda result: [v.data for v in order(result)], "is no Value"),
        (lambda result: [(v, v.grad) for v in order(result)], "is no Value"),
        (
            SECOND_HALF.format(sources="set(value.inputs)", ready="uses[source] == 0"),
            "taken off once",
        ),
        (SECOND_HALF.format(sources="value.inputs", ready="True"), "several times"),
        (SECOND_HALF.format(sources="value.inputs", ready="uses[source] < 0"), "Only the result"),
        (COUNTED_ONCE, "counted once and taken off twice"),
        (COUNTED_ONCE.replace("ready.pop()", "ready.pop(0)"), "counted once and taken off twice"),
        (
            """
            def order(result):
                found, waiting = [], [result]
                for value in waiting:
                    found.append(value)
                    waiting += value.inputs
                return found
            """,
            "several times",
        ),
        (but({
            "uses = how_often_used(result)\nfound, ready = [], [result]":
                "uses, found, ready = how_often_used(result), [], [result]",
            "found.append(value)": "",
        }), "The list is empty"),
        (RECURSIVE, "It calls itself once per node"),
        (lambda result: sorted(order(result), key=lambda v: v.number), "number"),
        (lambda result: print(order(result)), "return"),
        (but({
            "def order(result):": "FOUND = []\ndef order(result):",
            "uses = how_often_used(result)\nfound, ready = [], [result]": """
                waiting = [result]
                uses = {result: 0}
                while waiting:
                    for source in waiting.pop().inputs:
                        if source not in uses:
                            uses[source] = 0
                            waiting.append(source)
                        uses[source] += 1
                ready = [result]
            """,
            "found.append(value)": "FOUND.append(value)",
            "if uses[source] == 0:": "if not uses[source]:",
            "return found": "return FOUND",
        }), "kept from call to call"),
    ),
)  # fmt: skip

# ------------------------------------------------------------------------------------ backward


def backward(result, gradient, *, inner=False, plus=True, add=True, turn=False, slope=True):
    arrived = {result: gradient}
    for value in (level_by_level if turn else order)(result):
        grad = arrived.pop(value, 0.0)
        if inner or not value.inputs:
            value.grad = value.grad + grad if plus else grad
        for source, by in zip(value.inputs, value.slopes):
            more = grad * (by if slope else 1.0)
            arrived[source] = (arrived.get(source, 0.0) if add else 0.0) + more


BACKWARD = Item(
    "x2-backward",
    equivalent=(  # the same, written out
        "line 8: `value.grad += grad` -> `value.grad = value.grad + grad`",
    ),
    right=(
        backward,
        """
        def backward(result, gradient):
            values = order(result)
            arrived = [0.0] * len(values)
            places = {id(value): place for place, value in enumerate(values)}
            arrived[0] = gradient
            for place, value in enumerate(values):
                for source, slope in zip(value.inputs, value.slopes):
                    arrived[places[id(source)]] += slope * arrived[place]
                if not value.inputs:
                    value.grad += arrived[place]
        """,
        """
        def backward(result, gradient):
            values = order(result)
            before = {value: value.grad for value in values}
            for value in values:
                value.grad = 0.0
            result.grad = gradient
            for value in values:
                for source, slope in zip(value.inputs, value.slopes):
                    source.grad += value.grad * slope
            for value in values:
                value.grad = 0.0 if value.inputs else before[value] + value.grad
        """,
    ),
    wrong=(
        (
            """
            def backward(result, gradient):
                result.grad = gradient
                for value in order(result):
                    for source, slope in zip(value.inputs, value.slopes):
                        source.grad += value.grad * slope
            """,
            "no leaf keeps a .grad",
        ),
        (lambda r, g: backward(r, g, inner=True), "no leaf keeps a .grad"),
        (
            """
            def backward(result, gradient):
                ordered = order(result)
                result.grad = gradient
                for value in ordered:
                    for source, slope in zip(value.inputs, value.slopes):
                        source.grad += value.grad * slope
                for value in ordered[1:]:
                    if value.inputs:
                        value.grad = 0.0
            """,
            "no leaf keeps a .grad",
        ),
        (but({"= pending.get(source, 0.0) +": "+="}), "Nothing stands under that key yet"),
        (lambda r, g: backward(r, 1.0), "in place of the 1"),
        (lambda r, g: backward(r, g, plus=False), "before is gone"),
        (lambda r, g: backward(r, g, turn=True), "came too late"),
        ("def backward(result, gradient):\n    order(result)", "Nothing has arrived"),
        (lambda r, g: backward(r, g * r.data), "the gradient alone"),
        (lambda r, g: backward(r, g, add=False), "only the last contribution"),
        (lambda r, g: backward(r, g, slope=False), "The slope is missing"),
        (lambda r, g: backward(r, -g), "The sign"),
        (lambda r, g: backward(r, 2 * g), "Twice as much"),
        (but({
            "def backward(result, gradient):": "ARRIVED = {}\ndef backward(result, gradient):",
            "pending = {result: gradient}": "ARRIVED[result] = gradient",
            "pending.pop(value)": "ARRIVED[value]",
            "pending[source] = pending": "ARRIVED[source] = ARRIVED",
        }), "make the dictionary anew in every call"),
    ),
)  # fmt: skip

# --------------------------------------------------------------------------------------- error

HEAD = """
def squared_error(w, x, target):
    e = w.data * x.data - target.data
    return Value({}, (w, x, target), {})
"""
ERROR = Item(
    "x2-error",
    right=(
        HEAD.format("e * e", "[2 * e * x.data, 2 * w.data * e, -2 * e]"),
        """
        def squared_error(w, x, target):
            e = target.data - w.data * x.data
            return Value(e**2, (w, x, target), (-2 * e * x.data, -2 * e * w.data, 2 * e))
        """,
        """
        def squared_error(w, x, target):
            def f(w, x, t):
                return (w * x - t) ** 2
            at, h = [w.data, x.data, target.data], 1e-6
            slopes = []
            for place in range(3):
                up, down = list(at), list(at)
                up[place] += h
                down[place] -= h
                slopes.append((f(*up) - f(*down)) / (2 * h))
            return Value(f(*at), (w, x, target), tuple(slopes))
        """,
    ),
    wrong=(
        (HEAD.format("e**2", "(2 * e * w.data, 2 * e * w.data, 2 * e)"), "Still as it was"),
        (HEAD.format("e**2", "(2 * e * x.data, 2 * e * w.data, 2 * e)"), "Still as it was"),
        (HEAD.format("e**2", "(2 * e * w.data, 2 * e * w.data, -2 * e)"), "Still as it was"),
        (HEAD.format("e**2", "(2 * e * w.data, 2 * e * x.data, -2 * e)"), "Still as it was"),
        (HEAD.format("e**2", "(e * x.data, e * w.data, -e)"), "comes down as a factor"),
        (HEAD.format("e**2", "(2 * x.data, 2 * w.data, -2)"), "missing a factor"),
        (HEAD.format("e**2", "(2 * e, 2 * e, -2 * e)"), "inside the square is missing"),
        (HEAD.format("e**2", "(x.data, w.data, -1)"), "And the square?"),
        (HEAD.format("e", "(2 * e * x.data, 2 * e * w.data, -2 * e)"), "not yet squared"),
        (HEAD.format("e**2", "(-2 * e * x.data, 2 * e * w.data, -2 * e)"), "−1 ×"),
        (HEAD.format("e**2", "(2 * e * x.data, -2 * e * w.data, -2 * e)"), "−1 ×"),
        (HEAD.format("e**2", "(2 * e * x.data, 2 * e * w.data)"), "inputs: 3, slopes: 2"),
        (HEAD.format("e**2", "2 * e"), "inputs: 3, slopes: 1"),
        (
            """
            def squared_error(w, x, target):
                e = w.data * x.data - target.data
                return 2 * e * x.data, 2 * e * w.data, -2 * e
            """,
            "yours is a tuple of 3",
        ),
        (but({
            "target.data - w.data * x.data": "w * x + target * Value(-1.0)",
            "Value(e**2, (w, x, target), (-2 * e * x.data, -2 * e * w.data, 2 * e))": "e * e",
        }, right=2), "inputs: 2, slopes: 2"),
        (
            HEAD.replace("(w, x, target), {}", "(w.data, x.data, target.data), {}").format(
                "e**2", "(2 * e * x.data, 2 * e * w.data, -2 * e)"
            ),
            "not these three Values",
        ),
        (HEAD.replace("return ", "").format("e**2", "(2 * e, 2 * e, 2 * e)"), "return"),
    ),
)  # fmt: skip

# -------------------------------------------------------------------------------- pull, table


def pull(A, x, g, slope=lambda z: 1 - np.tanh(z) ** 2):
    arrived = g * slope(A @ x)
    return arrived @ A, np.outer(arrived, x)


def pull_with(results):
    return f"""
    def pull(A, x, g):
        y = np.tanh(A @ x)
        arrived = g * (1 - y**2)
        return {results}
    """


PULL = Item(
    "x2-pull",
    right=(
        pull,
        lambda A, x, g: (
            A.T @ (g / np.cosh(A @ x) ** 2),
            (g / np.cosh(A @ x) ** 2)[:, None] * x[None, :],
        ),
        """
        def pull(A, x, g):
            a, b = (torch.tensor(np.array(v), requires_grad=True) for v in (A, x))
            torch.tanh(a @ b).backward(gradient=torch.tensor(np.array(g)))
            return b.grad, a.grad
        """,
        """
        def pull(A, x, g):
            arrived = [g[i] * (1 - np.tanh(A[i] @ x) ** 2) for i in range(len(g))]
            at_x = [sum(arrived[i] * A[i, j] for i in range(len(g))) for j in range(len(x))]
            return at_x, [[arrived[i] * x[j] for j in range(len(x))] for i in range(len(g))]
        """,
    ),
    wrong=(
        (lambda A, x, g: (g @ A, np.outer(g, x)), "The slope of tanh is missing"),
        (lambda A, x, g: pull(A, x, g, lambda z: 1 - np.tanh(z)), "squared in its slope"),
        (lambda A, x, g: pull(A, x, g, lambda z: 1 - z**2), "its result, not its input"),
        (lambda A, x, g: pull(A, x, g, lambda z: np.tanh(z) ** 2 - 1), "−1 ×"),
        (lambda A, x, g: pull(A, x, g, np.tanh), "in the place of its slope"),
        (lambda A, x, g: pull(A, x, np.ones_like(g)), "does not depend on g"),
        (lambda A, x, g: (pull(A, x, g)[0], pull(A, x, g)[1].T), "transposed"),
        (lambda A, x, g: pull(A, x, g)[::-1], "swapped"),
        (lambda A, x, g: (pull(A, x, 2 * g)[0], pull(A, x, g)[1]), "twice"),
        (lambda A, x, g: (pull(A, x, g)[0], -pull(A, x, g)[1]), "−1 ×"),
        (lambda A, x, g: pull(A, x, g)[0], "2 values are wanted"),
        (lambda A, x, g: (pull(A, x, g)[0], np.outer(g, x)), "The slope of tanh is missing"),
        (lambda A, x, g: (pull(A, x, g)[0], pull(A, x, g)[1].sum(axis=0)), None),
        (pull_with("arrived @ A, arrived * x"), "at A: Entry by entry, only equal places meet"),
        (pull_with("A @ arrived, np.outer(arrived, x)"), "the other way: forward"),
        (pull_with("A.T @ g * (1 - y**2), np.outer(arrived, x)"), "worked out from the left"),
        (pull_with("arrived @ A, ..."), "at A: Nothing is there yet"),
        (
            lambda A, x, g: pull(A, x, g, lambda z: (1 - np.tanh(z)) ** 2),
            "only the tanh is squared",
        ),
    ),
)


def jacobian(f, x, *, clear=True, keep=True, one=True):
    rows = []
    for i in range(len(f(x))):
        if clear:
            x.grad = None
        y = f(x)
        v = torch.zeros_like(y) if one else torch.ones_like(y)
        v[i] = 1.0
        y.backward(gradient=v)
        rows.append(x.grad.clone() if keep else x.grad)
    return rows


JACOBIAN = Item(
    "x2-jacobian",
    right=(
        jacobian,
        lambda f, x: torch.autograd.functional.jacobian(f, x.detach()),
        """
        def jacobian(f, x):
            rows = []
            for i in range(len(f(x))):
                x.grad = None
                f(x)[i].backward()
                rows.append(x.grad.tolist())
            return rows
        """,
        """
        def jacobian(f, x):
            y = f(x)
            one = torch.eye(len(y), dtype=y.dtype)
            return torch.stack(
                [torch.autograd.grad(y, x, row, retain_graph=True)[0] for row in one]
            )
        """,
    ),
    wrong=(
        (lambda f, x: jacobian(f, x, clear=False), "Each row has those before it"),
        (lambda f, x: jacobian(f, x, one=False), "Every row is the sum"),
        (lambda f, x: jacobian(f, x)[:1], "Only the first row"),
        (lambda f, x: jacobian(f, x)[:-1], "The last row is missing"),
        (lambda f, x: torch.stack(jacobian(f, x)).t(), "transposed"),
        (lambda f, x: torch.stack(jacobian(f, x)).sum(dim=0), "the sum of all"),
        (lambda f, x: f(x).backward(), "starts from one number"),
        (lambda f, x: [-row for row in jacobian(f, x)], "−1 ×"),
        (but({"x.grad = None": "", "grad.tolist()": "grad"}, right=3), "one and the same tensor"),
        (but({
            "rows.append(x.grad.tolist())": "rows.append(x.grad)",
            "return rows": "    return rows",
        }, right=3), "Only the first row"),
        (but({
            "rows = []": "y = f(x)\nrows = []",
            "for i in range(len(f(x))):": "for i in range(len(y)):",
            "f(x)[i].backward()": "y[i].backward()",
            "rows.append(x.grad.tolist())": "rows.append(x.grad)",
        }, right=3), "freed what this graph had saved"),
        (but({
            "for i in range(len(f(x))):": "for i in range(len(x)):",
        }), "Wanted is a row per result"),
        ("def jacobian(f, x):\n    f(x).sum().backward()\n    return x.grad", "the sum of all"),
    ),
)  # fmt: skip

# --------------------------------------------------------------------------------------- nudged


def nudged(f, x, h=1e-5, left=1.0, by=2.0, anew=True):
    found = np.zeros_like(x)
    up, down = x.copy(), x.copy()
    for place in np.ndindex(x.shape):
        if anew:
            up, down = x.copy(), x.copy()
        up[place] += h
        down[place] -= left * h
        found[place] = (f(up) - f(down)) / (by * h)
    return found


NUDGED = Item(
    "x2-nudged",
    equivalent=(  # every entry is written
        "line 5: `np.zeros_like(x)` -> `np.ones_like(x)`",
        "line 8: `up[place] += h` -> `up[place] = up[place] + h`",
        "line 9: `down[place] -= h` -> `down[place] = down[place] - h`",
    ),
    right=(
        nudged,
        """
        def nudged(f, x):
            slopes, h = np.empty(x.shape), 1e-5
            for place in np.ndindex(x.shape):
                before = x[place]
                x[place] = before + h
                up = f(x)
                x[place] = before - h
                down = f(x)
                x[place] = before
                slopes[place] = (up - down) / (2 * h)
            return slopes
        """,
        """
        def nudged(f, x):
            slopes, h = np.zeros_like(x), 1e-5
            for place in np.ndindex(x.shape):
                x[place] += h
                up = f(x)
                x[place] -= 2 * h
                down = f(x)
                x[place] += h
                slopes[place] = (up - down) / (2 * h)
            return slopes
        """,
        """
        def nudged(f, x):
            flat = x.flatten()
            step = 1e-5 * np.eye(flat.size)
            up = [f((flat + row).reshape(x.shape)) for row in step]
            down = [f((flat - row).reshape(x.shape)) for row in step]
            return ((np.array(up) - np.array(down)) / 2e-5).reshape(x.shape)
        """,
    ),
    wrong=(
        (lambda f, x: nudged(f, x, left=0.0, by=1.0), "to one side only: close"),
        (lambda f, x: nudged(f, x, by=1.0), "2h apart, not h"),
        (lambda f, x: nudged(f, x, left=0.0), "h apart then"),
        (lambda f, x: nudged(f, x, h=1e-2), "curve bends over it"),
        (lambda f, x: nudged(f, x, h=1e-13), "Yours is close"),
        (lambda f, x: nudged(f, x).sum(), "sum of all slopes"),
        (lambda f, x: -nudged(f, x), "−1 ×"),
        (lambda f, x: nudged(f, x) * 1e-5, "constant factor"),
        (lambda f, x: np.full_like(x, (f(x + 1e-5) - f(x - 1e-5)) / 2e-5), "One at a time"),
        (but({
            "h = 1e-5\nslopes = np.zeros_like(x)": "slopes, h = np.zeros_like(x), 1e-5",
            "up, down = x.copy(), x.copy()": "x[place] += h",
            "up[place] += h": "up = f(x)",
            "down[place] -= h": "x[place] -= 2 * h",
            "slopes[place] = (f(up) - f(down)) / (2 * h)": "slopes[place] = (up - f(x)) / (2 * h)",
        }), "has to be put back"),
        (but({
            "h = 1e-5\nslopes = np.zeros_like(x)": "slopes, h = np.zeros_like(x), 1e-5",
            "up, down = x.copy(), x.copy()": "up, down = x, x",
        }), "a second name, no copy"),
        (lambda f, x: np.zeros_like(x), "is something written into the result"),
        (lambda f, x: nudged(f, x, anew=False), "is still nudged"),
        (but({
            "h = 1e-5\nslopes = np.zeros_like(x)": "slopes, h = np.zeros_like(x), 1e-5",
            "up, down = x.copy(), x.copy()": "x[place] += h",
            "up[place] += h": "up = f(x)",
            "down[place] -= h\nslopes[place] = (f(up) - f(down)) / (2 * h)":
                "slopes[place] = (up - f(x)) / (2 * h)",
        }), "0 everywhere"),
        (but({
            "h = 1e": "slopes, h = np.zeros_like(x), 1e",
            "slopes = np.zeros_like(x)\nfor place in np.ndindex(x.shape):":
                "for i in range(len(x)):",
            "up[place]": "up[i]",
            "down[place]": "down[i]",
            "slopes[place]": "slopes[i]",
        }), "A whole row is nudged at once"),
        ("def nudged(f, x):\n    return (f(x + 1e-5) - f(x - 1e-5)) / 2e-5", "One at a time"),
    ),
)  # fmt: skip

ITEMS = (SLOPES, DIAMOND, ORDER, BACKWARD, ERROR, PULL, JACOBIAN, NUDGED)
