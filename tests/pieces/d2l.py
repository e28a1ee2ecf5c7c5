"""Chapters of Dive into Deep Learning, restated: https://d2l.ai."""

import collections
import io
import math
import random


def data_manipulation(torch):
    """Preliminaries, arrays: https://d2l.ai/chapter_preliminaries/ndarray.html"""
    x = torch.arange(12, dtype=torch.float32)
    print(x, x.numel(), x.shape)
    X = x.reshape(-1, 4)
    Y = torch.tensor([[2.0, 1, 4, 3], [1, 2, 3, 4], [4, 3, 2, 1]])
    print(torch.zeros((2, 3, 4)).shape, X[-1], X[1:3], sep="\n")
    X[1, 2] = 17
    X[:2, :] = 12
    print(X, torch.exp(x)[:3].round(), sep="\n")
    print(torch.cat((X, Y), dim=0).shape, torch.cat((X, Y), dim=1)[0], X == Y, X.sum(), sep="\n")
    a, b = torch.arange(3).reshape((3, 1)), torch.arange(2).reshape((1, 2))
    print(a + b)
    before = id(Y)
    Y = Y + X
    Z = torch.zeros_like(Y)
    place = id(Z)
    Z[:] = X + Y
    print(id(Y) == before, id(Z) == place)
    A = X.numpy()
    B = torch.from_numpy(A)
    a = torch.tensor([3.5])
    print(type(A), type(B), a, a.item(), float(a), int(a))


def linear_algebra(torch):
    """Preliminaries, norms and products: https://d2l.ai/chapter_preliminaries/linear-algebra.html"""
    A = torch.arange(6, dtype=torch.float32).reshape(2, 3)
    B = A.clone()
    print(A * B, A.T, (A == A.T.T).all(), sep="\n")
    print(A.sum(axis=0), A.sum(axis=[0, 1]) == A.sum(), A.mean(), A.sum() / A.numel())
    sum_A = A.sum(axis=1, keepdims=True)
    print(sum_A, sum_A.shape, A / sum_A, A.cumsum(axis=0), sep="\n")
    x, y = torch.arange(3, dtype=torch.float32), torch.ones(3, dtype=torch.float32)
    print(torch.dot(x, y), torch.sum(x * y), torch.mv(A, x), A @ x)
    print(torch.mm(A, torch.ones(3, 4)), torch.norm(torch.tensor([3.0, -4.0])))
    print(torch.abs(torch.tensor([3.0, -4.0])).sum(), torch.norm(torch.ones((4, 9))))


def automatic_differentiation(torch):
    """Preliminaries, autograd: https://d2l.ai/chapter_preliminaries/autograd.html"""
    x = torch.arange(4.0)
    x.requires_grad_(True)
    print(x.grad)
    y = 2 * torch.dot(x, x)
    print(y)
    y.backward()
    print(x.grad, x.grad == 4 * x)
    x.grad.zero_()
    y = x * x
    y.backward(gradient=torch.ones(len(y)))
    print(x.grad)
    x.grad.zero_()
    y = x * x
    u = y.detach()
    z = u * x
    z.sum().backward()
    print(x.grad == u)

    def f(a):
        b = a * 2
        while b.norm() < 1000:
            b = b * 2
        return b if b.sum() > 0 else 100 * b

    torch.manual_seed(0)
    a = torch.randn(size=(), requires_grad=True)
    d = f(a)
    d.backward()
    print(a, a.grad == d / a)


def coins_and_dice(torch):
    """Preliminaries, probability: https://d2l.ai/chapter_preliminaries/probability.html"""
    torch.manual_seed(0)
    heads = sum(random.Random(0).random() > 0.5 for _ in range(100))
    print(heads, 100 - heads)
    fair = torch.tensor([0.5, 0.5])
    multinomial = torch.distributions.multinomial.Multinomial(100, fair)
    counts = multinomial.sample()
    print(counts.sum(), counts.shape, (counts / 100).shape)
    die = torch.distributions.multinomial.Multinomial(1, torch.ones(6) / 6)
    rolls = die.sample((500,))
    estimates = rolls.cumsum(dim=0)
    estimates = estimates / estimates.sum(dim=1, keepdims=True)
    print(rolls.shape, estimates[-1].round(decimals=2))


def linear_regression_from_scratch(torch):
    """Linear regression by hand: https://d2l.ai/chapter_linear-regression/linear-regression-scratch.html"""
    torch.manual_seed(0)
    random.seed(0)
    true_w, true_b = torch.tensor([2, -3.4]), 4.2
    features = torch.normal(0, 1, (200, 2))
    labels = torch.matmul(features, true_w) + true_b
    labels += torch.normal(0, 0.01, labels.shape)
    labels = labels.reshape((-1, 1))
    print(features.shape, labels.shape)

    def data_iter(batch_size):
        indices = list(range(len(features)))
        random.shuffle(indices)
        for i in range(0, len(features), batch_size):
            batch = torch.tensor(indices[i : min(i + batch_size, len(features))])
            yield features[batch], labels[batch]

    w = torch.normal(0, 0.01, size=(2, 1), requires_grad=True)
    b = torch.zeros(1, requires_grad=True)
    for epoch in range(3):
        for X, y in data_iter(10):
            loss = (torch.matmul(X, w) + b - y.reshape((-1, 1))) ** 2 / 2
            loss.sum().backward()
            with torch.no_grad():
                for param in [w, b]:
                    param -= 0.03 * param.grad / 10
                    param.grad.zero_()
        with torch.no_grad():
            train_l = ((features @ w + b - labels) ** 2 / 2).mean()
            print(f"epoch {epoch + 1}, loss {float(train_l):.3f}")
    print((true_w - w.detach().reshape(true_w.shape)).abs() < 0.2, w.requires_grad)


