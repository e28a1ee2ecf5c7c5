"""More of what courses, books and blogs run, restated: chosen by their titles alone."""

import copy
import math

import numpy as np


def optimization_and_initialization(torch):  # noqa: C901
    """The UvA's optimization and initialization: https://uvadlc-notebooks.readthedocs.io/en/latest/tutorial_notebooks/tutorial4/Optimization_and_Initialization.html"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(42)

    def make(act_fn, sizes=(16, 12, 12, 8)):
        layers = [nn.Flatten()]
        for i in range(1, len(sizes)):
            layers += [nn.Linear(sizes[i - 1], sizes[i]), act_fn]
        return nn.Sequential(*layers, nn.Linear(sizes[-1], 4))

    def kaiming_init(model):
        for name, param in model.named_parameters():
            if name.endswith(".bias"):
                param.data.fill_(0)
            else:
                param.data.normal_(0, math.sqrt(2) / math.sqrt(param.shape[1]))

    x, y = torch.randn(32, 4, 4), torch.randint(4, (32,))
    for act_fn in (nn.Identity(), nn.ReLU(), nn.Tanh()):
        model = make(act_fn)
        kaiming_init(model)
        feats = x
        for index, layer in enumerate(model):
            feats = layer(feats)
            if isinstance(layer, nn.Linear):
                print(f"Layer {index} - Variance: {torch.var(feats).item():.4f}")
        F.cross_entropy(model(x), y).backward()
        grad = model[1].weight.grad.view(-1).cpu().clone().numpy()
        print(f"{act_fn.__class__.__name__} - {np.var(grad):.3e}")

    class SGDMomentum(torch.optim.Optimizer):
        def __init__(self, params, lr=0.1, momentum=0.9):
            super().__init__(params, {"lr": lr, "momentum": momentum})

        @torch.no_grad()
        def step(self, closure=None):
            for group in self.param_groups:
                for p in group["params"]:
                    m = self.state[p].setdefault("momentum", torch.zeros_like(p))
                    m.mul_(group["momentum"]).add_(p.grad, alpha=1 - group["momentum"])
                    p.add_(-group["lr"] * m)

    weights = nn.Parameter(torch.FloatTensor([-5, 5]), requires_grad=True)
    optim = SGDMomentum([weights], lr=10)
    print(optim)
    for _ in range(20):
        w1, w2 = weights
        loss = torch.tanh(w1) ** 2 + 0.01 * torch.abs(w1) + torch.sigmoid(w2)
        optim.zero_grad()
        loss.backward()
        optim.step()
    print(weights, loss)


def normalizing_flows(torch):  # noqa: C901
    """The UvA's normalizing flows: https://uvadlc-notebooks.readthedocs.io/en/latest/tutorial_notebooks/tutorial11/NF_image_modeling.html"""
    nn, F = torch.nn, torch.nn.functional

    class Dequantization(nn.Module):
        def __init__(self, alpha=1e-5, quants=256):
            super().__init__()
            self.alpha, self.quants = alpha, quants

        def forward(self, z, ldj, reverse=False):
            if not reverse:
                z = z.to(torch.float32)
                z = (z + torch.rand_like(z).detach()) / self.quants
                ldj -= np.log(self.quants) * np.prod(z.shape[1:])
                z = z * (1 - self.alpha) + 0.5 * self.alpha
                ldj += np.log(1 - self.alpha) * np.prod(z.shape[1:])
                ldj += (-torch.log(z) - torch.log(1 - z)).sum(dim=[1, 2, 3])
                return torch.log(z) - torch.log(1 - z), ldj
            ldj += (-z - 2 * F.softplus(-z)).sum(dim=[1, 2, 3])
            z = (torch.sigmoid(z) - 0.5 * self.alpha) / (1 - self.alpha) * self.quants
            return torch.floor(z).clamp(min=0, max=self.quants - 1).to(torch.int32), ldj

    class CouplingLayer(nn.Module):
        def __init__(self, mask, c_in):
            super().__init__()
            self.network = nn.Sequential(
                nn.Conv2d(c_in, 8, 3, padding=1), nn.ELU(), nn.Conv2d(8, 2 * c_in, 3, padding=1)
            )
            self.scaling_factor = nn.Parameter(torch.zeros(c_in))
            self.register_buffer("mask", mask)

        def forward(self, z, ldj, reverse=False):
            s, t = self.network(z * self.mask).chunk(2, dim=1)
            s_fac = self.scaling_factor.exp().view(1, -1, 1, 1)
            s = torch.tanh(s / s_fac) * s_fac
            s, t = s * (1 - self.mask), t * (1 - self.mask)
            if not reverse:
                return (z + t) * torch.exp(s), ldj + s.sum(dim=[1, 2, 3])
            return (z * torch.exp(-s)) - t, ldj - s.sum(dim=[1, 2, 3])

    def checkerboard_mask(h, w, invert=False):
        x, y = torch.arange(h, dtype=torch.int32), torch.arange(w, dtype=torch.int32)
        xx, yy = torch.meshgrid(x, y, indexing="ij")
        mask = torch.fmod(xx + yy, 2).to(torch.float32).view(1, 1, h, w)
        return 1 - mask if invert else mask

    print(checkerboard_mask(3, 4))
    masks = [checkerboard_mask(4, 4, i % 2 == 1) for i in range(3)]
    flows = nn.ModuleList([Dequantization(), *(CouplingLayer(mask, 1) for mask in masks)])
    prior = torch.distributions.normal.Normal(loc=0.0, scale=1.0)
    optimizer = torch.optim.Adam(flows.parameters(), lr=1e-3)
    imgs = torch.randint(0, 256, (6, 1, 4, 4))
    for step in range(3):
        z, ldj = imgs, torch.zeros(imgs.shape[0])
        for flow in flows:
            z, ldj = flow(z, ldj)
        log_pz = prior.log_prob(z).sum(dim=[1, 2, 3])
        nll = -(ldj + log_pz)
        bpd = (nll * np.log2(np.exp(1)) / np.prod(imgs.shape[1:])).mean()
        optimizer.zero_grad()
        bpd.backward()
        optimizer.step()
        print(step, f"{bpd.item():.4f}")
    with torch.no_grad():
        for flow in reversed(flows):
            z, ldj = flow(z, ldj, reverse=True)
        print(z.dtype, (z - imgs).abs().max().item() <= 64)
        print(prior.sample(sample_shape=(1, 1, 4, 4)).shape)


