"""Answers to set X6: recording off, and writing in place."""

from tests.exercises.banks import Item, but, one_wrong

WORDS = [
    "backward", "fine", "backward", "fine", "backward", "fine",
    "backward", "fine", "at once", "backward", "fine", "wrong",
]  # fmt: skip
CARDS = Item(
    "x6-cards",
    right=(WORDS, tuple(WORDS)),
    wrong=(
        *one_wrong(
            WORDS, ["fine", "at once", "backward", "wrong"],
            ["the slope of the root", "Was w written into", "Into whose memory", "what came out",
             "writes to a memory", "Whose memory did the power save", "three views in a row",
             "After a recorded write", "How often would each be written", "The counter, too",
             "Who has saved w", "Does NumPy count"],
        ),
        (WORDS[:-1], "one entry for each"),
        ([*WORDS[:8], "At once", *WORDS[9:]], "right, up to spelling"),
        ([True, *WORDS[1:]], "none of the words"),
        (["fine"] * 12, "5 of 12 right"),
        (["backward"] * 12, "5 of 12 right"),
    ),
)  # fmt: skip


def question(
    keep="modes = [(part, part.training) for part in model.modules()]", quiet="model.eval()",
    guard="torch.no_grad()", said="model(x)", last="pass", given="answer",
    back="for part, mode in modes: part.training = mode",
):  # fmt: skip
    """The question, with another line."""
    return f"""
def ask(model, x):
    {keep}
    {quiet}
    with {guard}:
        answer = {said}
    {back}
    {last}
    return {given}
"""


ASK = Item(
    "x6-ask",
    right=(
        """
        @torch.no_grad()
        def ask(model, x):
            modes = {part: part.training for part in model.modules()}
            try:
                return model.eval()(x)
            finally:
                for part in modes:
                    part.training = modes[part]
        """,
        """
        def ask(model, x):
            learning = [part for part in model.modules() if part.training]
            recording = torch.is_grad_enabled()
            for part in learning:
                part.training = False
            torch.set_grad_enabled(False)
            answer = model(x)
            torch.set_grad_enabled(recording)
            for part in learning:
                part.training = True
            return answer
        """,
        """
        import copy

        def ask(model, x):
            other = copy.deepcopy(model).eval()
            with torch.no_grad():
                return other(x)
        """,
        question(guard="torch.inference_mode()", given="answer.clone()"),
        question(guard="torch.set_grad_enabled(False)", said="model.forward(x)"),
        """
        def ask(model, x):
            modes = [part.training for part in model.modules()]
            with torch.no_grad():
                model.train(False)
                answer = x
                for part in model:
                    answer = part(answer)
                for part, mode in zip(model.modules(), modes):
                    part.training = mode
            return answer.detach()
        """,
    ),
    wrong=(
        ("def ask(model, x):\n    return model(x)", "All of it goes on"),
        (question(guard="torch.enable_grad()"), "has a graph behind it"),
        (question(guard="torch.enable_grad()", given="answer.detach()"),
         "was recorded on the way"),
        (question(guard="torch.enable_grad()", said="model(x.detach()).detach()"),
         "was recorded on the way"),
        (question(guard="torch.enable_grad()", said="model(x).data"), "was recorded on the way"),
        (question(guard="torch.inference_mode()"), "the mark of inference_mode"),
        (question(quiet="pass"), "compute as in training"),
        (question(quiet="model.training = False"), "compute as in training"),
        (question(quiet="model.training = False; [c.train(False) for c in model.children() "
                        "if not isinstance(c, torch.nn.Sequential)]"),
         "The parts of the parts"),
        (but({
            "modes = [(part, part.training) for part in model.modules()]": "was = model.training",
            "for part, mode in modes:\n    part.training = mode": "model.train(was)",
        }), "sets all to what the model's own was"),
        (question(keep="was = model.training", back="model.training = was"),
         "puts back the model's own alone"),
        (question(back="pass"), "left in eval mode"),
        (question(back="model.train()"), "left in training mode"),
        (question(last="torch.set_grad_enabled(True)"), "Recording is on afterwards"),
        (question(last="torch.set_grad_enabled(False)"), "Recording is off afterwards"),
        (but({
            "with torch.no_grad():\n    answer = model(x)": """
                torch.set_grad_enabled(False)
                answer = model(x)
                torch.set_grad_enabled(True)
            """,
        }), "Recording is on afterwards"),
        (but({
            "with torch.no_grad():": "model.requires_grad_(False)\nwith torch.no_grad():",
        }), "A parameter's requires_grad is not what it was"),
        (question(last="model.zero_grad()"), "gradients that stood in .grad are gone"),
        (question(quiet="model.train()"), "compute as in training"),
        ("def ask(model, x):\n    return x.new_zeros(len(x), 2)", "was not asked"),
        (question(given="answer.tolist()"), "is to be a tensor"),
        (question(given="None"), "return"),
        (but({"part.training = mode": "part.training = not mode"}), None),
        (question(keep="model.eval(); modes = [(part, part.training) for part in model.modules()]"),
         "left in eval mode"),
    ),
)  # fmt: skip


