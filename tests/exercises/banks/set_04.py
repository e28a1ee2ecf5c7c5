"""Answers to set X4: life and death of a graph."""

import minigrad as torch
from tests.exercises.banks import Item, but


def tuned(log_scale, xs, ys, *, rate=0.1, loss=torch.mean, clear=True, of=None, **kept):
    scale = None if of is None else of(log_scale)
    for x, y in zip(xs, ys):
        now = torch.exp(log_scale) if scale is None else scale
        loss((now * x - y) ** 2).backward(**kept)
        with torch.no_grad():
            log_scale -= rate * log_scale.grad
        if clear:
            log_scale.grad = None


TUNED = Item(
    "x4-tuned",
    equivalent=("line 6: `scale * x - y` -> `y - scale * x`",),  # it is squared
    right=(
        tuned,
        """
        def tuned(log_scale, xs, ys):
            optimizer = torch.optim.SGD([log_scale], lr=0.1)
            for x, y in zip(xs, ys):
                optimizer.zero_grad()
                torch.nn.functional.mse_loss(log_scale.exp() * x, y).backward()
                optimizer.step()
            optimizer.zero_grad()
        """,
        """
        def tuned(log_scale, xs, ys):
            optimizer = torch.optim.SGD([log_scale], lr=0.1)
            for x, y in zip(xs, ys):
                loss = ((torch.exp(log_scale) * x - y) ** 2).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        """,
        but({"log_scale.grad = None": "    log_scale.grad.zero_()"}),
        """
        def tuned(log_scale, xs, ys):
            for i in range(len(xs)):
                loss = ((torch.exp(log_scale) * xs[i] - ys[i]) ** 2).mean()
                (slope,) = torch.autograd.grad(loss, log_scale)
                log_scale.data.sub_(0.1 * slope)
        """,
        """
        def tuned(log_scale, xs, ys):
            def distance(x, y):
                return (torch.exp(log_scale).mul(x).sub(y)).pow(2).mean()
            for x, y in zip(xs, ys):
                distance(x, y).backward()
                with torch.no_grad():
                    log_scale.add_(log_scale.grad, alpha=-0.1)
                log_scale.grad = None
        """,
    ),
    wrong=(
        (but({
            "for x, y in zip(xs, ys):": "scale = torch.exp(log_scale)\nfor x, y in zip(xs, ys):",
            "scale = torch.exp(log_scale)": "",
        }), "An earlier backward() has freed"),
        (
            lambda s, xs, ys: tuned(s, xs, ys, of=torch.exp, retain_graph=True),
            "at the beginning",
        ),
        (but({
            "for x, y in zip(xs, ys):": "scale = torch.exp(log_scale)\nfor x, y in zip(xs, ys):",
            "scale = torch.exp(log_scale)": """
                ((scale * x - y) ** 2).mean().backward()
                scale = torch.exp(log_scale)
            """,
            "loss = ((scale * x - y) ** 2).mean()\nloss.backward()": "",
        }), "one step behind"),
        (lambda s, xs, ys: tuned(s, xs, ys, retain_graph=True), "No graph has to be kept"),
        (
            lambda s, xs, ys: tuned(s, xs, ys, of=lambda s: torch.exp(s.detach())),
            "Nothing was recorded",
        ),
        (lambda s, xs, ys: tuned(s, xs, ys, clear=False), "clear it in every round"),
        (lambda s, xs, ys: tuned(s, xs, ys, rate=-0.1), "Uphill"),
        (lambda s, xs, ys: tuned(s, xs, ys, rate=1.0), "ten times as long"),
        (lambda s, xs, ys: tuned(s, xs, ys, loss=torch.sum), "not the sum"),
        (lambda s, xs, ys: tuned(s, xs[:1], ys[:1]), "Only the first pair"),
        (lambda s, xs, ys: tuned(s, xs[:-1], ys[:-1]), "The last pair is not used"),
        (lambda s, xs, ys: tuned(s, ys, xs), "swapped"),
        (but({
            "scale = torch.exp(log_scale)\nloss = ((scale * x - y) ** 2).mean()":
                "loss = ((torch.exp(log_scale) * x - y) ** 2).mean()",
            "log_scale -= 0.1 * log_scale.grad": "log_scale = log_scale - 0.1 * log_scale.grad",
            "log_scale.grad = None": "log_scale.requires_grad_()",
        }), "has not moved"),
        (but({
            "optimizer = torch.optim.SGD([log_scale], lr=0.1)": "",
            "optimizer.zero_grad()": "",
            "optimizer.step()": "log_scale -= 0.1 * log_scale.grad\nlog_scale.grad = None",
        }, right=3), "leaf itself"),
        (
            """
            def tuned(log_scale, xs, ys):
                total = 0.0
                for x, y in zip(xs, ys):
                    total = total + ((torch.exp(log_scale) * x - y) ** 2).mean()
                total.backward()
                with torch.no_grad():
                    log_scale -= 0.1 * log_scale.grad
                log_scale.grad = None
            """,
            "at the beginning",
        ),
    ),
)  # fmt: skip


