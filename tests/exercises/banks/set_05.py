"""Answers to set X5: the training loop."""

from tests.exercises.banks import Item, but, one_wrong

PRINTOUTS = Item(
    "x5-printouts",
    right=([5, 1, 3, 4, 2],),
    wrong=(
        *one_wrong(
            [5, 1, 3, 4, 2], range(1, 6),
            ["would the loop have used it", "compare with what is printed", "Which w belongs",
             "in the place of the gradient", "What is added"],
        ),
        ([5, 1, 3, 4], "one entry for each"),
        ([4, 1, 3, 5, 2], "3 of 5 right"),
    ),
)  # fmt: skip


def moves(body, head="for w in parameters:", last="pass"):
    """An update of leaves, all of it under no_grad."""
    return f"""
def step(parameters, lr):
    with torch.no_grad():
        {head}
            {body}
    {last}
"""


STEP = Item(
    "x5-step",
    right=(
        """
        def step(parameters, lr):
            for w in parameters:
                if w.grad is None:
                    continue
                w.data -= lr * w.grad
                w.grad.zero_()
        """,
        """
        def step(parameters, lr):
            for w in parameters:
                if w.grad is not None:
                    w.data = w.data - lr * w.grad
            for w in parameters:
                w.grad = None
        """,
        """
        def step(parameters, lr):
            with torch.no_grad():
                for i in range(len(parameters)):
                    slope = parameters[i].grad
                    if slope is not None:
                        parameters[i].sub_(slope, alpha=lr)
                    parameters[i].grad = None
        """,
        """
        def step(parameters, lr):
            sgd = torch.optim.SGD(parameters, lr=lr)
            sgd.step()
            sgd.zero_grad()
        """,
        """
        def step(parameters, lr):
            torch.set_grad_enabled(False)
            for w in [w for w in parameters if w.grad is not None]:
                w.copy_(w - lr * w.grad)
                w.grad = None
            torch.set_grad_enabled(True)
        """,
        """
        def step(parameters, lr):
            for w in parameters:
                if w.grad is not None:
                    w.detach().add_(-lr * w.grad)
                    w.grad = None
            return parameters
        """,
    ),
    wrong=(
        (moves("w -= lr * w.grad; w.grad = None"), "A .grad is None before backward()"),
        (but({
            "sgd = torch.optim.SGD(parameters, lr=lr)": "for i, w in enumerate(parameters):",
            "sgd.step()": "    if w.grad is not None:",
            "sgd.zero_grad()": "        parameters[i] = w - lr * w.grad\n        w.grad = None",
        }, right=4), "The list has other tensors"),
        (but({
            "for w in parameters:": "for i, w in enumerate(parameters):",
            "w -= lr * w.grad": "parameters[i] = (w - lr * w.grad).requires_grad_()",
        }), "The list has other tensors"),
        (but({
            "w.data = w.data - lr * w.grad": "w -= lr * w.grad",
            "for w in parameters:\n    w.grad = None": "        w.grad = None",
        }, right=2), "leaf itself"),
        (moves("if w.grad is not None: w = w - lr * w.grad; w.grad = None"), "Nothing has moved"),
        (but({"w -= lr * w.grad": "w.clone().sub_(lr * w.grad)"}), "Nothing has moved"),
        (moves("if w.grad is not None: w -= lr * w.grad"), "A gradient is still there"),
        (moves("if w.grad is not None: w += lr * w.grad; w.grad = None"), "Uphill"),
        (moves("if w.grad is not None: w -= w.grad; w.grad = None"), "lr has no part"),
        (but({
            "for w in parameters:": "with torch.no_grad():",
            "if w.grad is None:": "for w in parameters:",
            "continue": "if w.grad is None:",
            "w.data -= lr * w.grad": "        break",
            "w.grad.zero_()": "    w -= lr * w.grad\n    w.grad = None",
        }, right=1), "Those behind one without a gradient"),
        (
            moves("if w.grad is not None: w -= lr * w.grad; w.grad = None",
                  "for w in parameters[:1]:"),
            "Only the first has moved",
        ),
        (
            moves("if w.grad is not None: w -= lr * w.grad; w.grad = None",
                  "for w in parameters[:-1]:"),
            "The last one has not moved",
        ),
        (
            moves("if w.grad is not None: w -= lr * w.grad; w.grad = None",
                  last="[w.requires_grad_(False) for w in parameters]"),
            "do not require grad any more",
        ),
    ),
)  # fmt: skip