def chased(
    guess="v(before)", target="reward + discount * v(after)",
    loss="(({guess} - {target}) ** 2).mean()",
    cut="target = target.detach()", last="loss", then="pass",
):  # fmt: skip
    """The loss, with another line."""
    return f"""
def chase(v, before, reward, after, discount):
    guess = {guess}
    target = {target}
    {cut}
    loss = {loss.format(guess="guess", target="target")}
    {then}
    return {last}
"""


CHASE = Item(
    "x6-chase",
    equivalent=("line 6: `v(before) - target` -> `target - v(before)`",),  # it is squared
    right=(
        chased(),
        chased(loss="torch.nn.functional.mse_loss({guess}, {target})"),
        chased(target="reward + discount * v(after).detach()", cut="pass"),
        """
        def chase(v, before, reward, after, discount):
            both = v(torch.cat([before, after]))
            n = len(before)
            error = both[:n] - discount * both[n:].detach() - reward
            return error @ error / n
        """,
        """
        def chase(v, before, reward, after, discount):
            with torch.inference_mode():
                later = v(after)
            return (reward + discount * later.clone() - v(before)).pow(2).mean()
        """,
        """
        def chase(v, before, reward, after, discount):
            target = torch.tensor((reward + discount * v(after)).tolist(), dtype=reward.dtype)
            return (v(before) - target).square().sum() / len(target)
        """,
    ),
    wrong=(
        (chased(cut="pass"), "A second way back"),
        (chased(cut="target = target.clone()"), "A second way back"),
        (chased(cut="target.requires_grad_(True)"), "A second way back"),
        (chased(cut="guess = guess.detach()"), "the wrong one that is a constant"),
        (chased(cut="guess, target = guess.detach(), target.detach()"), "cut in all places"),
        (but({
            "return ((v(before) - target) ** 2).mean()":
                "    return ((v(before) - target) ** 2).mean()",
        }), "cut in all places"),
        (chased(last="loss.detach()"), "cut in all places"),
        (chased(last="loss.item()"), "a tensor with its graph"),
        (chased(guess="v(after)", target="reward + discount * v(before)"), "rows are exchanged"),
        (chased(target="discount * v(after)"), "reward is missing"),
        (chased(target="reward + v(after)"), "discount has no part"),
        (chased(target="reward - discount * v(after)"), "has the wrong sign in the target"),
        (chased(target="discount * v(after) - reward"), "reward has the wrong sign"),
        (chased(target="discount * (reward + v(after))"), "not for the reward"),
        (chased(target="reward", cut="pass"), "v(after) is missing"),
        (chased(loss="(({guess} - {target}) ** 2).sum()"), "not the sum"),
        (chased(loss="({target} - {guess}).mean()"), "are to be squared"),
        (chased(loss="(({guess} - {target}) ** 2).mean() / 2"), "half of the right one"),
        (chased(cut="v.requires_grad_(False)"), "left frozen"),
        (
            """
            def chase(v, before, reward, after, discount):
                v.requires_grad_(False)
                target = reward + discount * v(after)
                return ((v(before) - target) ** 2).mean()
            """,
            "cut in all places",
        ),
        (chased(then="v.requires_grad_(False)"), "left frozen"),
        (chased(then="v.eval()"), "left in another mode"),
        (chased(then="loss.backward()"), "backward() has been called"),
        (chased(last="None"), "return"),
        (chased(loss="({guess} - {target}) ** 2"), "one number"),
    ),
)  # fmt: skip


