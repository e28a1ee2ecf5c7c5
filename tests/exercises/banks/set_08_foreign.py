"""Wrong answers to set X8, and unusual right ones, by someone who has not read its bank."""

from tests.exercises.banks import Item, but, unnamed

ITEMS = (
    Item(
        "x8-chains",
        right=(
            """
            slopes = "one zero one less less one more between one more".split()
            """,
            """
            slopes = ["one"] * 10
            slopes[1] = "zero"
            slopes[3] = slopes[4] = "less"
            slopes[6] = slopes[9] = "more"
            slopes[7] = "between"
            """,
            """
            rows = {
                "zero": [2],
                "one": [1, 3, 6, 9],
                "less": [4, 5],
                "between": [8],
                "more": [7, 10],
            }
            slopes = [word for row in range(1, 11) for word in rows if row in rows[word]]
            """,
        ),
        wrong=unnamed(
            # tanh always makes a gradient vanish, even at 0 where its slope is 1
            """
            slopes = [
                "one", "zero", "less", "less", "less", "one", "more", "between", "one", "more",
            ]
            """,
            # tanh at 0 gives 0, taken for its slope
            but({'zero", "less': 'zero", "zero'}, above=True),
            # relu hands a gradient of 1 on below 0 as well
            but({'zero", "less': 'one", "one'}, above=True),
            # one link in place of ten: a quarter, and a hundredth
            but({'less", "less", "less': 'one", "between", "between'}, above=True),
            # the slope of a sigmoid lies between 0 and 1: its tenth power forgotten
            but({'less", "less': 'one", "between'}, above=True),
            # so small that it is called zero: the sigmoid
            but({'less", "less': 'one", "zero'}, above=True),
            # so small that it is called zero: the leaky relu
            but({'less", "less", "less': 'one", "less", "zero'}, above=True),
            # leaky relu only leaks in the first link, after which it is thought to be above 0
            but({'less", "less", "less': 'one", "less", "between'}, above=True),
            # elu with the wrong branch above 0: exp(2) is a slope of more than 7
            but({'less", "less", "less", "one': 'one", "less", "less", "more'}, above=True),
            # elu saturates, as it does below 0
            but({'less", "less", "less", "one': 'one", "less", "less", "less'}, above=True),
            # a residual link keeps a gradient as it is: the 1 of tanh is not added
            but({
                'less", "less", "less", "one", "more': 'one", "less", "less", "one", "one',
            }, above=True),
            # h + tanh(h) bounded by tanh
            but({
                'less", "less", "less", "one", "more': 'one", "less", "less", "one", "between',
            }, above=True),
            # ten times tanh vanishes: 0.79**10 taken for a tiny number
            but({
                '"one", "zero", "less", "less", "less", "one", "more", "between", "one", "more",':
                    '"one", "zero", "one", "less", "less", "one", "more", "less", "one", "more",',
            }, above=True),
            # tanh is about the identity near 0, also at 0.5
            but({
                '"one", "zero", "less", "less", "less", "one", "more", "between", "one", "more",':
                    '"one", "zero", "one", "less", "less", "one", "more", "one", "one", "more",',
            }, above=True),
            # a dead relu kills the way around it, too
            but({
                'less", "less", "less", "one", "more", "between", "one':
                    'one", "less", "less", "one", "more", "between", "zero',
            }, above=True),
            # h + relu(h) doubles, as it would above 0
            but({
                'less", "less", "less", "one", "more", "between", "one':
                    'one", "less", "less", "one", "more", "between", "more',
            }, above=True),
            # the factor in front of relu forgotten
            but({
                '"one", "zero", "less", "less", "less", "one", "more", "between", "one", "more",':
                    '"one", "zero", "one", "less", "less", "one", "more", "between", "one", "one",',
            }, above=True),
            # h after ten links, not x.grad
            """
            slopes = [
                "more", "zero", "zero", "between", "less", "more", "zero", "between", "less",
                "more",
            ]
            """,
        ),
    ),
    Item(
        "x8-linear",
        right=(
            """
            class Linear(nn.Module):
                def __init__(self, inputs, outputs):
                    super().__init__()
                    drawn = (torch.rand(outputs, inputs + 1) * 2 - 1) / inputs**0.5
                    self.weight = nn.Parameter(drawn[:, :-1].clone())
                    self.bias = nn.Parameter(drawn[:, -1].clone())

                def forward(self, x):
                    return torch.addmm(self.bias, x, self.weight.t())
            """,
            """
            class Linear(nn.Module):
                def __init__(self, inputs, outputs):
                    super().__init__()
                    bound = inputs**-0.5
                    for name, shape in {"weight": (outputs, inputs), "bias": (outputs,)}.items():
                        values = nn.init.uniform_(torch.empty(shape), -bound, bound)
                        self.register_parameter(name, nn.Parameter(values))

                def forward(self, x):
                    return nn.functional.linear(x, self.weight, self.bias)
            """,
            """
            class Linear(nn.Module):
                def __init__(self, inputs, outputs):
                    super().__init__()
                    self.weight = nn.Parameter(torch.zeros(outputs, inputs))
                    self.bias = nn.Parameter(torch.zeros(outputs))
                    with torch.no_grad():
                        for p in self.parameters():
                            p.add_(torch.rand(p.shape)).sub_(0.5).mul_(2 * inputs**-0.5)

                def forward(self, x):
                    return torch.einsum("ni,oi->no", x, self.weight) + self.bias
            """,
            """
            class Linear(nn.Module):
                def __init__(self, inputs, outputs):
                    super().__init__()
                    scale = inputs**-0.5
                    self.bias = nn.Parameter(scale - 2 * scale * torch.rand(outputs))
                    self.weight = nn.Parameter(scale - 2 * scale * torch.rand(inputs, outputs).t())

                def forward(self, x):
                    columns = [x @ row + b for row, b in zip(self.weight, self.bias)]
                    return torch.stack(columns, dim=-1)
            """,
        ),
        wrong=unnamed(
            # tensors with requires_grad, which no module finds
            but({
                "bound = inputs**-0.5": "s = inputs**-0.5",
                "self.weight = nn.Parameter((2 * torch.rand(outputs, inputs) - 1) * bound)":
                    "self.weight = ((2 * torch.rand(outputs, inputs) - 1) * s).requires_grad_()",
                "self.bias = nn.Parameter((2 * torch.rand(outputs) - 1) * bound)":
                    "self.bias = ((2 * torch.rand(outputs) - 1) * s).requires_grad_()",
            }),
            # scaled after it was a Parameter, and so no longer one
            but({
                "bound =": "s =",
                "((2 * torch.rand(outputs, inputs) - 1) * bound)":
                    "(2 * torch.rand(outputs, inputs) - 1) * s",
                "((2 * torch.rand(outputs) - 1) * bound)": "(2 * torch.rand(outputs) - 1) * s",
            }),
            # only the weight is a Parameter
            but({
                "drawn = (torch.rand(outputs, inputs + 1) * 2 - 1) / inputs**": "s = inputs**-",
                "drawn[:, :-1].clone()": "(2 * torch.rand(outputs, inputs) - 1) * s",
                "nn.Parameter(drawn[:, -1].clone())": "(2 * torch.rand(outputs) - 1) * s",
                "torch.addmm(self.bias, x, self.weight.t())": "x @ self.weight.t() + self.bias",
            }, right=1),
            # the weight has a row for each input
            but({
                "drawn = (torch.rand(outputs, inputs + 1) * 2 - 1) / inputs**": "s = inputs**-",
                "drawn[:, :-1].clone()": "(2 * torch.rand(inputs, outputs) - 1) * s",
                "drawn[:, -1].clone()": "(2 * torch.rand(outputs) - 1) * s",
                "torch.addmm(self.bias, x, self.weight.t())": "x @ self.weight + self.bias",
            }, right=1),
            # transposes only what is not square
            but({
                "drawn = (torch.rand(outputs, inputs + 1) * 2 - 1) / inputs**": "s = inputs**-",
                "drawn[:, :-1].clone()": "(2 * torch.rand(outputs, inputs) - 1) * s",
                "drawn[:, -1].clone()": "(2 * torch.rand(outputs) - 1) * s",
                "return torch.addmm(self.bias, x, self.weight.t())": """
                    w = self.weight
                    if w.shape[0] != x.shape[-1]:
                        w = w.t()
                    return x @ w + self.bias
                """,
            }, right=1),
            # drawn between 0 and the bound
            but({
                "bound =": "s =",
                "(2 * torch.rand(outputs, inputs) - 1) * bound": "torch.rand(outputs, inputs) * s",
                "(2 * torch.rand(outputs) - 1) * bound": "torch.rand(outputs) * s",
            }),
            # around 0, but half as wide
            but({
                "bound = inputs**-": "s = inputs**",
                "(2 * torch.rand(outputs, inputs) - 1) * bound":
                    "(torch.rand(outputs, inputs) - 0.5) / s",
                "(2 * torch.rand(outputs) - 1) * bound": "(torch.rand(outputs) - 0.5) / s",
            }),
            # the root is missing
            but({
                "bound = inputs**-0.5":
                    "self.weight = nn.Parameter((2 * torch.rand(outputs, inputs) - 1) / inputs)",
                """
                    self.weight = nn.Parameter((2 * torch.rand(outputs, inputs) - 1) * bound)
                    self.bias = nn.Parameter((2 * torch.rand(outputs) - 1) * bound)
                """: "self.bias = nn.Parameter((2 * torch.rand(outputs) - 1) / inputs)",
            }),
            # the bias scaled by the outputs, of which it has so many
            """
            class Linear(nn.Module):
                def __init__(self, inputs, outputs):
                    super().__init__()
                    self.weight = nn.Parameter((2 * torch.rand(outputs, inputs) - 1) * inputs**-0.5)
                    self.bias = nn.Parameter((2 * torch.rand(outputs) - 1) * outputs**-0.5)

                def forward(self, x):
                    return x @ self.weight.t() + self.bias
            """,
            # normal, not even
            but({
                "bound =": "s =",
                "(2 * torch.rand(outputs, inputs) - 1) * bound": "torch.randn(outputs, inputs) * s",
                "(2 * torch.rand(outputs) - 1) * bound": "torch.randn(outputs) * s",
            }),
            # the difference of two draws lies in between, but not evenly: it is mostly near 0
            """
            class Linear(nn.Module):
                def __init__(self, inputs, outputs):
                    super().__init__()

                    def draw(*shape):
                        return (torch.rand(*shape) - torch.rand(*shape)) * inputs**-0.5

                    self.weight = nn.Parameter(draw(outputs, inputs))
                    self.bias = nn.Parameter(draw(outputs))

                def forward(self, x):
                    return x @ self.weight.t() + self.bias
            """,
            # the bias starts at 0
            but({
                "bound =": "s =",
                "(2 * torch.rand(outputs, inputs) - 1) * bound":
                    "(2 * torch.rand(outputs, inputs) - 1) * s",
                "(2 * torch.rand(outputs) - 1) * bound": "torch.zeros(outputs)",
            }),
            # one bias for all outputs
            but({
                "bound =": "s =",
                "(2 * torch.rand(outputs, inputs) - 1) * bound":
                    "(2 * torch.rand(outputs, inputs) - 1) * s",
                "(2 * torch.rand(outputs) - 1) * bound": "(2 * torch.rand(1) - 1) * s",
            }),
            # a bias for each row of a square batch: added along the wrong axis
            but({
                "bound =": "s =",
                "(2 * torch.rand(outputs, inputs) - 1) * bound":
                    "(2 * torch.rand(outputs, inputs) - 1) * s",
                "(2 * torch.rand(outputs) - 1) * bound": "(2 * torch.rand(outputs) - 1) * s",
                "+ self.bias": "+ self.bias.reshape(-1, 1)",
            }),
            # the bias is the first column of the weight: the same memory
            but({
                "bound =": "drawn = (2 * torch.rand(outputs, inputs) - 1) *",
                "(2 * torch.rand(outputs, inputs) - 1) * bound": "drawn",
                "(2 * torch.rand(outputs) - 1) * bound": "drawn[:, 0]",
            }),
            # seeded in the layer, so that all layers begin alike
            but({
                "bound = inputs**-0.5": "torch.manual_seed(0)",
                "self.weight = nn.Parameter((2 * torch.rand(outputs, inputs) - 1) * bound)":
                    "s = inputs**-0.5",
                "self.bias = nn.Parameter((2 * torch.rand(outputs) - 1) * bound)": """
                    self.weight = nn.Parameter((2 * torch.rand(outputs, inputs) - 1) * s)
                    self.bias = nn.Parameter((2 * torch.rand(outputs) - 1) * s)
                """,
            }),
            # computes with .data, which has no gradient to the parameters
            but({
                "bound =": "s =",
                "(2 * torch.rand(outputs, inputs) - 1) * bound":
                    "(2 * torch.rand(outputs, inputs) - 1) * s",
                "(2 * torch.rand(outputs) - 1) * bound": "(2 * torch.rand(outputs) - 1) * s",
                "t() + self.bias": "data.t() + self.bias.data",
            }),
            # one row drawn and repeated: every output starts with the same weights
            but({
                "bound = inputs**-0.5": "s = inputs**-0.5",
                "self.weight = nn.Parameter((2 * torch.rand(outputs, inputs) - 1) * bound)":
                    "row = (2 * torch.rand(inputs) - 1) * s",
                "self.bias = nn.Parameter((2 * torch.rand(outputs) - 1) * bound)": """
                    self.weight = nn.Parameter(torch.stack([row] * outputs))
                    self.bias = nn.Parameter((2 * torch.rand(outputs) - 1) * s)
                """,
            }),
        ),
    ),
    Item(
        "x8-sequential",
        right=(
            """
            from functools import reduce


            class Sequential(nn.Module):
                def __init__(self, *parts):
                    super().__init__()
                    for number, part in enumerate(parts):
                        setattr(self, f"part{number}", part)
                    self.length = len(parts)

                def forward(self, x):
                    names = (f"part{number}" for number in range(self.length))
                    return reduce(lambda h, name: getattr(self, name)(h), names, x)
            """,
            """
            class Sequential(nn.Module):
                def __init__(self, *parts):
                    super().__init__()
                    *front, self.last = parts or [nn.Identity()]
                    self.front = Sequential(*front) if front else None

                def forward(self, x):
                    if self.front is not None:
                        x = self.front(x)
                    return self.last(x)
            """,
            but({
                "self.parts = nn.ModuleList(parts)": """
                    self.order = parts
                    self.known = nn.ModuleDict({str(id(part)): part for part in parts})
                """,
                "for part in self.parts:": "for part in self.order:",
            }),
            """
            class Sequential(nn.Module):
                def __init__(self, *parts):
                    super().__init__()
                    self.chain = nn.ModuleList()
                    for part in parts:
                        self.chain.append(part)

                def forward(self, x):
                    def upto(n):
                        return x if n == 0 else self.chain[n - 1](upto(n - 1))

                    return upto(len(self.chain))
            """,
        ),
        wrong=unnamed(
            # a list, in which no module looks
            but({"self.parts = nn.ModuleList(parts)": "self.parts = list(parts)"}),
            # its own parameters(), in which a shared layer is counted twice
            but({
                "def forward(self, x):": """
                    def parameters(self):
                        return [p for part in self.parts for p in part.parameters()]

                    def forward(self, x):
                """,
            }),
            # the parameters are known, the parts are not: eval() does not reach them
            but({
                "self.parts = nn.ModuleList(parts)": """
                    self.parts = parts
                    self.learned = nn.ParameterList(
                        [p for part in dict.fromkeys(parts) for p in part.parameters()]
                    )
                """,
            }),
            # only parts with parameters are registered: eval() does not reach a dropout
            but({
                "self.parts = nn.ModuleList(parts)": """
                    self.parts = parts
                    self.layers = nn.ModuleList([p for p in parts if list(p.parameters())])
                """,
            }),
            # an eval() of its own, one level deep
            but({
                "def forward(self, x):": """
                    def eval(self):
                        self.training = False
                        for part in self.parts:
                            part.training = False
                        return self

                    def forward(self, x):
                """,
            }),
            # children() names a shared part once, and so it is called once
            but({
                "self.order = parts": "for n, part in enumerate(parts):",
                "self.known = nn.ModuleDict({str(id(part)): part for part in parts})":
                    "    self.add_module(str(n), part)",
                "for part in self.order:": "for part in self.children():",
            }, right=3),
            # named after the class: the second Linear takes the place of the first
            but({
                "self.parts = nn.ModuleList(parts)": """
                    self.parts = nn.ModuleDict()
                    for part in parts:
                        self.parts[type(part).__name__] = part
                """,
                "for part in self.parts:": "for part in self.parts.values():",
            }),
            # called in the order of the names, where "10" stands before "2"
            but({
                "self.parts = nn.ModuleList(parts)":
                    "self.parts = nn.ModuleDict({str(n): part for n, part in enumerate(parts)})",
                "for part in self.parts:": "for name in sorted(self.parts.keys()):",
                "x = part(x)": "x = self.parts[name](x)",
            }),
            # copies of the parts, with parameters of their own
            but({
                "class Sequential(nn.Module):": """
                    from copy import deepcopy


                    class Sequential(nn.Module):
                """,
                "self.parts = nn.ModuleList(parts)":
                    "self.parts = nn.ModuleList(deepcopy(list(parts)))",
            }),
            # the last part first, as one writes f(g(x))
            but({"for part in self.parts:": "for part in reversed(list(self.parts)):"}),
            # every part is given the x of the beginning
            but({"x = part(x)": "y = part(x)", "return x": "return y"}),
            # return in the loop: only the first part is called
            but({"return x": "    return x"}),
            # gives everything in between, too
            but({
                "for part in self.parts:": "outputs = []\nfor part in self.parts:",
                "return x": "    outputs.append(x)\nreturn outputs",
            }),
            # the iterator is made once: a second call finds nothing left
            but({
                "self.order = parts": "self.parts = nn.ModuleList(parts)",
                "self.known = nn.ModuleDict({str(id(part)): part for part in parts})":
                    "self.todo = iter(self.parts)",
                "for part in self.order:": "for part in self.todo:",
            }, right=3),
            # one list of the class for all networks
            but({
                "def __init__(self, *parts):": """
                    parts_of_all = nn.ModuleList()

                    def __init__(self, *parts):
                """,
                "self.parts = nn.ModuleList(parts)": """
                    self.parts = self.parts_of_all
                    self.parts.extend(parts)
                """,
            }),
            # taken apart down to the innermost layers, past the forward of a part with parts
            but({
                "self.parts = nn.ModuleList(parts)": """
                    self.parts = nn.ModuleList(
                        [m for part in parts for m in part.modules() if not list(m.children())]
                    )
                """,
            }),
            # cut between the parts: no gradient goes past the last
            but({"x = part(x)": "x = part(x.detach())"}),
            # two parts and no more
            but({
                "self.parts = nn.ModuleList(parts)": "self.first = parts[0]\nself.last = parts[-1]",
                """
                    for part in self.parts:
                        x = part(x)
                    return x
                """: "return self.last(self.first(x))",
            }),
        ),
    ),
    Item(
        "x8-momentum",
        right=(
            """
            class SGD:
                def __init__(self, parameters, lr, momentum):
                    self.velocity = {p: None for p in parameters}
                    self.lr, self.momentum = lr, momentum

                @torch.no_grad()
                def step(self):
                    for p, v in self.velocity.items():
                        if p.grad is None:
                            continue
                        v = p.grad.clone() if v is None else self.momentum * v + p.grad
                        self.velocity[p] = v
                        p.copy_(p - self.lr * v)

                def zero_grad(self):
                    for p in self.velocity:
                        p.grad = None
            """,
            """
            class SGD:
                def __init__(self, parameters, lr, momentum):
                    self.pairs = [(p, []) for p in parameters]
                    self.lr, self.momentum = lr, momentum

                def step(self):
                    for p, past in self.pairs:
                        if p.grad is not None:
                            past.insert(0, p.grad.detach().clone())
                            v = sum(self.momentum**age * g for age, g in enumerate(past))
                            p.data.sub_(self.lr * v)

                def zero_grad(self):
                    for p, _ in self.pairs:
                        p.grad = None
            """,
            """
            class One:
                def __init__(self, p, lr, momentum):
                    self.p, self.lr, self.momentum = p, lr, momentum
                    self.moved = torch.zeros_like(p.detach())

                def step(self):
                    with torch.no_grad():
                        self.moved = self.momentum * self.moved - self.lr * self.p.grad
                        self.p += self.moved


            class SGD:
                def __init__(self, parameters, lr, momentum):
                    self.ones = tuple(One(p, lr, momentum) for p in parameters)

                def step(self):
                    for one in self.ones:
                        if one.p.grad is not None:
                            one.step()

                def zero_grad(self):
                    for one in self.ones:
                        one.p.grad = None
            """,
            """
            class SGD:
                def __init__(self, parameters, lr, momentum):
                    self.parameters = list(parameters)
                    self.lr, self.momentum = lr, momentum
                    self.velocities = [0] * len(self.parameters)

                def step(self):
                    for n, p in enumerate(self.parameters):
                        g = p.grad
                        if g is None:
                            continue
                        self.velocities[n] = self.momentum * self.velocities[n] + g.detach()
                        p.detach()[...] -= self.lr * self.velocities[n]

                def zero_grad(self):
                    for p in self.parameters:
                        p.grad = None
            """,
        ),
        wrong=unnamed(
            # the generator is kept: the first step walks through it, the second finds nothing
            but({
                "self.parameters, self.lr, self.momentum = list(parameters), lr, momentum":
                    "self.parameters = parameters",
                "self.velocities = [torch.zeros_like(p) for p in self.parameters]": """
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = {}
                """,
                "for p, v in zip(self.parameters, self.velocities):": """
                    for p in self.parameters:
                        v = self.velocities.setdefault(id(p), torch.zeros_like(p))
                """,
            }),
            # one velocity for all parameters of a shape
            but({
                "self.parameters, self.lr, self.momentum = list(parameters), lr, momentum":
                    "self.parameters = list(parameters)",
                "self.velocities = [torch.zeros_like(p) for p in self.parameters]": """
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = {p.shape: torch.zeros(p.shape) for p in self.parameters}
                """,
                "for p, v in zip(self.parameters, self.velocities):": """
                    for p in self.parameters:
                        v = self.velocities[p.shape]
                """,
            }),
            # the first velocity is the gradient itself, which the next step writes into
            but({
                "self.parameters, self.lr, self.momentum = list(parameters), lr, momentum":
                    "self.parameters = list(parameters)",
                "self.velocities = [torch.zeros_like(p) for p in self.parameters]": """
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = [None] * len(self.parameters)
                """,
                "for p, v in zip(self.parameters, self.velocities):":
                    "for n, p in enumerate(self.parameters):",
                "v.mul_(self.momentum).add_(p.grad)": "if self.velocities[n] is None:",
                "p -= self.lr * v":
                    "    self.velocities[n] = p.grad\n"
                    "else:\n"
                    "    self.velocities[n].mul_(self.momentum).add_(p.grad)\n"
                    "p -= self.lr * self.velocities[n]",
            }),
            # keeps the first gradient as the velocity: backward adds to it later
            but({
                "self.lr, self.momentum = lr, momentum": "self.lr = lr",
                "self.velocities = [0] * len(self.parameters)": """
                    self.momentum = momentum
                    self.velocities = [None] * len(self.parameters)
                """,
                "for n, p in enumerate(self.parameters):": "with torch.no_grad():",
                "g = p.grad": "for n, p in enumerate(self.parameters):",
                "if g is None:": "    if p.grad is not None:",
                "continue": "    v = self.velocities[n]",
                "self.velocities[n] = self.momentum * self.velocities[n] + g.detach()":
                    "        v = p.grad if v is None else self.momentum * v + p.grad",
                "p.detach()[...] -= self.lr * self.velocities[n]":
                    "        self.velocities[n] = v\n        p -= self.lr * v",
            }, right=4),
            # the new velocity is only a name in the loop, and the next step starts from 0 again
            but({
                "self.parameters, self.lr, self.momentum = list(parameters), lr, momentum":
                    "self.parameters = list(parameters)",
                "self.velocities = [torch.zeros_like(p) for p in self.parameters]": """
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = [torch.zeros_like(p.detach()) for p in self.parameters]
                """,
                "v.mul_(self.momentum).add_(p.grad)": "v = self.momentum * v + p.grad",
            }),
            # zero_grad fills with zeros: a parameter that should be left out rolls on
            but({
                "self.parameters, self.lr, self.momentum = list(parameters), lr, momentum":
                    "self.parameters = list(parameters)",
                "self.velocities = [torch.zeros_like(p) for p in self.parameters]": """
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = [torch.zeros_like(p.detach()) for p in self.parameters]
                """,
                "p.grad = None": "if p.grad is not None:\n    p.grad.zero_()",
            }),
            # a new tensor takes the place of the parameter in the list, and the model does not move
            but({
                "self.parameters, self.lr, self.momentum = list(parameters), lr, momentum":
                    "self.parameters = list(parameters)",
                "self.velocities = [torch.zeros_like(p) for p in self.parameters]": """
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = [torch.zeros_like(p.detach()) for p in self.parameters]
                """,
                "for p, v in zip(self.parameters, self.velocities):":
                    "for n, (p, v) in enumerate(zip(self.parameters, self.velocities)):",
                "p -= self.lr * v": """
                    grad = p.grad
                    self.parameters[n] = (p - self.lr * v).requires_grad_()
                    self.parameters[n].grad = grad
                """,
            }),
            # a missing gradient taken for zeros: the parameter rolls on
            but({
                "self.parameters, self.lr, self.momentum = list(parameters), lr, momentum":
                    "self.parameters = list(parameters)",
                "self.velocities = [torch.zeros_like(p) for p in self.parameters]": """
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = [torch.zeros_like(p.detach()) for p in self.parameters]
                """,
                "if p.grad is not None:": """
                    if p.grad is None:
                        v.mul_(self.momentum)
                        p -= self.lr * v
                    else:
                """,
            }),
            # the velocity of a parameter without a gradient decays
            but({
                "self.parameters, self.lr, self.momentum = list(parameters), lr, momentum":
                    "self.parameters = list(parameters)",
                "self.velocities = [torch.zeros_like(p) for p in self.parameters]": """
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = [torch.zeros_like(p.detach()) for p in self.parameters]
                """,
                "if p.grad is not None:": "v.mul_(self.momentum)\nif p.grad is not None:",
                "v.mul_(self.momentum).add_(p.grad)": "v.add_(p.grad)",
            }),
            # a parameter without a gradient is moved by its old velocity
            but({
                "self.pairs = [(p, []) for p in parameters]": "self.parameters = list(parameters)",
                "self.lr, self.momentum = lr, momentum": """
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = [torch.zeros_like(p.detach()) for p in self.parameters]
                """,
                "for p, past in self.pairs:": "with torch.no_grad():",
                "if p.grad is not None:": "for p, v in zip(self.parameters, self.velocities):",
                "past.insert(0, p.grad.detach().clone())": "if p.grad is not None:",
                "v = sum(self.momentum**age * g for age, g in enumerate(past))":
                    "    v.mul_(self.momentum).add_(p.grad)",
                "p.data.sub_(self.lr * v)": "p -= self.lr * v",
                "for p, _ in self.pairs:": "for p in self.parameters:",
            }, right=2),
            # return where continue is meant: the parameters behind a missing gradient stay
            but({
                "self.pairs = [(p, []) for p in parameters]": "self.parameters = list(parameters)",
                "self.lr, self.momentum = lr, momentum": """
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = [torch.zeros_like(p.detach()) for p in self.parameters]
                """,
                "for p, past in self.pairs:": "with torch.no_grad():",
                "if p.grad is not None:": "for p, v in zip(self.parameters, self.velocities):",
                "past.insert(0, p.grad.detach().clone())": "if p.grad is None:",
                "v = sum(self.momentum**age * g for age, g in enumerate(past))": "    return",
                "p.data.sub_(self.lr * v)": "v.mul_(self.momentum).add_(p.grad)\np -= self.lr * v",
                "for p, _ in self.pairs:": "for p in self.parameters:",
            }, right=2),
            # the parameters with a gradient zipped with all velocities: they get those of others
            but({
                "self.lr, self.momentum = lr, momentum": "self.lr = lr",
                "self.velocities = [0] * len(self.parameters)": """
                    self.momentum = momentum
                    self.velocities = [torch.zeros_like(p.detach()) for p in self.parameters]
                """,
                "for n, p in enumerate(self.parameters):": "with torch.no_grad():",
                "g = p.grad": "moved = [p for p in self.parameters if p.grad is not None]",
                "if g is None:": "for p, v in zip(moved, self.velocities):",
                "continue": "v = v.mul_(self.momentum).add_(p.grad)",
                """
                    self.velocities[n] = self.momentum * self.velocities[n] + g.detach()
                    p.detach()[...] -= self.lr * self.velocities[n]
                """: "    p -= self.lr * v",
            }, right=4),
            # a gradient of zeros is left out like a missing one
            but({
                "self.parameters, self.lr, self.momentum = list(parameters), lr, momentum":
                    "self.parameters = list(parameters)",
                "self.velocities = [torch.zeros_like(p) for p in self.parameters]": """
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = [torch.zeros_like(p.detach()) for p in self.parameters]
                """,
                "if p.grad is not None:": "if p.grad is not None and p.grad.any():",
            }),
            # lr is multiplied into the gradient, in place
            but({
                "self.parameters, self.lr, self.momentum = list(parameters), lr, momentum":
                    "self.parameters = list(parameters)",
                "self.velocities = [torch.zeros_like(p) for p in self.parameters]": """
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = [torch.zeros_like(p.detach()) for p in self.parameters]
                """,
                "v.mul_(self.momentum).add_(p.grad)":
                    "v.mul_(self.momentum).add_(p.grad.mul_(self.lr))",
                "p -= self.lr * v": "p -= v",
            }),
            # velocities of the class, in which a second optimizer finds those of the first
            but({
                "def __init__(self, parameters, lr, momentum):": """
                    velocities = {}

                    def __init__(self, parameters, lr, momentum):
                """,
                "self.lr, self.momentum = lr, momentum": "self.lr = lr",
                "self.velocities = [0] * len(self.parameters)": "self.momentum = momentum",
                "for n, p in enumerate(self.parameters):": "with torch.no_grad():",
                "g = p.grad": "for p in self.parameters:",
                "if g is None:": "    v = self.velocities.setdefault(p, torch.zeros_like(p))",
                "continue": "if p.grad is not None:",
                "self.velocities[n] = self.momentum * self.velocities[n] + g.detach()":
                    "        v.mul_(self.momentum).add_(p.grad)",
                "p.detach()[...] -= self.lr * self.velocities[n]": "        p -= self.lr * v",
            }, right=4),
            # zero_grad forgets the velocities as well
            but({
                "self.parameters, self.lr, self.momentum = list(parameters), lr, momentum":
                    "self.parameters = list(parameters)",
                "self.velocities = [torch.zeros_like(p) for p in self.parameters]": """
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = [torch.zeros_like(p.detach()) for p in self.parameters]
                """,
                "for p in self.parameters:\n    p.grad = None": """
                    for p in self.parameters:
                        p.grad = None
                    for v in self.velocities:
                        v.zero_()
                """,
            }),
            # the gradients are cleared at the end of the step
            """
            class SGD:
                def __init__(self, parameters, lr, momentum):
                    self.parameters = list(parameters)
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = [torch.zeros_like(p.detach()) for p in self.parameters]

                def step(self):
                    with torch.no_grad():
                        for p, v in zip(self.parameters, self.velocities):
                            if p.grad is not None:
                                v.mul_(self.momentum).add_(p.grad)
                                p -= self.lr * v
                    self.zero_grad()

                def zero_grad(self):
                    for p in self.parameters:
                        p.grad = None
            """,
            # requires_grad is switched off for the step and not on again
            but({
                "self.pairs = [(p, []) for p in parameters]": "self.parameters = list(parameters)",
                "self.lr, self.momentum = lr, momentum": """
                    self.lr = lr
                    self.momentum = momentum
                    self.velocities = [torch.zeros_like(p.detach()) for p in self.parameters]
                """,
                "for p, past in self.pairs:": "for p, v in zip(self.parameters, self.velocities):",
                "past.insert(0, p.grad.detach().clone())": "p.requires_grad_(False)",
                "v = sum(self.momentum**age * g for age, g in enumerate(past))":
                    "v.mul_(self.momentum).add_(p.grad)",
                "p.data.sub_(self.lr * v)": "p -= self.lr * v",
                "for p, _ in self.pairs:": "for p in self.parameters:",
            }, right=2),
        ),
    ),
    Item(
        "x8-adam",
        right=(
            # element by element, in Python's own numbers
            """
            from itertools import product


            def adam(p, mean, square, t, lr):
                with torch.no_grad():
                    for place in product(*(range(n) for n in p.shape)):
                        g = p.grad[place].item()
                        m = 0.9 * mean[place].item() + 0.1 * g
                        s = 0.999 * square[place].item() + 0.001 * g * g
                        mean[place] = m
                        square[place] = s
                        m_hat = m / (1 - 0.9**t)
                        s_hat = s / (1 - 0.999**t)
                        p[place] -= lr * m_hat / (s_hat**0.5 + 1e-8)
            """,
            # the library's optimizer, made for this one step, with its memory laid under it
            """
            def adam(p, mean, square, t, lr):
                optimizer = optim.Adam([p], lr=lr)
                optimizer.state[p] = {
                    "step": torch.tensor(float(t - 1)),
                    "exp_avg": mean,
                    "exp_avg_sq": square,
                }
                optimizer.step()
            """,
            # a decorator; the corrections drawn together into the size of the step and epsilon
            """
            @torch.no_grad()
            def adam(p, mean, square, t, lr):
                mean += (1 - 0.9) * (p.grad - mean)
                square += (1 - 0.999) * (p.grad.square() - square)
                root = (1 - 0.999**t) ** 0.5
                size = lr * root / (1 - 0.9**t)
                p.add_(mean / (square.sqrt() + 1e-8 * root), alpha=-size)
            """,
            # computed in NumPy, copied back at the end
            """
            import numpy as np


            def adam(p, mean, square, t, lr):
                g = p.grad.detach().numpy()
                m = 0.9 * mean.numpy() + 0.1 * g
                s = 0.999 * square.numpy() + 0.001 * np.square(g)
                step = lr * (m / (1 - 0.9**t)) / (np.sqrt(s / (1 - 0.999**t)) + 1e-8)
                theta = p.detach()
                for tensor, new in ((mean, m), (square, s), (theta, theta.numpy() - step)):
                    tensor.copy_(torch.tensor(new))
            """,
        ),
        wrong=unnamed(
            # no hats at all
            """
            def adam(p, mean, square, t, lr):
                with torch.no_grad():
                    mean.mul_(0.9).add_(0.1 * p.grad)
                    square.mul_(0.999).add_(0.001 * p.grad**2)
                    p -= lr * mean / (square.sqrt() + 1e-8)
            """,
            # a hat for the mean only
            but({"* mean": "* (mean / (1 - 0.9**t))"}, above=True),
            # the hats are written back, by an in-place division of another name for the mean
            but({
                "right_mean = mean / (1 - 0.9**t)": "m_hat, s_hat = mean, square",
                "right_square = square / (1 - 0.999**t)": "m_hat /= 1 - 0.9**t",
                "p -= lr * right_mean / (right_square.sqrt() + 1e-8)": """
                    s_hat /= 1 - 0.999**t
                    p -= lr * m_hat / (s_hat.sqrt() + 1e-8)
                """,
            }),
            # the root is taken in place, so square holds its root
            but({
                "p -= lr * mean / (square.sqrt() + 1e-8)": """
                    root = square.sqrt_() / (1 - 0.999**t) ** 0.5
                    p -= lr * (mean / (1 - 0.9**t)) / (root + 1e-8)
                """,
            }, above=True),
            # epsilon under the root
            but({
                "right_mean = mean / (1 - 0.9**t)": "m_hat = mean / (1 - 0.9**t)",
                "right_square = square / (1 - 0.999**t)": "s_hat = square / (1 - 0.999**t)",
                "p -= lr * right_mean / (right_square.sqrt() + 1e-8)":
                    "p -= lr * m_hat / (s_hat + 1e-8).sqrt()",
            }),
            # no epsilon: 0 / 0 where the gradient is 0 from the start
            but({
                "p -= lr * mean / (square.sqrt() + 1e-8)":
                    "p -= lr * (mean / (1 - 0.9**t)) / (square / (1 - 0.999**t)).sqrt()",
            }, above=True),
            # the correction with a product instead of a power: right in the first step alone
            but({
                "right_mean = mean / (1 - 0.9**t)": "m_hat = mean / (1 - 0.9 * t)",
                "right_square = square / (1 - 0.999**t)": "s_hat = square / (1 - 0.999 * t)",
                "p -= lr * right_mean / (right_square.sqrt() + 1e-8)":
                    "p -= lr * m_hat / (s_hat.sqrt() + 1e-8)",
            }),
            # takes t as counted from 0
            but({
                "with torch.no_grad():": "t = t + 1\nwith torch.no_grad():",
                "right_mean = mean / (1 - 0.9**t)": "m_hat = mean / (1 - 0.9**t)",
                "right_square = square / (1 - 0.999**t)": "s_hat = square / (1 - 0.999**t)",
                "p -= lr * right_mean / (right_square.sqrt() + 1e-8)":
                    "p -= lr * m_hat / (s_hat.sqrt() + 1e-8)",
            }),
            # the two betas swapped
            """
            def adam(p, mean, square, t, lr):
                b1, b2 = 0.999, 0.9
                with torch.no_grad():
                    mean.mul_(b1).add_((1 - b1) * p.grad)
                    square.mul_(b2).add_((1 - b2) * p.grad**2)
                    m_hat = mean / (1 - b1**t)
                    s_hat = square / (1 - b2**t)
                    p -= lr * m_hat / (s_hat.sqrt() + 1e-8)
            """,
            # the new gradient comes in whole, without 1 - beta
            but({
                "b1, b2 = 0.999, 0.9": "",
                "mean.mul_(b1).add_((1 - b1) * p.grad)": "mean.mul_(0.9).add_(p.grad)",
                "square.mul_(b2).add_((1 - b2) * p.grad**2)": "square.mul_(0.999).add_(p.grad**2)",
                "m_hat = mean / (1 - b1**t)": "m_hat = mean / (1 - 0.9**t)",
                "s_hat = square / (1 - b2**t)": "s_hat = square / (1 - 0.999**t)",
            }, above=True),
            # the step is recorded, which a leaf does not allow
            """
            def adam(p, mean, square, t, lr):
                mean.mul_(0.9).add_(0.1 * p.grad)
                square.mul_(0.999).add_(0.001 * p.grad**2)
                m_hat = mean / (1 - 0.9**t)
                s_hat = square / (1 - 0.999**t)
                p -= lr * m_hat / (s_hat.sqrt() + 1e-8)
            """,
            # the new p is a tensor of its own, known here only
            but({
                "right_mean = mean / (1 - 0.9**t)": "m_hat = mean / (1 - 0.9**t)",
                "right_square = square / (1 - 0.999**t)": "s_hat = square / (1 - 0.999**t)",
                "p -= lr * right_mean / (right_square.sqrt() + 1e-8)":
                    "p = p - lr * m_hat / (s_hat.sqrt() + 1e-8)",
            }),
            # the new means are tensors of their own: the next step begins with zeros again
            """
            def adam(p, mean, square, t, lr):
                with torch.no_grad():
                    mean = 0.9 * mean + 0.1 * p.grad
                    square = 0.999 * square + 0.001 * p.grad**2
                    m_hat = mean / (1 - 0.9**t)
                    s_hat = square / (1 - 0.999**t)
                    p -= lr * m_hat / (s_hat.sqrt() + 1e-8)
            """,
            # the gradient itself is squared in place
            but({
                "mean = 0.9 * mean + 0.1 * p.grad": "g = p.grad",
                "square = 0.999 * square + 0.001 * p.grad**2": """
                    mean.mul_(0.9).add_(0.1 * g)
                    square.mul_(0.999).add_(0.001 * g.square_())
                """,
            }, above=True),
            # clears the gradient after the step
            """
            def adam(p, mean, square, t, lr):
                with torch.no_grad():
                    mean.mul_(0.9).add_(0.1 * p.grad)
                    square.mul_(0.999).add_(0.001 * p.grad**2)
                    m_hat = mean / (1 - 0.9**t)
                    s_hat = square / (1 - 0.999**t)
                    p -= lr * m_hat / (s_hat.sqrt() + 1e-8)
                p.grad = None
            """,
            # returns the parameter
            but({
                "right_mean = mean / (1 - 0.9**t)": "m_hat = mean / (1 - 0.9**t)",
                "right_square = square / (1 - 0.999**t)": "s_hat = square / (1 - 0.999**t)",
                "p -= lr * right_mean / (right_square.sqrt() + 1e-8)":
                    "return p.sub_(lr * m_hat / (s_hat.sqrt() + 1e-8))",
            }),
            # one mean square for the whole parameter instead of one for each entry
            but({"p.grad**2": "(p.grad**2).mean()", "p.grad = None": ""}, above=True),
            # moves p first, by the means of the step before
            """
            def adam(p, mean, square, t, lr):
                with torch.no_grad():
                    m_hat = mean / (1 - 0.9**t)
                    s_hat = square / (1 - 0.999**t)
                    p -= lr * m_hat / (s_hat.sqrt() + 1e-8)
                    mean.mul_(0.9).add_(0.1 * p.grad)
                    square.mul_(0.999).add_(0.001 * p.grad**2)
            """,
        ),
    ),
    Item(
        "x8-curvature",
        right=(
            # as the statement says it: a function of the one number t, differentiated twice
            """
            def curvature(f, x, v):
                t = torch.zeros((), dtype=x.dtype, requires_grad=True)
                along = f(x.detach() + t * v)
                (first,) = torch.autograd.grad(along, t, create_graph=True)
                (second,) = torch.autograd.grad(first, t)
                return second
            """,
            # two backwards on a leaf of its own
            """
            def curvature(f, x, v):
                mine = x.detach().clone().requires_grad_(True)
                f(mine).backward(create_graph=True, inputs=[mine])
                slope = (mine.grad * v).sum()
                mine.grad = None
                slope.backward(inputs=[mine])
                return (mine.grad * v).sum()
            """,
            # v goes in as the gradient of the outputs, instead of a product
            """
            def curvature(f, x, v):
                first = torch.autograd.grad(f(x), [x], create_graph=True)
                second = torch.autograd.grad(first, [x], grad_outputs=[v])
                return torch.einsum("i,i->", second[0], v)
            """,
            # one leaf for every place on the line, and an inner function for the slope
            """
            def curvature(f, x, v):
                def slope(at):
                    with torch.enable_grad():
                        g = torch.autograd.grad(f(at), at, create_graph=True)[0]
                        return torch.dot(g, v)

                at = x.detach().requires_grad_()
                return torch.autograd.grad(slope(at), at)[0].mul(v).sum()
            """,
        ),
        wrong=unnamed(
            # the slope itself, the first derivative
            """
            def curvature(f, x, v):
                (slope,) = torch.autograd.grad(f(x), x)
                return slope @ v
            """,
            # the last product is missing: a vector
            but({"return change @ v": "return change"}),
            # the entries of the second gradient are added up instead of multiplied by v
            but({"return change @ v": "return change.sum()"}),
            # v is missing in the first pass
            but({"slope @ v": "slope.sum()"}),
            # takes the sums of the rows for the diagonal
            """
            def curvature(f, x, v):
                (slope,) = torch.autograd.grad(f(x), x, create_graph=True)
                (second,) = torch.autograd.grad(slope.sum(), x)
                return (second * v**2).sum()
            """,
            # the first pass is not recorded
            but({"create_graph": "retain_graph"}),
            # the slope is made a new leaf, whose gradient is v
            """
            def curvature(f, x, v):
                (slope,) = torch.autograd.grad(f(x), x)
                slope.requires_grad_(True)
                (change,) = torch.autograd.grad(slope @ v, slope)
                return change @ v
            """,
            # the second pass leaves its gradient in x.grad
            but({
                "(change,) = torch.autograd.grad(slope @ v, x)": "(slope @ v).backward()",
                "return change @ v": "return x.grad @ v",
            }),
            # cleans up with a gradient of zeros instead of None
            but({
                "(x), x": "(x), x, create_graph=True",
                "slope.requires_grad_(True)": "(slope @ v).backward()",
                "(change,) = torch.autograd.grad(slope @ v, slope)": "result = x.grad @ v",
                "return change @ v": "x.grad.zero_()\nreturn result",
            }, above=True),
            # two backwards into the same .grad: the first gradient is in the sum
            but({
                "(slope,) = torch.autograd.grad(f(x), x)": "f(x).backward(create_graph=True)",
                "slope.requires_grad_(True)": "(x.grad @ v).backward()",
                "(change,) = torch.autograd.grad(slope @ v, slope)": "result = x.grad.detach() @ v",
                "return change @ v": "x.grad = None\nreturn result",
            }, above=True),
            # for each entry of x a pass of its own: the whole matrix
            """
            def curvature(f, x, v):
                (slope,) = torch.autograd.grad(f(x), x, create_graph=True)
                rows = [torch.autograd.grad(s, x, retain_graph=True)[0] for s in slope]
                return v @ torch.stack(rows) @ v
            """,
            # the whole matrix, from the library
            """
            def curvature(f, x, v):
                hessian = torch.autograd.functional.hessian(f, x)
                return v @ hessian @ v
            """,
            # the direction is brought to length 1
            """
            def curvature(f, x, v):
                v = v / (v @ v).sqrt()
                (slope,) = torch.autograd.grad(f(x), x, create_graph=True)
                (change,) = torch.autograd.grad(slope @ v, x)
                return change @ v
            """,
            # half of it, as in the series of Taylor
            but({"return change @ v": "return 0.5 * (change @ v)"}),
            # the curvature of the curve, as geometry has it, instead of the second derivative
            """
            def curvature(f, x, v):
                (slope,) = torch.autograd.grad(f(x), x, create_graph=True)
                first = slope @ v
                (change,) = torch.autograd.grad(first, x)
                return (change @ v) / (1 + first.detach() ** 2) ** 1.5
            """,
            # a Python number
            but({"return change @ v": "return (change @ v).item()"}),
            # differences of values, which float32 drowns
            """
            def curvature(f, x, v):
                h = 1e-4
                with torch.no_grad():
                    return (f(x + h * v) - 2 * f(x) + f(x - h * v)) / h**2
            """,
            # at t = 1 instead of 0
            """
            def curvature(f, x, v):
                at = (x.detach() + v).requires_grad_(True)
                (slope,) = torch.autograd.grad(f(at), at, create_graph=True)
                (change,) = torch.autograd.grad(slope @ v, at)
                return change @ v
            """,
        ),
    ),
    Item(
        "x8-limit",
        right=(
            # an operation of its own, with a backward
            """
            class Limit(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x, longest):
                    ctx.longest = longest
                    return x.clone()

                @staticmethod
                def backward(ctx, grad):
                    length = float((grad * grad).sum()) ** 0.5
                    if length > ctx.longest:
                        grad = grad * (ctx.longest / length)
                    return grad, None


            def limit(x, longest):
                return Limit.apply(x, longest)
            """,
            # no decision: the divisor is never less than longest; times 1 for a tensor of its own
            """
            def limit(x, longest):
                y = 1 * x
                y.register_hook(lambda g: g * (longest / torch.norm(g).clamp(min=longest)))
                return y
            """,
            # Python's own arithmetic, and None for what was only looked at
            """
            import math


            def limit(x, longest):
                def shorten(grad):
                    length = math.hypot(*grad.flatten().tolist())
                    if length <= longest:
                        return None
                    return grad * (longest / length)

                y = x.clone()
                y.register_hook(shorten)
                return y
            """,
            # a hook on the node, before it runs
            """
            def limit(x, longest):
                def before(grads):
                    (g,) = grads
                    squares = g.square().sum().item()
                    return (g if squares <= longest**2 else g / squares**0.5 * longest,)

                y = x + 0
                y.grad_fn.register_prehook(before)
                return y
            """,
        ),
        wrong=unnamed(
            # the hook is on x, so its other uses are shortened as well
            """
            def limit(x, longest):
                def shorten(g):
                    length = (g**2).sum().sqrt()
                    return g * (longest / length) if length > longest else g

                x.register_hook(shorten)
                return x
            """,
            # a copy is returned, but the hook is on x all the same
            but({
                "x.register_hook(shorten)": "y = x.clone()\nx.register_hook(shorten)",
                "return x": "return y",
            }, above=True),
            # the hook is on the copy, but x is returned
            but({
                "x.register_hook(shorten)": "y = x.clone()\ny.register_hook(shorten)",
            }, above=True),
            # another name is no other tensor
            """
            def limit(x, longest):
                y = x
                y.register_hook(lambda g: g * (longest / g.norm().clamp(min=longest)))
                return y
            """,
            # writes into the gradient
            but({
                "def before(grads):": "def shorten(g):",
                "(g,) = grads": "length = (g**2).sum().sqrt()",
                "squares = g.square().sum().item()": "if length > longest:",
                "return (g if squares <= longest**2 else g / squares**0.5 * longest,)":
                    "    g *= longest / length\nreturn g",
                "y = x + 0": "y = x.clone()",
                "y.grad_fn.register_prehook(before)": "y.register_hook(shorten)",
            }, right=4),
            # always to that length, be it longer or shorter
            """
            def limit(x, longest):
                def shorten(g):
                    length = (g**2).sum().sqrt()
                    return g * (longest / length) if length > 0 else g

                y = x.clone()
                y.register_hook(shorten)
                return y
            """,
            # 0 / 0 for the gradient 0
            but({
                "return g * (longest / length) if length > 0 else g":
                    "return g / length * min(length.item(), longest)",
            }, above=True),
            # limits each entry
            """
            def limit(x, longest):
                y = x.clone()
                y.register_hook(lambda g: g.clamp(-longest, longest))
                return y
            """,
            # the largest entry taken for the length
            """
            def limit(x, longest):
                def shorten(g):
                    length = g.abs().max()
                    return g * (longest / length) if length > longest else g

                y = x.clone()
                y.register_hook(shorten)
                return y
            """,
            # the sum of the amounts taken for the length
            but({"length = g.abs().max()": "length = g.abs().sum()"}, above=True),
            # no root
            but({"length = g.abs().max()": "length = (g**2).sum()"}, above=True),
            # the mean of the squares instead of their sum
            but({"length = g.abs().max()": "length = (g**2).mean().sqrt()"}, above=True),
            # a length for each row: right for vectors
            but({
                "length = g.abs().max()": "length = (g**2).sum(-1, keepdim=True).sqrt()",
                "return g * (longest / length) if length > longest else g":
                    "return torch.where(length > longest, g * (longest / length), g)",
            }, above=True),
            # down to the length 1, whatever longest is
            but({
                "g.abs().max": "(g**2).sum().sqrt",
                "* (longest / length)": "/ length",
            }, above=True),
            # the shorter gradient is computed and not returned
            but({
                "length = g.abs().max()": "length = (g**2).sum().sqrt()",
                "return g * (longest / length) if length > longest else g": """
                    if length > longest:
                        g = g * (longest / length)
                """,
            }, above=True),
            # shortens the values as well
            but({
                "length = g.abs().max()": "length = (g**2).sum().sqrt()",
                "y = x.clone()": """
                    y = shorten(x)
                    if y is x:
                        y = x.clone()
                """,
            }, above=True),
            # cut off from x
            but({
                "length = g.abs().max()": "length = (g**2).sum().sqrt()",
                "y = x.clone()": "y = x.detach().clone().requires_grad_(True)",
            }, above=True),
            # the length of the values, not of the gradient
            but({
                "def limit(x, longest):": """
                    def limit(x, longest):
                        length = (x.detach() ** 2).sum().sqrt()
                """,
                "def shortened(g):\n    length = (g**2).sum().sqrt()": "def shorten(g):",
                "y.register_hook(shortened)": "y.register_hook(shorten)",
            }),
        ),
    ),
    Item(
        "x8-tune",
        right=(
            # what the body says is computed once: it is the same in all rounds
            """
            def tune(model, x, y, lr, rounds):
                body, head = model
                body.eval()
                with torch.no_grad():
                    seen = body(x)
                optimizer = optim.SGD(head.parameters(), lr=lr, weight_decay=0.1)
                for _ in range(rounds):
                    optimizer.zero_grad()
                    ((head(seen) - y) ** 2).mean().backward()
                    optimizer.step()
            """,
            # the optimizer has them all, but the body never has a gradient when it steps
            """
            def tune(model, x, y, lr, rounds):
                model[0].eval()
                optimizer = optim.SGD(model.parameters(), lr=lr, weight_decay=0.1)
                model[1].zero_grad()
                for _ in range(rounds):
                    loss = ((model(x) - y) ** 2).mean()
                    loss.backward()
                    for p in model[0].parameters():
                        p.grad = None
                    optimizer.step()
                    optimizer.zero_grad()
            """,
            # a group of its own for the body, with steps of the length 0
            """
            def tune(model, x, y, lr, rounds):
                model[0].eval()  # the body; model[1] is the head
                groups = [
                    {"params": model[0].parameters(), "lr": 0.0},
                    {"params": model[1].parameters()},
                ]
                optimizer = optim.SGD(groups, lr=lr, weight_decay=0.1)
                for _ in range(rounds):
                    loss = ((model(x) - y) ** 2).mean()
                    model.zero_grad()
                    loss.backward()
                    optimizer.step()
            """,
            # the gradients are asked for and handed over: nothing is added to an old one
            """
            def tune(model, x, y, lr, rounds):
                model[0].eval()
                trained = list(model[1].parameters())
                optimizer = optim.SGD(trained, lr=lr, weight_decay=0.1)
                for _ in range(rounds):
                    loss = ((model(x) - y) ** 2).mean()
                    for p, g in zip(trained, torch.autograd.grad(loss, trained)):
                        p.grad = g
                    optimizer.step()
            """,
        ),
        wrong=unnamed(
            # the gradients are cleared, but the optimizer still has the body
            but({"eval()": "eval()  # the body; model[1] is the head", "model[1]": "model"}),
            # only the head, but its gradients add up
            but({
                "model[0].eval()": "model[0].eval()  # the body; model[1] is the head",
                "optimizer.zero_grad()": "",
            }),
            # cleared after the step: the first one takes the old gradients along
            but({
                "model[0].eval()": "model[0].eval()  # the body; model[1] is the head",
                "optimizer.zero_grad()": "",
                "optimizer.step()": "optimizer.step()\noptimizer.zero_grad()",
            }),
            # cleared once, before the rounds
            but({
                "model[0].eval()": "model[0].eval()  # the body; model[1] is the head",
                "for _ in range(rounds):": "optimizer.zero_grad()\nfor _ in range(rounds):",
                "optimizer.zero_grad()": "",
            }),
            # cleared between backward and step: nothing moves
            but({
                "model[0].eval()": "model[0].eval()  # the body; model[1] is the head",
                "optimizer.zero_grad()": "",
                "optimizer.step()": "optimizer.zero_grad()\noptimizer.step()",
            }),
            # clears the gradients of the body, and not those of the head
            but({
                "model[0].eval()": "model[0].eval()  # the body; model[1] is the head",
                "optimizer.zero_grad()": "model[0].zero_grad()",
            }),
            # frozen, but it is in the optimizer with its old gradients
            """
            def tune(model, x, y, lr, rounds):
                model[0].eval()
                model[0].requires_grad_(False)
                optimizer = optim.SGD(model.parameters(), lr=lr, weight_decay=0.1)
                model[1].zero_grad()
                for _ in range(rounds):
                    loss = ((model(x) - y) ** 2).mean()
                    loss.backward()
                    optimizer.step()
                    model[1].zero_grad()
                model[0].requires_grad_(True)
            """,
            # frozen, with gradients of 0: the decay still pulls the body towards 0
            but({
                "model[1].zero_grad()\nfor _ in range(rounds):": "for _ in range(rounds):",
                "loss = ((model(x) - y) ** 2).mean()": """
                    optimizer.zero_grad(set_to_none=False)
                    loss = ((model(x) - y) ** 2).mean()
                """,
                "optimizer.step()\nmodel[1].zero_grad()": "optimizer.step()",
            }, above=True),
            # asks which ones require grad, where all do
            but({
                "optimizer = optim.SGD(model[1].parameters(), lr=lr, weight_decay=0.1)": """
                    trained = [p for p in model.parameters() if p.requires_grad]
                    optimizer = optim.SGD(trained, lr=lr, weight_decay=0.1)
                """,
            }),
            # the body is put back at the end, but it moved in between
            """
            def tune(model, x, y, lr, rounds):
                model[0].eval()
                before = [p.detach().clone() for p in model[0].parameters()]
                optimizer = optim.SGD(model.parameters(), lr=lr, weight_decay=0.1)
                for _ in range(rounds):
                    optimizer.zero_grad()
                    loss = ((model(x) - y) ** 2).mean()
                    loss.backward()
                    optimizer.step()
                with torch.no_grad():
                    for p, old in zip(model[0].parameters(), before):
                        p.copy_(old)
            """,
            # the decay is gone
            but({
                "eval()": "eval()  # the body; model[1] is the head",
                "lr, weight_decay=0.1": "lr",
            }),
            # no eval: the running means of the norm go on
            but({"model[0].eval()": ""}),
            # training mode for all, after the eval of the body
            """
            def tune(model, x, y, lr, rounds):
                model[0].eval()  # the body; model[1] is the head
                optimizer = optim.SGD(model[1].parameters(), lr=lr, weight_decay=0.1)
                for _ in range(rounds):
                    model.train()
                    optimizer.zero_grad()
                    loss = ((model(x) - y) ** 2).mean()
                    loss.backward()
                    optimizer.step()
                model[0].eval()
            """,
            # the body is trained, and the head stays
            but({
                "optimizer = optim.SGD(model[1].parameters(), lr=lr, weight_decay=0.1)":
                    "optimizer = optim.SGD(model[0].parameters(), lr=lr, weight_decay=0.1)",
            }),
            # one pass for all rounds: backward goes through a graph that is used up
            but({
                "for _ in range(rounds):": """
                    loss = ((model(x) - y) ** 2).mean()
                    for _ in range(rounds):
                """,
                "loss = ((model(x) - y) ** 2).mean()": "",
            }),
            # no_grad around the whole network, not the body alone: nothing to go back through
            but({
                "loss = ((model(x) - y) ** 2).mean()": """
                    with torch.no_grad():
                        out = model(x)
                    loss = ((out - y) ** 2).mean()
                """,
            }),
            # the weights of the head without its biases
            but({
                "optimizer = optim.SGD(model[1].parameters(), lr=lr, weight_decay=0.1)": """
                    weights = [p for p in model[1].parameters() if p.ndim > 1]
                    optimizer = optim.SGD(weights, lr=lr, weight_decay=0.1)
                """,
                "optimizer.zero_grad()": "model.zero_grad()",
            }),
            # the step and the backward indented out of the loop: one step for all rounds
            """
            def tune(model, x, y, lr, rounds):
                model[0].eval()  # the body; model[1] is the head
                optimizer = optim.SGD(model[1].parameters(), lr=lr, weight_decay=0.1)
                for _ in range(rounds):
                    optimizer.zero_grad()
                    loss = ((model(x) - y) ** 2).mean()
                loss.backward()
                optimizer.step()
            """,
        ),
    ),
)  # fmt: skip