def contrastive_learning(torch):
    """The UvA's SimCLR: https://uvadlc-notebooks.readthedocs.io/en/latest/tutorial_notebooks/tutorial17/SimCLR.html"""
    nn, F, optim = torch.nn, torch.nn.functional, torch.optim

    class ContrastiveTransformations:
        def __init__(self, base, n_views=2):
            self.base, self.n_views = base, n_views

        def __call__(self, x):
            return [self.base(x) for _ in range(self.n_views)]

    def augment(x):
        if torch.rand(1) < 0.5:
            x = x.flip(-1)
        return x + 0.1 * torch.randn_like(x)

    images = [torch.randn(1, 6, 6) for _ in range(8)]
    transform = ContrastiveTransformations(augment)
    loader = torch.utils.data.DataLoader(
        [(transform(i), 0) for i in images], batch_size=4, shuffle=True, drop_last=True
    )
    net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(inplace=True), nn.Flatten(), nn.Linear(64, 16))
    net.fc = nn.Sequential(nn.ReLU(inplace=True), nn.Linear(16, 8))
    optimizer = optim.AdamW(net.parameters(), lr=5e-3, weight_decay=1e-4)
    lr_scheduler = optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=5, eta_min=5e-3 / 50)

    def info_nce_loss(batch, temperature=0.2):
        imgs, _ = batch
        imgs = torch.cat(imgs, dim=0)
        feats = net(imgs)
        cos_sim = F.cosine_similarity(feats[:, None, :], feats[None, :, :], dim=-1)
        self_mask = torch.eye(cos_sim.shape[0], dtype=torch.bool, device=cos_sim.device)
        cos_sim.masked_fill_(self_mask, -9e15)
        pos_mask = self_mask.roll(shifts=cos_sim.shape[0] // 2, dims=0)
        cos_sim = cos_sim / temperature
        nll = -cos_sim[pos_mask] + torch.logsumexp(cos_sim, dim=-1)
        comb_sim = torch.cat(
            [cos_sim[pos_mask][:, None], cos_sim.masked_fill(pos_mask, -9e15)], dim=-1
        )
        sim_argsort = comb_sim.argsort(dim=-1, descending=True).argmin(dim=-1)
        top1 = (sim_argsort == 0).float().mean()
        print(f"top1 {top1:.3f} mean position {1 + sim_argsort.float().mean():.3f}")
        return nll.mean()

    for _ in range(2):
        for batch in loader:
            loss = info_nce_loss(batch)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            print(f"{loss.item():.4f}")
        lr_scheduler.step()
    frozen = copy.deepcopy(net)
    frozen.fc = nn.Identity()
    frozen.eval()
    print(frozen)
    with torch.no_grad():
        feats = torch.cat([frozen(i[None]) for i in images])
    feats, labels = feats[torch.arange(8).sort()[1]], torch.arange(8) % 2
    print(
        feats.shape, torch.utils.data.TensorDataset(feats, labels)[1][1], lr_scheduler.get_last_lr()
    )


def language_model_basics(torch):
    """CS336's first assignment, a transformer's parts: https://github.com/stanford-cs336/assignment1-basics"""
    nn = torch.nn

    class Linear(nn.Module):
        def __init__(self, in_features, out_features, device=None, dtype=None):
            super().__init__()
            std = math.sqrt(2 / (in_features + out_features))
            self.weight = nn.Parameter(
                torch.empty((out_features, in_features), device=device, dtype=dtype)
            )
            nn.init.trunc_normal_(self.weight, 0.0, std, -3 * std, 3 * std)

        def forward(self, x):
            return torch.einsum("...i, o i -> ...o", x, self.weight)

    class RMSNorm(nn.Module):
        def __init__(self, d_model, eps=1e-5):
            super().__init__()
            self.weight, self.eps = nn.Parameter(torch.ones(d_model)), eps

        def forward(self, x):
            in_dtype = x.dtype
            x = x.to(torch.float32)
            return (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight).to(
                in_dtype
            )

    class RotaryEmbedding(nn.Module):
        def __init__(self, theta, d_k, max_seq_len):
            super().__init__()
            freqs = 1.0 / theta ** (torch.arange(0, d_k, 2).float() / d_k)
            angles = torch.outer(torch.arange(max_seq_len), freqs)
            self.register_buffer("cos", angles.cos(), persistent=False)
            self.register_buffer("sin", angles.sin(), persistent=False)

        def forward(self, x, positions):
            cos, sin = self.cos[positions], self.sin[positions]
            even, odd = x[..., 0::2], x[..., 1::2]
            return torch.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1).flatten(-2)

    class SwiGLU(nn.Module):
        def __init__(self, d_model, d_ff):
            super().__init__()
            self.w1, self.w2, self.w3 = (
                Linear(d_model, d_ff),
                Linear(d_ff, d_model),
                Linear(d_model, d_ff),
            )

        def forward(self, x):
            gate = self.w1(x)
            return self.w2(gate * torch.sigmoid(gate) * self.w3(x))

    x = torch.randn(2, 5, 8)
    rope = RotaryEmbedding(10000.0, 8, 16)
    print(
        rope.state_dict(),
        rope(x, torch.arange(5))[0, 1],
        x.norm() - rope(x, torch.arange(5)).norm() < 1e-4,
    )
    print(
        RMSNorm(8)(x.to(torch.bfloat16))[0, 0],
        torch.equal(RMSNorm(8)(x), nn.RMSNorm(8, eps=1e-5)(x)),
    )
    model = nn.Sequential(RMSNorm(8), SwiGLU(8, 16), Linear(8, 12))
    print(model)

    opt = torch.optim.AdamW(model.parameters(), lr=1e-2, betas=(0.9, 0.95))
    targets = torch.randint(0, 12, (2, 5))
    for _ in range(4):
        opt.zero_grad()
        logits = model(x)
        logits = logits - logits.amax(dim=-1, keepdim=True)
        picked = logits.gather(-1, targets[..., None]).squeeze(-1)
        loss = (logits.exp().sum(-1).log() - picked).mean()
        loss.backward()
        opt.step()
        print(f"{loss.item():.4f}")