def snapped(rounded="(x / step).round() * step", given="x + (rounded - x).detach()"):
    """The stair, with another line."""
    return f"""
def snap(x, step):
    rounded = {rounded}
    return {given}
"""


SNAP = Item(
    "x6-snap",
    right=(
        snapped(given="rounded.detach() + x - x.detach()"),
        snapped("x.detach().clone().div_(step).round_().mul_(step)", "rounded + (x - x.detach())"),
        """
        def snap(x, step):
            with torch.no_grad():
                off = x - torch.round(x / step) * step
            return x - off
        """,
        """
        class Snap(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, step):
                return (x / step).round() * step

            @staticmethod
            def backward(ctx, grad):
                return grad, None


        def snap(x, step):
            return Snap.apply(x, step)
        """,
        """
        def snap(x, step):
            result = x.clone()
            with torch.no_grad():
                result.copy_((x / step + 0.5).floor() * step)
            return result
        """,
    ),
    wrong=(
        (snapped(given="rounded"), "no gradient comes back"),
        (snapped(given="rounded.detach()"), "cut in all places"),
        (snapped(given="x + (rounded - x)"), "no gradient comes back"),
        (snapped(given="x + rounded.detach() - x"), "no gradient comes back"),
        (snapped(given="x.detach() + (rounded - x.detach())"), "no gradient comes back"),
        (snapped(given="x.detach() + (rounded - x)"), "wrong sign"),
        (snapped(given="rounded.detach() + x.detach() - x"), "wrong sign"),
        (snapped(given="2 * x + (rounded - 2 * x).detach()"), "comes back twice"),
        (but({
            "rounded = (x / step).round() * step": "steps = x + ((x / step).round() - x).detach()",
            "return x + (rounded - x).detach()": "return steps * step",
        }), "The slope is step"),
        (but({
            "rounded = (x / step).round() *": "steps = x /",
            "return x + (rounded - x)": "return steps + ((x / step).round() * step - steps)",
        }), "The slope is 1 / step"),
        (snapped(given="x * (rounded / x).detach()"), "the quotient of the two"),
        (snapped(given="x * 1"), "nothing is rounded"),
        (snapped("x.round()"), "step has no part"),
        (snapped("(x / step).round()"), "How many steps it is"),
        (snapped("(x * step).round() / step"), "times step, or divided by it"),
        (snapped("(x / step).floor() * step"), "always rounded down"),
        (snapped("x // step * step"), "always rounded down"),
        (snapped("(x / step).long() * step"), "towards 0"),
        (snapped(given="(x - rounded).detach() + x - x.detach()"), "the difference between x and"),
        (but({
            "rounded = (x / step).round() * step": "x.data = (x.data / step).round() * step",
            "return x + (rounded - x).detach()": "return x * 1",
        }), "x itself was written into"),
        (but({
            "rounded = (x / step).round() * step": "with torch.no_grad():",
            "return x + (rounded - x).detach()": "    x.div_(step).round_().mul_(step)\nreturn x",
        }), "x itself was written into"),
        (snapped(given="None"), "return"),
        (snapped(given="rounded.tolist()"), "a tensor with its graph"),
        (but({
            "rounded = (x / step).round() * step": "x = x.detach().requires_grad_()",
            "return x + (rounded - x)": "return x + ((x / step).round() * step - x)",
        }), "no gradient comes back"),
    ),
)  # fmt: skip


def levelled(
    first="x = x - x.mean(dim=0)", spread="(x**2).mean(dim=0).sqrt()",
    little="spread = spread + 0.01", last="x = x / spread", given="x",
):  # fmt: skip
    """The columns made level, with another line."""
    return f"""
def level(x):
    {first}
    spread = {spread}
    {little}
    {last}
    return {given}
"""


