"""Course notebooks, restated: Karpathy's, fast.ai, CS231n, the UvA's, Stanford's and Berkeley's."""

import inspect
import math
import types

import numpy as np


def micrograd_against_torch(torch):
    """micrograd's sanity check: https://github.com/karpathy/micrograd/blob/master/test/test_engine.py"""
    x = torch.Tensor([-3.0]).double()
    x.requires_grad = True
    z = 3 * x + 1 - x
    q = z.relu() + z * x
    h = (z * z).tanh()
    y = h + q + q * x
    y.backward()
    print(x.grad.item(), y.data.item())
    a = torch.Tensor([2.0]).double()
    b = torch.Tensor([-1.5]).double()
    a.requires_grad, b.requires_grad = True, True
    c = a + b
    d = a * b - b**3
    c = c + c - 1
    c += 2 + c + (-b)
    d += d * 3 + (b + a).relu()
    e = c - d
    f = e**2
    g = f / 4.0
    g += 6.0 / f
    g.backward()
    print(f"{g.data.item():.6f}", f"{a.grad.item():.6f} {b.grad.item():.6f}")
    print(a, g, sep="\n")


def neuron_by_hand(torch):
    """The spelled-out introduction's neuron: https://github.com/karpathy/nn-zero-to-hero"""
    x1 = torch.Tensor([2.0]).double()
    x1.requires_grad = True
    x2 = torch.Tensor([0.0]).double()
    x2.requires_grad = True
    w1, w2 = (torch.tensor([w], dtype=torch.float64, requires_grad=True) for w in (-3.0, 1.0))
    b = torch.tensor([6.88], requires_grad=True, dtype=torch.double)
    n = x1 * w1 + x2 * w2 + b
    o = torch.tanh(n)
    print(o.data.item().__class__, n, o.dtype)
    o.backward()
    for label, value in zip(("x2", "w2", "x1", "w1"), (x2, w2, x1, w1)):
        print(label, f"{value.grad.item():.4f}")
    print(torch.Tensor([[1, 2, 3], [4, 5, 6]]).shape, torch.Tensor([2]).dtype)


def bigram_counts(torch):
    """makemore's bigrams by counting: https://github.com/karpathy/makemore"""
    words = ["emma", "olivia", "ava", "mia", "liam", "noah", "mila", "lena"]
    chars = sorted(set("".join(words)))
    stoi = {s: i + 1 for i, s in enumerate(chars)}
    stoi["."] = 0
    itos = {i: s for s, i in stoi.items()}
    n = len(stoi)
    N = torch.zeros((n, n), dtype=torch.int32)
    for w in words:
        for ch1, ch2 in zip("." + w, w + "."):
            N[stoi[ch1], stoi[ch2]] += 1
    print(N[0], N.sum(), N[3, 4].item())
    P = (N + 1).float()
    P /= P.sum(1, keepdims=True)
    g = torch.Generator().manual_seed(2147483647)
    p = torch.rand(3, generator=g)
    print(p / p.sum())
    for _ in range(4):
        out, ix = [], 0
        while True:
            ix = torch.multinomial(P[ix], num_samples=1, replacement=True, generator=g).item()
            out.append(itos[ix])
            if ix == 0:
                break
        print("".join(out))
    log_likelihood = sum(torch.log(P[stoi[a], stoi[b]]) for a, b in ("em", "mm", "ma"))
    print(f"{log_likelihood=} {-log_likelihood / 3:.4f}")


def bigram_network(torch):
    """makemore's bigrams as a network: https://github.com/karpathy/nn-zero-to-hero"""
    F = torch.nn.functional
    xs, ys = torch.tensor([0, 5, 13, 13, 1]), torch.tensor([5, 13, 13, 1, 0])
    num = xs.nelement()
    g = torch.Generator().manual_seed(2147483647)
    W = torch.randn((27, 27), generator=g, requires_grad=True)
    xenc = F.one_hot(xs, num_classes=27).float()
    print(xenc.shape, xenc.dtype, (xenc @ W)[3, 13])
    for k in range(20):
        logits = xenc @ W
        counts = logits.exp()
        probs = counts / counts.sum(1, keepdims=True)
        loss = -probs[torch.arange(num), ys].log().mean() + 0.01 * (W**2).mean()
        if k % 5 == 0:
            print(f"{loss.item():.3f}")
        W.grad = None
        loss.backward()
        W.data += -5 * W.grad
    for i in range(3):
        x, y = xs[i].item(), ys[i].item()
        print(x, y, f"{-torch.log(probs[i, y]).item():.3f}", torch.argmax(probs[i]).item())


