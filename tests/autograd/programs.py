"""Random programs: the same steps on any library, and everything that can be seen after each.

A program is a list of byte strings, one a step. What a step does is decided by its bytes and by
what the tensors look like by then (`steps`), so two libraries take the same steps as long as they
agree; the first step where they do not is the find.
"""

import re
import warnings
from collections import Counter
from zlib import crc32

import numpy as np

LARGEST = 40  # tensors of a program
WILD, NOTHING = 1e6, 1e-14  # beyond these, rounding alone tells the libraries apart
ROUNDING, SINGLE = 1e-9, 1e-4  # relative errors, of float64 and once something was float32


class Picks:
    """The choices of one step, two bytes each; all zero is the plainest step."""

    def __init__(self, data):
        self.data, self.at, self.salt = data, 0, 0

    def below(self, n):
        """A number from 0 to ``n - 1``."""
        value = int.from_bytes((self.data[self.at], self.data[self.at + 1]), "big")
        self.at = (self.at + 2) % (len(self.data) - 1)
        return value % n

    def of(self, things):
        """One of a sequence."""
        return things[self.below(len(things))]

    def evenly(self, things):
        """One of a sequence, each as often: hypothesis likes some bytes better than others."""
        self.salt += 1
        mixed = crc32(self.data + bytes([self.salt])) if any(self.data) else 0
        return things[(mixed >> 8) % len(things)]

    def chance(self, percent):
        """Yes in so many cases of a hundred; no when all is zero."""
        return self.below(100) >= 100 - percent


class Program:
    """One library's side: the tensors made so far, what hooks saw, and what occurred.

    Args:
        lib: the library.
        mixed: whether there are also tensors of another type than float64.
    """

    def __init__(self, lib, mixed=False):
        self.lib = lib
        self.seen = []  # by hooks, since the last step began
        self.handles = []
        self.hooked = set()  # tensors that ever had a hook, by their place
        self.occurred = Counter()
        self.Own = own_function(lib)
        numbers = np.random.default_rng(0)

        def tensor(*shape, needs=False):
            return lib.tensor(numbers.normal(size=shape) * 0.5, requires_grad=needs)

        self.pool = [tensor(2, 3, needs=True), tensor(3, needs=True), tensor(needs=True)]
        self.leaves = len(self.pool)
        self.pool += [tensor(2, 3), tensor(3), lib.tensor([[2, 0, 1], [1, 1, 0]])]
        x, row, number, constant = self.pool[:4]
        self.pool += [x * 1.0, row * number, constant.clone()]
        if mixed:  # types meet
            self.pool += [y.detach().float().requires_grad_() for y in (x, row, number)]
            self.pool += [y * 1.0 for y in self.pool[-3:]]
        self.given = len(self.pool)
        self.first = [x._version for x in self.pool]  # the version that each tensor had at first

    def step(self, draw, data):
        """Take one step: what it was called, what came of it, what hooks saw, what is there now."""
        self.seen = []
        picks = Picks(data)
        look_closely = picks.below(4) < 3  # reading some facts changes what happens later
        label, act = draw(self, picks)
        self.lib.manual_seed(0)
        try:
            made, outcome = act(), "ok"
        except Exception as error:
            made, outcome = None, [type(error).__name__, first_line(error)]
        made = made if isinstance(made, (list, tuple)) else [] if made is None else [made]
        made = [x for x in made if isinstance(x, self.lib.Tensor)]
        there = len(self.pool)
        self.pool += made
        self.first += [attempt(lambda x=x: x._version) for x in made]
        facts = [self.facts(*each, look_closely) for each in zip(self.pool, self.first)]
        for k in reversed(range(there, len(self.pool))):
            if k >= LARGEST or without_derivative(self.pool[k]):
                del self.pool[k], self.first[k]
        if outcome == "ok":
            words = label.split(" ")
            self.occurred[words[0]] += 1
            if words[0].startswith("mode:"):
                self.occurred[words[1]] += 1
        return label, outcome, self.seen, facts

    def facts(self, x, first, closely):
        """What can be seen of a tensor; only what can be read without consequences, or all.

        Its version counts from the `first`: torch makes some results by writing into them.
        """
        base = x._base
        told = {
            "value": numbers_of(x),
            "type": f"{x.dtype}".rpartition(".")[2],
            "version": attempt(lambda: x._version - first),
            "view": x._is_view(),
            "stride": [s for s, n in zip(x.stride(), x.shape) if n > 1 and x.numel()],
            "base": next((k for k, y in enumerate(self.pool) if y is base), base is not None),
            "inference": x.is_inference(),
        }
        if closely:
            told |= {
                "requires_grad": x.requires_grad,
                "is_leaf": attempt(lambda: x.is_leaf),
                "output_nr": attempt(lambda: x.output_nr),
                "grad_fn": attempt(lambda: edges_of(x.grad_fn)),
                "grad": attempt(lambda: None if x.grad is None else numbers_of(x.grad)),
                "retains_grad": attempt(lambda: x.retains_grad),
            }
        return told


