"""PyTorch's own tutorials, restated: from the 60-minute blitz to sequences and reinforcement."""

import collections
import io
import math
import random

import numpy as np


def tensors(torch):
    """The blitz, tensors: https://docs.pytorch.org/tutorials/beginner/blitz/tensor_tutorial.html"""
    torch.manual_seed(1)
    table = torch.tensor([[3, 1], [4, 1]])
    array = np.array([[5.0, 9.0], [2.0, 6.0]])
    shared = torch.from_numpy(array)
    print(torch.ones_like(table), torch.rand_like(table, dtype=torch.float))
    shape = (2, 3)
    noise, ones, zeros = torch.rand(shape), torch.ones(shape), torch.zeros(shape)
    print(noise, zeros, sep="\n")
    print(f"{noise.shape} {noise.dtype} {noise.device}")
    if torch.cuda.is_available():
        noise = noise.to("cuda")
    ones[:, 1] = 0
    print(torch.cat([ones, ones], dim=1))
    print(ones.mul(noise), ones * noise)
    print(ones @ ones.T, ones.matmul(noise.T), sep="\n")
    ones.add_(5)
    np.multiply(array, 10, out=array)
    print(ones, shared, ones.numpy().sum(), type(shared))


def autograd_of_two_parameters(torch):
    """The blitz, autograd: https://docs.pytorch.org/tutorials/beginner/blitz/autograd_tutorial.html"""
    a = torch.tensor([1.0, 4.0], requires_grad=True)
    b = torch.tensor([3.0, 5.0], requires_grad=True)
    error = 2 * a**4 - b**3 / 3
    print(error)
    error.backward(gradient=torch.tensor([1.0, 1.0]))
    print(8 * a**3 == a.grad, -(b**2) == b.grad)
    frozen = torch.rand(5, 5)
    learned = torch.rand((5, 5), requires_grad=True)
    print((frozen + frozen).requires_grad, (frozen + learned).requires_grad)
    print(learned.is_leaf, (frozen @ learned).grad_fn is not None, frozen.grad_fn)


