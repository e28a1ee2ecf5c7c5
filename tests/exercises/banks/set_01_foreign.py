"""Wrong answers to set X1 by someone who has not read its bank."""

from tests.exercises.banks import Item

ITEMS = (
    Item(
        "x1-names",
        wrong=(
            (
                [
                    "MulBackward0",
                    "AddBackward0",
                    "AddBackward0",
                    "AccumulateGrad",
                    "AccumulateGrad",
                    "AccumulateGrad",
                ],
                None,
            ),
            (
                [
                    "MulBackward0",
                    "AddBackward0",
                    "AccumulateGrad",
                    "AccumulateGrad",
                    "AddBackward0",
                ],
                None,
            ),
            (
                [
                    "AccumulateGrad",
                    "AccumulateGrad",
                    "AddBackward0",
                    "AddBackward0",
                    "MulBackward0",
                ],
                None,
            ),
            (
                [
                    "MulBackward0",
                    "AddBackward0",
                    "AddBackward1",
                    "AccumulateGrad",
                    "AccumulateGrad",
                ],
                None,
            ),
            (["MulBackward0", "AddBackward0", "AccumulateGrad", "AccumulateGrad"], None),
            (
                [
                    "AddBackward0",
                    "AddBackward0",
                    "MulBackward0",
                    "AccumulateGrad",
                    "AccumulateGrad",
                ],
                None,
            ),
        ),
    ),
    Item(
        "x1-quotient",
        wrong=(
            (
                """
                def quotient(x, y):
                    above = x - y
                    below = x + y.detach()
                    return above / below
                """,
                None,
            ),
            (
                """
                def quotient(x, y):
                    above = x + -y
                    below = x + y
                    return above / below
                """,
                None,
            ),
            (
                """
                def quotient(x, y):
                    x = x - y
                    below = x + y
                    return x / below
                """,
                None,
            ),
            (
                """
                def quotient(x, y):
                    above = x - y
                    below = x.item() + y
                    return above / below
                """,
                None,
            ),
            (
                """
                def quotient(x, y):
                    above = x - y
                    below = x.float() + y.float()
                    return above / below
                """,
                None,
            ),
            (
                """
                def quotient(x, y):
                    above = x - y
                    below = x + y
                    return above * (1 / below)
                """,
                None,
            ),
        ),
    ),
    Item(
        "x1-partly",
        wrong=(
            (
                """
                def partly(x, y):
                    return x * y + torch.log(x).item()
                """,
                None,
            ),
            (
                """
                def partly(x, y):
                    return x * y + torch.log(x.clone())
                """,
                None,
            ),
            (
                """
                def partly(x, y):
                    return x * y + torch.log(x.detach()).requires_grad_()
                """,
                None,
            ),
            (
                """
                def partly(x, y):
                    product = x * y
                    return product + torch.log(x.detach_())
                """,
                None,
            ),
            (
                """
                def partly(x, y):
                    x = x.detach()
                    return x * y + torch.log(x)
                """,
                None,
            ),
            (
                """
                def partly(x, y):
                    with torch.no_grad():
                        product = x * y
                        constant = torch.log(x)
                    return product + constant
                """,
                None,
            ),
        ),
    ),
    Item(
        "x1-shared",
        wrong=(
            (
                """
                def shared(x, y):
                    return (x + y) * torch.sin(y + x)
                """,
                None,
            ),
            (
                """
                def shared(x, y):
                    total = x + y
                    return total * torch.sin(total.clone())
                """,
                None,
            ),
            (
                """
                def shared(x, y):
                    total = torch.stack([x, y]).sum(0)
                    return total * torch.sin(total)
                """,
                None,
            ),
            (
                """
                def shared(x, y):
                    total = x + y
                    return total * torch.sin(total.detach())
                """,
                None,
            ),
            (
                """
                def shared(x, y):
                    total = x + y
                    return torch.sin(total * total)
                """,
                None,
            ),
        ),
    ),
    Item(
        "x1-chain",
        wrong=(
            (
                """
                def chain(x, n):
                    if n == 0:
                        return x
                    return chain(x, n - 1) * x
                """,
                None,
            ),
            (
                """
                def chain(x, n):
                    result = x.detach()
                    for _ in range(n):
                        result = result * x
                    return result
                """,
                None,
            ),
            (
                """
                def chain(x, n):
                    for _ in range(n):
                        x = x * x
                    return x
                """,
                None,
            ),
            (
                """
                def chain(x, n):
                    result = torch.ones_like(x)
                    for _ in range(n + 1):
                        result = result * x
                    return result
                """,
                None,
            ),
            (
                """
                def chain(x, n):
                    result = x * x
                    for _ in range(2, n):
                        result = result * x
                    return result
                """,
                None,
            ),
            (
                """
                def chain(x, n):
                    if n == 1:
                        return x * x
                    half = chain(x, (n - 1) // 2) if n > 2 else x
                    return half * half if n % 2 else half * half * x
                """,
                None,
            ),
        ),
    ),
    Item(
        "x1-before-and-after",
        wrong=(
            ([None, True, True, 2.0], None),
            ([0.0, True, True, 5.0], None),
            ([None, False, True, 5.0], None),
            ([None, True, False, 5.0], None),
            ([5.0, True, True, 5.0], None),
            ([None, True, True, 10.0], None),
        ),
    ),
    Item(
        "x1-uses",
        wrong=(
            (
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
                None,
            ),
            (
                """
                def uses(result, leaf, seen=set()):
                    count, waiting = 0, [result.grad_fn]
                    seen.add(result.grad_fn)
                    while waiting:
                        node = waiting.pop()
                        for behind, _ in node.next_functions:
                            if behind is None:
                                continue
                            if hasattr(behind, "variable") and behind.variable is leaf:
                                count += 1
                            if behind not in seen:
                                seen.add(behind)
                                waiting.append(behind)
                    return count
                """,
                None,
            ),
            (
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
                None,
            ),
            (
                """
                def uses(result, leaf):
                    count, seen, waiting = 0, {result.grad_fn}, [result.grad_fn]
                    while waiting:
                        node = waiting.pop()
                        for behind, _ in node.next_functions:
                            if behind is None:
                                continue
                            if hasattr(behind, "variable") and torch.equal(behind.variable, leaf):
                                count += 1
                            if behind not in seen:
                                seen.add(behind)
                                waiting.append(behind)
                    return count
                """,
                None,
            ),
            (
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
                None,
            ),
            (
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
                None,
            ),
        ),
    ),
    Item(
        "x1-leaves",
        wrong=(
            (
                """
                def leaves(result):
                    found, waiting = [], [result.grad_fn]
                    while waiting:
                        node = waiting.pop(0)
                        if node is None:
                            continue
                        if hasattr(node, "variable"):
                            if not any(node.variable is leaf for leaf in found):
                                found.append(node.variable)
                        for behind, _ in node.next_functions:
                            waiting.append(behind)
                    return found
                """,
                None,
            ),
            (
                """
                def leaves(result):
                    found, seen, waiting = [], set(), [result.grad_fn]
                    while waiting:
                        node = waiting.pop()
                        if node is None or node in seen:
                            continue
                        seen.add(node)
                        if hasattr(node, "variable"):
                            found.append(node.variable)
                        for behind, _ in reversed(node.next_functions):
                            waiting.append(behind)
                    return found
                """,
                None,
            ),
            (
                """
                def leaves(result):
                    found, seen, waiting = [], set(), [result.grad_fn]
                    while waiting:
                        node = waiting.pop(0)
                        if node is None:
                            break
                        if node in seen:
                            continue
                        seen.add(node)
                        if hasattr(node, "variable"):
                            found.append(node.variable)
                        for behind, _ in node.next_functions:
                            waiting.append(behind)
                    return found
                """,
                None,
            ),
            (
                """
                seen = set()


                def leaves(result):
                    found, waiting = [], [result.grad_fn]
                    while waiting:
                        node = waiting.pop(0)
                        if node is None or node in seen:
                            continue
                        seen.add(node)
                        if hasattr(node, "variable"):
                            found.append(node.variable)
                        for behind, _ in node.next_functions:
                            waiting.append(behind)
                    return found
                """,
                None,
            ),
            (
                """
                def leaves(result):
                    found, seen, waiting = [], set(), [result.grad_fn]
                    while waiting:
                        node = waiting.pop(0)
                        if node is None or node in seen:
                            continue
                        seen.add(node)
                        if hasattr(node, "variable"):
                            if not any(torch.equal(node.variable, leaf) for leaf in found):
                                found.append(node.variable)
                        for behind, _ in node.next_functions:
                            waiting.append(behind)
                    return found
                """,
                None,
            ),
            (
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
                None,
            ),
        ),
    ),
    Item(
        "x1-gradients",
        wrong=(
            (
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
                None,
            ),
            (
                """
                def gradients(x, y):
                    a = torch.tensor(x, requires_grad=True)
                    b = torch.tensor(y, requires_grad=True)
                    f = a**2 + b**3 - torch.sin(a * b)
                    f.backward()
                    return round(a.grad.item(), 2), round(b.grad.item(), 2)
                """,
                None,
            ),
            (
                """
                import math


                def gradients(x, y):
                    a = torch.tensor(x, requires_grad=True)
                    b = torch.tensor(y, requires_grad=True)
                    f = a**2 + b**3 - math.sin(x * y)
                    f.backward()
                    return a.grad, b.grad
                """,
                None,
            ),
            (
                """
                def gradients(x, y):
                    a = torch.tensor(x, requires_grad=True)
                    b = torch.tensor(y, requires_grad=True)
                    f = a**2 + b**3 - torch.sin(a) * b
                    f.backward()
                    return a.grad, b.grad
                """,
                None,
            ),
            (
                """
                def gradients(x, y):
                    a = torch.tensor(x, requires_grad=True)
                    b = torch.tensor(y, requires_grad=True)
                    (a**2 + b**3).backward()
                    torch.sin(a * b).backward()
                    return a.grad, b.grad
                """,
                None,
            ),
            (
                """
                def gradients(x, y):
                    a = torch.tensor(abs(x), requires_grad=True)
                    b = torch.tensor(abs(y), requires_grad=True)
                    f = a**2 + b**3 - torch.sin(a * b)
                    f.backward()
                    return a.grad, b.grad
                """,
                None,
            ),
        ),
    ),
)