def character_mlp(torch):
    """makemore's multilayer perceptron: https://github.com/karpathy/nn-zero-to-hero"""
    F = torch.nn.functional
    g = torch.Generator().manual_seed(2147483647)
    X = torch.randint(0, 27, (64, 3), generator=g)
    Y = X.sum(1) % 27
    C = torch.randn((27, 2), generator=g)
    W1, b1 = torch.randn((6, 50), generator=g), torch.randn(50, generator=g)
    W2, b2 = torch.randn((50, 27), generator=g) * 0.01, torch.randn(27, generator=g) * 0
    parameters = [C, W1, b1, W2, b2]
    print(sum(p.nelement() for p in parameters), C[X].shape)
    for p in parameters:
        p.requires_grad = True
    lre = torch.linspace(-3, 0, 1000)
    lrs = 10**lre
    lossi = []
    for i in range(40):
        ix = torch.randint(0, X.shape[0], (16,), generator=g)
        emb = C[X[ix]]
        h = torch.tanh(emb.view(-1, 6) @ W1 + b1)
        logits = h @ W2 + b2
        loss = F.cross_entropy(logits, Y[ix])
        for p in parameters:
            p.grad = None
        loss.backward()
        lr = 0.1 if i < 20 else 0.01
        for p in parameters:
            p.data += -lr * p.grad
        lossi.append(loss.log10().item())
    print(torch.cat(torch.unbind(emb, 1), 1).shape, ix[:5], lrs[::400])
    print(f"{lossi[0]:.3f} {lossi[-1]:.2f}", torch.tensor(lossi).view(-1, 10).mean(1).shape)


def batch_norm_by_hand(torch):
    """makemore's batch normalization with a running mean: https://github.com/karpathy/nn-zero-to-hero"""
    g = torch.Generator().manual_seed(0)
    n_hidden = 8
    W1 = torch.randn((6, n_hidden), generator=g) * (5 / 3) / (6**0.5)
    bngain, bnbias = torch.ones((1, n_hidden)), torch.zeros((1, n_hidden))
    bnmean_running, bnstd_running = torch.zeros((1, n_hidden)), torch.ones((1, n_hidden))
    bngain.requires_grad_(), bnbias.requires_grad_()
    for _ in range(30):
        x = torch.randn((32, 6), generator=g)
        hpreact = x @ W1
        bnmeani = hpreact.mean(0, keepdim=True)
        bnstdi = hpreact.std(0, keepdim=True)
        out = bngain * (hpreact - bnmeani) / bnstdi + bnbias
        with torch.no_grad():
            bnmean_running = 0.9 * bnmean_running + 0.1 * bnmeani
            bnstd_running = 0.9 * bnstd_running + 0.1 * bnstdi
    h = torch.tanh(out)
    print(bnmean_running.shape, bnstd_running[0, :3], (h.abs() > 0.99).float().mean())

    @torch.no_grad()
    def split_loss(split):
        hpreact = {"train": x, "val": x * 2}[split] @ W1
        hpreact = (hpreact - bnmean_running) / bnstd_running * bngain + bnbias
        print(split, f"{hpreact.tanh().pow(2).mean().item():.4f}", hpreact.requires_grad)

    split_loss("train")
    split_loss("val")
    h.sum().backward()
    print(bngain.grad.shape, bnbias.grad[0, :3])


def backprop_ninja(torch):
    """makemore's manual backward, compared: https://github.com/karpathy/nn-zero-to-hero"""
    F = torch.nn.functional
    torch.manual_seed(42)
    n, Yb = 4, torch.tensor([0, 2, 1, 2])
    h, W, b = torch.randn(n, 5), torch.randn(5, 3) * 0.1, torch.randn(3) * 0.1
    for p in (W, b):
        p.requires_grad = True
    logits = h @ W + b
    logit_maxes = logits.max(1, keepdim=True).values
    norm_logits = logits - logit_maxes
    counts = norm_logits.exp()
    counts_sum = counts.sum(1, keepdims=True)
    counts_sum_inv = counts_sum**-1
    probs = counts * counts_sum_inv
    logprobs = probs.log()
    loss = -logprobs[range(n), Yb].mean()
    for t in [logprobs, probs, counts, counts_sum, counts_sum_inv, norm_logits, logits]:
        t.retain_grad()
    loss.backward()

    def cmp(s, dt, t):
        ex = torch.all(dt == t.grad).item()
        app = torch.allclose(dt, t.grad)
        maxdiff = (dt - t.grad).abs().max().item()
        print(f"{s:15s} | approximate: {app!s:5s} | {isinstance(ex, bool)} {maxdiff < 1e-6}")

    dlogprobs = torch.zeros_like(logprobs)
    dlogprobs[range(n), Yb] = -1.0 / n
    cmp("logprobs", dlogprobs, logprobs)
    dprobs = (1.0 / probs) * dlogprobs
    cmp("probs", dprobs, probs)
    dcounts_sum_inv = (counts * dprobs).sum(1, keepdim=True)
    cmp("counts_sum_inv", dcounts_sum_inv, counts_sum_inv)
    dcounts = counts_sum_inv * dprobs - (counts_sum**-2) * dcounts_sum_inv
    cmp("counts", dcounts, counts)
    dlogits = F.softmax(logits, 1)
    dlogits[range(n), Yb] -= 1
    dlogits /= n
    cmp("logits", dlogits, logits)
    cmp("W", h.T @ dlogits, W)
    cmp("b", dlogits.sum(0), b)
    print(dlogits.detach()[0], loss)