def linear_regression_concise(torch):
    """Linear regression with a lazy layer: https://d2l.ai/chapter_linear-regression/linear-regression-concise.html"""
    nn = torch.nn
    torch.manual_seed(0)
    X = torch.randn(100, 2)
    y = X @ torch.tensor([[2.0], [-3.4]]) + 4.2
    net = nn.LazyLinear(1)
    print(net, net.has_uninitialized_params())
    net(X)
    net.weight.data.normal_(0, 0.01)
    net.bias.data.fill_(0)
    print(net, net.weight.shape)
    dataset = torch.utils.data.TensorDataset(*(X, y))
    loader = torch.utils.data.DataLoader(dataset, 10, shuffle=True)
    trainer = torch.optim.SGD(net.parameters(), 0.05)
    fn = nn.MSELoss()
    for _ in range(5):
        for batch in loader:
            loss = fn(net(*batch[:-1]), batch[-1])
            trainer.zero_grad()
            loss.backward()
            trainer.step()
    print(net.weight.data.round(decimals=2), net.bias.data.round(decimals=2))


def polynomial_overfitting(torch):
    """Generalization, fitting a polynomial: https://d2l.ai/chapter_multilayer-perceptrons/underfit-overfit.html"""
    nn = torch.nn
    torch.manual_seed(0)
    features = torch.randn(40, 1)
    powers = torch.pow(features, torch.arange(8).reshape(1, -1))
    for i in range(8):
        powers[:, i] /= math.gamma(i + 1)
    true_w = torch.zeros(8)
    true_w[0:4] = torch.tensor([5, 1.2, -3.4, 5.6])
    labels = powers @ true_w
    labels += torch.randn(labels.shape) * 0.1
    print(features[:2], powers[:2, :4], labels[:2], sep="\n")
    for degree in (2, 4):
        net = nn.Sequential(nn.Linear(degree, 1, bias=False))
        trainer = torch.optim.SGD(net.parameters(), lr=0.1)
        loss = nn.MSELoss(reduction="none")
        for _ in range(100):
            trainer.zero_grad()
            loss(net(powers[:20, :degree]), labels[:20].reshape(-1, 1)).mean().backward()
            trainer.step()
        with torch.no_grad():
            error = loss(net(powers[20:, :degree]), labels[20:].reshape(-1, 1))
        print(degree, f"{error.sum() / error.numel():.2f}")


def weight_decay(torch):
    """Weight decay with parameter groups: https://d2l.ai/chapter_linear-regression/weight-decay.html"""
    nn = torch.nn
    for wd in (0, 3):
        torch.manual_seed(0)
        X = torch.randn(20, 50)
        y = X @ (torch.ones((50, 1)) * 0.01) + 0.05 + torch.randn(20, 1) * 0.01
        net = nn.Sequential(nn.Linear(50, 1))
        for param in net.parameters():
            param.data.normal_()
        trainer = torch.optim.SGD(
            [{"params": net[0].weight, "weight_decay": wd}, {"params": net[0].bias}], lr=0.01
        )
        for _ in range(60):
            trainer.zero_grad()
            loss = ((net(X) - y) ** 2 / 2).mean()
            loss.backward()
            trainer.step()
        print(
            [len(g["params"]) for g in trainer.param_groups],
            trainer.param_groups[0]["weight_decay"],
        )
        print(f"L2 norm of w: {net[0].weight.norm().item():.2f}")
    w = torch.ones(3, requires_grad=True)
    print((w**2).sum() / 2, torch.sum(torch.abs(w)))


def softmax_regression(torch):
    """Softmax regression by hand: https://d2l.ai/chapter_linear-classification/softmax-regression-scratch.html"""
    torch.manual_seed(0)
    X = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    print(X.sum(0, keepdims=True), X.sum(1, keepdims=True))

    def softmax(X):
        X_exp = torch.exp(X)
        return X_exp / X_exp.sum(1, keepdims=True)

    probability = softmax(torch.rand((2, 5)))
    print(probability, probability.sum(1))
    y = torch.tensor([0, 2])
    y_hat = torch.tensor([[0.1, 0.3, 0.6], [0.3, 0.2, 0.5]])
    print(y_hat[[0, 1], y], -torch.log(y_hat[list(range(len(y_hat))), y]).mean())
    W = torch.normal(0, 0.01, size=(16, 3), requires_grad=True)
    b = torch.zeros(3, requires_grad=True)
    images, labels = torch.rand(90, 1, 4, 4), torch.arange(90) % 3
    images[labels == 1, :, 0] += 1
    images[labels == 2, :, :, 3] += 1

    def accuracy(y_hat, y, averaged=True):
        y_hat = y_hat.reshape((-1, y_hat.shape[-1]))
        preds = y_hat.argmax(axis=1).type(y.dtype)
        compare = (preds == y.reshape(-1)).type(torch.float32)
        return compare.mean() if averaged else compare

    for _ in range(40):
        y_hat = softmax(images.reshape((-1, W.shape[0])) @ W + b)
        loss = -torch.log(y_hat[range(len(y_hat)), labels]).mean()
        loss.backward()
        with torch.no_grad():
            W -= 0.3 * W.grad
            b.sub_(0.3 * b.grad)
        W.grad, b.grad = None, None
    print(f"{loss:.2f}", accuracy(y_hat, labels) > 0.9, accuracy(y_hat, labels, False).shape)