def whole(*order, last="loss.item()", loss="loss_fn(model(x), y)"):
    """A step; its lines by their letters, as in lesson 05."""
    text = {
        "c": "optimizer.zero_grad()",
        "l": f"loss = {loss}",
        "b": "loss.backward()",
        "r": "loss.backward(retain_graph=True)",
        "s": "optimizer.step()",
    }
    lines = "\n    ".join(text[letter] for letter in "".join(order))
    return f"""
def train_step(model, loss_fn, optimizer, x, y):
    {lines}
    return {last}
"""


TRAIN_STEP = Item(
    "x5-train-step",
    right=(
        whole("lcbs", last="float(loss)"),
        whole("clbsc", last="loss.tolist()"),
        """
        def train_step(model, loss_fn, optimizer, x, y):
            parameters = list(model.parameters())
            loss = loss_fn(model(x), y)
            for w, slope in zip(parameters, torch.autograd.grad(loss, parameters)):
                w.grad = slope
            optimizer.step()
            return loss.detach().numpy().item()
        """,
        """
        def train_step(model, loss_fn, optimizer, x, y):
            def closure():
                model.zero_grad()
                loss = loss_fn(model(x), y)
                loss.backward()
                return loss
            return optimizer.step(closure).item()
        """,
        """
        def train_step(model, loss_fn, optimizer, x, y):
            for w in model.parameters():
                w.grad = None
            with torch.enable_grad():
                loss = loss_fn(model.forward(x), y)
            number = loss.item()
            torch.autograd.backward(loss)
            optimizer.step()
            return number
        """,
    ),
    wrong=(
        (whole("lbs"), "before the call are in it, too"),
        (whole("lbsc"), "before the call are in it, too"),
        (whole("lbcs"), "No parameter has moved"),
        (whole("cl"), "No parameter has moved"),
        (whole("clb"), "No parameter has moved"),
        (whole("lsb"), "No parameter has moved"),
        (whole("clbs", last="loss"), "the number in it"),
        (whole("clbs", last="loss.detach()"), "the number in it"),
        (whole("clbs", last="loss_fn(model(x), y).item()"), "the loss after the step"),
        (whole("clbs", loss="loss_fn(y, model(x))"), "the prediction first"),
        (whole("clrs"), "No graph has to be kept"),
        (whole("clbss"), "two steps"),
        (whole("clbs", last="None"), "return"),
        (whole("clbs", loss="loss_fn(model(x).detach(), y)"), "Nothing was recorded"),
        (
            """
            def train_step(model, loss_fn, optimizer, x, y):
                with torch.no_grad():
                    loss = loss_fn(model(x), y)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                return loss.item()
            """,
            "Nothing was recorded",
        ),
        (whole("clbs", loss="loss_fn(model(x), y) / 2"), "half of the right one"),
    ),
)


def chunked(
    weight="len(x)", by="rows", inside="pass", given="total / rows", reads="chunks", pre="pass",
    walk="loss.backward()", add="loss.item()",
):  # fmt: skip
    """The loop over chunks, with another line."""
    return f"""
def collect(model, loss_fn, chunks):
    total, rows, count, losses = 0.0, 0, 0, []
    {pre}
    for x, y in {reads}:
        {inside}
        loss = loss_fn(model(x), y) * {weight}
        {walk}
        total += {add}
        rows += len(x)
        count += 1
    for w in model.parameters():
        w.grad /= {by}
    return {given}
"""


