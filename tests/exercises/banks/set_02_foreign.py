"""Wrong answers to set X2 by someone who has not read its bank."""

from tests.exercises.banks import Item

ITEMS = (
    Item(
        "x2-slopes",
        wrong=(
            (
                """
                def slopes(x, y):
                    root, tanh = math.sqrt(y), math.tanh(x)
                    return [y, -x // y**2, 3 * x**2, 1 / (2 * root), math.cos(x), 1 - tanh**2]
                """,
                None,
            ),
            (
                """
                def slopes(x, y):
                    tanh = math.tanh(x)
                    return [y, -x / y**2, 3 * x**2, 1 / 2 * math.sqrt(y), math.cos(x), 1 - tanh**2]
                """,
                None,
            ),
            (
                """
                def slopes(x, y):
                    tanh = math.tanh(x)
                    return [y, -x / y**2, 3 * x**2, 0.5 * y ** (-1 // 2), math.cos(x), 1 - tanh**2]
                """,
                None,
            ),
            (
                """
                def slopes(x, y):
                    root, tanh = math.sqrt(y), math.tanh(x**2)
                    return [y, -x / y**2, 3 * x**2, 0.5 / root, math.cos(x), 1 - tanh]
                """,
                None,
            ),
            (
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
                None,
            ),
            (
                """
                def slopes(x, y):
                    tanh = math.tanh(x)
                    return [y, 1 / y, 3 * x**2, 1 / (2 * math.sqrt(y)), math.cos(x), 1 - tanh**2]
                """,
                None,
            ),
        ),
    ),
    Item(
        "x2-diamond",
        wrong=(
            (
                """
                def diamond(x, y):
                    h = x * y
                    return y * 2 * h + math.cos(h), x * 2 * h + math.cos(h)
                """,
                None,
            ),
            (
                """
                def diamond(x, y):
                    h = x * y
                    arrived = 2 * h + math.cos(h)
                    return x * arrived, y * arrived
                """,
                None,
            ),
            (
                """
                def diamond(x, y):
                    h = x * y
                    arrived = 2 * h * math.cos(h)
                    return y * arrived, x * arrived
                """,
                None,
            ),
            (
                """
                def diamond(x, y):
                    h = x * y
                    arrived = 2 * h - math.cos(h)
                    return y * arrived, x * arrived
                """,
                None,
            ),
            (
                """
                def diamond(x, y):
                    h = x * y
                    return y * (2 * h + math.cos(x)), x * (2 * h + math.cos(y))
                """,
                None,
            ),
            (
                """
                def diamond(x, y):
                    h = x * y
                    arrived = 2 * h + math.cos(h)
                    return arrived, arrived
                """,
                None,
            ),
        ),
    ),
    Item(
        "x2-order",
        wrong=(
            (
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
                None,
            ),
            (
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
                None,
            ),
            (
                """
                def order(result):
                    waiting = [result]
                    while waiting:
                        for value in waiting.pop().inputs:
                            if not hasattr(value, "uses"):
                                value.uses = 0
                                waiting.append(value)
                            value.uses += 1
                    ready = [result]
                    for value in ready:
                        for behind in value.inputs:
                            behind.uses -= 1
                            if behind.uses == 0:
                                ready.append(behind)
                    return ready
                """,
                None,
            ),
            (
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
                None,
            ),
            (
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
                None,
            ),
            (
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
                None,
            ),
        ),
    ),
    Item(
        "x2-backward",
        wrong=(
            (
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
                None,
            ),
            (
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
                None,
            ),
            (
                """
                def backward(result, gradient):
                    ordered = order(result)
                    for value in ordered:
                        value.grad = 0.0
                    result.grad = gradient
                    for value in ordered:
                        for behind, slope in zip(value.inputs, value.slopes):
                            behind.grad += value.grad * slope
                        if value.inputs:
                            value.grad = 0.0
                """,
                None,
            ),
            (
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
                None,
            ),
            (
                """
                def backward(result, gradient):
                    waiting = [(result, gradient)]
                    while waiting:
                        value, grad = waiting.pop()
                        if not value.inputs:
                            value.grad += grad
                        for behind, slope in zip(value.inputs, value.slopes):
                            waiting.append((behind, grad * slope))
                """,
                None,
            ),
            (
                """
                def backward(result, gradient):
                    pending = {result: gradient}
                    for value in order(result):
                        grad = pending[value]
                        if not value.inputs:
                            value.grad += grad
                        for behind, slope in dict(zip(value.inputs, value.slopes)).items():
                            pending[behind] = pending.get(behind, 0.0) + grad * slope
                """,
                None,
            ),
        ),
    ),
    Item(
        "x2-error",
        wrong=(
            (
                """
                def squared_error(w, x, target):
                    error = abs(w.data * x.data - target.data)
                    return Value(
                        error**2,
                        (w, x, target),
                        (2 * error * x.data, 2 * error * w.data, -2 * error),
                    )
                """,
                None,
            ),
            (
                """
                def squared_error(w, x, target):
                    error = w.data * x.data - target.data
                    return Value(
                        error**2,
                        (x, w, target),
                        (2 * error * x.data, 2 * error * w.data, -2 * error),
                    )
                """,
                None,
            ),
            (
                """
                def squared_error(w, x, target):
                    error = w.data * x.data - target.data
                    return Value(
                        error,
                        (w, x, target),
                        (2 * error * x.data, 2 * error * w.data, -2 * error),
                    )
                """,
                None,
            ),
            (
                """
                def squared_error(w, x, target):
                    error = w.data * x.data - target.data
                    return Value(
                        error**2,
                        (w.data, x.data, target.data),
                        (2 * error * x.data, 2 * error * w.data, -2 * error),
                    )
                """,
                None,
            ),
            (
                """
                def squared_error(w, x, target):
                    error = w.data * x.data - target.data
                    return Value(
                        error**2,
                        (w, x, target),
                        (2 * error * x.data, 2 * error * w.data, -2 * target.data),
                    )
                """,
                None,
            ),
            (
                """
                def squared_error(w, x, target):
                    error = w.data * x.data - target.data
                    return Value(
                        error**2,
                        (w, x, target),
                        (2 * error * x.data, 2 * error * w.data, -1.0),
                    )
                """,
                None,
            ),
        ),
    ),
    Item(
        "x2-pull",
        wrong=(
            (
                """
                def pull(A, x, g):
                    y = np.tanh(A @ x)
                    g *= 1 - y**2
                    return A.T @ g, np.outer(g, x)
                """,
                None,
            ),
            (
                """
                def pull(A, x, g):
                    y = np.tanh(A @ x)
                    arrived = g * (1 - y**2)
                    return A @ arrived, np.outer(arrived, x)
                """,
                None,
            ),
            (
                """
                def pull(A, x, g):
                    y = np.tanh(A @ x)
                    arrived = g * (1 - y**2)
                    return A.T @ arrived, np.outer(x, arrived)
                """,
                None,
            ),
            (
                """
                def pull(A, x, g):
                    y = np.tanh(A @ x)
                    arrived = g * (1 - y) ** 2
                    return A.T @ arrived, np.outer(arrived, x)
                """,
                None,
            ),
            (
                """
                def pull(A, x, g):
                    y = np.tanh(A @ x)
                    arrived = g * (1 - y**2)
                    by_A = np.zeros(A.shape)
                    for i in range(len(x)):
                        by_A[i] = arrived[i] * x
                    return A.T @ arrived, by_A
                """,
                None,
            ),
            (
                """
                def pull(A, x, g):
                    y = np.tanh(A @ x)
                    return A.T @ g * (1 - y**2), np.outer(g * (1 - y**2), x)
                """,
                None,
            ),
        ),
    ),
    Item(
        "x2-jacobian",
        wrong=(
            (
                """
                def jacobian(f, x):
                    rows = []
                    for i in range(len(f(x))):
                        if x.grad is not None:
                            x.grad.zero_()
                        y = f(x)
                        one = torch.zeros_like(y)
                        one[i] = 1.0
                        y.backward(gradient=one)
                        rows.append(x.grad)
                    return rows
                """,
                None,
            ),
            (
                """
                def jacobian(f, x):
                    rows = []
                    for i in range(len(x)):
                        x.grad = None
                        y = f(x)
                        one = torch.zeros_like(y)
                        one[i] = 1.0
                        y.backward(gradient=one)
                        rows.append(x.grad)
                    return rows
                """,
                None,
            ),
            (
                """
                def jacobian(f, x):
                    y = f(x)
                    rows = []
                    for i in range(len(y)):
                        x.grad = None
                        one = torch.zeros_like(y)
                        one[i] = 1.0
                        y.backward(gradient=one)
                        rows.append(x.grad)
                    return rows
                """,
                None,
            ),
            (
                """
                def jacobian(f, x):
                    rows = []
                    one = torch.zeros(len(f(x)))
                    for i in range(len(one)):
                        x.grad = None
                        one[i] = 1.0
                        f(x).backward(gradient=one)
                        rows.append(x.grad)
                    return rows
                """,
                None,
            ),
            (
                """
                def jacobian(f, x):
                    rows = []
                    for i in range(len(f(x))):
                        y = f(x)
                        one = torch.zeros_like(y)
                        one[i] = 1.0
                        y.backward(gradient=one)
                        rows.append(x.grad.clone())
                    return rows
                """,
                None,
            ),
            (
                """
                def jacobian(f, x):
                    rows = []
                    for i in range(len(f(x))):
                        x.grad = None
                        f(x)[i].backward()
                        rows.append(x.grad)
                    return list(torch.stack(rows).T)
                """,
                None,
            ),
        ),
    ),
    Item(
        "x2-nudged",
        wrong=(
            (
                """
                def nudged(f, x):
                    h = 1e-5
                    slopes = np.zeros_like(x)
                    for place in np.ndindex(x.shape):
                        x[place] += h
                        up = f(x)
                        x[place] -= 2 * h
                        down = f(x)
                        x[place] += h
                        slopes[place] = (up - down) / (2 * h)
                    return slopes
                """,
                None,
            ),
            (
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
                None,
            ),
            (
                """
                def nudged(f, x):
                    h = 1e-5
                    slopes = np.zeros_like(x)
                    for i in range(len(x)):
                        up, down = x.copy(), x.copy()
                        up[i] += h
                        down[i] -= h
                        slopes[i] = (f(up) - f(down)) / (2 * h)
                    return slopes
                """,
                None,
            ),
            (
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
                None,
            ),
            (
                """
                def nudged(f, x):
                    h = 1e-5
                    slopes = np.zeros_like(x)
                    up, down = x.copy(), x.copy()
                    for place in np.ndindex(x.shape):
                        up[place] += h
                        down[place] -= h
                        slopes[place] = (f(up) - f(down)) / (2 * h)
                    return slopes
                """,
                None,
            ),
            (
                """
                def nudged(f, x):
                    h = 1e-5
                    here = f(x)
                    slopes = np.zeros_like(x)
                    for place in np.ndindex(x.shape):
                        up = x.copy()
                        up[place] += h
                        slopes[place] = (f(up) - here) / h
                    return slopes
                """,
                None,
            ),
        ),
    ),
)
