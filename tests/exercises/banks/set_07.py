"""Answers to set X7: operations with a backward of one's own."""

from tests.exercises.banks import Item, but, one_wrong

NOTICED = [False, True, False, True, False, True, False, True, False, True]
TESTS = Item(
    "x7-tests",
    right=(NOTICED, tuple(NOTICED)),
    wrong=(
        *one_wrong(
            NOTICED, [True, False],
            ["Square at ones", "Square at twos", "if a sum is all that comes after", "arrives at "
             "the cube here", "how often is a sign",
             "it passes them on once", "Does it matter along which", "Where does expand lay them",
             "Pick of 2, 0, 1: is any", "Pick of 0, 0, 1: is any"],
        ),
        ([True] * 10, "5 of 10 right"),
        ([False] * 10, "5 of 10 right"),
        (NOTICED[:-1], "one entry for each"),
        (["False", *NOTICED[1:]], "in quotes it is text"),
    ),
)  # fmt: skip


def written(name, arguments, first, second):
    """A Function in a cell, its two halves given as text."""
    return f"""
class {name}(torch.autograd.Function):
    @staticmethod
    def forward(ctx, {arguments}):
        {first}

    @staticmethod
    def backward(ctx, g):
        {second}
"""


# ---------------------------------------------------------------------------------- three factors


def product(
    slopes=("b * c", "a * c", "a * b"), fit="({}).sum_to_size({}.shape)", g="g * ",
    result="a * b * c", given="a, b, c", saved="a, b, c", take="a, b, c = ctx.saved_tensors",
):  # fmt: skip
    """The product, with another line."""
    lines = "; ".join(
        f"grad_{name} = {fit.format(g + '(' + slope + ')', name)}"
        for name, slope in zip("abc", slopes, strict=True)
    )
    last = ", ".join(f"grad_{name.strip()}" for name in given.split(","))
    return written(
        "Product", "a, b, c", f"ctx.save_for_backward({saved}); return {result}",
        f"{take}; {lines}; return {last}",
    )  # fmt: skip


PRODUCT = Item(
    "x7-product",
    right=(
        product(),
        """
        class Product(torch.autograd.Function):
            @staticmethod
            def forward(ctx, *factors):
                ctx.save_for_backward(*factors)
                first, second, third = factors
                return first * second * third

            @staticmethod
            def backward(ctx, g):
                found = []
                for one in range(3):
                    grad = g
                    for other in range(3):
                        if other != one:
                            grad = grad * ctx.saved_tensors[other]
                    found.append(grad.sum_to_size(ctx.saved_tensors[one].shape))
                return tuple(found)
        """,
        """
        def unstretched(g, like):
            while g.dim() > like.dim():
                g = g.sum(0)
            for dim, size in enumerate(like.shape):
                if size == 1:
                    g = g.sum(dim, keepdim=True)
            return g

        class Product(torch.autograd.Function):
            @staticmethod
            def forward(ctx, a, b, c):
                ctx.save_for_backward(a, b, c)
                return a * (b * c)

            @staticmethod
            def backward(ctx, g):
                a, b, c = ctx.saved_tensors
                return (
                    unstretched(g * b * c, a), unstretched(g * a * c, b), unstretched(g * a * b, c)
                )
        """,
        """
        class Product(torch.autograd.Function):
            @staticmethod
            def forward(a, b, c):
                return torch.mul(torch.mul(a, b), c)

            @staticmethod
            def setup_context(ctx, inputs, output):
                ctx.save_for_backward(*inputs)

            @staticmethod
            def backward(ctx, g):
                a, b, c = ctx.saved_tensors
                grads = [None] * 3
                if ctx.needs_input_grad[0]:
                    grads[0] = (g * b * c).sum_to_size(a.shape)
                if ctx.needs_input_grad[1]:
                    grads[1] = (g * a * c).sum_to_size(b.shape)
                if ctx.needs_input_grad[2]:
                    grads[2] = (g * a * b).sum_to_size(c.shape)
                return tuple(grads)
        """,
    ),
    wrong=(
        (product(fit="{}"), "still has the shape of the result"),
        (product(g=""), "with g inside the brackets"),
        (product(g="torch.ones_like(g) * "), "if ones arrived"),
        (product(slopes=("b", "c", "a")), "One of them is missing"),
        (product(slopes=("c", "a", "b")), "One of them is missing"),
        (product(slopes=("b + c", "a + c", "a + b")), "Yours has their sum"),
        (product(slopes=("a * b * c",) * 3), "a factor itself"),
        (product(slopes=("a", "b", "c")), "itself instead"),
        (product(slopes=("y / a", "y / b", "y / c"), take="a, b, c = ctx.saved_tensors; "
                         "y = a * b * c"), "Right, until a factor is 0"),
        (product(saved="a, b, c, a * b * c", slopes=("y / a", "y / b", "y / c"),
                 take="a, b, c, y = ctx.saved_tensors"), "Right, until a factor is 0"),
        (product(fit="({}).sum(0).reshape({}.shape)"), "Is a sum missing before it"),
        (product(given="b, a, c"), "This is the gradient of b, where"),
        (product(given="a, b"), "one gradient for each argument"),
        (product(result="a * b + c"), None),
        (product(fit="({0}).sum(tuple(range(({0}).dim() - {1}.dim()))) "
                     "if ({0}).dim() > {1}.dim() else {0}"), "are stretched, too"),
        (written("Product", "a, b, c", "ctx.factors = a, b, c; return a * b * c",
                 "a, b, c = ctx.factors; return (g * b * c).sum_to_size(a.shape), "
                 "(g * a * c).sum_to_size(b.shape), (g * a * b).sum_to_size(c.shape)"),
         "kept as an attribute of ctx"),
        (product(slopes=("b * c", "a * c", "0 * a * b")), "0 everywhere"),
        (product(slopes=("-b * c", "-a * c", "-a * b")), "look at the sign"),
    ),
)  # fmt: skip