COLLECT = Item(
    "x5-collect",
    equivalent=(  # other types of the same numbers; a sum made anew
        "line 4: `(0.0, 0)` -> `(0, 0.0)`",
        "line 8: `total += loss.item()` -> `total = total + loss.item()`",
        "line 9: `rows += len(x)` -> `rows = rows + len(x)`",
        "line 11: `w.grad /= rows` -> `w.grad = w.grad / rows`",
    ),
    right=(
        chunked(add="loss.detach()"),
        """
        def collect(model, loss_fn, chunks):
            parameters, rows, mean = list(model.parameters()), 0, 0.0
            sums = [torch.zeros_like(w) for w in parameters]
            for x, y in chunks:
                loss = loss_fn(model(x), y)
                slopes = torch.autograd.grad(loss, parameters)
                sums = [total + len(y) * slope for total, slope in zip(sums, slopes)]
                mean, rows = mean + loss.item() * len(y), rows + len(y)
            for w, total in zip(parameters, sums):
                w.grad = total / rows
            return mean / rows
        """,
        """
        def collect(model, loss_fn, chunks):
            seen, mean = 0, 0.0
            for x, y in chunks:
                now = seen + x.shape[0]
                for w in model.parameters():
                    if w.grad is not None:
                        w.grad *= seen / now
                loss = loss_fn(model(x), y) * (x.shape[0] / now)
                loss.backward()
                mean = mean * seen / now + loss.item()
                seen = now
            return mean
        """,
        """
        def collect(model, loss_fn, chunks):
            sizes, losses = [], []
            while True:
                try:
                    x, y = next(chunks)
                except StopIteration:
                    break
                loss = loss_fn(model(x), y)
                loss.backward(torch.tensor(float(len(y)), dtype=loss.dtype))
                sizes.append(len(y))
                losses.append(loss.item() * len(y))
            with torch.no_grad():
                for _, w in model.named_parameters():
                    w.grad = w.grad.div(sum(sizes))
            return sum(losses) / sum(sizes)
        """,
    ),
    wrong=(
        (chunked(weight=1, by=1), "simply added up"),
        (chunked(weight=1, by="count", given="total / count"), "Each chunk counts the same"),
        (chunked(by=1), "a sum and no mean"),
        (chunked(by="len(x)"), "the last chunk's rows"),
        (chunked(by="count"), "number of chunks, not of rows"),
        (chunked(weight=1), "do not count by them"),
        (chunked(given="total"), "a sum and no mean"),
        (chunked(given="total / count"), "number of chunks, not of rows"),
        (chunked(inside="model.zero_grad()"), "Only the last chunk"),
        (chunked(reads="list(chunks)"), "All chunks are fetched"),
        (
            chunked(reads="[*chunks]", pre="x = y = None"),
            "All chunks are fetched",
        ),
        (chunked(add="loss", given="total.item() / rows"), "leads to them, as a loss does"),
        (
            """
            def collect(model, loss_fn, chunks):
                total, rows = 0.0, 0
                for x, y in chunks:
                    total = total + loss_fn(model(x), y) * len(x)
                    rows += len(x)
                (total / rows).backward()
                return total.item() / rows
            """,
            "all chunks are there at once",
        ),
        (
            """
            def collect(model, loss_fn, chunks):
                n, total = sum(len(x) for x, _ in chunks), 0.0
                for x, y in chunks:
                    loss = loss_fn(model(x), y) * len(x) / n
                    loss.backward()
                    total += loss.item()
                return total
            """,
            "read twice",
        ),
        (but({
            "for w in model.parameters():\n    w.grad /= rows":
                "    for w in model.parameters():\n        w.grad /= rows",
        }), "divided again in every round"),
        (but({
            "for w in model.parameters():": "    for w in model.parameters():",
            "w.grad /= rows": "    w.grad /= rows",
            "return total / rows": "    return total / rows",
        }), "Only the first chunk"),
        (chunked(given="None"), "return"),
        (chunked(walk="pass", by="1", given="total / rows").replace("w.grad /= 1", "pass"), "None"),
    ),
)  # fmt: skip


def level(
    leaf="start.clone().requires_grad_()", test="c.grad.abs().max() <= bound", error="mean",
    curve="c[0] + c[1] * x + c[2] * x**2", clear="c.grad = None", sign="-=", given="steps",
    until="steps < most", first=0, after="pass", end="break",
):  # fmt: skip
    """The loop that ends where the ground is level, with another line."""
    return f"""
def descend(x, y, start, lr, bound, most):
    c, steps = {leaf}, {first}
    while {until}:
        loss = (({curve} - y) ** 2).{error}()
        loss.backward()
        if {test}:
            {end}
        with torch.no_grad():
            c {sign} lr * c.grad
        {clear}
        steps += 1
        {after}
    return c.detach(), {given}
"""


