"""Answers to set X3: which tensors keep a gradient, and why not."""

import math

import numpy as np

import minigrad as torch
from tests.exercises.banks import Item, but, one_wrong

KINDS = [
    *("keeps", "plain", "passes", "plain"),
    *("passes", "passes", "passes", "plain"),
    *("keeps", "plain", "plain", "plain"),
    *("plain", "passes", "keeps", "passes"),
    *("keeps", "plain", "keeps", "passes"),
]
SAID = [
    "you made it", "does anything that goes into it", "one input that requires grad is enough",
    "was recording on", "is taking a part an operation", "what made this tensor",
    "copying is an operation", "what does it leave behind", "what does the second call do",
    "without what lies behind", "can they have a slope", "a place, so an integer",
    "integers cannot have a gradient", "from float32 to float64", "x is float32 already",
    "what comes out of a division", "was the division recorded", "a list of numbers has no graph",
    "what an optimizer would change", "are the layer's own numbers",
]  # fmt: skip
CARDS = Item(
    "x3-cards",
    right=(tuple(KINDS),),
    wrong=(
        *one_wrong(KINDS, ["keeps", "passes", "plain"], SAID),
        (KINDS[:19], "one entry for each"),
        (["keeps"] * 20, "5 of 20 right"),
    ),
)

# ------------------------------------------------------------------------------- make_leaves


def made(tables, *, root=lambda table: math.sqrt(len(table)), first=False, dtype=torch.float32):
    """Leaves, with a fault in how they are scaled or in when they ask for gradients."""
    if first:
        return [torch.tensor(t, dtype=dtype, requires_grad=True) / root(t) for t in tables]
    return [(torch.tensor(t, dtype=dtype) / root(t)).requires_grad_() for t in tables]


LEAVES = Item(
    "x3-make-leaves",
    equivalent=(  # the division makes float32 of whole numbers as well
        "line 6: `torch.tensor(table, dtype=torch.float32)` -> `torch.tensor(table)`",
    ),
    right=(
        lambda tables: [
            torch.tensor(t, dtype=torch.float32).div_(len(t) ** 0.5).requires_grad_()
            for t in tables
        ],
        lambda tables: [
            torch.tensor([[n / math.sqrt(len(t)) for n in row] for row in t], requires_grad=True)
            for t in tables
        ],
        lambda tables: [torch.nn.Parameter(torch.tensor(t) / math.sqrt(len(t))) for t in tables],
        lambda tables: tuple(leaf.detach().requires_grad_() for leaf in made(tables, first=True)),
    ),
    wrong=(
        (lambda tables: made(tables, first=True), "divide first"),
        (lambda tables: [leaf.detach() for leaf in made(tables)], "asked for their gradients"),
        (lambda tables: made(tables, root=lambda t: 1), "are not divided"),
        (lambda tables: made(tables, root=len), "asked for is its square root"),
        (lambda tables: made(tables, root=lambda t: math.sqrt(len(t[0]))), "number of columns"),
        (
            lambda tables: made(tables, root=lambda t: math.sqrt(len(t) * len(t[0]))),
            "number of entries",
        ),
        (lambda tables: made(tables[:1]), "Only one tensor comes back"),
        (lambda tables: made(tables)[0], "Only one tensor comes back"),
        (lambda tables: made(tables)[-1], "Only one tensor comes back"),
        (lambda tables: made(tables)[-1:], "Only one tensor comes back"),
        (lambda tables: made(tables)[:-1], "The last table is missing"),
        (lambda tables: made(tables, dtype=torch.float64), "Asked for is float32"),
        (lambda tables: made(tables, root=lambda t: 1 / math.sqrt(len(t))), None),
        (lambda tables: print(made(tables)), "does it end in a `return`"),
        (
            lambda tables: [torch.tensor(t, requires_grad=True) for t in tables],
            "A whole number cannot require a gradient",
        ),
        ("def make_leaves(tables):\n    for table in tables:\n        leaves.append(1)", "leaves"),
    ),
)

# ------------------------------------------------------------------------------------- repairs


