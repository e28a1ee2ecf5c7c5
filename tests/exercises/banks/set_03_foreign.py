"""Wrong answers to set X3 by someone who has not read its bank."""

from tests.exercises.banks import Item

ITEMS = (
    Item(
        "x3-cards",
        wrong=(
            (
                [
                    "keeps",
                    "plain",
                    "passes",
                    "plain",
                    "passes",
                    "passes",
                    "passes",
                    "plain",
                    "keeps",
                    "plain",
                    "plain",
                    "plain",
                    "plain",
                    "passes",
                    "passes",
                    "passes",
                    "keeps",
                    "plain",
                    "keeps",
                    "passes",
                ],
                None,
            ),
            (
                [
                    "keeps",
                    "plain",
                    "passes",
                    "plain",
                    "passes",
                    "passes",
                    "passes",
                    "plain",
                    "keeps",
                    "plain",
                    "plain",
                    "plain",
                    "plain",
                    "keeps",
                    "keeps",
                    "passes",
                    "keeps",
                    "plain",
                    "keeps",
                    "passes",
                ],
                None,
            ),
            (
                [
                    "keeps",
                    "plain",
                    "passes",
                    "passes",
                    "passes",
                    "passes",
                    "passes",
                    "plain",
                    "keeps",
                    "plain",
                    "plain",
                    "plain",
                    "plain",
                    "passes",
                    "keeps",
                    "passes",
                    "keeps",
                    "plain",
                    "keeps",
                    "passes",
                ],
                None,
            ),
            (
                [
                    "keeps",
                    "plain",
                    "passes",
                    "plain",
                    "passes",
                    "passes",
                    "passes",
                    "plain",
                    "keeps",
                    "plain",
                    "plain",
                    "plain",
                    "passes",
                    "passes",
                    "keeps",
                    "passes",
                    "keeps",
                    "plain",
                    "keeps",
                    "passes",
                ],
                None,
            ),
            (
                [
                    "keeps",
                    "plain",
                    "passes",
                    "plain",
                    "passes",
                    "passes",
                    "passes",
                    "plain",
                    "plain",
                    "plain",
                    "plain",
                    "plain",
                    "plain",
                    "passes",
                    "keeps",
                    "passes",
                    "keeps",
                    "plain",
                    "keeps",
                    "passes",
                ],
                None,
            ),
            (
                [
                    "keeps",
                    "plain",
                    "passes",
                    "plain",
                    "passes",
                    "passes",
                    "passes",
                    "plain",
                    "keeps",
                    "plain",
                    "plain",
                    "plain",
                    "plain",
                    "passes",
                    "keeps",
                    "passes",
                    "keeps",
                    "plain",
                    "keeps",
                    "plain",
                ],
                None,
            ),
        ),
    ),
    Item(
        "x3-make-leaves",
        wrong=(
            (
                """
                def make_leaves(tables):
                    leaves = []
                    for table in tables:
                        root = math.isqrt(len(table))
                        leaf = torch.tensor(table, dtype=torch.float32) / root
                        leaves.append(leaf.requires_grad_())
                    return leaves
                """,
                None,
            ),
            (
                """
                def make_leaves(tables):
                    leaves = []
                    for table in tables:
                        root = math.sqrt(len(table[0]))
                        leaf = torch.tensor(table, dtype=torch.float32) / root
                        leaves.append(leaf.requires_grad_())
                    return leaves
                """,
                None,
            ),
            (
                """
                def make_leaves(tables, leaves=[]):
                    for table in tables:
                        leaf = torch.tensor(table, dtype=torch.float32) / math.sqrt(len(table))
                        leaves.append(leaf.requires_grad_())
                    return leaves
                """,
                None,
            ),
            (
                """
                def make_leaves(tables):
                    leaves = []
                    for table in tables:
                        root = math.sqrt(len(table))
                        for row in table:
                            for j in range(len(row)):
                                row[j] = row[j] / root
                        leaves.append(torch.tensor(table, dtype=torch.float32, requires_grad=True))
                    return leaves
                """,
                None,
            ),
            (
                """
                def make_leaves(tables):
                    leaves = []
                    for table in tables:
                        leaf = torch.tensor(table, dtype=torch.float64) / math.sqrt(len(table))
                        leaves.append(leaf.requires_grad_())
                    return leaves
                """,
                None,
            ),
            (
                """
                def make_leaves(tables):
                    root = math.sqrt(len(tables[0]))
                    tensors = [torch.tensor(table, dtype=torch.float32) for table in tables]
                    return [(tensor / root).requires_grad_() for tensor in tensors]
                """,
                None,
            ),
        ),
    ),
    Item(
        "x3-half",
        wrong=(
            (
                """
                def half(values):
                    w = (torch.tensor(values) // 2).requires_grad_()
                    loss = (w**3).sum()
                    loss.backward()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def half(values):
                    w = torch.tensor([value / 2 for value in values], requires_grad=True)
                    loss = (w**3).sum()
                    loss.backward()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def half(values):
                    w = (torch.tensor(values) / 2).requires_grad_()
                    loss = (w**3).sum(0)
                    loss.backward()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def half(values):
                    leaf = torch.tensor(values, requires_grad=True)
                    w = leaf / 2
                    loss = (w**3).sum()
                    loss.backward()
                    return leaf.grad
                """,
                None,
            ),
            (
                """
                def half(values):
                    w = torch.tensor(values, requires_grad=True)
                    loss = (w**3 / 2).sum()
                    loss.backward()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def half(values):
                    w = (torch.tensor(values) / 2).requires_grad_()
                    loss = (w**3).mean()
                    loss.backward()
                    return w.grad
                """,
                None,
            ),
        ),
    ),
    Item(
        "x3-counted",
        wrong=(
            (
                """
                def counted(counts):
                    w = torch.tensor(counts, dtype=torch.float16, requires_grad=True)
                    loss = (w * w).mean()
                    loss.backward()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def counted(counts):
                    w = torch.tensor(counts, dtype=torch.float32, requires_grad=True)
                    loss = w.mean() ** 2
                    loss.backward()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def counted(counts):
                    w = torch.tensor(counts, dtype=torch.float32, requires_grad=True)
                    loss = (w * w.detach()).mean()
                    loss.backward()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def counted(counts):
                    w = torch.tensor(counts, dtype=torch.float32, requires_grad=True)
                    loss = (w * w).sum() / 3
                    loss.backward()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def counted(counts):
                    w = torch.tensor(counts, dtype=torch.float32, requires_grad=True)
                    loss = (w * w).sum()
                    loss.backward()
                    return w.grad // len(counts)
                """,
                None,
            ),
            (
                """
                def counted(counts):
                    w = torch.tensor(counts, dtype=torch.float32, requires_grad=True)
                    loss = (w * w).mean()
                    loss.backward()
                    return w.grad.int()
                """,
                None,
            ),
        ),
    ),
    Item(
        "x3-cut",
        wrong=(
            (
                """
                def cut(x, first, second):
                    hidden = torch.tanh(x * first)
                    report = [value.item() for value in hidden]
                    loss = (hidden * second).sum()
                    loss.backward()
                    return first.grad, second.grad
                """,
                None,
            ),
            (
                """
                def cut(x, first, second):
                    hidden = torch.tanh(x * first)
                    loss = torch.dot(hidden, second)
                    loss.backward()
                    return first.grad, second.grad
                """,
                None,
            ),
            (
                """
                def cut(x, first, second):
                    hidden = torch.tanh(x * first)
                    with torch.no_grad():
                        return second * (1 - hidden**2) * x, hidden * 1.0
                """,
                None,
            ),
            (
                """
                def cut(x, first, second):
                    hidden = torch.stack([torch.tanh(x[i] * first[i]) for i in range(len(x))])
                    loss = (hidden * second).sum()
                    loss.backward()
                    return first.grad, second.grad
                """,
                None,
            ),
            (
                """
                def cut(x, first, second):
                    hidden = torch.tanh(x * first)
                    report = torch.tensor(hidden.tolist(), requires_grad=True)
                    loss = (report * second).sum()
                    loss.backward()
                    return first.grad, second.grad
                """,
                None,
            ),
            (
                """
                def cut(x, first, second):
                    hidden = torch.tanh(x * first)
                    loss = (hidden * second).mean()
                    loss.backward()
                    return first.grad, second.grad
                """,
                None,
            ),
        ),
    ),
    Item(
        "x3-step",
        wrong=(
            (
                """
                def step(w, xs, targets):
                    loss = ((w * xs - targets) ** 2).sum() / len(xs)
                    loss.backward()
                    with torch.no_grad():
                        w -= 0.1 * w.grad
                    w.grad = None
                """,
                None,
            ),
            (
                """
                def step(w, xs, targets):
                    loss = ((w * xs - targets) ** 2).mean()
                    loss.backward()
                    with torch.no_grad():
                        w -= 0.1 * w.grad
                    w.grad.zero_()
                """,
                None,
            ),
            (
                """
                def step(w, xs, targets):
                    loss = ((w * xs - targets) ** 2).mean()
                    loss.backward()
                    grad = w.grad
                    w.detach_()
                    w -= 0.1 * grad
                    w.grad = None
                """,
                None,
            ),
            (
                """
                def step(w, xs, targets):
                    loss = ((w * xs - targets) ** 2).mean()
                    loss.backward()
                    new = (w.detach() - 0.1 * w.grad).requires_grad_()
                    w.grad = None
                    w = new
                    return w
                """,
                None,
            ),
            (
                """
                def step(w, xs, targets):
                    loss = (w * xs - targets).mean() ** 2
                    loss.backward()
                    with torch.no_grad():
                        w -= 0.1 * w.grad
                    w.grad = None
                """,
                None,
            ),
            (
                """
                def step(w, xs, targets):
                    loss = ((w * xs - targets) ** 2).mean()
                    loss.backward()
                    with torch.no_grad():
                        w -= 0.1 * w.grad.mean()
                    w.grad = None
                """,
                None,
            ),
        ),
    ),
    Item(
        "x3-watch",
        wrong=(
            (
                """
                def watch(x, y):
                    a = x * y
                    b = torch.sin(a)
                    c = b + x
                    loss = (c * c).sum()
                    a.retain_grad()
                    b.retain_grad()
                    c.retain_grad()
                    loss.backward()
                    return a, b, c
                """,
                None,
            ),
            (
                """
                def watch(x, y):
                    a = x * y
                    b = torch.sin(a)
                    c = b + x
                    loss = (c * c).sum()
                    loss.backward(retain_graph=True)
                    a.retain_grad()
                    c.retain_grad()
                    loss.backward()
                    return a, b, c
                """,
                None,
            ),
            (
                """
                def watch(x, y):
                    a = x * y
                    b = torch.sin(a)
                    c = b + x
                    c = c.detach().requires_grad_()
                    loss = (c * c).sum()
                    a.retain_grad()
                    loss.backward()
                    return a, b, c
                """,
                None,
            ),
            (
                """
                def watch(x, y):
                    a = (x * y).detach().requires_grad_()
                    b = torch.sin(a)
                    c = b + x
                    loss = (c * c).sum()
                    c.retain_grad()
                    loss.backward()
                    return a, b, c
                """,
                None,
            ),
            (
                """
                def watch(x, y):
                    a = x * y
                    b = torch.sin(a)
                    c = b + x
                    loss = (c * c).sum()
                    a.requires_grad_()
                    c.requires_grad_()
                    loss.backward()
                    return a, b, c
                """,
                None,
            ),
            (
                """
                def watch(x, y):
                    a = x * y
                    b = torch.sin(a)
                    c = b + x
                    loss = (c * c).sum()
                    x.requires_grad_()
                    y.requires_grad_()
                    a.retain_grad()
                    c.retain_grad()
                    loss.backward()
                    return a, b, c
                """,
                None,
            ),
        ),
    ),
    Item(
        "x3-aside",
        wrong=(
            (
                """
                def aside(f, x):
                    before = x.grad
                    f(x).backward()
                    gradient = x.grad
                    x.grad = before
                    return gradient
                """,
                None,
            ),
            (
                """
                def aside(f, x):
                    before = None if x.grad is None else x.grad.clone()
                    f(x).backward()
                    gradient = x.grad if before is None else x.grad - before
                    x.grad = before
                    return gradient
                """,
                None,
            ),
            (
                """
                def aside(f, x):
                    twin = torch.tensor(x.tolist(), requires_grad=True)
                    f(twin).backward()
                    return twin.grad
                """,
                None,
            ),
            (
                """
                def aside(f, x):
                    before = x.grad.clone() if x.grad else None
                    x.grad = None
                    f(x).backward()
                    gradient = x.grad
                    x.grad = before
                    return gradient
                """,
                None,
            ),
            (
                """
                def aside(f, x):
                    if x.grad is None:
                        x.grad = torch.zeros_like(x)
                    before = x.grad
                    x.grad = None
                    f(x).backward()
                    gradient = x.grad
                    x.grad = before
                    return gradient
                """,
                None,
            ),
            (
                """
                def aside(f, x):
                    before = x.grad
                    if before is not None:
                        x.grad.zero_()
                    f(x).backward()
                    gradient = x.grad.clone()
                    x.grad = before
                    return gradient
                """,
                None,
            ),
        ),
    ),
    Item(
        "x3-why",
        wrong=(
            (
                """
                def why(tensor, loss):
                    if not tensor.requires_grad:
                        return "plain"
                    seen, waiting = set(), [loss.grad_fn]
                    while waiting:
                        node = waiting.pop()
                        if node in seen:
                            continue
                        seen.add(node)
                        if node is not None:
                            waiting += [behind for behind, _ in node.next_functions]
                    variables = [node.variable for node in seen if hasattr(node, "variable")]
                    if tensor.grad_fn not in seen and not any(leaf is tensor for leaf in variables):
                        return "elsewhere"
                    if not tensor.is_leaf and not tensor.retains_grad:
                        return "passes"
                    return "filled"
                """,
                None,
            ),
            (
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
                None,
            ),
            (
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
                None,
            ),
            (
                """
                def why(tensor, loss):
                    if not tensor.requires_grad:
                        return "plain"
                    seen, waiting = set(), [loss.grad_fn]
                    while waiting:
                        for behind, _ in waiting.pop().next_functions:
                            if behind is not None and behind not in seen:
                                seen.add(behind)
                                waiting.append(behind)
                    variables = [node.variable for node in seen if hasattr(node, "variable")]
                    if tensor.grad_fn not in seen and not any(leaf is tensor for leaf in variables):
                        return "elsewhere"
                    if not tensor.is_leaf and not tensor.retains_grad:
                        return "passes"
                    return "filled"
                """,
                None,
            ),
            (
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
                None,
            ),
            (
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
                None,
            ),
        ),
    ),
)