def heads(w, x, *, first=1.0, second=0.1, spread=torch.mean, f=torch.tanh):
    trunk = f(x * w)
    (first * spread(trunk**2) + second * trunk.sum()).backward()
    return w.grad


def passes(text):
    """The suspect's way, with other last lines."""
    return f"""
def heads(w, x):
    trunk = torch.tanh(x * w)
    spread = (trunk**2).mean()
    lean = 0.1 * trunk.sum()
    {text}
    return w.grad
"""


HEADS = Item(
    "x4-heads",
    right=(
        heads,
        passes("torch.autograd.backward([spread, lean])"),
        passes("return torch.autograd.grad([spread, lean], w)[0]"),
        """
        def heads(w, x):
            trunk = (w * x).tanh()
            trunk.backward(0.1 + 2 * trunk.detach() / trunk.numel())
            return w.grad
        """,
    ),
    wrong=(
        (passes("spread.backward(); lean.backward()"), "An earlier backward() has freed"),
        (passes("spread.backward(retain_graph=True); lean.backward()"), "was walked twice"),
        (
            passes("spread.backward(retain_graph=True); lean.backward(retain_graph=True)"),
            "was walked twice",
        ),
        (
            passes("spread.backward(); (0.1 * torch.tanh(x * w).sum()).backward()"),
            "was computed twice",
        ),
        (passes("(spread + lean).backward(retain_graph=True)"), "No graph has to be kept"),
        (passes("spread.backward()"), "Only the first loss"),
        (passes("lean.backward()"), "Only the second loss"),
        (passes("(spread + 0.1 * trunk.detach().sum()).backward()"), "Only the first loss"),
        (passes("(spread + lean.item()).backward()"), "Only the first loss"),
        (passes("(spread + 0.1 * lean).backward()"), "tenth of a tenth"),
        (lambda w, x: heads(w, x, second=1.0), "a tenth, not whole"),
        (lambda w, x: heads(w, x, first=0.1), "the first counts whole"),
        (lambda w, x: heads(w, x, first=0.1, second=1.0), "wrong one of the two"),
        (passes("(spread - lean).backward()"), "subtracted"),
        (lambda w, x: heads(w, x, spread=torch.sum), "not their sum"),
        (lambda w, x: heads(w, x, f=torch.sin), None),
        (passes("(spread * lean).backward()"), "look at the operator"),
        (passes("(spread + lean).backward(); print(w.grad); return None"), "return"),
    ),
)


def centred(w, batches, *, own=0.5, error=torch.sum, start=0.0, cut=True, **kept):
    average = start
    for x in batches:
        f = torch.tanh(x * w)
        average = (1 - own) * average + own * f.mean()
        error((f - average) ** 2).backward(**kept)
        average = average.detach() if cut else average
    return w.grad


