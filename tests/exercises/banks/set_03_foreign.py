"""Wrong answers to set X3 by someone who has not read its bank."""

from tests.exercises.banks import Item, but, unnamed

ITEMS = (
    Item(
        "x3-cards",
        wrong=unnamed(
            [
                "keeps", "plain", "passes", "plain", "passes", "passes", "passes", "plain", "keeps",
                "plain", "plain", "plain", "plain", "passes", "passes", "passes", "keeps", "plain",
                "keeps", "passes",
            ],
            [
                "keeps", "plain", "passes", "plain", "passes", "passes", "passes", "plain", "keeps",
                "plain", "plain", "plain", "plain", "keeps", "keeps", "passes", "keeps", "plain",
                "keeps", "passes",
            ],
            [
                "keeps", "plain", "passes", "passes", "passes", "passes", "passes", "plain",
                "keeps", "plain", "plain", "plain", "plain", "passes", "keeps", "passes", "keeps",
                "plain", "keeps", "passes",
            ],
            [
                "keeps", "plain", "passes", "plain", "passes", "passes", "passes", "plain", "keeps",
                "plain", "plain", "plain", "passes", "passes", "keeps", "passes", "keeps", "plain",
                "keeps", "passes",
            ],
            [
                "keeps", "plain", "passes", "plain", "passes", "passes", "passes", "plain", "plain",
                "plain", "plain", "plain", "plain", "passes", "keeps", "passes", "keeps", "plain",
                "keeps", "passes",
            ],
            [
                "keeps", "plain", "passes", "plain", "passes", "passes", "passes", "plain", "keeps",
                "plain", "plain", "plain", "plain", "passes", "keeps", "passes", "keeps", "plain",
                "keeps", "plain",
            ],
        ),
    ),
    Item(
        "x3-make-leaves",
        wrong=unnamed(
            """
            def make_leaves(tables):
                leaves = []
                for table in tables:
                    root = math.isqrt(len(table))
                    leaf = torch.tensor(table, dtype=torch.float32) / root
                    leaves.append(leaf.requires_grad_())
                return leaves
            """,
            but({"root = math.isqrt(len(table))": "root = math.sqrt(len(table[0]))"}, above=True),
            but({
                "def make_leaves(tables):\n    leaves = []": "def make_leaves(tables, leaves=[]):",
                "values =": "leaf =",
                "leaves.append(values.requires_grad_())": "leaves.append(leaf.requires_grad_())",
            }),
            but({
                "root = math.isqrt(len(table))": "root = math.sqrt(len(table))",
                "leaf = torch.tensor(table, dtype=torch.float32) / root": "for row in table:",
                "leaves.append(leaf.requires_grad_())":
                    "    for j in range(len(row)):\n"
                    "        row[j] = row[j] / root\n"
                    "leaves.append(torch.tensor(table, dtype=torch.float32, requires_grad=True))",
            }, above=True),
            but({
                "values = torch.tensor(table, dtype=torch.float32) / math.sqrt(len(table))":
                    "leaf = torch.tensor(table, dtype=torch.float64) / math.sqrt(len(table))",
                "leaves.append(values.requires_grad_())": "leaves.append(leaf.requires_grad_())",
            }),
            """
            def make_leaves(tables):
                root = math.sqrt(len(tables[0]))
                tensors = [torch.tensor(table, dtype=torch.float32) for table in tables]
                return [(tensor / root).requires_grad_() for tensor in tensors]
            """,
        ),
    ),
    Item(
        "x3-half",
        wrong=unnamed(
            but({"(values) /": "(values) //"}),
            but({
                "w = (torch.tensor(values) / 2).requires_grad_()":
                    "w = torch.tensor([value / 2 for value in values], requires_grad=True)",
            }),
            but({"loss = (w**3).sum()": "loss = (w**3).sum(0)"}),
            """
            def half(values):
                leaf = torch.tensor(values, requires_grad=True)
                w = leaf / 2
                loss = (w**3).sum()
                loss.backward()
                return leaf.grad
            """,
            but({
                "w = (torch.tensor(values) / 2).requires_grad_()":
                    "w = torch.tensor(values, requires_grad=True)",
                "loss = (w**3).sum()": "loss = (w**3 / 2).sum()",
            }),
            but({"loss = (w**3).sum()": "loss = (w**3).mean()"}),
        ),
    ),
    Item(
        "x3-counted",
        wrong=unnamed(
            but({"float32": "float16"}),
            but({"loss = (w * w).mean()": "loss = w.mean() ** 2"}),
            but({"loss = (w * w).mean()": "loss = (w * w.detach()).mean()"}),
            but({"loss = (w * w).mean()": "loss = (w * w).sum() / 3"}),
            but({"mean": "sum", ".grad": ".grad // len(counts)"}),
            but({"return w.grad": "return w.grad.int()"}),
        ),
    ),
    Item(
        "x3-cut",
        wrong=unnamed(
            but({
                "loss = (hidden * second).sum()": """
                    report = [value.item() for value in hidden]
                    loss = (hidden * second).sum()
                """,
            }),
            but({"loss = (hidden * second).sum()": "loss = torch.dot(hidden, second)"}),
            """
            def cut(x, first, second):
                hidden = torch.tanh(x * first)
                with torch.no_grad():
                    return second * (1 - hidden**2) * x, hidden * 1.0
            """,
            but({
                "hidden = torch.tanh(x * first)":
                    "hidden = torch.stack([torch.tanh(x[i] * first[i]) for i in range(len(x))])",
            }),
            but({
                "loss = (hidden * second).sum()": """
                    report = torch.tensor(hidden.tolist(), requires_grad=True)
                    loss = (report * second).sum()
                """,
            }),
            but({"loss = (hidden * second).sum()": "loss = (hidden * second).mean()"}),
        ),
    ),
    Item(
        "x3-step",
        wrong=unnamed(
            but({
                "loss = ((w * xs - targets) ** 2).mean()":
                    "loss = ((w * xs - targets) ** 2).sum() / len(xs)",
            }),
            but({"w.grad = None": "w.grad.zero_()"}),
            but({
                "with torch.no_grad():\n    w -= 0.1 * w.grad": """
                    grad = w.grad
                    w.detach_()
                    w -= 0.1 * grad
                """,
            }),
            """
            def step(w, xs, targets):
                loss = ((w * xs - targets) ** 2).mean()
                loss.backward()
                new = (w.detach() - 0.1 * w.grad).requires_grad_()
                w.grad = None
                w = new
                return w
            """,
            but({"((w * xs - targets) ** 2).mean()": "(w * xs - targets).mean() ** 2"}),
            but({"w -= 0.1 * w.grad": "w -= 0.1 * w.grad.mean()"}),
        ),
    ),
    Item(
        "x3-watch",
        wrong=unnamed(
            but({"c.retain_grad()": "b.retain_grad()\nc.retain_grad()"}),
            but({"a.retain_grad()": "loss.backward(retain_graph=True)\na.retain_grad()"}),
            but({
                "loss = (c * c).sum()": "c = c.detach().requires_grad_()\nloss = (c * c).sum()",
                "c.retain_grad()": "",
            }),
            but({"a = x * y": "a = (x * y).detach().requires_grad_()", "a.retain_grad()": ""}),
            but({"a.retain_grad()": "a.requires_grad_()", "c.retain_grad()": "c.requires_grad_()"}),
            but({
                "a.retain_grad()": """
                    x.requires_grad_()
                    y.requires_grad_()
                    a.retain_grad()
                """,
            }),
        ),
    ),
    Item(
        "x3-aside",
        wrong=unnamed(
            """
            def aside(f, x):
                before = x.grad
                f(x).backward()
                gradient = x.grad
                x.grad = before
                return gradient
            """,
            but({
                "before = x.grad": "before = None if x.grad is None else x.grad.clone()",
                "gradient = x.grad": "gradient = x.grad if before is None else x.grad - before",
            }, above=True),
            but({
                "twin = x.detach().requires_grad_()":
                    "twin = torch.tensor(x.tolist(), requires_grad=True)",
            }),
            but({
                "before = x.grad": "before = x.grad.clone() if x.grad else None\nx.grad = None",
            }, above=True),
            but({
                "before = x.grad": """
                    if x.grad is None:
                        x.grad = torch.zeros_like(x)
                    before = x.grad
                """,
                "f(x).backward()": "x.grad = None\nf(x).backward()",
            }, above=True),
            but({
                "f(x).backward()": """
                    if before is not None:
                        x.grad.zero_()
                    f(x).backward()
                """,
                "gradient = x.grad": "gradient = x.grad.clone()",
            }, above=True),
        ),
    ),
    Item(
        "x3-why",
        wrong=unnamed(
            but({
                "if node is not None and node not in seen:\n    seen.add(node)": """
                    if node in seen:
                        continue
                    seen.add(node)
                    if node is not None:
                """,
            }),
            """
            def why(tensor, loss):
                if not tensor.requires_grad:
                    return "plain"
                if torch.autograd.grad(loss, tensor, allow_unused=True)[0] is None:
                    return "elsewhere"
                if not tensor.is_leaf and not tensor.retains_grad:
                    return "passes"
                return "filled"
            """,
            """
            def why(tensor, loss):
                if not tensor.requires_grad:
                    return "plain"
                if not tensor.is_leaf and not tensor.retains_grad:
                    return "passes"
                seen, waiting = set(), [loss.grad_fn]
                while waiting:
                    node = waiting.pop()
                    if node is None or node in seen:
                        continue
                    seen.add(node)
                    waiting += [behind for behind, _ in node.next_functions]
                variables = [node.variable for node in seen if hasattr(node, "variable")]
                if tensor.grad_fn in seen or any(leaf is tensor for leaf in variables):
                    return "filled"
                return "elsewhere"
            """,
            but({
                "node = waiting.pop()": "for behind, _ in waiting.pop().next_functions:",
                "if node is not None and node not in seen:":
                    "    if behind is not None and behind not in seen:",
                "seen.add(node)": "    seen.add(behind)",
                "waiting += [behind for behind, _ in node.next_functions]":
                    "    waiting.append(behind)",
            }),
            """
            def why(tensor, loss):
                if not tensor.requires_grad:
                    return "plain"
                waiting, found = [loss.grad_fn], False
                while waiting and not found:
                    node = waiting.pop()
                    if node is None:
                        continue
                    found = node is tensor.grad_fn or getattr(node, "variable", None) is tensor
                    waiting += [behind for behind, _ in node.next_functions]
                if not found:
                    return "elsewhere"
                if not tensor.is_leaf and not tensor.retains_grad:
                    return "passes"
                return "filled"
            """,
            """
            def why(tensor, loss):
                if not tensor.requires_grad:
                    return "plain"
                seen = set()

                def visit(node):
                    if node is None or node in seen:
                        return
                    seen.add(node)
                    for behind, _ in node.next_functions:
                        visit(behind)

                visit(loss.grad_fn)
                variables = [node.variable for node in seen if hasattr(node, "variable")]
                if tensor.grad_fn not in seen and not any(leaf is tensor for leaf in variables):
                    return "elsewhere"
                if not tensor.is_leaf and not tensor.retains_grad:
                    return "passes"
                return "filled"
            """,
        ),
    ),
)  # fmt: skip
