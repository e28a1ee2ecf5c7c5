"""The code of seed 000: a graph by hand, backward, a picture, a regression, a small network."""


def two_leaves(torch):
    x = torch.tensor([2.0], requires_grad=True)
    y = torch.tensor([3.0], requires_grad=True)
    z = x * y + torch.log(x)
    print(f"z = {z}")
    print(f"z.grad_fn = {z.grad_fn}")
    print(f"x.grad_fn = {x.grad_fn}")
    return {"x": x, "y": y, "z": z}


def steps_between(torch):
    x = torch.tensor([2.0], requires_grad=True)
    y = torch.tensor([3.0], requires_grad=True)
    a = x * y
    b = torch.log(x)
    z = a + b
    print(f"z = {z}")
    print(f"z.grad_fn = {z.grad_fn}")
    print(f"a.grad_fn = {a.grad_fn}")
    print(f"b.grad_fn = {b.grad_fn}")
    print(f"x.grad_fn = {x.grad_fn}")
    print(f"y.grad_fn = {y.grad_fn}")
    print(f"x requires_grad: {x.requires_grad}")
    print(f"a requires_grad: {a.requires_grad}")
    print(f"z requires_grad: {z.requires_grad}")
    return {"a": a, "b": b, "z": z}


def trace(torch):
    """Raises: of a graph's nodes only the leaves' have the attribute it follows."""
    x = torch.tensor([2.0], requires_grad=True)
    y = torch.tensor([3.0], requires_grad=True)
    a = x * y
    b = torch.log(x)
    z = a + b

    def trace_graph(tensor, depth=0):
        indent = " " * depth
        if tensor.grad_fn is None:
            print(f"{indent}Leaf Tensor with value: {tensor}")
        else:
            print(f"{indent}Operation: {tensor.grad_fn}")
            for next_fn in tensor.grad_fn.next_functions:
                if next_fn[0] is not None:
                    trace_graph(next_fn[0].variable, depth + 1)

    print("Tracing the computational graph:")
    trace_graph(z)


def gradients(torch):
    x = torch.tensor([2.0], requires_grad=True)
    y = torch.tensor([3.0], requires_grad=True)
    z = x * y + torch.log(x)
    z.backward()
    print(f"dz/dx = {x.grad}")
    print(f"dz/dy = {y.grad}")
    return {"x": x, "y": y}


def picture(torch, make_dot):
    """Writes `computational_graph` and `computational_graph.png` in the current folder."""
    x = torch.tensor([2.0], requires_grad=True)
    y = torch.tensor([3.0], requires_grad=True)
    z = x * y + torch.log(x)
    graph = make_dot(z, params={"x": x, "y": y})
    graph.render("computational_graph", format="png")
    return {"graph": graph}


