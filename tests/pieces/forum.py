"""What is asked on the forum and its neighbours, restated as small programs with their answers."""

import copy
import random

import numpy as np


def frozen_layers(torch):
    """How to freeze some layers: https://discuss.pytorch.org/t/best-practice-for-freezing-layers/58156"""
    nn = torch.nn
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 2))
    for name, param in model.named_parameters():
        if name.startswith("0."):
            param.requires_grad_(False)
    before = copy.deepcopy(model.state_dict())
    optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
    loss = model(torch.ones(3, 4)).pow(2).sum()
    loss.backward()
    optimizer.step()
    for name, value in model.state_dict().items():
        print(name, "unchanged" if torch.equal(value, before[name]) else "changed")
    print(model[0].weight.grad, model[2].bias.grad.shape, len(optimizer.param_groups[0]["params"]))
    trainable = sum(p.numel() for p in model.parameters() if p.requires_grad)
    print(f"{trainable} of {sum(p.numel() for p in model.parameters())}")
    model.requires_grad_(False)
    try:
        model(torch.ones(3, 4)).sum().backward()
    except RuntimeError as e:
        print(str(e).splitlines()[0])


def gradient_clipping(torch):
    """How to clip gradients: https://discuss.pytorch.org/t/how-to-do-gradient-clipping-in-pytorch/191"""
    nn = torch.nn
    model = nn.Linear(3, 1)
    nn.init.ones_(model.weight)
    nn.init.zeros_(model.bias)
    loss = model(torch.tensor([[1.0, 2.0, 3.0]])).pow(2).mean() * 10
    loss.backward()
    print(model.weight.grad)
    total = 0.0
    for p in model.parameters():
        total += p.grad.detach().data.norm(2).item() ** 2
    print(f"{total**0.5:.2f}")
    total_norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
    print(total_norm, model.weight.grad, nn.utils.clip_grad_norm_(model.parameters(), 5.0, "inf"))
    nn.utils.clip_grad_value_(model.parameters(), clip_value=0.3)
    print(model.weight.grad, model.bias.grad)
    for p in model.parameters():
        p.register_hook(lambda grad: torch.clamp(grad, -0.1, 0.1))
    model.zero_grad()
    model(torch.ones(1, 3)).sum().backward()
    print(model.weight.grad)


def gradient_accumulation(torch):
    """Large batches in small parts: https://discuss.pytorch.org/t/why-do-we-need-to-set-the-gradients-manually-to-zero-in-pytorch/4903"""
    nn = torch.nn
    torch.manual_seed(0)
    model, criterion = nn.Linear(4, 2), nn.CrossEntropyLoss()
    x, y = torch.randn(12, 4), torch.arange(12) % 2
    criterion(model(x), y).backward()
    whole = model.weight.grad.clone()
    model.zero_grad()
    print(model.weight.grad)
    accumulation_steps = 3
    for inputs, targets in zip(x.split(4), y.chunk(3)):
        loss = criterion(model(inputs), targets) / accumulation_steps
        loss.backward()
    print(torch.allclose(whole, model.weight.grad, atol=1e-6), whole)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    optimizer.zero_grad(set_to_none=False)
    print(model.weight.grad)


def in_place_error(torch):
    """Modified by an inplace operation: https://discuss.pytorch.org/t/encounter-the-runtimeerror-one-of-the-variables-needed-for-gradient-computation-has-been-modified-by-an-inplace-operation/836"""
    a = torch.tensor([1.0, 2.0], requires_grad=True)
    b = a.exp()
    b += 1
    try:
        b.sum().backward()
    except RuntimeError as e:
        print(str(e).splitlines()[0])
    b = a.exp()
    b = b + 1
    b.sum().backward()
    print(a.grad, a._version, b._version)
    relu = torch.nn.ReLU(inplace=True)
    h = torch.sigmoid(a * 2)
    try:
        relu(h).sum().backward()
    except RuntimeError as e:
        print(str(e).split(";")[0])
    for act in (lambda: a.add_(1), lambda: a.__setitem__(0, 5.0)):
        try:
            act()
        except RuntimeError as e:
            print(str(e).splitlines()[0])
    with torch.no_grad():
        a[0] = 5.0
    print(a)


def backward_twice(torch):
    """Does one need retain_graph: https://discuss.pytorch.org/t/what-exactly-does-retain-variables-true-in-loss-backward-do/3508"""
    torch.manual_seed(0)
    w = torch.tensor([2.0], requires_grad=True)
    shared = w * w
    first, second = shared * 3, shared.sin()
    first.backward()
    try:
        second.backward()
    except RuntimeError as e:
        print(str(e).splitlines()[0])
    w.grad = None
    shared = w * w
    (shared * 3).backward(retain_graph=True)
    shared.sin().backward()
    print(w.grad)
    lstm_like, hidden = torch.nn.Linear(2, 2), torch.zeros(1, 2)
    optimizer = torch.optim.SGD(lstm_like.parameters(), lr=0.1)
    for step in range(2):
        optimizer.zero_grad()
        hidden = torch.tanh(lstm_like(hidden))
        try:
            hidden.sum().backward(retain_graph=True)
        except RuntimeError as e:
            print(step, str(e)[:100])
        optimizer.step()
    hidden = hidden.detach()
    torch.tanh(lstm_like(hidden)).sum().backward()
    print(hidden.requires_grad, lstm_like.weight.grad.shape)


