"""Graphs to arrange, and what can be measured on a drawing: crossings, and what runs over what.

The same is measured on our drawings and on those of Graphviz: boxes as rectangles, edges as chains
of short straight pieces.
"""

import random
import subprocess
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from minigrad.viz.layout import Link

SIZE = (110.0, 66.0)
PIECES = 12  # straight pieces for one curve


def drawing(pairs, groups=()):
    """``(sizes, links, groups)``, what `layout` takes, from ``[(above, below), ...]``."""
    links = [Link(f"{i}:{a}>{b}", a, b) for i, (a, b) in enumerate(pairs)]
    boxes = dict.fromkeys(box for b, a in reversed(pairs) for box in (a, b))
    return dict.fromkeys(boxes, SIZE), links, {box: path for box, path in groups if box in boxes}


def chain(n=8):
    return drawing([(f"b{i}", f"b{i + 1}") for i in range(n)])


def diamond():
    return drawing([("x", "a"), ("x", "b"), ("a", "z"), ("b", "z")])


def diamonds(n=5):
    pairs = [(f"x{i}", f"{side}{i}") for i in range(n) for side in "lmr"]
    pairs += [(f"{side}{i}", f"x{i + 1}") for i in range(n) for side in "lmr"]
    return drawing(pairs)


def _linear(name, source, path):
    """One linear layer as PyTorch records it: its edges, and the group of each box."""
    boxes = [f"{name}.{part}" for part in ("bias", "weight", "t", "addmm")]
    bias, weight, turned, product = boxes
    pairs = [(bias, product), (weight, turned), (turned, product)]
    pairs[1:1] = [(source, product)] if source else []
    return pairs, [(box, (*path, name)) for box in boxes], product


def mlp(layers=4, grouped=False):
    pairs, groups, h = [], [], ""
    for i in range(layers):
        more, members, product = _linear(f"model.{i}", h, ("model",))
        h = f"relu{i}"
        pairs += [*more, (product, h)]
        groups += [*members, (h, ("model",))]
    return drawing([*pairs, (h, "loss")], groups if grouped else ())


def residual(blocks=4, grouped=False):
    pairs, groups, x = [], [], "x"
    for i in range(blocks):
        path = ("model", f"model.{i}")
        first, inside, a = _linear(f"model.{i}.a", x, path)
        second, inside_too, b = _linear(f"model.{i}.b", f"relu{i}", path)
        pairs += [*first, (a, f"relu{i}"), *second, (x, f"add{i}"), (b, f"add{i}")]
        groups += [*inside, *inside_too, (f"relu{i}", path), (f"add{i}", path)]
        x = f"add{i}"
    return drawing([*pairs, (x, "sum")], groups if grouped else ())


def attention(heads=3, grouped=False):
    pairs, groups, outputs = [], [], []
    for i in range(heads):
        path, ends = ("attention", f"head{i}"), {}
        for part in ("query", "key", "value"):
            more, members, ends[part] = _linear(f"head{i}.{part}", "x", path)
            pairs, groups = pairs + more, groups + members
        own = [f"{part}{i}" for part in ("turn", "scores", "scale", "softmax", "mix")]
        turn, scores, scale, softmax, mix = own
        pairs += [(ends["key"], turn), (ends["query"], scores), (turn, scores), (scores, scale)]
        pairs += [(scale, softmax), (softmax, mix), (ends["value"], mix)]
        groups += [(box, path) for box in own]
        outputs.append(mix)
    pairs += [(mix, "cat") for mix in outputs] + [("x", "add"), ("cat", "add"), ("add", "sum")]
    groups += [("cat", ("attention",))]
    return drawing(pairs, groups if grouped else ())


def unrolled(steps=6):
    """A recurrent net: three weights used at each step, a loss that collects."""
    pairs, h, total = [], "", ""
    for i in range(steps):
        pairs += [
            ("U", f"xU{i}"),
            (f"xU{i}", f"sum{i}"),
            ("b", f"bias{i}"),
            (f"sum{i}", f"bias{i}"),
        ]
        pairs += [(h, f"hW{i}"), ("W", f"hW{i}"), (f"hW{i}", f"sum{i}")] if h else []
        h = f"tanh{i}"
        pairs += [(f"bias{i}", h), (h, f"loss{i}")]
        pairs += [(f"loss{i}", f"total{i}")] + ([(total, f"total{i}")] if total else [])
        total = f"total{i}"
    return drawing(pairs)