def layers_of_ones_own(torch):
    """makemore's own torch.nn and its statistics: https://github.com/karpathy/nn-zero-to-hero"""
    g = torch.Generator().manual_seed(2147483647)

    class Linear:
        def __init__(self, fan_in, fan_out):
            self.weight = torch.randn((fan_in, fan_out), generator=g) / fan_in**0.5
            self.bias = torch.zeros(fan_out)

        def __call__(self, x):
            self.out = x @ self.weight
            self.out += self.bias
            return self.out

        def parameters(self):
            return [self.weight, self.bias]

    class Tanh:
        def __call__(self, x):
            self.out = torch.tanh(x)
            return self.out

        def parameters(self):
            return []

    layers = [Linear(10, 20), Tanh(), Linear(20, 20), Tanh(), Linear(20, 5)]
    with torch.no_grad():
        layers[-1].weight *= 0.1
    parameters = [p for layer in layers for p in layer.parameters()]
    for p in parameters:
        p.requires_grad = True
    x = torch.randn((64, 10), generator=g)
    for layer in layers:
        x = layer(x)
    loss = torch.nn.functional.cross_entropy(x, torch.arange(64) % 5)
    for layer in layers:
        layer.out.retain_grad()
    loss.backward()
    for layer in layers[1::2]:
        t, saturated = layer.out, (layer.out.abs() > 0.97).float().mean() * 100
        print(f"mean {t.mean():+.2f}, std {t.std():.2f}, saturated {saturated:.1f}%")
        print(torch.histogram(t.detach(), density=True)[0].shape, layer.out.grad.shape)
    ratio = [
        f"{(0.1 * p.grad.std() / p.data.std()).log10():.2f}" for p in parameters if p.ndim == 2
    ]
    print(ratio)


def self_attention_head(torch):
    """Let's build GPT, one head: https://github.com/karpathy/ng-video-lecture"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(1337)
    B, T, C = 2, 4, 8
    x = torch.randn(B, T, C)
    xbow = torch.zeros((B, T, C))
    for b in range(B):
        for t in range(T):
            xbow[b, t] = torch.mean(x[b, : t + 1], 0)
    tril = torch.tril(torch.ones(T, T))
    wei = torch.zeros((T, T)).masked_fill(tril == 0, float("-inf"))
    wei = F.softmax(wei, dim=-1)
    print(wei, torch.allclose(xbow, wei @ x, atol=1e-6))

    class Head(nn.Module):
        def __init__(self, n_embd, head_size, block_size):
            super().__init__()
            self.key = nn.Linear(n_embd, head_size, bias=False)
            self.query = nn.Linear(n_embd, head_size, bias=False)
            self.value = nn.Linear(n_embd, head_size, bias=False)
            self.register_buffer("tril", torch.tril(torch.ones(block_size, block_size)))
            self.dropout = nn.Dropout(0.2)

        def forward(self, x):
            _, T, _ = x.shape
            k, q = self.key(x), self.query(x)
            wei = q @ k.transpose(-2, -1) * k.shape[-1] ** -0.5
            wei = wei.masked_fill(self.tril[:T, :T] == 0, float("-inf"))
            wei = self.dropout(F.softmax(wei, dim=-1))
            return wei @ self.value(x)

    heads = nn.ModuleList([Head(C, 4, 6) for _ in range(2)])
    out = torch.cat([h(x) for h in heads], dim=-1)
    print(out.shape, list(heads.state_dict())[:2], out[0, 0, :4])
    qkv = torch.randn(3, B, 2, T, 4)
    flash = F.scaled_dot_product_attention(*qkv, is_causal=True)
    print(flash.shape, flash[0, 0, 0].equal(qkv[2, 0, 0, 0]))


def generating_from_gpt(torch):
    """nanoGPT's sampling with a temperature and top k: https://github.com/karpathy/nanoGPT"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(1337)

    class BigramLanguageModel(nn.Module):
        def __init__(self, vocab_size):
            super().__init__()
            self.token_embedding_table = nn.Embedding(vocab_size, vocab_size)

        def forward(self, idx, targets=None):
            logits = self.token_embedding_table(idx)
            if targets is None:
                return logits, None
            B, T, C = logits.shape
            return logits, F.cross_entropy(logits.view(B * T, C), targets.view(B * T))

        @torch.no_grad()
        def generate(self, idx, max_new_tokens, temperature=1.0, top_k=None):
            for _ in range(max_new_tokens):
                logits, _ = self(idx[:, -8:])
                logits = logits[:, -1, :] / temperature
                if top_k is not None:
                    v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                    logits[logits < v[:, [-1]]] = -float("Inf")
                probs = F.softmax(logits, dim=-1)
                idx = torch.cat((idx, torch.multinomial(probs, num_samples=1)), dim=1)
            return idx

    data = torch.randint(10, (60,))
    ix = torch.randint(len(data) - 8, (4,))
    x = torch.stack([data[i : i + 8] for i in ix])
    y = torch.stack([data[i + 1 : i + 9] for i in ix])
    model = BigramLanguageModel(10)
    logits, loss = model(x, y)
    print(x.shape, logits.shape, loss)
    print(model.generate(torch.zeros((1, 1), dtype=torch.long), 12)[0].tolist())
    print(model.generate(torch.ones((2, 1), dtype=torch.int64), 5, 0.8, 3).tolist())