LEVEL = Item(
    "x6-level",
    right=(
        levelled(spread="(x**2).mean(dim=0).sqrt() + 0.01", little="pass"),
        levelled(spread="(x.clone() ** 2).mean(dim=0).sqrt().clone()",
                 little="spread += 0.01", last="x = x.div(spread)"),
        """
        def level(x):
            y = x - x.mean(0)
            return y / (y.square().mean(0).sqrt() + 0.01)
        """,
        """
        def level(x):
            spread = x.var(dim=0, correction=0).sqrt().clone()
            spread += 0.01
            y = x - x.mean(dim=0)
            y /= spread
            return y
        """,
        levelled(spread="(x.clone()**2).mean(dim=0).sqrt()", last="x /= spread"),
    ),
    wrong=(
        (levelled(little="spread += 0.01", last="x /= spread"), "output 0 of Sqrt is written over"),
        (levelled(little="spread += 0.01"), "output 0 of Sqrt is written over"),
        (levelled(last="x /= spread"), "output 0 of Div is written over"),
        (levelled(spread="(x**2).mean(dim=0).sqrt().clone()", little="spread += 0.01",
                  last="x /= spread"), "is written over"),
        (levelled(little="spread.data += 0.01"), "The root has saved its result"),
        (levelled(last="x.data /= spread.data"), "knows of no division"),
        (levelled(spread="(x**2).mean(dim=0).sqrt().detach()"), "what is divided by is a constant"),
        (levelled(last="x = x / spread.detach()"), "what is divided by is a constant"),
        (but({
            "spread = (x**2).mean(dim=0).sqrt()": "with torch.no_grad():",
            "spread = spread + 0.01": "    spread = (x**2).mean(dim=0).sqrt()",
            "x = x / spread": "    spread += 0.01\nx /= spread",
        }), "what is divided by is a constant"),
        (levelled("x = x - x.mean(dim=0).detach()"), "The mean depends on x"),
        (levelled("x = x - x.mean(dim=0).detach()", little="spread = spread.detach() + 0.01"),
         "Mean and spread depend"),
        (levelled(little="pass"), "0.01 is to be added to the spread"),
        (levelled(spread="((x**2).mean(dim=0) + 0.01).sqrt()", little="pass"), "not under it"),
        (levelled("pass"), "The mean is not taken off"),
        (levelled("x = x - x.mean(dim=1, keepdim=True)",
                  "(x**2).mean(dim=1, keepdim=True).sqrt()"), "It is the columns"),
        (levelled(spread="x.std(dim=0)"), "by one less"),
        (levelled(given="x.detach()"), "cut in all places"),
        (levelled(given="None"), "return"),
        (levelled("x.data -= x.data.mean(dim=0)"), "x itself was written into"),
        (levelled("x -= x.mean(dim=0)"), "write into the leaf itself"),
        (
            """
            def level(x):
                with torch.no_grad():
                    x = x - x.mean(dim=0)
                    spread = (x**2).mean(dim=0).sqrt() + 0.01
                    return x / spread
            """,
            "cut in all places",
        ),
    ),
)  # fmt: skip


def carried(
    step="torch.tanh(w * table[t].clone() + u * x)", first="table[0] = start",
    table="start.new_zeros(len(xs) + 1, len(start))", rows="xs", put="table[t + 1] = state",
    given="table", after="pass", begin="state = start",
):  # fmt: skip
    """The table of states, with another line."""
    return f"""
def states(w, u, start, xs):
    table = {table}
    {begin}
    {first}
    for t, x in enumerate({rows}):
        state = {step}
        {put}
        {after}
    return {given}
"""