def convolutional_network(torch):
    """The blitz, networks: https://docs.pytorch.org/tutorials/beginner/blitz/neural_networks_tutorial.html"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(3)

    class Net(nn.Module):
        def __init__(self):
            super(Net, self).__init__()  # noqa: UP008
            self.conv1 = nn.Conv2d(1, 6, 5)
            self.conv2 = nn.Conv2d(6, 16, 5)
            self.fc1 = nn.Linear(16 * 5 * 5, 30)
            self.fc2 = nn.Linear(30, 10)

        def forward(self, x):
            x = F.max_pool2d(F.relu(self.conv1(x)), (2, 2))
            x = F.max_pool2d(F.relu(self.conv2(x)), 2)
            x = torch.flatten(x, 1)
            return self.fc2(F.relu(self.fc1(x)))

    net = Net()
    print(net)
    params = list(net.parameters())
    print(len(params), params[0].size())
    output = net(torch.randn(1, 1, 32, 32))
    net.zero_grad()
    output.backward(torch.randn(1, 10), retain_graph=True)
    print(net.conv1.bias.grad)
    loss = nn.MSELoss()(output, torch.randn(10).view(1, -1))
    print(loss.grad_fn.name(), loss.grad_fn.next_functions[0][0].name(), f"{loss:.4f}")
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    optimizer.zero_grad()
    print(net.conv1.bias.grad)
    loss.backward()
    optimizer.step()
    print(net.conv1.bias.grad)


def classifier_on_a_device(torch):
    """The blitz, training: https://docs.pytorch.org/tutorials/beginner/blitz/cifar10_tutorial.html"""
    nn = torch.nn
    torch.manual_seed(0)
    device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
    print(device)
    images = torch.randn(48, 3, 8, 8)
    labels = (images[:, 0].mean((1, 2)) > 0).long()
    trainset = torch.utils.data.TensorDataset(images, labels)
    loader = torch.utils.data.DataLoader(trainset, batch_size=8, shuffle=True)
    testloader = torch.utils.data.DataLoader(trainset, batch_size=16, num_workers=1)
    net = nn.Sequential(
        nn.Conv2d(3, 4, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(1), nn.Linear(36, 2)
    ).to(device)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    for epoch in range(2):
        running_loss = 0.0
        for i, data in enumerate(loader, 0):
            inputs, targets = data[0].to(device), data[1].to(device)
            optimizer.zero_grad()
            loss = criterion(net(inputs), targets)
            loss.backward()
            optimizer.step()
            running_loss += loss.item()
            if i % 3 == 2:
                print(f"[{epoch + 1}, {i + 1:5d}] loss: {running_loss / 3:.3f}")
                running_loss = 0.0
    correct = total = 0
    with torch.no_grad():
        for inputs, targets in testloader:
            _, predicted = torch.max(net(inputs).data, 1)
            total += targets.size(0)
            correct += (predicted == targets).sum().item()
    print(f"{100 * correct // total} % of {total}")


def logistic_regression_by_hand(torch):
    """What is torch.nn really, first half: https://docs.pytorch.org/tutorials/beginner/nn_tutorial.html"""
    rng = np.random.default_rng(0)
    x_train, y_train = map(torch.tensor, (rng.random((64, 20), np.float32), np.arange(64) % 4))
    n, c = x_train.shape
    print(n, c, y_train.min(), y_train.max(), x_train.dtype)
    torch.manual_seed(0)
    weights = torch.randn(20, 4) / math.sqrt(20)
    weights.requires_grad_()
    bias = torch.zeros(4, requires_grad=True)

    def log_softmax(x):
        return x - x.exp().sum(-1).log().unsqueeze(-1)

    def model(xb):
        return log_softmax(xb @ weights + bias)

    def nll(pred, target):
        return -pred[range(target.shape[0]), target].mean()

    print(model(x_train[:16])[0], nll(model(x_train[:16]), y_train[:16]))
    for _ in range(3):
        for i in range((n - 1) // 16 + 1):
            xb, yb = x_train[i * 16 : i * 16 + 16], y_train[i * 16 : i * 16 + 16]
            nll(model(xb), yb).backward()
            with torch.no_grad():
                weights -= weights.grad * 0.5
                bias -= bias.grad * 0.5
                weights.grad.zero_()
                bias.grad.zero_()
    accuracy = (torch.argmax(model(x_train), dim=1) == y_train).float().mean()
    print(f"{nll(model(x_train), y_train).item():.3f}", accuracy)


def fit_with_wrapped_loaders(torch):
    """What is torch.nn really, refactored: https://docs.pytorch.org/tutorials/beginner/nn_tutorial.html"""
    nn, F, DataLoader = torch.nn, torch.nn.functional, torch.utils.data.DataLoader
    torch.manual_seed(0)

    class Lambda(nn.Module):
        def __init__(self, func):
            super().__init__()
            self.func = func

        def forward(self, x):
            return self.func(x)

    class WrappedDataLoader:
        def __init__(self, dl, func):
            self.dl, self.func = dl, func

        def __len__(self):
            return len(self.dl)

        def __iter__(self):
            for b in self.dl:
                yield self.func(*b)

    data = torch.utils.data.TensorDataset(torch.rand(40, 64), torch.randint(0, 3, (40,)))
    loader = WrappedDataLoader(
        DataLoader(data, batch_size=16), lambda x, y: (x.view(-1, 1, 8, 8), y)
    )
    model = nn.Sequential(
        nn.Conv2d(1, 6, kernel_size=3, stride=2, padding=1),
        nn.ReLU(),
        nn.Conv2d(6, 3, kernel_size=3, stride=2, padding=1),
        nn.ReLU(),
        nn.AdaptiveAvgPool2d(1),
        Lambda(lambda x: x.view(x.size(0), -1)),
    )
    opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(2):
        model.train()
        for xb, yb in loader:
            F.cross_entropy(model(xb), yb).backward()
            opt.step()
            opt.zero_grad()
        model.eval()
        with torch.no_grad():
            losses, nums = zip(*[(F.cross_entropy(model(x), y).item(), len(x)) for x, y in loader])
        print(epoch, len(loader), f"{np.sum(np.multiply(losses, nums)) / np.sum(nums):.4f}")


def optimization_loop(torch):
    """Learn the basics: https://docs.pytorch.org/tutorials/beginner/basics/optimization_tutorial.html"""
    nn, DataLoader = torch.nn, torch.utils.data.DataLoader
    torch.manual_seed(42)
    x = torch.randn(60, 1, 4, 4)
    data = torch.utils.data.TensorDataset(x, (x.sum((1, 2, 3)) > 0).long())
    train_set, test_set = torch.utils.data.random_split(data, [40, 20])

    class NeuralNetwork(nn.Module):
        def __init__(self):
            super().__init__()
            self.flatten = nn.Flatten()
            self.linear_relu_stack = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 2))

        def forward(self, x):
            return self.linear_relu_stack(self.flatten(x))

    model = NeuralNetwork().to("cpu")
    print(model)
    loss_fn = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(3):
        model.train()
        for batch, (X, y) in enumerate(DataLoader(train_set, batch_size=8, shuffle=True)):
            loss = loss_fn(model(X), y)
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            if batch % 4 == 0:
                print(f"loss: {loss.item():>7f}"[:-3] + f"  [{batch * 8 + len(X):>5d}/40]")
    model.eval()
    loader = DataLoader(test_set, batch_size=8)
    test_loss, correct = 0, 0
    with torch.no_grad():
        for X, y in loader:
            pred = model(X)
            test_loss += loss_fn(pred, y).item()
            correct += (pred.argmax(1) == y).type(torch.float).sum().item()
    print(f"{100 * correct / len(loader.dataset):>0.1f}%, {test_loss / len(loader):>.3f}")