def configuring_gpt_training(torch):
    """nanoGPT's decay groups, schedule and precision: https://github.com/karpathy/nanoGPT"""
    nn = torch.nn
    torch.manual_seed(0)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    device_type = "cuda" if "cuda" in device else "cpu"
    fused_available = "fused" in inspect.signature(torch.optim.AdamW).parameters
    model = nn.Sequential(nn.Embedding(12, 8), nn.LayerNorm(8), nn.Linear(8, 12)).to(device)
    param_dict = {pn: p for pn, p in model.named_parameters() if p.requires_grad}
    decay_params = [p for p in param_dict.values() if p.dim() >= 2]
    nodecay_params = [p for p in param_dict.values() if p.dim() < 2]
    groups = [
        {"params": decay_params, "weight_decay": 0.1},
        {"params": nodecay_params, "weight_decay": 0.0},
    ]
    extra = {"fused": True} if fused_available and device_type == "cuda" else {}
    optimizer = torch.optim.AdamW(groups, lr=6e-3, betas=(0.9, 0.95), **extra)
    print(len(decay_params), sum(p.numel() for p in nodecay_params), device_type)

    def get_lr(it):
        if it < 3:
            return 6e-3 * (it + 1) / 4
        coeff = 0.5 * (1.0 + math.cos(math.pi * (it - 3) / (10 - 3)))
        return 6e-4 + coeff * (6e-3 - 6e-4)

    x = torch.randint(12, (4, 6))
    scaler = torch.amp.GradScaler("cuda", enabled=False)
    for it in range(5):
        for param_group in optimizer.param_groups:
            param_group["lr"] = get_lr(it)
        for _ in range(2):
            logits = model(x)
            loss = nn.functional.cross_entropy(logits.view(-1, logits.size(-1)), x.view(-1))
            scaler.scale(loss / 2).backward()
        scaler.unscale_(optimizer)
        norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad(set_to_none=True)
        print(it, f"{loss.item():.4f} {norm:.3f} {optimizer.param_groups[1]['lr']:.5f}")


def titanic_from_scratch(torch):
    """fast.ai, a linear model and a deep one by hand: https://www.kaggle.com/code/jhoward/linear-model-and-neural-net-from-scratch"""
    F, tensor = torch.nn.functional, torch.tensor
    torch.manual_seed(442)
    rng = np.random.default_rng(0)
    t_indep = tensor(rng.random((40, 5)) * [80, 1, 6, 1, 1], dtype=torch.float)
    t_dep = tensor((t_indep[:, 1] > 0.5).numpy())
    n_coeff = t_indep.shape[1]
    coeffs = torch.rand(n_coeff) - 0.5
    print(coeffs)
    vals, _ = t_indep.max(dim=0)
    t_indep = t_indep / vals
    preds = (t_indep * coeffs).sum(axis=1)
    print(preds[:4], torch.abs(preds - t_dep.float()).mean())
    coeffs.requires_grad_()
    for _ in range(3):
        loss = torch.abs(torch.sigmoid((t_indep * coeffs).sum(axis=1)) - t_dep.long()).mean()
        loss.backward()
        with torch.no_grad():
            coeffs.sub_(coeffs.grad * 2)
            coeffs.grad.zero_()
        print(f"{loss:.3f}", end="; ")
    print()
    layers = [(torch.rand(5, 10) - 0.5) / 10 * 4, (torch.rand(10, 1) - 0.5) * 2]
    consts = [(torch.rand(1)[0] - 0.5) * 0.1 for _ in range(2)]
    for layer in layers + consts:
        layer.requires_grad_()
    for _ in range(30):
        res = t_indep
        for i, layer in enumerate(layers):
            res = res @ layer + consts[i]
            if i != len(layers) - 1:
                res = F.relu(res)
        loss = torch.abs(torch.sigmoid(res) - t_dep[:, None].float()).mean()
        loss.backward()
        with torch.no_grad():
            for p in layers + consts:
                p.sub_(p.grad * 2)
                p.grad.zero_()
    results = t_dep.bool() == (torch.sigmoid(res[:, 0]) > 0.5)
    print(f"{loss:.2f}", results.float().mean() > 0.8, consts[0].shape)


def threes_and_sevens(torch):
    """fast.ai's book, chapter 4, pixel similarity and SGD: https://github.com/fastai/fastbook"""
    F, tensor = torch.nn.functional, torch.tensor
    torch.manual_seed(42)
    rng = np.random.default_rng(3)
    three_tensors = [tensor(a) for a in rng.integers(0, 256, (12, 4, 4), dtype=np.uint8)]
    stacked_threes = torch.stack(three_tensors).float() / 255
    stacked_sevens = stacked_threes.flip(-1) * 0.5
    print(three_tensors[0].dtype, stacked_threes.shape, len(stacked_threes.shape))
    mean3, mean7 = stacked_threes.mean(0), stacked_sevens.mean(0)

    def mnist_distance(a, b):
        return (a - b).abs().mean((-1, -2))

    print(mnist_distance(stacked_threes[1], mean3), F.mse_loss(mean3, mean7).sqrt())
    is_3 = mnist_distance(stacked_threes, mean3) < mnist_distance(stacked_threes, mean7)
    print(is_3.float().mean(), tensor([1, 2, 3]) + tensor(1.5), F.l1_loss(mean3, mean7))
    train_x = torch.cat([stacked_threes, stacked_sevens]).view(-1, 4 * 4)
    train_y = tensor([1] * 12 + [0] * 12).unsqueeze(1)
    dset = list(zip(train_x, train_y))
    print(dset[0][0].shape, dset[0][1])
    weights, bias = torch.randn(16).mul(0.1).requires_grad_(), torch.zeros(1).requires_grad_()

    def mnist_loss(predictions, targets):
        predictions = predictions.sigmoid()
        return torch.where(targets == 1, 1 - predictions, predictions).mean()

    for _ in range(30):
        loss = mnist_loss(train_x @ weights + bias, train_y.squeeze())
        loss.backward()
        for p in (weights, bias):
            p.data -= p.grad * 5.0
            p.grad.zero_()
    corrects = ((train_x @ weights + bias) > 0.0).float() == train_y.squeeze()
    print(f"{loss.item():.2f}", corrects.float().mean().item() > 0.8)