def loop(average, after="pass", loss="((f - average) ** 2).sum()", last="return w.grad"):
    """The loop with another line for the average, and another one at its end."""
    return f"""
def centred(w, batches):
    average = 0.0
    for x in batches:
        f = torch.tanh(x * w)
        average = {average}
        loss = {loss}
        loss.backward()
        {after}
    {last}
"""


USUAL, CUT = "0.5 * average + 0.5 * f.mean()", "average = average.detach()"
CENTRED = Item(
    "x4-centred",
    equivalent=("line 8: `f - average` -> `average - f`",),  # it is squared
    right=(
        centred,
        loop(USUAL, "average = average.item()"),
        loop("0.5 * torch.as_tensor(average).detach() + 0.5 * f.mean()"),
        loop("(average + f.mean()) / 2", "average.detach_()"),
        """
        def centred(w, batches):
            average, total = torch.tensor(0.0), 0.0
            for x in batches:
                f = torch.tanh(x * w)
                average = (average + f.mean()) * 0.5
                total = total + (f - average).pow(2).sum()
                average = average.detach()
            total.backward()
            return w.grad
        """,
    ),
    wrong=(
        (loop(USUAL), "An earlier backward() has freed"),
        (lambda w, b: centred(w, b, cut=False, retain_graph=True), "rounds before it as well"),
        (lambda w, b: centred(w, b, retain_graph=True), "No graph has to be kept"),
        (loop("(0.5 * average + 0.5 * f.mean()).detach()"), "Too much is cut"),
        (loop("0.5 * average + 0.5 * f.mean().item()"), "Too much is cut"),
        (loop("0.5 * average + 0.5 * f.detach().mean()"), "Too much is cut"),
        (loop(USUAL, CUT, "((f - average.detach()) ** 2).sum()"), "Too much is cut"),
        (loop(USUAL, CUT, "((f.detach() - average) ** 2).sum()"), "through f itself"),
        (loop(USUAL, "average = 0.0"), "begins with 0 in each round"),
        (loop("0.5 * f.mean()"), "begins with 0 in each round"),
        (loop(USUAL, CUT + "; return w.grad"), "Only the first round"),
        (lambda w, b: centred(w, b[:-1]), "The last round is not in it"),
        (lambda w, b: centred(w, b, own=1.0), "no part in the average"),
        (lambda w, b: centred(w, b, error=torch.mean), "not their mean"),
        (loop(USUAL, CUT + "; g = w.grad; w.grad = None", last="return g"), "Only the last round"),
        (loop(USUAL, CUT + "; w.grad = None"), "nothing cleared its .grad"),
        (loop(USUAL, CUT + "; w.grad.zero_()"), "is w.grad emptied"),
        (loop(USUAL, CUT, last="pass"), "return"),
        (lambda w, b: -centred(w, b), "−1 ×"),
        (lambda w, b: centred(w, b, start=1.0), None),
    ),
)


def each(trunk, first, second, x):
    h = trunk(x)
    one = torch.autograd.grad(first(h), x, retain_graph=True)[0]
    return one, torch.autograd.grad(second(h), x)[0]


def changed(change):
    return lambda trunk, first, second, x: change(*each(trunk, first, second, x))


