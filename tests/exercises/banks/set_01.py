"""Answers to set X1: read a graph, build one, walk one, run one."""

import functools
import math
import operator

import numpy as np

import minigrad as torch
from tests.exercises.banks import Item, but, one_wrong

AG, ADD, MUL = "AccumulateGrad", "AddBackward0", "MulBackward0"

# ------------------------------------------------------------------------------------ reading

FIVE = [MUL, ADD, ADD, AG, AG]
NAMES = Item(
    "x1-names",
    right=(tuple(FIVE),),
    wrong=(
        *one_wrong(FIVE, [MUL, ADD, AG, "SubBackward0"], "Entry"),
        ([*FIVE, AG], "counts once"),
        (FIVE[:3], "2 too few"),
        (FIVE[::-1], "opposite order"),
        ([MUL, ADD, AG, AG, ADD], "from entry 3 on"),
        (["Mul", "Add", "Add", AG, AG], "such as MulBackward0"),
        (["mul", "add", "add", "AccumulateGrad", "AccumulateGrad"], "such as MulBackward0"),
        (["MulBackward", *FIVE[1:]], "up to spelling"),
        ("names = 'MulBackward0'", "a list of names"),
        ([MUL, ADD, ADD, "a", "b"], "where a comes from"),
    ),
)

BEFORE_AND_AFTER = Item(
    "x1-before-and-after",
    right=([None, True, True, 5], [None, True, True, torch.tensor(5.0)], (None, True, True, 5.0)),
    wrong=(
        *one_wrong(
            [None, True, True, 5.0],
            ([0.0, 5.0, 2.0, False], [False, None], [False, None], [None, 0.0, 2.0, 10.0, 1.0]),
            [
                "nothing has run backward yet", "this input is a leaf", "is it a copy",
                "how fast does x * y grow",
            ],
            per_place=True,
        ),
        (["None", True, True, 5.0], "in quotes it is text"),
        ([None, "True", True, 5.0], "in quotes it is text"),
        ([None, True, True, "5.0"], "in quotes it is text"),
    ),
)  # fmt: skip

# ----------------------------------------------------------------------------------- building

QUOTIENT = Item(
    "x1-quotient",
    right=(
        lambda x, y: (x - y) / (y + x),
        lambda a, b: torch.div(torch.sub(a, b), torch.add(a, b)),
        """
        def quotient(x, y):
            above = x - y
            below = x
            below = below + y
            return above / below
        """,
    ),
    wrong=(
        (lambda x, y: (y - x) / (x + y), "inputs of SubBackward0 are swapped"),
        (lambda x, y: (x - y) / y, "ends in y, where AddBackward0 is wanted"),
        (lambda x, y: (x - y) / x, "ends in x, where AddBackward0 is wanted"),
        (lambda x, y: (x + y) / (x - y), "are swapped"),
        (lambda x, y: (x - y) * (x + y), "wanted is DivBackward0"),
        (lambda x, y: (x - y) / (x * y), "wanted is AddBackward0"),
        (lambda x, y: (x - y) / (x - y), "wanted is AddBackward0"),
        (lambda x, y: (x - y) / (x + x), "ends in x, where y is wanted"),
        (lambda x, y: (x - y) / (x + y).item(), "needs no gradient, where Add"),
        (lambda x, y: (x - y) / (x + y).detach(), "needs no gradient, where Add"),
        (lambda x, y: (x - y) / (x + y + 0), "goes on with AddBackward0, where x"),
        (lambda x, y: x - y, "wanted is DivBackward0"),
        (lambda x, y: x / (x + y) - y / (x + y), "wanted is DivBackward0"),
    ),
)