DESCEND = Item(
    "x5-descend",
    equivalent=(
        "line 14: `steps += 1` -> `steps = steps + 1`",
        "line 7: `c[0] + c[1] * x + c[2] * x ** 2 - y` -> "
        "`y - (c[0] + c[1] * x + c[2] * x ** 2)`",  # it is squared
        # no gradient is equal to the bound
        "line 9: `c.grad.abs().max() <= bound` -> `c.grad.abs().max() < bound`",
        "line 15: `c.detach()` -> `c.clone()`",  # the same coefficients
    ),
    right=(
        level("torch.tensor(start.tolist(), dtype=start.dtype, requires_grad=True)"),
        level("torch.tensor(start.tolist(), requires_grad=True)"),  # float32
        """
        def descend(x, y, start, lr, bound, most):
            columns = torch.stack([torch.ones_like(x), x, x * x], dim=1)
            c = torch.zeros_like(start, requires_grad=True)
            c.data.copy_(start)
            for steps in range(most + 1):
                (slope,) = torch.autograd.grad(((columns @ c - y) ** 2).mean(), c)
                if steps == most or all(abs(s.item()) <= bound for s in slope):
                    return c, steps
                c.data.sub_(lr * slope)
        """,
        """
        def descend(x, y, start, lr, bound, most):
            c = (start * 1).requires_grad_()
            optimizer = torch.optim.SGD([c], lr=lr)
            made = 0
            for _ in range(most):
                optimizer.zero_grad()
                a, b, d = c
                torch.nn.functional.mse_loss(a + b * x + d * x.pow(2), y).backward()
                if not (c.grad.abs() > bound).any():
                    break
                optimizer.step()
                made += 1
            return c.tolist(), made
        """,
        """
        def descend(x, y, start, lr, bound, most):
            def slope(c):
                c = c.detach().requires_grad_()
                loss = torch.mean((c[0] + c[1] * x + c[2] * x**2 - y) ** 2)
                return torch.autograd.grad(loss, c)[0]
            c, count = start, 0
            while count < most and slope(c).abs().max() > bound:
                c, count = c - lr * slope(c), count + 1
            return c, count
        """,
    ),
    wrong=(
        (level("start.detach().requires_grad_()"), "written into"),
        (level("start.requires_grad_()"), "written into"),
        (but({
            "c = start.clone().requires_grad_()": "start.requires_grad_()",
            "steps = 0": "c, steps = start.clone().detach().requires_grad_(), 0",
            """
                loss = ((c[0] + c[1] * x + c[2] * x**2 - y) ** 2).mean()
                loss.backward()
            """: "((c[0] + c[1] * x + c[2] * x**2 - y) ** 2).mean().backward()",
        }), "start requires grad now"),
        (level(test="c.grad.max() <= bound"), "far below zero"),
        (level(test="c.grad.abs().min() <= bound"), "as soon as one component"),
        (level(test="(c.grad.abs() <= bound).any()"), "as soon as one component"),
        (level(test="c.grad.norm() <= bound"), "taken together"),
        (level(test="c.grad.abs().mean() <= bound"), "taken together"),
        (level(test="loss <= bound"), "the loss that is compared"),
        (level(test="False"), "goes on to the last step"),
        (level(until="steps < 1000"), "more steps than"),
        (level(clear="pass"), "add up"),
        (level(error="sum"), "not their sum"),
        (level(curve="c[0] * x**2 + c[1] * x + c[2]"), "stands alone"),
        (level(sign="+="), "Uphill"),
        (level(first=1, until="steps <= most"), "counts one more"),
        (level(given="steps + 1"), "counts one more"),
        (level(given="steps - 1"), "counts one less"),
        (level(after="return c.detach(), steps"), "one step at most"),
        (
            """
            def descend(x, y, start, lr, bound, most):
                c, steps = start.clone().requires_grad_(), 0
                while steps < most:
                    c.grad = None
                    ((c[0] + c[1] * x + c[2] * x**2 - y) ** 2).mean().backward()
                    with torch.no_grad():
                        c -= lr * c.grad
                    steps += 1
                    if c.grad.abs().max() <= bound:
                        break
                return c.detach(), steps
            """,
            "a step too many",
        ),
        (
            """
            def descend(x, y, start, lr, bound, most):
                c, steps = start.clone().requires_grad_(), 0
                while steps < most:
                    ((c[0] + c[1] * x + c[2] * x**2 - y) ** 2).mean().backward()
                    if c.grad.abs().max() <= bound:
                        break
                    c = c - lr * c.grad
                    steps += 1
                return c.detach(), steps
            """,
            "Something is None there",
        ),
        (level(given="None"), "None"),
        (
            """
            def descend(x, y, start, lr, bound, most):
                c = start.clone().requires_grad_()
                for steps in range(most):
                    ((c[0] + c[1] * x + c[2] * x**2 - y) ** 2).mean().backward()
                    if (c.grad.abs() <= bound).all():
                        break
                    with torch.no_grad():
                        c -= lr * c.grad
                    c.grad = None
                return c, steps
            """,
            "one is missing in the count",
        ),
    ),
)  # fmt: skip