def save_and_load(torch):
    """Saving and loading: https://docs.pytorch.org/tutorials/beginner/saving_loading_models.html"""
    nn = torch.nn
    torch.manual_seed(5)
    model = nn.Sequential(collections.OrderedDict(fc=nn.Linear(3, 2), norm=nn.BatchNorm1d(2)))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    loss = model(torch.randn(4, 3)).square().sum()
    loss.backward()
    optimizer.step()
    for name in model.state_dict():
        print(name, "\t", model.state_dict()[name].size())
    for name, value in optimizer.state_dict().items():
        print(name, len(value), type(value).__name__)
    file = io.BytesIO()
    torch.save(
        {
            "epoch": 7,
            "model_state_dict": model.state_dict(),
            "optimizer_state_dict": optimizer.state_dict(),
            "loss": loss,
        },
        file,
    )
    file.seek(0)
    checkpoint = torch.load(file, weights_only=True, map_location="cpu")
    other = nn.Sequential(collections.OrderedDict(fc=nn.Linear(3, 2), norm=nn.BatchNorm1d(2)))
    print(other.load_state_dict(checkpoint["model_state_dict"]))
    again = torch.optim.Adam(other.parameters())
    again.load_state_dict(checkpoint["optimizer_state_dict"])
    print(checkpoint["epoch"], again.param_groups[0]["lr"], again.state_dict()["state"][0]["step"])
    model.eval(), other.eval()
    x = torch.ones(1, 3)
    print(torch.equal(model(x), other(x)), other.norm.num_batches_tracked, checkpoint["loss"].shape)