EACH = Item(
    "x4-each",
    right=(
        changed(lambda one, other: [one, other, other + one]),
        """
        def each(trunk, first, second, x):
            h = trunk(x)
            losses = first(h), second(h), first(h) + second(h)
            return [torch.autograd.grad(loss, x, retain_graph=True)[0] for loss in losses]
        """,
        """
        def each(trunk, first, second, x):
            before, x.grad = x.grad, None
            h = trunk(x)
            first(h).backward(retain_graph=True)
            one, x.grad = x.grad, None
            second(h).backward()
            other, x.grad = x.grad, before
            return one, other, one + other
        """,
        """
        def each(trunk, first, second, x):
            h = trunk(x)
            top = h.detach().requires_grad_()
            (a,) = torch.autograd.grad(first(top), top)
            (b,) = torch.autograd.grad(second(top), top)
            (one,) = torch.autograd.grad(h, x, a, retain_graph=True)
            (other,) = torch.autograd.grad(h, x, b)
            return one, other, one + other
        """,
    ),
    wrong=(
        (but({"x, retain_graph=True": "x"}), "An earlier backward() has freed"),
        (
            """
            def each(trunk, first, second, x):
                (one,) = torch.autograd.grad(first(trunk(x)), x)
                (other,) = torch.autograd.grad(second(trunk(x)), x)
                return one, other, one + other
            """,
            "computed once",
        ),
        (
            """
            def each(trunk, first, second, x):
                one, other = (torch.autograd.grad(f(trunk(x)), x)[0] for f in (first, second))
                h = trunk(x)
                return one, other, torch.autograd.grad(first(h) + second(h), x)[0]
            """,
            "computed once",
        ),
        (but({
            "before, x.grad = x.grad, None": "",
            "one, x.grad = x.grad, None": "one = x.grad.clone()",
            "other, x.grad = x.grad, before": "other = x.grad.clone()",
        }, right=3), "backward() adds to what is in x.grad"),
        (but({
            "before, x.grad = x.grad, None": "",
            "one, x.grad = x.grad, None": "one = x.grad\nx.grad = None",
            "other, x.grad = x.grad, before\nreturn one, other, one + other":
                "return one, x.grad, one + x.grad",
        }, right=3), "x.grad"),
        (but({
            "before, x.grad = x.grad, None": "x.grad = None",
            "other, x.grad = x.grad, before": "other, x.grad = x.grad, None",
        }, right=3), "not as it was"),
        (but({
            "before, x.grad = x.grad, None": "x.grad = None",
            "one, x.grad = x.grad, None": "one = x.grad",
            "other, x.grad = x.grad, before": "other = x.grad",
        }, right=3), "the tensor in x.grad itself"),
        (changed(lambda one, other: (other, one, one + other)), "the other loss's"),
        (changed(lambda one, other: (one, other, one - other)), "the difference of the two"),
        (changed(lambda one, other: (one, other, (one + other) / 2)), "not their mean"),
        (changed(lambda one, other: (one, other, one * other)), "not their product"),
        (changed(lambda one, other: (one, other)), "3 values are wanted"),
        (but({"(one,)": "one", "(other,)": "other"}), "a tuple of tensors"),
        (changed(lambda one, other: (one, other, one)), "second loss is missing"),
        (changed(lambda one, other: (one, one, one + one)), "the other loss's"),
        (changed(lambda one, other: (one, other, (one + other).sum())), None),
        (but({"h = trunk(x)": "h = trunk(x.detach())"}), "Nothing was recorded"),
    ),
)  # fmt: skip


def report(total, kept, last="total / len(batches), max(losses), w.grad", loss="torch.mean"):
    return f"""
def summary(w, batches):
    total, losses = 0.0, []
    for x in batches:
        loss = {loss}(torch.tanh(w * x) ** 2)
        loss.backward()
        total += {total}
        losses.append({kept})
    return {last}
"""


