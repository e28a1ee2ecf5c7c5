"""Exercise set 1: right answers of many forms pass, and typical mistakes are named."""

import math

import numpy as np
import pytest

import minigrad as torch
from minigrad.testing.questions import find

# ------------------------------------------------------------------------ answers to walk with


def uses(result, leaf, *, once=True, early=False, same=lambda a, b: a is b):
    """Count the edges to a leaf; `early` looks whether a node is new before it counts."""
    count, seen, waiting = 0, {result.grad_fn}, [result.grad_fn]
    while waiting:
        for node, _ in waiting.pop().next_functions:
            if node is None or (early and node in seen):
                continue
            count += hasattr(node, "variable") and bool(same(node.variable, leaf))
            if not once or node not in seen:
                seen.add(node)
                waiting.append(node)
    return count


def uses_by_recursion(result, leaf):
    seen = set()

    def count(node):
        if node is None or node in seen:
            return 0
        seen.add(node)
        own = sum(getattr(n, "variable", None) is leaf for n, _ in node.next_functions)
        return own + sum(count(n) for n, _ in node.next_functions)

    return count(result.grad_fn)


def uses_level_by_level(result, leaf):
    edges, level, seen = 0, {result.grad_fn}, set()
    while level:
        seen |= level
        found = [n for node in level for n, _ in node.next_functions if n is not None]
        edges += sum(hasattr(n, "variable") and n.variable is leaf for n in found)
        level = set(found) - seen
    return edges


def uses_without_looking_for_none(result, leaf):
    count, waiting = 0, [result.grad_fn]
    while waiting:
        for node, _ in waiting.pop().next_functions:
            count += hasattr(node, "variable") and node.variable is leaf
            waiting.append(node)
    return count


def leaves(result, *, none=True, once=True, known=None, first=0):
    """The repaired function; each keyword leaves one fault in."""
    found, seen, waiting = [], set(), [result.grad_fn]
    while waiting:
        node = waiting.pop(first)
        if (none and node is None) or (once and node in seen):
            continue
        seen.add(node)
        if hasattr(node, "variable") and not (known and known(node.variable, found)):
            found.append(node.variable)
        for behind, _ in node.next_functions:
            waiting.append(behind)
    return found


def f(x, y):
    return x**2 + y**3 - torch.sin(x * y)


def gradients(x, y):
    x, y = (torch.tensor(value, requires_grad=True) for value in (x, y))
    f(x, y).backward()
    return x.grad, y.grad


OUTSIDE = [torch.tensor(value, requires_grad=True) for value in (2.0, 3.0)]


def gradients_of_outside(x, y):
    f(*OUTSIDE).backward()
    return tuple(leaf.grad.item() for leaf in OUTSIDE)


LAST = []


def gradients_without_clearing(x, y):
    """Keeps its leaves and writes the new numbers into them."""
    if not LAST:
        LAST.extend(torch.tensor(0.0, requires_grad=True) for _ in range(2))
    with torch.no_grad():
        for leaf, value in zip(LAST, (x, y)):
            leaf.mul_(0).add_(value)
    f(*LAST).backward()
    return tuple(leaf.grad.item() for leaf in LAST)


# ------------------------------------------------------------------------------ right answers


def build_with_temporaries(x, y):
    product = y * x
    sine = product.sin()
    return sine - torch.log(y)


def chain_by_while(x, n):
    result = x * x
    while n > 1:
        result, n = x * result, n - 1
    return result


RIGHT = [
    ("x1-names", tuple(find("x1-names").expected)),
    ("x1-quotient", lambda x, y: (x - y) / (y + x)),
    ("x1-quotient", lambda a, b: torch.div(torch.sub(a, b), torch.add(a, b))),
    ("x1-difference", lambda x, y: torch.sin(x * y) - torch.log(y)),
    ("x1-difference", build_with_temporaries),
    ("x1-shared", lambda x, y: (lambda s: s.sin() * s)(y + x)),
    ("x1-chain", chain_by_while),
    ("x1-before-and-after", {"before": None, "after": 5} | find("x1-before-and-after").expected),
    ("x1-before-and-after", [None, True, True, torch.tensor(5.0)]),
    ("x1-uses", uses),
    ("x1-uses", uses_level_by_level),
    ("x1-leaves", leaves),
    ("x1-leaves", lambda r: leaves(r, once=False, known=lambda v, f: any(v is o for o in f))),
    ("x1-gradients", gradients),
    ("x1-gradients", lambda x, y: tuple(g.item() for g in gradients(x, y))),
    ("x1-gradients", lambda x, y: list(gradients(x, y))),
    (
        "x1-gradients",
        lambda x, y: (2 * x - y * math.cos(x * y), 3 * y**2 - x * math.cos(x * y)),
    ),
]