def linear_regression(torch, plt):
    torch.manual_seed(0)  # ours: the same noise on both libraries
    x = torch.linspace(0, 10, 50)
    y = 2 * x + 1 + torch.randn(50) * 1.5
    x = x.view(-1, 1)
    y = y.view(-1, 1)
    weight = torch.randn(1, requires_grad=True)
    bias = torch.randn(1, requires_grad=True)
    learning_rate = 0.01
    epochs = 100
    for epoch in range(epochs):
        y_pred = weight * x + bias
        loss = ((y_pred - y) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            weight -= learning_rate * weight.grad
            bias -= learning_rate * bias.grad
        weight.grad.zero_()
        bias.grad.zero_()
        if epoch % 10 == 0:
            print(f"Epoch {epoch}, Loss: {loss.item():.4f}")
    print(f"Final parameters: weight = {weight.item():.4f}, bias = {bias.item():.4f}")
    plt.figure(figsize=(10, 6))
    plt.scatter(x.detach().numpy(), y.detach().numpy(), label="Data")
    plt.plot(x.detach().numpy(), (weight * x + bias).detach().numpy(), "r-", label="Model")
    plt.legend()
    plt.title("Linear Regression with PyTorch")
    plt.xlabel("x")
    plt.ylabel("y")
    plt.show()
    return {"x": x, "y": y, "weight": weight, "bias": bias, "figure": plt.gcf()}


def small_network(torch, nn, optim):
    torch.manual_seed(0)  # ours

    class SimpleNN(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer1 = nn.Linear(10, 5)
            self.layer2 = nn.Linear(5, 1)

        def forward(self, x):
            x = torch.relu(self.layer1(x))
            x = self.layer2(x)
            return x

    model = SimpleNN()
    x = torch.randn(32, 10)
    target = torch.randn(32, 1)
    criterion = nn.MSELoss()
    optimizer = optim.SGD(model.parameters(), lr=0.01)
    optimizer.zero_grad()
    output = model(x)
    loss = criterion(output, target)
    print(f"Loss requires grad: {loss.requires_grad}")
    print(f"Loss grad_fn: {loss.grad_fn}")
    loss.backward()
    optimizer.step()
    return {"output": output, "loss": loss, **dict(model.named_parameters())}


def predictions_without_graph(torch, nn):
    torch.manual_seed(0)
    model, test_data = nn.Linear(10, 1), torch.randn(4, 10)  # ours: the model and data it assumes
    with torch.no_grad():
        model_predictions = model(test_data)
    return {"model_predictions": model_predictions}


def detached(torch):
    x = torch.tensor([2.0, 3.0], requires_grad=True)  # ours
    x_detached = x.detach()
    x_numpy = x.detach().numpy()
    return {"x_detached": x_detached, "x_numpy": x_numpy}


def accumulation(torch, nn, optim):
    torch.manual_seed(0)
    # Ours: what the block takes for granted.
    full_batch_size, chunk_size = 32, 8
    num_chunks = full_batch_size // chunk_size
    data, targets = torch.randn(full_batch_size, 10), torch.randn(full_batch_size, 1)
    model, criterion = nn.Linear(10, 1), nn.MSELoss()
    optimizer = optim.SGD(model.parameters(), lr=0.01)
    for i in range(0, full_batch_size, chunk_size):
        chunk = data[i : i + chunk_size]
        outputs = model(chunk)
        loss = criterion(outputs, targets[i : i + chunk_size])
        (loss / num_chunks).backward()
    accumulated = model.weight.grad.clone()  # ours
    optimizer.step()
    optimizer.zero_grad()
    return {"accumulated": accumulated, **dict(model.named_parameters())}


# The exercises at the seed's end, each worked as the text asks.


def exercise_gradients(torch):
    x = torch.tensor(2.0, requires_grad=True)
    y = torch.tensor(3.0, requires_grad=True)
    f = x**2 + y**3 - torch.sin(x * y)
    f.backward()
    print(f, x.grad, y.grad)


def exercise_quadratic(torch):
    torch.manual_seed(0)
    x = torch.linspace(-1, 1, 50)
    y = 2 * x**2 - x + 1 + torch.randn(50) * 0.1
    a, b, c = (torch.randn(1, requires_grad=True) for _ in range(3))
    for _ in range(200):
        loss = ((a * x**2 + b * x + c - y) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for parameter in (a, b, c):
                parameter -= 0.1 * parameter.grad
                parameter.grad.zero_()
    print(f"a = {a.item():.4f}, b = {b.item():.4f}, c = {c.item():.4f}, loss = {loss.item():.4f}")


def exercise_retain_graph(torch):
    """Raises at the third call, which is the second to follow a plain one."""
    x = torch.tensor(3.0, requires_grad=True)
    y = x**2
    y.backward(retain_graph=True)
    y.backward()
    print(x.grad)
    y.backward()


def exercise_activations(torch, nn, make_dot):
    torch.manual_seed(0)
    x = torch.randn(2, 3)
    models = {
        name: nn.Sequential(nn.Linear(3, 4), activation, nn.Linear(4, 1))
        for name, activation in (
            ("relu", nn.ReLU()),
            ("tanh", nn.Tanh()),
            ("sigmoid", nn.Sigmoid()),
        )
    }
    return {
        name: make_dot(model(x).sum(), params=dict(model.named_parameters()))
        for name, model in models.items()
    }