SUMMARY = Item(
    "x4-summary",
    equivalent=("line 8: `total += loss.item()` -> `total = total + loss.item()`",),
    right=(
        report("loss.detach()", "loss.detach()"),
        report("float(loss)", "loss.data"),
        """
        def summary(w, batches):
            losses = []
            for x in batches:
                loss = torch.tanh(w * x).pow(2).mean()
                loss.backward()
                losses.append(loss.item())
            losses = torch.tensor(losses)
            return losses.mean(), losses.max(), w.grad
        """,
        """
        def summary(w, batches):
            total, largest = 0, None
            for x in batches:
                loss = (torch.tanh(w * x) ** 2).mean()
                loss.backward()
                with torch.no_grad():
                    total = total + loss
                    if largest is None or loss > largest:
                        largest = loss
            return total / len(batches), largest, w.grad
        """,
    ),
    wrong=(
        (report("loss", "loss"), "outlives the round"),
        (report("loss.item()", "loss"), "mended both"),
        (report("loss", "loss.item()"), "mended both"),
        (report("loss.clone()", "loss.item()"), "mended both"),
        (report("loss.item()", "loss.item()", loss="torch.sum"), "not the sum"),
        (report("loss.item()", "loss.item()", "total, max(losses), w.grad"), "sum of the losses"),
        (
            report("loss.item()", "loss.item()", "total / len(batches), losses[-1], w.grad"),
            "the last loss",
        ),
        (
            report("loss.item()", "loss.item()", "max(losses), total / len(batches), w.grad"),
            "the other of the two",
        ),
        (
            report("loss.item()", "loss.item()", "total / len(batches), min(losses), w.grad"),
            "right function",
        ),
        (
            report("loss.item()", "loss.item()", "total / len(batches), max(losses)"),
            "3 values are wanted: average, largest, w.grad",
        ),
        (
            """
            def summary(w, batches):
                losses = []
                with torch.no_grad():
                    for x in batches:
                        losses.append((torch.tanh(w * x) ** 2).mean().item())
                return sum(losses) / len(losses), max(losses), w.grad
            """,
            "has backward() run in each round",
        ),
        (but({
            "loss = (torch.tanh(w * x) ** 2).mean()": """
                w.grad = None
                loss = (torch.tanh(w * x) ** 2).mean()
            """,
        }), "Only the last round's gradient"),
        (but({
            "loss.backward()\ntotal += loss.item()": "total += loss",
            "return total / len(batches), max(losses), w.grad": """
                total.backward()
                return total.item() / len(batches), max(losses), w.grad
            """,
        }), "outlives the round"),
        (but({
            "return total / len(batches), max(losses), w.grad":
                "    return total / len(batches), max(losses), w.grad",
        }), "return"),
    ),
)  # fmt: skip


def game(d_sees="picture.detach()", g_sees="picture", goal="1", ways="grad", paint="paint(g, z)"):
    """Two players; how the gradients are fetched can be chosen."""
    fetched = {
        "grad": "(torch.autograd.grad(of_d, d)[0], torch.autograd.grad(of_g, g)[0])",
        "kept": "(torch.autograd.grad(of_d, d, retain_graph=True)[0], "
        "torch.autograd.grad(of_g, g)[0])",
        "swapped": "(torch.autograd.grad(of_g, g)[0], torch.autograd.grad(of_d, d)[0])",
        "one": "torch.autograd.grad(of_d, d)[0]",
        "tuples": "(torch.autograd.grad(of_d, d), torch.autograd.grad(of_g, g))",
        "backward": "(of_d.backward(), d.grad, of_g.backward(), g.grad)[1::2]",
        "added": "((of_d + of_g).backward(), d.grad, g.grad)[1:]",
    }[ways]
    return f"""
def players(paint, judge, g, d, z):
    picture = {paint}
    of_d = (judge(d, {d_sees}) ** 2).mean()
    of_g = ((judge(d, {g_sees}) - {goal}) ** 2).mean()
    return {fetched}
"""