@pytest.mark.parametrize(("name", "answer"), RIGHT)
def test_right_written_differently(name, answer):
    verdict = find(name).judge(answer)
    assert verdict.ok, verdict.message


# ---------------------------------------------------------------------------- typical mistakes

AG = "AccumulateGrad"
MISTAKES = [
    ("x1-names", ["MulBackward0", "AddBackward0", "AddBackward0", AG, AG, AG], "counts once"),
    ("x1-names", ["MulBackward0", "AddBackward0", "AddBackward0"], "2 too few"),
    ("x1-names", [AG, AG, "AddBackward0", "AddBackward0", "MulBackward0"], "opposite order"),
    ("x1-names", ["MulBackward0", "AddBackward0", AG, AG, "AddBackward0"], "from entry 3 on"),
    ("x1-names", ["AddBackward0", "MulBackward0", "AddBackward0", AG, AG], "from entry 1 on"),
    ("x1-names", ["Mul", "Add", "Add", AG, AG], "up to spelling"),
    ("x1-quotient", lambda x, y: (y - x) / (x + y), "inputs of SubBackward0 are swapped"),
    ("x1-quotient", lambda x, y: (x - y) / y, "ends in y, where AddBackward0 is wanted"),
    ("x1-quotient", lambda x, y: (x + y) / (x - y), "are swapped"),
    ("x1-quotient", lambda x, y: (x - y) * (x + y), "wanted is DivBackward0"),
    ("x1-quotient", lambda x, y: (x - y) / (x + y).item(), "needs no gradient, where Add"),
    ("x1-difference", lambda x, y: torch.sin(x) * y - torch.log(y), "wanted is SinBackward0"),
    ("x1-difference", lambda x, y: torch.sin(x * y) - torch.log(x), "ends in x, where y"),
    ("x1-difference", lambda x, y: torch.log(y) - torch.sin(x * y), "are swapped"),
    ("x1-shared", lambda x, y: (x + y) * torch.sin(x + y), "2 separate AddBackward0"),
    ("x1-shared", lambda x, y: (x + y) ** 2, "wanted is MulBackward0"),
    ("x1-shared", lambda x, y: (lambda s: s * s)(x + y), "wanted is SinBackward0"),
    ("x1-chain", lambda x, n: x ** (n + 1), "value is right: one value can be computed by"),
    ("x1-chain", lambda x, n: x**n, "wanted is MulBackward0"),
    ("x1-chain", lambda x, n: x * x * x * x, "In all, yours has 3 MulBackward0, where"),
    ("x1-chain", lambda x, n: chain_by_while(x, n - 1), "In all, yours has"),
    ("x1-chain", lambda x, n: chain_by_while(x.detach() * 1.0, n), "No graph is recorded"),
    ("x1-before-and-after", [0.0, True, True, 5.0], "nothing has run backward yet"),
    ("x1-before-and-after", [None, False, True, 5.0], "this input is a leaf"),
    ("x1-before-and-after", [None, True, False, 5.0], "is it a copy"),
    ("x1-before-and-after", [None, True, True, 2.0], "how fast does x * y grow"),
    ("x1-uses", lambda r, leaf: uses(r, leaf, early=True), "You count the leaf, not its uses"),
    ("x1-uses", lambda r, leaf: uses(r, leaf, same=lambda a, b: True), "edges to every leaf"),
    ("x1-uses", lambda r, leaf: 2, "2 whatever the input is"),
    ("x1-uses", lambda r, leaf: min(2, uses(r, leaf)), "never gets beyond 2"),
    ("x1-uses", lambda r, leaf: uses(r, leaf, once=False), "You count paths, not edges"),
    ("x1-uses", lambda r, leaf: uses(r, leaf, same=lambda a, b: a == b), "whether it `is` the"),
    ("x1-uses", uses_by_recursion, "It calls itself once per node"),
    ("x1-uses", uses_without_looking_for_none, "Something is None there"),
    ("x1-uses", lambda r, leaf: [leaf], "I do not recognise this mistake"),
    ("x1-leaves", lambda r: leaves(r, once=False), "in your list twice"),
    (
        "x1-leaves",
        lambda r: leaves(r, once=False, known=lambda v, f: v in f),
        "Two leaves with the same value",
    ),
    ("x1-leaves", lambda r: leaves(r)[::-1], "in another order"),
    ("x1-leaves", lambda r: leaves(r, none=False), "Something is None there"),
    ("x1-leaves", lambda r: leaves(r)[:1], "return too early"),
    ("x1-leaves", lambda r: leaves(r, first=-1), "in another order"),
    ("x1-leaves", lambda r: [v.item() for v in leaves(r, once=False)], "in your list twice"),
    ("x1-gradients", lambda x, y: gradients(x, y)[::-1], "swapped: ∂f/∂x comes first"),
    ("x1-gradients", lambda x, y: (f(*torch.tensor([x, y])),) * 2, "the value of f"),
    ("x1-gradients", lambda x, y: (2 * x, 3 * y**2), "Only one of the two paths"),
    ("x1-gradients", gradients_of_outside, "once more each time"),
    ("x1-gradients", gradients_without_clearing, "all calls before it"),
    ("x1-gradients", lambda x, y: torch.tensor(x).grad, "does it end in a `return`?"),
    ("x1-gradients", lambda x, y: (torch.tensor(x).grad,) * 2, "None until backward() has run"),
    ("x1-gradients", lambda x, y: f(torch.tensor(x), torch.tensor(y)).backward(), "requires_grad="),
]