def names_by_character(torch):
    """Character RNN, classification: https://docs.pytorch.org/tutorials/intermediate/char_rnn_classification_tutorial.html"""
    nn = torch.nn
    torch.manual_seed(0)
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = {"short": ["ann", "bo", "cy"], "long": ["alexander", "konstantin", "wilhelmina"]}
    categories = list(names)

    def line_to_tensor(line):
        tensor = torch.zeros(len(line), 1, len(letters))
        for i, letter in enumerate(line):
            tensor[i][0][letters.find(letter)] = 1
        return tensor

    class CharRNN(nn.Module):
        def __init__(self, input_size, hidden_size, output_size):
            super().__init__()
            self.rnn = nn.RNN(input_size, hidden_size)
            self.h2o = nn.Linear(hidden_size, output_size)
            self.softmax = nn.LogSoftmax(dim=1)

        def forward(self, line):
            _, hidden = self.rnn(line)
            return self.softmax(self.h2o(hidden[0]))

    rnn = CharRNN(len(letters), 16, 2)
    optimizer = torch.optim.SGD(rnn.parameters(), lr=0.1)
    criterion = nn.NLLLoss()
    for epoch in range(8):
        total = 0
        for label, category in enumerate(categories):
            for name in names[category]:
                loss = criterion(rnn(line_to_tensor(name)), torch.tensor([label]))
                rnn.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(rnn.parameters(), 3)
                optimizer.step()
                total += loss.item()
        if epoch % 4 == 3:
            print(epoch + 1, f"{total / 6:.3f}")
    with torch.no_grad():
        top_value, top_index = rnn(line_to_tensor("maximilian")).topk(1)
    print(categories[top_index[0].item()], top_value.exp().round(decimals=2), rnn.rnn)


def generating_names(torch):
    """Character RNN, generation: https://docs.pytorch.org/tutorials/intermediate/char_rnn_generation_tutorial.html"""
    nn = torch.nn
    torch.manual_seed(2)

    class RNN(nn.Module):
        def __init__(self, n_letters, hidden_size):
            super().__init__()
            self.hidden_size = hidden_size
            self.i2h = nn.Linear(2 + n_letters + hidden_size, hidden_size)
            self.i2o = nn.Linear(2 + n_letters + hidden_size, n_letters)
            self.o2o = nn.Linear(hidden_size + n_letters, n_letters)
            self.dropout = nn.Dropout(0.1)
            self.softmax = nn.LogSoftmax(dim=1)

        def forward(self, category, input, hidden):
            combined = torch.cat((category, input, hidden), 1)
            hidden, output = self.i2h(combined), self.i2o(combined)
            output = self.o2o(torch.cat((hidden, output), 1))
            return self.softmax(self.dropout(output)), hidden

        def init_hidden(self):
            return torch.zeros(1, self.hidden_size)

    rnn, category = RNN(5, 8), torch.tensor([[0.0, 1.0]])
    word, target = torch.eye(5)[[0, 2, 1]].unsqueeze(1), torch.LongTensor([2, 1, 4])
    target.unsqueeze_(-1)
    for step in range(3):
        hidden, loss = rnn.init_hidden(), torch.Tensor([0])
        rnn.zero_grad()
        for i in range(word.size(0)):
            output, hidden = rnn(category, word[i], hidden)
            loss += nn.NLLLoss()(output, target[i])
        loss.backward()
        for p in rnn.parameters():
            p.data.add_(p.grad.data, alpha=-0.1)
        print(step, output.shape, f"{loss.item() / word.size(0):.4f}")


def transformer_language_model(torch):
    """Transformer encoder with positions: https://docs.pytorch.org/tutorials/beginner/transformer_tutorial.html"""
    nn = torch.nn
    torch.manual_seed(0)

    class PositionalEncoding(nn.Module):
        def __init__(self, d_model, dropout=0.1, max_len=50):
            super().__init__()
            self.dropout = nn.Dropout(p=dropout)
            position = torch.arange(max_len).unsqueeze(1)
            div_term = torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
            pe = torch.zeros(max_len, 1, d_model)
            pe[:, 0, 0::2] = torch.sin(position * div_term)
            pe[:, 0, 1::2] = torch.cos(position * div_term)
            self.register_buffer("pe", pe)

        def forward(self, x):
            return self.dropout(x + self.pe[: x.size(0)])

    encoding = PositionalEncoding(8, dropout=0.0)
    print(encoding.pe[:3, 0, :4], sum(p.numel() for p in encoding.parameters()))
    embedding = nn.Embedding(20, 8)
    nn.init.uniform_(embedding.weight, -0.1, 0.1)
    src = torch.randint(0, 20, (5, 2))
    mask = torch.triu(torch.ones(5, 5) * float("-inf"), diagonal=1)
    print(mask)
    layer = nn.TransformerEncoderLayer(8, nhead=2, dim_feedforward=16, dropout=0.0)
    encoder = nn.TransformerEncoder(layer, num_layers=2, enable_nested_tensor=False)
    output = encoder(encoding(embedding(src) * math.sqrt(8)), mask)
    logits = nn.Linear(8, 20)(output)
    loss = nn.CrossEntropyLoss()(logits[:-1].view(-1, 20), src[1:].reshape(-1))
    loss.backward()
    print(logits.shape, f"{loss.item():.3f}, perplexity {math.exp(loss.item()):.1f}")
    print(nn.utils.clip_grad_norm_(encoder.parameters(), 0.5) > 0)


