"""Answers to set X8: a layer, a network, two optimizers; slopes of slopes; a head alone."""

from tests.exercises.banks import Item, one_wrong

WORDS = ["one", "zero", "one", "less", "less", "one", "more", "between", "one", "more"]
CHAINS = Item(
    "x8-chains",
    right=(WORDS, tuple(WORDS)),
    wrong=(
        *one_wrong(
            WORDS, ["zero", "one", "less", "between", "more"],
            ["lets its number through", "the slope of the first of them", "how steep is it there",
             "more than a quarter", "Ten of them, multiplied", "what is elu above 0",
             "the sum of the slopes", "the numbers shrink", "what does relu add there",
             "each link has the slope 2"],
        ),
        (WORDS[:-1], "one entry for each"),
        ([1, 0, *WORDS[2:]], "none of the words"),
        (["More" if word == "more" else word for word in WORDS], "right, up to spelling"),
        (["one"] * 10, "4 of 10 right"),
    ),
)  # fmt: skip


# ----------------------------------------------------------------------------------------- linear


def linear(
    weight="torch.rand(outputs, inputs)", bias="torch.rand(outputs)", bound="inputs**-0.5",
    draw="nn.Parameter((2 * {} - 1) * bound)", compute="x @ self.weight.t() + self.bias",
    first="super().__init__()", base="nn.Module", more="pass",
):  # fmt: skip
    """The layer, with another line."""
    return f"""
class Linear({base}):
    def __init__(self, inputs, outputs):
        {first}
        bound = {bound}
        self.weight = {draw.format(weight)}
        self.bias = {draw.format(bias)}
        {more}

    def forward(self, x):
        return {compute}
"""


LINEAR = Item(
    "x8-linear",
    equivalent=(  # drawn as evenly, from the other end
        "line 6: `2 * torch.rand(outputs, inputs) - 1` -> `1 - 2 * torch.rand(outputs, inputs)`",
        "line 7: `2 * torch.rand(outputs) - 1` -> `1 - 2 * torch.rand(outputs)`",
    ),
    right=(
        linear(),
        linear(compute="nn.functional.linear(x, self.weight, self.bias)"),
        linear(compute="(self.weight @ x.t()).t() + self.bias"),
        linear(compute="torch.addmm(self.bias, x, self.weight.t())"),
        """
        class Linear(nn.Module):
            def __init__(self, inputs, outputs):
                super().__init__()
                bound = 1 / inputs ** 0.5
                self.weight = nn.Parameter(torch.empty(outputs, inputs).uniform_(-bound, bound))
                self.bias = nn.Parameter(torch.empty(outputs).uniform_(-bound, bound))

            def forward(self, x):
                return torch.matmul(x, self.weight.T) + self.bias
        """,
        """
        import math

        class Linear(nn.Module):
            def __init__(self, inputs, outputs):
                super().__init__()
                self.register_parameter("bias", nn.Parameter(torch.zeros(outputs)))
                self.register_parameter("weight", nn.Parameter(torch.zeros(outputs, inputs)))
                for p in (self.weight, self.bias):
                    nn.init.uniform_(p, -1 / math.sqrt(inputs), 1 / math.sqrt(inputs))

            def forward(self, x):
                return (x[:, None, :] * self.weight).sum(-1) + self.bias
        """,
    ),
    wrong=(
        (linear("torch.rand(inputs, outputs)", compute="x @ self.weight + self.bias"),
         "one row for each output"),
        (linear(compute="x @ self.weight + self.bias"), "does it have to be turned"),
        (linear(compute="x @ self.weight.t()"), "bias has no part"),
        (linear(compute="x @ self.weight.t() - self.bias"), "bias is added"),
        (linear(compute="torch.tanh(x @ self.weight.t() + self.bias)"), "an activation in it"),
        (linear(compute="torch.relu(x @ self.weight.t() + self.bias)"), "an activation in it"),
        (linear(compute="x @ self.weight.detach().t() + self.bias"), "leads back to the weight"),
        (linear(compute="x @ self.weight.data.t() + self.bias.data"), "cut off in `forward`"),
        (linear(draw="((2 * {} - 1) * bound).requires_grad_()"), "what is an nn.Parameter"),
        (linear(draw="(2 * {} - 1) * bound"), "what is an nn.Parameter"),
        (linear(draw="nn.Parameter({} * bound)"), "on one side of 0"),
        (linear(draw="nn.Parameter(2 * {} - 1)"), "These go beyond"),
        (linear("torch.randn(outputs, inputs)", "torch.randn(outputs)", draw="nn.Parameter({})"),
         "These go beyond"),
        (linear("torch.zeros(outputs, inputs)", "torch.zeros(outputs)", draw="nn.Parameter({})"),
         "These are all alike"),
        (linear(bound="1 / inputs"), "where is the root"),
        (linear(bound="outputs**-0.5"), "root of what"),
        (linear(first="pass"), "is the first line"),
        (linear(base="object"), "has to inherit"),
        (linear(bias="torch.rand(1)"), "For Linear(2, 4) parameters() finds"),
        (linear(draw="nn.Parameter((2 * {} - 1) * bound, requires_grad=False)"), "require no grad"),
        (linear(more="self.scale = nn.Parameter(torch.ones(1))"), "Their names are"),
        (linear(more="self.w = self.weight; del self.weight",
                compute="x @ self.w.t() + self.bias"), "Their names are"),
    ),
)  # fmt: skip

