"""Wrong answers to set X1 by someone who has not read its bank."""

from tests.exercises.banks import Item, but, unnamed

ITEMS = (
    Item(
        "x1-names",
        wrong=unnamed(
            [
                "MulBackward0", "AddBackward0", "AddBackward0", "AccumulateGrad", "AccumulateGrad",
                "AccumulateGrad",
            ],
            ["MulBackward0", "AddBackward0", "AccumulateGrad", "AccumulateGrad", "AddBackward0"],
            ["AccumulateGrad", "AccumulateGrad", "AddBackward0", "AddBackward0", "MulBackward0"],
            ["MulBackward0", "AddBackward0", "AddBackward1", "AccumulateGrad", "AccumulateGrad"],
            ["MulBackward0", "AddBackward0", "AccumulateGrad", "AccumulateGrad"],
            ["AddBackward0", "AddBackward0", "MulBackward0", "AccumulateGrad", "AccumulateGrad"],
        ),
    ),
    Item(
        "x1-quotient",
        wrong=unnamed(
            """
            def quotient(x, y):
                above = x - y
                below = x + y.detach()
                return above / below
            """,
            but({"above = x - y": "above = x + -y", "y.detach()": "y"}, above=True),
            but({"above =": "x =", "y.detach()": "y", "return above": "return x"}, above=True),
            but({"below = x + y.detach()": "below = x.item() + y"}, above=True),
            but({"below = x + y.detach()": "below = x.float() + y.float()"}, above=True),
            but({"y.detach()": "y", "/ below": "* (1 / below)"}, above=True),
        ),
    ),
    Item(
        "x1-partly",
        wrong=unnamed(
            but({"return x * y + torch.log(x).detach()": "return x * y + torch.log(x).item()"}),
            but({"return x * y + torch.log(x).detach()": "return x * y + torch.log(x.clone())"}),
            but({"(x).detach": "(x.detach()).requires_grad_"}),
            """
            def partly(x, y):
                product = x * y
                return product + torch.log(x.detach_())
            """,
            but({
                "product = x * y": "x = x.detach()",
                "return product + torch.log(x.detach_())": "return x * y + torch.log(x)",
            }, above=True),
            """
            def partly(x, y):
                with torch.no_grad():
                    product = x * y
                    constant = torch.log(x)
                return product + constant
            """,
        ),
    ),
    Item(
        "x1-shared",
        wrong=unnamed(
            """
            def shared(x, y):
                return (x + y) * torch.sin(y + x)
            """,
            but({"return total * torch.sin(total)": "return total * torch.sin(total.clone())"}),
            but({"total = x + y": "total = torch.stack([x, y]).sum(0)"}),
            but({"return total * torch.sin(total)": "return total * torch.sin(total.detach())"}),
            but({"return total * torch.sin(total)": "return torch.sin(total * total)"}),
        ),
    ),
    Item(
        "x1-chain",
        wrong=unnamed(
            """
            def chain(x, n):
                if n == 0:
                    return x
                return chain(x, n - 1) * x
            """,
            but({"result = x": "result = x.detach()"}),
            but({"result = x": "", "result = result": "x = x", "return result": "return x"}),
            but({
                "result = x": "result = torch.ones_like(x)",
                "for _ in range(n):": "for _ in range(n + 1):",
            }),
            but({"result = x": "result = x * x", "for _ in range(n):": "for _ in range(2, n):"}),
            """
            def chain(x, n):
                if n == 1:
                    return x * x
                half = chain(x, (n - 1) // 2) if n > 2 else x
                return half * half if n % 2 else half * half * x
            """,
        ),
    ),
    Item(
        "x1-before-and-after",
        wrong=unnamed(
            [None, True, True, 2.0],
            [0.0, True, True, 5.0],
            [None, False, True, 5.0],
            [None, True, False, 5.0],
            [5.0, True, True, 5.0],
            [None, True, True, 10.0],
        ),
    ),
    Item(
        "x1-uses",
        wrong=unnamed(
            """
            def uses(result, leaf):
                count, seen, waiting = 0, set(), [result.grad_fn]
                while waiting:
                    node = waiting.pop(0)
                    seen.add(node)
                    for behind, _ in node.next_functions:
                        if behind is None:
                            continue
                        if hasattr(behind, "variable") and behind.variable is leaf:
                            count += 1
                        if behind not in seen:
                            waiting.append(behind)
                return count
            """,
            but({
                "def uses(result, leaf):": "def uses(result, leaf, seen=set()):",
                "count, seen, waiting = 0, set(), [result.grad_fn]": """
                    count, waiting = 0, [result.grad_fn]
                    seen.add(result.grad_fn)
                """,
                "node = waiting.pop(0)\nseen.add(node)": "node = waiting.pop()",
                "waiting.append(behind)": "seen.add(behind)\nwaiting.append(behind)",
            }, above=True),
            """
            def uses(result, leaf):
                seen = set()

                def visit(node):
                    count = 0
                    for behind, _ in node.next_functions:
                        if behind is None:
                            continue
                        if hasattr(behind, "variable") and behind.variable is leaf:
                            count += 1
                        if behind not in seen:
                            seen.add(behind)
                            count += visit(behind)
                    return count

                return visit(result.grad_fn)
            """,
            but({
                "for node, _ in waiting.pop().next_functions:\n    if node is None:": """
                    node = waiting.pop()
                    for behind, _ in node.next_functions:
                        if behind is None:
                """,
                'if hasattr(node, "variable") and node.variable is leaf:':
                    'if hasattr(behind, "variable") and torch.equal(behind.variable, leaf):',
                "if node not in seen:": "if behind not in seen:",
                "seen.add(node)": "seen.add(behind)",
                "waiting.append(node)": "waiting.append(behind)",
            }),
            """
            def uses(result, leaf):
                count, waiting = 0, [result.grad_fn]
                while waiting:
                    node = waiting.pop()
                    for behind, _ in node.next_functions:
                        if behind is None:
                            continue
                        if hasattr(behind, "variable") and behind.variable is leaf:
                            count += 1
                        waiting.append(behind)
                return count
            """,
            """
            def uses(result, leaf):
                count, seen, waiting = 0, {result.grad_fn}, [result.grad_fn]
                while waiting:
                    node = waiting.pop()
                    leads = False
                    for behind, _ in node.next_functions:
                        if behind is None:
                            continue
                        if hasattr(behind, "variable") and behind.variable is leaf:
                            leads = True
                        if behind not in seen:
                            seen.add(behind)
                            waiting.append(behind)
                    count += leads
                return count
            """,
        ),
    ),
    Item(
        "x1-leaves",
        wrong=unnamed(
            but({
                "seen, waiting = [], set()": "waiting = []",
                "None or node in seen": "None",
                "seen.add(node)": "",
                "found.append(node.variable)": """
                    if not any(node.variable is leaf for leaf in found):
                        found.append(node.variable)
                """,
            }),
            but({
                "node = waiting.pop(0)": "node = waiting.pop()",
                "node.next_functions": "reversed(node.next_functions)",
            }),
            but({
                "if node is None or node in seen:": """
                    if node is None:
                        break
                    if node in seen:
                """,
            }),
            but({
                "def leaves(result):": """
                    seen = set()


                    def leaves(result):
                """,
                "seen, waiting = [], set()": "waiting = []",
            }),
            but({
                "found.append(node.variable)": """
                    if not any(torch.equal(node.variable, leaf) for leaf in found):
                        found.append(node.variable)
                """,
            }),
            """
            def leaves(result):
                found, waiting = [], [result.grad_fn]
                while waiting:
                    node = waiting.pop(0)
                    if hasattr(node, "variable"):
                        found.append(node.variable)
                    for behind, _ in node.next_functions:
                        if behind is not None and behind not in waiting:
                            waiting.append(behind)
                return found
            """,
        ),
    ),
    Item(
        "x1-gradients",
        wrong=unnamed(
            """
            a = torch.tensor(0.0, requires_grad=True)
            b = torch.tensor(0.0, requires_grad=True)


            def gradients(x, y):
                with torch.no_grad():
                    a.fill_(x)
                    b.fill_(y)
                f = a**2 + b**3 - torch.sin(a * b)
                f.backward()
                return a.grad, b.grad
            """,
            but({
                "x = torch": "a = torch",
                "y = torch": "b = torch",
                "f = x**2 + y**3 - torch.sin(x * y)": "f = a**2 + b**3 - torch.sin(a * b)",
                "x.grad, y.grad": "round(a.grad.item(), 2), round(b.grad.item(), 2)",
            }),
            """
            import math


            def gradients(x, y):
                a = torch.tensor(x, requires_grad=True)
                b = torch.tensor(y, requires_grad=True)
                f = a**2 + b**3 - math.sin(x * y)
                f.backward()
                return a.grad, b.grad
            """,
            but({
                "x = torch": "a = torch",
                "y = torch": "b = torch",
                "x**2 + y**3 - torch.sin(x * y)": "a**2 + b**3 - torch.sin(a) * b",
                "x.grad, y": "a.grad, b",
            }),
            """
            def gradients(x, y):
                a = torch.tensor(x, requires_grad=True)
                b = torch.tensor(y, requires_grad=True)
                (a**2 + b**3).backward()
                torch.sin(a * b).backward()
                return a.grad, b.grad
            """,
            """
            def gradients(x, y):
                a = torch.tensor(abs(x), requires_grad=True)
                b = torch.tensor(abs(y), requires_grad=True)
                f = a**2 + b**3 - torch.sin(a * b)
                f.backward()
                return a.grad, b.grad
            """,
        ),
    ),
)  # fmt: skip