STATES = Item(
    "x6-states",
    right=(
        carried(),
        carried("torch.tanh(w * state + u * x)"),
        carried("torch.tanh(w * (table[t] + 0) + u * x)"),
        """
        def states(w, u, start, xs):
            found = [start]
            for x in xs:
                found.append(torch.tanh(w * found[-1] + u * x))
            return torch.stack(found)
        """,
        """
        def states(w, u, start, xs):
            if len(xs) == 0:
                return start[None]
            before = states(w, u, start, xs[:-1])
            return torch.cat([before, (w * before[-1] + u * xs[-1]).tanh().reshape(1, -1)])
        """,
        carried("torch.tanh(w * table[t].clone() + u * x)", begin="pass",
                table="torch.zeros(len(xs) + 1, len(start), dtype=start.dtype)"),
    ),
    wrong=(
        (carried("torch.tanh(w * table[t] + u * x)"), "output 0 of AsStrided is written over"),
        (carried("torch.tanh(w * table[t] + u * x)", table="torch.zeros(len(xs) + 1, len(start), "
                 "dtype=start.dtype)"), "is written over"),
        (carried("torch.tanh(w * table[t].detach().clone() + u * x)"), "takes that for a constant"),
        (carried("torch.tanh(w * table.detach()[t].clone() + u * x)"), "takes that for a constant"),
        (carried("torch.tanh(w * table[t].data.clone() + u * x)"), "takes that for a constant"),
        (carried("torch.tanh(w * state + u * x)", after="state = state.detach()",
                 begin="state = start.detach()"), "takes that for a constant"),
        (carried("torch.tanh(w * state + u * x)", begin="state = start.detach()"), "not to start"),
        (carried("torch.tanh(w * state + u * x)", begin="state = start.detach()",
                 first="table[0] = state"), "not from any row"),
        (carried("torch.tanh(w * state + u * x)", first="table[0] = start.detach()"),
         "The first row leads back"),
        (carried("torch.tanh(w * start + u * x)"), "Each step begins with start"),
        (carried("torch.tanh(w * state + u * x)", rows="xs[:-1]"), "leaves something out"),
        (but({"for x in xs:": "for x in xs[:-1]:"}, right=4), "The last step is missing"),
        (
            """
            def states(w, u, start, xs):
                found = []
                for x in xs:
                    start = torch.tanh(w * start + u * x)
                    found.append(start)
                return torch.stack(found)
            """,
            "The first row is to be start",
        ),
        (but({
            "return torch.stack(found)": "    return torch.stack(found)",
        }, right=4), "one step alone"),
        (carried(given="table[-1]"), "That is the last state"),
        (carried(given="table.detach()"), "cut in all places"),
        (carried(given="None"), "return"),
        (carried(put="table.data[t + 1] = state.data"), "All rows but the first"),
        (but({
            "state = start\ntable[0] = state": "table[0] = start",
            "state = torch.tanh(w * state + u * x)": "with torch.no_grad():",
            "table[t + 1] = state": "    table[t + 1] = torch.tanh(w * table[t] + u * x)",
        }), "All rows but the first"),
        (but({
            "table = start.new_zeros(len(xs) + 1, len(start))": "state = start.clone()",
            "state = start": "found = [start]",
            "table[0] = state": "for x in xs:",
            "for t, x in enumerate(xs):": "    state *= w",
            "state = torch.tanh(w * state + u * x)": "state += u * x",
            "table[t + 1] = state": "state.tanh_()",
            "return table": "    found.append(state.clone())\nreturn torch.stack(found)",
        }), "is written over"),
        (but({
            "table = start.new_zeros(len(xs) + 1, len(start))": "state = start.clone()",
            "state = start": "found = [start]",
            "table[0] = state\nfor t, x in enumerate(xs):": "for x in xs:",
            "table[t + 1] = state": "found.append(start)",
            "return table": "return torch.stack(found)",
        }), None),
    ),
)  # fmt: skip


def fallen(
    before="slopes = torch.autograd.grad(loss, (a, b))", guard="torch.no_grad()",
    write="weight -= lr * slope", loss="((torch.tanh(x @ a) @ b - y) ** 2).mean()",
    given="loss.item()", after="pass",
):  # fmt: skip
    """The step of two weights, with another line."""
    return f"""
def fall(a, b, x, y, lr):
    loss = {loss}
    {before}
    with {guard}:
        for weight, slope in zip((a, b), slopes):
            {write}
    {after}
    return {given}
"""