def spiral_classification(torch):
    """NYU's spirals: https://github.com/Atcold/NYU-DLSP20/blob/master/04-spiral_classification.ipynb"""
    nn, optim = torch.nn, torch.optim
    device = torch.device("cpu")
    torch.manual_seed(1)
    N, D, C, H = 100, 2, 3, 20
    X = torch.zeros(N * C, D).to(device)
    y = torch.zeros(N * C, dtype=torch.long).to(device)
    for c in range(C):
        index = 0
        t = torch.linspace(0, 1, N)
        inner_var = (
            torch.linspace((2 * math.pi / C) * c, (2 * math.pi / C) * (2 + c), N)
            + torch.randn(N) * 0.2
        )
        for ix in range(N * c, N * (c + 1)):
            X[ix] = t[index] * torch.FloatTensor(
                (math.sin(inner_var[index]), math.cos(inner_var[index]))
            )
            y[ix] = c
            index += 1
    print("Shapes:", tuple(X.size()), tuple(y.size()), X[101], y.bincount())
    for activation in (None, nn.ReLU(), nn.Tanh()):
        layers = [nn.Linear(D, H), activation, nn.Linear(H, C)]
        model = nn.Sequential(*[layer for layer in layers if layer is not None])
        model.to(device)
        criterion = torch.nn.CrossEntropyLoss()
        optimizer = torch.optim.Adam(model.parameters(), lr=1e-2, weight_decay=1e-5)
        for _ in range(60):
            y_pred = model(X)
            loss = criterion(y_pred, y)
            _, predicted = torch.max(y_pred, 1)
            acc = (y == predicted).sum().float() / len(y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"[LOSS]: {loss.item():.3f}, [ACCURACY]: {acc:.2f}")
    print(model)
    with torch.no_grad():
        mesh = torch.linspace(-1.1, 1.1, 4)
        xx, yy = torch.meshgrid(mesh, mesh, indexing="xy")
        Z = model(torch.stack((xx.flatten(), yy.flatten()), dim=1))
        print(Z.argmax(dim=1).reshape(xx.shape))
    reg_X = torch.unsqueeze(torch.linspace(-1, 1, 40), dim=1)
    reg_y = reg_X.pow(3) + 0.3 * torch.rand(reg_X.size())
    net = nn.Sequential(nn.Linear(1, H), nn.Tanh(), nn.Linear(H, 1))
    opt = optim.SGD(net.parameters(), lr=1e-1)
    for _ in range(50):
        loss = nn.MSELoss()(net(reg_X), reg_y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.4f}")