def ball(
    first="0.0", halt="losses and loss.item() > losses[-1]", stop="velocity = 0.0",
    move="velocity = momentum * velocity + w.grad", after="pass", step="w -= lr * velocity",
    clear="w.grad = None", note="losses.append(loss.item())", rounds="k", last="losses",
    again="loss",
):  # fmt: skip
    """The rounds of a ball with a brake, with another line."""
    return f"""
def roll(loss_of, w, lr, momentum, k):
    velocity, losses = {first}, []
    for _ in range({rounds}):
        loss = loss_of(w)
        loss = {again}
        loss.backward()
        if {halt}:
            {stop}
        {move}
        {after}
        with torch.no_grad():
            {step}
        {clear}
        {note}
    return {last}
"""


ROLL = Item(
    "x5-roll",
    # no two losses are equal
    equivalent=("line 8: `loss.item() > losses[-1]` -> `loss.item() >= losses[-1]`",),
    right=(
        ball("torch.zeros_like(w)", stop="velocity = torch.zeros_like(w)"),
        """
        def roll(loss_of, w, lr, momentum, k):
            optimizer, losses = torch.optim.SGD([w], lr=lr, momentum=momentum), []
            for _ in range(k):
                optimizer.zero_grad()
                loss = loss_of(w)
                loss.backward()
                losses.append(loss.item())
                if len(losses) > 1 and losses[-1] > losses[-2]:
                    optimizer.state.clear()
                optimizer.step()
            return losses
        """,
        """
        def roll(loss_of, w, lr, momentum, k):
            velocity, before, losses = torch.zeros_like(w), float("inf"), []
            while len(losses) < k:
                loss = loss_of(w)
                (slope,) = torch.autograd.grad(loss, w)
                keep = momentum if loss.item() <= before else 0.0
                velocity = keep * velocity - lr * slope
                w.data += velocity
                before = float(loss)
                losses.append(before)
            return losses
        """,
        """
        def roll(loss_of, w, lr, momentum, k):
            velocity, losses = torch.zeros_like(w), []
            for i in range(k):
                loss = loss_of(w)
                w.grad = None
                loss.backward()
                with torch.no_grad():
                    if i > 0 and loss > losses[i - 1]:
                        velocity.zero_()
                    velocity.mul_(momentum).add_(w.grad)
                    w.sub_(velocity, alpha=lr)
                losses.append(loss.detach())
            return torch.stack(losses).tolist()
        """,
    ),
    wrong=(
        (ball(halt="False"), "never stopped"),
        (ball(halt="True"), "begins anew in every round"),
        (ball(move="velocity = w.grad"), "begins anew in every round"),
        (ball(halt="losses and loss.item() < losses[-1]"), "begins anew in every round"),
        (ball(halt="losses and loss.item() > losses[0]"), "never stopped"),
        (ball(halt="losses and loss.item() > min(losses)"), "not with the least"),
        (
            ball(halt="False", after="velocity *= not (losses and loss.item() > losses[-1])"),
            "own gradient is lost",
        ),
        (ball(clear="pass"), "add up in w.grad"),
        (ball(move="velocity = momentum * velocity + (1 - momentum) * w.grad"), "counts whole"),
        (ball(move="velocity = momentum * (velocity + w.grad)"), "scales the gradient, too"),
        (ball(step="w += lr * velocity"), "Uphill"),
        (ball(step="w = w - lr * velocity", clear="w.requires_grad_()"), "has not moved"),
        (ball(step="w.clone().sub_(lr * velocity)"), "has not moved"),
        (ball(again="loss_of(w)"), "called twice"),
        (ball(rounds="k - 1"), "One round is missing"),
        (ball(rounds="k + 1"), "one round too many"),
        (ball(note="losses.append(loss.item()); return losses"), "one round alone"),
        (ball(move="velocity = velocity + w.grad"), "momentum has no part"),
        (ball(rounds="k + 1", last="losses[1:]"), "after each step"),
        (ball(last="None"), "return"),
        (ball(step="w -= lr * w.grad"), "begins anew in every round"),
        (ball(note="losses.append(loss_of(w).item())"), "after each step"),
        (
            ball("None", stop="velocity = None",
                 move="velocity = w.grad if velocity is None else "
                      "velocity.mul_(momentum).add_(w.grad)",
                 clear="w.grad.zero_()"),
            "the tensor in w.grad itself",
        ),
    ),
)  # fmt: skip