def wide(n=30):
    """One node of many inputs, as `cat` and `stack` record."""
    return drawing([(f"x{i}", f"f{i}") for i in range(n)] + [(f"f{i}", "cat") for i in range(n)])


def cat(n, more=(), grouped=False):
    """One node of many leaves, without an operation between."""
    leaves = [f"x{i}" for i in range(n)]
    groups = [(box, ("model",)) for box in (*leaves, "cat")] if grouped else ()
    return drawing([(leaf, "cat") for leaf in leaves] + [("cat", "sum"), *more], groups)


def repeated():
    """Several edges between the same two boxes: ``y = x * x``, ``z = y + y + y``."""
    return drawing([("x", "y"), ("x", "y"), ("y", "z"), ("y", "z"), ("y", "z")])


def several_outputs():
    """`max` or `split`: one node, its outputs used at different depths."""
    pairs = [("x", "split")] + [("split", f"part{i}") for i in range(4)]
    pairs += [
        ("part0", "a"),
        ("part1", "a"),
        ("a", "b"),
        ("part2", "b"),
        ("b", "c"),
        ("part3", "c"),
    ]
    return drawing([*pairs, ("split", "c")])


def loop(n):
    """A weight used at each of `n` steps: ``h = f(h, w)``."""
    return drawing([p for i in range(1, n) for p in ((f"h{i - 1}", f"h{i}"), ("w", f"h{i}"))])