PLAYERS = Item(
    "x4-players",
    # grad asks for d alone, so that the pass does not come to the picture
    equivalent=(
        "line 5: `picture.detach()` -> `picture.clone()`",
        "line 6: `judge(d, picture) - 1` -> `1 - judge(d, picture)`",  # it is squared
    ),
    right=(
        game(),
        """
        def players(paint, judge, g, d, z):
            picture = paint(g, z)
            (judge(d, picture.detach()) ** 2).mean().backward()
            for_d, d.grad = d.grad, None
            ((judge(d, picture) - 1) ** 2).mean().backward()
            return for_d, g.grad
        """,
        """
        def players(paint, judge, g, d, z):
            picture = paint(g, z)
            ((judge(d.detach(), picture) - 1) ** 2).mean().backward()
            (judge(d, picture.detach()) ** 2).mean().backward()
            return d.grad, g.grad
        """,
        """
        def players(paint, judge, g, d, z):
            picture = paint(g, z)
            for_d = (judge(d, picture.data) ** 2).mean()
            for_g = ((judge(d, picture) - 1) ** 2).mean()
            for_d.backward(inputs=[d])
            for_g.backward(inputs=[g])
            return [d.grad, g.grad]
        """,
    ),
    wrong=(
        (game(ways="backward"), "G's loss is in it, too"),
        (game(ways="added"), "G's loss is in it, too"),
        (game(d_sees="picture", ways="added"), "D's loss is in it, too"),
        (but({
            "(judge(d, picture.detach()) ** 2).mean().backward()":
                "(judge(d, picture) ** 2).mean().backward(retain_graph=True)",
        }, right=2), "D's loss is in it, too"),
        (but({
            "(judge(d, picture.detach()) ** 2).mean().backward()":
                "(judge(d, picture) ** 2).mean().backward(retain_graph=True)",
            "for_d, d.grad = d.grad, None": "for_d, d.grad, g.grad = d.grad, None, None",
        }, right=2), "a constant"),
        (but({"picture.detach()": "picture"}, right=2), "An earlier backward() has freed"),
        (
            """
            def players(paint, judge, g, d, z):
                (for_d,) = torch.autograd.grad((judge(d, paint(g, z)) ** 2).mean(), d)
                (for_g,) = torch.autograd.grad(((judge(d, paint(g, z)) - 1) ** 2).mean(), g)
                return for_d, for_g
            """,
            "One picture is enough",
        ),
        (game(ways="kept"), "No graph has to be kept"),
        (game(goal="0"), "its loss is (verdict - 1)²"),
        (game(goal="(-1)"), "look at the operator"),
        (game(ways="swapped"), "swapped"),
        (game(ways="one"), "2 values are wanted"),
        (game(ways="tuples"), "a tuple of tensors"),
        (game(g_sees="picture.detach()"), "No way leads back"),
        (game(g_sees="picture.detach()", ways="backward"), "although backward() has run"),
        (game(paint="paint(g, z).detach()", ways="backward"), "although backward() has run"),
        (game().replace("(judge(d, picture.detach()) ** 2)", "judge(d, picture.detach())"), None),
        (game().replace("mean", "sum"), "means, not sums"),
    ),
)  # fmt: skip


def steps(due="step % k == 0 or step == len(xs)", cut="h.detach()", first=1, **change):
    """The recurrence; text to be changed by keyword."""
    part = {
        "state": "torch.tanh(w * h + x)",
        "loss": "loss + (h**2).sum()",
        "each": "",
        "clear": "loss = 0.0",
        "walk": "loss.backward()",
        "last": "w.grad, h",
    } | change
    return f"""
def truncated(w, h, xs, k):
    loss = 0.0
    for step, x in enumerate(xs, {first}):
        h = {part["state"]}
        loss = {part["loss"]}
        {part["each"]}
        if {due}:
            {part["walk"]}
            {part["clear"]}
            h = {cut}
    return {part["last"]}
"""