# ------------------------------------------------------------------------------------- one sum


def total(back="g.unsqueeze(ctx.dim).expand(ctx.shape), None", result="x.sum(dim)", keep=None):
    """The sum, with another line."""
    keep = keep or "ctx.shape, ctx.dim = x.shape, dim"
    return written("Total", "x, dim", f"{keep}; return {result}", f"return {back}")


TOTAL = Item(
    "x7-total",
    right=(
        total(),
        total("g.unsqueeze(ctx.dim) * torch.ones(ctx.shape, dtype=g.dtype), None"),
        total("torch.stack([g] * ctx.shape[ctx.dim], ctx.dim), None"),
        total("g.unsqueeze(ctx.dim).repeat_interleave(ctx.shape[ctx.dim], ctx.dim), None"),
        """
        class Total(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, dim):
                ctx.save_for_backward(x)
                ctx.dim = dim
                return torch.sum(x, dim)

            @staticmethod
            def backward(ctx, g):
                (x,) = ctx.saved_tensors
                return torch.zeros_like(x) + g.unsqueeze(ctx.dim), None
        """,
        """
        class Total(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, dim):
                ctx.n, ctx.dim = x.shape[dim], dim
                return sum(x.unbind(dim))

            @staticmethod
            def backward(ctx, g):
                grad = g.unsqueeze(ctx.dim)
                return torch.cat([grad for _ in range(ctx.n)], ctx.dim), None
        """,
    ),
    wrong=(
        (total("g.expand(ctx.shape), None"), "Where is the one that is missing"),
        (total("g.unsqueeze(0).expand(ctx.shape), None"), "Where is the one that is missing"),
        (total("g.unsqueeze(-1).expand(ctx.shape), None"), "Where is the one that is missing"),
        (total("torch.ones(ctx.shape), None"), "if ones arrived"),
        (total("g.unsqueeze(ctx.dim).expand(ctx.shape) / ctx.shape[ctx.dim], None"), "the mean"),
        (total("g.unsqueeze(ctx.dim), None"), "it has the size 1 along"),
        (total("g, None"), "the shape of the result"),
        (total("g.sum() * torch.ones(ctx.shape, dtype=g.dtype), None"), "all that arrives"),
        (total("g.unsqueeze(ctx.dim).expand(ctx.shape)"), "one gradient for each argument"),
        (total(result="x.sum()"), "not along `dim`"),
        (total(result="x.sum(dim, keepdim=True)"), "the dimension is still there"),
        (total(result="x.mean(dim)"), "the mean, not the sum"),
        (total("None, g.unsqueeze(ctx.dim).expand(ctx.shape)"), "is no tensor and can have no"),
        (total("-g.unsqueeze(ctx.dim).expand(ctx.shape), None"), "the sign"),
        (total("2 * g.unsqueeze(ctx.dim).expand(ctx.shape), None"), "exactly twice"),
        (total("g.reshape(ctx.shape), None"), "or a repetition"),
        (
            written("Total", "x, dim", "ctx.save_for_backward(x); ctx.dim = dim; return x.sum(dim)",
                    "(x,) = ctx.saved_tensors; return x * g.unsqueeze(ctx.dim), None"),
            "whatever the entry is",
        ),
        (
            written("Total", "x, dim", "ctx.x, ctx.dim = x, dim; return x.sum(dim)",
                    "return g.unsqueeze(ctx.dim).expand(ctx.x.shape), None"),
            "kept as an attribute",
        ),
        (
            written("Total", "x, dim", "ctx.save_for_backward(x, dim); return x.sum(dim)",
                    "x, dim = ctx.saved_tensors; return g.unsqueeze(dim).expand(x.shape), None"),
            "A number or a shape is kept",
        ),
    ),
)  # fmt: skip