def translation_with_a_gru(torch):
    """Sequence to sequence: https://docs.pytorch.org/tutorials/intermediate/seq2seq_translation_tutorial.html"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(0)

    class EncoderRNN(nn.Module):
        def __init__(self, input_size, hidden_size, dropout_p=0.1):
            super().__init__()
            self.embedding = nn.Embedding(input_size, hidden_size)
            self.gru = nn.GRU(hidden_size, hidden_size, batch_first=True)
            self.dropout = nn.Dropout(dropout_p)

        def forward(self, input):
            return self.gru(self.dropout(self.embedding(input)))

    class BahdanauAttention(nn.Module):
        def __init__(self, hidden_size):
            super().__init__()
            self.Wa, self.Ua = (nn.Linear(hidden_size, hidden_size) for _ in range(2))
            self.Va = nn.Linear(hidden_size, 1)

        def forward(self, query, keys):
            scores = self.Va(torch.tanh(self.Wa(query) + self.Ua(keys)))
            weights = F.softmax(scores.squeeze(2).unsqueeze(1), dim=-1)
            return torch.bmm(weights, keys), weights

    encoder, attention = EncoderRNN(12, 6), BahdanauAttention(6)
    outputs, hidden = encoder(torch.randint(12, (2, 4)))
    context, weights = attention(hidden.permute(1, 0, 2), outputs)
    print(outputs.shape, hidden.shape, context.shape, weights.sum(-1).round(decimals=3))
    decoder_input = torch.empty(2, 1, dtype=torch.long).fill_(0)
    joined = torch.cat((encoder.embedding(decoder_input), context), dim=2)
    _, topi = joined.topk(1)
    print(joined.size(), topi.squeeze(-1).detach().shape)
    weights.log().mean().backward()
    print(sorted(name for name, p in encoder.named_parameters() if p.grad is not None))


def sine_by_a_polynomial(torch):
    """Learning by examples, tensors to nn: https://docs.pytorch.org/tutorials/beginner/pytorch_with_examples.html"""
    torch.set_default_device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = torch.float
    x = torch.linspace(-math.pi, math.pi, 200, dtype=dtype)
    y = torch.sin(x)
    torch.manual_seed(0)
    a, b, c, d = (torch.randn((), dtype=dtype, requires_grad=True) for _ in range(4))
    learning_rate = 1e-5
    for t in range(60):
        y_pred = a + b * x + c * x**2 + d * x**3
        loss = (y_pred - y).pow(2).sum()
        if t % 20 == 0:
            print(t, f"{loss.item():.1f}")
        loss.backward()
        with torch.no_grad():
            for p in (a, b, c, d):
                p -= learning_rate * p.grad
                p.grad = None
    p = torch.tensor([1, 2, 3])
    xx = x.unsqueeze(-1).pow(p)
    model = torch.nn.Sequential(torch.nn.Linear(3, 1), torch.nn.Flatten(0, 1))
    loss_fn = torch.nn.MSELoss(reduction="sum")
    optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-2)
    for _ in range(40):
        loss = loss_fn(model(xx), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(model[0].weight.shape, f"{loss.item():.1f}")
    torch.set_default_device(None)


def legendre_function(torch):
    """A Function of one's own: https://docs.pytorch.org/tutorials/beginner/examples_autograd/polynomial_custom_function.html"""

    class LegendrePolynomial3(torch.autograd.Function):
        @staticmethod
        def forward(ctx, input):
            ctx.save_for_backward(input)
            return 0.5 * (5 * input**3 - 3 * input)

        @staticmethod
        def backward(ctx, grad_output):
            (input,) = ctx.saved_tensors
            return grad_output * 1.5 * (5 * input**2 - 1)

    x = torch.linspace(-1, 2, 9)
    weights = [torch.full((), start, requires_grad=True) for start in (0.0, -1.0, 0.0, 0.3)]
    a, b, c, d = weights
    P3 = LegendrePolynomial3.apply
    for t in range(3):
        y_pred = a + b * P3(c + d * x)
        loss = (y_pred - torch.sin(x)).pow(2).sum()
        print(t, f"{loss.item():.4f}", y_pred.grad_fn.name(), type(P3(c)).__name__)
        loss.backward()
        with torch.no_grad():
            for w in weights:
                w -= 0.05 * w.grad
                w.grad = None
    print([f"{w.item():.3f}" for w in weights])
    print(torch.autograd.gradcheck(P3, torch.rand(4, dtype=torch.double, requires_grad=True)))


def tagger_with_an_lstm(torch):
    """Sequence models, LSTM: https://docs.pytorch.org/tutorials/beginner/nlp/sequence_models_tutorial.html"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(1)
    lstm = nn.LSTM(3, 3)
    inputs = [torch.randn(1, 3) for _ in range(5)]
    hidden = (torch.randn(1, 1, 3), torch.randn(1, 1, 3))
    start = hidden
    for i in inputs:
        out, hidden = lstm(i.view(1, 1, -1), hidden)
    whole, (h, c) = lstm(torch.cat(inputs).view(len(inputs), 1, -1), start)
    print(torch.allclose(out, whole[-1:]), h.shape, c.shape, lstm)
    sentences = [("the dog ate the apple".split(), "DNVDN"), ("everybody read that book", "NVDN")]
    words = {}
    for sentence, _ in sentences[:1]:
        for word in sentence:
            words.setdefault(word, len(words))
    print(words)
    embeddings, tagger, hidden2tag = nn.Embedding(len(words), 6), nn.LSTM(6, 6), nn.Linear(6, 3)
    params = [*embeddings.parameters(), *tagger.parameters(), *hidden2tag.parameters()]
    optimizer = torch.optim.SGD(params, lr=0.1)
    sentence = torch.tensor([words[w] for w in sentences[0][0]], dtype=torch.long)
    tags = torch.tensor(["DNV".index(t) for t in sentences[0][1]])
    for _ in range(30):
        optimizer.zero_grad()
        out, _ = tagger(embeddings(sentence).view(len(sentence), 1, -1))
        scores = F.log_softmax(hidden2tag(out.view(len(sentence), -1)), dim=1)
        loss = nn.NLLLoss()(scores, tags)
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.2f}", scores.argmax(1))


def cbow_word_embeddings(torch):
    """Word embeddings: https://docs.pytorch.org/tutorials/beginner/nlp/word_embeddings_tutorial.html"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(1)
    text = "we are about to study how one can study a process with a process".split()
    vocab = sorted(set(text))
    index = {word: i for i, word in enumerate(vocab)}
    data = [
        ([text[i - 2], text[i - 1], text[i + 1], text[i + 2]], text[i])
        for i in range(2, len(text) - 2)
    ]
    embeds = nn.Embedding(len(vocab), 5)
    lookup = torch.tensor([index["study"]], dtype=torch.long)
    print(embeds(lookup))

    class CBOW(nn.Module):
        def __init__(self):
            super().__init__()
            self.embeddings = embeds
            self.linear1, self.linear2 = nn.Linear(5, 16), nn.Linear(16, len(vocab))

        def forward(self, inputs):
            bag = self.embeddings(inputs).sum(dim=0).view(1, -1)
            return F.log_softmax(self.linear2(F.relu(self.linear1(bag))), dim=1)

    model, loss_function = CBOW(), nn.NLLLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(4):
        total_loss = 0
        for context, target in data:
            model.zero_grad()
            log_probs = model(torch.tensor([index[w] for w in context], dtype=torch.long))
            loss = loss_function(log_probs, torch.tensor([index[target]], dtype=torch.long))
            loss.backward()
            optimizer.step()
            total_loss += loss.item()
        print(f"{total_loss:.2f}")


def deep_q_learning(torch):
    """Reinforcement learning: https://docs.pytorch.org/tutorials/intermediate/reinforcement_q_learning.html"""
    nn = torch.nn
    random.seed(0)
    torch.manual_seed(0)
    Transition = collections.namedtuple("Transition", "state action next_state reward")
    memory = collections.deque(maxlen=50)
    policy_net, target_net = (
        nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2)) for _ in range(2)
    )
    target_net.load_state_dict(policy_net.state_dict())
    optimizer = torch.optim.AdamW(policy_net.parameters(), lr=1e-3, amsgrad=True)
    state = torch.randn(1, 4)
    for step in range(30):
        with torch.no_grad():
            action = policy_net(state).max(1).indices.view(1, 1)
        following = None if step % 10 == 9 else torch.randn(1, 4)
        memory.append(Transition(state, action, following, torch.tensor([1.0])))
        state = torch.randn(1, 4) if following is None else following
    batch = Transition(*zip(*random.sample(memory, 16)))
    is_final = tuple(s is not None for s in batch.next_state)
    mask = torch.tensor(is_final, device="cpu", dtype=torch.bool)
    non_final = torch.cat([s for s in batch.next_state if s is not None])
    values = policy_net(torch.cat(batch.state)).gather(1, torch.cat(batch.action))
    next_values = torch.zeros(16)
    with torch.no_grad():
        next_values[mask] = target_net(non_final).max(1).values
    expected = next_values * 0.99 + torch.cat(batch.reward)
    loss = nn.SmoothL1Loss()(values, expected.unsqueeze(1))
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_value_(policy_net.parameters(), 100)
    optimizer.step()
    goal = target_net.state_dict()
    for key, value in policy_net.state_dict().items():
        goal[key] = value * 0.005 + goal[key] * 0.995
    target_net.load_state_dict(goal)
    print(mask.sum(), non_final.shape, f"{loss.item():.4f}", target_net[0].bias[:3])