# ------------------------------------------------------------------------------------ sequential


def sequential(
    hold="self.parts = nn.ModuleList(parts)", walk="for part in self.parts: x = part(x)",
    last="x", base="nn.Module", first="super().__init__()",
):  # fmt: skip
    """The network, with another line."""
    return f"""
class Sequential({base}):
    def __init__(self, *parts):
        {first}
        {hold}

    def forward(self, x):
        {walk}
        return {last}
"""


SEQUENTIAL = Item(
    "x8-sequential",
    right=(
        sequential(),
        sequential("self.parts = nn.ModuleList(list(parts))",
                   "for i in range(len(self.parts)): x = self.parts[i](x)"),
        sequential("for i, part in enumerate(parts): self.add_module(str(i), part)\n"
                   "        self.line = parts", "for part in self.line: x = part(x)"),
        sequential("for i, part in enumerate(parts): setattr(self, f'part{i}', part)\n"
                   "        self.number = len(parts)",
                   "for i in range(self.number): x = getattr(self, f'part{i}')(x)"),
        """
        import functools

        class Sequential(nn.Module):
            def __init__(self, *parts):
                super().__init__()
                self.parts = nn.ModuleList()
                for part in parts:
                    self.parts.append(part)

            def forward(self, x):
                return functools.reduce(lambda h, part: part(h), self.parts, x)
        """,
    ),
    wrong=(
        (sequential("self.parts = parts"), "lie in a Python list or tuple"),
        (sequential("self.parts = list(parts)"), "lie in a Python list or tuple"),
        (sequential("self.parts = dict(enumerate(parts))", "for i in self.parts: "
                    "x = self.parts[i](x)"), "lie in a Python list or tuple"),
        (sequential("self.parts = nn.ModuleList(parts[::-1])"), "from the last to the first"),
        (sequential(walk="for part in list(self.parts)[:-1]: x = part(x)"), "never asked"),
        (sequential(walk="for part in list(self.parts)[1:]: x = part(x)"), "never asked"),
        (sequential(walk="for part in self.parts: return part(x)"), "Only the first part"),
        (sequential(walk="for part in self.parts: y = part(x)", last="y"), "gets x itself"),
        (sequential(walk="for part in self.parts: x = part(x) + x"), "is added to what comes out"),
        (sequential(walk="for part in self.parts: x = part(x).detach()"), "is cut off"),
        (sequential("import copy; self.parts = nn.ModuleList(copy.deepcopy(p) for p in parts)"),
         "The parts are copied"),
        (sequential(walk="for part in self.parts: part(x)"), "is `x` itself"),
        (sequential("self.parts = nn.ModuleList(*parts)"), "as one list, without a star"),
        (sequential(first="pass"), "is the first line"),
        (sequential(last="None"), "does it end in a `return`"),
        (sequential("for part in parts: self.part = part\n        self.parts = parts"), None),
        (sequential("self.parts = nn.ModuleList(parts); self.eval()"), None),
        (sequential("self.parts = nn.ModuleList(dict.fromkeys(parts))"),
         "in two places is to run in both"),
        ("class Sequential:\n    def __init__(self, *parts):\n        self.parts = parts\n\n"
         "    def __call__(self, x):\n        for part in self.parts:\n            x = part(x)\n"
         "        return x", "has to inherit"),
    ),
)  # fmt: skip