PARTLY = Item(
    "x1-partly",
    right=(
        lambda x, y: x * y + torch.log(x.detach()),
        lambda x, y: torch.log(x).detach() + torch.mul(y, x),
        lambda x, y: torch.add(x * y, torch.tensor(np.log(x.detach().numpy()))),
        """
        def partly(x, y):
            product = x * y
            with torch.no_grad():
                logarithm = torch.log(x)
            return product + logarithm
        """,
        """
        @torch.no_grad()
        def logarithm(x):
            return x.log()

        def partly(x, y):
            return logarithm(x) + x * y
        """,
    ),
    wrong=(
        (lambda x, y: x * y + torch.log(x), "goes on with LogBackward0, where a constant is"),
        (lambda x, y: (x * y + torch.log(x)).detach(), "No graph is recorded"),
        (lambda x, y: (x * y).detach() + torch.log(x), "wanted is MulBackward0"),
        (lambda x, y: x * y.detach() + torch.log(x).detach(), "needs no gradient, where y is"),
        (lambda x, y: x.detach() * y + torch.log(x).detach(), "needs no gradient, where x is"),
        (lambda x, y: x * y + torch.log(y).detach(), "The graph is right, the value is not"),
        (lambda x, y: x * y + torch.log(x.detach()) * 2, "The graph is right, the value is not"),
        (lambda x, y: x * y - torch.log(x).detach(), "wanted is AddBackward0"),
        (lambda x, y: x * y, "wanted is AddBackward0"),
        (lambda x, y: x * y + math.log(x), "this one has more of them"),
        (lambda x, y: x * y + torch.log(x).item(), "this one has more of them"),
        (lambda x, y: x * y + 0 * torch.log(x), "where a constant is wanted"),
        (lambda x, y: x * y + np.log(2.0), "The graph is right, the value is not"),
        (lambda x, y: (x + torch.log(x).detach()) * y, "wanted is AddBackward0"),
        (
            """
            def partly(x, y):
                with torch.no_grad():
                    return x * y + torch.log(x)
            """,
            "No graph is recorded",
        ),
        (
            """
            def partly(x, y):
                with torch.no_grad():
                    product = x * y
                return product + torch.log(x)
            """,
            "wanted is MulBackward0",
        ),
    ),
)

SHARED = Item(
    "x1-shared",
    right=(
        lambda x, y: (lambda s: s.sin() * s)(y + x),
        """
        def shared(x, y):
            s = torch.add(x, y)
            t = torch.sin(s)
            return torch.mul(t, s)
        """,
        """
        def shared(x, y):
            if (s := x + y) is not None:
                return s * s.sin()
        """,
    ),
    wrong=(
        (lambda x, y: (x + y) * torch.sin(x + y), "2 separate AddBackward0"),
        (lambda x, y: (x + y) ** 2, "wanted is MulBackward0"),
        (lambda x, y: (lambda s: s * s)(x + y), "wanted is SinBackward0"),
        (lambda x, y: (lambda s: s + s.sin())(x + y), "wanted is MulBackward0"),
        (lambda x, y: (lambda s: s * s.cos())(x + y), "wanted is SinBackward0"),
        (lambda x, y: (lambda s: s * s.sin())(x * y), "wanted is AddBackward0"),
        (lambda x, y: (lambda s: s * s.sin())(x + x), "where y is wanted"),
        (
            lambda x, y: (lambda s: s.sin() * s.sin())(x + y),
            "yours has SinBackward0; wanted is AddBackward0",
        ),
        (lambda x, y: (lambda s: s.detach() * s.sin())(x + y), "needs no gradient"),
        (lambda x, y: (x + y) * torch.sin(x), "ends in x, where AddBackward0"),
        (lambda x, y: torch.sin(x + y), "wanted is MulBackward0"),
        (lambda x, y: (lambda s: (s * s).sin())(x + y), "wanted is MulBackward0"),
    ),
)


def powers(x, n):
    result = x * x
    while n > 1:
        result, n = x * result, n - 1
    return result


CHAIN = Item(
    "x1-chain",
    right=(
        powers,
        lambda x, n: functools.reduce(operator.mul, [x] * n, x),
        lambda x, n: math.prod([x] * n, start=x),
        """
        def chain(x, n):
            result = x
            for i in range(1, n + 1):
                result = torch.mul(x, result)
            return result
        """,
    ),
    wrong=(
        (lambda x, n: x ** (n + 1), "value is right: one value can be computed by"),
        (lambda x, n: x**n, "wanted is MulBackward0"),
        (lambda x, n: x * x * x * x, "In all, yours has 3 MulBackward0, where"),
        (lambda x, n: powers(x, n + 1), "one too many"),
        (but({"for _ in range(n):": "for _ in range(n - 1):"}), "one too few"),
        (lambda x, n: functools.reduce(operator.mul, [x.detach()] * n, x), "needs no gradient"),
        (lambda x, n: powers(x.detach() * 1.0, n), "No graph is recorded"),
        (
            lambda x, n: functools.reduce(lambda r, _: r * r, range(n), x),
            "goes on with MulBackward0, where x is wanted",
        ),
        (lambda x, n: functools.reduce(operator.add, [x] * n, x), "wanted is MulBackward0"),
        (lambda x, n: x * n, "needs no gradient"),
        (lambda x, n: 1 * powers(x, n), "goes on with MulBackward0, where x is wanted"),
        (but({"return result": "    return result"}), "`return` stands inside the loop"),
        (but({"result = result * x": "result *= x"}), "not `result *= x`"),
    ),
)

