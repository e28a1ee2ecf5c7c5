"""Random lines of code: keys to read and to write with, and chains of views."""

import random

SHAPES = [(3, 4), (2, 3, 4), (5,), (), (4, 1, 2), (2, 0, 3), (1, 3)]


def reads(count, seed):
    """Lines ``x[key]`` for an `x` of some shape."""
    draw = random.Random(seed)
    return [f"{list(shape)} {key(draw, shape)}" for shape in picks(draw, count)]


def writes(count, seed):
    """Lines ``x[key] = value``; no key names a place twice, none is False alone."""
    draw = random.Random(seed)
    lines = [
        f"{list(shape)} {key(draw, shape, distinct=True)} = {draw.choice(VALUES)}"
        for shape in picks(draw, count)
    ]
    return [line for line in lines if "] [False] = " not in line]


VALUES = ["number", "scalar", "part", "row", "wrong"]  # see `written` in test_random_lines


def picks(draw, count):
    return [draw.choice(SHAPES) for _ in range(count)]


def key(draw, shape, distinct=False):
    """The text of a key: some of it leads out of the tensor."""
    parts, axis, arrays, dots = [], 0, 0, False
    length = draw.choice([2, 3])
    while axis < len(shape) and draw.random() < 0.8:
        kind = draw.random()
        size = shape[axis]
        if kind < 0.12:
            parts.append("None")
        elif kind < 0.18 and not dots:
            dots = True
            parts.append("...")
            axis += draw.randint(0, len(shape) - axis)
        elif kind < 0.4:
            parts.append(position(draw, size))
            axis += 1
        elif kind < 0.68:
            parts.append(slice_of(draw, size))
            axis += 1
        elif kind < 0.86 and arrays < 2:
            arrays += 1
            parts.append(positions(draw, size, length, distinct))
            axis += 1
        elif kind < 0.94 and arrays == 0:
            arrays = 2
            taken = draw.randint(1, len(shape) - axis)
            parts.append(mask(draw, shape[axis : axis + taken]))
            axis += taken
        elif kind > 0.97 and arrays == 0:
            arrays = 2
            parts.append(draw.choice(["True", "False", "torch.tensor(True)"]))
    text = ", ".join(parts)
    return f"[{text or '...'}]"


def position(draw, size):
    found = draw.randint(-size, size) if draw.random() < 0.1 or not size else draw.randrange(size)
    return draw.choice([f"{found}", f"{found}", f"torch.tensor({found})", f"np.int64({found})"])


def slice_of(draw, size):
    ends = [draw.choice(["", draw.randint(-size - 1, size + 1)]) for _ in range(2)]
    step = draw.choice(["", "", ":2", ":3"])
    return f"{ends[0]}:{ends[1]}{step}"


def positions(draw, size, length, distinct):
    limit = size + (draw.random() < 0.05 and not distinct)
    if distinct and limit >= length:
        found = draw.sample(range(limit), length)
    else:
        found = [draw.randrange(-size, limit) if limit + size else 0 for _ in range(length)]
        found = found[:1] if distinct else found
    if not distinct and draw.random() < 0.2:
        found = [found, found[::-1]]
    return draw.choice([f"{found}", f"torch.tensor({found})", f"np.array({found})"])


def mask(draw, shape):
    if not shape:
        return str(draw.random() < 0.6)
    return f"torch.tensor({nested(draw, shape)}, dtype=torch.bool)"


def nested(draw, shape):
    if len(shape) == 1:
        return [draw.random() < 0.5 for _ in range(shape[0])]
    return [nested(draw, shape[1:]) for _ in range(shape[0])]


def views(count, seed, lib):
    """Chains of one to four views; `lib` is PyTorch, asked for the shapes along the way."""
    draw = random.Random(seed)
    return [f"{list(shape)} {chain(draw, shape, lib)}" for shape in picks(draw, count)]


def chain(draw, shape, lib):
    text, x = "", lib.zeros(shape)
    for _ in range(draw.randint(1, 4)):
        step = view(draw, tuple(x.shape))
        text += step
        try:
            x = eval(f"x{step}", {"x": x})
        except (RuntimeError, IndexError):
            break
    return text


def view(draw, shape):
    ndim = len(shape)
    dim = draw.randint(-ndim, ndim)  # at times one too many
    kind = draw.randrange(10)
    if kind == 0:
        return f".transpose({dim}, {draw.randrange(-ndim, max(ndim, 1))})"
    if kind == 1:
        return f".permute({tuple(draw.sample(range(ndim), ndim))})"
    if kind == 2:
        return f".unsqueeze({dim})"
    if kind == 3:
        return draw.choice([".squeeze()", f".squeeze({dim})"])
    if kind in (4, 5):
        return f".{draw.choice(['reshape', 'reshape', 'view'])}({other_shape(draw, shape)})"
    if kind == 6:
        larger = [draw.choice([-1, n, 2]) if n != 1 else draw.choice([-1, 2, 3]) for n in shape]
        return f".expand({(*draw.choice([[], [2]]), *larger)})"
    if kind == 7:
        return f".flatten({draw.randint(0, max(ndim - 1, 0))})"
    if kind == 8 and ndim:
        return f".narrow({dim}, {draw.randint(-1, 2)}, {draw.randint(0, 2)})"
    return f"[{slice_of(draw, shape[0])}]" if ndim else "[None]"


def other_shape(draw, shape):
    """The factors of a shape dealt out anew; at times with a -1."""
    count = 1
    for n in shape:
        count *= n
    first = draw.choice([n for n in range(1, count + 1) if count % n == 0] or [0])
    found = [first, count // first if first else draw.randint(1, 3)]
    draw.shuffle(found)
    if draw.random() < 0.4:
        found[draw.randrange(2)] = -1
    return tuple(found)