def collaborative_filtering(torch):
    """fast.ai's book, chapter 8, factors and biases: https://github.com/fastai/fastbook"""
    nn = torch.nn
    torch.manual_seed(0)

    class DotProductBias(nn.Module):
        def __init__(self, n_users, n_movies, n_factors, y_range=(0, 5.5)):
            super().__init__()
            self.user_factors = self.create_params([n_users, n_factors])
            self.user_bias = self.create_params([n_users])
            self.movie_factors = self.create_params([n_movies, n_factors])
            self.movie_bias = self.create_params([n_movies])
            self.y_range = y_range

        def create_params(self, size):
            return nn.Parameter(torch.zeros(*size).normal_(0, 0.01))

        def forward(self, x):
            users, movies = self.user_factors[x[:, 0]], self.movie_factors[x[:, 1]]
            res = (users * movies).sum(dim=1)
            res += self.user_bias[x[:, 0]] + self.movie_bias[x[:, 1]]
            low, high = self.y_range
            return torch.sigmoid(res) * (high - low) + low

    model = DotProductBias(6, 5, 3)
    x = torch.stack([torch.randint(6, (30,)), torch.randint(5, (30,))], dim=1)
    y = (x[:, 1] + 1).float()
    opt = torch.optim.Adam(model.parameters(), lr=0.1, weight_decay=1e-3)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=0.1, total_steps=40)
    for _ in range(40):
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        opt.step()
        sched.step()
        opt.zero_grad()
    idxs = model.movie_bias.argsort(descending=True)[:3]
    print([name for name, _ in model.named_parameters()], f"{loss.item():.1f}")
    print(
        [i.item() for i in idxs],
        nn.CosineSimilarity(dim=1)(model.movie_factors, model.movie_factors[1][None]).shape,
    )


def matmul_from_scratch(torch):
    """fast.ai part 2, matrix products and broadcasting: https://github.com/fastai/course22p2"""
    torch.manual_seed(1)
    m1, m2 = torch.randn(5, 7), torch.randn(7, 3)

    def matmul(a, b):
        (ar, _), (_, bc) = a.shape, b.shape
        c = torch.zeros(ar, bc)
        for i in range(ar):
            c[i] = (a[i, :, None] * b).sum(dim=0)
        return c

    print(torch.allclose(matmul(m1, m2), torch.einsum("ik,kj->ij", m1, m2), atol=1e-6))
    c = torch.tensor([10.0, 20, 30])
    print(c.expand(2, 3).stride(), c[None].shape, c[..., None].shape, (m1[:, 0] > 0).nonzero().T)
    print(c[None, :] * c[:, None], c[None] > c[:, None], sep="\n")
    rows = (m2 - m2.mean(0)) / m2.std(0)
    print(
        rows.mean(0).abs().max() < 1e-6,
        rows.std(0).round(decimals=3),
        rows.expand_as(m2).storage_offset(),
    )


def learner_with_callbacks(torch):
    """fast.ai part 2, a Learner and activation statistics: https://github.com/fastai/course22p2"""
    nn = torch.nn
    torch.manual_seed(1)
    x = torch.randn(5, 7)

    class CancelFitException(Exception):
        pass

    class Learner:
        def __init__(self, model, xb, yb, cbs):
            self.model, self.xb, self.yb, self.cbs = model, xb, yb, cbs
            self.opt = torch.optim.SGD(model.parameters(), 0.2)

        def fit(self, n):
            try:
                for self.epoch in range(n):
                    self.loss = nn.functional.mse_loss(self.model(self.xb), self.yb)
                    self.loss.backward()
                    self.opt.step(), self.opt.zero_grad()
                    for cb in self.cbs:
                        cb(self)
            except CancelFitException:
                print("stopped at", self.epoch)

    def stop(learn):
        if learn.epoch == 3:
            raise CancelFitException

    stats = types.SimpleNamespace(means=[], stds=[])

    def append_stats(mod, inp, outp):
        acts = outp.detach().cpu()
        stats.means.append(acts.mean())
        stats.stds.append(acts.std())

    model = nn.Sequential(nn.Linear(7, 4), nn.ReLU(), nn.Linear(4, 1))
    hook = model[1].register_forward_hook(append_stats)
    Learner(model, x, x[:, :1], [stop, lambda l: print(f"{l.loss:.2f}")]).fit(9)  # noqa: E741
    hook.remove()
    print(len(stats.means), torch.stack(stats.means).shape, stats.stds[0].dim())