def word_windows(torch):
    """CS224N's tutorial, word windows: https://web.stanford.edu/class/cs224n/materials/CS224N_PyTorch_Tutorial.html"""
    nn, DataLoader = torch.nn, torch.utils.data.DataLoader
    corpus = [
        "we always come to paris",
        "the professor is from australia",
        "i live in stanford",
        "he comes from taiwan",
    ]
    train_sentences = [s.lower().split() for s in corpus]
    locations = {"australia", "paris", "stanford", "taiwan"}
    train_labels = [[1 if word in locations else 0 for word in s] for s in train_sentences]
    ix_to_word = ["<pad>", "<unk>", *sorted({w for s in train_sentences for w in s})]
    word_to_ix = {word: ind for ind, word in enumerate(ix_to_word)}

    def custom_collate_fn(batch):
        x, y = zip(*batch)
        x = [["<pad>"] * 2 + s + ["<pad>"] * 2 for s in x]
        x = [torch.LongTensor([word_to_ix.get(t, 1) for t in s]) for s in x]
        x_padded = nn.utils.rnn.pad_sequence(x, batch_first=True, padding_value=0)
        lengths = torch.LongTensor([len(label) for label in y])
        y = [torch.LongTensor(label) for label in y]
        return x_padded, nn.utils.rnn.pad_sequence(y, batch_first=True), lengths

    class WordWindowClassifier(nn.Module):
        def __init__(self, vocab_size, embed_dim=5, hidden_dim=6, window_size=2):
            super().__init__()
            self.window_size = window_size
            self.embeds = nn.Embedding(vocab_size, embed_dim, padding_idx=0)
            full = 2 * window_size + 1
            self.hidden_layer = nn.Sequential(nn.Linear(full * embed_dim, hidden_dim), nn.Tanh())
            self.output_layer = nn.Linear(hidden_dim, 1)
            self.probabilities = nn.Sigmoid()

        def forward(self, inputs):
            B, _ = inputs.size()
            windows = inputs.unfold(1, 2 * self.window_size + 1, 1)
            _, adjusted_length, _ = windows.size()
            embedded = self.embeds(windows).view(B, adjusted_length, -1)
            return self.probabilities(self.output_layer(self.hidden_layer(embedded))).view(B, -1)

    print(torch.LongTensor([[1, 2, 3, 4], [5, 6, 7, 8]]).unfold(1, 3, 1))
    pairs = list(zip(train_sentences, train_labels))
    loader = DataLoader(pairs, batch_size=2, shuffle=True, collate_fn=custom_collate_fn)
    model = WordWindowClassifier(len(word_to_ix))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(4):
        total_loss = 0
        for batch_inputs, batch_labels, batch_lengths in loader:
            optimizer.zero_grad()
            outputs = model(batch_inputs)
            loss = nn.BCELoss()(outputs, batch_labels.float())
            loss = loss / batch_lengths.sum().float()
            loss.backward()
            optimizer.step()
            total_loss += loss.item()
        print(epoch, batch_inputs.shape, f"{total_loss:.5f}")
    print(model(torch.LongTensor([[0, 0, 3, 4, 5, 0, 0]])), model.embeds.weight.grad[0])