def transfer_learning(torch):
    """A new head on a frozen network: https://docs.pytorch.org/tutorials/beginner/transfer_learning_tutorial.html"""
    nn = torch.nn
    torch.manual_seed(0)

    class Backbone(nn.Module):
        def __init__(self):
            super().__init__()
            self.features = nn.Sequential(nn.Conv2d(3, 8, 3, bias=False), nn.BatchNorm2d(8))
            self.pool = nn.AdaptiveAvgPool2d((1, 1))
            self.fc = nn.Linear(8, 1000)

        def forward(self, x):
            return self.fc(torch.flatten(self.pool(torch.relu(self.features(x))), 1))

    model = Backbone()
    for param in model.parameters():
        param.requires_grad = False
    num_ftrs = model.fc.in_features
    model.fc = nn.Linear(num_ftrs, 2)
    optimizer = torch.optim.SGD(model.fc.parameters(), lr=0.1, momentum=0.9)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.1)
    inputs, labels = torch.randn(6, 3, 8, 8), torch.tensor([0, 1, 0, 1, 1, 0])
    for epoch in range(4):
        for phase in ["train", "val"]:
            model.train() if phase == "train" else model.eval()
            optimizer.zero_grad()
            with torch.set_grad_enabled(phase == "train"):
                outputs = model(inputs)
                _, preds = torch.max(outputs, 1)
                loss = nn.CrossEntropyLoss()(outputs, labels)
                if phase == "train":
                    loss.backward()
                    optimizer.step()
            corrects = torch.sum(preds == labels.data)
            print(
                f"{phase} Loss: {loss.item() * inputs.size(0):.3f} Acc: {corrects.double() / 6:.4f}"
            )
        scheduler.step()
        print(epoch, scheduler.get_last_lr())
    print([name for name, p in model.named_parameters() if p.requires_grad])