def nearest_neighbours(torch):
    """CS231n and EECS 498, k nearest neighbours: https://cs231n.github.io/classification/"""
    torch.manual_seed(0)
    x_train, y_train = torch.rand(20, 3, 2, 2, dtype=torch.float64), torch.arange(20) % 4
    x_test, y_test = x_train[:6] + 0.1, y_train[:6]
    train, test = x_train.flatten(start_dim=1), x_test.reshape(6, -1)
    dists = torch.zeros(20, 6, dtype=train.dtype)
    for i in range(20):
        dists[i] = (train[i] - test).pow(2).sum(dim=1)
    squares = (
        train.square().sum(1, keepdim=True) + test.square().sum(dim=1) - 2 * train.mm(test.t())
    )
    print(
        torch.allclose(dists, squares),
        torch.cdist(train, test).square().sub(dists).abs().max() < 1e-9,
    )
    y_pred = torch.zeros(6, dtype=torch.int64)
    for j in range(6):
        _, nearest = torch.topk(dists[:, j], 3, largest=False)
        counts = torch.bincount(y_train[nearest], minlength=4)
        y_pred[j] = counts.argmax()
    print(y_pred, (y_pred == y_test).sum().item(), dists.argmin(0))
    folds = torch.chunk(x_train, 5, dim=0)
    print([f.shape[0] for f in folds], torch.cat(folds[:2] + folds[3:]).shape)
    x = torch.zeros(3, 4)
    x[torch.arange(3), torch.tensor([3, 0, 1])] = 1
    x[:, -2:] += 5
    print(x, x.tolist()[0], torch.full((2,), 3.14), x.dtype)


def svm_and_numeric_gradient(torch):
    """CS231n's SVM loss, vectorized and checked: https://cs231n.github.io/optimization-1/"""
    torch.manual_seed(0)
    X, y = torch.randn(12, 6, dtype=torch.float64), torch.randint(0, 3, (12,))
    W = torch.randn(6, 3, dtype=torch.float64) * 0.1

    def svm_loss(W, reg=0.01):
        scores = X.mm(W)
        correct = scores[torch.arange(len(y)), y].view(-1, 1)
        margins = (scores - correct + 1).clamp(min=0)
        margins[torch.arange(len(y)), y] = 0
        loss = margins.sum() / len(y) + reg * (W * W).sum()
        mask = (margins > 0).to(W.dtype)
        mask[torch.arange(len(y)), y] = -mask.sum(dim=1)
        return loss, X.t().mm(mask) / len(y) + 2 * reg * W

    loss, dW = svm_loss(W)
    print(f"{loss:.6f}", dW.shape)
    for ix in [(0, 0), (3, 2), (5, 1)]:
        old = W[ix].item()
        W[ix] = old + 1e-6
        plus = svm_loss(W)[0]
        W[ix] = old - 1e-6
        minus = svm_loss(W)[0]
        W[ix] = old
        print(f"numerical: {(plus - minus) / 2e-6:.4f} analytic: {dW[ix].item():.4f}")
    leaf = W.clone().requires_grad_()
    svm_loss(leaf)[0].backward()
    print(torch.allclose(leaf.grad, dW), (leaf.grad - dW).abs().max().item() < 1e-12)


def barebones_convnet(torch):
    """CS231n's PyTorch notebook, three levels: https://cs231n.github.io/assignments2025/assignment2/"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(0)
    USE_GPU, dtype = True, torch.float32
    device = torch.device("cuda") if USE_GPU and torch.cuda.is_available() else torch.device("cpu")

    def flatten(x):
        N = x.shape[0]
        return x.view(N, -1)

    def random_weight(shape):
        fan_in = shape[0] if len(shape) == 2 else np.prod(shape[1:])
        w = torch.randn(shape, device=device, dtype=dtype) * np.sqrt(2.0 / fan_in)
        w.requires_grad = True
        return w

    x = torch.arange(12).view(2, 1, 3, 2)
    print("Before flattening: ", x, "After: ", flatten(x))
    w1, b1 = random_weight((4, 3, 5, 5)), torch.zeros((4,), device=device, requires_grad=True)
    fc_w = random_weight((4 * 8 * 8, 10))
    x, y = torch.randn(6, 3, 8, 8).to(device=device, dtype=dtype), torch.arange(6)
    for _ in range(2):
        scores = flatten(F.relu(F.conv2d(x, w1, b1, padding=2))).mm(fc_w)
        loss = F.cross_entropy(scores, y)
        loss.backward()
        with torch.no_grad():
            for w in (w1, b1, fc_w):
                w -= 1e-3 * w.grad
                w.grad.zero_()
    print(scores.size(), f"{loss.item():.2f}", w1.dtype)

    class Flatten(nn.Module):
        def forward(self, x):
            return flatten(x)

    model = nn.Sequential(
        nn.Conv2d(3, 4, (3, 3), padding=1), nn.ReLU(), Flatten(), nn.Linear(256, 10)
    )
    nn.init.kaiming_normal_(model[0].weight)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-2, momentum=0.9, nesterov=True)
    F.cross_entropy(model(x), y).backward()
    optimizer.step()
    with torch.no_grad():
        _, preds = model(x).max(1)
    print((preds == y).sum() / preds.size(0), optimizer)


def saliency_maps(torch):
    """CS231n's network visualization: https://cs231n.github.io/understanding-cnn/"""
    nn = torch.nn
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(64, 5))
    model.eval()
    for param in model.parameters():
        param.requires_grad = False
    X, y = torch.randn(3, 3, 6, 6), torch.tensor([1, 0, 3])
    X.requires_grad_()
    scores = model(X)
    scores.gather(1, y.view(-1, 1)).squeeze().backward(torch.ones(3))
    saliency, _ = torch.max(X.grad.abs(), dim=1)
    print(saliency.shape, saliency[0, 2, :3], model[0].weight.grad)
    fooling = X[:1].clone().detach().requires_grad_()
    for i in range(100):
        scores = model(fooling)
        if scores.argmax() == 4:
            print("fooled after", i)
            break
        scores[0, 4].backward()
        with torch.no_grad():
            fooling += 1.0 * fooling.grad / fooling.grad.norm()
            fooling.grad.zero_()
    image = torch.rand(1, 3, 6, 6).mul_(0.5)
    jittered = torch.cat([image[:, :, :, -2:], image[:, :, :, :-2]], dim=3)
    print(torch.equal(jittered, image.roll(2, dims=3)), image.squeeze(0).permute(1, 2, 0).shape)