# ----------------------------------------------------------------------------------- rows picked


def pick(
    give="for row, one in zip(ctx.index, g): grad[row] += one", zeros="g.new_zeros(ctx.shape)",
    back="grad, None", result="x[index]",
):  # fmt: skip
    """The rows, with another line."""
    return f"""
class Pick(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, index):
        ctx.shape, ctx.index = x.shape, index
        return {result}

    @staticmethod
    def backward(ctx, g):
        grad = {zeros}
        {give}
        return {back}
"""


PICK = Item(
    "x7-pick",
    equivalent=("line 14: `grad[row] += one` -> `grad[row] = grad[row] + one`",),
    right=(
        pick(),
        pick("for k, row in enumerate(ctx.index): grad[row] = grad[row] + g[k]"),
        pick("for k in range(len(ctx.index)): grad[ctx.index[k]].add_(g[k])"),
        """
        class Pick(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, index):
                ctx.rows = len(x)
                ctx.index = index
                return x[index]

            @staticmethod
            def backward(ctx, g):
                uses = torch.zeros(ctx.rows, len(ctx.index), dtype=g.dtype)
                uses[ctx.index, list(range(len(ctx.index)))] = 1.0
                flat = uses @ g.reshape(len(g), -1)
                return flat.reshape(ctx.rows, *g.shape[1:]), None
        """,
        """
        class Pick(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, index):
                ctx.shape = x.shape
                ctx.index = torch.tensor(index)
                return x.index_select(0, ctx.index)

            @staticmethod
            def backward(ctx, g):
                places = ctx.index.reshape(-1, *[1] * (g.dim() - 1)).expand(g.shape)
                return g.new_zeros(ctx.shape).scatter_add(0, places, g), None
        """,
        """
        class Pick(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, index):
                ctx.rows, ctx.index = len(x), index
                return torch.stack([x[place] for place in index])

            @staticmethod
            def backward(ctx, g):
                each = [
                    sum((g[k] for k, p in enumerate(ctx.index) if p == row), torch.zeros_like(g[0]))
                    for row in range(ctx.rows)
                ]
                return torch.stack(each), None
        """,
    ),
    wrong=(
        (pick("grad[ctx.index] = g"), "only the last use counts"),
        (pick("grad[ctx.index] += g"), "only the last use counts"),
        (pick("grad[ctx.index] = grad[ctx.index] + g"), "only the last use counts"),
        (pick("for row, one in zip(ctx.index, g): grad[row] = one"), "only the last use counts"),
        (pick("for row, one in zip(ctx.index[::-1], g.flip(0)): grad[row] = one"),
         "only the first use"),
        (pick("for row, one in zip(ctx.index, g): grad[row] += one / ctx.index.count(row)"),
         "averaged over the uses"),
        (pick("for row in ctx.index: grad[row] += 1"), "if ones arrived"),
        (pick("grad[ctx.index] = 1.0"), "if ones arrived"),
        (pick(back="g, None"), "a row for every row of the result"),
        (pick(zeros="g.new_ones(ctx.shape)", give="pass"), "Ones for all"),
        (pick(zeros="g.new_ones(ctx.shape)"), "a term too many"),
        (pick(back="grad"), "one gradient for each argument"),
        (pick(zeros="torch.zeros_like(g)"), None),
        (pick(result="x[sorted(index)]"), "in another order"),
        (pick(result="x[sorted(set(index))]"), "Each row is there once"),
        (pick("for row, one in zip(ctx.index, g): grad[row] -= one"), "the sign"),
        (pick("for row, one in enumerate(g): grad[row] += one"), None),
        (pick("for row, one in zip(set(ctx.index), g): grad[row] += one"), None),
        (pick("for row, one in zip(ctx.index, g): grad[row] = grad[row] + 2 * one"),
         "exactly twice"),
        (but({
            "ctx.shape, ctx.index = x.shape, index": "ctx.save_for_backward(x)\nctx.index = index",
            "grad = g.new_zeros(ctx.shape)": "(x,) = ctx.saved_tensors\ngrad = torch.zeros_like(x)",
            "grad[row] += one": "grad[row] += one * x[row]",
        }), "passed on as it is"),
    ),
)  # fmt: skip