# -------------------------------------------------------------------------------------- momentum


def momentum(
    keep="list(parameters)", start="[torch.zeros_like(p) for p in self.parameters]",
    guard="torch.no_grad()", every="if p.grad is not None:",
    move="v.mul_(self.momentum).add_(p.grad); p -= self.lr * v",
    clear="for p in self.parameters: p.grad = None", more="pass",
):  # fmt: skip
    """The optimizer, with another line."""
    return f"""
class SGD:
    def __init__(self, parameters, lr, momentum):
        self.parameters, self.lr, self.momentum = {keep}, lr, momentum
        self.velocities = {start}
        self.last = 0

    def step(self):
        {more}
        with {guard}:
            for i, (p, v) in enumerate(zip(self.parameters, self.velocities)):
                {every}
                    {move}

    def zero_grad(self):
        {clear}
"""


MOMENTUM = Item(
    "x8-momentum",
    right=(
        momentum(),
        momentum(move="v.mul_(self.momentum).add_(self.lr * p.grad); p -= v"),
        momentum(move="self.velocities[i] = self.momentum * v + p.grad; "
                      "p.sub_(self.lr * self.velocities[i])"),
        momentum(move="v *= self.momentum; v += p.grad; p.add_(v, alpha=-self.lr)"),
        """
        class SGD:
            def __init__(self, parameters, lr, momentum):
                self.parameters = [*parameters]
                self.lr = lr
                self.momentum = momentum
                self.velocity = {}

            @torch.no_grad()
            def step(self):
                for p in self.parameters:
                    if p.grad is None:
                        continue
                    if p in self.velocity:
                        self.velocity[p] = self.momentum * self.velocity[p] + p.grad
                    else:
                        self.velocity[p] = p.grad.clone()
                    p.copy_(p - self.lr * self.velocity[p])

            def zero_grad(self):
                for p in self.parameters:
                    p.grad = None
        """,
        """
        class SGD(optim.SGD):
            def __init__(self, parameters, lr, momentum):
                super().__init__(parameters, lr=lr, momentum=momentum)
        """,
    ),
    wrong=(
        (momentum(move="p -= self.lr * p.grad"), "plain SGD"),
        (momentum(move="v.mul_(self.momentum).add_((1 - self.momentum) * p.grad); "
                       "p -= self.lr * v"), "not with 1 - μ"),
        (momentum(move="p -= self.lr * v; v.mul_(self.momentum).add_(p.grad)"),
         "first v, then p"),
        (momentum(move="v.mul_(self.momentum).add_(p.grad); p += self.lr * v"), "uphill"),
        (momentum(move="v.add_(p.grad); p -= self.lr * v"), "does not fade"),
        (momentum(move="v.mul_(self.momentum).add_(p.grad); "
                       "p -= self.lr * (p.grad + self.momentum * v)"), "Nesterov"),
        (momentum(move="p.grad.add_(self.momentum * v); v.copy_(p.grad); p -= self.lr * v"),
         "read alone"),
        (momentum(move="v = self.momentum * v + p.grad; p -= self.lr * v"), "plain SGD"),
        (momentum(move="v.mul_(self.momentum).add_(p.grad); p = p - self.lr * v"),
         "a layer holds the old one"),
        (momentum(move="v.mul_(self.momentum).add_(p.grad); "
                       "self.parameters[i] = (p - self.lr * v).requires_grad_()"),
         "a layer holds the old one"),
        (momentum(keep="parameters"), "Was a generator walked through"),
        (momentum(guard="torch.enable_grad()"), "inside `with torch.no_grad():`"),
        (momentum(every="if True:"), "Something is None"),
        (momentum(every="v *= self.momentum\n                if True:",
                  move="v += 0 if p.grad is None else p.grad; p -= self.lr * v"),
         "goes on with the old one"),
        (momentum(every="if p.grad is None: break\n                else:"), "ends the step"),
        (momentum(clear="for p in self.parameters:\n"
                        "            if p.grad is not None: p.grad.zero_()"), "leaves zeros"),
        (momentum(clear="pass"), "Write your answer and run it again"),
        (momentum(clear="for p in self.parameters[:1]: p.grad = None"), None),
        (momentum(move="v.mul_(self.momentum).add_(p.grad); p -= self.lr * v; p.grad = None"),
         "The gradients are gone"),
        (momentum(start="[0.0] * len(self.parameters)",
                  move="v = self.velocities[0] = self.momentum * self.velocities[0] + p.grad; "
                       "p -= self.lr * v"), "several have one together"),
        (momentum(move="p.data -= self.lr * v; v.mul_(self.momentum).add_(p.grad)"),
         "first v, then p"),
        (momentum(start="[p.clone() for p in self.parameters]"), None),
    ),
)  # fmt: skip

