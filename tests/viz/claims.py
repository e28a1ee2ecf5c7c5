"""What the sentences of a recording claim, worked out with NumPy from their words alone."""

import re
from functools import partial

import numpy as np

OVER = ", adds it up over the broadcast axes"


class Told:
    """What is told about one gradient that was sent, and what a claim may speak of.

    Attributes:
        deed: what the rule is said to do; ``G`` stands for what arrived.
        g: what arrived.
        x: the input that it was sent to.
        out: the result.
        inputs: all inputs, by the names that a sentence may use; `x` is one of them.
        run: the call, on arrays.
        facts: what else it was given.
    """

    def __init__(self, deed, g, x, out, inputs, run, facts):
        self.deed, self.g, self.x, self.out = deed, g, x, out
        self.inputs, self.run, self.facts = inputs, run, facts
        self.dim = facts.get("dim")

    def mute(self):
        """Does it claim nothing?"""
        return self.deed == "receives G"

    def claim(self):
        """The gradient that the words describe."""
        deed, summed = self.deed.removesuffix(OVER).removesuffix(","), self.deed.endswith(OVER)
        for pattern, work in CLAIMS.items():
            found = re.fullmatch(pattern, deed)
            if found:
                USED.add(pattern)
                value = np.asarray(work(self, *found.groups()))
                return folded(value, np.shape(self.x)) if summed else value
        raise AssertionError(f"nothing works out {deed!r}")

    def restored(self, array):
        """What a reduction gave, as it stands against its input."""
        if self.dim is None or np.ndim(array) == np.ndim(self.x):
            return np.asarray(array)
        return np.expand_dims(array, self.dim)

    def value(self, text, **names):
        """The value of a formula; of ``x = 2``, the 2; of ``W (5, 4)``, `W`."""
        text = re.sub(r" \([\d, ]+\)$", "", re.sub(r"^\w+ = ", "", text))
        text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text).replace("^", "**").replace("²", "**2")
        text = text.replace("·", "*").replace("[", "array([").replace("]", "])")
        text = re.sub(r"\binf\b", "np.inf", text)
        functions = {
            "abs": np.abs,
            "array": partial(np.array, dtype=float),
            "cos": np.cos,
            "sin": np.sin,
            "np": np,
        }
        functions |= {"exp": np.exp, "log": np.log}
        size = self.restored(self.out)
        known = {"mean": np.mean(self.x, self.dim, keepdims=True), "norm": size, "std": size}
        known["out"] = self.out
        known["n"] = np.size(self.x) / np.size(self.out)
        with np.errstate(all="ignore"):
            return eval(text, {**functions, **known, **self.inputs, **names})


def folded(value, shape):
    """`value` summed over the axes along which `shape` had been repeated."""
    value = value.sum(tuple(range(value.ndim - len(shape))))
    axes = tuple(i for i, n in enumerate(shape) if n == 1 and value.shape[i] != 1)
    return value.sum(axes, keepdims=True)


def shared(told, ties):
    return told.restored(told.g) * ties / ties.sum(told.dim, keepdims=True)


def sided(told, text, side, half):
    """What one of two operands keeps; its partner is the other one."""
    names = {"x": "y", "y": "x"}
    mine = told.value(text)
    theirs = told.inputs[names[text[0]]]
    won = mine > theirs if side == "larger" else mine < theirs
    return told.g * (won + (mine == theirs) * (0.5 if half else 0))


def picked(told, ranks):
    """All of the gradient to the element of that rank, one in each group."""
    order = np.argsort(told.x, told.dim)
    place = np.take(order, [ranks], told.dim)
    out = np.zeros_like(told.x)
    np.put_along_axis(out, place, told.restored(told.g), told.dim)
    return out


def places(told):
    """From which element of the input each of the result comes."""
    return told.run(np.arange(told.x.size, dtype=float).reshape(told.x.shape)).astype(int)


def piece(told):
    """The part of the gradient that stands where the result has this input's elements."""
    marks = [np.full(np.shape(x), float(x is told.x)) for x in told.inputs.values()]
    return told.g[told.run(*marks) == 1].reshape(told.x.shape)


def put_back(told):
    assert len(set(places(told).flat)) == places(told).size
    return added_back(told)


def added_back(told):
    out = np.zeros(np.shape(told.x))
    np.add.at(out.reshape(-1), places(told).reshape(-1), told.g.reshape(-1))
    return out


def others(told):
    """The product of all but each, without a division."""
    moved = np.moveaxis(told.x, told.dim, -1) if told.dim is not None else told.x.reshape(-1)
    each = [np.delete(moved, i, -1).prod(-1) for i in range(moved.shape[-1])]
    found = np.stack(each, -1)
    found = found.reshape(told.x.shape) if told.dim is None else np.moveaxis(found, -1, told.dim)
    return told.restored(told.g) * found


def softmax(told):
    powers = np.exp(told.x)
    return powers / powers.sum(told.dim, keepdims=True)


def from_the_end(told, terms):
    return np.flip(np.cumsum(np.flip(terms, told.dim), told.dim), told.dim)


def at_targets(told, divided):
    out = np.zeros_like(told.x)
    rows = () if told.x.ndim == 1 else (np.arange(len(told.x)),)
    out[(*rows, np.asarray(told.facts["target"]))] = -told.g
    return out / len(told.x) if divided else out


def looked_up(told, padding):
    out = np.zeros_like(told.x)
    np.add.at(out, np.asarray(told.facts["indices"]), told.g)
    if padding is not None:
        out[int(padding)] = 0
    return out


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