def activation_curves(torch):
    """Multilayer perceptrons, activations: https://d2l.ai/chapter_multilayer-perceptrons/mlp.html"""
    F = torch.nn.functional
    x = torch.arange(-8.0, 8.0, 0.1, requires_grad=True)
    for name, function in {"relu": torch.relu, "sigmoid": torch.sigmoid, "tanh": F.tanh}.items():
        if x.grad is not None:
            x.grad.data.zero_()
        y = function(x)
        y.backward(torch.ones_like(x), retain_graph=True)
        print(name, y.detach()[71:90:5], x.grad[::50], sep="\n")
    alpha = torch.tensor([0.25])
    print(F.prelu(x[::50], alpha), F.gelu(x[::50]), F.silu(x[::50]), sep="\n")


def mlp_from_scratch(torch):
    """Multilayer perceptron by hand: https://d2l.ai/chapter_multilayer-perceptrons/mlp-implementation.html"""
    nn = torch.nn
    torch.manual_seed(0)

    class MLPScratch(nn.Module):
        def __init__(self, num_inputs, num_outputs, num_hiddens, sigma=0.1):
            super().__init__()
            self.W1 = nn.Parameter(torch.randn(num_inputs, num_hiddens) * sigma)
            self.b1 = nn.Parameter(torch.zeros(num_hiddens))
            self.W2 = nn.Parameter(torch.randn(num_hiddens, num_outputs) * sigma)
            self.b2 = nn.Parameter(torch.zeros(num_outputs))

        def relu(self, X):
            a = torch.zeros_like(X)
            return torch.max(X, a)

        def forward(self, X):
            H = self.relu(torch.matmul(X.reshape((-1, 8)), self.W1) + self.b1)
            return torch.matmul(H, self.W2) + self.b2

    net = MLPScratch(8, 2, 16)
    print(net, [tuple(p.shape) for p in net.parameters()])
    X = torch.randn(64, 2, 4)
    y = (X.sum((1, 2)) > 0).to(torch.int64)
    loss, updater = nn.CrossEntropyLoss(reduction="none"), torch.optim.SGD(net.parameters(), lr=0.5)
    for epoch in range(30):
        updater.zero_grad()
        l = loss(net(X), y)  # noqa: E741
        l.mean().backward()
        updater.step()
        if epoch % 10 == 0:
            print(f"{l.sum() / y.numel():.3f}")


def dropout_from_scratch(torch):
    """Dropout by hand: https://d2l.ai/chapter_multilayer-perceptrons/dropout.html"""
    nn = torch.nn
    torch.manual_seed(0)

    def dropout_layer(X, dropout):
        assert 0 <= dropout <= 1
        if dropout == 1:
            return torch.zeros_like(X)
        mask = (torch.rand(X.shape) > dropout).float()
        return mask * X / (1.0 - dropout)

    X = torch.arange(16, dtype=torch.float32).reshape((2, 8))
    for p in (0, 0.5, 1):
        print(dropout_layer(X, p))
    net = nn.Sequential(
        nn.Flatten(), nn.Linear(8, 6), nn.ReLU(), nn.Dropout(0.5), nn.Linear(6, 2), nn.Dropout(0.2)
    )

    def init_weights(m):
        if type(m) == nn.Linear:  # noqa: E721
            nn.init.normal_(m.weight, std=0.01)

    net.apply(init_weights)
    print(net(X))
    net.eval()
    print(net(X))


def numerical_stability(torch):
    """Vanishing and exploding gradients: https://d2l.ai/chapter_multilayer-perceptrons/numerical-stability-and-init.html"""
    nn = torch.nn
    torch.manual_seed(0)
    x = torch.arange(-8.0, 8.0, 4, requires_grad=True)
    y = torch.sigmoid(x)
    y.backward(torch.ones_like(x))
    print(y, x.grad)
    M = torch.normal(0, 1, size=(4, 4))
    print("a single matrix \n", M)
    for _ in range(20):
        M = M @ torch.normal(0, 1, size=(4, 4))
    print("after multiplying", M.abs().max() > 1e3)
    layer = nn.Linear(50, 30)
    nn.init.xavier_uniform_(layer.weight)
    bound = math.sqrt(6 / (50 + 30))
    print(layer.weight.abs().max() < bound, f"{layer.weight.std():.3f} {bound / math.sqrt(3):.3f}")
    print(torch.softmax(torch.tensor([100.0, 200.0]), 0), torch.logsumexp(torch.full((3,), 1e3), 0))