# ------------------------------------------------------------------------------------------ adam


def adam(
    guard="torch.no_grad()", first="mean.mul_(0.9).add_(0.1 * p.grad)",
    second="square.mul_(0.999).add_(0.001 * p.grad**2)", m="mean / (1 - 0.9**t)",
    s="square / (1 - 0.999**t)", move="p -= lr * m / (s.sqrt() + 1e-8)", last="pass",
):  # fmt: skip
    """The step, with another line."""
    return f"""
def adam(p, mean, square, t, lr):
    with {guard}:
        {first}
        {second}
        m = {m}
        s = {s}
        {move}
        {last}
"""


ADAM = Item(
    "x8-adam",
    equivalent=(  # a part in 10⁸
        "line 9: `right_square.sqrt() + 1e-08` -> `right_square.sqrt() - 1e-08`",
    ),
    right=(
        adam(),
        adam(first="mean += 0.1 * (p.grad - mean)", second="square += 0.001 * (p.grad * p.grad - "
             "square)"),
        adam(first="mean.copy_(0.9 * mean + 0.1 * p.grad)",
             second="square[...] = 0.999 * square + 0.001 * p.grad.square()"),
        """
        @torch.no_grad()
        def adam(p, mean, square, t, lr):
            b1, b2, eps = 0.9, 0.999, 1e-8
            g = p.grad
            mean.mul_(b1).add_(g, alpha=1 - b1)
            square.mul_(b2).addcmul_(g, g, value=1 - b2)
            rate = lr / (1 - b1**t)
            root = square.sqrt() / (1 - b2**t) ** 0.5
            p.sub_(rate * mean / (root + eps))
        """,
    ),
    wrong=(
        (adam(first="mean.mul_(0.9).add_(p.grad)"), "goes in whole"),
        (adam(first="mean.mul_(0.9).add_(p.grad)", second="square.mul_(0.999).add_(p.grad**2)"),
         "goes in whole"),
        (adam(second="square.mul_(0.999).add_(0.001 * p.grad)"), "square the gradient first"),
        (adam(first="mean.mul_(0.999).add_(0.001 * p.grad)",
              second="square.mul_(0.9).add_(0.1 * p.grad**2)", m="mean / (1 - 0.999**t)",
              s="square / (1 - 0.9**t)"), "0.9 belongs to mean"),
        (adam(m="mean", s="square"), "Neither mean is corrected"),
        (adam(m="mean"), "mean is not corrected"),
        (adam(s="square"), "square is not corrected"),
        (adam(move="p -= lr * m / (s + 1e-8)"), "Divide by the root"),
        (adam(move="p -= lr * p.grad / (s.sqrt() + 1e-8)"), "not by its running mean"),
        (adam(move="p += lr * m / (s.sqrt() + 1e-8)"), "uphill"),
        (adam(move="p = p - lr * m / (s.sqrt() + 1e-8)"), "stays as it was"),
        (adam(first="mean = 0.9 * mean + 0.1 * p.grad",
              second="square = 0.999 * square + 0.001 * p.grad**2"),
         "all three are to change in place"),
        (adam(first="mean = 0.9 * mean + 0.1 * p.grad",
              second="square = 0.999 * square + 0.001 * p.grad**2",
              move="p = p - lr * m / (s.sqrt() + 1e-8)"), "all three are to change in place"),
        (adam(last="p.grad = None"), "left as it was"),
        (adam(last="p.grad.zero_()"), "left as it was"),
        (adam(guard="torch.enable_grad()"), "inside `with torch.no_grad():`"),
        (adam(last="mean.copy_(m); square.copy_(s)"), "written back"),
        (adam(m="mean / (1 - 0.9 * t)", s="square / (1 - 0.999 * t)"), "nan or inf"),
        (adam(move="p -= m / (s.sqrt() + 1e-8)"), None),
    ),
)  # fmt: skip