def generator_and_discriminator(torch):
    """DCGAN: https://docs.pytorch.org/tutorials/beginner/dcgan_faces_tutorial.html"""
    nn = torch.nn
    torch.manual_seed(999)

    def weights_init(m):
        classname = m.__class__.__name__
        if classname.find("Conv") != -1:
            nn.init.normal_(m.weight.data, 0.0, 0.02)
        elif classname.find("BatchNorm") != -1:
            nn.init.normal_(m.weight.data, 1.0, 0.02)
            nn.init.constant_(m.bias.data, 0)

    netD = nn.Sequential(
        nn.Conv2d(1, 4, 4, 2, 1, bias=False),
        nn.LeakyReLU(0.2, inplace=True),
        nn.Conv2d(4, 1, 4, 1, 0, bias=False),
        nn.Sigmoid(),
    )
    netG = nn.Sequential(
        nn.ConvTranspose2d(5, 4, 4, 1, 0, bias=False),
        nn.BatchNorm2d(4),
        nn.ReLU(True),
        nn.ConvTranspose2d(4, 1, 4, 2, 1, bias=False),
        nn.Tanh(),
    )
    netD.apply(weights_init)
    print(netG.apply(weights_init))
    optimizers = [
        torch.optim.Adam(n.parameters(), lr=2e-4, betas=(0.5, 0.999)) for n in (netD, netG)
    ]
    criterion, real = nn.BCELoss(), torch.rand(6, 1, 8, 8)
    label = torch.full((6,), 1.0, dtype=torch.float)
    netD.zero_grad()
    errD_real = criterion(netD(real).view(-1), label)
    errD_real.backward()
    fake = netG(torch.randn(6, 5, 1, 1))
    label.fill_(0.0)
    errD_fake = criterion(netD(fake.detach()).view(-1), label)
    errD_fake.backward()
    optimizers[0].step()
    netG.zero_grad()
    errG = criterion(netD(fake).view(-1), label.fill_(1.0))
    errG.backward()
    optimizers[1].step()
    print(fake.shape, f"{(errD_real + errD_fake).item():.3f} {errG.item():.3f}")


