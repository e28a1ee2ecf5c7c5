"""Wrong answers to set X4 by someone who has not read its bank."""

from tests.exercises.banks import Item, but, unnamed

ITEMS = (
    Item(
        "x4-tuned",
        wrong=unnamed(
            but({
                "for x, y in zip(xs, ys):": """
                    scale = torch.exp(log_scale)
                    for x, y in zip(xs, ys):
                """,
                "scale = torch.exp(log_scale)": "",
                "with torch.no_grad():": "scale = torch.exp(log_scale)\nwith torch.no_grad():",
            }),
            """
            def tuned(log_scale, xs, ys):
                for x, y in zip(xs, ys):
                    scale = torch.exp(log_scale)
                    loss = ((scale * x - y) ** 2).mean()
                    loss.backward()
                    with torch.no_grad():
                        log_scale -= 0.1 * log_scale.grad
                log_scale.grad = None
            """,
            """
            def tuned(log_scale, xs, ys):
                total = 0.0
                for x, y in zip(xs, ys):
                    scale = torch.exp(log_scale)
                    total = total + ((scale * x - y) ** 2).mean()
                total.backward()
                with torch.no_grad():
                    log_scale -= 0.1 * log_scale.grad
                log_scale.grad = None
            """,
            but({
                "for x, y in zip(xs, ys)": "for i in range(len(log_scale))",
                "x - y": "xs[i] - ys[i]",
            }),
            """
            def tuned(log_scale, xs, ys):
                for x, y in zip(xs, ys):
                    scale = torch.exp(log_scale)
                    loss = ((scale * x - y) ** 2).mean()
                    loss.backward()
                    log_scale = (log_scale - 0.1 * log_scale.grad).detach().requires_grad_()
            """,
            but({"loss.backward()": "loss.backward(retain_graph=True)"}),
        ),
    ),
    Item(
        "x4-heads",
        wrong=unnamed(
            but({
                "(spread + lean).backward()":
                    "(gradient,) = torch.autograd.grad([spread, lean], w)",
                "return w.grad": "return gradient",
            }),
            but({
                "(spread + lean).backward()": "spread.backward(retain_graph=True)\nlean.backward()",
            }),
            but({
                "lean = 0.1 * trunk.sum()\n(spread + lean).backward()": """
                    spread.backward()
                    lean = 0.1 * torch.tanh(x * w).sum()
                    lean.backward()
                """,
            }),
            but({"lean = 0.1 * trunk.sum()": "lean = 0.1 * trunk.mean()"}),
            but({"(spread + lean).backward()": "(spread + 0.1 * lean).backward()"}),
            but({"(spread + lean).backward()": "(spread + lean).backward(retain_graph=True)"}),
        ),
    ),
    Item(
        "x4-centred",
        wrong=unnamed(
            but({
                "loss = ((f - average) ** 2).sum()": """
                    average = average.detach()
                    loss = ((f - average) ** 2).sum()
                """,
                "average = average.detach()": "",
            }),
            but({"average = average.detach()": "average = f.mean().detach()"}),
            but({"loss.backward()": "w.grad = None\nloss.backward()"}),
            but({
                "loss.backward()\naverage = average.detach()": "loss.backward(retain_graph=True)",
            }),
            but({
                "average = average.detach()": """
                    with torch.no_grad():
                        average = 0.5 * average + 0.5 * f.mean()
                """,
            }),
            but({"average = 0.0": "average = torch.tanh(batches[0] * w).mean().detach()"}),
        ),
    ),
    Item(
        "x4-each",
        wrong=unnamed(
            """
            def each(trunk, first, second, x):
                before, x.grad = x.grad, None
                h = trunk(x)
                first(h).backward(retain_graph=True)
                one = x.grad
                second(h).backward()
                both = x.grad
                x.grad = before
                return one, both - one, both
            """,
            but({"one = x.grad": "one = x.grad.clone()"}, above=True),
            """
            def each(trunk, first, second, x):
                (one,) = torch.autograd.grad(first(trunk(x)), x)
                (other,) = torch.autograd.grad(second(trunk(x)), x)
                return one, other, one + other
            """,
            but({"x, retain_graph=True": "x"}),
            """
            def each(trunk, first, second, x):
                h = trunk(x)
                found = []
                for loss in (first(h), second(h)):
                    x.grad = None
                    loss.backward(retain_graph=True)
                    found.append(x.grad)
                x.grad = None
                return found[0], found[1], found[0] + found[1]
            """,
            but({
                "return one, other, one + other": """
                    total = one
                    total += other
                    return one, other, total
                """,
            }),
        ),
    ),
    Item(
        "x4-summary",
        wrong=unnamed(
            but({
                "total += loss.item()": "total += loss",
                "losses.append(loss.item())": "losses.append(loss)",
                "return total / len(batches), max(losses), w.grad":
                    "return (total / len(batches)).item(), max(losses).item(), w.grad",
            }),
            but({
                "losses.append(loss.item())": "losses.append(loss.clone())",
                "(losses)": "(losses).item()",
            }),
            but({
                "loss.backward()\ntotal += loss.item()": "total += loss",
                "return total / len(batches), max(losses), w.grad": """
                    total.backward()
                    return total.item() / len(batches), max(losses), w.grad
                """,
            }),
            but({
                "total, losses = 0.0, []": "total, largest = 0.0, 0.0",
                "total += loss.item()": "total += loss",
                "losses.append(loss.item())": "if loss.item() > largest:",
                "return total / len(batches), max(losses), w.grad":
                    "        largest = loss.item()\n"
                    "return total.detach() / len(batches), largest, w.grad",
            }),
            but({
                "loss = (torch.tanh(w * x) ** 2).mean()": """
                    w.grad = None
                    loss = (torch.tanh(w * x) ** 2).mean()
                """,
            }),
            but({
                "def summary(w, batches):": """
                    losses = []


                    def summary(w, batches):
                """,
                "total, losses = 0.0, []": "total = 0.0",
            }),
        ),
    ),
    Item(
        "x4-players",
        wrong=unnamed(
            """
            def players(paint, judge, g, d, z):
                picture = paint(g, z)
                verdict = judge(d, picture.detach())
                (verdict**2).mean().backward()
                by_d = d.grad
                verdict = judge(d, picture)
                ((verdict - 1) ** 2).mean().backward()
                return by_d, g.grad
            """,
            """
            def players(paint, judge, g, d, z):
                picture = paint(g, z)
                verdict = judge(d, picture)
                loss_of_d = (verdict**2).mean()
                loss_of_g = ((verdict - 1) ** 2).mean()
                (by_d,) = torch.autograd.grad(loss_of_d, d, retain_graph=True)
                (by_g,) = torch.autograd.grad(loss_of_g, g)
                return by_d, by_g
            """,
            """
            def players(paint, judge, g, d, z):
                picture = paint(g, z)
                verdict = judge(d, picture.detach())
                (by_d,) = torch.autograd.grad((verdict**2).sum(), d)
                verdict = judge(d, picture)
                (by_g,) = torch.autograd.grad(((verdict - 1) ** 2).sum(), g)
                return by_d, by_g
            """,
            """
            def players(paint, judge, g, d, z):
                verdict = judge(d, paint(g, z).detach())
                (by_d,) = torch.autograd.grad((verdict**2).mean(), d)
                verdict = judge(d, paint(g, z))
                (by_g,) = torch.autograd.grad(((verdict - 1) ** 2).mean(), g)
                return by_d, by_g
            """,
            """
            def players(paint, judge, g, d, z):
                picture = paint(g, z)
                verdict = judge(d, picture.detach())
                (by_d,) = torch.autograd.grad((verdict**2).mean(), d)
                with torch.no_grad():
                    d -= by_d
                verdict = judge(d, picture)
                (by_g,) = torch.autograd.grad(((verdict - 1) ** 2).mean(), g)
                return by_d, by_g
            """,
            but({
                "with torch.no_grad():\n    d -= by_d": "",
                "(verdict - 1) ** 2": "verdict**2 - 1",
            }, above=True),
        ),
    ),
    Item(
        "x4-truncated",
        wrong=unnamed(
            but({
                "for step, x in enumerate(xs, 1):": """
                    whole = len(xs) - len(xs) % k
                    for step, x in enumerate(xs, 1):
                """,
                "if step % k == 0 or step == len(xs):": "if step % k == 0 or step > whole:",
            }),
            """
            def truncated(w, h, xs, k):
                for start in range(0, len(xs) - k + 1, k):
                    loss = 0.0
                    for x in xs[start : start + k]:
                        h = torch.tanh(w * h + x)
                        loss = loss + (h**2).sum()
                    loss.backward()
                    h = h.detach()
                return w.grad, h
            """,
            but({
                "if step % k == 0 or step == len(xs):": "if step % k == 0:",
                "return w.grad, h": "loss.backward()\nreturn w.grad, h.detach()",
            }),
            but({
                "if step % k == 0 or step == len(xs):": "if step % k == 0:",
                "return w.grad, h": """
                    if len(xs) % k:
                        loss.backward()
                    return w.grad, h
                """,
            }),
            but({"xs, 1": "xs", "(xs)": "(xs) - 1"}),
            but({
                "loss = 0.0\nfor step, x in enumerate(xs, 1):": "for step, x in enumerate(xs, 1):",
                "loss = loss + (h**2).sum()": "",
                "loss.backward()": "loss = (h**2).sum()\nloss.backward()",
                "loss = 0.0\nh = h.detach()": "h = h.detach()",
            }),
        ),
    ),
    Item(
        "x4-can-run",
        wrong=unnamed(
            """
            def can_run(loss):
                seen, waiting = set(), [loss.grad_fn]
                while waiting:
                    node = waiting.pop()
                    if node is None or node in seen:
                        continue
                    seen.add(node)
                    if "_saved_self" in dir(node):
                        try:
                            node._saved_self
                        except RuntimeError:
                            return False
                    waiting += [behind for behind, _ in node.next_functions]
                return True
            """,
            but({
                "waiting += [behind for behind, _ in node.next_functions]": "",
                "getattr(node, name)": "if getattr(node, name) is None:\n    return False",
                "return True":
                    "    waiting += [behind for behind, _ in node.next_functions]\n"
                    "return True",
            }),
            """
            def can_run(loss):
                seen, waiting, leaves = set(), [loss.grad_fn], []
                while waiting:
                    node = waiting.pop()
                    if node is None or node in seen:
                        continue
                    seen.add(node)
                    if hasattr(node, "variable"):
                        leaves.append(node.variable)
                    waiting += [behind for behind, _ in node.next_functions]
                try:
                    torch.autograd.grad(loss, leaves[:1], retain_graph=True)
                except RuntimeError:
                    return False
                return True
            """,
            but({"leaves[:1], retain_graph=True": "leaves"}, above=True),
            but({
                "seen, waiting = set(), [loss.grad_fn]": "waiting = [loss.grad_fn]",
                "if node is None or node in seen:": "if node is None:",
                """
                    seen.add(node)
                    waiting += [behind for behind, _ in node.next_functions]
                """: "",
                "return True":
                    "    waiting += [behind for behind, _ in node.next_functions]\n"
                    "return True",
            }),
            but({
                "try:": "before = [leaf.grad for leaf in leaves]\ntry:",
                "torch.autograd.grad(loss, leaves[:1], retain_graph=True)":
                    "loss.backward(retain_graph=True)",
                "return True": """
                    for leaf, grad in zip(leaves, before):
                        leaf.grad = grad
                    return True
                """,
            }, above=True),
        ),
    ),
)  # fmt: skip