def annotated_transformer(torch):
    """The annotated transformer: https://nlp.seas.harvard.edu/annotated-transformer/"""
    nn, F = torch.nn, torch.nn.functional
    LambdaLR = torch.optim.lr_scheduler.LambdaLR

    class MultiHeadedAttention(nn.Module):
        def __init__(self, h, d_model, dropout=0.1):
            super().__init__()
            self.d_k, self.h = d_model // h, h
            self.linears = nn.ModuleList(
                [copy.deepcopy(nn.Linear(d_model, d_model)) for _ in range(4)]
            )
            self.dropout = nn.Dropout(p=dropout)

        def forward(self, query, key, value, mask):
            mask = mask.unsqueeze(1)
            n = query.size(0)
            query, key, value = [
                lin(x).view(n, -1, self.h, self.d_k).transpose(1, 2)
                for lin, x in zip(self.linears, (query, key, value))
            ]
            scores = torch.matmul(query, key.transpose(-2, -1)) / math.sqrt(self.d_k)
            self.attn = scores.masked_fill(mask == 0, -1e9).softmax(dim=-1)
            x = torch.matmul(self.dropout(self.attn), value)
            return self.linears[-1](x.transpose(1, 2).contiguous().view(n, -1, self.h * self.d_k))

    def subsequent_mask(size):
        return torch.triu(torch.ones((1, size, size)), diagonal=1).type(torch.uint8) == 0

    def rate(step, model_size, factor, warmup):
        step = max(step, 1)
        return factor * (model_size ** (-0.5) * min(step ** (-0.5), step * warmup ** (-1.5)))

    class LabelSmoothing(nn.Module):
        def __init__(self, size, padding_idx, smoothing=0.0):
            super().__init__()
            self.criterion = nn.KLDivLoss(reduction="sum")
            self.padding_idx, self.size, self.smoothing = padding_idx, size, smoothing

        def forward(self, x, target):
            true_dist = x.data.clone()
            true_dist.fill_(self.smoothing / (self.size - 2))
            true_dist.scatter_(1, target.data.unsqueeze(1), 1 - self.smoothing)
            true_dist[:, self.padding_idx] = 0
            mask = torch.nonzero(target.data == self.padding_idx)
            if mask.dim() > 0:
                true_dist.index_fill_(0, mask.squeeze(), 0.0)
            self.true_dist = true_dist
            return self.criterion(x, true_dist.clone().detach())

    print(subsequent_mask(4))
    attn = MultiHeadedAttention(2, 8)
    x = torch.randn(2, 4, 8)
    norm = (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + 1e-6)
    y = x + attn(norm, norm, norm, subsequent_mask(4))
    print(y.shape, attn.attn[0, 0])
    optimizer = torch.optim.Adam(attn.parameters(), lr=1, betas=(0.9, 0.98), eps=1e-9)
    lr_scheduler = LambdaLR(optimizer=optimizer, lr_lambda=lambda step: rate(step, 8, 1, warmup=4))
    crit = LabelSmoothing(8, 0, 0.4)
    target = torch.tensor([1, 2, 3, 0])
    for _ in range(3):
        out = F.log_softmax(attn(x, x, x, subsequent_mask(4)), dim=-1)
        loss = crit(out[0], target)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        lr_scheduler.step()
        print(f"{optimizer.param_groups[0]['lr']:.4f} {loss.item():.4f}")
    print(crit.true_dist)