# ------------------------------------------------------------------------------------- logsumexp


def logsumexp(
    top="x.amax(-1, keepdim=True)", result="(x - top).exp().sum(-1).log() + top.squeeze(-1)",
    saved="x, result", take="x, result", share="(x - result.unsqueeze(-1)).exp()",
    lay="g.unsqueeze(-1)",
):  # fmt: skip
    """The logarithm of the sum, with another line."""
    return written(
        "LogSumExp", "x",
        f"top = {top}; result = {result}; ctx.save_for_backward({saved}); return result",
        f"{take} = ctx.saved_tensors; return {lay} * {share}",
    )  # fmt: skip


LOGSUMEXP = Item(
    "x7-logsumexp",
    right=(
        logsumexp(),
        logsumexp(result="torch.logsumexp(x, dim=-1)", share="torch.softmax(x, -1)"),
        logsumexp(result="x.logsumexp(-1)"),
        """
        class LogSumExp(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                top = x.max(dim=-1, keepdim=True).values
                powers = (x - top).exp()
                total = powers.sum(-1, keepdim=True)
                ctx.save_for_backward(powers / total)
                return (total.log() + top).squeeze(-1)

            @staticmethod
            def backward(ctx, g):
                (shares,) = ctx.saved_tensors
                return g[..., None] * shares
        """,
        """
        class LogSumExp(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                result = x[..., 0]
                for i in range(1, x.shape[-1]):
                    high, low = torch.maximum(result, x[..., i]), torch.minimum(result, x[..., i])
                    result = high + torch.log1p(torch.exp(low - high))
                ctx.save_for_backward(x, result)
                return result

            @staticmethod
            def backward(ctx, g):
                x, result = ctx.saved_tensors
                columns = [g * (x[..., i] - result).exp() for i in range(x.shape[-1])]
                return torch.stack(columns, -1)
        """,
    ),
    wrong=(
        (logsumexp(result="x.exp().sum(-1).log()"), "Take the largest entry of each row out"),
        (logsumexp(top="x.max()", result="(x - top).exp().sum(-1).log() + top"),
         "largest entry of all is taken out"),
        (logsumexp(result="(x - top).exp().sum(-1).log()"), "has to come back"),
        (logsumexp(result="(x - top).exp().sum(-1).log() - top.squeeze(-1)"), "once more"),
        (logsumexp(result="(x - top).exp().sum(-1) + top.squeeze(-1)"), "logarithm is missing"),
        (logsumexp(result="(x - top).exp().sum(-1).log() + top"), "they make a table"),
        (logsumexp(share="x.exp() / x.exp().sum(-1, keepdim=True)"),
         "logarithm of that sum"),
        (logsumexp(share="x.exp() / result.exp().unsqueeze(-1)"), "e^x / e^result"),
        (logsumexp(share="(x - x.amax(-1, keepdim=True)).exp()"), "not shares yet"),
        (logsumexp(share="torch.softmax(x, 0)"), "those of the columns"),
        (logsumexp(lay="g"), "is laid beside its row"),
        (logsumexp(lay="1.0"), "if ones arrived"),
        (logsumexp(lay="torch.ones_like(g).unsqueeze(-1)"), "if ones arrived"),
        (logsumexp(share="torch.ones_like(x)"), "a plain sum"),
        (logsumexp(share="x.exp()"), "the sum of exponentials"),
        (logsumexp(share="(x - result).exp()"), "is laid beside its row"),
        (logsumexp(saved="result, result"), "where the input is wanted"),
        (logsumexp(share="(result.unsqueeze(-1) - x).exp()"), "wrong sign"),
        (logsumexp(share="(x - result.unsqueeze(-1))"), "logarithms of the shares"),
        (logsumexp(saved="x", take="(x,)", share="torch.softmax(x, -1) * (1 - torch.softmax(x, "
                   "-1))"), "a slope of softmax"),
        (logsumexp(lay="-g.unsqueeze(-1)"), "the sign"),
        (logsumexp(saved="x", take="x", share="torch.softmax(x, -1)"), "A tuple stands there"),
        (logsumexp(lay="g.sum()"), "all that arrives"),
    ),
)  # fmt: skip