# ------------------------------------------------------------------------------------- curvature


def curvature(
    first="torch.autograd.grad(f(x), x, create_graph=True)[0]",
    second="torch.autograd.grad(slope @ v, x)[0]",
    last="change @ v",
):
    """The second derivative, with another line."""
    return f"""
def curvature(f, x, v):
    slope = {first}
    change = {second}
    return {last}
"""


CURVATURE = Item(
    "x8-curvature",
    equivalent=(  # of two vectors
        "line 6: `change @ v` -> `v @ change`", "line 5: `slope @ v` -> `v @ slope`",
    ),
    right=(
        curvature(),
        curvature(second="torch.autograd.grad((slope * v).sum(), x, create_graph=True)[0]",
                  last="(change * v).sum()"),
        curvature(second="torch.autograd.grad(slope, x, grad_outputs=v)[0]"),
        """
        def curvature(f, x, v):
            t = torch.zeros((), dtype=x.dtype, requires_grad=True)
            (first,) = torch.autograd.grad(f(x.detach() + t * v), t, create_graph=True)
            return torch.autograd.grad(first, t)[0]
        """,
        """
        def curvature(f, x, v):
            copy = x.detach().clone().requires_grad_()
            f(copy).backward(create_graph=True)
            along = (copy.grad * v).sum()
            copy.grad = None
            along.backward()
            return torch.dot(copy.grad, v)
        """,
    ),
    wrong=(
        (curvature(second="slope"), "one pass more"),
        (curvature(last="change"), "v comes in once more"),
        (curvature(last="change.sum()"), "v is in it once"),
        (curvature(second="torch.autograd.grad(slope.sum(), x)[0]"), "v is in it once"),
        (curvature(second="torch.autograd.grad(slope.sum(), x)[0]", last="change.sum()"),
         "v has no part in it"),
        (curvature(last="change @ v / (v @ v)"), "square of v's length"),
        (curvature(last="change @ v / 2"), "Nothing is to be halved"),
        (curvature(first="torch.autograd.grad(f(x), x)[0]"), "Nothing was recorded"),
        (curvature(first="torch.autograd.grad(f(x), x, retain_graph=True)[0]"),
         "Nothing was recorded"),
        ("def curvature(f, x, v):\n    f(x).backward(create_graph=True)\n"
         "    (x.grad * v).sum().backward()\n    return x.grad @ v", "backward() adds into x.grad"),
        ("def curvature(f, x, v):\n    f(x).backward(create_graph=True)\n    g = x.grad\n"
         "    x.grad = None\n    (g * v).sum().backward()\n    return x.grad @ v",
         "left as it was, None"),
        (curvature(last="-(change @ v)"), "the sign"),
        (curvature(second="torch.autograd.grad(slope, x)[0]"), "starts from one number"),
        (curvature(second="torch.autograd.grad((slope * v) @ (slope * v), x)[0]"), None),
        (curvature(last="change * v"), "one for each entry"),
        (curvature(last="(change @ v).abs()"), "the signs are not always"),
    ),
)  # fmt: skip