def features_by_hooks(torch):
    """Extracting intermediate outputs: https://discuss.pytorch.org/t/how-can-l-load-my-best-model-as-a-feature-extractor-evaluator/17254"""
    nn = torch.nn
    torch.manual_seed(0)
    activation, gradients = {}, {}

    def get_activation(name):
        def hook(model, input, output):
            activation[name] = output.detach()

        return hook

    def get_gradient(name):
        def hook(module, grad_input, grad_output):
            gradients[name] = [
                g if g is None else tuple(g.shape) for g in (*grad_input, *grad_output)
            ]

        return hook

    model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8, 3))
    model[0].register_forward_hook(get_activation("conv"))
    handle = model[3].register_forward_hook(get_activation("fc"))
    model[3].register_full_backward_hook(get_gradient("fc"))
    x = torch.randn(2, 1, 4, 4)
    out = model(x)
    print({k: tuple(v.shape) for k, v in activation.items()}, activation["fc"].requires_grad)
    h = model[:3](x)
    h.register_hook(lambda g: print("gradient", g.shape))
    h.retain_grad()
    model[3](h).sum().backward()
    out.mean().backward()
    print(gradients, h.grad.shape)
    handle.remove()
    activation.clear()
    print(model.eval()(x).shape, list(activation), list(model.children())[-1])