def layers_and_modules(torch):
    """Builders' guide, modules: https://d2l.ai/chapter_builders-guide/model-construction.html"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(0)

    class MySequential(nn.Module):
        def __init__(self, *args):
            super().__init__()
            for idx, module in enumerate(args):
                self.add_module(str(idx), module)

        def forward(self, X):
            for module in self.children():
                X = module(X)
            return X

    class FixedHiddenMLP(nn.Module):
        def __init__(self):
            super().__init__()
            self.rand_weight = torch.rand((20, 20))
            self.linear = nn.LazyLinear(20)

        def forward(self, X):
            X = self.linear(X)
            X = F.relu(X @ self.rand_weight + 1)
            X = self.linear(X)
            while X.abs().sum() > 1:
                X /= 2
            return X.sum()

    X = torch.rand(2, 20)
    net = MySequential(nn.Linear(20, 32), nn.ReLU(), nn.Linear(32, 10))
    print(net, net(X).shape)
    print(FixedHiddenMLP()(X).shape)
    chimera = nn.Sequential(net, nn.LazyLinear(20), FixedHiddenMLP())
    print(chimera(X).item() <= 1, [name for name, _ in chimera.named_children()])


def parameter_management(torch):
    """Builders' guide, parameters and sharing: https://d2l.ai/chapter_builders-guide/parameters.html"""
    nn = torch.nn
    torch.manual_seed(0)
    net = nn.Sequential(nn.LazyLinear(8), nn.ReLU(), nn.LazyLinear(1))
    X = torch.rand(size=(2, 4))
    print(net(X).shape, dict(net[2].state_dict()))
    print(type(net[2].bias), net[2].bias.data, net[2].weight.grad is None)
    print([(name, param.shape) for name, param in net.named_parameters()])

    def init_42(module):
        if type(module) == nn.Linear:  # noqa: E721
            nn.init.constant_(module.weight, 42)

    net[2].apply(init_42)
    net[0].weight.data[:] += 1
    net[0].weight.data[0, 0] = 7
    print(net[2].weight.data[0], net[0].weight.data[0])
    shared = nn.LazyLinear(8)
    net = nn.Sequential(nn.LazyLinear(8), nn.ReLU(), shared, nn.ReLU(), shared, nn.LazyLinear(1))
    net(X)
    print(net[2].weight.data[0] == net[4].weight.data[0])
    net[2].weight.data[0, 0] = 100
    print(net[4].weight.data[0, 0], len(list(net.parameters())))


def custom_layers(torch):
    """Builders' guide, layers of one's own: https://d2l.ai/chapter_builders-guide/custom-layer.html"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(0)

    class CenteredLayer(nn.Module):
        def __init__(self):
            super().__init__()

        def forward(self, X):
            return X - X.mean()

    print(CenteredLayer()(torch.tensor([1.0, 2, 3, 4, 5])))
    net = nn.Sequential(nn.LazyLinear(16), CenteredLayer())
    print(net(torch.rand(4, 8)).mean().abs() < 1e-6)

    class MyLinear(nn.Module):
        def __init__(self, in_units, units):
            super().__init__()
            self.weight = nn.Parameter(torch.randn(in_units, units))
            self.bias = nn.Parameter(torch.randn(units))

        def forward(self, X):
            return F.relu(torch.matmul(X, self.weight.data) + self.bias.data)

    linear = MyLinear(3, 2)
    print(linear.weight)
    print(linear(torch.rand(2, 3)).requires_grad, MyLinear(4, 1), linear.bias)


def saving_tensors(torch):
    """Builders' guide, files: https://d2l.ai/chapter_builders-guide/read-write.html"""
    nn = torch.nn
    torch.manual_seed(0)

    def there_and_back(thing):
        file = io.BytesIO()
        torch.save(thing, file)
        file.seek(0)
        return torch.load(file)

    x, y = torch.arange(4), torch.zeros(4)
    print(there_and_back(x), there_and_back([x, y]), there_and_back({"x": x, "y": y}), sep="\n")
    net = nn.Sequential(nn.Linear(5, 4), nn.ReLU(), nn.Linear(4, 2))
    clone = nn.Sequential(nn.Linear(5, 4), nn.ReLU(), nn.Linear(4, 2))
    state = there_and_back(net.state_dict())
    print(type(state).__name__, clone.load_state_dict(state))
    X = torch.randn(size=(2, 5))
    print(clone.eval()(X) == net(X))


def learning_a_kernel(torch):
    """Convolutions by hand: https://d2l.ai/chapter_convolutional-neural-networks/conv-layer.html"""
    nn = torch.nn
    torch.manual_seed(0)

    def corr2d(X, K):
        h, w = K.shape
        Y = torch.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1))
        for i in range(Y.shape[0]):
            for j in range(Y.shape[1]):
                Y[i, j] = (X[i : i + h, j : j + w] * K).sum()
        return Y

    print(corr2d(torch.arange(9.0).reshape(3, 3), torch.tensor([[0.0, 1.0], [2.0, 3.0]])))
    X = torch.ones((6, 8))
    X[:, 2:6] = 0
    Y = corr2d(X, torch.tensor([[1.0, -1.0]]))
    print(Y[0], corr2d(X.t(), torch.tensor([[1.0, -1.0]])).any())
    conv2d = nn.LazyConv2d(1, kernel_size=(1, 2), bias=False)
    X, Y = X.reshape((1, 1, 6, 8)), Y.reshape((1, 1, 6, 7))
    for i in range(10):
        l = (conv2d(X) - Y) ** 2  # noqa: E741
        conv2d.zero_grad()
        l.sum().backward()
        conv2d.weight.data[:] -= 3e-2 * conv2d.weight.grad
        if (i + 1) % 5 == 0:
            print(f"epoch {i + 1}, loss {l.sum():.2f}")
    print(conv2d.weight.data.reshape((1, 2)).round(decimals=1))