def without_derivative(x):
    """Whether `x` has a node that only raises: torch runs that as soon as it can."""
    return attempt(lambda: x.grad_fn is not None and name_of(x.grad_fn)) == "NotImplemented"


def attempt(act):
    """What `act` gives, or its error."""
    try:
        return act()
    except RuntimeError as error:
        return ["RuntimeError", first_line(error)]


def edges_of(node):
    """A node's name, and those of the nodes it sends gradients to, with the output of each."""
    if node is None:
        return None
    name = name_of(node)
    if name.startswith("Own") or name == "CloneBackward0":
        return [name]  # behind a clone may lie a gradient's own graph, which has other nodes
    edges = [[parent and name_of(parent), nr] for parent, nr in node.next_functions]
    if name in ("NotImplemented", "CopySlices"):  # of these torch omits what leads nowhere
        edges = [edge for edge in edges if edge[0]]
    return [name, *edges]


def name_of(node):
    return node.name().rpartition("::")[2]


def numbers_of(x):
    return np.array(x.detach().numpy(force=True))


def first_line(error):
    """The first line of an error, the libraries' own names made alike."""
    line = str(error).partition("\n")[0].rstrip()
    line = re.sub(r"\btorch\b", "minigrad", line)
    line = line.replace("minigrad::autograd::", "")
    line = line.replace("output type long int", "output type Long")  # of clamp_: C++'s name
    line = line.partition(" If you are using DistributedDataParallel")[0]  # PyTorch's own business
    line = re.sub(r".*\bhave (the )?same dtype\b.*", "unequal types", line)  # of several products
    line = re.sub(r"Input dtypes must be the same, .*", "unequal types", line)
    line = re.sub(r"(aten::\w+)_ is not", r"\1 is not", line)  # a twin has its operation's rule
    return re.sub(r"CPU(\w+)Type", r"minigrad.\1Tensor", line)  # torch's name in inference mode


def own_function(lib):
    """A Function that saves its input and its output, or gives its input back, or a view of it."""

    class Own(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, kind):
            ctx.kind, ctx.shape = kind, x.shape
            if kind == "dirty":
                ctx.mark_dirty(x)
                return x.mul_(2)
            y = {"double": lambda: x * x, "same": lambda: x, "flat": lambda: x.view(-1)}[kind]()
            ctx.save_for_backward(x, y)
            return y

        @staticmethod
        def backward(ctx, g):
            if ctx.kind == "dirty":
                return g * 2, None
            x, _ = ctx.saved_tensors
            return (g * 2 * x if ctx.kind == "double" else g.reshape(ctx.shape)), None

    return Own


# ------------------------------------------------------------------ comparing two libraries


class Difference(AssertionError):
    """Two libraries did not do the same: the steps until then, and what differs."""