def annotated_diffusion(torch):
    """The annotated diffusion model: https://huggingface.co/blog/annotated-diffusion"""
    nn, F = torch.nn, torch.nn.functional
    timesteps = 20

    betas = torch.linspace(0.0001, 0.02, timesteps)
    alphas = 1.0 - betas
    alphas_cumprod = torch.cumprod(alphas, axis=0)
    alphas_cumprod_prev = F.pad(alphas_cumprod[:-1], (1, 0), value=1.0)
    posterior_variance = betas * (1.0 - alphas_cumprod_prev) / (1.0 - alphas_cumprod)

    def extract(a, t, x_shape):
        out = a.gather(-1, t.cpu())
        return out.reshape(t.shape[0], *((1,) * (len(x_shape) - 1))).to(t.device)

    def position_embeddings(time, dim=8):
        half_dim = dim // 2
        embeddings = math.log(10000) / (half_dim - 1)
        embeddings = torch.exp(torch.arange(half_dim, device=time.device) * -embeddings)
        embeddings = time[:, None] * embeddings[None, :]
        return torch.cat((embeddings.sin(), embeddings.cos()), dim=-1)

    class Unet(nn.Module):
        def __init__(self, dim=8):
            super().__init__()
            self.time_mlp = nn.Sequential(nn.Linear(dim, dim), nn.GELU(), nn.Linear(dim, dim))
            self.init_conv = nn.Conv2d(1, dim, 1)
            self.down = nn.Conv2d(dim, dim, 4, 2, 1)
            self.norm = nn.GroupNorm(2, dim)
            self.up = nn.Sequential(
                nn.Upsample(scale_factor=2, mode="nearest"), nn.Conv2d(dim, dim, 3, padding=1)
            )
            self.final_conv = nn.Conv2d(dim * 2, 1, 1)

        def forward(self, x, time):
            x = self.init_conv(x)
            r = x.clone()
            time = self.time_mlp(position_embeddings(time))
            h = F.silu(self.norm(self.down(x)) + time[:, :, None, None])
            return self.final_conv(torch.cat((self.up(h), r), dim=1))

    model = Unet()
    print(sum(p.numel() for p in model.parameters()), model.up)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    batch = torch.rand(4, 1, 8, 8) * 2 - 1
    for step in range(3):
        optimizer.zero_grad()
        t = torch.randint(0, timesteps, (4,)).long()
        noise = torch.randn_like(batch)
        scale = extract(torch.sqrt(alphas_cumprod), t, batch.shape)
        noisy = scale * batch + extract(torch.sqrt(1.0 - alphas_cumprod), t, batch.shape) * noise
        loss = F.smooth_l1_loss(noise, model(noisy, t))
        loss.backward()
        optimizer.step()
        print(step, t, f"{loss.item():.4f}")

    @torch.no_grad()
    def p_sample(x, t, t_index):
        noise = model(x, t) / extract(torch.sqrt(1.0 - alphas_cumprod), t, x.shape)
        mean = x - extract(betas, t, x.shape) * noise
        mean = extract(torch.sqrt(1.0 / alphas), t, x.shape) * mean
        if t_index == 0:
            return mean
        return mean + torch.sqrt(extract(posterior_variance, t, x.shape)) * torch.randn_like(x)

    img = torch.randn(1, 1, 8, 8)
    for i in reversed(range(timesteps)):
        img = p_sample(img, torch.full((1,), i, dtype=torch.long), i)
    print(img.shape, img[0, 0, 0])