def continuous_xor(torch):
    """The UvA's introduction, a Dataset and a training loop: https://uvadlc-notebooks.readthedocs.io/en/latest/tutorial_notebooks/tutorial2/Introduction_to_PyTorch.html"""
    nn, data = torch.nn, torch.utils.data
    torch.manual_seed(42)

    class SimpleClassifier(nn.Module):
        def __init__(self, num_inputs, num_hidden, num_outputs):
            super().__init__()
            self.linear1 = nn.Linear(num_inputs, num_hidden)
            self.act_fn = nn.Tanh()
            self.linear2 = nn.Linear(num_hidden, num_outputs)

        def forward(self, x):
            return self.linear2(self.act_fn(self.linear1(x)))

    class XORDataset(data.Dataset):
        def __init__(self, size, std=0.1):
            super().__init__()
            points = torch.randint(low=0, high=2, size=(size, 2), dtype=torch.float32)
            self.label = (points.sum(dim=1) == 1).to(torch.long)
            self.data = points + torch.randn(points.shape) * std
            self.size = size

        def __len__(self):
            return self.size

        def __getitem__(self, idx):
            return self.data[idx], self.label[idx]

    dataset = XORDataset(size=64)
    print(len(dataset), dataset[0])
    loader = data.DataLoader(dataset, batch_size=8, shuffle=True, drop_last=True)
    data_inputs, data_labels = next(iter(loader))
    print(data_inputs.shape, data_labels)
    model, loss_module = SimpleClassifier(2, 4, 1), nn.BCEWithLogitsLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    model.train()
    for _ in range(30):
        for inputs, labels in loader:
            preds = model(inputs).squeeze(dim=1)
            loss = loss_module(preds, labels.float())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    print(model.state_dict().keys(), f"{loss.item():.1f}")
    pred_labels = (torch.sigmoid(model(dataset.data).squeeze(1)) >= 0.5).long()
    print(f"{(pred_labels == dataset.label).sum() / len(dataset):4.2f}")


def activation_statistics(torch):
    """The UvA's activation functions and gradients: https://uvadlc-notebooks.readthedocs.io/en/latest/tutorial_notebooks/tutorial3/Activation_Functions.html"""
    nn = torch.nn
    torch.manual_seed(42)

    class ActivationFunction(nn.Module):
        def __init__(self, **config):
            super().__init__()
            self.name, self.config = self.__class__.__name__, config

    class Swish(ActivationFunction):
        def forward(self, x):
            return x * torch.sigmoid(x)

    class LeakyReLU(ActivationFunction):
        def forward(self, x):
            return torch.where(x > 0, x, self.config["alpha"] * x)

    def get_grads(act_fn, x):
        x = x.clone().requires_grad_()
        out = act_fn(x)
        out.sum().backward()
        return x.grad

    x = torch.linspace(-5, 5, 6)
    for act in (Swish(), LeakyReLU(alpha=0.1), nn.ELU(), nn.Hardtanh(), nn.Softplus()):
        print(type(act).__name__, act(x), get_grads(act, x), sep="\n")
    layers = []
    for size in (16, 16, 16):
        layers += [nn.Linear(size, 16), nn.Tanh()]
    net = nn.Sequential(*layers, nn.Linear(16, 4))
    for name, param in net.named_parameters():
        param.data.fill_(0) if name.endswith(".bias") else param.data.normal_(std=1 / 4)
    nn.functional.cross_entropy(net(torch.randn(32, 16)), torch.arange(32) % 4).backward()
    grads = {n: p.grad.view(-1).clone() for n, p in net.named_parameters() if "weight" in n}
    print([f"{name} {g.var(unbiased=False).sqrt():.4f}" for name, g in grads.items()])