@pytest.mark.parametrize(("name", "answer", "words"), MISTAKES)
def test_a_mistake_is_named(name, answer, words):
    LAST.clear()
    for leaf in OUTSIDE:
        leaf.grad = None
    verdict = find(name).judge(answer)
    assert not verdict.ok
    assert words in " ".join(verdict.message.split()), verdict.message


COSINE = {
    "the wrong sign": lambda x, y, c: (2 * x + y * c, 3 * y**2 + x * c),
    "one factor more": lambda x, y, c: (2 * x - c, 3 * y**2 - c),
    "inner derivative is swapped": lambda x, y, c: (2 * x - x * c, 3 * y**2 - y * c),
    "Only the path through the sine": lambda x, y, c: (-y * c, -x * c),
    "its exponent comes down": lambda x, y, c: (x - y * c, y**2 - x * c),
    "which is to become one less": lambda x, y, c: (2 * x**2 - y * c, 3 * y**3 - x * c),
    "still a sine": lambda x, y, c: (2 * x - y * np.sin(x * y), 3 * y**2 - x * np.sin(x * y)),
}


@pytest.mark.parametrize("words", COSINE)
def test_a_slip_of_the_pen_is_named_for_each_derivative(words):
    def slip(x, y):
        return COSINE[words](x, y, math.cos(x * y))

    def half(x, y):
        return slip(x, y)[0], gradients(x, y)[1]

    both, first = (find("x1-gradients").judge(answer) for answer in (slip, half))
    assert both.score == 0.0 and "∂f/∂x and ∂f/∂y: " in both.message
    assert first.score == 0.5 and "∂f/∂x: " in first.message
    assert all(words in " ".join(verdict.message.split()) for verdict in (both, first))


# ------------------------------------------------------------------- what the hidden checks see


def twins(rng):
    x, y = (torch.tensor(2.5, requires_grad=True) for _ in range(2))
    return x * y - x, x


def ladder(rng):
    x = torch.tensor(2.5, requires_grad=True)
    h = x
    for _ in range(5):
        h = h.sin() * h
    return h + x, x


def deep(rng):
    x = torch.tensor(1.5, requires_grad=True)
    h = x
    for _ in range(3000):
        h = h * 0.999
    return h - x, x


@pytest.mark.parametrize(
    ("answer", "draw", "words"),
    [
        (lambda r, leaf: uses(r, leaf, same=lambda a, b: a == b), twins, "whether it `is` the"),
        (lambda r, leaf: uses(r, leaf, once=False), ladder, "You count paths, not edges"),
        (uses_by_recursion, deep, "It calls itself once per node"),
    ],
)
def test_it_fails_on_the_hidden_graphs_too(answer, draw, words):
    verdict = find("x1-uses").judge(answer, draw)
    assert not verdict.ok
    assert words in " ".join(verdict.message.split())
    assert find("x1-uses").judge(uses, draw).ok


def by_value(leaf, found):
    return any(leaf.item() == other.item() for other in found)


def test_leaves_are_not_told_apart_by_value():
    def answer(result):
        return leaves(result, known=by_value)

    verdict = find("x1-leaves").judge(answer, lambda rng: twins(rng)[:1])
    assert "Two leaves with the same value" in verdict.message


def test_the_graphs_of_the_statements_are_the_wanted_ones():
    x, y = (torch.tensor(value, requires_grad=True) for value in (2.0, 3.0))
    assert gradients(2.0, 3.0)[0].item() == pytest.approx(1.12, abs=0.005)
    assert gradients(2.0, 3.0)[1].item() == pytest.approx(25.08, abs=0.005)
    assert uses(x * y + torch.log(x), x) == uses(x * x, x) == 2
    assert uses(find("x1-shared").reference(x, y), x) == 1