def run(libs, steps):
    """The program on two libraries; how often what occurred.

    Args:
        libs: the two.
        steps: pairs of ``draw(program, picks)``, which gives a step's label and act, and its bytes.

    Raises:
        Difference: the libraries disagree.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mixed = steps[0][1][-1] % 4 == 3  # a quarter of the programs
        programs = [Program(lib, mixed) for lib in libs]
        if mixed:
            programs[0].occurred["mixed"] += 1
        taken, rounding = [], ROUNDING
        for draw, data in steps:
            told = [program.step(draw, data) for program in programs]
            taken.append(told[0][0])
            if "INTERNAL ASSERT" in str(told[0][1]):  # no answer: torch asks to report it
                programs[0].occurred["torch's own fault"] += 1
                break
            single = any(fact["type"] == "float32" for fact in told[0][3])
            rounding = max(rounding, SINGLE if single else ROUNDING)
            too_large = wild(told[0][3])
            compare(*told, taken, rounding, numbers=not too_large)
            if too_large or any(nearly_zero(each[3]) for each in told):
                programs[0].occurred["nothing but rounding"] += 1
                break
            if laid_out_otherwise(*told):
                programs[0].occurred["another layout"] += 1
                break
    return programs[0].occurred


def compare(one, other, taken, rounding, numbers=True):
    """Raise if a step went differently on the two sides; its numbers count only if `numbers`."""
    for what, x, y in zip(("step", "outcome"), one, other):
        if x != y and not (what == "outcome" and both_refuse(x, y)):
            raise _different(taken, what, y, x)
    if numbers and not close(one[2], other[2], rounding):
        raise _different(taken, "what hooks saw", other[2], one[2])
    if len(one[3]) != len(other[3]):
        raise _different(taken, "number of tensors", len(other[3]), len(one[3]))
    unread = set() if numbers else {"value", "grad"}
    for k, (x, y) in enumerate(zip(one[3], other[3])):
        for fact in x.keys() - unread - ({"stride"} if not x["view"] else set()):
            if not close(x[fact], y[fact], rounding):
                raise _different(taken, f"{fact} of {k}", y[fact], x[fact])


def _different(taken, what, found, expected):
    steps = "\n  ".join(label for label in taken if label != "nothing")
    return Difference(f"{what}\n  minigrad: {found}\n  torch:    {expected}\nafter\n  {steps}")


# Why a tensor may not be written into, or used: what else is wrong with a write may be said first.
REFUSED = (
    "Output", "A view was created", "a leaf Variable", "a view of a leaf Variable",
    "unsupported operation: more than one element",
    # minigrad has one sentence for all dimensions that a number does not have
    "split expects at least", "select() cannot be applied", "chunk expects at least",
)  # fmt: skip


# What torch says that minigrad says in fewer words, or leaves to NumPy.
IN_OTHER_WORDS = (
    "slice() cannot be applied to a 0-dim", "index ", "invalid shape dimension",
    "cannot reshape tensor of", "permute(): duplicate dims", "Subtraction, the `-` operator",
    "Negation, the `-` operator", "split_with_sizes expects split_sizes",
    "chunk expects at least a 1-dimensional",
)  # fmt: skip


def both_refuse(one, other):
    """Whether both raise: one of them for a reason of `REFUSED`, or torch in words of its own."""
    if "ok" in (one, other):
        return False
    if one[1].startswith(IN_OTHER_WORDS):
        return True
    return one[1].startswith(REFUSED) != other[1].startswith(REFUSED)


def close(a, b, rounding=ROUNDING):
    """Equal, numbers but for rounding."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return (a.shape, a.dtype) == (b.shape, b.dtype) and (
            np.array_equal(a, b) or np.allclose(a, b, rtol=rounding, atol=rounding, equal_nan=True)
        )
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(close(x, y, rounding) for x, y in zip(a, b))
    return type(a) is type(b) and a == b


def laid_out_otherwise(one, other):
    """Whether a new result lies in memory in another order than torch's.

    Of operands that do not lie in order themselves each library makes the order that suits it. That
    is no difference, but from then on one may have to copy where the other gives a view.
    """
    return any(x["stride"] != y["stride"] for x, y in zip(one[3], other[3]))


def wild(facts):
    """Whether numbers grew so large that they tell nothing."""
    return any(not np.all(np.abs(array) < WILD) for array in floats(facts))


def nearly_zero(facts):
    """Whether what should be 0 is not quite: its sign, say, is mere rounding, and tells nothing."""
    return any(np.any((array != 0) & (np.abs(array) < NOTHING)) for array in floats(facts))


def floats(facts):
    """The values and gradients among the facts of several tensors."""
    for told in facts:
        for array in (told["value"], told.get("grad")):
            if isinstance(array, np.ndarray) and array.dtype.kind == "f":
                yield array