def half(values, loss=lambda w: (w**3).sum(), by=2.0):
    w = (torch.tensor(values) / by).requires_grad_()
    loss(w).backward()
    return w.grad


HALF = Item(
    "x3-half",
    right=(
        half,
        """
        def half(values):
            w = torch.tensor(values, requires_grad=True) / 2
            w.retain_grad()
            (w**3).sum().backward()
            return w.grad
        """,
        """
        def half(values):
            w = torch.tensor(values).div(2).detach().requires_grad_()
            return torch.autograd.grad((w**3).sum(), w)[0]
        """,
        lambda values: 3 * (np.array(values) / 2) ** 2,
    ),
    wrong=(
        (but({
            "(values, requires_grad=True) / 2": "(values, requires_grad=True)",
            "w.retain_grad()\n(w**3).sum().backward()": "((w / 2) ** 3).sum().backward()",
        }, right=2), "before they are halved"),
        (but({"w.retain_grad()": ""}, right=2), "not a leaf"),
        (but({
            "w.retain_grad()": "(w**3).sum().backward()\nw.retain_grad()",
            "(w**3).sum().backward()": "",
        }, right=2), "although backward() has run"),
        (lambda values: half(values, by=1), "never halved"),
        (lambda values: half(values, by=4), "Halved twice"),
        (lambda values: half(values, lambda w: (w**2).sum()), "`values` itself"),
        (lambda values: half(values, lambda w: (w**3).mean()), "1/N"),
        (lambda values: (np.array(values) / 2) ** 3, "w cubed, not its slope"),
        (lambda values: np.array(values) / 2, "w itself"),
        (lambda values: -half(values), "−1 ×"),
        (lambda values: 2 * half(values), "twice"),
        (lambda values: (torch.tensor(values) / 2).requires_grad_().grad, "backward"),
    ),
)  # fmt: skip


def counted(counts, loss=lambda w: (w * w).mean()):
    w = torch.tensor([float(n) for n in counts], requires_grad=True)
    loss(w).backward()
    return w.grad


COUNTED = Item(
    "x3-counted",
    right=(
        counted,
        but({
            "w = torch.tensor(counts, dtype=torch.float32, requires_grad=True)":
                "w = torch.tensor(counts).double().requires_grad_()",
        }),
        """
        def counted(counts):
            w = torch.tensor(counts, dtype=torch.float32)
            w.requires_grad = True
            (w.pow(2).sum() / len(counts)).backward()
            return w.grad
        """,
        lambda counts: [2 * n / len(counts) for n in counts],
    ),
    wrong=(
        (lambda counts: counted(counts, lambda w: (w * w).sum()), "the gradient of the sum"),
        (lambda counts: counted(counts, lambda w: (w * w.detach()).mean()), "One of the two uses"),
        (
            """
            def counted(counts):
                w = torch.tensor(counts, requires_grad=True)
                (w * w).mean().backward()
                return w.grad
            """,
            "A whole number cannot require a gradient",
        ),
        (but({"counts, requires_grad=True": "counts"}, above=True), None),
        (but({
            "w = torch.tensor(counts, requires_grad=True)":
                "w = torch.tensor([float(n) for n in counts], requires_grad=True).double()",
        }, above=True), "not a leaf"),
        (but({
            "counts, dtype=torch.float32": "[3.0, 5.0, 7.0]",
            "loss = (w * w).mean()\nloss.backward()": "(w * w).mean().backward()",
        }), "counts"),
        (lambda counts: -counted(counts), "−1 ×"),
        (lambda counts: counted(counts) / 2, "One of the two uses"),
        (lambda counts: 2 * counted(counts), "twice"),
        (lambda counts: counted(counts)[0], None),
        (lambda counts: counted(counts).sum(), None),
        (lambda counts: counted(counts).round(), None),
    ),
)  # fmt: skip


def cut(x, first, second, hidden=lambda x, first: torch.tanh(x * first), more=torch.sum):
    more(hidden(x, first) * second).backward()
    return first.grad, second.grad