TRUNCATED = Item(
    "x4-truncated",
    equivalent=(  # a constant in the loss has no slope
        "line 4: `0.0` -> `1.0`",
        "line 4: `0.0` -> `-1.0`",
        "line 10: `0.0` -> `1.0`",
        "line 10: `0.0` -> `-1.0`",
    ),
    right=(
        steps("step % k == k - 1 or step + 1 == len(xs)", first=0),
        """
        def truncated(w, h, xs, k):
            for start in range(0, len(xs), k):
                h = h.detach()
                losses = []
                for x in xs[start : start + k]:
                    h = torch.tanh(h * w + x)
                    losses.append((h * h).sum())
                sum(losses).backward()
            return w.grad, h.detach()
        """,
        """
        def truncated(w, h, xs, k):
            total, total_grad, left = 0.0, torch.zeros_like(w), k
            for x in xs:
                h = (w * h + x).tanh()
                total, left = total + h.pow(2).sum(), left - 1
                if not left:
                    total_grad += torch.autograd.grad(total, w)[0]
                    total, left, h = 0.0, k, h.detach()
            if left < k:
                total_grad += torch.autograd.grad(total, w)[0]
            w.grad = total_grad
            return w.grad, h.data
        """,
        """
        def truncated(w, h, xs, k):
            total = 0.0
            for i, x in enumerate(xs):
                if i % k == 0:
                    h = h.detach()
                h = torch.tanh(w * h + x)
                total = total + (h**2).sum()
            total.backward()
            return w.grad, h.detach()
        """,
    ),
    wrong=(
        (steps(cut="h"), "An earlier backward() has freed"),
        (steps(cut="h", walk="loss.backward(retain_graph=True)"), "nothing was cut"),
        (steps(walk="loss.backward(retain_graph=True)"), "No graph has to be kept"),
        (steps("True"), "after every step"),
        (steps("step == len(xs)"), "nothing was cut"),
        (steps("step % k == 0"), "left over at the end"),
        (steps("step % (k + 1) == 0 or step == len(xs)"), "off by one"),
        (steps(first=0), "from which number"),
        (steps("step % k == 0 or step == len(xs) - 1", first=0), "from which number"),
        (steps(each="(h**2).sum().backward(retain_graph=True)", walk=""), "run more than once"),
        (steps(each="loss.backward(retain_graph=True)", walk=""), "run more than once"),
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
            "fewer than k, are not gone through",
        ),
        (steps(clear="pass"), "An earlier backward() has freed"),
        (steps(loss="(h**2).sum()"), "Only the last step before each pass"),
        (steps(loss="loss + (h**2).mean()"), "not averaged"),
        (steps(cut="torch.zeros_like(h)"), "begins with 0 after each pass"),
        (steps(last="w.grad, loss"), "is to be the last state"),
        (steps(last="w.grad"), "2 values are wanted"),
        (steps(last="h, w.grad"), "comes first"),
        (steps(cut="h.detach().requires_grad_()"), "Hand it over without a graph"),
        (steps(clear="loss, w.grad = 0.0, None"), "nothing cleared its .grad"),
        (steps(clear="loss = w.grad.zero_().sum()"), "is w.grad emptied"),
        (steps(walk="w.grad = None; loss.backward()"), "Only the last pass's"),
        (steps(state="torch.tanh(w * h) + x"), "inside"),
        (steps(state="torch.tanh(w * h.detach() + x)"), "after every step"),
    ),
)