def examined(
    weight="len(x)", hits="sum().item()", by="rows", share="right / rows", before="model.eval()",
    guard="torch.no_grad()", after="model.train(was)", reads="batches", dim=1, inside="pass",
    was="model.training",
):  # fmt: skip
    """The exam, with another line."""
    return f"""
def evaluate(model, loss_fn, batches):
    was = {was}
    {before}
    total, right, rows, count = 0.0, 0.0, 0, 0
    with {guard}:
        for x, labels in {reads}:
            scores = model(x)
            total += loss_fn(scores, labels).item() * {weight}
            right += (scores.argmax(dim={dim}) == labels).{hits}
            rows += len(x)
            count += 1
            {inside}
    {after}
    return total / {by}, {share}
"""


EVALUATE = Item(
    "x5-evaluate",
    equivalent=(  # other types of the same numbers; sums made anew
        "line 6: `(0.0, 0, 0)` -> `(0, 0.0, 0)`",
        "line 10: `total += loss_fn(scores, labels).item() * len(x)` -> "
        "`total = total + loss_fn(scores, labels).item() * len(x)`",
        "line 11: `right += (scores.argmax(dim=1) == labels).sum().item()` -> "
        "`right = right + (scores.argmax(dim=1) == labels).sum().item()`",
        "line 12: `rows += len(x)` -> `rows = rows + len(x)`",
        "line 11: `(scores.argmax(dim=1) == labels).sum().item()` -> "
        "`(scores.argmax(dim=1) == labels).sum()`",
        "line 10: `loss_fn(scores, labels).item()` -> `loss_fn(scores, labels)`",
    ),
    right=(
        examined(guard="torch.inference_mode()"),
        """
        @torch.no_grad()
        def evaluate(model, loss_fn, batches):
            mode = model.training
            model.train(False)
            pairs = [(loss_fn(model(x), y), (model(x).argmax(1) == y).sum(), len(y))
                     for x, y in batches]
            if mode:
                model.train()
            n = sum(size for *_, size in pairs)
            mean = sum(float(loss) * size for loss, _, size in pairs) / n
            return mean, sum(int(hits) for _, hits, _ in pairs) / n
        """,
        """
        def evaluate(model, loss_fn, batches):
            modes = [(part, part.training) for part in model.modules()]
            recording = torch.is_grad_enabled()
            try:
                model.eval()
                torch.set_grad_enabled(False)
                x = torch.cat([x for x, _ in batches])
                labels = torch.cat([labels for _, labels in batches])
                scores = model(x)
                found = [row.tolist().index(max(row.tolist())) for row in scores]
                right = sum(a == b for a, b in zip(found, labels.tolist()))
                return loss_fn(scores, labels).item(), right / len(labels)
            finally:
                torch.set_grad_enabled(recording)
                for part, mode in modes:
                    part.training = mode
        """,
        """
        def evaluate(model, loss_fn, batches):
            was, losses, hits = model.training, [], []
            for x, labels in batches:
                with torch.no_grad():
                    scores = model.eval()(x)
                    losses += [loss_fn(scores, labels).item()] * len(labels)
                    hits += (scores.max(dim=1).indices == labels).tolist()
            model.train(was)
            return sum(losses) / len(losses), sum(hits) / len(hits)
        """,
    ),
    wrong=(
        (examined(weight=1, by="count"), "Each batch counts the same"),
        (examined(hits="double().mean().item()", share="right / count"), "counts the same"),
        (examined(by="count"), "number of batches, not of rows"),
        (examined(weight=1, by=1), "means are added up"),
        (examined(by=1), "not yet the mean"),
        (examined(share="right"), "not yet the mean"),
        (examined(share="100 * right / rows"), "100 × the right one"),
        (examined(guard="torch.enable_grad()"), "Something is recorded"),
        (examined(before="pass"), "dropped here, too"),
        (examined(after="model.train()"), "leaves in training mode"),
        (examined(after="pass"), "left in eval mode"),
        (examined(before="torch.set_grad_enabled(False); model.eval()", guard="torch.no_grad()"),
         "Recording is left off"),
        (examined(after="model.train(was); model.zero_grad()"), "not as they were"),
        (examined(before="model.zero_grad(); model.eval()"), "not as they were"),
        (examined(before="model.eval()", was="model.eval().training"), "left in eval mode"),
        (examined(reads="batches[:1]"), "Only the first batch"),
        (examined(reads="batches[-1:]"), "Only the last batch"),
        (examined(reads="batches[:-1]"), "The last batch is missing"),
        (examined(inside="model.train(was); return total / rows, right / rows"),
         "Only the first batch"),
        (examined(share="1 - right / rows"), "look at the operator"),
        (examined(guard="torch.enable_grad()", before="pass"), "dropped here, too"),
        (
            """
            def evaluate(model, loss_fn, batches):
                was = model.training
                model.eval()
                total, right, rows = 0.0, 0, 0
                for x, labels in batches:
                    scores = model(x).detach()
                    total += loss_fn(scores, labels).item() * len(x)
                    right += (scores.argmax(dim=1) == labels).sum().item()
                    rows += len(x)
                model.train(was)
                return total / rows, right / rows
            """,
            "Something is recorded",
        ),
        (
            examined(after="model.train(was); return right / rows, total / rows"),
            "This is the share right, where",
        ),
    ),
)  # fmt: skip