CUT = Item(
    "x3-cut",
    right=(
        cut,
        """
        def cut(x, first, second):
            hidden = torch.tanh(x * first)
            report = hidden.detach().tolist()
            loss = (hidden * second).sum()
            return torch.autograd.grad(loss, (first, second))
        """,
        """
        def cut(x, first, second):
            hidden = (first * x).tanh()
            torch.sum(second * hidden).backward()
            return [first.grad.clone(), second.grad]
        """,
    ),
    wrong=(
        (lambda x, f, s: cut(x, f, s, lambda x, f: torch.tanh(x * f).detach()), "Still None"),
        (lambda x, f, s: cut(x, f, s, lambda x, f: torch.tanh(x * f.detach())), "Still None"),
        (lambda x, f, s: cut(x, f, s, lambda x, f: torch.tanh((x * f).data)), "Still None"),
        (but({
            "hidden = torch.tanh(x * first)": "with torch.no_grad():",
            "loss = (hidden * second).sum()": "    hidden = torch.tanh(x * first)",
            "loss.backward()": "(hidden * second).sum().backward()",
        }), "Still None"),
        (lambda x, f, s: cut(x, f, s, lambda x, f: x * f), "The tanh is gone"),
        (lambda x, f, s: cut(x, f, s)[::-1], "swapped"),
        (lambda x, f, s: cut(x, f, s, more=torch.mean), "1/N"),
        (lambda x, f, s: cut(x, f, s, lambda x, f: torch.sin(x * f)), None),
        (lambda x, f, s: cut(x, f, s.detach()), "although backward() has run"),
        (lambda x, f, s: cut(x, f, s)[0], "2 values are wanted"),
        (
            """
            def cut(x, first, second):
                (torch.tanh(x * first) * second).sum().backward()
                print(first.grad, second.grad)
            """,
            "return",
        ),
        (lambda x, f, s: (f.grad, s.grad), "backward"),
    ),
)  # fmt: skip


def step(w, xs, targets, rate=0.1, loss=torch.mean, clear=True):
    loss((w * xs - targets) ** 2).backward()
    with torch.no_grad():
        w -= rate * w.grad
    if clear:
        w.grad = None


STEP = Item(
    "x3-step",
    equivalent=("line 4: `w * xs - targets` -> `targets - w * xs`",),  # it is squared
    right=(
        step,
        """
        def step(w, xs, targets):
            optimizer = torch.optim.SGD([w], lr=0.1)
            torch.nn.functional.mse_loss(w * xs, targets.expand_as(w * xs)).backward()
            optimizer.step()
            optimizer.zero_grad()
        """,
        """
        def step(w, xs, targets):
            (slope,) = torch.autograd.grad(((w * xs - targets) ** 2).mean(), w)
            with torch.no_grad():
                w.copy_(w - 0.1 * slope)
        """,
        """
        def step(w, xs, targets):
            ((w * xs - targets) ** 2).mean().backward()
            w.data.sub_(0.1 * w.grad)
            w.grad = None
        """,
    ),
    wrong=(
        (but({
            "w.data.sub_(0.1 * w.grad)": "w = w - 0.1 * w.grad",
        }, right=4), "makes another tensor"),
        (but({
            "w.data.sub_(0.1 * w.grad)": "with torch.no_grad():\n    w = w - 0.1 * w.grad",
        }, right=4), "makes another tensor"),
        (but({"w.data.sub_(0.1 * w.grad)": "w -= 0.1 * w.grad"}, right=4), "leaf itself"),
        (lambda w, xs, targets: step(w, xs, targets, rate=-0.1), "Uphill"),
        (lambda w, xs, targets: step(w, xs, targets, rate=1.0), "ten times as long"),
        (lambda w, xs, targets: step(w, xs, targets, rate=0.01), None),
        (lambda w, xs, targets: step(w, xs, targets, clear=False), "Clear it"),
        (lambda w, xs, targets: step(w, xs, targets, loss=torch.sum), "not the sum"),
        (
            """
            def step(w, xs, targets):
                with torch.no_grad():
                    loss = ((w * xs - targets) ** 2).mean()
                loss.backward()
            """,
            "Nothing was recorded",
        ),
        (but({"w.data.sub_(0.1 * w.grad)": ""}, right=4), "w has not moved"),
        (but({
            "loss = ((w * xs - targets) ** 2).mean()": "step_of = w.clone()",
            "loss.backward()": "((w * xs - targets) ** 2).mean().backward()",
            "w -= 0.1 * w.grad": "step_of -= 0.1 * w.grad",
        }), "w has not moved"),
        (but({
            "w.data.sub_(0.1 * w.grad)": "with torch.no_grad():\n    w -= 0.1 * w.grad",
            "w.grad = None": "w.grad = None\nw.requires_grad_(False)",
        }, right=4), "not require grad any more"),
        *(
            (
                f"""
                def step(w, xs, targets):
                    ((w * xs - targets) ** 2).mean().backward()
                    with torch.no_grad():
                        w -= 0.1 * w.grad
                    {clear}
                """,
                "Zeros are not None",
            )
            for clear in ("w.grad = torch.zeros_like(w)", "w.grad.zero_()")
        ),
    ),
)  # fmt: skip