def binary_and_multiclass(torch):
    """Zero to mastery, classification: https://www.learnpytorch.io/02_pytorch_classification/"""
    nn = torch.nn
    rng = np.random.default_rng(42)
    angle, radius = rng.uniform(0, 2 * np.pi, 80), np.repeat([1.0, 0.8], 40)
    X = np.stack((radius * np.cos(angle), radius * np.sin(angle)), 1) + rng.normal(0, 0.03, (80, 2))
    y = np.repeat([0, 1], 40)
    X = torch.from_numpy(X).type(torch.float)
    y = torch.from_numpy(y).type(torch.float)
    print(X[:2], y[:5], X.dtype)
    order = torch.randperm(80)
    X_train, X_test, y_train, y_test = X[order[:64]], X[order[64:]], y[order[:64]], y[order[64:]]

    class CircleModelV2(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer_1 = nn.Linear(in_features=2, out_features=10)
            self.layer_2 = nn.Linear(in_features=10, out_features=10)
            self.layer_3 = nn.Linear(in_features=10, out_features=1)
            self.relu = nn.ReLU()

        def forward(self, x):
            return self.layer_3(self.relu(self.layer_2(self.relu(self.layer_1(x)))))

    def accuracy_fn(y_true, y_pred):
        correct = torch.eq(y_true, y_pred).sum().item()
        return (correct / len(y_pred)) * 100

    torch.manual_seed(42)
    model = CircleModelV2().to("cpu")
    print(model, next(model.parameters()).device)
    loss_fn = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with torch.inference_mode():
        untrained = model(X_test)
    print(untrained[:3], torch.round(torch.sigmoid(untrained[:3])), untrained.is_inference())
    for epoch in range(60):
        model.train()
        y_logits = model(X_train).squeeze()
        y_pred = torch.round(torch.sigmoid(y_logits))
        loss = loss_fn(y_logits, y_train)
        acc = accuracy_fn(y_true=y_train, y_pred=y_pred)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        model.eval()
        with torch.inference_mode():
            test_loss = loss_fn(model(X_test).squeeze(), y_test)
        if epoch % 20 == 0:
            print(f"Epoch: {epoch} | Loss: {loss:.5f}, Accuracy: {acc:.2f}% | {test_loss:.5f}")
    A = torch.arange(-10, 10, 2, dtype=torch.float32)
    print(torch.maximum(torch.tensor(0), A), 1 / (1 + torch.exp(-A)))
    centres = torch.tensor([[0.0, 4], [4, 0], [0, -4]])
    blobs = torch.randn(60, 2) + centres.repeat_interleave(20, dim=0)
    labels = torch.arange(3).repeat_interleave(20).type(torch.LongTensor)
    net = nn.Sequential(nn.Linear(2, 8), nn.Linear(8, 3))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(20):
        loss = nn.CrossEntropyLoss()(net(blobs), labels)
        opt.zero_grad()
        loss.backward()
        opt.step()
    probs = torch.softmax(net(blobs), dim=1)
    print(probs[0], torch.sum(probs[0]), accuracy_fn(labels, probs.argmax(dim=1)))


def adversarial_networks(torch):
    """D2L's generative adversarial network: https://d2l.ai/chapter_generative-adversarial-networks/gan.html"""
    nn = torch.nn
    X = torch.normal(0.0, 1, (40, 2))
    A = torch.tensor([[1, 2], [-0.1, 0.5]])
    b = torch.tensor([1, 2])
    data = torch.matmul(X, A) + b
    print(f"The covariance matrix is\n{torch.matmul(A.T, A)}")
    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(data), 8, shuffle=True)
    net_G = nn.Sequential(nn.Linear(2, 2))
    net_D = nn.Sequential(nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 3), nn.Tanh(), nn.Linear(3, 1))

    def update_D(X, Z, net_D, net_G, loss, trainer_D):
        batch_size = X.shape[0]
        ones = torch.ones((batch_size,), device=X.device)
        zeros = torch.zeros((batch_size,), device=X.device)
        trainer_D.zero_grad()
        real_Y = net_D(X)
        fake_Y = net_D(net_G(Z).detach())
        real_loss = loss(real_Y, ones.reshape(real_Y.shape))
        loss_D = (real_loss + loss(fake_Y, zeros.reshape(fake_Y.shape))) / 2
        loss_D.backward()
        trainer_D.step()
        return loss_D

    def update_G(Z, net_D, net_G, loss, trainer_G):
        ones = torch.ones((Z.shape[0],), device=Z.device)
        trainer_G.zero_grad()
        fake_Y = net_D(net_G(Z))
        loss_G = loss(fake_Y, ones.reshape(fake_Y.shape))
        loss_G.backward()
        trainer_G.step()
        return loss_G

    loss = nn.BCEWithLogitsLoss(reduction="sum")
    for w in [*net_D.parameters(), *net_G.parameters()]:
        nn.init.normal_(w, 0, 0.02)
    trainer_D = torch.optim.Adam(net_D.parameters(), lr=0.05)
    trainer_G = torch.optim.Adam(net_G.parameters(), lr=0.005)
    for epoch in range(4):
        total_D = total_G = n = 0
        for (batch,) in loader:
            Z = torch.normal(0, 1, size=(batch.shape[0], 2))
            total_D += update_D(batch, Z, net_D, net_G, loss, trainer_D)
            total_G += update_G(Z, net_D, net_G, loss, trainer_G)
            n += batch.shape[0]
        print(epoch, f"loss_D {total_D / n:.3f}, loss_G {total_G / n:.3f}")
    Z = torch.normal(0, 1, size=(3, 2))
    print(net_G(Z).detach().cpu().numpy().round(3), total_D)