def mended(
    lines="cbs", weight="len(x)", add="loss.item()", by="rows", back="model.train()", top="pass",
    guard="torch.no_grad()", exam="model.eval()", last="losses, exams", end="pass", clear="pass",
):  # fmt: skip
    """The script with all four faults repaired, or with another line."""
    text = {"c": "optimizer.zero_grad()", "b": "loss.backward()", "s": "optimizer.step()"}
    steps = "\n            ".join(text[letter] for letter in lines)
    return f"""
def study(model, loss_fn, optimizer, batches, exam, epochs):
    losses, exams = [], []
    for epoch in range(epochs):
        {top}
        {clear}
        total, rows = 0.0, 0
        for x, labels in batches:
            loss = loss_fn(model(x), labels)
            {steps}
            total += {add} * {weight}
            rows += len(x)
        losses.append(total / {by})
        {exam}
        with {guard}:
            exam_x, exam_labels = exam
            exams.append(loss_fn(model(exam_x), exam_labels).item())
        {back}
        {end}
    return {last}
"""


FAULTS = {
    "bcs": {"lines": "bcs"},
    "means": {"weight": 1, "by": "len(batches)"},
    "graphs": {"add": "loss"},
    "mode": {"back": "pass"},
}


def left(*names):
    """The script with these of its faults left in it."""
    return mended(**{key: value for name in names for key, value in FAULTS[name].items()})