# ------------------------------------------------------------------------------------ walking


def uses(result, leaf, *, once=True, early=False, same=lambda a, b: a is b, start=0, stop=None):
    """Count the edges to a leaf; `early` looks whether a node is new before it counts."""
    count, seen, waiting = start, {result.grad_fn}, [result.grad_fn]
    while waiting:
        for node, _ in waiting.pop().next_functions[:stop]:
            if node is None or (early and node in seen):
                continue
            count += hasattr(node, "variable") and bool(same(node.variable, leaf))
            if not once or node not in seen:
                seen.add(node)
                waiting.append(node)
    return count


def uses_level_by_level(result, leaf):
    edges, level, seen = 0, {result.grad_fn}, set()
    while level:
        seen |= level
        found = [n for node in level for n, _ in node.next_functions if n is not None]
        edges += sum(hasattr(n, "variable") and n.variable is leaf for n in found)
        level = set(found) - seen
    return edges


USES = Item(
    "x1-uses",
    right=(
        uses,
        uses_level_by_level,
        """
        def uses(result, leaf):
            edges = {}
            todo = [result.grad_fn]
            while todo:
                node = todo.pop(0)
                if node in edges:
                    continue
                edges[node] = [n for n, _ in node.next_functions if n]
                todo.extend(edges[node])
            found = [n for behind in edges.values() for n in behind]
            return sum(1 for n in found if getattr(n, "variable", None) is leaf)
        """,
        """
        def uses(result, leaf):
            if result.grad_fn is None:
                return 0
            count, i, nodes = 0, 0, [result.grad_fn]
            known = set(nodes)
            while i < len(nodes):
                for edge in nodes[i].next_functions:
                    node = edge[0]
                    if node is not None and node.name() == "AccumulateGrad":
                        count += 1 if node.variable is leaf else 0
                    elif node is not None and node not in known:
                        known.add(node)
                        nodes.append(node)
                i += 1
            return torch.tensor(float(count))
        """,
    ),
    wrong=(
        (lambda r, leaf: uses(r, leaf, early=True), "You count the leaf, not its uses"),
        (lambda r, leaf: uses(r, leaf, same=lambda a, b: True), "edges to every leaf"),
        (lambda r, leaf: 2, "2 for every input"),
        (lambda r, leaf: min(2, uses(r, leaf)), "never gets beyond 2"),
        (lambda r, leaf: uses(r, leaf, once=False), "You count paths, not edges"),
        (lambda r, leaf: uses(r, leaf, same=lambda a, b: a == b), "whether it `is` the"),
        (lambda r, leaf: uses(r, leaf, start=1), "exactly 1 more"),
        (lambda r, leaf: uses(r, leaf, stop=1), "first input"),
        (
            """
            def uses(result, leaf):
                return sum(getattr(n, "variable", None) is leaf
                           for n, _ in result.grad_fn.next_functions)
            """,
            "first level",
        ),
        (
            """
            def uses(result, leaf):
                seen = set()

                def count(node):
                    if node is None or node in seen:
                        return 0
                    seen.add(node)
                    own = sum(getattr(n, "variable", None) is leaf for n, _ in node.next_functions)
                    return own + sum(count(n) for n, _ in node.next_functions)

                return count(result.grad_fn)
            """,
            "It calls itself once per node",
        ),
        (
            """
            def uses(result, leaf):
                count, waiting = 0, [result.grad_fn]
                while waiting:
                    for node, _ in waiting.pop().next_functions:
                        count += hasattr(node, "variable") and node.variable is leaf
                        waiting.append(node)
                return count
            """,
            "Something is None there",
        ),
        (
            """
            seen = set()
            def uses(result, leaf):
                count, waiting = 0, [result.grad_fn]
                while waiting:
                    node = waiting.pop()
                    if node is None or node in seen:
                        continue
                    seen.add(node)
                    for behind, _ in node.next_functions:
                        count += getattr(behind, "variable", None) is leaf
                        waiting.append(behind)
                return count
            """,
            "from call to call",
        ),
        (but({
            "seen = set()": "count = 0",
            "count, waiting = 0, [result.grad_fn]": """
                global count
                seen, waiting = set(), [result.grad_fn]
            """,
        }, above=True), "all calls before it"),
        (but({
            "seen = set()": "",
            "waiting = 0": "seen, waiting = 0, set()",
            "return count": "    return count",
        }, above=True), "`return` stand behind the loop"),
        (lambda r, leaf: [leaf], "should be a number"),
        (lambda r, leaf: (uses(r, leaf),), "should be a number"),
        (lambda r, leaf: print(uses(r, leaf)), "does it end in a `return`?"),
    ),
    equivalent=("line 10: `count += 1` -> `count = count + 1`",),  # the same, for a number
)  # fmt: skip


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