def tangle(n, seed=0):
    """A random graph: two inputs for each box, from the boxes a little before it."""
    draw = random.Random(seed)
    sources = max(2, n // 10)
    pairs = []
    for i in range(sources, n):
        near = max(0, i - max(6, n // 12))
        pairs += [(str(draw.randrange(near, i)), str(i)) for _ in "ab"]
    return drawing(pairs)


def grouped_tangle(n, seed):
    """The same with calls of modules, one in another, that hold runs of it."""
    draw = random.Random(seed)
    sizes, links, _ = tangle(n, seed)
    cuts = sorted(draw.sample(range(n), 8))
    groups = {}
    for outer in (0, 4):
        for i in range(cuts[outer], cuts[outer + 3]):
            inner = cuts[outer + 1] <= i < cuts[outer + 2]
            groups[str(i)] = (f"g{outer}", f"g{outer}.in") if inner else (f"g{outer}",)
    return sizes, links, groups


CORPUS = {
    "chain": chain(),
    "diamond": diamond(),
    "diamonds": diamonds(),
    "mlp": mlp(),
    "residual": residual(),
    "attention": attention(),
    "unrolled": unrolled(),
    "wide": wide(),
    "repeated": repeated(),
    "several_outputs": several_outputs(),
    "loop": loop(12),
    "tangle20": tangle(20, 1),
    "tangle40": tangle(40, 2),
    "tangle100": tangle(100, 3),
}
GROUPED = {
    "mlp": mlp(grouped=True),
    "residual": residual(grouped=True),
    "attention": attention(grouped=True),
    **{f"tangle{seed}": grouped_tangle(40, seed) for seed in range(6)},
}


BUNCHED = {
    "cat": cat(100),
    "cat of few": cat(13),
    "cat beside others": cat(
        40, [("a", "b"), ("u", "b"), ("b", "cat"), ("b", "sum"), ("q", "sum")]
    ),
    "cat of what is used": cat(40, [("x0", "sum"), ("x7", "y"), ("y", "sum")]),
    "cat in a module": cat(40, [("a", "cat"), ("a", "sum")], grouped=True),
}


@dataclass(frozen=True)
class Drawn:
    """A drawing as it is measured.

    Attributes:
        boxes: ``{id: (left, top, right, bottom)}``.
        strokes: the curves on the paper, each once, as chains of points.
    """

    boxes: dict
    strokes: list

    def crossings(self):
        """How often one stroke crosses another."""
        pieces = np.array([(*a, *b) for stroke in self.strokes for a, b in pairwise(stroke)])
        owner = np.repeat(range(len(self.strokes)), [len(s) - 1 for s in self.strokes])
        total = 0
        for i, piece in enumerate(pieces):
            total += int((_cross(piece, pieces[i + 1 :]) & (owner[i + 1 :] != owner[i])).sum())
        return total

    def touching(self):
        """Pairs of boxes that overlap."""
        return [
            (a, b)
            for (a, p), (b, q) in combinations(self.boxes.items(), 2)
            if p[0] < q[2] and q[0] < p[2] and p[1] < q[3] and q[1] < p[3]
        ]

    def struck(self, slack=1.0):
        """Boxes that a stroke runs through (further than `slack` inside)."""
        points = np.array([p for stroke in self.strokes for p in stroke])
        found = []
        for key, (left, top, right, bottom) in self.boxes.items():
            x, y = points[:, 0], points[:, 1]
            inside = (left + slack < x) & (x < right - slack)
            if (inside & (top + slack < y) & (y < bottom - slack)).any():
                found.append(key)
        return found


def _cross(piece, others):
    """Which of the straight pieces cross the given one."""
    x0, y0, x1, y1 = piece
    a, b, c, d = others.T

    def side(x, y):
        return (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)

    def side_of(x, y):
        return (c - a) * (y - b) - (d - b) * (x - a)

    return (side(a, b) * side(c, d) < -1e-6) & (side_of(x0, y0) * side_of(x1, y1) < -1e-6)


def curve(p0, p1, p2, p3):
    """Points on a cubic Bézier curve."""
    t = np.linspace(0, 1, PIECES + 1)[:, None]
    points = np.array([p0, p1, p2, p3], float)
    basis = np.hstack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3])
    return [tuple(p) for p in basis @ points]


def ours(layout):
    """What `layout` made, for measuring."""
    boxes = {
        key: (b.x - b.width / 2, b.y - b.height / 2, b.x + b.width / 2, b.y + b.height / 2)
        for key, b in layout.boxes.items()
    }
    strokes, uprights = {}, {}
    for route in layout.routes.values():
        for a, b in pairwise(route.points):
            if a[0] == b[0]:
                uprights.setdefault(a[0], []).append((a[1], b[1]))
            else:
                middle = (a[1] + b[1]) / 2
                strokes[a, b] = curve(a, (a[0], middle), (b[0], middle), b)
    lines = [_upright(x, *ends) for x, all_ends in uprights.items() for ends in _merged(all_ends)]
    return Drawn(boxes, [*strokes.values(), *lines])


def _merged(ends):
    """Edges of one source share their lane: on the paper that is one line."""
    merged = []
    for top, bottom in sorted(ends):
        if merged and top <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], bottom)
        else:
            merged.append([top, bottom])
    return merged


def _upright(x, top, bottom):
    steps = max(1, round((bottom - top) / 8))
    return [(x, top + (bottom - top) * i / steps) for i in range(steps + 1)]


def by_dot(sizes, links):
    """The same graph arranged by Graphviz, with our distances."""
    lines = ["digraph{nodesep=0.42;ranksep=0.78;node[shape=box,fixedsize=true]"]
    lines += [f'"{k}"[width={w / 72},height={h / 72}]' for k, (w, h) in sizes.items()]
    lines += [f'"{link.above}"->"{link.below}"' for link in links] + ["}"]
    call = subprocess.run(
        ["dot", "-Tplain"], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    boxes, strokes = {}, []
    for line in call.stdout.splitlines():
        kind, *words = line.split()
        if kind == "node":
            x, y, w, h = (72 * float(word) for word in words[1:5])
            boxes[words[0].strip('"')] = (x - w / 2, y - h / 2, x + w / 2, y + h / 2)
        elif kind == "edge":
            numbers = [72 * float(word) for word in words[3 : 3 + 2 * int(words[2])]]
            points = list(zip(numbers[::2], numbers[1::2]))
            strokes.append(
                [p for i in range(0, len(points) - 1, 3) for p in curve(*points[i : i + 4])]
            )
    return Drawn(boxes, strokes)