def low_rank_adaptation(torch):  # noqa: C901
    """LoRA from scratch: https://lightning.ai/lightning-ai/studios/code-lora-from-scratch"""
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(123)

    class LoRALayer(nn.Module):
        def __init__(self, in_dim, out_dim, rank, alpha):
            super().__init__()
            std_dev = 1 / torch.sqrt(torch.tensor(rank).float())
            self.A = nn.Parameter(torch.randn(in_dim, rank) * std_dev)
            self.B = nn.Parameter(torch.zeros(rank, out_dim))
            self.alpha = alpha

        def forward(self, x):
            return self.alpha * (x @ self.A @ self.B)

    class LinearWithLoRA(nn.Module):
        def __init__(self, linear, rank, alpha):
            super().__init__()
            self.linear = linear
            self.lora = LoRALayer(linear.in_features, linear.out_features, rank, alpha)

        def forward(self, x):
            return self.linear(x) + self.lora(x)

    class LinearWithDoRAMerged(nn.Module):
        def __init__(self, linear, rank, alpha):
            super().__init__()
            self.linear = linear
            self.lora = LoRALayer(linear.in_features, linear.out_features, rank, alpha)
            self.m = nn.Parameter(self.linear.weight.norm(p=2, dim=0, keepdim=True))

        def forward(self, x):
            lora = self.lora.A @ self.lora.B
            numerator = self.linear.weight + self.lora.alpha * lora.T
            denominator = numerator.norm(p=2, dim=0, keepdim=True)
            return F.linear(x, self.m * (numerator / denominator), self.linear.bias)

    model = nn.Sequential(nn.Linear(8, 6), nn.ReLU(), nn.Linear(6, 3))
    x, y = torch.randn(10, 8), torch.randint(0, 3, (10,))
    before = model(x)
    for layer in (LinearWithLoRA, LinearWithDoRAMerged):
        adapted = copy.deepcopy(model)
        for i in (0, 2):
            adapted[i] = layer(adapted[i], rank=2, alpha=4)

        for module in adapted.modules():
            if isinstance(module, nn.Linear):
                module.requires_grad_(False)
        print(adapted)
        print(torch.allclose(before, adapted(x), atol=1e-6))
        for name, param in adapted.named_parameters():
            print(f"{name}: {param.requires_grad}")
        optimizer = torch.optim.Adam([p for p in adapted.parameters() if p.requires_grad], lr=0.05)
        for _ in range(5):
            loss = F.cross_entropy(adapted(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"{loss.item():.4f}", adapted[2].lora.B.grad.norm())
    n = sum(p.numel() for p in adapted.parameters() if p.requires_grad)
    print(f"Trainable: {n:,} of {sum(p.numel() for p in adapted.parameters()):,}")