def in_turn(order="(b, a)", write="weight -= lr * slope", inside="pass"):
    """One weight after the other, with another line."""
    return f"""
def fall(a, b, x, y, lr):
    loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
    first = loss.item()
    for weight in {order}:
        {inside}
        (slope,) = torch.autograd.grad(loss, weight, retain_graph=True)
        with torch.no_grad():
            {write}
    return first
"""


ANEW = "loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()"
FALL = Item(
    "x6-fall",
    # it is squared
    equivalent=(
        "line 4: `torch.tanh(x @ a) @ b - y` -> `y - torch.tanh(x @ a) @ b`",
    ),
    right=(
        in_turn("(a, b)"),  # the slope of b needs no a
        """
        def fall(a, b, x, y, lr):
            loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
            slopes = []
            for weight in (b, a):
                slopes += torch.autograd.grad(loss, weight, retain_graph=True)
            for weight, slope in zip((b, a), slopes):
                weight.detach().sub_(lr * slope)
            return float(loss)
        """,
        """
        def fall(a, b, x, y, lr):
            loss = ((torch.tanh(x @ a) @ b - y) ** 2).mean()
            loss.backward()
            optimizer = torch.optim.SGD([a, b], lr=lr)
            optimizer.step()
            optimizer.zero_grad()
            return loss.item()
        """,
        """
        def fall(a, b, x, y, lr):
            old = b.clone()
            loss = ((torch.tanh(x @ a) @ old - y) ** 2).mean()
            slopes = torch.autograd.grad(loss, (old, a))
            with torch.no_grad():
                b.copy_(b - lr * slopes[0])
                a.add_(slopes[1], alpha=-lr)
            return loss.tolist()
        """,
    ),
    wrong=(
        (in_turn(), "had saved was written over"),
        (in_turn(inside=ANEW), "after b had moved"),
        (in_turn("(a, b)", inside=ANEW), "after a had moved"),
        (in_turn(write="weight.data -= lr * slope"), "computed with the b that was written"),
        (in_turn(write="weight.data.sub_(lr * slope)"), "computed with the b that was written"),
        (fallen(write="weight.data -= lr * slope"), "nobody has counted"),
        (fallen(write="weight.detach().numpy()[...] -= lr * slope.numpy()"), "nobody has counted"),
        (fallen(write="weight = weight - lr * slope"), "Neither has moved"),
        (fallen(write="weight.clone().sub_(lr * slope)"), "Neither has moved"),
        (fallen(write="weight += lr * slope"), "Uphill"),
        (fallen(write="weight -= slope"), "lr has no part"),
        (fallen(given="((torch.tanh(x @ a) @ b - y) ** 2).mean().item()"),
         "the loss after the step"),
        (fallen(given="loss"), "a plain number"),
        (fallen(given="None"), "return"),
        (fallen("slopes = torch.autograd.grad(loss, (b, a))[::-1][:1]"), "b has not moved"),
        (fallen("slopes = [0, torch.autograd.grad(loss, b)[0]]"), "a has not moved"),
        (fallen(after="a.requires_grad_(False); b.requires_grad_(False)"), "no leaves any more"),
        (fallen("loss.backward(); slopes = a.grad, b.grad"), "Something is left in .grad"),
        (fallen(guard="torch.enable_grad()"), "leaf itself"),
        (but({
            "slopes = torch.autograd.grad(loss, (a, b))": "for weight in (b, a):",
            "with torch.no_grad():":
                "    (slope,) = torch.autograd.grad(loss, weight, retain_graph=True)",
            "for weight, slope in zip((a, b), slopes):": "with torch.no_grad():",
            "weight -= lr * slope": "weight = weight - lr * slope",
        }), "Neither has moved"),
        (but({
            "slopes = torch.autograd.grad(loss, (a, b))": "(slope,) = torch.autograd.grad(loss, b)",
            "for weight, slope in zip((a, b), slopes):\n    weight -= lr * slope":
                "b -= lr * slope",
        }), "a has not moved"),
        (fallen(loss="((torch.tanh(x @ a) @ b.detach() - y) ** 2).mean()"), "No way leads back"),
    ),
)  # fmt: skip