# ----------------------------------------------------------------------------------------- clamp


def clamp(
    inside="(x >= low) & (x <= high)", below="x < low", above="x > high", total="({}).sum()",
    saved="x, low, high", result="x.clamp(low, high)", g="g", back="grad_x, grad_low, grad_high",
):  # fmt: skip
    """The clamp, with another line."""
    lines = (
        f"grad_x = {g} * ({inside}); grad_low = {total.format(f'{g} * ({below})')}; "
        f"grad_high = {total.format(f'{g} * ({above})')}"
    )
    return written(
        "Clamp", "x, low, high",
        f"result = {result}; ctx.save_for_backward({saved}); return result",
        f"x, low, high = ctx.saved_tensors; {lines}; return {back}",
    )  # fmt: skip


CLAMP = Item(
    "x7-clamp",
    right=(
        clamp(),
        clamp(inside="~((x < low) | (x > high))"),
        clamp(result="torch.where(x < low, low, torch.where(x > high, high, x))"),
        clamp(result="torch.minimum(torch.maximum(x, low), high)"),
        """
        class Clamp(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, low, high):
                ctx.save_for_backward(x < low, x > high)
                return x.clamp(low, high)

            @staticmethod
            def backward(ctx, g):
                below, above = ctx.saved_tensors
                zero = torch.zeros_like(g)
                grad_low = torch.where(below, g, zero)
                grad_high = torch.where(above, g, zero)
                return g - grad_low - grad_high, grad_low.sum(), grad_high.sum()
        """,
        """
        class Clamp(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, low, high):
                result = x.clone()
                result[x < low] = low
                result[x > high] = high
                ctx.save_for_backward(x, low, high)
                return result

            @staticmethod
            def backward(ctx, g):
                x, low, high = ctx.saved_tensors
                grad = g.clone()
                grad[(x < low) | (x > high)] = 0.0
                return grad, g[x < low].sum(), g[x > high].sum()
        """,
    ),
    wrong=(
        (clamp(inside="(x > low) & (x < high)"), "Here nobody gets it"),
        (clamp(below="x <= low", above="x >= high"), "more than has arrived"),
        (clamp(inside="(x > low) & (x < high)", below="x <= low", above="x >= high"),
         "not to the border"),
        (clamp(total="{}"), "several places"),
        (clamp(g="1.0"), "if ones arrived"),
        (clamp(saved="result, low, high"), "You compare the result"),
        (clamp(saved="result, low, high", inside="(x > low) & (x < high)", below="x == low",
               above="x == high"), "not to the border"),
        (clamp(inside="x == x"), "All of it goes to x"),
        (clamp(below="x > high", above="x < low"), "are exchanged"),
        (clamp(back="grad_x, grad_high, grad_low"), "are exchanged"),
        (clamp(below="x > low", above="x < high"), "turned round"),
        (clamp(back="grad_x, None, None"), "There is None in it"),
        (clamp(back="grad_x"), "one gradient for each argument"),
        (clamp(total="({}).mean()"), "Summed, not averaged"),
        (clamp(result="x * ((x >= low) & (x <= high))"), "become the border"),
        (clamp(result="torch.maximum(x, low)"), "cut off above"),
        (clamp(result="torch.minimum(x, high)"), "cut off below"),
        (clamp(back="grad_x, -grad_low, -grad_high"), "its slope is 1"),
        (clamp(back="grad_x, 0 * grad_low, 0 * grad_high"), "learns nothing"),
        (clamp(inside="(x >= low) | (x <= high)"), "All of it goes to x"),
        (clamp(result="x.clamp(high, low)"), None),
        (
            written("Clamp", "x, low, high",
                    "ctx.low, ctx.high = low, high; ctx.save_for_backward(x); "
                    "return x.clamp(low, high)",
                    "(x,) = ctx.saved_tensors; low, high = ctx.low, ctx.high; "
                    "return g * ((x >= low) & (x <= high)), (g * (x < low)).sum(), "
                    "(g * (x > high)).sum()"),
            "kept as an attribute",
        ),
    ),
)  # fmt: skip