CLAIMS = {
    "passes G on unchanged": lambda t: t.g,
    "changes the sign of G": lambda t: -t.g,
    "transposes G": lambda t: t.g.T,
    "swaps the two axes of G back": lambda t: t.g.T,
    "puts the axes of G back in their old order": lambda t: t.g.transpose(1, 2, 0),
    "gives G the (?:shape|type) of its input again": lambda t: t.g.reshape(t.x.shape),
    "stops G, for (?:a step function|what is rounded) has slope 0": lambda t: np.zeros(t.x.shape),
    "takes the outer product of G and (.*)": lambda t, v: np.outer(t.g, t.value(v)),
    r"multiplies the transpose of (.*?) by G(?: and by (\S+))?": lambda t, m, k: (
        np.swapaxes(t.value(m), -1, -2) @ t.g * float(k or 1)
    ),
    r"multiplies G by the transpose of (.*?)(?: and by (\S+))?": lambda t, m, k: (
        t.g @ np.swapaxes(t.value(m), -1, -2) * float(k or 1)
    ),
    "multiplies G by the sign of (.*)": lambda t, v: t.restored(t.g) * np.sign(t.value(v)),
    "multiplies G by s\\(1 - s\\), where s is its result (.*)": lambda t, v: (
        t.g * t.value(v) * (1 - t.value(v))
    ),
    "multiplies G by 1 - t², where t is its result (.*)": lambda t, v: t.g * (1 - t.value(v) ** 2),
    "multiplies G by (.*), where s is the sigmoid of (.*)": lambda t, f, v: (
        t.g * t.value(f, s=sigmoid(t.value(v)))
    ),
    "multiplies G by (.*), where s is (.*) held between -1 and 1": lambda t, f, s: (
        t.g * t.value(f, s=np.clip(t.value(s), -1, 1))
    ),
    "multiplies G by the product of all other elements": others,
    "multiplies G by the product of all other elements along the axis": others,
    "multiplies G by the softmax, (.*)": lambda t, f: t.restored(t.g) * t.value(f),
    "multiplies G by the softmax of (.*)": lambda t, v: t.restored(t.g) * softmax(t),
    "multiplies G by (?:its result )?(?!the |its )([^,]*|.*\\].*)": lambda t, f: (
        t.restored(t.g) * t.value(f)
    ),
    "divides G by twice its result (.*)": lambda t, v: t.g / (2 * t.value(v)),
    "divides G by (?!twice)(.*)": lambda t, v: t.g / t.value(v),
    "keeps G where (.*) is (larger|smaller)(, half of it where both are equal)?": sided,
    "keeps G where the condition holds": lambda t: t.g * t.facts["condition"],
    "keeps G where the condition does not hold": lambda t: t.g * ~np.array(t.facts["condition"]),
    "copies G to every element that was added up": lambda t: np.broadcast_to(
        t.restored(t.g), t.x.shape
    ),
    "shares G out equally among the elements that were averaged": lambda t: shared(
        t, np.ones(t.x.shape)
    ),
    "shares G out among the largest elements, 0 to the others": lambda t: shared(
        t, t.x == t.x.max(t.dim, keepdims=True)
    ),
    "shares G out among the smallest elements, 0 to the others": lambda t: shared(
        t, t.x == t.x.min(t.dim, keepdims=True)
    ),
    "shares G out among the elements equal to its result (.*), 0 to the others": lambda t, v: (
        shared(t, t.x == t.value(v))
    ),
    "shares G out among the elements of (largest|smallest) size, each with its sign, 0 to the "
    "others": lambda t, which: (
        np.sign(t.x)
        * shared(
            t,
            np.abs(t.x)
            == (np.max if which == "largest" else np.min)(np.abs(t.x), t.dim, keepdims=True),
        )
    ),
    "hands G to the largest element along the axis, 0 to the others": lambda t: picked(t, -1),
    "hands G to the smallest element along the axis, 0 to the others": lambda t: picked(t, 0),
    "hands G to the median along the axis, 0 to the others": lambda t: picked(
        t, (t.x.shape[t.dim] - 1) // 2
    ),
    "adds G up from the end": lambda t: from_the_end(t, t.g),
    "adds G times (.*) up from the end and divides by (.*)": lambda t, z, x: (
        from_the_end(t, t.g * t.value(z)) / t.value(x)
    ),
    "takes the sum of G, times the softmax, off G": lambda t: (
        t.g - t.g.sum(t.dim, keepdims=True) * softmax(t)
    ),
    "takes the softmax-weighted mean of G off G and multiplies by (.*)": lambda t, p: (
        (t.g - (t.g * t.value(p)).sum(t.dim, keepdims=True)) * t.value(p)
    ),
    "lets G pass where its result is positive and stops it elsewhere": lambda t: t.g * (t.out > 0),
    "puts G, with a minus and shared among the rows, at each row's target class": lambda t: (
        at_targets(t, True)
    ),
    "puts G, with a minus, at (?:each row's|the) target class": lambda t: at_targets(t, False),
    "adds each row of G to the row that was looked up(?:, none to row (\\S+), the padding)?": (
        looked_up
    ),
    "puts G back where it was taken from, with zeros elsewhere": put_back,
    "puts G side by side, zeros where none came": put_back,
    "stacks G up, zeros where none came": put_back,
    "adds G to zeros, at the places where it was taken from": added_back,
    "adds G up over what was repeated": added_back,
    "cuts the piece that belongs to this input out of G": piece,
}
USED = set()