# ------------------------------------------------------------------------------------- keeping


def watch(x, y, kept="ac", late=False, cut=False):
    a = x * y
    b = torch.sin(a.detach() if cut else a)
    c = b + x
    loss = (c * c).sum()
    for name, one in zip("abcl", (a, b, c, loss)) if not late else ():
        if name in kept:
            one.retain_grad()
    loss.backward()
    for name, one in zip("abcl", (a, b, c, loss)) if late else ():
        if name in kept:
            one.retain_grad()
    return a, b, c


WATCH = Item(
    "x3-watch",
    right=(
        watch,
        """
        def watch(x, y):
            (a := x * y).retain_grad()
            b = a.sin()
            c = x + b
            c.retain_grad()
            c.pow(2).sum().backward()
            return a, b, c
        """,
        """
        def watch(x, y):
            a = x * y
            b = torch.sin(a)
            c = b + x
            for one in (a, c):
                one.retain_grad()
            torch.sum(c * c).backward()
            return [a, b, c]
        """,
    ),
    wrong=(
        (lambda x, y: watch(x, y, late=True), "or too late"),
        (lambda x, y: watch(x, y, ""), "nobody has asked"),
        (lambda x, y: watch(x, y, "a"), "nobody has asked"),
        (lambda x, y: watch(x, y, "c"), "Each tensor is asked by itself"),
        (lambda x, y: watch(x, y, "abc"), "b keeps its gradient too"),
        (lambda x, y: watch(x, y, "ab"), "nobody has asked"),
        (lambda x, y: watch(x, y, "bc"), "Each tensor is asked by itself"),
        (lambda x, y: watch(x, y, "l"), "nobody has asked"),
        (lambda x, y: watch(x, y, cut=True), "no path leads to it"),
        (but({
            "a.retain_grad()": "loss.backward(retain_graph=True)\na.retain_grad()",
        }), "twice the right one"),
        (lambda x, y: watch(x, y)[::-1], "This is c.grad"),
        (lambda x, y: [one.grad for one in watch(x, y)], "There is None in it"),
        (but({
            "(a := x * y).retain_grad()": "a = x * y",
            "b = a.sin()": "c = torch.sin(a) + x",
            "c = x + b": "a.retain_grad()",
            "c.pow(2).sum().backward()\nreturn a, b, c": "(c * c).sum().backward()",
        }, right=2), "return"),
    ),
)  # fmt: skip