def custom_functions(torch):
    """A Function with context, and a straight-through estimator: https://docs.pytorch.org/docs/stable/notes/extending.html"""

    class LinearFunction(torch.autograd.Function):
        @staticmethod
        def forward(ctx, input, weight, bias=None):
            ctx.save_for_backward(input, weight, bias)
            output = input.mm(weight.t())
            if bias is not None:
                output += bias.unsqueeze(0).expand_as(output)
            return output

        @staticmethod
        def backward(ctx, grad_output):
            input, weight, bias = ctx.saved_tensors
            grad_input = grad_weight = grad_bias = None
            if ctx.needs_input_grad[0]:
                grad_input = grad_output.mm(weight)
            if ctx.needs_input_grad[1]:
                grad_weight = grad_output.t().mm(input)
            if bias is not None and ctx.needs_input_grad[2]:
                grad_bias = grad_output.sum(0)
            return grad_input, grad_weight, grad_bias

    class Round(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.round()

        @staticmethod
        def backward(ctx, grad):
            return grad

    torch.manual_seed(0)
    inputs = [
        torch.randn(s, dtype=torch.double, requires_grad=True) for s in ((4, 3), (2, 3), (2,))
    ]
    print(torch.autograd.gradcheck(LinearFunction.apply, inputs, eps=1e-6, atol=1e-4))
    print(LinearFunction.apply(*inputs).grad_fn.name(), LinearFunction.apply(*inputs[:2]).shape)
    x = torch.tensor([0.2, 1.7, -2.5], requires_grad=True)
    y = Round.apply(x)
    (y * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
    print(y, x.grad, x.round().grad_fn is not None, (x + (x.round() - x).detach()))


def second_derivatives(torch):
    """Derivatives of derivatives: https://discuss.pytorch.org/t/second-order-derivatives-in-loss-function/71797"""
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = (x**3).sum()
    (first,) = torch.autograd.grad(y, x, create_graph=True)
    (second,) = torch.autograd.grad(first.sum(), x)
    print(first, second)
    hessian = torch.autograd.functional.hessian(lambda v: (v[0] * v[1] ** 2).sum(), torch.ones(2))
    print(hessian, torch.autograd.functional.jacobian(lambda v: v**2, torch.arange(3.0)))
    t = torch.linspace(0, 1, 5).reshape(-1, 1).requires_grad_(True)
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(1, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
    u = net(t)
    du = torch.autograd.grad(u, t, torch.ones_like(u), create_graph=True)[0]
    d2u = torch.autograd.grad(du, t, grad_outputs=torch.ones_like(du), create_graph=True)[0]
    residual = (d2u + u).pow(2).mean()
    residual.backward()
    print(du.shape, f"{residual.item():.4f}", net[0].weight.grad.shape, net[2].bias.grad)
    z = torch.tensor(2.0, requires_grad=True)
    try:
        torch.autograd.grad(z * 2, x)
    except RuntimeError as e:
        print(str(e).splitlines()[0])
    print(torch.autograd.grad(z * 2, [z, x], allow_unused=True))


def gradient_penalty(torch):
    """WGAN-GP's penalty: https://discuss.pytorch.org/t/how-to-implement-gradient-penalty-in-pytorch/1656"""
    nn = torch.nn
    torch.manual_seed(0)
    critic = nn.Sequential(nn.Linear(6, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
    real, fake = torch.randn(5, 6), torch.randn(5, 6)
    alpha = torch.rand(real.size(0), 1).expand(real.size())
    interpolates = (alpha * real + (1 - alpha) * fake).requires_grad_(True)
    scores = critic(interpolates)
    gradients = torch.autograd.grad(
        outputs=scores,
        inputs=interpolates,
        grad_outputs=torch.ones(scores.size()),
        create_graph=True,
        retain_graph=True,
        only_inputs=True,
    )[0]
    penalty = ((gradients.view(5, -1).norm(2, dim=1) - 1) ** 2).mean() * 10
    loss = critic(fake).mean() - critic(real).mean() + penalty
    loss.backward()
    print(gradients.shape, f"{penalty:.3f}", critic[2].weight.grad.norm() > 0, critic[2].bias.grad)
    for p in critic.parameters():
        p.data.clamp_(-0.01, 0.01)
    print(max(p.abs().max().item() for p in critic.parameters()) <= 0.01)


def sequences_of_different_lengths(torch):
    """Variable size input and collate_fn: https://discuss.pytorch.org/t/how-to-create-a-dataloader-with-variable-size-input/8278"""
    nn, rnn = torch.nn, torch.nn.utils.rnn

    class Sentences(torch.utils.data.Dataset):
        lengths = (3, 1, 4, 2)

        def __len__(self):
            return len(self.lengths)

        def __getitem__(self, i):
            return torch.arange(1, self.lengths[i] + 1), i % 2

    def collate_fn(batch):
        batch.sort(key=lambda pair: len(pair[0]), reverse=True)
        sequences, labels = zip(*batch)
        lengths = torch.tensor([len(s) for s in sequences])
        return rnn.pad_sequence(sequences, batch_first=True), torch.tensor(labels), lengths

    loader = torch.utils.data.DataLoader(Sentences(), batch_size=4, collate_fn=collate_fn)
    padded, labels, lengths = next(iter(loader))
    print(padded, labels, lengths)
    mask = torch.arange(padded.size(1))[None, :] < lengths[:, None]
    print((padded.float() * mask).sum(1) / mask.sum(1), rnn.pad_sequence([torch.ones(2)] * 2).shape)
    try:
        next(iter(torch.utils.data.DataLoader(Sentences(), batch_size=2)))
    except RuntimeError as e:
        print(str(e).splitlines()[0])
    torch.manual_seed(0)
    embedding = nn.Embedding(5, 3, padding_idx=0)
    packed = rnn.pack_padded_sequence(embedding(padded), lengths, batch_first=True)
    print(packed.batch_sizes, packed.data.shape)
    out, (h, _) = nn.LSTM(3, 2, batch_first=True)(packed)
    unpacked, sizes = rnn.pad_packed_sequence(out, batch_first=True)
    print(unpacked.shape, sizes, torch.allclose(unpacked[0, 3], h[0, 0]))


def learning_rates_over_time(torch):
    """Adaptive learning rates: https://discuss.pytorch.org/t/adaptive-learning-rate/320"""
    lr_scheduler = torch.optim.lr_scheduler
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    scheduler = lr_scheduler.ReduceLROnPlateau(optimizer, mode="min", factor=0.5, patience=1)
    for val_loss in (1.0, 0.9, 0.95, 0.94, 0.93, 0.5):
        optimizer.step()
        scheduler.step(val_loss)
        print(val_loss, optimizer.param_groups[0]["lr"])
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    warmup = lr_scheduler.LambdaLR(optimizer, lr_lambda=lambda step: min(1.0, (step + 1) / 4))
    decay = lr_scheduler.StepLR(optimizer, step_size=3, gamma=0.1)
    rates = []
    for _ in range(7):
        optimizer.step()
        rates.append(optimizer.param_groups[0]["lr"])
        warmup.step()
        decay.step()
    print([f"{r:.4f}" for r in rates], decay.last_epoch)
    for g in optimizer.param_groups:
        g["lr"] = 0.001
    early = lr_scheduler.StepLR(optimizer, 1)
    early.step()
    print(optimizer.param_groups[0]["lr"], optimizer.param_groups[0]["initial_lr"])


def early_stopping(torch):
    """Keeping the best weights: https://discuss.pytorch.org/t/how-to-save-the-best-model/84608"""
    nn = torch.nn
    torch.manual_seed(0)
    x, x_val = torch.randn(20, 6), torch.randn(20, 6)
    y, y_val = x[:, :1] + 0.5 * torch.randn(20, 1), x_val[:, :1] + 0.5 * torch.randn(20, 1)
    model = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 1))
    optimizer, criterion = torch.optim.Adam(model.parameters(), lr=0.02), nn.MSELoss()
    best_loss, best_state, alias, patience, bad = float("inf"), None, None, 5, 0
    for epoch in range(200):
        model.train()
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()
        model.eval()
        with torch.no_grad():
            val_loss = criterion(model(x_val), y_val).item()
        if val_loss < best_loss:
            best_loss, bad = val_loss, 0
            best_state, alias = copy.deepcopy(model.state_dict()), model.state_dict()
        else:
            bad += 1
            if bad >= patience:
                print(f"stopped after epoch {epoch}, best {best_loss:.3f}")
                break
    print(torch.equal(alias["0.weight"], best_state["0.weight"]))
    model.load_state_dict(best_state)
    with torch.inference_mode():
        print(f"{criterion(model(x_val), y_val).item() - best_loss:.4f}")


def tied_weights(torch):
    """Sharing weights between layers: https://discuss.pytorch.org/t/how-to-create-model-with-sharing-weight/398"""
    nn = torch.nn
    torch.manual_seed(0)

    class LanguageModel(nn.Module):
        def __init__(self):
            super().__init__()
            self.encoder = nn.Embedding(7, 4)
            self.decoder = nn.Linear(4, 7, bias=False)
            self.decoder.weight = self.encoder.weight

        def forward(self, x):
            return self.decoder(self.encoder(x))

    model = LanguageModel()
    print(len(list(model.parameters())), list(model.state_dict()))
    model(torch.tensor([1, 1, 3])).sum().backward()
    print(model.encoder.weight.grad is model.decoder.weight.grad, model.encoder.weight.grad.shape)
    clone = copy.deepcopy(model)
    print(
        clone.encoder.weight is clone.decoder.weight, clone.encoder.weight is model.encoder.weight
    )
    siamese = nn.Linear(3, 2)
    a, b = siamese(torch.ones(1, 3)), siamese(torch.zeros(1, 3))
    distance = nn.functional.pairwise_distance(a, b)
    distance.backward()
    print(
        distance, siamese.bias.grad, [n for n, _ in model.named_parameters(remove_duplicate=False)]
    )


def weight_initialisation(torch):
    """How to initialise weights: https://discuss.pytorch.org/t/weight-initilzation/157"""
    nn = torch.nn
    torch.manual_seed(0)

    def weights_init(m):
        if isinstance(m, nn.Conv2d):
            nn.init.kaiming_normal_(m.weight, mode="fan_out", nonlinearity="relu")
        elif isinstance(m, (nn.BatchNorm2d, nn.GroupNorm)):
            nn.init.constant_(m.weight, 1)
            nn.init.constant_(m.bias, 0)
        elif isinstance(m, nn.Linear):
            nn.init.xavier_uniform_(m.weight, gain=nn.init.calculate_gain("relu"))
            m.bias.data.fill_(0.01)

    model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.Flatten(), nn.Linear(8, 3))
    model.apply(weights_init)
    print(model[0].weight[0, 0], model[3].bias, model[1].weight, sep="\n")
    nn.init.orthogonal_(model[3].weight)
    print(torch.allclose(model[3].weight @ model[3].weight.T, torch.eye(3), atol=1e-5))
    nn.init.trunc_normal_(model[3].weight, std=0.02)
    print(model[3].weight.abs().max() < 2)
    with torch.no_grad():
        model[3].weight.copy_(torch.arange(24.0).view(3, 8))
    model[3].reset_parameters()
    print(model[3].weight.abs().max() < 8**-0.5, nn.init.calculate_gain("leaky_relu", 0.2))


def parameter_groups(torch):
    """Different learning rates for different layers: https://discuss.pytorch.org/t/different-learning-rate-for-a-specific-layer/33670"""
    nn = torch.nn
    torch.manual_seed(0)
    model = nn.ModuleDict({"base": nn.Linear(3, 4), "head": nn.Linear(4, 2)})
    ids = set(map(id, model["head"].parameters()))
    base_params = [p for p in model.parameters() if id(p) not in ids]
    optimizer = torch.optim.SGD(
        [{"params": base_params}, {"params": model["head"].parameters(), "lr": 1e-1}],
        lr=1e-2,
        momentum=0.9,
    )
    print(optimizer)
    model["head"](torch.relu(model["base"](torch.ones(2, 3)))).sum().backward()
    optimizer.step()
    print(len(optimizer.state), list(optimizer.state[model["head"].bias]))
    extra = nn.Parameter(torch.zeros(2))
    optimizer.add_param_group({"params": [extra], "lr": 1.0})
    print([(len(g["params"]), g["lr"], g["momentum"]) for g in optimizer.param_groups])
    for bad in (
        lambda: optimizer.add_param_group({"params": [extra]}),
        lambda: torch.optim.SGD([], 0.1),
    ):
        try:
            bad()
        except ValueError as e:
            print(str(e).splitlines()[0])


def activation_checkpointing(torch):
    """Trading compute for memory: https://docs.pytorch.org/docs/stable/checkpoint.html"""
    nn, checkpoint = torch.nn, torch.utils.checkpoint
    torch.manual_seed(0)
    blocks = nn.Sequential(*[nn.Sequential(nn.Linear(4, 4), nn.Tanh()) for _ in range(4)])
    x = torch.randn(2, 4, requires_grad=True)
    calls = []
    blocks[0].register_forward_hook(lambda *args: calls.append("called"))
    blocks(x).sum().backward()
    plain = x.grad.clone()
    x.grad = None
    blocks.zero_grad()
    h = checkpoint.checkpoint(blocks[0], x, use_reentrant=False)
    h = checkpoint.checkpoint(lambda t: blocks[1:](t), h, use_reentrant=False)
    print(h.requires_grad, len(calls))
    h.sum().backward()
    print(torch.allclose(x.grad, plain), len(calls), blocks[3][0].weight.grad is not None)
    out = checkpoint.checkpoint_sequential(blocks, 2, x, use_reentrant=False)
    print(torch.allclose(out, h))


def mixed_losses(torch):
    """Several losses for one network: https://discuss.pytorch.org/t/how-to-combine-multiple-criterions-to-a-loss-function/348"""
    nn = torch.nn
    torch.manual_seed(0)

    class MultiTask(nn.Module):
        def __init__(self):
            super().__init__()
            self.body = nn.Linear(5, 8)
            self.classify, self.regress = nn.Linear(8, 3), nn.Linear(8, 1)
            self.log_vars = nn.Parameter(torch.zeros(2))

        def forward(self, x):
            h = torch.relu(self.body(x))
            return self.classify(h), self.regress(h).squeeze(-1)

    model = MultiTask()
    x, label, value = torch.randn(12, 5), torch.arange(12) % 3, torch.linspace(-1, 1, 12)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step in range(3):
        logits, predicted = model(x)
        losses = torch.stack([nn.CrossEntropyLoss()(logits, label), nn.MSELoss()(predicted, value)])
        loss = (torch.exp(-model.log_vars) * losses + model.log_vars).sum()
        l1 = 1e-3 * sum(p.abs().sum() for p in model.body.parameters())
        optimizer.zero_grad(set_to_none=True)
        (loss + l1).backward()
        optimizer.step()
        print(step, [f"{v:.3f}" for v in losses.tolist()], model.log_vars.data)
    logits, predicted = model(x)
    nn.functional.cross_entropy(logits, label).backward(retain_graph=True)
    alone = model.body.weight.grad.clone()
    nn.functional.mse_loss(predicted, value).backward()
    print(torch.equal(alone, model.body.weight.grad), model.log_vars.grad is not None)


def imbalanced_classes(torch):
    """Weights for rare classes: https://discuss.pytorch.org/t/how-to-handle-imbalanced-classes/11264"""
    nn, data = torch.nn, torch.utils.data
    torch.manual_seed(0)
    target = torch.cat([torch.zeros(90), torch.ones(10)]).long()
    class_count = torch.bincount(target)
    weight = 1.0 / class_count.float()
    print(class_count, weight)
    logits = torch.tensor([[2.0, 0.5], [1.0, 1.5]])
    for w in (None, weight / weight.sum()):
        print(nn.CrossEntropyLoss(weight=w)(logits, torch.tensor([0, 0])), end=" ")
        print(nn.CrossEntropyLoss(w, label_smoothing=0.1)(logits, torch.tensor([1, 1])))
    pos_weight = torch.tensor([9.0])
    print(
        nn.BCEWithLogitsLoss(pos_weight=pos_weight)(
            torch.tensor([0.3, -1.2]), torch.tensor([1.0, 0])
        )
    )
    sampler = data.WeightedRandomSampler(weight[target], num_samples=100, replacement=True)
    loader = data.DataLoader(data.TensorDataset(target), batch_size=50, sampler=sampler)
    drawn = torch.cat([batch for (batch,) in loader])
    print(drawn.shape, 30 < drawn.sum().item() < 70, len(sampler))


def evaluation_mode(torch):
    """model.eval() or no_grad: https://discuss.pytorch.org/t/model-eval-vs-with-torch-no-grad/19615"""
    nn = torch.nn
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.Dropout(0.5), nn.Linear(6, 1))
    x = torch.randn(8, 4)
    print(torch.equal(model(x), model(x)), model.training, model[1].num_batches_tracked)
    model.eval()
    print(torch.equal(model(x), model(x)), model[2].training, model(x).requires_grad)
    with torch.no_grad():
        out = model(x)
    print(out.requires_grad, out.grad_fn, out.shape)
    model.train()
    try:
        model(x[:1])
    except ValueError as e:
        print(str(e).splitlines()[0])
    for m in model.modules():
        if isinstance(m, nn.BatchNorm1d):
            m.eval()
            m.track_running_stats = True
    print([type(m).__name__ for m in model.modules() if not m.training], model(x[:1]).shape)
    print(model[1].running_mean, model[1].running_var)


def common_errors(torch):
    """Messages that beginners ask about: https://discuss.pytorch.org/c/autograd/7"""
    nn, F = torch.nn, torch.nn.functional
    x = torch.ones(2, 3, requires_grad=True)
    attempts = {
        "not a scalar": lambda: (x * 2).backward(),
        "no graph": lambda: torch.ones(1).backward(),
        "shapes": lambda: nn.Linear(4, 2)(x),
        "broadcast": lambda: torch.ones(2, 3) + torch.ones(2),
        "dtype": lambda: nn.Linear(3, 2)(torch.ones(1, 3, dtype=torch.float64)),
        "numpy": lambda: x.numpy(),
        "item": lambda: x.item(),
        "truth": lambda: bool(x > 0),
        "integers": lambda: torch.tensor([1, 2], requires_grad=True),
        "mean": lambda: torch.arange(3).mean(),
        "target type": lambda: F.cross_entropy(
            torch.ones(2, 3), torch.tensor([0, 1], dtype=torch.int32)
        ),
        "target value": lambda: F.cross_entropy(torch.ones(1, 3), torch.tensor([3])),
        "batch sizes": lambda: F.cross_entropy(torch.ones(2, 3), torch.tensor([1])),
        "range": lambda: torch.zeros(3)[5],
        "embedding": lambda: nn.Embedding(3, 2)(torch.tensor([3])),
        "channels": lambda: nn.Conv2d(3, 4, 3)(torch.ones(1, 1, 8, 8)),
        "view": lambda: torch.ones(2, 3).t().view(-1),
        "reshape": lambda: torch.ones(6).view(4, -1),
        "stack": lambda: torch.stack([torch.ones(2), torch.ones(3)]),
        "cat": lambda: torch.cat([torch.ones(2, 2), torch.ones(3, 3)]),
        "deepcopy": lambda: copy.deepcopy(x * 2),
        "leaf": lambda: (x * 2).requires_grad_(False),
        "attribute": lambda: nn.Linear(1, 1).wieght,
        "before init": lambda: type(
            "Net", (nn.Module,), {"__init__": lambda s: setattr(s, "a", nn.ReLU())}
        )(),
        "optimizer": lambda: torch.optim.SGD(nn.Linear(1, 1), lr=0.1),
        "non-leaf": lambda: torch.optim.SGD([x * 2], lr=0.1),
    }
    for name, act in attempts.items():
        try:
            print(name, act())
        except Exception as e:
            print(f"{name}: {type(e).__name__}: {str(e).splitlines()[0]}")


def loading_with_other_keys(torch):
    """Missing and unexpected keys: https://discuss.pytorch.org/t/solved-keyerror-unexpected-key-module-encoder-embedding-weight-in-state-dict/1686"""
    nn = torch.nn
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
    parallel = {f"module.{k}": v for k, v in model.state_dict().items()}
    for state in (parallel, {"0.weight": torch.ones(3, 5)}):
        try:
            model.load_state_dict(state)
        except RuntimeError as e:
            print(e)
    stripped = {k.replace("module.", ""): v for k, v in parallel.items()}
    print(model.load_state_dict(stripped))
    stripped.pop("2.weight")
    print(model.load_state_dict({**stripped, "extra": torch.ones(1)}, strict=False))
    pretrained = {
        k: torch.zeros_like(v) for k, v in model.state_dict().items() if not k.startswith("2")
    }
    model_dict = model.state_dict()
    model_dict.update(pretrained)
    missing, unexpected = model.load_state_dict(model_dict)
    print(missing, unexpected, model[0].weight.sum().item(), model[2].weight.requires_grad)


def moving_average_of_weights(torch):
    """Exponential moving average: https://discuss.pytorch.org/t/how-to-apply-exponential-moving-average-decay-for-variables/10856"""
    nn = torch.nn
    torch.manual_seed(0)
    model = nn.Linear(2, 1)

    class EMA:
        def __init__(self, mu):
            self.mu, self.shadow = mu, {}

        def register(self, name, val):
            self.shadow[name] = val.clone()

        def __call__(self, name, x):
            self.shadow[name] = (1.0 - self.mu) * x + self.mu * self.shadow[name]
            return self.shadow[name]

    ema = EMA(0.9)
    for name, param in model.named_parameters():
        ema.register(name, param.data)
    averaged = torch.optim.swa_utils.AveragedModel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(4):
        optimizer.zero_grad()
        (model(torch.ones(1, 2)) - 3).pow(2).sum().backward()
        optimizer.step()
        averaged.update_parameters(model)
        for name, param in model.named_parameters():
            ema(name, param.data)
    print(ema.shadow["weight"], model.weight.data, averaged.module.weight.data, averaged.n_averaged)
    with torch.no_grad():
        target = copy.deepcopy(model)
        for t, s in zip(target.parameters(), model.parameters()):
            t.mul_(0.5).add_(s, alpha=0.5)
            t.lerp_(s, 0.1)
    print(torch.allclose(target.weight, model.weight))


def where_nan_comes_from(torch):
    """Searching for NaN: https://discuss.pytorch.org/t/nan-loss-in-pytorch/45187"""
    x = torch.tensor([0.0, 1.0, -1.0], requires_grad=True)
    y = torch.where(x > 0, x.sqrt(), torch.zeros_like(x))
    y.sum().backward()
    print(y, x.grad)
    x.grad = None
    safe = torch.where(x > 0, x, torch.ones_like(x))
    torch.where(x > 0, safe.sqrt(), torch.zeros_like(x)).sum().backward()
    print(x.grad, torch.isnan(y).any(), torch.isfinite(torch.tensor([1.0, float("inf")])).all())
    try:
        with torch.autograd.set_detect_anomaly(True, check_nan=True):
            (x.sqrt() * 0).sum().backward()
    except RuntimeError as e:
        print(str(e).splitlines()[0])
    z = torch.log(torch.tensor([0.0, 1e-8, 1.0]))
    print(z, z.clamp(min=-10), torch.nan_to_num(torch.tensor([float("nan"), 2.0]), nan=0.0))
    n = torch.zeros(3, requires_grad=True)
    n.norm().backward()
    print(
        n.grad, torch.tensor([1.0, float("nan")]).max(), torch.tensor(float("nan")) == float("nan")
    )
    print(torch.log_softmax(torch.tensor([1000.0, 0.0]), 0), torch.tensor([1e20]) ** 2)


def reproducible_splits(torch):
    """Seeds, splits and samplers: https://docs.pytorch.org/docs/stable/notes/randomness.html"""
    data = torch.utils.data
    seed = 7
    torch.manual_seed(seed)
    random.seed(seed)
    np.random.seed(seed)  # noqa: NPY002
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = False
    dataset = data.TensorDataset(torch.arange(10), torch.arange(10) ** 2)
    train, val = data.random_split(dataset, [0.8, 0.2], generator=torch.Generator().manual_seed(42))
    print(len(train), val.indices, val[0])
    train, val = data.random_split(dataset, (7, 3))
    print(sorted(train.indices + val.indices) == list(range(10)), train.indices)
    indices = list(range(10))
    np.random.shuffle(indices)  # noqa: NPY002
    sampler = data.SubsetRandomSampler(indices[:4])
    loader = data.DataLoader(dataset, batch_size=2, sampler=sampler)
    print(sorted(x for batch, _ in loader for x in batch.tolist()) == sorted(indices[:4]))
    g = torch.Generator()
    g.manual_seed(0)
    loader = data.DataLoader(
        data.Subset(dataset, range(5)), batch_size=2, shuffle=True, generator=g, pin_memory=False
    )
    print([batch.tolist() for batch, _ in loader], [batch.tolist() for batch, _ in loader])
    print(torch.randperm(5), torch.rand(2), torch.initial_seed())
    state = torch.get_rng_state()
    a = torch.randn(2)
    torch.set_rng_state(state)
    print(torch.equal(a, torch.randn(2)), (data.ConcatDataset([dataset, train]))[12][0])


def lists_of_modules(torch):
    """Layers in a Python list: https://discuss.pytorch.org/t/when-should-i-use-nn-modulelist-and-when-should-i-use-nn-sequential/5463"""
    nn = torch.nn

    class Net(nn.Module):
        def __init__(self, container):
            super().__init__()
            self.layers = container([nn.Linear(4, 4) for _ in range(3)])
            self.scale = torch.ones(1)
            self.register_buffer("offset", torch.zeros(4))
            self.register_buffer("cache", torch.zeros(4), persistent=False)
            self.alpha = nn.Parameter(torch.tensor(0.5))

        def forward(self, x):
            for i, layer in enumerate(self.layers):
                x = x + self.alpha * layer(x) if i else layer(x)
            return x * self.scale + self.offset

    for container in (list, nn.ModuleList):
        net = Net(container)
        print(len(list(net.parameters())), list(net.state_dict()))
    print(net)
    net.double()
    print(net.alpha.dtype, net.offset.dtype, net.scale.dtype, net(torch.ones(1, 4).double()).dtype)
    print([name for name, _ in net.named_buffers()], [n for n, m in net.named_modules()])
    choices = nn.ModuleDict([["relu", nn.ReLU()], ["prelu", nn.PReLU()]])
    print(choices["prelu"](torch.tensor([-1.0])), "relu" in choices, list(choices.keys()))
    params = nn.ParameterList([nn.Parameter(torch.randn(2)) for _ in range(2)])
    print(len(params), sum(p.numel() for p in params.parameters()), hasattr(net, "beta"))


def gradient_of_a_non_leaf(torch):
    """Why is grad None: https://discuss.pytorch.org/t/why-cant-i-see-grad-of-an-intermediate-variable/94"""
    x = torch.rand(3, requires_grad=True)
    y = x * 2
    print(y.is_leaf, y.grad)
    moved = torch.ones(3, requires_grad=True) * 0.1
    copied = torch.tensor([1.0, 2.0], requires_grad=True).double()
    print(moved.is_leaf, copied.is_leaf, x.cpu().is_leaf, x.detach().is_leaf)
    y.retain_grad()
    z = y.pow(2).mean()
    z.backward()
    print(torch.allclose(y.grad, 2 * y / 3), torch.allclose(x.grad, 4 * y / 3))
    again = torch.tensor(y, requires_grad=True)
    print(again.is_leaf, again.grad_fn, y.clone().grad_fn.name())
    param = torch.nn.Parameter(torch.zeros(2))
    param = param + 1
    print(isinstance(param, torch.nn.Parameter), param.requires_grad)
    grads = []
    w = torch.ones(2, requires_grad=True)
    w.register_hook(grads.append)
    (w * torch.tensor([1.0, 2.0])).sum().backward()
    print(grads, w.grad)


def masks_and_metrics(torch):
    """Ignored labels, one-hot, accuracy and confusion: https://discuss.pytorch.org/t/convert-int-into-one-hot-format/507"""
    F = torch.nn.functional
    logits = torch.tensor([[2.0, 1.0, 0.1], [0.5, 2.5, 0.3], [1.2, 0.2, 3.0], [0.1, 0.9, 0.8]])
    target = torch.tensor([0, 1, -100, 2])
    print(
        F.cross_entropy(logits, target),
        F.nll_loss(F.log_softmax(logits, -1), target, reduction="sum"),
    )
    print(F.cross_entropy(logits, target.clamp(min=0), ignore_index=0, reduction="none"))
    y = torch.tensor([[0], [1], [2], [2]])
    onehot = torch.FloatTensor(4, 3)
    onehot.zero_()
    onehot.scatter_(1, y, 1)
    print(onehot, torch.equal(onehot, torch.eye(3)[y.squeeze()]), onehot.argmax(-1))
    _, pred = logits.topk(2, 1, True, True)
    correct = pred.t().eq(y.view(1, -1).expand_as(pred.t()))
    print([correct[:k].reshape(-1).float().sum(0).mul_(100.0 / 4).item() for k in (1, 2)])
    confusion = torch.zeros(3, 3, dtype=torch.int64)
    for t, p in zip(y.view(-1), pred[:, 0]):
        confusion[t.long(), p.long()] += 1
    print(confusion, torch.bincount(3 * y.view(-1) + pred[:, 0], minlength=9).reshape(3, 3).diag())
    precision = confusion.diag() / confusion.sum(0).clamp(min=1)
    print(precision, torch.unique(target, return_counts=True))
    mask = target != -100
    print(logits[mask].shape, torch.masked_select(target, mask), (~mask).nonzero().item())


def patches_of_an_image(torch):
    """Unfolding into patches: https://discuss.pytorch.org/t/creating-nonoverlapping-patches-from-3d-data-and-reshape-them-back-to-the-image/51210"""
    F = torch.nn.functional
    x = torch.arange(2 * 4 * 4.0).view(1, 2, 4, 4)
    patches = x.unfold(2, 2, 2).unfold(3, 2, 2)
    print(patches.shape, patches[0, 0, 1, 0], patches.is_contiguous())
    flat = patches.permute(0, 2, 3, 1, 4, 5).contiguous().view(1, 4, -1)
    back = flat.view(1, 2, 2, 2, 2, 2).permute(0, 3, 1, 4, 2, 5).reshape(1, 2, 4, 4)
    print(torch.equal(back, x), flat.shape)
    cols = F.unfold(x, kernel_size=2, stride=2)
    print(cols.shape, torch.equal(F.fold(cols, (4, 4), 2, stride=2), x))
    up = F.interpolate(x, scale_factor=2, mode="nearest")
    print(
        up.shape, F.avg_pool2d(up, 2).equal(x), F.interpolate(x, size=(2, 2), mode="bilinear")[0, 0]
    )
    image = torch.randint(0, 256, (4, 4, 3), dtype=torch.uint8)
    tensor = image.permute(2, 0, 1).float().div(255)
    mean = torch.tensor([0.5, 0.5, 0.5])[:, None, None]
    normalized = (tensor - mean) / 0.5
    print(normalized.min() >= -1, tensor.stride(), tensor.flip(2)[0, 0, 0] == tensor[0, 0, 3])
    print(
        torch.movedim(tensor, 0, -1).shape,
        tensor.flatten(1).shape,
        tensor.unsqueeze(0).repeat(2, 1, 1, 1).shape,
    )


def losses_of_ones_own(torch):
    """Focal, dice, triplet and contrastive losses: https://discuss.pytorch.org/t/is-this-a-correct-implementation-for-focal-loss-in-pytorch/43327"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(0)

    class FocalLoss(nn.Module):
        def __init__(self, alpha=1, gamma=2):
            super().__init__()
            self.alpha, self.gamma = alpha, gamma

        def forward(self, inputs, targets):
            bce = F.binary_cross_entropy_with_logits(inputs, targets, reduction="none")
            pt = torch.exp(-bce)
            return torch.mean(self.alpha * (1 - pt) ** self.gamma * bce)

    logits = torch.randn(2, 1, 3, 3, requires_grad=True)
    targets = (torch.rand(2, 1, 3, 3) > 0.5).float()
    focal = FocalLoss()(logits, targets)
    probs = torch.sigmoid(logits)
    inter = (probs * targets).sum(dim=(1, 2, 3))
    dice = 1 - ((2.0 * inter + 1) / (probs.sum((1, 2, 3)) + targets.sum((1, 2, 3)) + 1)).mean()
    (focal + dice).backward()
    print(focal, dice, logits.grad.shape)
    anchor, positive, negative = (F.normalize(torch.randn(4, 8), dim=1) for _ in range(3))
    print(nn.TripletMarginLoss(margin=0.5)(anchor, positive, negative))
    similarity = anchor @ positive.T / 0.1
    print(F.cross_entropy(similarity, torch.arange(4)), F.cosine_similarity(anchor, positive))
    student, teacher = torch.randn(4, 3), torch.randn(4, 3)
    kd = nn.KLDivLoss(reduction="batchmean")(
        F.log_softmax(student / 2, 1), F.softmax(teacher / 2, 1)
    )
    print(
        kd * 4,
        nn.HuberLoss()(student, teacher),
        nn.GaussianNLLLoss()(student, teacher, torch.ones(4, 3)),
    )
    print(nn.CosineEmbeddingLoss()(student, teacher, torch.tensor([1, -1, 1, -1])))


def gumbel_softmax(torch):
    """Sampling that can be differentiated: https://discuss.pytorch.org/t/input-for-gumbel-softmax/130228"""
    F = torch.nn.functional
    torch.manual_seed(0)
    logits = torch.tensor([[1.0, 2.0, 0.5], [0.1, 0.1, 3.0]], requires_grad=True)

    def sample_gumbel(shape, eps=1e-20):
        return -torch.log(-torch.log(torch.rand(shape) + eps) + eps)

    y = F.softmax((logits + sample_gumbel(logits.size())) / 0.5, dim=-1)
    index = y.max(-1, keepdim=True)[1]
    hard = torch.zeros_like(logits).scatter_(-1, index, 1.0)
    out = (hard - y).detach() + y
    (out * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
    print(y, out.round(), logits.grad, sep="\n")
    ready = F.gumbel_softmax(logits, tau=1, hard=True)
    print(ready.sum(-1), ready.requires_grad, ready.argmax(1))
    noise = torch.empty(3).uniform_(0, 1)
    print(noise, torch.zeros(2).exponential_().gt(0), torch.empty(4).bernoulli_(0.5))


def streaming_data(torch):
    """An IterableDataset, and what one gives a loader: https://docs.pytorch.org/docs/stable/data.html"""
    data = torch.utils.data

    class Stream(data.IterableDataset):
        def __init__(self, start, end):
            self.start, self.end = start, end

        def __iter__(self):
            info = data.get_worker_info()
            assert info is None
            yield from range(self.start, self.end)

    print(list(data.DataLoader(Stream(3, 8), batch_size=2)))

    class Records(data.Dataset):
        def __init__(self, transform=None):
            self.rows = [
                {"x": np.full(2, i, dtype=np.float32), "name": f"row{i}"} for i in range(5)
            ]
            self.transform = transform

        def __len__(self):
            return len(self.rows)

        def __getitem__(self, idx):
            if torch.is_tensor(idx):
                idx = idx.tolist()
            sample = {**self.rows[idx], "y": idx, "z": idx / 2}
            return self.transform(sample) if self.transform else sample

    for batch in data.DataLoader(Records(), batch_size=3):
        print(
            {key: value if key == "name" else (value.dtype, value) for key, value in batch.items()}
        )
    loader = data.DataLoader(Records(lambda s: (s["x"] * 10, s["y"])), batch_size=None)
    print([(type(x).__name__, y) for x, y in loader][:2], len(loader))
    sampler = data.BatchSampler(data.SequentialSampler(range(5)), batch_size=2, drop_last=False)
    print(list(sampler), len(data.DataLoader(Records(), batch_sampler=sampler)))
    iterator = iter(data.DataLoader(range(2), batch_size=1))
    print(next(iterator), next(iterator), next(iterator, "end"))


def memory_layout(torch):
    """view, reshape, permute and what is shared: https://discuss.pytorch.org/t/contiguous-vs-non-contiguous-tensor/30107"""
    x = torch.arange(6).view(2, 3)
    t = x.t()
    print(x.stride(), t.stride(), x.is_contiguous(), t.is_contiguous())
    print(t.contiguous().view(-1), t.reshape(-1), x.data_ptr() == t.data_ptr())
    x[0, 1] = 100
    print(t[1, 0], x.view(-1)[1], x.flatten().data_ptr() == x.data_ptr(), t.storage_offset())
    print(x.expand(2, 2, 3).shape, x[None].squeeze(0).shape, x.unsqueeze(-1).size())
    a = x.clone()
    a[a > 3] = -1
    a[:, 0] += 10
    print(a, x.new_zeros(2), x.element_size() * x.nelement(), x.nbytes)
    b = torch.from_numpy(np.zeros(3))
    c = torch.as_tensor([1.5, 2])
    b += 1
    print(b, b.dtype, c.to(torch.int32), c.type(), torch.tensor(np.float64(3)).dtype, c.long())
    print(torch.arange(6).chunk(4), torch.arange(5).split([2, 3]), torch.ones(2, 3).unbind(1)[0])
    print(
        torch.result_type(torch.tensor(1), 1.0), (torch.arange(3) / 2).dtype, torch.tensor(7) // 2
    )


def flattened_and_normed_parameters(torch):
    """Parameters as one vector, and weight norms: https://docs.pytorch.org/docs/stable/nn.html"""
    nn = torch.nn
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 2), nn.Linear(2, 1))
    vector = nn.utils.parameters_to_vector(model.parameters())
    print(vector.shape, vector.grad_fn is not None)
    nn.utils.vector_to_parameters(torch.arange(11.0), model.parameters())
    print(model[0].weight, model[1].bias)
    functional = torch.func.functional_call(
        model, {"1.bias": torch.tensor([100.0])}, torch.ones(1, 3)
    )
    print(functional - model(torch.ones(1, 3)))
    per_sample = torch.func.vmap(torch.func.grad(lambda w, x: (w * x).sum() ** 2), (None, 0))
    print(per_sample(torch.ones(2), torch.eye(2)))
    normed = nn.utils.parametrizations.weight_norm(nn.Linear(3, 2))
    print(sorted(name for name, _ in normed.named_parameters()))
    spectral = nn.utils.parametrizations.spectral_norm(nn.Linear(4, 4))
    print(torch.linalg.matrix_norm(spectral(torch.eye(4)) - spectral.bias, 2) < 2)