def adversarial_example(torch):
    """Fast gradient sign: https://docs.pytorch.org/tutorials/beginner/fgsm_tutorial.html"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(0)
    model = nn.Sequential(nn.Flatten(), nn.Linear(9, 3)).eval()
    data, target = torch.rand(1, 1, 3, 3), torch.tensor([1])
    mean, std = torch.tensor([0.1307]).view(1, -1, 1, 1), torch.tensor([0.3081]).view(1, -1, 1, 1)
    data.requires_grad = True
    output = F.log_softmax(model(data), dim=1)
    init_pred = output.max(1, keepdim=True)[1]
    loss = F.nll_loss(output, target)
    model.zero_grad()
    loss.backward()
    print(init_pred.item(), data.grad.data.sign())
    for epsilon in (0, 0.05, 0.3):
        image = data.detach() * std + mean
        perturbed = torch.clamp(image + epsilon * data.grad.data.sign(), 0, 1)
        output = F.log_softmax((perturbed - mean) / std, dim=-1)
        print(epsilon, perturbed.min(), perturbed.max(), output.shape)


def style_with_lbfgs(torch):
    """Neural style's Gram matrix and closure: https://docs.pytorch.org/tutorials/advanced/neural_style_tutorial.html"""
    F = torch.nn.functional
    torch.manual_seed(0)

    def gram_matrix(input):
        a, b, c, d = input.size()
        features = input.view(a * b, c * d)
        return torch.mm(features, features.t()).div(a * b * c * d)

    style, content = torch.rand(1, 3, 6, 6), torch.rand(1, 3, 6, 6)
    print(gram_matrix(style))
    image = content.clone().requires_grad_(True)
    optimizer = torch.optim.LBFGS([image])
    run = [0]

    def closure():
        with torch.no_grad():
            image.clamp_(0, 1)
        optimizer.zero_grad()
        style_score = F.mse_loss(gram_matrix(image), gram_matrix(style).detach()) * 1e4
        loss = style_score + F.mse_loss(image, content)
        loss.backward()
        run[0] += 1
        return loss

    first = closure().item()
    last = [optimizer.step(closure) for _ in range(2)][-1].item()
    print(f"{first:.2f}", last < first, run[0] > 10)