# ----------------------------------------------------------------------------------------- limit


def limit(
    size="(g**2).sum().sqrt()",
    change="g * (longest / length) if length > longest else g",
    made="x.clone()",
    hook="y.register_hook(shortened)",
    last="y",
):
    """The limit, with another line."""
    return f"""
def limit(x, longest):
    def shortened(g):
        length = {size}
        return {change}

    y = {made}
    {hook}
    return {last}
"""


LIMIT = Item(
    "x8-limit",
    equivalent=("line 7: `length > longest` -> `length >= longest`",),  # the factor is 1 there
    right=(
        limit(),
        limit(size="g.norm()", made="x * 1"),
        limit(size="g.flatten().dot(g.flatten()).sqrt()", made="x.view_as(x)"),
        limit(size="g.pow(2).sum() ** 0.5"),
        limit(change="g * (longest / length).clamp(max=1.0)"),
        limit(change="g / max(1.0, length.item() / longest)"),
        """
        class Limit(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, longest):
                ctx.longest = longest
                return x.clone()

            @staticmethod
            def backward(ctx, g):
                length = g.norm().item()
                return (g if length <= ctx.longest else g * ctx.longest / length), None

        def limit(x, longest):
            return Limit.apply(x, longest)
        """,
    ),
    wrong=(
        (limit(made="x"), "The hook is on x itself"),
        (limit(hook="pass"), "comes through as it is"),
        (limit(hook="x.register_hook(shortened)"), "The hook is on x itself"),
        (limit(change="g.clamp(-longest, longest)"), "Each entry is cut off by itself"),
        (limit(change="g * (longest / length)"), "A short gradient is made longer"),
        (limit(change="g * (longest / (length + 1e-12))"), "A short gradient is made longer"),
        (limit(size="(g**2).sum()"), "The root is missing"),
        (limit(size="g.abs().max()"), "The largest entry is taken"),
        (limit(size="g.abs().sum()"), "sum of the entries' sizes"),
        (limit(size="(g**2).mean().sqrt()"), "root of the mean"),
        (limit(change="g.mul_(longest / length) if length > longest else g"),
         "The hook writes into"),
        (limit(change="g / length if length > longest else g"), "to length 1"),
        (limit(change="0 * g if length > longest else g"), "gone altogether"),
        (limit(change="g if length > longest else g * (longest / length)"),
         "A short gradient is made longer"),
        (limit(change="print(length)"), "comes through as it is"),
        (limit(last="x"), "comes through as it is"),
        (limit(made="x.detach().clone().requires_grad_()"), "are cut off from x"),
        ("def limit(x, longest):\n    length = (x**2).sum().sqrt()\n"
         "    return x * (longest / length) if length > longest else x", None),
        (limit(hook="y.register_hook(shortened(x))"), "A hook is a function"),
        (limit(size="(g**2).sum().sqrt()", change="g * (longest / length) if length > 1 else g"),
         "look at 1 in"),
    ),
)  # fmt: skip

# ------------------------------------------------------------------------------------------ tune


