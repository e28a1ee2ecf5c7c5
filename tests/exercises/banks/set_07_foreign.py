"""Wrong answers to set X7, and unusual right ones, by someone who has not read its bank."""

from tests.exercises.banks import Item, but, unnamed

ITEMS = (
    Item(
        "x7-tests",
        right=(
            """
            noticed = (False, True, False, True, False, True, False, True, False, True)
            """,
            """
            noticed = [test in (2, 4, 6, 8, 10) for test in range(1, 11)]
            """,
        ),
        wrong=unnamed(
            # which tests pass, not which notice
            [True, False, True, False, True, False, True, False, True, False],
            # every fault is noticed by some number
            [True, True, True, True, True, True, True, True, True, True],
            # a missing g is noticed even where ones arrive
            [False, True, True, True, False, True, True, True, False, True],
            # two signs cancel in 6 too, as m * m is positive
            [False, True, False, True, False, False, False, True, False, True],
            # a constant factor changes nothing; only uneven numbers do
            [False, True, False, False, False, True, False, True, False, True],
            # a square matrix hides where g is laid
            [False, True, False, True, False, True, False, False, False, True],
            # writing at an index is noticed in any order
            [False, True, False, True, False, True, False, True, True, True],
            # a row picked twice gets the same number twice
            [False, True, False, True, False, True, False, True, False, False],
            # the wrong sign is noticed at once
            [False, True, False, True, True, True, False, True, False, True],
            # the result of Square is large enough at 2 to hide
            [False, False, False, True, False, True, False, True, False, True],
            # numbers of the tests instead of truth values
            [2, 4, 6, 8, 10],
        ),
    ),
    Item(
        "x7-product",
        right=(
            """
            class Product(torch.autograd.Function):
                @staticmethod
                def forward(ctx, a, b, c):
                    ctx.save_for_backward(a, b, c)
                    return a * b * c

                @staticmethod
                def backward(ctx, g):
                    saved = [x.detach().requires_grad_() for x in ctx.saved_tensors]
                    with torch.enable_grad():
                        a, b, c = saved
                        result = a * b * c
                    return torch.autograd.grad(result, saved, g)
            """,
            """
            class Product(torch.autograd.Function):
                @staticmethod
                def forward(ctx, a, b, c):
                    ctx.save_for_backward(a, b, c)
                    return a * b * c

                @staticmethod
                def backward(ctx, g):
                    a, b, c = ctx.saved_tensors

                    found = []
                    for x, others in ((a, b * c), (b, a * c), (c, a * b)):
                        uses = g * others
                        while uses.dim() > x.dim():
                            uses = uses.sum(0)
                        for dim, size in enumerate(x.shape):
                            if size == 1:
                                uses = uses.sum(dim, keepdim=True)
                        found.append(uses)
                    return tuple(found)
            """,
        ),
        wrong=unnamed(
            # no sums: the engine's net
            but({
                """
                    grad_a = (g * b * c).sum_to_size(a.shape)
                    grad_b = (g * a * c).sum_to_size(b.shape)
                    grad_c = (g * a * b).sum_to_size(c.shape)
                    return grad_a, grad_b, grad_c
                """: "return g * b * c, g * a * c, g * a * b",
            }),
            # only the new dimensions are summed
            """
            class Product(torch.autograd.Function):
                @staticmethod
                def forward(ctx, a, b, c):
                    ctx.save_for_backward(a, b, c)
                    return a * b * c

                @staticmethod
                def backward(ctx, g):
                    a, b, c = ctx.saved_tensors

                    def fit(uses, x):
                        while uses.dim() > x.dim():
                            uses = uses.sum(0)
                        return uses


                    return fit(g * b * c, a), fit(g * a * c, b), fit(g * a * b, c)
            """,
            # only the dimensions of size 1 are summed
            but({
                "while uses.dim() > x.dim():": "for dim, size in enumerate(x.shape):",
                "uses = uses.sum(0)": "if size == 1:\n    uses = uses.sum(dim, keepdim=True)",
            }, above=True),
            # summed over the wrong thing: divided by how often it is used
            but({
                """
                    while uses.dim() > x.dim():
                        uses = uses.sum(0)
                    return uses
                """: "return uses.sum_to_size(x.shape) * x.numel() / uses.numel()",
            }, above=True),
            # what arrives is forgotten
            """
            class Product(torch.autograd.Function):
                @staticmethod
                def forward(ctx, a, b, c):
                    ctx.save_for_backward(a, b, c)
                    return a * b * c

                @staticmethod
                def backward(ctx, g):
                    a, b, c = ctx.saved_tensors

                    ones = torch.ones_like(g)
                    return (
                        (ones * b * c).sum_to_size(a.shape),
                        (ones * a * c).sum_to_size(b.shape),
                        (ones * a * b).sum_to_size(c.shape),
                    )
            """,
            # the gradients in the wrong order
            but({
                "grad_a = (g * b * c).sum_to_size(a.shape)": "return (",
                "grad_b = (g * a * c).sum_to_size(b.shape)":
                    "    (g * a * b).sum_to_size(c.shape),",
                "grad_c = (g * a * b).sum_to_size(c.shape)":
                    "    (g * a * c).sum_to_size(b.shape),",
                "return grad_a, grad_b, grad_c": "    (g * b * c).sum_to_size(a.shape),\n)",
            }),
            # result divided by the factor
            but({
                "ctx.save_for_backward(a, b, c)": "result = a * b * c",
                "return a * b * c": "ctx.save_for_backward(a, b, c, result)\nreturn result",
                "a, b, c = ctx.saved_tensors": "a, b, c, result = ctx.saved_tensors",
                "grad_a = (g * b * c).sum_to_size(a.shape)": "return (",
                "grad_b = (g * a * c).sum_to_size(b.shape)":
                    "    (g * result / a).sum_to_size(a.shape),",
                "grad_c = (g * a * b).sum_to_size(c.shape)":
                    "    (g * result / b).sum_to_size(b.shape),",
                "return grad_a, grad_b, grad_c": "    (g * result / c).sum_to_size(c.shape),\n)",
            }),
            # only one of the two other factors
            but({
                "grad_a = (g * b * c).sum_to_size(a.shape)": "return (",
                "grad_b = (g * a * c).sum_to_size(b.shape)": "    (g * b).sum_to_size(a.shape),",
                "grad_c = (g * a * b).sum_to_size(c.shape)": "    (g * c).sum_to_size(b.shape),",
                "return grad_a, grad_b, grad_c": "    (g * a).sum_to_size(c.shape),\n)",
            }),
            # product rule: the slopes of all three added
            but({
                "grad_a = (g * b * c).sum_to_size(a.shape)": "slope = b * c + a * c + a * b",
                "grad_b = (g * a * c).sum_to_size(b.shape)": "return (",
                "grad_c = (g * a * b).sum_to_size(c.shape)":
                    "    (g * slope).sum_to_size(a.shape),",
                "return grad_a, grad_b, grad_c":
                    "    (g * slope).sum_to_size(b.shape),\n"
                    "    (g * slope).sum_to_size(c.shape),\n"
                    ")",
            }),
            # the sum of the others instead of their product
            but({
                "grad_a = (g * b * c).sum_to_size(a.shape)": "return (",
                "grad_b = (g * a * c).sum_to_size(b.shape)":
                    "    (g * (b + c)).sum_to_size(a.shape),",
                "grad_c = (g * a * b).sum_to_size(c.shape)":
                    "    (g * (a + c)).sum_to_size(b.shape),",
                "return grad_a, grad_b, grad_c": "    (g * (a + b)).sum_to_size(c.shape),\n)",
            }),
            # the factor's own number is multiplied in
            but({
                "grad_a = (g * b * c).sum_to_size(a.shape)": "uses = g * a * b * c",
                "grad_b = (g * a * c).sum_to_size(b.shape)": "return (",
                "grad_c = (g * a * b).sum_to_size(c.shape)": "    uses.sum_to_size(a.shape),",
                "return grad_a, grad_b, grad_c":
                    "    uses.sum_to_size(b.shape),\n"
                    "    uses.sum_to_size(c.shape),\n"
                    ")",
            }),
            # g summed first, then multiplied
            but({
                "grad_a = (g * b * c).sum_to_size(a.shape)": "return (",
                "grad_b = (g * a * c).sum_to_size(b.shape)":
                    "    g.sum_to_size(a.shape) * (b * c).expand(g.shape).sum_to_size(a.shape),",
                "grad_c = (g * a * b).sum_to_size(c.shape)":
                    "    g.sum_to_size(b.shape) * (a * c).expand(g.shape).sum_to_size(b.shape),",
                "return grad_a, grad_b, grad_c":
                    "    g.sum_to_size(c.shape) * (a * b).expand(g.shape).sum_to_size(c.shape),\n"
                    ")",
            }),
            # all three in the shape of the first
            but({
                "grad_a = (g * b * c).sum_to_size(a.shape)": "return (",
                "grad_b = (g * a * c).sum_to_size(b.shape)":
                    "    (g * b * c).sum_to_size(a.shape),",
                "grad_c = (g * a * b).sum_to_size(c.shape)":
                    "    (g * a * c).sum_to_size(a.shape),",
                "return grad_a, grad_b, grad_c": "    (g * a * b).sum_to_size(a.shape),\n)",
            }),
            # copied line: the third has the slope of the second
            but({
                "grad_a = (g * b * c).sum_to_size(a.shape)": "return (",
                "grad_b = (g * a * c).sum_to_size(b.shape)":
                    "    (g * b * c).sum_to_size(a.shape),",
                "grad_c = (g * a * b).sum_to_size(c.shape)":
                    "    (g * a * c).sum_to_size(b.shape),",
                "return grad_a, grad_b, grad_c": "    (g * a * c).sum_to_size(c.shape),\n)",
            }),
        ),
    ),
    Item(
        "x7-total",
        right=(
            but({
                "ctx.shape, ctx.dim = x.shape, dim": "ctx.shape = x.shape\nctx.dim = dim",
                "return g.unsqueeze(ctx.dim).expand(ctx.shape), None":
                    "return torch.stack([g] * ctx.shape[ctx.dim], ctx.dim), None",
            }),
            but({
                "ctx.shape, ctx.dim = x.shape, dim": "ctx.shape = x.shape\nctx.dim = dim",
                "return g.unsqueeze(ctx.dim).expand(ctx.shape), None": """
                    shape = list(ctx.shape)
                    shape[ctx.dim] = 1
                    return g.reshape(shape).expand(ctx.shape), None
                """,
            }),
        ),
        wrong=unnamed(
            # no unsqueeze
            but({
                "ctx.shape, ctx.dim = x.shape, dim": "ctx.shape = x.shape\nctx.dim = dim",
                ".unsqueeze(ctx.dim).": ".",
            }),
            # unsqueezed at the end whatever dim is
            but({
                "ctx.shape, ctx.dim = x.shape, dim": "ctx.shape = x.shape\nctx.dim = dim",
                "return g.unsqueeze(ctx.dim)": "return g.unsqueeze(-1)",
            }),
            # unsqueezed in front whatever dim is
            but({
                "ctx.shape, ctx.dim = x.shape, dim": "ctx.shape = x.shape\nctx.dim = dim",
                "return g.unsqueeze(ctx.dim)": "return g.unsqueeze(0)",
            }),
            # None for dim left out
            but({
                "ctx.shape, ctx.dim = x.shape, dim": "ctx.shape = x.shape\nctx.dim = dim",
                "(ctx.shape), None": "(ctx.shape)",
            }),
            # what arrives is forgotten
            but({
                "ctx.shape, ctx.dim = x.shape, dim": "ctx.shape = x.shape\nctx.dim = dim",
                "g.unsqueeze(ctx.dim).expand": "torch.ones",
            }),
            # keepdim in forward
            but({
                "shape, ctx.dim = x.shape, dim": "shape = x.shape",
                "return x.sum(dim)": "return x.sum(dim, keepdim=True)",
                ".unsqueeze(ctx.dim).": ".",
            }),
            # shared out as by a mean
            but({
                "ctx.shape, ctx.dim = x.shape, dim": "ctx.shape = x.shape\nctx.dim = dim",
                "(ctx.shape)": "(ctx.shape) / ctx.shape[ctx.dim]",
            }),
            # not expanded, left to broadcasting
            but({
                "ctx.shape, ctx.dim = x.shape, dim": "ctx.shape = x.shape\nctx.dim = dim",
                "(ctx.dim).expand(ctx.shape)": "(ctx.dim)",
            }),
            # insert(-1) puts it before the last: a negative dim
            but({
                "shape = list(ctx.shape)": "shape = list(g.shape)",
                "shape[ctx.dim] = 1": "shape.insert(ctx.dim, 1)",
            }, right=2),
            # everything summed
            but({
                "shape, ctx.dim = x.shape, dim": "shape = x.shape",
                "return x.sum(dim)": "return x.sum()",
                ".unsqueeze(ctx.dim).": ".",
            }),
            # the input multiplied in
            but({
                "ctx.shape = x.shape": "ctx.save_for_backward(x)",
                "shape = list(ctx.shape)": "(x,) = ctx.saved_tensors",
                "shape[ctx.dim] = 1\nreturn g.reshape(shape).expand(ctx.shape), None":
                    "return g.unsqueeze(ctx.dim) * x, None",
            }, right=2),
            # None first
            but({
                "return torch.stack([g] * ctx.shape[ctx.dim], ctx.dim), None":
                    "return None, g.unsqueeze(ctx.dim).expand(ctx.shape)",
            }, right=1),
            # g summed once more
            but({
                "ctx.shape, ctx.dim = x.shape, dim": "ctx.shape = x.shape\nctx.dim = dim",
                "return g.unsqueeze(ctx.dim)": "return g.sum()",
            }),
            # zero for dim
            but({
                "ctx.shape, ctx.dim = x.shape, dim": "ctx.shape = x.shape\nctx.dim = dim",
                "None": "0",
            }),
            # dim forgotten on the way: always 1
            but({
                "ctx.shape, ctx.dim = x.shape, dim": "ctx.shape = x.shape\nctx.dim = dim",
                "return g.unsqueeze(ctx.dim)": "return g.unsqueeze(1)",
            }),
        ),
    ),
    Item(
        "x7-pick",
        right=(
            """
            class Pick(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x, index):
                    ctx.shape = x.shape
                    ctx.index = index
                    return x[index]

                @staticmethod
                def backward(ctx, g):
                    rows = []
                    for row in range(ctx.shape[0]):
                        mine = [g[place] for place, picked in enumerate(ctx.index) if picked == row]
                        rows.append(sum(mine, torch.zeros(ctx.shape[1:], dtype=g.dtype)))
                    return torch.stack(rows), None
            """,
            """
            class Pick(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x, index):
                    ctx.shape = x.shape
                    ctx.index = index
                    return x[index]

                @staticmethod
                def backward(ctx, g):
                    chosen = torch.zeros(ctx.shape[0], len(ctx.index), dtype=g.dtype)
                    for place, row in enumerate(ctx.index):
                        chosen[row, place] = 1.0
                    flat = g.reshape(len(ctx.index), -1)
                    return (chosen @ flat).reshape(ctx.shape), None
            """,
        ),
        wrong=unnamed(
            # the last use wins
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape\nctx.index = index",
                "grad = g.new_zeros(ctx.shape)": "grad = torch.zeros(ctx.shape, dtype=g.dtype)",
                "for row, one in zip(ctx.index, g):\n    grad[row] += one": "grad[ctx.index] = g",
            }),
            # the last use wins, with +=
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape\nctx.index = index",
                "grad = g.new_zeros(ctx.shape)": "grad = torch.zeros(ctx.shape, dtype=g.dtype)",
                "for row, one in zip(ctx.index, g):\n    grad[row] += one": "grad[ctx.index] += g",
            }),
            # assigned in a loop
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape\nctx.index = index",
                "grad = g.new_zeros(ctx.shape)": "grad = torch.zeros(ctx.shape, dtype=g.dtype)",
                "grad[row] += one": "grad[row] = one",
            }),
            # the first use wins
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape\nctx.index = index",
                "grad = g.new_zeros(ctx.shape)": "grad = torch.zeros(ctx.shape, dtype=g.dtype)",
                "for row, one in zip(ctx.index, g):": "for row in set(ctx.index):",
                "grad[row] += one": "grad[row] = g[ctx.index.index(row)]",
            }),
            # picked again instead of given back
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape\nctx.index = index",
                """
                    grad = g.new_zeros(ctx.shape)
                    for row, one in zip(ctx.index, g):
                        grad[row] += one
                    return grad, None
                """: "return g[ctx.index], None",
            }),
            # given on as it arrives
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape\nctx.index = index",
                """
                    grad = g.new_zeros(ctx.shape)
                    for row, one in zip(ctx.index, g):
                        grad[row] += one
                    return grad, None
                """: "return g, None",
            }),
            # None for index left out
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape\nctx.index = index",
                "grad = g.new_zeros(ctx.shape)": "grad = torch.zeros(ctx.shape, dtype=g.dtype)",
                "return grad, None": "return grad",
            }),
            # averaged over the uses
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape\nctx.index = index",
                "grad = g.new_zeros(ctx.shape)": "grad = torch.zeros(ctx.shape, dtype=g.dtype)",
                "grad[row] += one": "grad[row] += one / ctx.index.count(row)",
            }),
            # counts uses, forgets what arrives
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape\nctx.index = index",
                "grad = g.new_zeros(ctx.shape)": "grad = torch.zeros(ctx.shape, dtype=g.dtype)",
                "for row, one in zip(ctx.index, g):": "for row in ctx.index:",
                "grad[row] += one": "grad[row] += 1",
            }),
            # place and row swapped
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape\nctx.index = index",
                "grad = g.new_zeros(ctx.shape)": "grad = torch.zeros(ctx.shape, dtype=g.dtype)",
                "for row, one in zip(ctx.index, g):": "for place, row in enumerate(ctx.index):",
                "grad[row] += one": "grad[place] += g[row]",
            }),
            # zeros in the shape of g
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape\nctx.index = index",
                "grad = g.new_zeros(ctx.shape)": "grad = torch.zeros_like(g)",
            }),
            # zeros for the rows up to the largest picked
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape\nctx.index = index",
                "grad = g.new_zeros(ctx.shape)":
                    "grad = torch.zeros(max(ctx.index) + 1, *ctx.shape[1:], dtype=g.dtype)",
            }),
            # begins with ones
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape\nctx.index = index",
                "grad = g.new_zeros(ctx.shape)": "grad = torch.ones(ctx.shape, dtype=g.dtype)",
            }),
            # columns picked
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape",
                "return x[index]": "ctx.index = index\nreturn x[:, index]",
                "grad = g.new_zeros(ctx.shape)": "grad = torch.zeros(ctx.shape, dtype=g.dtype)",
                "for row, one in zip(ctx.index, g):": "for column, one in zip(ctx.index, g.T):",
                "grad[row] += one": "grad[:, column] += one",
            }),
            # each row picked once, in order
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape",
                "return x[index]": "ctx.index = sorted(set(index))\nreturn x[ctx.index]",
                "grad = g.new_zeros(ctx.shape)": "grad = torch.zeros(ctx.shape, dtype=g.dtype)",
            }),
            # written for a table with two dimensions alone
            but({
                "chosen = torch.zeros(ctx.shape[0], len(ctx.index), dtype=g.dtype)":
                    "grad = torch.zeros(ctx.shape, dtype=g.dtype)",
                "chosen[row, place] = 1.0": "for column in range(ctx.shape[1]):",
                "flat = g.reshape(len(ctx.index), -1)":
                    "        grad[row, column] += g[place, column]",
                "return (chosen @ flat).reshape(ctx.shape), None": "return grad, None",
            }, right=2),
            # times the number of uses, of the last one
            but({
                "ctx.shape, ctx.index = x.shape, index": "ctx.shape = x.shape\nctx.index = index",
                "grad = g.new_zeros(ctx.shape)": "grad = torch.zeros(ctx.shape, dtype=g.dtype)",
                "grad[row] += one": "grad[row] = ctx.index.count(row) * one",
            }),
        ),
    ),
    Item(
        "x7-logsumexp",
        right=(
            """
            class LogSumExp(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    top = x.amax(-1)
                    parts = (x - top[..., None]).exp()
                    total = parts.sum(-1)
                    ctx.save_for_backward(parts, total)
                    return total.log() + top

                @staticmethod
                def backward(ctx, g):
                    parts, total = ctx.saved_tensors
                    return parts * (g / total)[..., None]
            """,
            but({
                """
                    top = x.amax(-1, keepdim=True)
                    result = (x - top).exp().sum(-1).log() + top.squeeze(-1)
                """: """
                    ordered = x.sort(-1).values
                    top = ordered[..., -1]
                    result = top + (ordered - top.unsqueeze(-1)).exp().sum(-1).log()
                """,
            }),
        ),
        wrong=unnamed(
            # overflows
            but({
                """
                    top = x.amax(-1, keepdim=True)
                    result = (x - top).exp().sum(-1).log() + top.squeeze(-1)
                """: "result = x.exp().sum(-1).log()",
            }),
            # the largest of all
            but({
                "top = x.amax(-1, keepdim=True)": "top = x.amax()",
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = top + (x - top).exp().sum(-1).log()",
            }),
            # g not laid beside the rows
            but({
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = top.squeeze(-1) + (x - top).exp().sum(-1).log()",
                "g.unsqueeze(-1)": "g",
            }),
            # the backward overflows
            but({
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = top.squeeze(-1) + (x - top).exp().sum(-1).log()",
                "return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()":
                    "return g.unsqueeze(-1) * x.exp() / x.exp().sum(-1, keepdim=True)",
            }),
            # the largest is not put back
            but({"() + top.squeeze(-1)": "()"}),
            # along the first dimension
            but({
                "-1, keepdim=True": "0",
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = top + (x - top).exp().sum(0).log()",
                "return g.unsqueeze(-1) * (x - result.unsqueeze(-1))": "return g * (x - result)",
            }),
            # what arrives is forgotten
            but({
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = top.squeeze(-1) + (x - top).exp().sum(-1).log()",
                "return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()":
                    "return (x - result.unsqueeze(-1)).exp()",
            }),
            # the top as a column beside a row of sums
            but({
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = top + (x - top).exp().sum(-1).log()",
            }),
            # the last dimension is kept
            but({
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = top + (x - top).exp().sum(-1, keepdim=True).log()",
                "return g.unsqueeze(-1) * (x - result.unsqueeze(-1))": "return g * (x - result)",
            }),
            # the slope of the largest alone
            but({
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = top.squeeze(-1) + (x - top).exp().sum(-1).log()",
                "return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()":
                    "return g.unsqueeze(-1) * (x == x.amax(-1, keepdim=True))",
            }),
            # the largest in absolute value
            but({
                "top = x.amax(-1, keepdim=True)": "top = x.abs().amax(-1, keepdim=True)",
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = top.squeeze(-1) + (x - top).exp().sum(-1).log()",
            }),
            # clamped instead of shifted
            but({
                """
                    top = x.amax(-1, keepdim=True)
                    result = (x - top).exp().sum(-1).log() + top.squeeze(-1)
                """: "result = x.clamp(-700, 700).exp().sum(-1).log()",
            }),
            # shifted only upwards: the larger of top and 0
            but({
                "top = x.amax(-1, keepdim=True)": "top = x.amax(-1, keepdim=True).relu()",
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = top.squeeze(-1) + (x - top).exp().sum(-1).log()",
            }),
            # the backward of softmax
            but({
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = top.squeeze(-1) + (x - top).exp().sum(-1).log()",
                "return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()": """
                    shares = (x - result.unsqueeze(-1)).exp()
                    first = g.unsqueeze(-1) * shares
                    return first * (1 - shares)
                """,
            }),
            # shares shifted by the top, not divided by the sum
            but({
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = top.squeeze(-1) + (x - top).exp().sum(-1).log()",
                "return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()":
                    "return g.unsqueeze(-1) * (x - x.amax(-1, keepdim=True)).exp()",
            }),
            # the smallest taken out
            but({
                "top = x.amax(-1, keepdim=True)": "low = x.amin(-1, keepdim=True)",
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = low.squeeze(-1) + (x - low).exp().sum(-1).log()",
            }),
            # the mean taken out
            but({
                "top = x.amax(-1, keepdim=True)": "middle = x.mean(-1, keepdim=True)",
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = middle.squeeze(-1) + (x - middle).exp().sum(-1).log()",
            }),
            # a little added under the logarithm
            but({
                "top = x.amax(-1, keepdim=True)": "top = x.amax(-1, keepdim=True).relu()",
                "result = (x - top).exp().sum(-1).log() + top.squeeze(-1)":
                    "result = top.squeeze(-1) + ((x - top).exp().sum(-1) + 1e-12).log()",
            }),
        ),
    ),
    Item(
        "x7-clamp",
        right=(
            but({
                """
                    below, above = x < low, x > high
                    inside = (x >= low) & (x <= high)
                    return g * inside, (g * below).sum(), (g * above).sum()
                """: """
                    grad = g.clone()
                    grad[(x < low) | (x > high)] = 0.0
                    return grad, g[x < low].sum(), g[x > high].sum()
                """,
            }),
            """
            class Clamp(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x, low, high):
                    ctx.save_for_backward(x < low, x > high)
                    return torch.maximum(torch.minimum(x, high), low)

                @staticmethod
                def backward(ctx, g):
                    below, above = ctx.saved_tensors
                    nothing = torch.zeros_like(g)
                    to_low = torch.where(below, g, nothing)
                    to_high = torch.where(above, g, nothing)
                    return g - to_low - to_high, to_low.sum(), to_high.sum()
            """,
        ),
        wrong=unnamed(
            # no sums for the borders
            but({
                "inside = (x >= low) & (x <= high)": "inside = ~(below | above)",
                "(g * below).sum(), (g * above).sum()": "g * below, g * above",
            }),
            # strictly inside, the border goes to low and high
            but({
                "below, above = x < low, x > high": "return (",
                "inside = (x >= low) & (x <= high)": "    g * ((x > low) & (x < high)),",
                "return g * inside, (g * below).sum(), (g * above).sum()":
                    "    (g * (x <= low)).sum(),\n"
                    "    (g * (x >= high)).sum(),\n"
                    ")",
            }),
            # on a border to nobody
            but({
                "below, above = x < low, x > high": "return (",
                "inside = (x >= low) & (x <= high)": "    g * ((x > low) & (x < high)),",
                "return g * inside, (g * below).sum(), (g * above).sum()":
                    "    (g * (x < low)).sum(),\n"
                    "    (g * (x > high)).sum(),\n"
                    ")",
            }),
            # on a border to both
            but({
                "below, above = x < low, x > high": "return (",
                "inside = (x >= low) & (x <= high)": "    g * ((x >= low) & (x <= high)),",
                "return g * inside, (g * below).sum(), (g * above).sum()":
                    "    (g * (x <= low)).sum(),\n"
                    "    (g * (x >= high)).sum(),\n"
                    ")",
            }),
            # masks from the result
            but({
                "ctx.save_for_backward(x, low, high)": "result = x.clamp(low, high)",
                "return x.clamp(low, high)": """
                    ctx.save_for_backward(result, low, high)
                    return result
                """,
                "below, above = x < low, x > high": "return (",
                "inside = (x >= low) & (x <= high)": "    g * ((x > low) & (x < high)),",
                "return g * inside, (g * below).sum(), (g * above).sum()":
                    "    (g * (x == low)).sum(),\n"
                    "    (g * (x == high)).sum(),\n"
                    ")",
            }),
            # masks from the result, borders inside: low and high get nothing
            but({
                "ctx.save_for_backward(x, low, high)": "result = x.clamp(low, high)",
                "return x.clamp(low, high)": """
                    ctx.save_for_backward(result, low, high)
                    return result
                """,
                "below, above = x < low, x > high": "return (",
                "inside = (x >= low) & (x <= high)": "    g * ((x >= low) & (x <= high)),",
                "return g * inside, (g * below).sum(), (g * above).sum()":
                    "    (g * (x < low)).sum(),\n"
                    "    (g * (x > high)).sum(),\n"
                    ")",
            }),
            # None for the borders, as in the lesson
            but({
                "inside = (x >= low) & (x <= high)": "inside = ~(below | above)",
                "(g * below).sum(), (g * above).sum()": "None, None",
            }),
            # averaged over the uses
            but({
                "inside = (x >= low) & (x <= high)": "inside = ~(below | above)",
                "sum(), (g * above).sum": "mean(), (g * above).mean",
            }),
            # borders swapped
            but({
                "inside = (x >= low) & (x <= high)": "inside = ~(below | above)",
                "return g * inside, (g * below).sum(), (g * above).sum()":
                    "return g * inside, (g * above).sum(), (g * below).sum()",
            }),
            # counts uses, forgets what arrives
            but({
                "inside = (x >= low) & (x <= high)": "inside = ~(below | above)",
                "(g * below).sum(), (g * above).sum()": "below.sum() * 1.0, above.sum() * 1.0",
            }),
            # minus for the upper border
            but({
                "inside = (x >= low) & (x <= high)": "inside = ~(below | above)",
                "return g * inside, (g * below).sum(), (g * above).sum()":
                    "return g * inside, (g * below).sum(), -(g * above).sum()",
            }),
            # all of g to both borders
            but({
                "inside = (x >= low) & (x <= high)": "inside = ~(below | above)",
                "(g * below).sum(), (g * above)": "g.sum(), g",
            }),
            # all of g to x
            but({
                "inside = (x >= low) & (x <= high)": "inside = ~(below | above)",
                "g * inside": "g",
            }),
            # times the border
            but({
                "inside = (x >= low) & (x <= high)": "inside = ~(below | above)",
                "return g * inside, (g * below).sum(), (g * above).sum()":
                    "return g * inside, (g * below * low).sum(), (g * above * high).sum()",
            }),
            # the upper border forgotten in forward
            but({
                "return x.clamp(low, high)": "return torch.where(x < low, low, x)",
                "inside = (x >= low) & (x <= high)": "inside = ~(below | above)",
            }),
            # summed along one dimension alone
            but({
                "inside = (x >= low) & (x <= high)": "inside = ~(below | above)",
                "return g * inside, (g * below).sum(), (g * above).sum()":
                    "return g * inside, (g * below).sum(0), (g * above).sum(0)",
            }),
            # inside with or: everything is
            but({
                "inside = (x >= low) & (x <= high)": "inside = ~(below | above)",
                "* inside": "* ((x >= low) | (x <= high))",
            }),
            # a border of one dimension
            but({
                "inside = (x >= low) & (x <= high)": "inside = ~(below | above)",
                "return g * inside, (g * below).sum(), (g * above).sum()": """
                    return (
                        g * inside,
                        (g * below).sum().reshape(1),
                        (g * above).sum().reshape(1),
                    )
                """,
            }),
            # borders' gradients only where nothing gets through
            but({
                "inside = (x >= low) & (x <= high)": "inside = ~(below | above)",
                "return g * inside, (g * below).sum(), (g * above).sum()": """
                    rest = g * ~inside
                    return g * inside, rest.sum(), rest.sum()
                """,
            }),
        ),
    ),
    Item(
        "x7-amax",
        right=(
            """
            class Largest(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x, dim):
                    result = x.amax(dim, keepdim=True)
                    winners = x >= result
                    ctx.save_for_backward(winners / winners.sum(dim, keepdim=True))
                    ctx.dim = dim
                    return result.squeeze(dim)

                @staticmethod
                def backward(ctx, g):
                    (parts,) = ctx.saved_tensors
                    return parts * g.unsqueeze(ctx.dim), None
            """,
            but({
                """
                    winners = x == result.unsqueeze(ctx.dim)
                    share = winners / winners.sum(ctx.dim, keepdim=True)
                    return g.unsqueeze(ctx.dim) * share, None
                """: """
                    dim = ctx.dim
                    last = x.transpose(dim, -1)
                    winners = last == last.amax(-1, keepdim=True)
                    shares = winners / winners.sum(-1, keepdim=True)
                    return shares.transpose(dim, -1) * g.unsqueeze(dim), None
                """,
            }),
        ),
        wrong=unnamed(
            # each winner gets all
            but({
                "winners = x == result.unsqueeze(ctx.dim)": "dim = ctx.dim",
                "share = winners / winners.sum(ctx.dim, keepdim=True)":
                    "winners = x == result.unsqueeze(dim)",
                "(ctx.dim) * share": "(dim) * winners",
            }),
            # divided by all winners anywhere
            but({
                "winners = x == result.unsqueeze(ctx.dim)": "dim = ctx.dim",
                "share = winners / winners.sum(ctx.dim, keepdim=True)":
                    "winners = x == result.unsqueeze(dim)",
                "(ctx.dim) * share": "(dim) * winners / winners.sum()",
            }),
            # the first winner gets all
            but({
                "result = x.amax(dim)\nctx.save_for_backward(x, result)":
                    "ctx.save_for_backward(x)",
                "return result": "return x.amax(dim)",
                "x, result = ctx.saved_tensors": "(x,) = ctx.saved_tensors",
                "last = x.transpose(dim, -1)": "places = x.argmax(dim).unsqueeze(dim)",
                "winners = last == last.amax(-1, keepdim=True)": "size = x.shape[dim]",
                "shares = winners / winners.sum(-1, keepdim=True)": "shape = [1] * x.dim()",
                "return shares.transpose(dim, -1) * g.unsqueeze(dim), None": """
                    shape[dim] = size
                    rows = torch.arange(size).reshape(shape)
                    return g.unsqueeze(dim) * (rows == places), None
                """,
            }, right=2),
            # None for dim left out
            but({
                "winners = x == result.unsqueeze(ctx.dim)": "dim = ctx.dim",
                "share = winners / winners.sum(ctx.dim, keepdim=True)":
                    "winners = x == result.unsqueeze(dim)",
                "(ctx.dim) * share, None": "(dim) * winners / winners.sum(dim, keepdim=True)",
            }),
            # the result not laid beside x
            but({
                "winners = x == result.unsqueeze(ctx.dim)": "dim = ctx.dim",
                "share = winners / winners.sum(ctx.dim, keepdim=True)": "winners = x == result",
                "g.unsqueeze(ctx.dim) * share": "g * winners / winners.sum(dim, keepdim=True)",
            }),
            # unsqueezed at the end whatever dim is
            but({
                "winners = x == result.unsqueeze(ctx.dim)": "dim = ctx.dim",
                "share = winners / winners.sum(ctx.dim, keepdim=True)":
                    "winners = x == result.unsqueeze(-1)",
                "(ctx.dim) * share": "(-1) * winners / winners.sum(-1, keepdim=True)",
            }),
            # keepdim in forward
            but({
                "result = x.amax(dim)": "result = x.amax(dim, keepdim=True)",
                "winners = x == result.unsqueeze(ctx.dim)": "winners = x == result",
                """
                    share = winners / winners.sum(ctx.dim, keepdim=True)
                    return g.unsqueeze(ctx.dim) * share, None
                """: "return g * winners / winners.sum(ctx.dim, keepdim=True), None",
            }),
            # what arrives is forgotten
            but({
                "winners = x == result.unsqueeze(ctx.dim)": "dim = ctx.dim",
                "share = winners / winners.sum(ctx.dim, keepdim=True)":
                    "winners = x == result.unsqueeze(dim)",
                "g.unsqueeze(ctx.dim) * share": "winners / winners.sum(dim, keepdim=True)",
            }),
            # the largest of all
            but({
                "winners = x == result.unsqueeze(ctx.dim)": "dim = ctx.dim",
                "share = winners / winners.sum(ctx.dim, keepdim=True)": "winners = x == x.amax()",
                "return g.unsqueeze(ctx.dim) * share, None": """
                    count = winners.sum(dim, keepdim=True).clamp(min=1)
                    return g.unsqueeze(dim) * winners / count, None
                """,
            }),
            # counted without keepdim
            but({
                "winners = x == result.unsqueeze(ctx.dim)": "dim = ctx.dim",
                "share = winners / winners.sum(ctx.dim, keepdim=True)":
                    "winners = x == result.unsqueeze(dim)",
                "(ctx.dim) * share": "(dim) * winners / winners.sum(dim)",
            }),
            # divided by the size of the dimension
            but({
                "winners = x == result.unsqueeze(ctx.dim)": "dim = ctx.dim",
                "share = winners / winners.sum(ctx.dim, keepdim=True)":
                    "winners = x == result.unsqueeze(dim)",
                "(ctx.dim) * share": "(dim) * winners / x.shape[dim]",
            }),
            # counted along the first dimension
            but({
                "last = x.transpose(dim, -1)": "winners = x == result.unsqueeze(dim)",
                "winners = last == last.amax(-1, keepdim=True)": "return (",
                "shares = winners / winners.sum(-1, keepdim=True)":
                    "    g.unsqueeze(dim) * winners / winners.sum(0, keepdim=True).clamp(min=1),",
                "return shares.transpose(dim, -1) * g.unsqueeze(dim), None": "    None,\n)",
            }, right=2),
            # everybody gets a share
            but({
                "last = x.transpose(dim, -1)": "winners = x == result.unsqueeze(dim)",
                "winners = last == last.amax(-1, keepdim=True)": "return (",
                "shares = winners / winners.sum(-1, keepdim=True)":
                    "    (g.unsqueeze(dim) / winners.sum(dim, keepdim=True)).expand(x.shape),",
                "return shares.transpose(dim, -1) * g.unsqueeze(dim), None": "    None,\n)",
            }, right=2),
            # the values of the winners multiplied in
            but({
                "last = x.transpose(dim, -1)": "winners = x == result.unsqueeze(dim)",
                "winners = last == last.amax(-1, keepdim=True)": "return (",
                "shares = winners / winners.sum(-1, keepdim=True)":
                    "    g.unsqueeze(dim) * winners * x / winners.sum(dim, keepdim=True),",
                "return shares.transpose(dim, -1) * g.unsqueeze(dim), None": "    None,\n)",
            }, right=2),
            # shared by how large they are: a softmax
            but({
                """
                    winners = x == result.unsqueeze(ctx.dim)
                    share = winners / winners.sum(ctx.dim, keepdim=True)
                    return g.unsqueeze(ctx.dim) * share, None
                """: "dim = ctx.dim\nreturn g.unsqueeze(dim) * torch.softmax(x, dim), None",
            }),
            # g not laid beside x
            but({
                "winners = x == result.unsqueeze(ctx.dim)": "dim = ctx.dim",
                "share = winners / winners.sum(ctx.dim, keepdim=True)":
                    "winners = x == result.unsqueeze(dim)",
                "g.unsqueeze(ctx.dim) * share": "g * winners / winners.sum(dim, keepdim=True)",
            }),
            # nothing where there is a tie
            but({
                "last = x.transpose(dim, -1)": "winners = x == result.unsqueeze(dim)",
                "winners = last == last.amax(-1, keepdim=True)": "return (",
                "shares = winners / winners.sum(-1, keepdim=True)":
                    "    g.unsqueeze(dim) * winners * (winners.sum(dim, keepdim=True) == 1),",
                "return shares.transpose(dim, -1) * g.unsqueeze(dim), None": "    None,\n)",
            }, right=2),
            # the largest in absolute value
            but({
                "= x.": "= x.abs().",
                "ctx.save_for_backward(x, result)": "ctx.save_for_backward(x.abs(), result)",
                "winners = x == result.unsqueeze(ctx.dim)": "dim = ctx.dim",
                "share = winners / winners.sum(ctx.dim, keepdim=True)":
                    "winners = x == result.unsqueeze(dim)",
                "(ctx.dim) * share": "(dim) * winners / winners.sum(dim, keepdim=True)",
            }),
        ),
    ),
    Item(
        "x7-shares",
        right=(
            but({
                "ctx.save_for_backward(shares)": "ctx.save_for_backward(x)",
                "(shares,) = ctx.saved_tensors": """
                    (x,) = ctx.saved_tensors
                    shares = torch.softmax(x, -1)
                """,
            }),
            but({
                "return shares * (g - (g * shares).sum(-1, keepdim=True))": """
                    to_each = g * shares
                    return to_each - shares * to_each.sum(-1).unsqueeze(-1)
                """,
            }),
        ),
        wrong=unnamed(
            # only what is saved is repaired
            but({"-1, keepdim=True": "0"}),
            # only the sum is repaired
            but({"ctx.save_for_backward(shares)": "ctx.save_for_backward(x)"}),
            # no keepdim
            but({"1, keepdim=True": "1"}),
            # one sum for all rows
            but({
                "return shares * (g - (g * shares).sum(-1, keepdim=True))":
                    "return shares * (g - (g * shares).sum())",
            }),
            # keepdim, but still down the columns
            but({
                "return shares * (g - (g * shares).sum(-1, keepdim=True))":
                    "return shares * (g - (g * shares).sum(0, keepdim=True))",
            }),
            # sum(1) instead of sum(-1)
            but({
                "return shares * (g - (g * shares).sum(-1, keepdim=True))":
                    "return shares * (g - (g * shares).sum(1, keepdim=True))",
            }),
            # the exponentials saved
            but({"ctx.save_for_backward(shares)": "ctx.save_for_backward(x.exp())"}),
            # softmax down the columns
            but({", -1": ", 0", "-1, keepdim=True": "0"}),
            # entry by entry, the slope of the sigmoid
            but({
                "return shares * (g - (g * shares).sum(-1, keepdim=True))":
                    "return g * shares * (1 - shares)",
            }),
            # the mean of the row
            but({".sum": ".mean"}),
            # the sum of g without the shares
            but({"(g * shares)": "g"}),
            # brackets left out
            but({
                "return shares * (g - (g * shares).sum(-1, keepdim=True))":
                    "return shares * g - (g * shares).sum(-1, keepdim=True)",
            }),
            # plus instead of minus
            but({
                "return shares * (g - (g * shares).sum(-1, keepdim=True))":
                    "return shares * (g + (g * shares).sum(-1, keepdim=True))",
            }),
            # saved twice softmaxed
            but({
                "to_each = g * shares": "shares = torch.softmax(shares, -1)",
                "return to_each - shares * to_each.sum(-1).unsqueeze(-1)":
                    "return shares * (g - (g * shares).sum(-1, keepdim=True))",
            }, right=2),
            # laid on the wrong side
            but({
                "return shares * (g - (g * shares).sum(-1, keepdim=True))":
                    "return shares * (g - (g * shares).sum(-1).unsqueeze(0))",
            }),
            # only the first term
            but({"return shares * (g - (g * shares).sum(-1, keepdim=True))": "return shares * g"}),
        ),
    ),
)  # fmt: skip