def one_of(leaf, found):
    return any(leaf is other for other in found)


LEAVES = Item(
    "x1-leaves",
    right=(
        leaves,
        lambda r: tuple(leaves(r)),
        lambda r: leaves(r, known=one_of),
        """
        def leaves(result):
            nodes = [result.grad_fn]
            for node in nodes:
                for behind, _ in node.next_functions:
                    if behind is not None and behind not in nodes:
                        nodes.append(behind)
            return [node.variable for node in nodes if hasattr(node, "variable")]
        """,
        """
        def leaves(result):
            found, level, seen = {}, [result.grad_fn], set()
            while level:
                below = []
                for node in level:
                    if node is None or node in seen:
                        continue
                    seen.add(node)
                    if node.name() == "AccumulateGrad":
                        found[id(node.variable)] = node.variable
                    below += [behind for behind, _ in node.next_functions]
                level = below
            return list(found.values())
        """,
    ),
    wrong=(
        (lambda r: leaves(r, once=False), "in your list twice"),
        (
            lambda r: leaves(r, known=lambda v, found: v in found),
            "Two leaves with the same value",
        ),
        (lambda r: leaves(r)[::-1], "opposite order"),
        (lambda r: leaves(r, none=False), "Something is None there"),
        (lambda r: leaves(r)[:1], "`return` stand inside the loop"),
        (lambda r: leaves(r)[:-1], "last one is missing"),
        (lambda r: leaves(r, first=-1), "order"),
        (lambda r: [v.item() for v in leaves(r)], "the values of the leaves"),
        (lambda r: [v.detach() for v in leaves(r)], "copies"),
        (lambda r: [v.clone() for v in leaves(r)], "copies"),
        (lambda r: set(leaves(r)), "a set"),
        (lambda r: (v for v in leaves(r)), "a generator"),
        (lambda r: [v.grad_fn for v in leaves(r)], "None"),
        (but({"found.append(node.variable)": "found.append(node)"}), "nodes, not the leaves"),
        (but({
            "def leaves(result):": "found = []\ndef leaves(result):",
            "found, seen, waiting = [],": "seen, waiting =",
        }), "from call to call"),
    ),
)  # fmt: skip

# -------------------------------------------------------------------------------- gradients


def f(x, y):
    return x**2 + y**3 - torch.sin(x * y)


def gradients(x, y):
    x, y = (torch.tensor(value, requires_grad=True) for value in (x, y))
    f(x, y).backward()
    return x.grad, y.grad


def slips():
    """A slip of the pen in both derivatives, in either, and what is to be said of it."""
    for words, slip in {
        "the wrong sign": lambda x, y, c: (2 * x + y * c, 3 * y**2 + x * c),
        "one factor more": lambda x, y, c: (2 * x - c, 3 * y**2 - c),
        "inner derivative is swapped": lambda x, y, c: (2 * x - x * c, 3 * y**2 - y * c),
        "Only the path through the sine": lambda x, y, c: (-y * c, -x * c),
        "Only one of the two paths": lambda x, y, c: (2 * x, 3 * y**2),
        "its exponent comes down": lambda x, y, c: (x - y * c, y**2 - x * c),
        "which is to become one less": lambda x, y, c: (2 * x**2 - y * c, 3 * y**3 - x * c),
        "still a sine": lambda x, y, c: (2 * x - y * np.sin(x * y), 3 * y**2 - x * np.sin(x * y)),
        "exactly −1 ×": lambda x, y, c: (y * c - 2 * x, x * c - 3 * y**2),
        "exactly twice": lambda x, y, c: (2 * (2 * x - y * c), 2 * (3 * y**2 - x * c)),
    }.items():

        def both(x, y, slip=slip):
            return slip(x, y, math.cos(x * y))

        yield both, words
        yield (lambda x, y, both=both: (both(x, y)[0], gradients(x, y)[1])), words
        yield (lambda x, y, both=both: (gradients(x, y)[0], both(x, y)[1])), words