def tune(
    quiet="model[0].eval()", whom="model[1].parameters()", decay=", weight_decay=0.1",
    first="pass", begin="optimizer.zero_grad()", after="pass", loss="((model(x) - y) ** 2).mean()",
    end="pass", rounds="rounds", then="pass",
):  # fmt: skip
    """The training, with another line."""
    return f"""
def tune(model, x, y, lr, rounds):
    {quiet}
    optimizer = optim.SGD({whom}, lr=lr{decay})
    {first}
    for _ in range({rounds}):
        {begin}
        loss = {loss}
        loss.backward()
        {then}
        optimizer.step()
        {after}
    {end}
"""


FREEZE = "model[0].eval(); model[0].requires_grad_(False)"
TUNE = Item(
    "x8-tune",
    equivalent=("line 8: `model(x) - y` -> `y - model(x)`",),  # it is squared
    right=(
        tune(),
        tune(quiet=FREEZE),
        tune(quiet=FREEZE, whom="model.parameters()"),
        tune(quiet="model[0].eval(); old = [p.grad for p in model[0].parameters()]",
             begin="model.zero_grad()"),
        tune(first="model.zero_grad()", begin="pass", after="model.zero_grad()"),
        """
        def tune(model, x, y, lr, rounds):
            body, head = model
            body.eval()
            with torch.no_grad():
                seen = body(x)
            optimizer = optim.SGD(list(head.parameters()), lr=lr, weight_decay=0.1)
            for _ in range(rounds):
                optimizer.zero_grad()
                nn.functional.mse_loss(head(seen), y).backward()
                optimizer.step()
        """,
        """
        def tune(model, x, y, lr, rounds):
            model[0].eval()
            for p in model.parameters():
                p.grad = None
            for p in model[0].parameters():
                p.requires_grad = False
            optimizer = optim.SGD(model.parameters(), lr=lr, weight_decay=0.1)
            for _ in range(rounds):
                loss = ((model(x) - y) ** 2).mean()
                loss.backward()
                optimizer.step()
                for p in model[1].parameters():
                    p.grad = None
        """,
    ),
    wrong=(
        (tune(begin="pass"), "Those from before the call are among them"),
        (tune(begin="pass", after="optimizer.zero_grad()"), "gradients that were there before"),
        (tune(begin="pass", first="optimizer.zero_grad()"), "and then none"),
        (tune(whom="model.parameters()"), "The body moves"),
        (tune(whom="model.parameters()", begin="pass"), "The body moves"),
        (tune(whom="model.parameters()", begin="pass", after="optimizer.zero_grad()"),
         "The body moves"),
        (tune(quiet=FREEZE, whom="model.parameters()", begin="model[1].zero_grad()"),
         "asks for nothing else"),
        (tune(quiet=FREEZE, whom="model.parameters()", begin="pass",
              after="optimizer.zero_grad()"), "asks for nothing else"),
        (tune(quiet="model[0].requires_grad_(False)"), "running means move"),
        (tune(quiet="pass"), "running means move"),
        (tune(decay=""), "pull of the weights"),
        (tune(rounds="1"), "one round only"),
        (tune(loss="((model(x) - y) ** 2).sum()"), "`sum` the right function"),
        (tune(loss="((model(x) - y) ** 2).mean() / rounds"), "look at the operator"),
        (tune(loss="((model[1](x) - y) ** 2).mean()"), None),
        (tune(whom="model[0].parameters()"), "The head is model[1]"),
        (tune(then="optimizer.zero_grad()"), "Nothing learns any more"),
        (tune(quiet="model[0].eval(); model.requires_grad_(False)"), "Nothing was recorded"),
        (tune(first="model.train()"), "running means move"),
        (tune(end="model[1].reset_parameters()"), None),
    ),
)  # fmt: skip

ITEMS = (CHAINS, LINEAR, SEQUENTIAL, MOMENTUM, ADAM, CURVATURE, LIMIT, TUNE)
