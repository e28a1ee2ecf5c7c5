"""Wrong answers to set X2 by someone who has not read its bank."""

from tests.exercises.banks import Item, but, unnamed

ITEMS = (
    Item(
        "x2-slopes",
        wrong=unnamed(
            """
            def slopes(x, y):
                root, tanh = math.sqrt(y), math.tanh(x)
                return [y, -x // y**2, 3 * x**2, 1 / (2 * root), math.cos(x), 1 - tanh**2]
            """,
            """
            def slopes(x, y):
                tanh = math.tanh(x)
                return [y, -x / y**2, 3 * x**2, 1 / 2 * math.sqrt(y), math.cos(x), 1 - tanh**2]
            """,
            """
            def slopes(x, y):
                tanh = math.tanh(x)
                return [y, -x / y**2, 3 * x**2, 0.5 * y ** (-1 // 2), math.cos(x), 1 - tanh**2]
            """,
            but({
                "tanh = math.tanh(x)": "root, tanh = math.sqrt(y), math.tanh(x**2)",
                "* y ** (-1 // 2), math.cos(x), 1 - tanh**2": "/ root, math.cos(x), 1 - tanh",
            }, above=True),
            """
            def slopes(x, y):
                h = 0.001

                def nudge(f, at):
                    return (f(at + h) - f(at)) / h

                return [
                    nudge(lambda x: x * y, x),
                    nudge(lambda y: x / y, y),
                    nudge(lambda x: x**3, x),
                    nudge(math.sqrt, y),
                    nudge(math.sin, x),
                    nudge(math.tanh, x),
                ]
            """,
            """
            def slopes(x, y):
                tanh = math.tanh(x)
                return [y, 1 / y, 3 * x**2, 1 / (2 * math.sqrt(y)), math.cos(x), 1 - tanh**2]
            """,
        ),
    ),
    Item(
        "x2-diamond",
        wrong=unnamed(
            but({
                "at_h = 2 * h + math.cos(h)\nreturn at_h * y, at_h * x":
                    "return y * 2 * h + math.cos(h), x * 2 * h + math.cos(h)",
            }),
            but({"at_h =": "arrived =", "at_h * y, at_h * x": "x * arrived, y * arrived"}),
            but({
                "at_h = 2 * h + math.cos(h)": "arrived = 2 * h * math.cos(h)",
                "return at_h * y, at_h * x": "return y * arrived, x * arrived",
            }),
            but({
                "at_h = 2 * h + math.cos(h)": "arrived = 2 * h - math.cos(h)",
                "return at_h * y, at_h * x": "return y * arrived, x * arrived",
            }),
            but({
                "at_h = 2 * h + math.cos(h)\nreturn at_h * y, at_h * x":
                    "return y * (2 * h + math.cos(x)), x * (2 * h + math.cos(y))",
            }),
            but({"at_h =": "arrived =", "at_h * y, at_h * x": "arrived, arrived"}),
        ),
    ),
    Item(
        "x2-order",
        wrong=unnamed(
            """
            def order(result):
                uses, waiting = {result: 0}, [result]
                while waiting:
                    for value in set(waiting.pop().inputs):
                        if value not in uses:
                            uses[value] = 0
                            waiting.append(value)
                        uses[value] += 1
                ready = [result]
                for value in ready:
                    for behind in value.inputs:
                        uses[behind] -= 1
                        if uses[behind] == 0:
                            ready.append(behind)
                return ready
            """,
            """
            def order(result):
                seen, waiting = {result}, [result]
                while waiting:
                    for value in waiting.pop().inputs:
                        value.grad += 1
                        if value not in seen:
                            seen.add(value)
                            waiting.append(value)
                ready = [result]
                for value in ready:
                    for behind in value.inputs:
                        behind.grad -= 1
                        if behind.grad == 0:
                            ready.append(behind)
                return ready
            """,
            but({
                "seen, waiting = {result}, [result]": "waiting = [result]",
                "value.grad += 1": 'if not hasattr(value, "uses"):',
                "if value not in seen:\n    seen.add(value)": "    value.uses = 0",
                "ready = [result]": "        value.uses += 1\nready = [result]",
                "behind.grad -= 1": "behind.uses -= 1",
                "if behind.grad == 0:": "if behind.uses == 0:",
            }, above=True),
            """
            def order(result):
                found, seen = [], set()

                def visit(value):
                    if value in seen:
                        return
                    seen.add(value)
                    for behind in value.inputs:
                        visit(behind)
                    found.append(value)

                visit(result)
                return found[::-1]
            """,
            """
            def order(result):
                found, seen, stack = [], {result}, [(result, False)]
                while stack:
                    value, done = stack.pop()
                    if done:
                        found.append(value)
                        continue
                    stack.append((value, True))
                    for behind in value.inputs:
                        if behind not in seen:
                            seen.add(behind)
                            stack.append((behind, False))
                return found[::-1]
            """,
            """
            def order(result):
                found, waiting = [], [result]
                while waiting:
                    value = waiting.pop(0)
                    if value in found:
                        found.remove(value)
                    found.append(value)
                    waiting += value.inputs
                return found
            """,
        ),
    ),
    Item(
        "x2-backward",
        wrong=unnamed(
            """
            def backward(result, gradient):
                pending = {result: gradient}
                for value in order(result):
                    grad = pending.get(value, 0.0)
                    for behind, slope in zip(value.inputs, value.slopes):
                        if behind.inputs:
                            pending[behind] = pending.get(behind, 0.0) + grad * slope
                        else:
                            behind.grad += grad * slope
            """,
            """
            def backward(result, gradient):
                result.grad = gradient
                ordered = order(result)
                for value in ordered:
                    for behind, slope in zip(value.inputs, value.slopes):
                        behind.grad += value.grad * slope
                for value in ordered[1:]:
                    if value.inputs:
                        value.grad = 0.0
            """,
            but({
                "result.grad = gradient": """
                    ordered = order(result)
                    for value in ordered:
                        value.grad = 0.0
                    result.grad = gradient
                """,
                "ordered = order(result)": "",
                "for value in ordered[1:]:": "",
            }, above=True),
            """
            pending = {}


            def backward(result, gradient):
                pending[result] = gradient
                for value in order(result):
                    grad = pending[value]
                    if not value.inputs:
                        value.grad += grad
                    for behind, slope in zip(value.inputs, value.slopes):
                        pending[behind] = pending.get(behind, 0.0) + grad * slope
            """,
            but({
                "pending = {result: gradient}": "waiting = [(result, gradient)]",
                "for value in order(result)": "while waiting",
                "grad = pending.pop(value)": "value, grad = waiting.pop()",
                "for source": "for behind",
                "pending[source] = pending.get(source, 0.0) + grad * slope":
                    "waiting.append((behind, grad * slope))",
            }),
            but({
                "grad = pending.pop(value)": "grad = pending[value]",
                "for source, slope in zip(value.inputs, value.slopes):":
                    "for behind, slope in dict(zip(value.inputs, value.slopes)).items():",
                "pending[source] = pending.get(source, 0.0) + grad * slope":
                    "pending[behind] = pending.get(behind, 0.0) + grad * slope",
            }),
        ),
    ),
    Item(
        "x2-error",
        wrong=unnamed(
            """
            def squared_error(w, x, target):
                error = abs(w.data * x.data - target.data)
                return Value(
                    error**2,
                    (w, x, target),
                    (2 * error * x.data, 2 * error * w.data, -2 * error),
                )
            """,
            but({
                "abs(w.data * x.data - target.data)": "w.data * x.data - target.data",
                "(w, x, target),": "(x, w, target),",
            }, above=True),
            but({
                "abs(w.data * x.data - target.data)": "w.data * x.data - target.data",
                "error**2": "error",
            }, above=True),
            but({
                "abs(w.data * x.data - target.data)": "w.data * x.data - target.data",
                "(w, x, target),": "(w.data, x.data, target.data),",
            }, above=True),
            but({
                "abs(w.data * x.data - target.data)": "w.data * x.data - target.data",
                "-2 * error": "-2 * target.data",
            }, above=True),
            but({
                "abs(w.data * x.data - target.data)": "w.data * x.data - target.data",
                "-2 * error": "-1.0",
            }, above=True),
        ),
    ),
    Item(
        "x2-pull",
        wrong=unnamed(
            but({
                "arrived = g * (1 - y**2)": "g *= 1 - y**2",
                "return arrived @ A, np.outer(arrived, x)": "return A.T @ g, np.outer(g, x)",
            }),
            but({"arrived @ A": "A @ arrived"}),
            but({
                "return arrived @ A, np.outer(arrived, x)":
                    "return A.T @ arrived, np.outer(x, arrived)",
            }),
            but({"(1 - y**2)": "(1 - y) ** 2", "arrived @ A": "A.T @ arrived"}),
            """
            def pull(A, x, g):
                y = np.tanh(A @ x)
                arrived = g * (1 - y**2)
                by_A = np.zeros(A.shape)
                for i in range(len(x)):
                    by_A[i] = arrived[i] * x
                return A.T @ arrived, by_A
            """,
            but({
                "arrived = g * (1 - y**2)\nreturn arrived @ A, np.outer(arrived, x)":
                    "return A.T @ g * (1 - y**2), np.outer(g * (1 - y**2), x)",
            }),
        ),
    ),
    Item(
        "x2-jacobian",
        wrong=unnamed(
            but({"x.grad = None": "if x.grad is not None:\n    x.grad.zero_()"}),
            but({"for i in range(len(f(x))):": "for i in range(len(x)):"}),
            but({
                "rows = []": "y = f(x)\nrows = []",
                "for i in range(len(f(x))):": "for i in range(len(y)):",
                "y = f(x)": "",
            }),
            but({
                "for i in range(len(f(x))):": """
                    one = torch.zeros(len(f(x)))
                    for i in range(len(one)):
                """,
                "y = f(x)\none = torch.zeros_like(y)": "",
                "y.backward(gradient=one)": "f(x).backward(gradient=one)",
            }),
            but({"x.grad = None": "", "rows.append(x.grad)": "rows.append(x.grad.clone())"}),
            """
            def jacobian(f, x):
                rows = []
                for i in range(len(f(x))):
                    x.grad = None
                    f(x)[i].backward()
                    rows.append(x.grad)
                return list(torch.stack(rows).T)
            """,
        ),
    ),
    Item(
        "x2-nudged",
        wrong=unnamed(
            but({
                "up, down = x.copy(), x.copy()": "x[place] += h",
                "up[place] += h": "up = f(x)",
                "down[place] -= h": "x[place] -= 2 * h",
                "slopes[place] = (f(up) - f(down)) / (2 * h)": """
                    down = f(x)
                    x[place] += h
                    slopes[place] = (up - down) / (2 * h)
                """,
            }),
            """
            def nudged(f, x):
                h = 1e-5
                slopes = np.zeros_like(x)
                flat, into = x.reshape(-1), slopes.reshape(-1)
                for i in range(x.size):
                    before = flat[i]
                    flat[i] = before + h
                    up = f(x)
                    flat[i] = before - h
                    down = f(x)
                    flat[i] = before
                    into[i] = (up - down) / (2 * h)
                return slopes
            """,
            but({
                "for place in np.ndindex(x.shape)": "for i in range(len(x))",
                "up[place]": "up[i]",
                "down[place]": "down[i]",
                "slopes[place]": "slopes[i]",
            }),
            """
            def nudged(f, x):
                h = 1e-5
                slopes = []
                places = np.nditer(x, flags=["multi_index"])
                for _ in places:
                    up, down = x.copy(), x.copy()
                    up[places.multi_index] += h
                    down[places.multi_index] -= h
                    slopes.append((f(up) - f(down)) / (2 * h))
                return np.array(slopes).reshape(x.shape)
            """,
            but({
                "for place in np.ndindex(x.shape):": """
                    up, down = x.copy(), x.copy()
                    for place in np.ndindex(x.shape):
                """,
                "up, down = x.copy(), x.copy()": "",
            }),
            but({
                "slopes = np.zeros_like(x)": "here = f(x)\nslopes = np.zeros_like(x)",
                "up, down = x.copy(), x.copy()": "up = x.copy()",
                "down[place] -= h\nslopes[place] = (f(up) - f(down)) / (2 * h)":
                    "slopes[place] = (f(up) - here) / h",
            }),
        ),
    ),
)  # fmt: skip