GRADIENTS = Item(
    "x1-gradients",
    right=(
        gradients,
        lambda x, y: tuple(g.item() for g in gradients(x, y)),
        lambda x, y: list(gradients(x, y)),
        lambda x, y: torch.stack(gradients(x, y)),
        lambda x, y: tuple(g.reshape(1) for g in gradients(x, y)),
        lambda x, y: (2 * x - y * math.cos(x * y), 3 * y**2 - x * math.cos(x * y)),
        """
        def gradients(x, y):
            a = torch.tensor([x], requires_grad=True)
            b = torch.tensor([y], requires_grad=True)
            return torch.autograd.grad(a**2 + b**3 - torch.sin(a * b), (a, b))
        """,
    ),
    wrong=(
        *slips(),
        (lambda x, y: gradients(x, y)[::-1], "swapped: ∂f/∂x comes first"),
        (lambda x, y: (f(*torch.tensor([x, y])),) * 2, "the value of f"),
        (lambda x, y: gradients(x, y)[0], "2 values are wanted"),
        (lambda x, y: sum(gradients(x, y)), "2 values are wanted"),
        (lambda x, y: torch.tensor(x).grad, "None until backward() has run"),
        (lambda x, y: (torch.tensor(x).grad,) * 2, "None until backward() has run"),
        (lambda x, y: f(torch.tensor(x), torch.tensor(y)).backward(), "requires_grad="),
        (
            """
            a, b = (torch.tensor(v, requires_grad=True) for v in (2.0, 3.0))
            def gradients(x, y):
                (a**2 + b**3 - torch.sin(a * b)).backward()
                return a.grad.item(), b.grad.item()
            """,
            "once more each time",
        ),
        (
            """
            a, b = (torch.tensor(0.0, requires_grad=True) for _ in range(2))
            def gradients(x, y):
                with torch.no_grad():
                    a.mul_(0).add_(x)
                    b.mul_(0).add_(y)
                (a**2 + b**3 - torch.sin(a * b)).backward()
                return a.grad.item(), b.grad.item()
            """,
            "all calls before it",
        ),
        (but({".item(), b.grad.item()": ", b.grad"}, above=True), "all calls before it"),
        (
            """
            def gradients(x, y):
                a = torch.tensor(x, requires_grad=True) * 1
                b = torch.tensor(y, requires_grad=True) * 1
                (a**2 + b**3 - torch.sin(a * b)).backward()
                return a.grad, b.grad
            """,
            "no leaf",
        ),
        (but({
            "(x, requires_grad=True) * 1": "(x, requires_grad=True)",
            "(y, requires_grad=True) * 1": "(y)",
        }, above=True), "requires_grad=True"),
        (but({
            "(x, requires_grad=True) * 1": "(x, requires_grad=True)",
            "(y, requires_grad=True) * 1": "(y, requires_grad=True)",
            "(a**2 + b**3 - torch.sin(a * b)).backward()": "a**2 + b**3 - torch.sin(a * b)",
        }, above=True), "None until backward() has run"),
        (but({
            "x = torch.tensor(x, requires_grad=True)": "a = torch.tensor(x, requires_grad=True)",
            "y = torch.tensor(y, requires_grad=True)": "b = torch.tensor(y, requires_grad=True)",
            "f = x**2 + y**3 - torch.sin(x * y)": "f = a**2 + b**3 - torch.sin(a * b)",
            "return x.grad, y.grad": "f.backward()\nreturn a.grad, b.grad",
        }), "retain_graph"),
    ),
)  # fmt: skip

ITEMS = (
    NAMES, QUOTIENT, PARTLY, SHARED, CHAIN, BEFORE_AND_AFTER, USES, LEAVES, GRADIENTS,
)  # fmt: skip