ASIDE = Item(
    "x3-aside",
    right=(
        lambda f, x: torch.autograd.grad(f(x), x)[0],
        """
        def aside(f, x):
            before, x.grad = x.grad, None
            f(x).backward()
            found, x.grad = x.grad, before
            return found
        """,
        """
        def aside(f, x):
            twin = torch.tensor(x.tolist(), dtype=x.dtype, requires_grad=True)
            f(twin).backward()
            return twin.grad
        """,
        """
        def aside(f, x):
            twin = x.clone()
            twin.retain_grad()
            f(twin).backward(inputs=[twin])
            return twin.grad
        """,
    ),
    wrong=(
        (but({
            "twin = x.detach().requires_grad_()": "f(x).backward()",
            "f(twin).backward()\nreturn twin.grad": "return x.grad",
        }), "added to what was in x.grad"),
        (but({
            "before, x.grad = x.grad, None": "x.grad = None",
            "found, x.grad = x.grad, before\nreturn found": "return x.grad",
        }, right=2), "x.grad is not as it was"),
        (but({
            "before, x.grad = x.grad, None": "x.grad = None",
            "found, x.grad = x.grad, before": "found, x.grad = x.grad, None",
        }, right=2), "thrown away"),
        (but({"twin = x.detach().requires_grad_()": "twin = x.clone()"}), "this tensor is no leaf"),
        (but({
            "twin = x.detach().requires_grad_()": "twin = x.clone()\ntwin.retain_grad()",
        }), "x.grad afterwards: backward() has added"),
        (lambda f, x: f(x.detach().requires_grad_()), None),
        ("def aside(f, x):\n    f(x).backward()", "return"),
        (lambda f, x: -torch.autograd.grad(f(x), x)[0], "−1 ×"),
        (lambda f, x: torch.autograd.grad(2 * f(x), x)[0], "twice"),
        (lambda f, x: torch.autograd.grad(f(x), x)[0].sum(), None),
        (lambda f, x: f(x.detach()).backward(), "Nothing was recorded"),
        (but({
            "before, x.grad = x.grad, None": "before = x.grad",
            "found, x.grad = x.grad, before": "found = x.grad.clone()\nx.grad = before",
        }, right=2), "x.grad afterwards: What is put back is no copy"),
        (but({
            "before, x.grad = x.grad, None": "before = x.grad",
            "found, x.grad = x.grad, before": "g = x.grad",
            "return found": "x.grad = before\nreturn g",
        }, right=2), "x.grad afterwards: What is put back is no copy"),
        (
            """
            def aside(f, x):
                before = x.grad
                if before is not None:
                    before.zero_()
                f(x).backward()
                g = x.grad.clone()
                x.grad = before
                return g
            """,
            "x.grad afterwards: What is put back is no copy",
        ),
        (but({"return twin.grad": "x.requires_grad_(False)\nreturn twin.grad"}), "look at False"),
    ),
)  # fmt: skip

# ---------------------------------------------------------------------------------- explaining