def centred(
    write="mean += rate * (x.mean(dim=0) - mean)", guard="torch.no_grad()", given="x - mean",
    first="pass", last="pass",
):  # fmt: skip
    """The running mean, with another line."""
    return f"""
def centre(x, mean, rate):
    {first}
    with {guard}:
        {write}
    {last}
    return {given}
"""


RECORDED = "torch.enable_grad()"
CENTRE = Item(
    "x6-centre",
    right=(
        centred("mean.mul_(1 - rate).add_(x.mean(dim=0), alpha=rate)"),
        centred("mean.copy_((1 - rate) * mean + rate * x.mean(0))", given="x - mean.clone()"),
        centred("mean += rate * (x.detach().mean(dim=0) - mean)", RECORDED),
        centred("mean[:] = (1 - rate) * mean + rate * sum(x) / len(x)"),
        """
        def centre(x, mean, rate):
            mean.mul_(1 - rate)
            mean.add_(rate * x.mean(dim=0).detach())
            return x.sub(mean)
        """,
        """
        def centre(x, mean, rate):
            mean += rate * (x.mean(dim=0) - mean)
            mean.detach_()
            return x - mean
        """,
        """
        def centre(x, mean, rate):
            twin = mean.detach()
            with torch.inference_mode(False), torch.no_grad():
                for k in range(len(twin)):
                    twin[k] += rate * (x[:, k].mean() - twin[k])
            return x - mean
        """,
    ),
    wrong=(
        (centred(guard=RECORDED), "The write is recorded"),
        (centred("mean.mul_(1 - rate).add_(rate * x.mean(dim=0))", RECORDED),
         "The write is recorded"),
        (centred("mean.copy_((1 - rate) * mean + rate * x.mean(0))", RECORDED),
         "The write is recorded"),
        (centred(guard=RECORDED, given="x - mean.detach()"), "The write is recorded"),
        (centred("mean = mean + rate * (x.mean(dim=0) - mean)"), "The buffer has not moved"),
        (centred("mean = (1 - rate) * mean + rate * x.mean(0).detach()", RECORDED),
         "The buffer has not moved"),
        (centred("mean = (1 - rate) * mean + rate * x.mean(0)", RECORDED), "has a way back"),
        (centred("mean.clone().add_(rate * (x.mean(dim=0) - mean))"), "is a copy"),
        (centred("mean.data += rate * (x.mean(dim=0) - mean)"), "nobody has counted"),
        (centred("mean.numpy()[...] += rate * (x.mean(dim=0) - mean).numpy()"),
         "nobody has counted"),
        (centred("mean.data = mean + rate * (x.mean(dim=0) - mean)"), "nobody has counted"),
        (centred(first="before = mean.clone()", given="x - before"), "as it was before"),
        (centred(first="result = x - mean", given="result"), "as it was before"),
        (centred(given="x - x.mean(dim=0)"), "not that of these rows"),
        (centred("mean += rate * (x.mean() - mean)"), "the mean of all entries"),
        (centred("mean.mul_(rate).add_(x.mean(dim=0), alpha=1 - rate)"), "share of the new"),
        (centred("mean += rate * x.mean(dim=0)"), "kept whole"),
        (centred("mean += rate * (x.mean(dim=0) + mean)"), "rate times a sum"),
        (centred("mean.copy_(x.mean(dim=0))"), "rate has no part"),
        (centred("mean -= rate * (x.mean(dim=0) - mean)"), "moves away"),
        (centred(given="x + mean"), "not added"),
        (centred(given="mean - x"), "the other way round"),
        (but({"return x - mean": "    return x - mean"}), "cut in all places"),
        (centred(given="(x - mean).detach()"), "cut in all places"),
        (centred(given="None"), "return"),
        (centred(last="x -= mean", given="x"), "x itself was written into"),
        (centred(last="x.data -= mean", given="x * 1"), "x itself was written into"),
        (centred(last="mean.requires_grad_()"), "to be no parameter"),
        (centred(given="x - mean", last="mean = mean + rate * (x.mean(dim=0) - mean)"), None),
    ),
)  # fmt: skip

ITEMS = (CARDS, ASK, CHASE, SNAP, LEVEL, STATES, FALL, CENTRE)
