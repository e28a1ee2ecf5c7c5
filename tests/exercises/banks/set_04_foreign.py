"""Wrong answers to set X4 by someone who has not read its bank."""

from tests.exercises.banks import Item

ITEMS = (
    Item(
        "x4-tuned",
        wrong=(
            (
                """
                def tuned(log_scale, xs, ys):
                    scale = torch.exp(log_scale)
                    for x, y in zip(xs, ys):
                        loss = ((scale * x - y) ** 2).mean()
                        loss.backward()
                        scale = torch.exp(log_scale)
                        with torch.no_grad():
                            log_scale -= 0.1 * log_scale.grad
                        log_scale.grad = None
                """,
                None,
            ),
            (
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
                None,
            ),
            (
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
                None,
            ),
            (
                """
                def tuned(log_scale, xs, ys):
                    for i in range(len(log_scale)):
                        scale = torch.exp(log_scale)
                        loss = ((scale * xs[i] - ys[i]) ** 2).mean()
                        loss.backward()
                        with torch.no_grad():
                            log_scale -= 0.1 * log_scale.grad
                        log_scale.grad = None
                """,
                None,
            ),
            (
                """
                def tuned(log_scale, xs, ys):
                    for x, y in zip(xs, ys):
                        scale = torch.exp(log_scale)
                        loss = ((scale * x - y) ** 2).mean()
                        loss.backward()
                        log_scale = (log_scale - 0.1 * log_scale.grad).detach().requires_grad_()
                """,
                None,
            ),
            (
                """
                def tuned(log_scale, xs, ys):
                    for x, y in zip(xs, ys):
                        scale = torch.exp(log_scale)
                        loss = ((scale * x - y) ** 2).mean()
                        loss.backward(retain_graph=True)
                        with torch.no_grad():
                            log_scale -= 0.1 * log_scale.grad
                        log_scale.grad = None
                """,
                None,
            ),
        ),
    ),
    Item(
        "x4-heads",
        wrong=(
            (
                """
                def heads(w, x):
                    trunk = torch.tanh(x * w)
                    spread = (trunk**2).mean()
                    lean = 0.1 * trunk.sum()
                    (gradient,) = torch.autograd.grad([spread, lean], w)
                    return gradient
                """,
                None,
            ),
            (
                """
                def heads(w, x):
                    trunk = torch.tanh(x * w)
                    spread = (trunk**2).mean()
                    lean = 0.1 * trunk.sum()
                    spread.backward(retain_graph=True)
                    lean.backward()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def heads(w, x):
                    trunk = torch.tanh(x * w)
                    spread = (trunk**2).mean()
                    spread.backward()
                    lean = 0.1 * torch.tanh(x * w).sum()
                    lean.backward()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def heads(w, x):
                    trunk = torch.tanh(x * w)
                    spread = (trunk**2).mean()
                    lean = 0.1 * trunk.mean()
                    (spread + lean).backward()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def heads(w, x):
                    trunk = torch.tanh(x * w)
                    spread = (trunk**2).mean()
                    lean = 0.1 * trunk.sum()
                    (spread + 0.1 * lean).backward()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def heads(w, x):
                    trunk = torch.tanh(x * w)
                    spread = (trunk**2).mean()
                    lean = 0.1 * trunk.sum()
                    (spread + lean).backward(retain_graph=True)
                    return w.grad
                """,
                None,
            ),
        ),
    ),
    Item(
        "x4-centred",
        wrong=(
            (
                """
                def centred(w, batches):
                    average = 0.0
                    for x in batches:
                        f = torch.tanh(x * w)
                        average = 0.5 * average + 0.5 * f.mean()
                        average = average.detach()
                        loss = ((f - average) ** 2).sum()
                        loss.backward()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def centred(w, batches):
                    average = 0.0
                    for x in batches:
                        f = torch.tanh(x * w)
                        average = 0.5 * average + 0.5 * f.mean()
                        loss = ((f - average) ** 2).sum()
                        loss.backward()
                        average = f.mean().detach()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def centred(w, batches):
                    average = 0.0
                    for x in batches:
                        f = torch.tanh(x * w)
                        average = 0.5 * average + 0.5 * f.mean()
                        loss = ((f - average) ** 2).sum()
                        w.grad = None
                        loss.backward()
                        average = average.detach()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def centred(w, batches):
                    average = 0.0
                    for x in batches:
                        f = torch.tanh(x * w)
                        average = 0.5 * average + 0.5 * f.mean()
                        loss = ((f - average) ** 2).sum()
                        loss.backward(retain_graph=True)
                    return w.grad
                """,
                None,
            ),
            (
                """
                def centred(w, batches):
                    average = 0.0
                    for x in batches:
                        f = torch.tanh(x * w)
                        average = 0.5 * average + 0.5 * f.mean()
                        loss = ((f - average) ** 2).sum()
                        loss.backward()
                        with torch.no_grad():
                            average = 0.5 * average + 0.5 * f.mean()
                    return w.grad
                """,
                None,
            ),
            (
                """
                def centred(w, batches):
                    average = torch.tanh(batches[0] * w).mean().detach()
                    for x in batches:
                        f = torch.tanh(x * w)
                        average = 0.5 * average + 0.5 * f.mean()
                        loss = ((f - average) ** 2).sum()
                        loss.backward()
                        average = average.detach()
                    return w.grad
                """,
                None,
            ),
        ),
    ),
    Item(
        "x4-each",
        wrong=(
            (
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
                None,
            ),
            (
                """
                def each(trunk, first, second, x):
                    before, x.grad = x.grad, None
                    h = trunk(x)
                    first(h).backward(retain_graph=True)
                    one = x.grad.clone()
                    second(h).backward()
                    both = x.grad
                    x.grad = before
                    return one, both - one, both
                """,
                None,
            ),
            (
                """
                def each(trunk, first, second, x):
                    (one,) = torch.autograd.grad(first(trunk(x)), x)
                    (other,) = torch.autograd.grad(second(trunk(x)), x)
                    return one, other, one + other
                """,
                None,
            ),
            (
                """
                def each(trunk, first, second, x):
                    h = trunk(x)
                    (one,) = torch.autograd.grad(first(h), x)
                    (other,) = torch.autograd.grad(second(h), x)
                    return one, other, one + other
                """,
                None,
            ),
            (
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
                None,
            ),
            (
                """
                def each(trunk, first, second, x):
                    h = trunk(x)
                    (one,) = torch.autograd.grad(first(h), x, retain_graph=True)
                    (other,) = torch.autograd.grad(second(h), x)
                    total = one
                    total += other
                    return one, other, total
                """,
                None,
            ),
        ),
    ),
    Item(
        "x4-summary",
        wrong=(
            (
                """
                def summary(w, batches):
                    total, losses = 0.0, []
                    for x in batches:
                        loss = (torch.tanh(w * x) ** 2).mean()
                        loss.backward()
                        total += loss
                        losses.append(loss)
                    return (total / len(batches)).item(), max(losses).item(), w.grad
                """,
                None,
            ),
            (
                """
                def summary(w, batches):
                    total, losses = 0.0, []
                    for x in batches:
                        loss = (torch.tanh(w * x) ** 2).mean()
                        loss.backward()
                        total += loss.item()
                        losses.append(loss.clone())
                    return total / len(batches), max(losses).item(), w.grad
                """,
                None,
            ),
            (
                """
                def summary(w, batches):
                    total, losses = 0.0, []
                    for x in batches:
                        loss = (torch.tanh(w * x) ** 2).mean()
                        total += loss
                        losses.append(loss.item())
                    total.backward()
                    return total.item() / len(batches), max(losses), w.grad
                """,
                None,
            ),
            (
                """
                def summary(w, batches):
                    total, largest = 0.0, 0.0
                    for x in batches:
                        loss = (torch.tanh(w * x) ** 2).mean()
                        loss.backward()
                        total += loss
                        if loss.item() > largest:
                            largest = loss.item()
                    return total.detach() / len(batches), largest, w.grad
                """,
                None,
            ),
            (
                """
                def summary(w, batches):
                    total, losses = 0.0, []
                    for x in batches:
                        w.grad = None
                        loss = (torch.tanh(w * x) ** 2).mean()
                        loss.backward()
                        total += loss.item()
                        losses.append(loss.item())
                    return total / len(batches), max(losses), w.grad
                """,
                None,
            ),
            (
                """
                losses = []


                def summary(w, batches):
                    total = 0.0
                    for x in batches:
                        loss = (torch.tanh(w * x) ** 2).mean()
                        loss.backward()
                        total += loss.item()
                        losses.append(loss.item())
                    return total / len(batches), max(losses), w.grad
                """,
                None,
            ),
        ),
    ),
    Item(
        "x4-players",
        wrong=(
            (
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
                None,
            ),
            (
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
                None,
            ),
            (
                """
                def players(paint, judge, g, d, z):
                    picture = paint(g, z)
                    verdict = judge(d, picture.detach())
                    (by_d,) = torch.autograd.grad((verdict**2).sum(), d)
                    verdict = judge(d, picture)
                    (by_g,) = torch.autograd.grad(((verdict - 1) ** 2).sum(), g)
                    return by_d, by_g
                """,
                None,
            ),
            (
                """
                def players(paint, judge, g, d, z):
                    verdict = judge(d, paint(g, z).detach())
                    (by_d,) = torch.autograd.grad((verdict**2).mean(), d)
                    verdict = judge(d, paint(g, z))
                    (by_g,) = torch.autograd.grad(((verdict - 1) ** 2).mean(), g)
                    return by_d, by_g
                """,
                None,
            ),
            (
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
                None,
            ),
            (
                """
                def players(paint, judge, g, d, z):
                    picture = paint(g, z)
                    verdict = judge(d, picture.detach())
                    (by_d,) = torch.autograd.grad((verdict**2).mean(), d)
                    verdict = judge(d, picture)
                    (by_g,) = torch.autograd.grad((verdict**2 - 1).mean(), g)
                    return by_d, by_g
                """,
                None,
            ),
        ),
    ),
    Item(
        "x4-truncated",
        wrong=(
            (
                """
                def truncated(w, h, xs, k):
                    loss = 0.0
                    whole = len(xs) - len(xs) % k
                    for step, x in enumerate(xs, 1):
                        h = torch.tanh(w * h + x)
                        loss = loss + (h**2).sum()
                        if step % k == 0 or step > whole:
                            loss.backward()
                            loss = 0.0
                            h = h.detach()
                    return w.grad, h
                """,
                None,
            ),
            (
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
                None,
            ),
            (
                """
                def truncated(w, h, xs, k):
                    loss = 0.0
                    for step, x in enumerate(xs, 1):
                        h = torch.tanh(w * h + x)
                        loss = loss + (h**2).sum()
                        if step % k == 0:
                            loss.backward()
                            loss = 0.0
                            h = h.detach()
                    loss.backward()
                    return w.grad, h.detach()
                """,
                None,
            ),
            (
                """
                def truncated(w, h, xs, k):
                    loss = 0.0
                    for step, x in enumerate(xs, 1):
                        h = torch.tanh(w * h + x)
                        loss = loss + (h**2).sum()
                        if step % k == 0:
                            loss.backward()
                            loss = 0.0
                            h = h.detach()
                    if len(xs) % k:
                        loss.backward()
                    return w.grad, h
                """,
                None,
            ),
            (
                """
                def truncated(w, h, xs, k):
                    loss = 0.0
                    for step, x in enumerate(xs):
                        h = torch.tanh(w * h + x)
                        loss = loss + (h**2).sum()
                        if step % k == 0 or step == len(xs) - 1:
                            loss.backward()
                            loss = 0.0
                            h = h.detach()
                    return w.grad, h
                """,
                None,
            ),
            (
                """
                def truncated(w, h, xs, k):
                    for step, x in enumerate(xs, 1):
                        h = torch.tanh(w * h + x)
                        if step % k == 0 or step == len(xs):
                            loss = (h**2).sum()
                            loss.backward()
                            h = h.detach()
                    return w.grad, h
                """,
                None,
            ),
        ),
    ),
    Item(
        "x4-can-run",
        wrong=(
            (
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
                None,
            ),
            (
                """
                def can_run(loss):
                    seen, waiting = set(), [loss.grad_fn]
                    while waiting:
                        node = waiting.pop()
                        if node is None or node in seen:
                            continue
                        seen.add(node)
                        for name in dir(node):
                            if name.startswith("_saved_"):
                                try:
                                    if getattr(node, name) is None:
                                        return False
                                except RuntimeError:
                                    return False
                        waiting += [behind for behind, _ in node.next_functions]
                    return True
                """,
                None,
            ),
            (
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
                None,
            ),
            (
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
                        torch.autograd.grad(loss, leaves)
                    except RuntimeError:
                        return False
                    return True
                """,
                None,
            ),
            (
                """
                def can_run(loss):
                    waiting = [loss.grad_fn]
                    while waiting:
                        node = waiting.pop()
                        if node is None:
                            continue
                        for name in dir(node):
                            if name.startswith("_saved_"):
                                try:
                                    getattr(node, name)
                                except RuntimeError:
                                    return False
                        waiting += [behind for behind, _ in node.next_functions]
                    return True
                """,
                None,
            ),
            (
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
                    before = [leaf.grad for leaf in leaves]
                    try:
                        loss.backward(retain_graph=True)
                    except RuntimeError:
                        return False
                    for leaf, grad in zip(leaves, before):
                        leaf.grad = grad
                    return True
                """,
                None,
            ),
        ),
    ),
)