# --------------------------------------------------------------------------- the largest along


def amax(
    result="x.amax(dim)", winners="x == result.unsqueeze(ctx.dim)",
    share="winners / winners.sum(ctx.dim, keepdim=True)", lay="g.unsqueeze(ctx.dim)",
    back="{} * share, None",
):  # fmt: skip
    """The largest, with another line."""
    return f"""
class Largest(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, dim):
        result = {result}
        ctx.save_for_backward(x, result)
        ctx.dim = dim
        return result

    @staticmethod
    def backward(ctx, g):
        x, result = ctx.saved_tensors
        winners = {winners}
        share = {share}
        return {back.format(lay)}
"""


AMAX = Item(
    "x7-amax",
    right=(
        amax(),
        amax(result="x.max(dim).values"),
        amax(result="x.max(dim=dim)[0]", share="winners * (1.0 / winners.sum(ctx.dim, True))"),
        """
        class Largest(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, dim):
                result = x.amax(dim, keepdim=True)
                winners = (x == result).double()
                ctx.save_for_backward(winners / winners.sum(dim, keepdim=True))
                ctx.dim = dim
                return result.squeeze(dim)

            @staticmethod
            def backward(ctx, g):
                (share,) = ctx.saved_tensors
                return share * g.unsqueeze(ctx.dim), None
        """,
        """
        class Largest(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, dim):
                parts = x.unbind(dim)
                result = parts[0]
                for part in parts[1:]:
                    result = torch.where(part > result, part, result)
                ctx.dim = dim
                ctx.save_for_backward(x, result)
                return result

            @staticmethod
            def backward(ctx, g):
                x, result = ctx.saved_tensors
                wins = [(part == result) * 1.0 for part in x.unbind(ctx.dim)]
                each = g / sum(wins)
                return torch.stack([one * each for one in wins], ctx.dim), None
        """,
    ),
    wrong=(
        (amax(share="winners * 1.0"), "more than has arrived"),
        (amax(share="winners"), "more than has arrived"),
        (amax(share="winners / winners.sum()"), "largest anywhere"),
        (amax(share="winners / x.shape[ctx.dim]"), "all entries along"),
        (amax(share="winners * (winners.cumsum(ctx.dim) == 1)"), "The first of those that tie"),
        (but({
            "result = x.amax": "result, place = x.max",
            "ctx.save_for_backward(x, result)": "ctx.save_for_backward(place)",
            "dim = dim": "dim, ctx.shape = dim, x.shape",
            "x, result =": "(place,) =",
            "winners = x == result": "zeros, places = g.new_zeros(ctx.shape), place",
            """
                share = winners / winners.sum(ctx.dim, keepdim=True)
                return g.unsqueeze(ctx.dim) * share, None
            """: "return zeros.scatter(ctx.dim, places, g.unsqueeze(ctx.dim)), None",
        }), "The first of those that tie"),
        (amax(lay="1.0"), "if ones arrived"),
        (amax(lay="1.0", share="winners * 1.0"), "if ones arrived"),
        (amax(lay="g"), "is laid beside its row"),
        (amax(winners="x == x.max()"), "the largest of all"),
        (amax(winners="x == result"), "is laid beside its row"),
        (amax(winners="x == x"), "slope of a mean"),
        (amax(result="x.amin(dim)"), "That is the smallest"),
        (amax(result="x.amin(dim)", winners="x == x.amax(ctx.dim, keepdim=True)"), "the smallest"),
        (amax(result="x.amax(dim, keepdim=True)"), "dimension is still there"),
        (amax(result="x.max(dim)"), "as `x.max(dim)` gives them"),
        (amax(back="{} * share"), "one gradient for each argument"),
        (amax(share="winners / winners.sum(ctx.dim)"), "is laid beside its row"),
        (amax(share="winners / (winners.sum(ctx.dim, keepdim=True) + 1)"), None),
        (amax(lay="-g.unsqueeze(ctx.dim)"), "the sign"),
        (amax(winners="x >= result.unsqueeze(ctx.dim) - 0.5"), None),
    ),
)  # fmt: skip