def padding_channels_pooling(torch):
    """Padding, channels and pooling: https://d2l.ai/chapter_convolutional-neural-networks/pooling.html"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(0)
    X = torch.rand(size=(8, 8))
    for layer in (
        nn.Conv2d(1, 1, kernel_size=3, padding=1),
        nn.Conv2d(1, 1, kernel_size=(5, 3), padding=(2, 1), stride=2),
        nn.Conv2d(1, 1, kernel_size=(3, 5), padding=(0, 1), stride=(3, 4)),
    ):
        print(layer(X.reshape((1, 1, *X.shape))).shape[2:], layer)
    X = torch.arange(16, dtype=torch.float32).reshape((1, 1, 4, 4))
    print(nn.MaxPool2d(3)(X), nn.MaxPool2d(3, padding=1, stride=2)(X), sep="\n")
    X = torch.cat((X, X + 1), 1)
    print(nn.MaxPool2d((2, 3), stride=(2, 3), padding=(0, 1))(X).shape, nn.AvgPool2d(2)(X)[0, 1])
    stacked = torch.stack(
        [F.conv2d(X, k) for k in (torch.ones(1, 2, 1, 1), torch.rand(1, 2, 2, 2)[..., :1, :1])]
    )
    print(stacked.shape, F.pad(X, (1, 1, 0, 0)).shape)


def lenet(torch):
    """LeNet, layer by layer: https://d2l.ai/chapter_convolutional-neural-networks/lenet.html"""
    nn = torch.nn
    torch.manual_seed(0)

    def init_cnn(module):
        if type(module) == nn.Linear or type(module) == nn.Conv2d:  # noqa: E721
            nn.init.xavier_uniform_(module.weight)

    net = nn.Sequential(
        nn.Conv2d(1, 6, kernel_size=5, padding=2), nn.Sigmoid(),
        nn.AvgPool2d(kernel_size=2, stride=2),
        nn.Conv2d(6, 16, kernel_size=5), nn.Sigmoid(),
        nn.AvgPool2d(kernel_size=2, stride=2),
        nn.Flatten(),
        nn.Linear(16 * 5 * 5, 120), nn.Sigmoid(),
        nn.Linear(120, 84), nn.Sigmoid(),
        nn.Linear(84, 10),
    )  # fmt: skip
    net.apply(init_cnn)
    X = torch.randn(1, 1, 28, 28)
    for layer in net:
        X = layer(X)
        print(layer.__class__.__name__, "output shape:\t", X.shape)
    images, labels = torch.rand(8, 1, 28, 28), torch.arange(8)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.9)
    for _ in range(2):
        loss = nn.functional.cross_entropy(net(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss:.3f}", sum(p.numel() for p in net.parameters()))


def batch_norm_from_scratch(torch):
    """Batch normalization by hand: https://d2l.ai/chapter_convolutional-modern/batch-norm.html"""
    nn = torch.nn
    torch.manual_seed(0)

    class BatchNorm(nn.Module):
        def __init__(self, num_features, num_dims):
            super().__init__()
            shape = (1, num_features) if num_dims == 2 else (1, num_features, 1, 1)
            self.gamma, self.beta = (
                nn.Parameter(torch.ones(shape)),
                nn.Parameter(torch.zeros(shape)),
            )
            self.moving_mean, self.moving_var = torch.zeros(shape), torch.ones(shape)

        def forward(self, X):
            if self.moving_mean.device != X.device:
                self.moving_mean = self.moving_mean.to(X.device)
            if not torch.is_grad_enabled():
                X_hat = (X - self.moving_mean) / torch.sqrt(self.moving_var + 1e-5)
                return self.gamma * X_hat + self.beta
            dims = (0,) if len(X.shape) == 2 else (0, 2, 3)
            mean = X.mean(dim=dims, keepdim=True)
            var = ((X - mean) ** 2).mean(dim=dims, keepdim=True)
            self.moving_mean = (0.9 * self.moving_mean + 0.1 * mean).data
            self.moving_var = (0.9 * self.moving_var + 0.1 * var).data
            return self.gamma * (X - mean) / torch.sqrt(var + 1e-5) + self.beta

    X = torch.randn(6, 2, 3, 3) * 4 + 1
    ours, theirs = BatchNorm(2, 4), nn.BatchNorm2d(2)
    a, b = ours(X), theirs(X)
    print(torch.allclose(a, b, atol=1e-5), ours.moving_mean.reshape(-1), theirs.running_mean)
    print(ours.moving_var.flatten() < theirs.running_var, theirs)
    with torch.no_grad():
        print(ours(X).std() > 1, theirs.eval()(X).mean().shape)
    (a**3).sum().backward()
    print(ours.gamma.grad.shape, ours.beta.reshape((-1,)))


def residual_block(torch):
    """ResNet's block: https://d2l.ai/chapter_convolutional-modern/resnet.html"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(0)

    class Residual(nn.Module):
        def __init__(self, num_channels, use_1x1conv=False, strides=1):
            super().__init__()
            self.conv1 = nn.LazyConv2d(num_channels, kernel_size=3, padding=1, stride=strides)
            self.conv2 = nn.LazyConv2d(num_channels, kernel_size=3, padding=1)
            self.conv3 = nn.LazyConv2d(num_channels, 1, stride=strides) if use_1x1conv else None
            self.bn1, self.bn2 = nn.LazyBatchNorm2d(), nn.LazyBatchNorm2d()

        def forward(self, X):
            Y = F.relu(self.bn1(self.conv1(X)))
            Y = self.bn2(self.conv2(Y))
            if self.conv3:
                X = self.conv3(X)
            Y += X
            return F.relu(Y)

    X = torch.randn(4, 3, 6, 6)
    print(Residual(3)(X).shape, Residual(6, use_1x1conv=True, strides=2)(X).shape)
    block = Residual(3)
    block(X).mean().backward()
    print(block, sum(p.grad.abs().sum() > 0 for p in block.parameters()))


def rnn_from_scratch(torch):
    """A recurrent language model by hand: https://d2l.ai/chapter_recurrent-neural-networks/rnn-scratch.html"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(0)
    text = "the time machine by the time traveller " * 3
    vocab = sorted(set(text))
    corpus = torch.tensor([vocab.index(c) for c in text])
    X = torch.stack([corpus[i : i + 10] for i in range(0, 100, 10)])
    Y = torch.stack([corpus[i + 1 : i + 11] for i in range(0, 100, 10)])
    print(F.one_hot(torch.tensor([0, 2]), 5), X.shape)
    n, h = len(vocab), 16
    W_xh, W_hh, W_hq = (nn.Parameter(torch.randn(s) * 0.1) for s in ((n, h), (h, h), (h, n)))
    b_h, b_q = nn.Parameter(torch.zeros(h)), nn.Parameter(torch.zeros(n))
    params = [W_xh, W_hh, b_h, W_hq, b_q]

    def rnn(inputs, state):
        outputs = []
        for X in F.one_hot(inputs.T, n).type(torch.float32):
            state = torch.tanh(torch.matmul(X, W_xh) + torch.matmul(state, W_hh) + b_h)
            outputs.append(torch.matmul(state, W_hq) + b_q)
        return torch.stack(outputs, 1), state

    def clip_gradients(grad_clip_val):
        norm = torch.sqrt(sum(torch.sum(p.grad**2) for p in params))
        if norm > grad_clip_val:
            for param in params:
                param.grad[:] *= grad_clip_val / norm

    for epoch in range(20):
        outputs, state = rnn(X, torch.zeros(X.shape[0], h))
        loss = F.cross_entropy(outputs.reshape(-1, n), Y.reshape(-1))
        loss.backward()
        clip_gradients(1)
        with torch.no_grad():
            for param in params:
                param -= 1.0 * param.grad
                param.grad.zero_()
        if epoch % 10 == 0:
            print(outputs.shape, state.shape, f"perplexity {torch.exp(loss):.2f}")


def gated_units(torch):
    """LSTM and GRU layers: https://d2l.ai/chapter_recurrent-modern/lstm.html"""
    nn = torch.nn
    torch.manual_seed(0)
    inputs = torch.randn(7, 2, 5)
    for layer in (
        nn.RNN(5, 4),
        nn.GRU(5, 4, num_layers=2, dropout=0.0),
        nn.LSTM(5, 4, bidirectional=True),
    ):
        outputs, state = layer(inputs)
        h = state[0] if isinstance(state, tuple) else state
        print(layer, outputs.shape, h.shape, len(list(layer.parameters())))
        outputs.sum().backward()
        print(layer.weight_ih_l0.shape, layer.bias_hh_l0.grad is not None)
        print(f"{outputs.mean().item():.4f}", torch.allclose(outputs[-1, :, :4], h[-1][:, :4]))


def vocabulary_and_batches(torch):
    """Text into sequences: https://d2l.ai/chapter_recurrent-neural-networks/text-sequence.html"""
    random.seed(0)
    text = "to be or not to be that is the question whether it is nobler in the mind to suffer"
    counter = collections.Counter(text.split())
    freqs = sorted(counter.items(), key=lambda x: x[1], reverse=True)
    idx_to_token = ["<unk>", *sorted({t for t, f in freqs if f >= 2})]
    token_to_idx = {token: idx for idx, token in enumerate(idx_to_token)}
    corpus = [token_to_idx.get(token, 0) for token in text.split()]
    print(freqs[:3], corpus)
    array = torch.tensor([corpus[i : i + 5] for i in range(len(corpus) - 4)])
    X, Y = array[:, :-1], array[:, 1:]
    print(X.shape, X[:2], Y[:2])
    dataset = torch.utils.data.TensorDataset(X[:12], Y[:12])
    torch.manual_seed(0)
    for X, Y in torch.utils.data.DataLoader(dataset, batch_size=5, shuffle=True, drop_last=True):
        print(X[:, 0], (X[:, 1:] == Y[:, :-1]).all())
    initial_indices = list(range(0, 12, 4))
    random.shuffle(initial_indices)
    print(initial_indices, torch.tensor(corpus)[torch.tensor(initial_indices)])


def attention_scoring(torch):
    """Masked softmax and scaled dot products: https://d2l.ai/chapter_attention-mechanisms-and-transformers/attention-scoring-functions.html"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(0)

    def masked_softmax(X, valid_lens):
        if valid_lens is None:
            return F.softmax(X, dim=-1)
        shape = X.shape
        if valid_lens.dim() == 1:
            valid_lens = torch.repeat_interleave(valid_lens, shape[1])
        else:
            valid_lens = valid_lens.reshape(-1)
        X = X.reshape(-1, shape[-1])
        mask = torch.arange(X.size(1), dtype=torch.float32)[None, :] < valid_lens[:, None]
        X[~mask] = -1e6
        return F.softmax(X.reshape(shape), dim=-1)

    print(masked_softmax(torch.rand(2, 2, 4), torch.tensor([2, 3])))
    print(masked_softmax(torch.rand(2, 2, 4), torch.tensor([[1, 3], [2, 4]])))
    queries, keys = torch.normal(0, 1, (2, 1, 2)), torch.normal(0, 1, (2, 10, 2))
    values = torch.arange(40, dtype=torch.float32).reshape(1, 10, 4).repeat(2, 1, 1)
    scores = torch.bmm(queries, keys.transpose(1, 2)) / math.sqrt(2)
    weights = masked_softmax(scores, torch.tensor([2, 6]))
    print(torch.bmm(nn.Dropout(0.5).eval()(weights), values), weights.shape)


def multi_head_attention(torch):
    """Several heads at once: https://d2l.ai/chapter_attention-mechanisms-and-transformers/multihead-attention.html"""
    nn = torch.nn
    torch.manual_seed(0)

    class MultiHeadAttention(nn.Module):
        def __init__(self, num_hiddens, num_heads):
            super().__init__()
            self.num_heads = num_heads
            self.W_q, self.W_k, self.W_v, self.W_o = (
                nn.LazyLinear(num_hiddens, bias=False) for _ in range(4)
            )

        def transpose_qkv(self, X):
            X = X.reshape(X.shape[0], X.shape[1], self.num_heads, -1).permute(0, 2, 1, 3)
            return X.reshape(-1, X.shape[2], X.shape[3])

        def forward(self, queries, keys, values):
            q, k, v = map(self.transpose_qkv, (self.W_q(queries), self.W_k(keys), self.W_v(values)))
            weights = torch.softmax(torch.bmm(q, k.transpose(1, 2)) / math.sqrt(q.shape[-1]), -1)
            output = torch.bmm(weights, v)
            output = output.reshape(-1, self.num_heads, output.shape[1], output.shape[2])
            output = output.permute(0, 2, 1, 3)
            return self.W_o(output.reshape(output.shape[0], output.shape[1], -1))

    attention = MultiHeadAttention(20, 5)
    out = attention(torch.ones((2, 4, 20)), torch.ones((2, 6, 20)), torch.ones((2, 6, 20)))
    print(out.shape, f"{out[0, 0, 0].item():.4f}")
    ready = nn.MultiheadAttention(20, 5, batch_first=True)
    y, weights = ready(torch.ones(2, 4, 20), torch.ones(2, 6, 20), torch.ones(2, 6, 20))
    print(y.shape, weights[0, 0], ready)


def optimizers_by_hand(torch):
    """Momentum and Adam from scratch: https://d2l.ai/chapter_optimization/adam.html"""
    torch.manual_seed(0)
    A = torch.randn(50, 5)
    target = A @ torch.arange(5.0).reshape(-1, 1)

    def train(update, states, hyper):
        w = torch.zeros((5, 1), requires_grad=True)
        for t in range(1, 61):
            loss = ((A @ w - target) ** 2).mean() / 2
            loss.backward()
            with torch.no_grad():
                update(w, states, {**hyper, "t": t})
            w.grad.data.zero_()
        return f"{loss.item():.3f}"

    def momentum(p, v, hyper):
        v[0][:] = hyper["momentum"] * v[0] + p.grad
        p[:] -= hyper["lr"] * v[0]

    def adam(p, states, hyper):
        (v, s), beta1, beta2, t = states, 0.9, 0.999, hyper["t"]
        v[:] = beta1 * v + (1 - beta1) * p.grad
        s[:] = beta2 * s + (1 - beta2) * torch.square(p.grad)
        p[:] -= hyper["lr"] * (v / (1 - beta1**t)) / (torch.sqrt(s / (1 - beta2**t)) + 1e-6)

    print(train(momentum, [torch.zeros(5, 1)], {"lr": 0.05, "momentum": 0.9}))
    print(train(adam, [torch.zeros(5, 1), torch.zeros(5, 1)], {"lr": 0.1}))
    w = torch.nn.Parameter(torch.zeros(5, 1))
    ready = torch.optim.Adam([w], lr=0.1, eps=1e-6)
    for _ in range(60):
        ready.zero_grad()
        loss = ((A @ w - target) ** 2).mean() / 2
        loss.backward()
        ready.step()
    print(f"{loss.item():.3f}", ready)


def learning_rate_schedules(torch):
    """Schedulers for a trainer: https://d2l.ai/chapter_optimization/lr-scheduler.html"""
    lr_scheduler = torch.optim.lr_scheduler

    class SquareRootScheduler:
        def __init__(self, lr=0.1):
            self.lr = lr

        def __call__(self, num_update):
            return self.lr * pow(num_update + 1.0, -0.5)

    net = torch.nn.Linear(2, 1)
    trainer = torch.optim.SGD(net.parameters(), lr=0.5)
    own = SquareRootScheduler(lr=0.1)
    for epoch in range(3):
        for param_group in trainer.param_groups:
            param_group["lr"] = own(epoch)
        print(f"{trainer.param_groups[0]['lr']:.4f}")
    for make in (
        lambda t: lr_scheduler.MultiStepLR(t, milestones=[2, 4], gamma=0.5),
        lambda t: lr_scheduler.CosineAnnealingLR(t, T_max=5),
        lambda t: lr_scheduler.LambdaLR(t, lambda epoch: 0.95**epoch),
        lambda t: lr_scheduler.ExponentialLR(t, 0.9),
    ):
        trainer = torch.optim.SGD(net.parameters(), lr=0.5)
        scheduler, rates = make(trainer), []
        for _ in range(5):
            rates.append(round(scheduler.get_last_lr()[0], 4))
            trainer.step()
            scheduler.step()
        print(type(scheduler).__name__, rates)


def anchor_boxes(torch):
    """Boxes and their overlap: https://d2l.ai/chapter_computer-vision/anchor.html"""
    torch.set_printoptions(precision=2)
    height, width = 3, 4
    sizes, ratios = torch.tensor([0.75, 0.5]), torch.tensor([1, 2, 0.5])
    center_h = (torch.arange(height) + 0.5) / height
    center_w = (torch.arange(width) + 0.5) / width
    shift_y, shift_x = torch.meshgrid(center_h, center_w, indexing="ij")
    shift_y, shift_x = shift_y.reshape(-1), shift_x.reshape(-1)
    w = torch.cat((sizes * torch.sqrt(ratios[0]), sizes[0] * torch.sqrt(ratios[1:])))
    h = torch.cat((sizes / torch.sqrt(ratios[0]), sizes[0] / torch.sqrt(ratios[1:])))
    moves = torch.stack((-w, -h, w, h)).T.repeat(height * width, 1) / 2
    grid = torch.stack([shift_x, shift_y, shift_x, shift_y], dim=1).repeat_interleave(4, dim=0)
    boxes = grid + moves
    print(boxes.shape, boxes.reshape(height, width, 4, 4)[1, 2, 0, :])

    def box_iou(a, b):
        area = lambda x: (x[:, 2] - x[:, 0]) * (x[:, 3] - x[:, 1])  # noqa: E731
        upperlefts = torch.max(a[:, None, :2], b[:, :2])
        lowerrights = torch.min(a[:, None, 2:], b[:, 2:])
        inters = (lowerrights - upperlefts).clamp(min=0)
        inter = inters[:, :, 0] * inters[:, :, 1]
        return inter / (area(a)[:, None] + area(b) - inter)

    iou = box_iou(boxes, torch.tensor([[0.1, 0.08, 0.52, 0.92], [0.55, 0.2, 0.9, 0.88]]))
    best, which = torch.max(iou, dim=1)
    print(iou.argmax(0), torch.nonzero(best >= 0.5).reshape(-1), which[:6])
    print(torch.argsort(best, descending=True, stable=True)[:3], torch.where(iou > 0.6)[0])
    torch.set_printoptions(profile="default")


def skip_gram(torch):
    """Pretraining word2vec: https://d2l.ai/chapter_natural-language-processing-pretraining/word2vec-pretraining.html"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(0)
    embed = nn.Embedding(num_embeddings=20, embedding_dim=4)
    print(f"Parameter embedding_weight ({embed.weight.shape}, dtype={embed.weight.dtype})")
    print(embed(torch.tensor([[1, 2, 3], [4, 5, 6]])).shape, embed)

    class SigmoidBCELoss(nn.Module):
        def forward(self, inputs, target, mask=None):
            out = F.binary_cross_entropy_with_logits(inputs, target, weight=mask, reduction="none")
            return out.mean(dim=1)

    pred = torch.tensor([[1.1, -2.2, 3.3, -4.4]] * 2)
    label = torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]])
    mask = torch.tensor([[1, 1, 1, 1], [1, 1, 0, 0]])
    print(SigmoidBCELoss()(pred, label, mask) * mask.shape[1] / mask.sum(axis=1))
    net = nn.Sequential(embed, nn.Embedding(20, 4)).apply(
        lambda m: nn.init.xavier_uniform_(m.weight) if type(m) is nn.Embedding else None
    )
    center, context = torch.tensor([[1], [2]]), torch.tensor([[3, 4, 5], [6, 7, 0]])
    scores = torch.bmm(net[0](center), net[1](context).permute(0, 2, 1))
    loss = SigmoidBCELoss()(scores.reshape(2, 3), torch.tensor([[1.0, 0, 0], [1, 0, 0]]))
    loss.mean().backward()
    print(scores.shape, loss, net[0].weight.grad.abs().sum(1).nonzero().flatten())
    cosine = torch.mv(net[0].weight.data, net[0].weight.data[3]) / 1.0
    print(torch.topk(cosine, k=3)[1].dtype, torch.sqrt(torch.sum(net[0].weight ** 2, dim=1)).shape)
