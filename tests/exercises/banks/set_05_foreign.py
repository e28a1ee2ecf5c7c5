"""Wrong answers to set X5 by someone who has not read its bank."""

from tests.exercises.banks import Item, but, unnamed

ITEMS = (
    Item(
        "x5-printouts",
        wrong=unnamed(
            [4, 1, 3, 5, 2],
            [5, 2, 3, 4, 1],
            [5, 1, 2, 4, 3],
            [5, 3, 1, 4, 2],
            [2, 5, 3, 4, 1],
            [5, 1, 3, 5, 2],
            [5, 1, 3, 4],
            [0, 5, 1, 3, 4, 2],
        ),
    ),
    Item(
        "x5-step",
        wrong=unnamed(
            """
            def step(parameters, lr):
                with torch.no_grad():
                    for w in parameters:
                        if w.grad is None:
                            break
                        w -= lr * w.grad
                        w.grad = None
            """,
            """
            def step(parameters, lr):
                for place, w in enumerate(parameters):
                    if w.grad is not None:
                        new = (w - lr * w.grad).detach().requires_grad_()
                        parameters[place] = new
                        w.grad = None
            """,
            """
            def step(parameters, lr):
                with torch.no_grad():
                    for w in parameters:
                        if w.grad is not None:
                            w -= lr * w.grad
                w.grad = None
            """,
            """
            def step(parameters, lr):
                for w in parameters:
                    if w.grad is not None:
                        w.requires_grad_(False)
                        w -= lr * w.grad
                        w.grad = None
            """,
            but({
                "for w in parameters:": "with torch.no_grad():",
                "if w.grad is not None:": "for w in parameters:",
                "w.requires_grad_(False)": "if w.grad is None or w.grad.sum() == 0:\n    continue",
            }, above=True),
            but({
                "w -= lr * w.grad": """
                    numbers = w.detach().reshape(-1)
                    numbers -= lr * w.grad.reshape(-1)
                """,
            }),
            """
            def step(parameters, lr):
                gradients = [w.grad for w in parameters if w.grad is not None]
                with torch.no_grad():
                    for w, gradient in zip(parameters, gradients):
                        w -= lr * gradient
                        w.grad = None
            """,
            """
            def step(parameters, lr):
                torch.set_grad_enabled(False)
                for w in parameters:
                    if w.grad is not None:
                        w -= lr * w.grad
                        w.grad = None
            """,
        ),
    ),
    Item(
        "x5-train-step",
        wrong=unnamed(
            but({
                "optimizer.zero_grad()": "",
                "return loss.item()": "optimizer.zero_grad()\nreturn loss.item()",
            }),
            but({"return loss.item()": "return round(loss.item(), 3)"}),
            """
            def train_step(model, loss_fn, optimizer, x, y):
                with torch.no_grad():
                    before = loss_fn(model(x), y).item()
                optimizer.zero_grad()
                loss_fn(model(x), y).backward()
                optimizer.step()
                return before
            """,
            but({"optimizer.zero_grad()": "model.train()\noptimizer.zero_grad()"}),
            but({"loss = loss_fn(model(x), y)": "loss = loss_fn(y, model(x))"}),
            but({"optimizer.zero_grad()": "for w in model.parameters():\n    w.grad.zero_()"}),
            but({
                "optimizer.step()": """
                    with torch.no_grad():
                        for w in model.parameters():
                            w -= optimizer.param_groups[0]["lr"] * w.grad
                """,
            }),
            but({
                "optimizer.zero_grad()": """
                    for w in optimizer.param_groups[0]["params"]:
                        w.grad = None
                """,
            }),
        ),
    ),
    Item(
        "x5-collect",
        wrong=unnamed(
            but({
                "total, rows = 0.0, 0": "total, count = 0.0, 0",
                "loss = loss_fn(model(x), y) * len(x)": "loss = loss_fn(model(x), y)",
                "rows += len(x)": "count += 1",
                "w.grad /= rows": "w.grad /= count",
                "return total / rows": "return total / count",
            }),
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
            but({
                "total, rows = 0.0, 0": "losses, rows = [], 0",
                "total += loss.item()": "losses.append(loss)",
                "return total / rows": "return sum(losses).item() / rows",
            }),
            but({"rows += len(x)": "rows += x.numel()"}),
            but({
                "total, rows = 0.0, 0": """
                    parameters = model.parameters()
                    for w in parameters:
                        w.grad = None
                    total, rows = 0.0, 0
                """,
                "for w in model.parameters():": "for w in parameters:",
            }),
            but({
                "def collect(model, loss_fn, chunks):": """
                    total, rows = 0.0, 0


                    def collect(model, loss_fn, chunks):
                """,
                "total, rows = 0.0, 0": "global total, rows",
            }),
            but({
                "for w in model.parameters():\n    w.grad /= rows": """
                    for layer in model.modules():
                        if isinstance(layer, nn.Linear):
                            layer.weight.grad /= rows
                            layer.bias.grad /= rows
                """,
            }),
            but({
                "for w in model.parameters():\n    w.grad /= rows":
                    "    for w in model.parameters():\n        w.grad /= rows",
            }),
        ),
    ),
    Item(
        "x5-descend",
        wrong=unnamed(
            but({".abs().": ".", "c.detach()": "c"}),
            but({"abs().max": "norm", "c.detach()": "c"}),
            but({"clone": "detach", "c.detach()": "c"}),
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
            but({"() <=": "() <", "c.detach()": "c"}),
            but({
                "while steps < most:": "while True:",
                "return c.detach(), steps":
                    "    if steps >= most:\n"
                    "        break\n"
                    "return c, steps",
            }),
            but({
                "c = start.clone().requires_grad_()":
                    "c = torch.tensor(start.tolist(), requires_grad=True)",
                "return c.detach(), steps": "return c, steps",
            }),
            but({
                "for steps in range(most):": "while steps < most:",
                "if c.grad.abs().max() <= bound:": """
                    with torch.no_grad():
                        c -= lr * c.grad
                    steps += 1
                    if c.grad.abs().max() <= bound:
                """,
                "with torch.no_grad():\n    c -= lr * c.grad": "",
            }, above=True),
        ),
    ),
    Item(
        "x5-roll",
        wrong=unnamed(
            but({
                "velocity, losses = 0.0, []": "losses, velocity = [], 0.0",
                "loss = loss_of(w)": "w.grad = None\nloss = loss_of(w)",
                "losses[-1]": "min(losses)",
                "w.grad = None": "",
                "return losses": "w.grad = None\nreturn losses",
            }),
            but({
                "velocity, losses = 0.0, []": "losses, velocity, before = [], 0.0, None",
                "loss = loss_of(w)": "w.grad = None\nloss = loss_of(w)",
                "if losses and loss.item() > losses[-1]:\n    velocity = 0.0": """
                    if before is not None and loss.item() > before:
                        velocity, before = 0.0, None
                    else:
                        before = loss.item()
                """,
                "w.grad = None": "",
                "return losses": "w.grad = None\nreturn losses",
            }),
            but({
                "velocity, losses = 0.0, []": "losses, velocity = [], None",
                "velocity = 0.0": "velocity = None",
                "velocity = momentum * velocity + w.grad": """
                    if velocity is None:
                        velocity = w.grad
                    else:
                        velocity = momentum * velocity + w.grad
                """,
                "w.grad = None": "w.grad.zero_()",
            }),
            but({
                "velocity, losses = 0.0, []": "losses, velocity = [], 0.0",
                "loss = loss_of(w)": "w.grad = None\nloss = loss_of(w)",
                "() >": "() >=",
                "w.grad = None": "",
                "return losses": "w.grad = None\nreturn losses",
            }),
            but({
                "def roll(loss_of, w, lr, momentum, k):": """
                    velocity = 0.0


                    def roll(loss_of, w, lr, momentum, k):
                """,
                "velocity, losses = 0.0, []": "global velocity\nlosses = []",
                "loss = loss_of(w)": "w.grad = None\nloss = loss_of(w)",
                "w.grad = None": "",
                "return losses": "w.grad = None\nreturn losses",
            }),
            but({
                "velocity, losses = 0.0, []": "losses, velocity = [], 0.0",
                "loss = loss_of(w)": "w.grad = None\nloss = loss_of(w)",
                "velocity = momentum * velocity + w.grad": """
                    else:
                        velocity = momentum * velocity + w.grad
                """,
                "w.grad = None": "",
                "return losses": "w.grad = None\nreturn losses",
            }),
            but({
                "velocity, losses = 0.0, []": "losses, velocity = [], 0.0",
                "loss = loss_of(w)": "w.grad = None\nloss = loss_of(w)",
                "velocity = 0.0": "velocity, momentum = 0.0, 0.0",
                "w.grad = None": "",
                "return losses": "w.grad = None\nreturn losses",
            }),
            but({
                "velocity, losses = 0.0, []": "losses, velocity = [], 0.0",
                "loss = loss_of(w)": "w.grad = None\nloss = loss_of(w)",
                "if losses and loss.item() > losses[-1]:\n    velocity = 0.0": "",
                "w.grad = None": "if losses and loss.item() > losses[-1]:\n    velocity = 0.0",
                "return losses": "w.grad = None\nreturn losses",
            }),
        ),
    ),
    Item(
        "x5-evaluate",
        wrong=unnamed(
            but({"model.train(was_training)": "model.training = was_training"}),
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
            but({
                "total, right, rows = 0.0, 0, 0": """
                    model.requires_grad_(False)
                    total, right, rows = 0.0, 0, 0
                """,
                "model.train(was_training)": """
                    model.requires_grad_(True)
                    model.train(was_training)
                """,
            }),
            but({"eval()": "training = False", "train(was_training)": "training = was_training"}),
            but({
                "total += loss_fn(scores, labels).item() * len(x)": """
                    answers = (scores[:, 1] > scores[:, 0]).long()
                    total += loss_fn(scores, labels).item() * len(x)
                """,
                "scores.argmax(dim=1)": "answers",
            }),
            but({
                "model.eval()": """
                    for layer in model.children():
                        if isinstance(layer, nn.Dropout):
                            layer.eval()
                """,
            }),
            but({"model.train(was_training)": "model.zero_grad()\nmodel.train(was_training)"}),
            but({
                "torch.set_grad_enabled(False)": "",
                "scores = model(x)": "scores = model(x).detach()",
                "torch.set_grad_enabled(True)": "",
            }, above=True),
        ),
    ),
    Item(
        "x5-study",
        wrong=unnamed(
            but({
                "optimizer.zero_grad()": "loss = loss_fn(model(x), labels)\noptimizer.zero_grad()",
                "loss = loss_fn(model(x), labels)": "",
                "model.train()": "model.training = True",
            }),
            but({
                "total, rows = 0.0, 0": "model.train()\ntotal, rows = 0.0, 0",
                "optimizer.zero_grad()": "loss = loss_fn(model(x), labels)\noptimizer.zero_grad()",
                "loss = loss_fn(model(x), labels)": "",
                "model.train()": "",
            }),
            but({
                "for epoch in range(epochs):": "rows = 0\nfor epoch in range(epochs):",
                "total, rows = 0.0, 0": "total = 0.0",
                "optimizer.zero_grad()": "loss = loss_fn(model(x), labels)\noptimizer.zero_grad()",
                "loss = loss_fn(model(x), labels)": "",
            }),
            but({
                "optimizer.zero_grad()": "loss = loss_fn(model(x), labels)\noptimizer.zero_grad()",
                "loss = loss_fn(model(x), labels)": "",
                "total += loss.item() * len(x)": "total += loss * len(x)",
                "losses.append(total / rows)": "losses.append(total.item() / rows)",
            }),
            but({
                "optimizer.zero_grad()": "",
                "total += loss.item() * len(x)": """
                    optimizer.zero_grad()
                    total += loss.item() * len(x)
                """,
            }),
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
            but({
                "for x, labels in batches:": "optimizer.zero_grad()\nfor x, labels in batches:",
                "optimizer.zero_grad()": "",
            }),
        ),
    ),
)  # fmt: skip
