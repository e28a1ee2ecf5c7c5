"""Wrong answers to set X5 by someone who has not read its bank."""

from tests.exercises.banks import Item

ITEMS = (
    Item(
        "x5-printouts",
        wrong=(
            ([4, 1, 3, 5, 2], None),
            ([5, 2, 3, 4, 1], None),
            ([5, 1, 2, 4, 3], None),
            ([5, 3, 1, 4, 2], None),
            ([2, 5, 3, 4, 1], None),
            ([5, 1, 3, 5, 2], None),
            ([5, 1, 3, 4], None),
            ([0, 5, 1, 3, 4, 2], None),
        ),
    ),
    Item(
        "x5-step",
        wrong=(
            (
                """
                def step(parameters, lr):
                    with torch.no_grad():
                        for w in parameters:
                            if w.grad is None:
                                break
                            w -= lr * w.grad
                            w.grad = None
                """,
                None,
            ),
            (
                """
                def step(parameters, lr):
                    for place, w in enumerate(parameters):
                        if w.grad is not None:
                            new = (w - lr * w.grad).detach().requires_grad_()
                            parameters[place] = new
                            w.grad = None
                """,
                None,
            ),
            (
                """
                def step(parameters, lr):
                    with torch.no_grad():
                        for w in parameters:
                            if w.grad is not None:
                                w -= lr * w.grad
                    w.grad = None
                """,
                None,
            ),
            (
                """
                def step(parameters, lr):
                    for w in parameters:
                        if w.grad is not None:
                            w.requires_grad_(False)
                            w -= lr * w.grad
                            w.grad = None
                """,
                None,
            ),
            (
                """
                def step(parameters, lr):
                    with torch.no_grad():
                        for w in parameters:
                            if w.grad is None or w.grad.sum() == 0:
                                continue
                            w -= lr * w.grad
                            w.grad = None
                """,
                None,
            ),
            (
                """
                def step(parameters, lr):
                    with torch.no_grad():
                        for w in parameters:
                            if w.grad is not None:
                                numbers = w.detach().reshape(-1)
                                numbers -= lr * w.grad.reshape(-1)
                                w.grad = None
                """,
                None,
            ),
            (
                """
                def step(parameters, lr):
                    gradients = [w.grad for w in parameters if w.grad is not None]
                    with torch.no_grad():
                        for w, gradient in zip(parameters, gradients):
                            w -= lr * gradient
                            w.grad = None
                """,
                None,
            ),
            (
                """
                def step(parameters, lr):
                    torch.set_grad_enabled(False)
                    for w in parameters:
                        if w.grad is not None:
                            w -= lr * w.grad
                            w.grad = None
                """,
                None,
            ),
        ),
    ),
    Item(
        "x5-train-step",
        wrong=(
            (
                """
                def train_step(model, loss_fn, optimizer, x, y):
                    loss = loss_fn(model(x), y)
                    loss.backward()
                    optimizer.step()
                    optimizer.zero_grad()
                    return loss.item()
                """,
                None,
            ),
            (
                """
                def train_step(model, loss_fn, optimizer, x, y):
                    optimizer.zero_grad()
                    loss = loss_fn(model(x), y)
                    loss.backward()
                    optimizer.step()
                    return round(loss.item(), 3)
                """,
                None,
            ),
            (
                """
                def train_step(model, loss_fn, optimizer, x, y):
                    with torch.no_grad():
                        before = loss_fn(model(x), y).item()
                    optimizer.zero_grad()
                    loss_fn(model(x), y).backward()
                    optimizer.step()
                    return before
                """,
                None,
            ),
            (
                """
                def train_step(model, loss_fn, optimizer, x, y):
                    model.train()
                    optimizer.zero_grad()
                    loss = loss_fn(model(x), y)
                    loss.backward()
                    optimizer.step()
                    return loss.item()
                """,
                None,
            ),
            (
                """
                def train_step(model, loss_fn, optimizer, x, y):
                    optimizer.zero_grad()
                    loss = loss_fn(y, model(x))
                    loss.backward()
                    optimizer.step()
                    return loss.item()
                """,
                None,
            ),
            (
                """
                def train_step(model, loss_fn, optimizer, x, y):
                    for w in model.parameters():
                        w.grad.zero_()
                    loss = loss_fn(model(x), y)
                    loss.backward()
                    optimizer.step()
                    return loss.item()
                """,
                None,
            ),
            (
                """
                def train_step(model, loss_fn, optimizer, x, y):
                    optimizer.zero_grad()
                    loss = loss_fn(model(x), y)
                    loss.backward()
                    with torch.no_grad():
                        for w in model.parameters():
                            w -= optimizer.param_groups[0]["lr"] * w.grad
                    return loss.item()
                """,
                None,
            ),
            (
                """
                def train_step(model, loss_fn, optimizer, x, y):
                    for w in optimizer.param_groups[0]["params"]:
                        w.grad = None
                    loss = loss_fn(model(x), y)
                    loss.backward()
                    optimizer.step()
                    return loss.item()
                """,
                None,
            ),
        ),
    ),
    Item(
        "x5-collect",
        wrong=(
            (
                """
                def collect(model, loss_fn, chunks):
                    total, count = 0.0, 0
                    for x, y in chunks:
                        loss = loss_fn(model(x), y)
                        loss.backward()
                        total += loss.item()
                        count += 1
                    for w in model.parameters():
                        w.grad /= count
                    return total / count
                """,
                None,
            ),
            (
                """
                def collect(model, loss_fn, chunks):
                    chunks = list(chunks)
                    rows = sum(len(x) for x, y in chunks)
                    total = 0.0
                    for x, y in chunks:
                        loss = loss_fn(model(x), y) * (len(x) / rows)
                        loss.backward()
                        total += loss.item()
                    return total
                """,
                None,
            ),
            (
                """
                def collect(model, loss_fn, chunks):
                    losses, rows = [], 0
                    for x, y in chunks:
                        loss = loss_fn(model(x), y) * len(x)
                        loss.backward()
                        losses.append(loss)
                        rows += len(x)
                    for w in model.parameters():
                        w.grad /= rows
                    return sum(losses).item() / rows
                """,
                None,
            ),
            (
                """
                def collect(model, loss_fn, chunks):
                    total, rows = 0.0, 0
                    for x, y in chunks:
                        loss = loss_fn(model(x), y) * len(x)
                        loss.backward()
                        total += loss.item()
                        rows += x.numel()
                    for w in model.parameters():
                        w.grad /= rows
                    return total / rows
                """,
                None,
            ),
            (
                """
                def collect(model, loss_fn, chunks):
                    parameters = model.parameters()
                    for w in parameters:
                        w.grad = None
                    total, rows = 0.0, 0
                    for x, y in chunks:
                        loss = loss_fn(model(x), y) * len(x)
                        loss.backward()
                        total += loss.item()
                        rows += len(x)
                    for w in parameters:
                        w.grad /= rows
                    return total / rows
                """,
                None,
            ),
            (
                """
                total, rows = 0.0, 0


                def collect(model, loss_fn, chunks):
                    global total, rows
                    for x, y in chunks:
                        loss = loss_fn(model(x), y) * len(x)
                        loss.backward()
                        total += loss.item()
                        rows += len(x)
                    for w in model.parameters():
                        w.grad /= rows
                    return total / rows
                """,
                None,
            ),
            (
                """
                def collect(model, loss_fn, chunks):
                    total, rows = 0.0, 0
                    for x, y in chunks:
                        loss = loss_fn(model(x), y) * len(x)
                        loss.backward()
                        total += loss.item()
                        rows += len(x)
                    for layer in model.modules():
                        if isinstance(layer, nn.Linear):
                            layer.weight.grad /= rows
                            layer.bias.grad /= rows
                    return total / rows
                """,
                None,
            ),
            (
                """
                def collect(model, loss_fn, chunks):
                    total, rows = 0.0, 0
                    for x, y in chunks:
                        loss = loss_fn(model(x), y) * len(x)
                        loss.backward()
                        total += loss.item()
                        rows += len(x)
                        for w in model.parameters():
                            w.grad /= rows
                    return total / rows
                """,
                None,
            ),
        ),
    ),
    Item(
        "x5-descend",
        wrong=(
            (
                """
                def descend(x, y, start, lr, bound, most):
                    c = start.clone().requires_grad_()
                    steps = 0
                    while steps < most:
                        loss = ((c[0] + c[1] * x + c[2] * x**2 - y) ** 2).mean()
                        loss.backward()
                        if c.grad.max() <= bound:
                            break
                        with torch.no_grad():
                            c -= lr * c.grad
                        c.grad = None
                        steps += 1
                    return c, steps
                """,
                None,
            ),
            (
                """
                def descend(x, y, start, lr, bound, most):
                    c = start.clone().requires_grad_()
                    steps = 0
                    while steps < most:
                        loss = ((c[0] + c[1] * x + c[2] * x**2 - y) ** 2).mean()
                        loss.backward()
                        if c.grad.norm() <= bound:
                            break
                        with torch.no_grad():
                            c -= lr * c.grad
                        c.grad = None
                        steps += 1
                    return c, steps
                """,
                None,
            ),
            (
                """
                def descend(x, y, start, lr, bound, most):
                    c = start.detach().requires_grad_()
                    steps = 0
                    while steps < most:
                        loss = ((c[0] + c[1] * x + c[2] * x**2 - y) ** 2).mean()
                        loss.backward()
                        if c.grad.abs().max() <= bound:
                            break
                        with torch.no_grad():
                            c -= lr * c.grad
                        c.grad = None
                        steps += 1
                    return c, steps
                """,
                None,
            ),
            (
                """
                def descend(x, y, start, lr, bound, most):
                    c = start.clone().requires_grad_()
                    steps = 0
                    for steps in range(most):
                        loss = ((c[0] + c[1] * x + c[2] * x**2 - y) ** 2).mean()
                        loss.backward()
                        if c.grad.abs().max() <= bound:
                            break
                        with torch.no_grad():
                            c -= lr * c.grad
                        c.grad = None
                    return c, steps
                """,
                None,
            ),
            (
                """
                def descend(x, y, start, lr, bound, most):
                    c = start.clone().requires_grad_()
                    steps = 0
                    while steps < most:
                        loss = ((c[0] + c[1] * x + c[2] * x**2 - y) ** 2).mean()
                        loss.backward()
                        if c.grad.abs().max() < bound:
                            break
                        with torch.no_grad():
                            c -= lr * c.grad
                        c.grad = None
                        steps += 1
                    return c, steps
                """,
                None,
            ),
            (
                """
                def descend(x, y, start, lr, bound, most):
                    c = start.clone().requires_grad_()
                    steps = 0
                    while True:
                        loss = ((c[0] + c[1] * x + c[2] * x**2 - y) ** 2).mean()
                        loss.backward()
                        if c.grad.abs().max() <= bound:
                            break
                        with torch.no_grad():
                            c -= lr * c.grad
                        c.grad = None
                        steps += 1
                        if steps >= most:
                            break
                    return c, steps
                """,
                None,
            ),
            (
                """
                def descend(x, y, start, lr, bound, most):
                    c = torch.tensor(start.tolist(), requires_grad=True)
                    steps = 0
                    while steps < most:
                        loss = ((c[0] + c[1] * x + c[2] * x**2 - y) ** 2).mean()
                        loss.backward()
                        if c.grad.abs().max() <= bound:
                            break
                        with torch.no_grad():
                            c -= lr * c.grad
                        c.grad = None
                        steps += 1
                    return c, steps
                """,
                None,
            ),
            (
                """
                def descend(x, y, start, lr, bound, most):
                    c = start.clone().requires_grad_()
                    steps = 0
                    while steps < most:
                        loss = ((c[0] + c[1] * x + c[2] * x**2 - y) ** 2).mean()
                        loss.backward()
                        with torch.no_grad():
                            c -= lr * c.grad
                        steps += 1
                        if c.grad.abs().max() <= bound:
                            break
                        c.grad = None
                    return c, steps
                """,
                None,
            ),
        ),
    ),
    Item(
        "x5-roll",
        wrong=(
            (
                """
                def roll(loss_of, w, lr, momentum, k):
                    losses, velocity = [], 0.0
                    for _ in range(k):
                        w.grad = None
                        loss = loss_of(w)
                        loss.backward()
                        if losses and loss.item() > min(losses):
                            velocity = 0.0
                        velocity = momentum * velocity + w.grad
                        with torch.no_grad():
                            w -= lr * velocity
                        losses.append(loss.item())
                    w.grad = None
                    return losses
                """,
                None,
            ),
            (
                """
                def roll(loss_of, w, lr, momentum, k):
                    losses, velocity, before = [], 0.0, None
                    for _ in range(k):
                        w.grad = None
                        loss = loss_of(w)
                        loss.backward()
                        if before is not None and loss.item() > before:
                            velocity, before = 0.0, None
                        else:
                            before = loss.item()
                        velocity = momentum * velocity + w.grad
                        with torch.no_grad():
                            w -= lr * velocity
                        losses.append(loss.item())
                    w.grad = None
                    return losses
                """,
                None,
            ),
            (
                """
                def roll(loss_of, w, lr, momentum, k):
                    losses, velocity = [], None
                    for _ in range(k):
                        loss = loss_of(w)
                        loss.backward()
                        if losses and loss.item() > losses[-1]:
                            velocity = None
                        if velocity is None:
                            velocity = w.grad
                        else:
                            velocity = momentum * velocity + w.grad
                        with torch.no_grad():
                            w -= lr * velocity
                        w.grad.zero_()
                        losses.append(loss.item())
                    return losses
                """,
                None,
            ),
            (
                """
                def roll(loss_of, w, lr, momentum, k):
                    losses, velocity = [], 0.0
                    for _ in range(k):
                        w.grad = None
                        loss = loss_of(w)
                        loss.backward()
                        if losses and loss.item() >= losses[-1]:
                            velocity = 0.0
                        velocity = momentum * velocity + w.grad
                        with torch.no_grad():
                            w -= lr * velocity
                        losses.append(loss.item())
                    w.grad = None
                    return losses
                """,
                None,
            ),
            (
                """
                velocity = 0.0


                def roll(loss_of, w, lr, momentum, k):
                    global velocity
                    losses = []
                    for _ in range(k):
                        w.grad = None
                        loss = loss_of(w)
                        loss.backward()
                        if losses and loss.item() > losses[-1]:
                            velocity = 0.0
                        velocity = momentum * velocity + w.grad
                        with torch.no_grad():
                            w -= lr * velocity
                        losses.append(loss.item())
                    w.grad = None
                    return losses
                """,
                None,
            ),
            (
                """
                def roll(loss_of, w, lr, momentum, k):
                    losses, velocity = [], 0.0
                    for _ in range(k):
                        w.grad = None
                        loss = loss_of(w)
                        loss.backward()
                        if losses and loss.item() > losses[-1]:
                            velocity = 0.0
                        else:
                            velocity = momentum * velocity + w.grad
                        with torch.no_grad():
                            w -= lr * velocity
                        losses.append(loss.item())
                    w.grad = None
                    return losses
                """,
                None,
            ),
            (
                """
                def roll(loss_of, w, lr, momentum, k):
                    losses, velocity = [], 0.0
                    for _ in range(k):
                        w.grad = None
                        loss = loss_of(w)
                        loss.backward()
                        if losses and loss.item() > losses[-1]:
                            velocity, momentum = 0.0, 0.0
                        velocity = momentum * velocity + w.grad
                        with torch.no_grad():
                            w -= lr * velocity
                        losses.append(loss.item())
                    w.grad = None
                    return losses
                """,
                None,
            ),
            (
                """
                def roll(loss_of, w, lr, momentum, k):
                    losses, velocity = [], 0.0
                    for _ in range(k):
                        w.grad = None
                        loss = loss_of(w)
                        loss.backward()
                        velocity = momentum * velocity + w.grad
                        with torch.no_grad():
                            w -= lr * velocity
                        if losses and loss.item() > losses[-1]:
                            velocity = 0.0
                        losses.append(loss.item())
                    w.grad = None
                    return losses
                """,
                None,
            ),
        ),
    ),
    Item(
        "x5-evaluate",
        wrong=(
            (
                """
                def evaluate(model, loss_fn, batches):
                    was_training = model.training
                    model.eval()
                    total, right, rows = 0.0, 0, 0
                    with torch.no_grad():
                        for x, labels in batches:
                            scores = model(x)
                            total += loss_fn(scores, labels).item() * len(x)
                            right += (scores.argmax(dim=1) == labels).sum().item()
                            rows += len(x)
                    model.training = was_training
                    return total / rows, right / rows
                """,
                None,
            ),
            (
                """
                def evaluate(model, loss_fn, batches):
                    was_training = model.training
                    model.eval()
                    torch.set_grad_enabled(False)
                    total, right, rows = 0.0, 0, 0
                    for x, labels in batches:
                        scores = model(x)
                        total += loss_fn(scores, labels).item() * len(x)
                        right += (scores.argmax(dim=1) == labels).sum().item()
                        rows += len(x)
                    torch.set_grad_enabled(True)
                    model.train(was_training)
                    return total / rows, right / rows
                """,
                None,
            ),
            (
                """
                def evaluate(model, loss_fn, batches):
                    was_training = model.training
                    model.eval()
                    model.requires_grad_(False)
                    total, right, rows = 0.0, 0, 0
                    with torch.no_grad():
                        for x, labels in batches:
                            scores = model(x)
                            total += loss_fn(scores, labels).item() * len(x)
                            right += (scores.argmax(dim=1) == labels).sum().item()
                            rows += len(x)
                    model.requires_grad_(True)
                    model.train(was_training)
                    return total / rows, right / rows
                """,
                None,
            ),
            (
                """
                def evaluate(model, loss_fn, batches):
                    was_training = model.training
                    model.training = False
                    total, right, rows = 0.0, 0, 0
                    with torch.no_grad():
                        for x, labels in batches:
                            scores = model(x)
                            total += loss_fn(scores, labels).item() * len(x)
                            right += (scores.argmax(dim=1) == labels).sum().item()
                            rows += len(x)
                    model.training = was_training
                    return total / rows, right / rows
                """,
                None,
            ),
            (
                """
                def evaluate(model, loss_fn, batches):
                    was_training = model.training
                    model.eval()
                    total, right, rows = 0.0, 0, 0
                    with torch.no_grad():
                        for x, labels in batches:
                            scores = model(x)
                            answers = (scores[:, 1] > scores[:, 0]).long()
                            total += loss_fn(scores, labels).item() * len(x)
                            right += (answers == labels).sum().item()
                            rows += len(x)
                    model.train(was_training)
                    return total / rows, right / rows
                """,
                None,
            ),
            (
                """
                def evaluate(model, loss_fn, batches):
                    was_training = model.training
                    for layer in model.children():
                        if isinstance(layer, nn.Dropout):
                            layer.eval()
                    total, right, rows = 0.0, 0, 0
                    with torch.no_grad():
                        for x, labels in batches:
                            scores = model(x)
                            total += loss_fn(scores, labels).item() * len(x)
                            right += (scores.argmax(dim=1) == labels).sum().item()
                            rows += len(x)
                    model.train(was_training)
                    return total / rows, right / rows
                """,
                None,
            ),
            (
                """
                def evaluate(model, loss_fn, batches):
                    was_training = model.training
                    model.eval()
                    total, right, rows = 0.0, 0, 0
                    with torch.no_grad():
                        for x, labels in batches:
                            scores = model(x)
                            total += loss_fn(scores, labels).item() * len(x)
                            right += (scores.argmax(dim=1) == labels).sum().item()
                            rows += len(x)
                    model.zero_grad()
                    model.train(was_training)
                    return total / rows, right / rows
                """,
                None,
            ),
            (
                """
                def evaluate(model, loss_fn, batches):
                    was_training = model.training
                    model.eval()
                    total, right, rows = 0.0, 0, 0
                    for x, labels in batches:
                        scores = model(x).detach()
                        total += loss_fn(scores, labels).item() * len(x)
                        right += (scores.argmax(dim=1) == labels).sum().item()
                        rows += len(x)
                    model.train(was_training)
                    return total / rows, right / rows
                """,
                None,
            ),
        ),
    ),
    Item(
        "x5-study",
        wrong=(
            (
                """
                def study(model, loss_fn, optimizer, batches, exam, epochs):
                    losses, exams = [], []
                    for epoch in range(epochs):
                        total, rows = 0.0, 0
                        for x, labels in batches:
                            loss = loss_fn(model(x), labels)
                            optimizer.zero_grad()
                            loss.backward()
                            optimizer.step()
                            total += loss.item() * len(x)
                            rows += len(x)
                        losses.append(total / rows)
                        model.eval()
                        with torch.no_grad():
                            exam_x, exam_labels = exam
                            exams.append(loss_fn(model(exam_x), exam_labels).item())
                        model.training = True
                    return losses, exams
                """,
                None,
            ),
            (
                """
                def study(model, loss_fn, optimizer, batches, exam, epochs):
                    losses, exams = [], []
                    for epoch in range(epochs):
                        model.train()
                        total, rows = 0.0, 0
                        for x, labels in batches:
                            loss = loss_fn(model(x), labels)
                            optimizer.zero_grad()
                            loss.backward()
                            optimizer.step()
                            total += loss.item() * len(x)
                            rows += len(x)
                        losses.append(total / rows)
                        model.eval()
                        with torch.no_grad():
                            exam_x, exam_labels = exam
                            exams.append(loss_fn(model(exam_x), exam_labels).item())
                    return losses, exams
                """,
                None,
            ),
            (
                """
                def study(model, loss_fn, optimizer, batches, exam, epochs):
                    losses, exams = [], []
                    rows = 0
                    for epoch in range(epochs):
                        total = 0.0
                        for x, labels in batches:
                            loss = loss_fn(model(x), labels)
                            optimizer.zero_grad()
                            loss.backward()
                            optimizer.step()
                            total += loss.item() * len(x)
                            rows += len(x)
                        losses.append(total / rows)
                        model.eval()
                        with torch.no_grad():
                            exam_x, exam_labels = exam
                            exams.append(loss_fn(model(exam_x), exam_labels).item())
                        model.train()
                    return losses, exams
                """,
                None,
            ),
            (
                """
                def study(model, loss_fn, optimizer, batches, exam, epochs):
                    losses, exams = [], []
                    for epoch in range(epochs):
                        total, rows = 0.0, 0
                        for x, labels in batches:
                            loss = loss_fn(model(x), labels)
                            optimizer.zero_grad()
                            loss.backward()
                            optimizer.step()
                            total += loss * len(x)
                            rows += len(x)
                        losses.append(total.item() / rows)
                        model.eval()
                        with torch.no_grad():
                            exam_x, exam_labels = exam
                            exams.append(loss_fn(model(exam_x), exam_labels).item())
                        model.train()
                    return losses, exams
                """,
                None,
            ),
            (
                """
                def study(model, loss_fn, optimizer, batches, exam, epochs):
                    losses, exams = [], []
                    for epoch in range(epochs):
                        total, rows = 0.0, 0
                        for x, labels in batches:
                            loss = loss_fn(model(x), labels)
                            loss.backward()
                            optimizer.step()
                            optimizer.zero_grad()
                            total += loss.item() * len(x)
                            rows += len(x)
                        losses.append(total / rows)
                        model.eval()
                        with torch.no_grad():
                            exam_x, exam_labels = exam
                            exams.append(loss_fn(model(exam_x), exam_labels).item())
                        model.train()
                    return losses, exams
                """,
                None,
            ),
            (
                """
                def study(model, loss_fn, optimizer, batches, exam, epochs):
                    losses, exams = [], []
                    for epoch in range(epochs):
                        for x, labels in batches:
                            loss = loss_fn(model(x), labels)
                            optimizer.zero_grad()
                            loss.backward()
                            optimizer.step()
                        total, rows = 0.0, 0
                        with torch.no_grad():
                            for x, labels in batches:
                                total += loss_fn(model(x), labels).item() * len(x)
                                rows += len(x)
                        losses.append(total / rows)
                        model.eval()
                        with torch.no_grad():
                            exam_x, exam_labels = exam
                            exams.append(loss_fn(model(exam_x), exam_labels).item())
                        model.train()
                    return losses, exams
                """,
                None,
            ),
            (
                """
                def study(model, loss_fn, optimizer, batches, exam, epochs):
                    losses, exams = [], []
                    model.train()
                    for epoch in range(epochs):
                        total, rows = 0.0, 0
                        for x, labels in batches:
                            loss = loss_fn(model(x), labels)
                            optimizer.zero_grad()
                            loss.backward()
                            optimizer.step()
                            total += loss.item() * len(x)
                            rows += len(x)
                        losses.append(total / rows)
                        model.eval()
                        with torch.no_grad():
                            exam_x, exam_labels = exam
                            exams.append(loss_fn(model(exam_x), exam_labels).item())
                    model.train()
                    return losses, exams
                """,
                None,
            ),
            (
                """
                def study(model, loss_fn, optimizer, batches, exam, epochs):
                    losses, exams = [], []
                    for epoch in range(epochs):
                        total, rows = 0.0, 0
                        optimizer.zero_grad()
                        for x, labels in batches:
                            loss = loss_fn(model(x), labels)
                            loss.backward()
                            optimizer.step()
                            total += loss.item() * len(x)
                            rows += len(x)
                        losses.append(total / rows)
                        model.eval()
                        with torch.no_grad():
                            exam_x, exam_labels = exam
                            exams.append(loss_fn(model(exam_x), exam_labels).item())
                        model.train()
                    return losses, exams
                """,
                None,
            ),
        ),
    ),
)