def nodes(loss):
    seen, waiting = set(), [loss.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is not None and node not in seen:
            seen.add(node)
            waiting += [behind for behind, _ in node.next_functions]
    return seen


def freed(node):
    for name in dir(node):
        if name.startswith("_saved_"):
            try:
                getattr(node, name)
            except RuntimeError:
                return True
    return False


def leaves(loss):
    return [node.variable for node in nodes(loss) if hasattr(node, "variable")]


def tried(loss, **how):
    try:
        loss.backward(**how)
    except RuntimeError:
        return False
    return True


def walk(
    on="waiting += [behind for behind, _ in node.next_functions]",
    check="node is None or node in seen",
    found="pass",
):
    """A walk, other texts in the place of some of its lines."""
    return f"""
def can_run(loss):
    seen, waiting = set(), [loss.grad_fn]
    while waiting:
        node = waiting.pop()
        if {check}:
            continue
        seen.add(node)
        {on}
        for name in dir(node):
            if name.startswith("_saved_"):
                try:
                    if getattr(node, name) is None:
                        {found}
                except RuntimeError:
                    return False
    return True
"""


CAN_RUN = Item(
    "x4-can-run",
    equivalent=(
        "line 10: `waiting += [behind for behind, _ in node.next_functions]` -> "
        "`waiting = waiting + [behind for behind, _ in node.next_functions]`",
    ),
    right=(
        walk(),
        lambda loss: not any(map(freed, nodes(loss))),
        """
        def can_run(loss):
            level, seen = {loss.grad_fn}, set()
            while level:
                seen |= level
                level = {n for m in level for n, _ in m.next_functions if n is not None} - seen
            leaves = [node.variable for node in seen if hasattr(node, "variable")]
            try:
                torch.autograd.grad(loss, leaves, retain_graph=True)
            except RuntimeError:
                return False
            return True
        """,
        """
        def can_run(loss):
            def nodes():
                seen, waiting = set(), [loss.grad_fn]
                while waiting:
                    node = waiting.pop()
                    if node is not None and node not in seen:
                        seen.add(node)
                        waiting.extend(pair[0] for pair in node.next_functions)
                return seen
            leaves = [n.variable for n in nodes() if hasattr(n, "variable")]
            before = [leaf.grad for leaf in leaves]
            for leaf in leaves:
                leaf.grad = None
            try:
                loss.backward(retain_graph=True)
                return True
            except RuntimeError:
                return False
            finally:
                for leaf, grad in zip(leaves, before):
                    leaf.grad = grad
        """,
    ),
    wrong=(
        (lambda loss: True, "True for every"),
        (lambda loss: False, "False for every"),
        (lambda loss: tried(loss), "has freed the graph"),
        (lambda loss: tried(loss, retain_graph=True), "left something in a leaf's .grad"),
        (lambda loss: any(map(freed, nodes(loss))), "the other way round"),
        (lambda loss: not freed(loss.grad_fn), "Only the first level"),
        (
            lambda loss: (
                not any(
                    freed(n)
                    for n in (loss.grad_fn, *(m for m, _ in loss.grad_fn.next_functions))
                    if n
                )
            ),
            "Only the first level",
        ),
        (walk("waiting += [behind for behind, _ in node.next_functions[:1]]"), "first input"),
        (
            walk("waiting.append(node.next_functions[0][0] if node.next_functions else None)"),
            "first input",
        ),
        (walk(check="node is None"), "along every path"),
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
                        if name.startswith("_saved_") and getattr(node, name) is None:
                            return False
                    waiting += [behind for behind, _ in node.next_functions]
                return True
            """,
            "reading it raises an error",
        ),
        (walk(found="return False"), "What is None was not needed"),
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
            "putting the same tensor back",
        ),
        (lambda loss: not all(map(freed, nodes(loss))), "True for every"),
        (
            lambda loss: any(node.saved for node in nodes(loss)),
            "a graph whose nodes have saved nothing",
        ),
        (lambda loss: all(leaf.grad is None for leaf in leaves(loss)), "some pass came to"),
        (
            lambda loss: all(n.saved for n in nodes(loss) if n.next_functions),
            "False for every",
        ),
        (
            """
            def can_run(loss):
                def free(node):
                    if node is None:
                        return False
                    for name in dir(node):
                        if name.startswith("_saved_"):
                            try:
                                getattr(node, name)
                            except RuntimeError:
                                return True
                    return any(free(behind) for behind, _ in node.next_functions)
                return not free(loss.grad_fn)
            """,
            "It calls itself once per node",
        ),
        (lambda loss: print(not any(map(freed, nodes(loss)))), "return"),
        (lambda loss: loss.requires_grad, "True for every"),
        (lambda loss: sum(map(freed, nodes(loss))), None),
    ),
)

ITEMS = (TUNED, HEADS, CENTRED, EACH, SUMMARY, PLAYERS, TRUNCATED, CAN_RUN)