def behind(loss, once=True):
    seen, waiting = set(), [loss.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is not None and not (once and node in seen):
            seen.add(node)
            waiting += [next_node for next_node, _ in node.next_functions]
    return seen


def reached(tensor, loss, same=lambda a, b: a is b):
    nodes = behind(loss)
    return tensor.grad_fn in nodes or any(
        hasattr(n, "variable") and same(n.variable, tensor) for n in nodes
    )


def why(tensor, loss, order="nru", reach=reached, retains=True, words=None):
    found = {
        "n": ("plain", not tensor.requires_grad),
        "r": ("elsewhere", not reach(tensor, loss)),
        "u": ("passes", not tensor.is_leaf and not (retains and tensor.retains_grad)),
    }
    word = next((found[o][0] for o in order if found[o][1]), "filled")
    return (words or {}).get(word, word)


RECURSION = """
def why(tensor, loss):
    def reached(node):
        if node is None:
            return False
        if node is tensor.grad_fn or getattr(node, "variable", None) is tensor:
            return True
        return any(reached(behind) for behind, _ in node.next_functions)
    if not tensor.requires_grad:
        return "plain"
    if not reached(loss.grad_fn):
        return "elsewhere"
    return "filled" if tensor.is_leaf or tensor.retains_grad else "passes"
"""

ONE_PATH = """
def why(tensor, loss):
    if not tensor.requires_grad:
        return "plain"
    waiting = [loss.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is not None:
            if node is tensor.grad_fn or getattr(node, "variable", None) is tensor:
                return "filled" if tensor.is_leaf or tensor.retains_grad else "passes"
            waiting += [behind for behind, _ in node.next_functions]
    return "elsewhere"
"""  # each node as often as there are paths to it

WHY = Item(
    "x3-why",
    equivalent=(
        "line 11: `waiting += [behind for behind, _ in node.next_functions]` -> "
        "`waiting = waiting + [behind for behind, _ in node.next_functions]`",
    ),
    right=(
        why,
        """
        def why(tensor, loss):
            level, seen = {loss.grad_fn}, set()
            while level:
                seen |= level
                level = {n for m in level for n, _ in m.next_functions if n is not None} - seen
            places = {id(getattr(node, "variable", None)) for node in seen}
            if not tensor.requires_grad:
                return "plain"
            if id(tensor) not in places and tensor.grad_fn not in seen:
                return "elsewhere"
            return "filled" if tensor.is_leaf or tensor.retains_grad else "passes"
        """,
        """
        def why(tensor, loss):
            if not tensor.requires_grad:
                return "plain"
            (found,) = torch.autograd.grad(loss, [tensor], retain_graph=True, allow_unused=True)
            if found is None:
                return "elsewhere"
            return "passes" if not (tensor.is_leaf or tensor.retains_grad) else "filled"
        """,
    ),
    wrong=(
        (lambda t, loss: why(t, loss, "nu"), "whether the loss was computed from it"),
        (lambda t, loss: why(t, loss, "ru"), "asked first"),
        (lambda t, loss: why(t, loss, "nur"), "comes before 'passes'"),
        (lambda t, loss: why(t, loss, "nr"), "passes its gradient on"),
        (lambda t, loss: why(t, loss, retains=False), "look at `retains_grad`"),
        (
            lambda t, loss: why(
                t, loss, reach=lambda a, b: reached(a, b, lambda p, q: bool(p == q))
            ),
            "has the same value",
        ),
        (lambda t, loss: why(t, loss, reach=lambda a, b: a.grad_fn in behind(b)), "No leaf is"),
        (
            lambda t, loss: why(
                t, loss, reach=lambda a, b: any(a is getattr(n, "variable", ()) for n in behind(b))
            ),
            "Only leaves are found",
        ),
        (
            lambda t, loss: why(t, loss, reach=lambda a, b: a.grad_fn in {None, *behind(b)}),
            "Every leaf is found",
        ),
        (
            lambda t, loss: why(t, loss, reach=lambda a, b: reached(a, b) and a is not b),
            "its own node",
        ),
        (ONE_PATH, None),
        (
            """
            def why(tensor, loss):
                if not tensor.requires_grad:
                    return "plain"
                if torch.autograd.grad(loss, tensor, allow_unused=True)[0] is None:
                    return "elsewhere"
                return "filled" if tensor.is_leaf or tensor.retains_grad else "passes"
            """,
            "has freed the graph",
        ),
        (but({
            "if not tensor.requires_grad:": "loss.backward()\nif not tensor.requires_grad:",
            "torch.autograd.grad(loss, tensor, allow_unused=True)[0] is": "tensor.grad is not",
            "elsewhere": "filled",
            'filled" if tensor.is_leaf or tensor.retains_grad else "passes':
                'passes" if tensor.grad_fn is not None else "elsewhere',
        }, above=True), None),
        (lambda t, loss: why(t, loss, reach=lambda a, b: b.backward() or reached(a, b)), "freed"),
        (lambda t, loss: why(t, loss, words={"filled": "keeps"}), None),
        (lambda t, loss: why(t, loss, words={"plain": None}), "return"),
        (lambda t, loss: "filled", "does not use"),
        (RECURSION, "It calls itself once per node"),
        (lambda t, loss: print(why(t, loss)), "return"),
        (lambda t, loss: why(t, t), None),
    ),
)  # fmt: skip

ITEMS = (CARDS, LEAVES, HALF, COUNTED, CUT, STEP, WATCH, ASIDE, WHY)