def graph_network_layer(torch):
    """The UvA's graph convolution and attention: https://uvadlc-notebooks.readthedocs.io/en/latest/tutorial_notebooks/tutorial7/GNN_overview.html"""
    nn, F = torch.nn, torch.nn.functional

    class GCNLayer(nn.Module):
        def __init__(self, c_in, c_out):
            super().__init__()
            self.projection = nn.Linear(c_in, c_out)

        def forward(self, node_feats, adj_matrix):
            num_neighbours = adj_matrix.sum(dim=-1, keepdims=True)
            node_feats = torch.bmm(adj_matrix, self.projection(node_feats))
            return node_feats / num_neighbours

    node_feats = torch.arange(8, dtype=torch.float32).view(1, 4, 2)
    adj_matrix = torch.Tensor([[[1, 1, 0, 0], [1, 1, 1, 1], [0, 1, 1, 1], [0, 1, 1, 1]]])
    layer = GCNLayer(c_in=2, c_out=2)
    layer.projection.weight.data = torch.Tensor([[1.0, 0.0], [0.0, 1.0]])
    layer.projection.bias.data = torch.Tensor([0.0, 0.0])
    with torch.no_grad():
        print("Output features", layer(node_feats, adj_matrix))
    edges = adj_matrix.nonzero(as_tuple=False)
    flat = node_feats.view(4, -1)
    left = torch.index_select(flat, 0, edges[:, 0] * 4 + edges[:, 1])
    right = torch.index_select(flat, dim=0, index=edges[:, 2])
    logits = F.leaky_relu(torch.einsum("bc,c->b", torch.cat([left, right], -1), torch.ones(4)), 0.2)
    attn = logits.new_zeros(adj_matrix.shape).fill_(-9e15)
    attn[adj_matrix == 1] = logits
    print(edges.shape, F.softmax(attn, dim=2))


def variational_autoencoder(torch):
    """A VAE as in the UvA's and Stanford's assignments: https://deepgenerativemodels.github.io/notes/vae/"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(0)
    enc = nn.Sequential(nn.Flatten(), nn.Linear(16, 12), nn.ReLU(), nn.Linear(12, 6))
    dec = nn.Sequential(nn.Linear(3, 12), nn.ReLU(), nn.Linear(12, 16), nn.Unflatten(1, (1, 4, 4)))
    images = torch.bernoulli(torch.full((20, 1, 4, 4), 0.3))
    optimizer = torch.optim.Adam([*enc.parameters(), *dec.parameters()], lr=1e-2)
    for step in range(10):
        mu, logvar = enc(images).chunk(2, dim=1)
        std = torch.exp(0.5 * logvar)
        z = mu + std * torch.randn_like(std)
        recon = F.binary_cross_entropy_with_logits(dec(z), images, reduction="sum") / 20
        kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp(), dim=1).mean()
        optimizer.zero_grad()
        (recon + kld).backward()
        optimizer.step()
        if step % 3 == 0:
            print(f"{recon.item():.2f} {kld.item():.3f}")
    q = torch.distributions.Normal(mu, std)
    p = torch.distributions.Normal(torch.zeros_like(mu), torch.ones_like(std))
    print(torch.distributions.kl_divergence(q, p).sum(1).mean().sub(kld).abs() < 1e-4)
    print(q.rsample().requires_grad, q.sample((2,)).shape, q.log_prob(z).sum(-1).shape)


def policy_gradient(torch):
    """Spinning Up and CS 285, the policy gradient: https://spinningup.openai.com/en/latest/spinningup/rl_intro3.html"""
    nn = torch.nn
    torch.manual_seed(0)
    Categorical = torch.distributions.categorical.Categorical
    logits_net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2), nn.Identity())
    optimizer = torch.optim.Adam(logits_net.parameters(), lr=1e-2)

    def reward_to_go(rews):
        rtgs = np.zeros_like(rews)
        for i in reversed(range(len(rews))):
            rtgs[i] = rews[i] + (rtgs[i + 1] if i + 1 < len(rews) else 0)
        return rtgs

    for _ in range(2):
        obs = torch.randn(10, 4)
        acts = [Categorical(logits=logits_net(o)).sample().item() for o in obs]
        weights = reward_to_go([float(a == (o[0] > 0)) for a, o in zip(acts, obs)])
        logp = Categorical(logits=logits_net(obs)).log_prob(
            torch.as_tensor(acts, dtype=torch.int32)
        )
        loss = -(logp * torch.as_tensor(np.array(weights), dtype=torch.float32)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(acts, weights[:3], f"{loss.item():.4f}")
    dist = Categorical(probs=torch.tensor([0.25, 0.75]))
    print(dist, dist.entropy(), dist.log_prob(torch.tensor([0, 1])))


def meta_learning(torch):
    """MAML as in CS 330, gradients of gradients: https://cs330.stanford.edu"""
    F = torch.nn.functional
    torch.manual_seed(0)
    params = {"w": torch.randn(3, 1, requires_grad=True), "b": torch.zeros(1, requires_grad=True)}
    inner_lr = torch.tensor(0.1, requires_grad=True)
    optimizer = torch.optim.Adam([*params.values(), inner_lr], lr=0.05)
    for it in range(3):
        outer = []
        for task in range(4):
            x = torch.randn(8, 3)
            y = x[:, :1] * (task - 1.5)
            fast = dict(params)
            for _ in range(2):
                loss = F.mse_loss(x[:4] @ fast["w"] + fast["b"], y[:4])
                grads = torch.autograd.grad(loss, fast.values(), create_graph=True)
                fast = {k: v - inner_lr * g for (k, v), g in zip(fast.items(), grads)}
            outer.append(F.mse_loss(x[4:] @ fast["w"] + fast["b"], y[4:]))
        optimizer.zero_grad()
        loss = torch.mean(torch.stack(outer))
        loss.backward()
        print(it, f"{loss.item():.3f} {inner_lr.grad.item():.2f}", fast["w"].is_leaf)
        optimizer.step()