# ---------------------------------------------------------------------------------- the bug hunt


def shares(
    saved="shares", back="shares * (g - (g * shares).sum(-1, keepdim=True))",
    result="torch.softmax(x, -1)", take="(shares,)",
):  # fmt: skip
    """The softmax, with another line."""
    return written(
        "Shares", "x",
        f"shares = {result}; ctx.save_for_backward({saved}); return shares",
        f"{take} = ctx.saved_tensors; return {back}",
    )  # fmt: skip


SHARES = Item(
    "x7-shares",
    right=(
        shares(),
        shares(back="g * shares - shares * (g * shares).sum(-1, keepdim=True)"),
        shares("x", "s * (g - (g * s).sum(-1).unsqueeze(-1))",
               take="(x,) = ctx.saved_tensors; s = torch.softmax(x, -1); _"),
        but({
            "shares = torch.softmax(x, -1)": "shares = (x - x.logsumexp(-1, keepdim=True)).exp()",
            """
                (shares,) = ctx.saved_tensors
                return shares * (g - (g * shares).sum(-1, keepdim=True))
            """: """
                (s,) = ctx.saved_tensors
                across = s[..., :, None] * s[..., None, :]
                return g * s - (across @ g[..., None]).squeeze(-1)
            """,
        }),
    ),
    wrong=(
        (shares("x"), "Look at what forward has saved"),
        (shares(back="shares * (g - (g * shares).sum(0))"), "down the columns"),
        (shares("x", "shares * (g - (g * shares).sum(0))"), "Two things are wrong still"),
        (shares(back="shares * (g - (g * shares).sum(0, keepdim=True))"), "down the columns"),
        (shares(back="shares * (g - (g * shares).sum(-1))"), "is laid beside its row"),
        (shares(back="shares * (g - (g * shares).sum())"), "All of it is summed"),
        (shares(back="g * shares * (1 - shares)"), "moves its own share"),
        (shares(back="g * shares"), "the others shrink"),
        (shares(back="g - (g * shares).sum(-1, keepdim=True)"), "factor in front"),
        (shares(back="shares * (g + (g * shares).sum(-1, keepdim=True))"), "sign in the middle"),
        (shares(back="shares * (g - g.sum(-1, keepdim=True))"), "counts with its share"),
        (shares(back="shares * (1 - shares)"), "if ones arrived"),
        (shares(back="0 * g"), "if ones arrived"),
        (shares(back="shares * (g - (g * shares).mean(-1, keepdim=True))"), "a sum, not a mean"),
        (shares(back="-shares * (g - (g * shares).sum(-1, keepdim=True))"), "the sign"),
        (shares(result="torch.softmax(x, 0)"), None),
        (written("Shares", "x", "ctx.shares = torch.softmax(x, -1); return ctx.shares",
                 "s = ctx.shares; return s * (g - (g * s).sum(-1, keepdim=True))"),
         "kept as an attribute"),
    ),
)  # fmt: skip

ITEMS = (TESTS, PRODUCT, TOTAL, PICK, LOGSUMEXP, CLAMP, AMAX, SHARES)
