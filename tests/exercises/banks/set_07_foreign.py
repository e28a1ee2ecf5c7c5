"""Wrong answers to set X7, and unusual right ones, by someone who has not read its bank."""

from tests.exercises.banks import Item

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
        wrong=(
            # which tests pass, not which notice
            ([True, False, True, False, True, False, True, False, True, False], None),
            # every fault is noticed by some number
            ([True, True, True, True, True, True, True, True, True, True], None),
            # a missing g is noticed even where ones arrive
            ([False, True, True, True, False, True, True, True, False, True], None),
            # two signs cancel in 6 too, as m * m is positive
            ([False, True, False, True, False, False, False, True, False, True], None),
            # a constant factor changes nothing; only uneven numbers do
            ([False, True, False, False, False, True, False, True, False, True], None),
            # a square matrix hides where g is laid
            ([False, True, False, True, False, True, False, False, False, True], None),
            # writing at an index is noticed in any order
            ([False, True, False, True, False, True, False, True, True, True], None),
            # a row picked twice gets the same number twice
            ([False, True, False, True, False, True, False, True, False, False], None),
            # the wrong sign is noticed at once
            ([False, True, False, True, True, True, False, True, False, True], None),
            # the result of Square is large enough at 2 to hide
            ([False, False, False, True, False, True, False, True, False, True], None),
            # numbers of the tests instead of truth values
            ([2, 4, 6, 8, 10], None),
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
        wrong=(
            (
                # no sums: the engine's net
                """
                class Product(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, a, b, c):
                        ctx.save_for_backward(a, b, c)
                        return a * b * c

                    @staticmethod
                    def backward(ctx, g):
                        a, b, c = ctx.saved_tensors
                        return g * b * c, g * a * c, g * a * b
                """,
                None,
            ),
            (
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
                None,
            ),
            (
                # only the dimensions of size 1 are summed
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
                            for dim, size in enumerate(x.shape):
                                if size == 1:
                                    uses = uses.sum(dim, keepdim=True)
                            return uses


                        return fit(g * b * c, a), fit(g * a * c, b), fit(g * a * b, c)
                """,
                None,
            ),
            (
                # summed over the wrong thing: divided by how often it is used
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
                            return uses.sum_to_size(x.shape) * x.numel() / uses.numel()


                        return fit(g * b * c, a), fit(g * a * c, b), fit(g * a * b, c)
                """,
                None,
            ),
            (
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
                None,
            ),
            (
                # the gradients in the wrong order
                """
                class Product(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, a, b, c):
                        ctx.save_for_backward(a, b, c)
                        return a * b * c

                    @staticmethod
                    def backward(ctx, g):
                        a, b, c = ctx.saved_tensors
                        return (
                            (g * a * b).sum_to_size(c.shape),
                            (g * a * c).sum_to_size(b.shape),
                            (g * b * c).sum_to_size(a.shape),
                        )
                """,
                None,
            ),
            (
                # result divided by the factor
                """
                class Product(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, a, b, c):
                        result = a * b * c
                        ctx.save_for_backward(a, b, c, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        a, b, c, result = ctx.saved_tensors
                        return (
                            (g * result / a).sum_to_size(a.shape),
                            (g * result / b).sum_to_size(b.shape),
                            (g * result / c).sum_to_size(c.shape),
                        )
                """,
                None,
            ),
            (
                # only one of the two other factors
                """
                class Product(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, a, b, c):
                        ctx.save_for_backward(a, b, c)
                        return a * b * c

                    @staticmethod
                    def backward(ctx, g):
                        a, b, c = ctx.saved_tensors
                        return (
                            (g * b).sum_to_size(a.shape),
                            (g * c).sum_to_size(b.shape),
                            (g * a).sum_to_size(c.shape),
                        )
                """,
                None,
            ),
            (
                # product rule: the slopes of all three added
                """
                class Product(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, a, b, c):
                        ctx.save_for_backward(a, b, c)
                        return a * b * c

                    @staticmethod
                    def backward(ctx, g):
                        a, b, c = ctx.saved_tensors
                        slope = b * c + a * c + a * b
                        return (
                            (g * slope).sum_to_size(a.shape),
                            (g * slope).sum_to_size(b.shape),
                            (g * slope).sum_to_size(c.shape),
                        )
                """,
                None,
            ),
            (
                # the sum of the others instead of their product
                """
                class Product(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, a, b, c):
                        ctx.save_for_backward(a, b, c)
                        return a * b * c

                    @staticmethod
                    def backward(ctx, g):
                        a, b, c = ctx.saved_tensors
                        return (
                            (g * (b + c)).sum_to_size(a.shape),
                            (g * (a + c)).sum_to_size(b.shape),
                            (g * (a + b)).sum_to_size(c.shape),
                        )
                """,
                None,
            ),
            (
                # the factor's own number is multiplied in
                """
                class Product(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, a, b, c):
                        ctx.save_for_backward(a, b, c)
                        return a * b * c

                    @staticmethod
                    def backward(ctx, g):
                        a, b, c = ctx.saved_tensors
                        uses = g * a * b * c
                        return (
                            uses.sum_to_size(a.shape),
                            uses.sum_to_size(b.shape),
                            uses.sum_to_size(c.shape),
                        )
                """,
                None,
            ),
            (
                # g summed first, then multiplied
                """
                class Product(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, a, b, c):
                        ctx.save_for_backward(a, b, c)
                        return a * b * c

                    @staticmethod
                    def backward(ctx, g):
                        a, b, c = ctx.saved_tensors
                        return (
                            g.sum_to_size(a.shape) * (b * c).expand(g.shape).sum_to_size(a.shape),
                            g.sum_to_size(b.shape) * (a * c).expand(g.shape).sum_to_size(b.shape),
                            g.sum_to_size(c.shape) * (a * b).expand(g.shape).sum_to_size(c.shape),
                        )
                """,
                None,
            ),
            (
                # all three in the shape of the first
                """
                class Product(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, a, b, c):
                        ctx.save_for_backward(a, b, c)
                        return a * b * c

                    @staticmethod
                    def backward(ctx, g):
                        a, b, c = ctx.saved_tensors
                        return (
                            (g * b * c).sum_to_size(a.shape),
                            (g * a * c).sum_to_size(a.shape),
                            (g * a * b).sum_to_size(a.shape),
                        )
                """,
                None,
            ),
            (
                # copied line: the third has the slope of the second
                """
                class Product(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, a, b, c):
                        ctx.save_for_backward(a, b, c)
                        return a * b * c

                    @staticmethod
                    def backward(ctx, g):
                        a, b, c = ctx.saved_tensors
                        return (
                            (g * b * c).sum_to_size(a.shape),
                            (g * a * c).sum_to_size(b.shape),
                            (g * a * c).sum_to_size(c.shape),
                        )
                """,
                None,
            ),
        ),
    ),
    Item(
        "x7-total",
        right=(
            """
            class Total(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x, dim):
                    ctx.shape = x.shape
                    ctx.dim = dim
                    return x.sum(dim)

                @staticmethod
                def backward(ctx, g):
                    return torch.stack([g] * ctx.shape[ctx.dim], ctx.dim), None
            """,
            """
            class Total(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x, dim):
                    ctx.shape = x.shape
                    ctx.dim = dim
                    return x.sum(dim)

                @staticmethod
                def backward(ctx, g):
                    shape = list(ctx.shape)
                    shape[ctx.dim] = 1
                    return g.reshape(shape).expand(ctx.shape), None
            """,
        ),
        wrong=(
            (
                # no unsqueeze
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.shape = x.shape
                        ctx.dim = dim
                        return x.sum(dim)

                    @staticmethod
                    def backward(ctx, g):
                        return g.expand(ctx.shape), None
                """,
                None,
            ),
            (
                # unsqueezed at the end whatever dim is
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.shape = x.shape
                        ctx.dim = dim
                        return x.sum(dim)

                    @staticmethod
                    def backward(ctx, g):
                        return g.unsqueeze(-1).expand(ctx.shape), None
                """,
                None,
            ),
            (
                # unsqueezed in front whatever dim is
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.shape = x.shape
                        ctx.dim = dim
                        return x.sum(dim)

                    @staticmethod
                    def backward(ctx, g):
                        return g.unsqueeze(0).expand(ctx.shape), None
                """,
                None,
            ),
            (
                # None for dim left out
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.shape = x.shape
                        ctx.dim = dim
                        return x.sum(dim)

                    @staticmethod
                    def backward(ctx, g):
                        return g.unsqueeze(ctx.dim).expand(ctx.shape)
                """,
                None,
            ),
            (
                # what arrives is forgotten
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.shape = x.shape
                        ctx.dim = dim
                        return x.sum(dim)

                    @staticmethod
                    def backward(ctx, g):
                        return torch.ones(ctx.shape), None
                """,
                None,
            ),
            (
                # keepdim in forward
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.shape = x.shape
                        return x.sum(dim, keepdim=True)

                    @staticmethod
                    def backward(ctx, g):
                        return g.expand(ctx.shape), None
                """,
                None,
            ),
            (
                # shared out as by a mean
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.shape = x.shape
                        ctx.dim = dim
                        return x.sum(dim)

                    @staticmethod
                    def backward(ctx, g):
                        return g.unsqueeze(ctx.dim).expand(ctx.shape) / ctx.shape[ctx.dim], None
                """,
                None,
            ),
            (
                # not expanded, left to broadcasting
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.shape = x.shape
                        ctx.dim = dim
                        return x.sum(dim)

                    @staticmethod
                    def backward(ctx, g):
                        return g.unsqueeze(ctx.dim), None
                """,
                None,
            ),
            (
                # insert(-1) puts it before the last: a negative dim
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.shape = x.shape
                        ctx.dim = dim
                        return x.sum(dim)

                    @staticmethod
                    def backward(ctx, g):
                        shape = list(g.shape)
                        shape.insert(ctx.dim, 1)
                        return g.reshape(shape).expand(ctx.shape), None
                """,
                None,
            ),
            (
                # everything summed
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.shape = x.shape
                        return x.sum()

                    @staticmethod
                    def backward(ctx, g):
                        return g.expand(ctx.shape), None
                """,
                None,
            ),
            (
                # the input multiplied in
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.save_for_backward(x)
                        ctx.dim = dim
                        return x.sum(dim)

                    @staticmethod
                    def backward(ctx, g):
                        (x,) = ctx.saved_tensors
                        return g.unsqueeze(ctx.dim) * x, None
                """,
                None,
            ),
            (
                # None first
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.shape = x.shape
                        ctx.dim = dim
                        return x.sum(dim)

                    @staticmethod
                    def backward(ctx, g):
                        return None, g.unsqueeze(ctx.dim).expand(ctx.shape)
                """,
                None,
            ),
            (
                # g summed once more
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.shape = x.shape
                        ctx.dim = dim
                        return x.sum(dim)

                    @staticmethod
                    def backward(ctx, g):
                        return g.sum().expand(ctx.shape), None
                """,
                None,
            ),
            (
                # zero for dim
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.shape = x.shape
                        ctx.dim = dim
                        return x.sum(dim)

                    @staticmethod
                    def backward(ctx, g):
                        return g.unsqueeze(ctx.dim).expand(ctx.shape), 0
                """,
                None,
            ),
            (
                # dim forgotten on the way: always 1
                """
                class Total(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.shape = x.shape
                        ctx.dim = dim
                        return x.sum(dim)

                    @staticmethod
                    def backward(ctx, g):
                        return g.unsqueeze(1).expand(ctx.shape), None
                """,
                None,
            ),
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
        wrong=(
            (
                # the last use wins
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.zeros(ctx.shape, dtype=g.dtype)
                        grad[ctx.index] = g
                        return grad, None
                """,
                None,
            ),
            (
                # the last use wins, with +=
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.zeros(ctx.shape, dtype=g.dtype)
                        grad[ctx.index] += g
                        return grad, None
                """,
                None,
            ),
            (
                # assigned in a loop
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.zeros(ctx.shape, dtype=g.dtype)
                        for row, one in zip(ctx.index, g):
                            grad[row] = one
                        return grad, None
                """,
                None,
            ),
            (
                # the first use wins
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.zeros(ctx.shape, dtype=g.dtype)
                        for row in set(ctx.index):
                            grad[row] = g[ctx.index.index(row)]
                        return grad, None
                """,
                None,
            ),
            (
                # picked again instead of given back
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        return g[ctx.index], None
                """,
                None,
            ),
            (
                # given on as it arrives
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        return g, None
                """,
                None,
            ),
            (
                # None for index left out
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.zeros(ctx.shape, dtype=g.dtype)
                        for row, one in zip(ctx.index, g):
                            grad[row] += one
                        return grad
                """,
                None,
            ),
            (
                # averaged over the uses
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.zeros(ctx.shape, dtype=g.dtype)
                        for row, one in zip(ctx.index, g):
                            grad[row] += one / ctx.index.count(row)
                        return grad, None
                """,
                None,
            ),
            (
                # counts uses, forgets what arrives
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.zeros(ctx.shape, dtype=g.dtype)
                        for row in ctx.index:
                            grad[row] += 1
                        return grad, None
                """,
                None,
            ),
            (
                # place and row swapped
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.zeros(ctx.shape, dtype=g.dtype)
                        for place, row in enumerate(ctx.index):
                            grad[place] += g[row]
                        return grad, None
                """,
                None,
            ),
            (
                # zeros in the shape of g
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.zeros_like(g)
                        for row, one in zip(ctx.index, g):
                            grad[row] += one
                        return grad, None
                """,
                None,
            ),
            (
                # zeros for the rows up to the largest picked
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.zeros(max(ctx.index) + 1, *ctx.shape[1:], dtype=g.dtype)
                        for row, one in zip(ctx.index, g):
                            grad[row] += one
                        return grad, None
                """,
                None,
            ),
            (
                # begins with ones
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.ones(ctx.shape, dtype=g.dtype)
                        for row, one in zip(ctx.index, g):
                            grad[row] += one
                        return grad, None
                """,
                None,
            ),
            (
                # columns picked
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[:, index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.zeros(ctx.shape, dtype=g.dtype)
                        for column, one in zip(ctx.index, g.T):
                            grad[:, column] += one
                        return grad, None
                """,
                None,
            ),
            (
                # each row picked once, in order
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = sorted(set(index))
                        return x[ctx.index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.zeros(ctx.shape, dtype=g.dtype)
                        for row, one in zip(ctx.index, g):
                            grad[row] += one
                        return grad, None
                """,
                None,
            ),
            (
                # written for a table with two dimensions alone
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.zeros(ctx.shape, dtype=g.dtype)
                        for place, row in enumerate(ctx.index):
                            for column in range(ctx.shape[1]):
                                grad[row, column] += g[place, column]
                        return grad, None
                """,
                None,
            ),
            (
                # times the number of uses, of the last one
                """
                class Pick(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, index):
                        ctx.shape = x.shape
                        ctx.index = index
                        return x[index]

                    @staticmethod
                    def backward(ctx, g):
                        grad = torch.zeros(ctx.shape, dtype=g.dtype)
                        for row, one in zip(ctx.index, g):
                            grad[row] = ctx.index.count(row) * one
                        return grad, None
                """,
                None,
            ),
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
            """
            class LogSumExp(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    ordered = x.sort(-1).values
                    top = ordered[..., -1]
                    result = top + (ordered - top.unsqueeze(-1)).exp().sum(-1).log()
                    ctx.save_for_backward(x, result)
                    return result

                @staticmethod
                def backward(ctx, g):
                    x, result = ctx.saved_tensors
                    return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()
            """,
        ),
        wrong=(
            (
                # overflows
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        result = x.exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()
                """,
                None,
            ),
            (
                # the largest of all
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        top = x.amax()
                        result = top + (x - top).exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()
                """,
                None,
            ),
            (
                # g not laid beside the rows
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        top = x.amax(-1, keepdim=True)
                        result = top.squeeze(-1) + (x - top).exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g * (x - result.unsqueeze(-1)).exp()
                """,
                None,
            ),
            (
                # the backward overflows
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        top = x.amax(-1, keepdim=True)
                        result = top.squeeze(-1) + (x - top).exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g.unsqueeze(-1) * x.exp() / x.exp().sum(-1, keepdim=True)
                """,
                None,
            ),
            (
                # the largest is not put back
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        top = x.amax(-1, keepdim=True)
                        result = (x - top).exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()
                """,
                None,
            ),
            (
                # along the first dimension
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        top = x.amax(0)
                        result = top + (x - top).exp().sum(0).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g * (x - result).exp()
                """,
                None,
            ),
            (
                # what arrives is forgotten
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        top = x.amax(-1, keepdim=True)
                        result = top.squeeze(-1) + (x - top).exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return (x - result.unsqueeze(-1)).exp()
                """,
                None,
            ),
            (
                # the top as a column beside a row of sums
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        top = x.amax(-1, keepdim=True)
                        result = top + (x - top).exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()
                """,
                None,
            ),
            (
                # the last dimension is kept
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        top = x.amax(-1, keepdim=True)
                        result = top + (x - top).exp().sum(-1, keepdim=True).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g * (x - result).exp()
                """,
                None,
            ),
            (
                # the slope of the largest alone
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        top = x.amax(-1, keepdim=True)
                        result = top.squeeze(-1) + (x - top).exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g.unsqueeze(-1) * (x == x.amax(-1, keepdim=True))
                """,
                None,
            ),
            (
                # the largest in absolute value
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        top = x.abs().amax(-1, keepdim=True)
                        result = top.squeeze(-1) + (x - top).exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()
                """,
                None,
            ),
            (
                # clamped instead of shifted
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        result = x.clamp(-700, 700).exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()
                """,
                None,
            ),
            (
                # shifted only upwards: the larger of top and 0
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        top = x.amax(-1, keepdim=True).relu()
                        result = top.squeeze(-1) + (x - top).exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()
                """,
                None,
            ),
            (
                # the backward of softmax
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        top = x.amax(-1, keepdim=True)
                        result = top.squeeze(-1) + (x - top).exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        shares = (x - result.unsqueeze(-1)).exp()
                        first = g.unsqueeze(-1) * shares
                        return first * (1 - shares)
                """,
                None,
            ),
            (
                # shares shifted by the top, not divided by the sum
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        top = x.amax(-1, keepdim=True)
                        result = top.squeeze(-1) + (x - top).exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g.unsqueeze(-1) * (x - x.amax(-1, keepdim=True)).exp()
                """,
                None,
            ),
            (
                # the smallest taken out
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        low = x.amin(-1, keepdim=True)
                        result = low.squeeze(-1) + (x - low).exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()
                """,
                None,
            ),
            (
                # the mean taken out
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        middle = x.mean(-1, keepdim=True)
                        result = middle.squeeze(-1) + (x - middle).exp().sum(-1).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()
                """,
                None,
            ),
            (
                # a little added under the logarithm
                """
                class LogSumExp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        top = x.amax(-1, keepdim=True).relu()
                        result = top.squeeze(-1) + ((x - top).exp().sum(-1) + 1e-12).log()
                        ctx.save_for_backward(x, result)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        return g.unsqueeze(-1) * (x - result.unsqueeze(-1)).exp()
                """,
                None,
            ),
        ),
    ),
    Item(
        "x7-clamp",
        right=(
            """
            class Clamp(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x, low, high):
                    ctx.save_for_backward(x, low, high)
                    return x.clamp(low, high)

                @staticmethod
                def backward(ctx, g):
                    x, low, high = ctx.saved_tensors
                    grad = g.clone()
                    grad[(x < low) | (x > high)] = 0.0
                    return grad, g[x < low].sum(), g[x > high].sum()
            """,
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
        wrong=(
            (
                # no sums for the borders
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        below, above = x < low, x > high
                        inside = ~(below | above)
                        return g * inside, g * below, g * above
                """,
                None,
            ),
            (
                # strictly inside, the border goes to low and high
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        return (
                            g * ((x > low) & (x < high)),
                            (g * (x <= low)).sum(),
                            (g * (x >= high)).sum(),
                        )
                """,
                None,
            ),
            (
                # on a border to nobody
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        return (
                            g * ((x > low) & (x < high)),
                            (g * (x < low)).sum(),
                            (g * (x > high)).sum(),
                        )
                """,
                None,
            ),
            (
                # on a border to both
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        return (
                            g * ((x >= low) & (x <= high)),
                            (g * (x <= low)).sum(),
                            (g * (x >= high)).sum(),
                        )
                """,
                None,
            ),
            (
                # masks from the result
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        result = x.clamp(low, high)
                        ctx.save_for_backward(result, low, high)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        return (
                            g * ((x > low) & (x < high)),
                            (g * (x == low)).sum(),
                            (g * (x == high)).sum(),
                        )
                """,
                None,
            ),
            (
                # masks from the result, borders inside: low and high get nothing
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        result = x.clamp(low, high)
                        ctx.save_for_backward(result, low, high)
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        return (
                            g * ((x >= low) & (x <= high)),
                            (g * (x < low)).sum(),
                            (g * (x > high)).sum(),
                        )
                """,
                None,
            ),
            (
                # None for the borders, as in the lesson
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        below, above = x < low, x > high
                        inside = ~(below | above)
                        return g * inside, None, None
                """,
                None,
            ),
            (
                # averaged over the uses
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        below, above = x < low, x > high
                        inside = ~(below | above)
                        return g * inside, (g * below).mean(), (g * above).mean()
                """,
                None,
            ),
            (
                # borders swapped
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        below, above = x < low, x > high
                        inside = ~(below | above)
                        return g * inside, (g * above).sum(), (g * below).sum()
                """,
                None,
            ),
            (
                # counts uses, forgets what arrives
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        below, above = x < low, x > high
                        inside = ~(below | above)
                        return g * inside, below.sum() * 1.0, above.sum() * 1.0
                """,
                None,
            ),
            (
                # minus for the upper border
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        below, above = x < low, x > high
                        inside = ~(below | above)
                        return g * inside, (g * below).sum(), -(g * above).sum()
                """,
                None,
            ),
            (
                # all of g to both borders
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        below, above = x < low, x > high
                        inside = ~(below | above)
                        return g * inside, g.sum(), g.sum()
                """,
                None,
            ),
            (
                # all of g to x
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        below, above = x < low, x > high
                        inside = ~(below | above)
                        return g, (g * below).sum(), (g * above).sum()
                """,
                None,
            ),
            (
                # times the border
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        below, above = x < low, x > high
                        inside = ~(below | above)
                        return g * inside, (g * below * low).sum(), (g * above * high).sum()
                """,
                None,
            ),
            (
                # the upper border forgotten in forward
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return torch.where(x < low, low, x)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        below, above = x < low, x > high
                        inside = ~(below | above)
                        return g * inside, (g * below).sum(), (g * above).sum()
                """,
                None,
            ),
            (
                # summed along one dimension alone
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        below, above = x < low, x > high
                        inside = ~(below | above)
                        return g * inside, (g * below).sum(0), (g * above).sum(0)
                """,
                None,
            ),
            (
                # inside with or: everything is
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        below, above = x < low, x > high
                        inside = ~(below | above)
                        return g * ((x >= low) | (x <= high)), (g * below).sum(), (g * above).sum()
                """,
                None,
            ),
            (
                # a border of one dimension
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        below, above = x < low, x > high
                        inside = ~(below | above)
                        return (
                            g * inside,
                            (g * below).sum().reshape(1),
                            (g * above).sum().reshape(1),
                        )
                """,
                None,
            ),
            (
                # borders' gradients only where nothing gets through
                """
                class Clamp(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, low, high):
                        ctx.save_for_backward(x, low, high)
                        return x.clamp(low, high)

                    @staticmethod
                    def backward(ctx, g):
                        x, low, high = ctx.saved_tensors
                        below, above = x < low, x > high
                        inside = ~(below | above)
                        rest = g * ~inside
                        return g * inside, rest.sum(), rest.sum()
                """,
                None,
            ),
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
            """
            class Largest(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x, dim):
                    result = x.amax(dim)
                    ctx.save_for_backward(x, result)
                    ctx.dim = dim
                    return result

                @staticmethod
                def backward(ctx, g):
                    x, result = ctx.saved_tensors
                    dim = ctx.dim
                    last = x.transpose(dim, -1)
                    winners = last == last.amax(-1, keepdim=True)
                    shares = winners / winners.sum(-1, keepdim=True)
                    return shares.transpose(dim, -1) * g.unsqueeze(dim), None
            """,
        ),
        wrong=(
            (
                # each winner gets all
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == result.unsqueeze(dim)
                        return g.unsqueeze(dim) * winners, None
                """,
                None,
            ),
            (
                # divided by all winners anywhere
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == result.unsqueeze(dim)
                        return g.unsqueeze(dim) * winners / winners.sum(), None
                """,
                None,
            ),
            (
                # the first winner gets all
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        ctx.save_for_backward(x)
                        ctx.dim = dim
                        return x.amax(dim)

                    @staticmethod
                    def backward(ctx, g):
                        (x,) = ctx.saved_tensors
                        dim = ctx.dim
                        places = x.argmax(dim).unsqueeze(dim)
                        size = x.shape[dim]
                        shape = [1] * x.dim()
                        shape[dim] = size
                        rows = torch.arange(size).reshape(shape)
                        return g.unsqueeze(dim) * (rows == places), None
                """,
                None,
            ),
            (
                # None for dim left out
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == result.unsqueeze(dim)
                        return g.unsqueeze(dim) * winners / winners.sum(dim, keepdim=True)
                """,
                None,
            ),
            (
                # the result not laid beside x
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == result
                        return g * winners / winners.sum(dim, keepdim=True), None
                """,
                None,
            ),
            (
                # unsqueezed at the end whatever dim is
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == result.unsqueeze(-1)
                        return g.unsqueeze(-1) * winners / winners.sum(-1, keepdim=True), None
                """,
                None,
            ),
            (
                # keepdim in forward
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim, keepdim=True)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        winners = x == result
                        return g * winners / winners.sum(ctx.dim, keepdim=True), None
                """,
                None,
            ),
            (
                # what arrives is forgotten
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == result.unsqueeze(dim)
                        return winners / winners.sum(dim, keepdim=True), None
                """,
                None,
            ),
            (
                # the largest of all
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == x.amax()
                        count = winners.sum(dim, keepdim=True).clamp(min=1)
                        return g.unsqueeze(dim) * winners / count, None
                """,
                None,
            ),
            (
                # counted without keepdim
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == result.unsqueeze(dim)
                        return g.unsqueeze(dim) * winners / winners.sum(dim), None
                """,
                None,
            ),
            (
                # divided by the size of the dimension
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == result.unsqueeze(dim)
                        return g.unsqueeze(dim) * winners / x.shape[dim], None
                """,
                None,
            ),
            (
                # counted along the first dimension
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == result.unsqueeze(dim)
                        return (
                            g.unsqueeze(dim) * winners / winners.sum(0, keepdim=True).clamp(min=1),
                            None,
                        )
                """,
                None,
            ),
            (
                # everybody gets a share
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == result.unsqueeze(dim)
                        return (
                            (g.unsqueeze(dim) / winners.sum(dim, keepdim=True)).expand(x.shape),
                            None,
                        )
                """,
                None,
            ),
            (
                # the values of the winners multiplied in
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == result.unsqueeze(dim)
                        return (
                            g.unsqueeze(dim) * winners * x / winners.sum(dim, keepdim=True),
                            None,
                        )
                """,
                None,
            ),
            (
                # shared by how large they are: a softmax
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        return g.unsqueeze(dim) * torch.softmax(x, dim), None
                """,
                None,
            ),
            (
                # g not laid beside x
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == result.unsqueeze(dim)
                        return g * winners / winners.sum(dim, keepdim=True), None
                """,
                None,
            ),
            (
                # nothing where there is a tie
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.amax(dim)
                        ctx.save_for_backward(x, result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == result.unsqueeze(dim)
                        return (
                            g.unsqueeze(dim) * winners * (winners.sum(dim, keepdim=True) == 1),
                            None,
                        )
                """,
                None,
            ),
            (
                # the largest in absolute value
                """
                class Largest(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x, dim):
                        result = x.abs().amax(dim)
                        ctx.save_for_backward(x.abs(), result)
                        ctx.dim = dim
                        return result

                    @staticmethod
                    def backward(ctx, g):
                        x, result = ctx.saved_tensors
                        dim = ctx.dim
                        winners = x == result.unsqueeze(dim)
                        return g.unsqueeze(dim) * winners / winners.sum(dim, keepdim=True), None
                """,
                None,
            ),
        ),
    ),
    Item(
        "x7-shares",
        right=(
            """
            class Shares(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    shares = torch.softmax(x, -1)
                    ctx.save_for_backward(x)
                    return shares

                @staticmethod
                def backward(ctx, g):
                    (x,) = ctx.saved_tensors
                    shares = torch.softmax(x, -1)
                    return shares * (g - (g * shares).sum(-1, keepdim=True))
            """,
            """
            class Shares(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    shares = torch.softmax(x, -1)
                    ctx.save_for_backward(shares)
                    return shares

                @staticmethod
                def backward(ctx, g):
                    (shares,) = ctx.saved_tensors
                    to_each = g * shares
                    return to_each - shares * to_each.sum(-1).unsqueeze(-1)
            """,
        ),
        wrong=(
            (
                # only what is saved is repaired
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(shares)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return shares * (g - (g * shares).sum(0))
                """,
                None,
            ),
            (
                # only the sum is repaired
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(x)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return shares * (g - (g * shares).sum(-1, keepdim=True))
                """,
                None,
            ),
            (
                # no keepdim
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(shares)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return shares * (g - (g * shares).sum(-1))
                """,
                None,
            ),
            (
                # one sum for all rows
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(shares)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return shares * (g - (g * shares).sum())
                """,
                None,
            ),
            (
                # keepdim, but still down the columns
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(shares)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return shares * (g - (g * shares).sum(0, keepdim=True))
                """,
                None,
            ),
            (
                # sum(1) instead of sum(-1)
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(shares)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return shares * (g - (g * shares).sum(1, keepdim=True))
                """,
                None,
            ),
            (
                # the exponentials saved
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(x.exp())
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return shares * (g - (g * shares).sum(-1, keepdim=True))
                """,
                None,
            ),
            (
                # softmax down the columns
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, 0)
                        ctx.save_for_backward(shares)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return shares * (g - (g * shares).sum(0))
                """,
                None,
            ),
            (
                # entry by entry, the slope of the sigmoid
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(shares)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return g * shares * (1 - shares)
                """,
                None,
            ),
            (
                # the mean of the row
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(shares)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return shares * (g - (g * shares).mean(-1, keepdim=True))
                """,
                None,
            ),
            (
                # the sum of g without the shares
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(shares)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return shares * (g - g.sum(-1, keepdim=True))
                """,
                None,
            ),
            (
                # brackets left out
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(shares)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return shares * g - (g * shares).sum(-1, keepdim=True)
                """,
                None,
            ),
            (
                # plus instead of minus
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(shares)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return shares * (g + (g * shares).sum(-1, keepdim=True))
                """,
                None,
            ),
            (
                # saved twice softmaxed
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(shares)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        shares = torch.softmax(shares, -1)
                        return shares * (g - (g * shares).sum(-1, keepdim=True))
                """,
                None,
            ),
            (
                # laid on the wrong side
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(shares)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return shares * (g - (g * shares).sum(-1).unsqueeze(0))
                """,
                None,
            ),
            (
                # only the first term
                """
                class Shares(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, x):
                        shares = torch.softmax(x, -1)
                        ctx.save_for_backward(shares)
                        return shares

                    @staticmethod
                    def backward(ctx, g):
                        (shares,) = ctx.saved_tensors
                        return shares * g
                """,
                None,
            ),
        ),
    ),
)
