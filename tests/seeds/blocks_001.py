"""The code of seed 001: forward, loss, backward, leaves, lifetime, memory, common errors."""


def a_sum_squared(torch):
    x = torch.tensor(2.0, requires_grad=True)
    y = torch.tensor(3.0, requires_grad=True)
    a = x + y
    z = a**2
    print(z)
    return {"a": a, "z": z}


def linear_layer(torch, nn):
    torch.manual_seed(0)  # ours, here and below: the same draws on both libraries
    linear = nn.Linear(3, 4)
    X = torch.randn(5, 3)
    Y = linear(X)
    print(Y.shape)
    return {"X": X, "Y": Y}


def squared_error(torch, nn):
    torch.manual_seed(0)
    model = nn.Linear(3, 1)
    X = torch.randn(8, 3)
    y = torch.randn(8, 1)
    pred = model(X)
    loss = ((pred - y) ** 2).mean()
    print(loss.shape)
    return {"pred": pred, "loss": loss}


def both_gradients(torch):
    x = torch.tensor(2.0, requires_grad=True)
    y = torch.tensor(3.0, requires_grad=True)
    z = (x + y) ** 2
    z.backward()
    print(x.grad)
    print(y.grad)


def leaves_and_others(torch):
    """Warns: a tensor that is no leaf is asked for its gradient."""
    x = torch.tensor(2.0, requires_grad=True)
    y = torch.tensor(3.0, requires_grad=True)
    a = x + y
    z = a**2
    print(x.is_leaf)
    print(y.is_leaf)
    print(a.is_leaf)
    print(z.is_leaf)
    z.backward()
    print(x.grad)
    print(y.grad)
    print(a.grad)


def retained(torch):
    x = torch.tensor(2.0, requires_grad=True)
    y = torch.tensor(3.0, requires_grad=True)
    a = x + y
    a.retain_grad()
    z = a**2
    z.backward()
    print(a.grad)


def branch(torch):
    x = torch.tensor(2.0, requires_grad=True)
    if x.item() > 0:
        y = x**2
    else:
        y = -x
    y.backward()
    print(x.grad)


def two_layers(torch, nn):
    torch.manual_seed(0)

    class MLP(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer1 = nn.Linear(10, 32)
            self.activation = nn.ReLU()
            self.layer2 = nn.Linear(32, 1)

        def forward(self, x):
            h = self.layer1(x)
            h = self.activation(h)
            y = self.layer2(h)
            return y

    model = MLP()
    X = torch.randn(16, 10)
    target = torch.randn(16, 1)
    pred = model(X)
    loss = ((pred - target) ** 2).mean()
    loss.backward()
    for name, param in model.named_parameters():
        print(name, param.shape, param.grad.shape)
    return {"loss": loss, **dict(model.named_parameters())}


def one_requires_grad(torch):
    x = torch.tensor(2.0, requires_grad=True)
    y = torch.tensor(3.0)
    z = x * y
    print(z.requires_grad)


def none_requires_grad(torch):
    x = torch.tensor(2.0)
    y = torch.tensor(3.0)
    z = x * y
    print(z.requires_grad)
    print(z.grad_fn)


def parameters_require_grad(torch, nn):
    torch.manual_seed(0)
    layer = nn.Linear(3, 4)
    print(layer.weight.requires_grad)
    print(layer.bias.requires_grad)
    return {"weight": layer.weight, "bias": layer.bias}


def detach(torch):
    x = torch.tensor(2.0, requires_grad=True)
    y = x**2
    z = y.detach()
    print(y.requires_grad)
    print(z.requires_grad)
    return {"y": y, "z": z}


def detached_then_used(torch):
    x = torch.tensor(2.0, requires_grad=True)
    y = x**2
    z = y.detach()
    w = z * 3
    print(w.requires_grad)
    return {"w": w}


def backward_once(torch):
    x = torch.tensor(2.0, requires_grad=True)
    y = x**2
    y.backward()
    return {"x": x}


def backward_twice(torch):
    x = torch.tensor(2.0, requires_grad=True)
    y = x**2
    y.backward(retain_graph=True)
    y.backward()
    return {"x": x}


def training_loop(torch, nn, optim, DataLoader, TensorDataset):
    torch.manual_seed(0)
    # Ours: a model, a loss, an optimizer and batches for the loop.
    dataset = TensorDataset(torch.randn(12, 3), torch.randn(12, 1))
    dataloader = DataLoader(dataset, batch_size=4, shuffle=True)
    model, loss_fn = nn.Linear(3, 1), nn.MSELoss()
    optimizer = optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for X, y in dataloader:
        pred = model(X)
        loss = loss_fn(pred, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return {"loss": loss, **dict(model.named_parameters())}


def without_grad(torch, nn):
    torch.manual_seed(0)
    model, X = nn.Linear(3, 1), torch.randn(4, 3)  # ours
    model.eval()
    with torch.no_grad():
        pred = model(X)
    return {"pred": pred, "training": model.training}


def inference(torch, nn):
    torch.manual_seed(0)
    model, X = nn.Linear(3, 1), torch.randn(4, 3)  # ours
    model.eval()
    with torch.inference_mode():
        pred = model(X)
    return {"pred": pred, "training": model.training, "inference": pred.is_inference()}


def complete_example(torch, nn):
    torch.manual_seed(0)
    model = nn.Sequential(
        nn.Linear(4, 8),
        nn.ReLU(),
        nn.Linear(8, 1),
    )
    X = torch.randn(10, 4)
    y = torch.randn(10, 1)
    pred = model(X)
    loss = ((pred - y) ** 2).mean()
    print(loss)
    print(loss.grad_fn)
    model.zero_grad()
    loss.backward()
    for name, param in model.named_parameters():
        print(name, param.shape, param.grad.shape)
    return {"pred": pred, **dict(model.named_parameters())}


def backward_without_graph(torch):
    """Raises: nothing here requires a gradient."""
    x = torch.tensor(2.0)
    y = x**2
    y.backward()


def backward_with_graph(torch):
    x = torch.tensor(2.0, requires_grad=True)
    y = x**2
    y.backward()
    return {"x": x}


def steps_without_clearing(torch, nn, optim):
    model, optimizer, losses = _two_losses(torch, nn, optim)
    for loss in losses:
        loss.backward()
        optimizer.step()
    return {"weight": model.weight, "bias": model.bias}


def steps_with_clearing(torch, nn, optim):
    model, optimizer, losses = _two_losses(torch, nn, optim)
    for loss in losses:
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return {"weight": model.weight, "bias": model.bias}


def detached_encoder(torch, nn):
    torch.manual_seed(0)
    model, x = nn.Module(), torch.randn(2, 4)  # ours: the parts it names
    model.encoder, model.decoder = nn.Linear(4, 3), nn.Linear(3, 2)
    h = model.encoder(x)
    h = h.detach()
    y = model.decoder(h)
    y.sum().backward()  # ours: so that it can be seen who received a gradient
    return {"y": y, **dict(model.named_parameters())}


def _two_losses(torch, nn, optim):
    """A model, its optimizer, and an iterator of two losses, each computed when asked for."""
    torch.manual_seed(0)
    model = nn.Linear(2, 1)
    batches = torch.randn(2, 5, 2)
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    return model, optimizer, ((model(batches[i]) ** 2).mean() for i in range(2))