STUDY = Item(
    "x5-study",
    equivalent=(  # other types of the same numbers; sums made anew
        "line 6: `(0.0, 0)` -> `(0, 0.0)`",
        "line 12: `total += loss.item() * len(x)` -> `total = total + loss.item() * len(x)`",
        "line 13: `rows += len(x)` -> `rows = rows + len(x)`",
        "line 18: `loss_fn(model(exam_x), exam_labels).item()` -> "
        "`loss_fn(model(exam_x), exam_labels)`",
    ),
    right=(
        mended(lines="bsc", add="float(loss)"),
        mended(add="loss.detach()", exam="model.train(False)", back="model.train(True)"),
        """
        def study(model, loss_fn, optimizer, batches, exam, epochs):
            def learn(x, labels):
                model.train()
                loss = loss_fn(model(x), labels)
                model.zero_grad()
                loss.backward()
                optimizer.step()
                return loss.item()

            def grade(x, labels):
                model.eval()
                with torch.no_grad():
                    loss = loss_fn(model(x), labels)
                model.train()
                return loss.item()

            n = sum(len(labels) for _, labels in batches)
            losses, exams = [], []
            for _ in range(epochs):
                losses.append(sum(len(pair[1]) * learn(*pair) for pair in batches) / n)
                exams.append(grade(*exam))
            return losses, exams
        """,
        """
        def study(model, loss_fn, optimizer, batches, exam, epochs):
            curves = [], []
            for _ in range(epochs):
                every = []
                for x, labels in batches:
                    optimizer.zero_grad()
                    loss = loss_fn(model(x), labels)
                    loss.backward()
                    optimizer.step()
                    every += [loss.item()] * len(labels)
                curves[0].append(sum(every) / len(every))
                was = model.training
                with torch.inference_mode():
                    curves[1].append(float(loss_fn(model.eval()(exam[0]), exam[1])))
                model.train(was)
            return curves
        """,
        """
        def study(model, loss_fn, optimizer, batches, exam, epochs):
            losses, exams = [0.0] * epochs, []
            n = sum(len(x) for x, _ in batches)
            for epoch in range(epochs):
                for x, labels in batches:
                    loss = train_step(model, loss_fn, optimizer, x, labels)
                    losses[epoch] += loss * len(x) / n
                exams.append(evaluate(model, loss_fn, [exam])[0])
            return losses, torch.tensor(exams)
        """,
    ),
    wrong=(
        (left("bcs"), "No parameter has moved"),
        (left("means"), "Each batch counts the same"),
        (left("graphs"), "Graphs outlive their round"),
        (left("mode"), "What does the exam leave behind"),
        (left("bcs", "means"), "No parameter has moved"),
        (left("bcs", "graphs"), "Graphs outlive their round"),
        (left("bcs", "mode"), "What does the exam leave behind"),
        (left("means", "graphs"), "Each batch counts the same"),
        (left("means", "mode"), "What does the exam leave behind"),
        (left("graphs", "mode"), "Graphs outlive their round"),
        (left("means", "graphs", "mode"), "What does the exam leave behind"),
        (left("bcs", "graphs", "mode"), "Graphs outlive their round"),
        (left("bcs", "means", "mode"), "Each batch counts the same"),
        (left("bcs", "means", "graphs"), "No parameter has moved"),
        (left("bcs", "means", "graphs", "mode"), "No parameter has moved"),
        (mended(lines="bs"), "nothing clears them"),
        (mended(lines="bs", clear="optimizer.zero_grad()"), "once in each epoch"),
        (mended(lines="csb"), "No parameter has moved"),
        (mended(lines="sb"), "compute it anew"),
        (mended(lines="b"), "No parameter has moved"),
        (mended(weight=1, by=1), "no means"),
        (mended(by="len(batches)"), "not means of the losses"),
        (mended(exam="pass"), "In the exam the model is in training mode"),
        (mended(top="model.train()", back="pass"), "At the end"),
        (mended(top="model.eval()"), "learns in eval mode"),
        (mended(guard="torch.enable_grad()"), "one is recorded"),
        (mended(last="exams, losses"), "First comes the list"),
        (mended(last="losses"), "2 values are wanted"),
        (mended(end="return losses, exams"), "one epoch alone"),
        (
            mended(end="losses[-1] = torch.as_tensor(losses[-1]).item()", add="loss"),
            "if not their epoch",
        ),
        (mended(last="None"), "return"),
    ),
)

ITEMS = (PRINTOUTS, STEP, TRAIN_STEP, COLLECT, DESCEND, ROLL, EVALUATE, STUDY)
