"""More of what is asked on Stack Overflow and the forum, and one post that answers a question."""

import numpy as np


def tensor_and_its_class(torch):
    """torch.tensor or torch.Tensor: https://stackoverflow.com/questions/51911749"""
    print(torch.tensor([1, 2, 3]), torch.tensor([1, 2, 3]).dtype)
    print(torch.Tensor([1, 2, 3]), torch.Tensor([1, 2, 3]).dtype)
    print(torch.Tensor(), torch.Tensor().shape)
    try:
        torch.tensor()
    except TypeError as e:
        print(str(e).splitlines()[0])
    print(torch.tensor(()), torch.tensor(5), torch.Tensor(2, 3).shape, torch.Tensor(5).shape)
    print(torch.Tensor([True, False]), torch.tensor([True, False]))
    print(torch.IntTensor([1, 2]), torch.tensor([1.5]).type(), torch.LongTensor(2, 2).type())
    x = torch.tensor([1.0, 2.0])
    same = torch.as_tensor(x)
    print(same is x, torch.Tensor(x).data_ptr() == x.data_ptr())
    y = torch.tensor(x)
    y[0] = 9
    print(x, y, isinstance(y, torch.Tensor), isinstance(y, torch.FloatTensor), type(y))
    array = np.array([1, 2, 3])
    for make in (torch.tensor, torch.as_tensor, torch.from_numpy, torch.Tensor):
        t = make(array)
        array[0] += 1
        print(t)
    try:
        torch.Tensor([[1, 2], [3]])
    except (ValueError, TypeError) as e:
        print(e)
    try:
        torch.Tensor([1.0], dtype=torch.float64)
    except TypeError as e:
        print(str(e).splitlines()[0])
    torch.set_default_dtype(torch.float64)
    print(torch.tensor([1.0]).dtype, torch.Tensor([1]).dtype)
    torch.set_default_dtype(torch.float32)


def what_gather_does(torch):
    """What gather does: https://stackoverflow.com/questions/50999977"""
    t = torch.tensor([[1, 2], [3, 4]])
    print(torch.gather(t, 1, torch.tensor([[0, 0], [1, 0]])))
    src = torch.arange(1, 11).view(2, 5)
    print(
        src.gather(0, torch.tensor([[0, 1, 0, 1, 0]])),
        src.gather(1, torch.tensor([[4], [0]])),
        sep="\n",
    )
    q_values = torch.tensor([[0.1, 0.7, 0.2], [0.5, 0.3, 0.9]], requires_grad=True)
    actions = torch.tensor([2, 0])
    taken = q_values.gather(1, actions.unsqueeze(1)).squeeze(1)
    taken.sum().backward()
    print(taken, q_values.grad, q_values[range(2), actions])
    batch = torch.arange(24).reshape(2, 4, 3)
    lengths = torch.tensor([2, 4])
    last = (lengths - 1).view(-1, 1).expand(-1, 3).unsqueeze(1)
    print(last.shape, batch.gather(1, last).squeeze(1))
    _, order = torch.tensor([[3.0, 1.0, 2.0]]).sort(dim=1)
    print(
        torch.tensor([[10, 20, 30]]).gather(1, order),
        torch.take_along_dim(torch.tensor([[10, 20, 30]]), order, 1),
    )
    back = torch.zeros(2, 5, dtype=src.dtype).scatter_(0, torch.tensor([[0, 1, 0, 1, 0]]), src)
    print(back, torch.zeros(3).scatter_add_(0, torch.tensor([0, 2, 2]), torch.ones(3)))
    for bad in (torch.tensor([[0, 5]]), torch.tensor([0, 1]), torch.tensor([[0.0]])):
        try:
            t.gather(1, bad)
        except (RuntimeError, IndexError) as e:
            print(type(e).__name__, e)


def hidden_and_output(torch):
    """An LSTM's hidden state and its output: https://stackoverflow.com/questions/48302810"""
    nn = torch.nn
    inputs = [torch.randn(1, 3) for _ in range(4)]
    lstm = nn.LSTM(3, 3)
    hidden = (torch.randn(1, 1, 3), torch.randn(1, 1, 3))
    with torch.no_grad():
        for i in inputs:
            out, hidden = lstm(i.view(1, 1, -1), hidden)
    print("out:", out, "hidden:", hidden, sep="\n")
    x = torch.randn(5, 2, 3)
    deep = nn.LSTM(input_size=3, hidden_size=4, num_layers=2, bidirectional=True)
    output, (h_n, c_n) = deep(x)
    print(deep, output.size(), h_n.size(), c_n.size(), sep="\n")
    h = h_n.view(2, 2, 2, 4)
    print(torch.allclose(output[-1, :, :4], h[-1, 0]), torch.allclose(output[0, :, 4:], h[-1, 1]))
    print(torch.allclose(output[-1, :, 4:], h[-1, 1]))
    print(
        [name for name, _ in deep.named_parameters()][:8],
        deep.weight_ih_l1.shape,
        deep.all_weights[0][0].shape,
    )
    gru = nn.GRU(3, 4, batch_first=True, dropout=0.5)
    out, h = gru(x.transpose(0, 1))
    print(out.shape, torch.equal(out[:, -1], h[0]), gru)
    try:
        lstm(torch.randn(5, 2, 4))
    except RuntimeError as e:
        print(e)
    try:
        lstm(x, (torch.zeros(1, 3, 3), torch.zeros(1, 3, 3)))
    except RuntimeError as e:
        print(e)


def packing_sequences(torch):
    """Why sequences are packed: https://stackoverflow.com/questions/51030782"""
    nn, rnn_utils = torch.nn, torch.nn.utils.rnn
    a, b = torch.tensor([1, 2, 3]), torch.tensor([3, 4])
    padded = rnn_utils.pad_sequence([a, b], batch_first=True)
    print(padded)
    packed = rnn_utils.pack_padded_sequence(padded, batch_first=True, lengths=[3, 2])
    print(packed)
    print(packed.data, packed.batch_sizes)
    try:
        rnn_utils.pack_padded_sequence(padded, batch_first=True, lengths=[2, 3])
    except RuntimeError as e:
        print(e)
    seqs = [torch.randn(n, 2) for n in (2, 5, 3)]
    lengths = torch.tensor([len(s) for s in seqs])
    batch = rnn_utils.pad_sequence(seqs, batch_first=True)
    gru = nn.GRU(2, 3, batch_first=True)
    pack = rnn_utils.pack_padded_sequence(batch, lengths, batch_first=True, enforce_sorted=False)
    print(pack.batch_sizes, pack.sorted_indices, pack.unsorted_indices)
    out, h = gru(pack)
    unpacked, sizes = rnn_utils.pad_packed_sequence(out, batch_first=True)
    print(type(out).__name__, unpacked.shape, sizes, unpacked[0])
    last = unpacked[torch.arange(3), lengths - 1]
    print(
        torch.allclose(last, h.squeeze(0)),
        torch.allclose(gru(seqs[0])[0], unpacked[0, :2], atol=1e-6),
    )
    mask = torch.arange(batch.size(1))[None, :] < lengths[:, None]
    mean = (unpacked * mask.unsqueeze(-1)).sum(1) / lengths.unsqueeze(-1)
    print(mask, mean, sep="\n")
    print(rnn_utils.pack_sequence([torch.ones(3), torch.zeros(1)]).data)
    print([t.shape for t in rnn_utils.unpad_sequence(batch, lengths, batch_first=True)])
    (unpacked.sum()).backward()
    print(gru.bias_hh_l0.grad)


def numpy_and_grad(torch):
    """Can't call numpy() on a tensor that requires grad: https://stackoverflow.com/questions/55466298"""
    tensor1 = torch.tensor([1.0, 2.0], requires_grad=True)
    print(tensor1, type(tensor1))
    try:
        tensor1.numpy()
    except RuntimeError as e:
        print(e)
    print(tensor1.detach().numpy(), tensor1.data.numpy(), tensor1.numpy(force=True))
    for use in (np.array, np.asarray, np.mean):
        try:
            print(use(tensor1))
        except (RuntimeError, TypeError) as e:
            print(type(e).__name__, e)
    loss = (tensor1**2).sum()
    history = [loss.item(), float(loss.detach()), loss.tolist()]
    print(history, f"{loss:.2f}", np.array(history).mean())
    plain = torch.arange(3.0)
    array = plain.numpy()
    array += 1
    print(
        plain,
        np.sqrt(plain),
        np.add(plain, 1),
        torch.tensor(np.float32(2.5)),
        np.array([plain, plain]).shape,
    )
    print(plain * array, plain + 1.5, np.stack([plain, plain]).dtype)
    with torch.no_grad():
        print((tensor1 * 2).numpy())
    for wrong in (np.array(["a"]), np.array([1, None])):
        try:
            torch.from_numpy(wrong)
        except TypeError as e:
            print(e)
    try:
        torch.from_numpy([1, 2])
    except TypeError as e:
        print(e)
    print(
        torch.from_numpy(np.arange(4)[::-1].copy()),
        torch.tensor([1, 2], dtype=torch.bfloat16).float().numpy(),
    )
    try:
        torch.tensor([1, 2], dtype=torch.bfloat16).numpy()
    except TypeError as e:
        print(e)
    try:
        torch.from_numpy(np.arange(4)[::-1])
    except ValueError as e:
        print(e)


def stacking_and_concatenating(torch):
    """stack and cat: https://stackoverflow.com/questions/54307225"""
    t1 = torch.tensor([[1, 2], [3, 4]])
    t2 = torch.tensor([[5, 6], [7, 8]])
    print(torch.stack([t1, t2]), torch.cat([t1, t2]), torch.stack([t1, t2], dim=2), sep="\n")
    print(torch.cat((t1, t2), dim=1), torch.cat((t1, t2), dim=-1).shape)
    print(torch.equal(torch.stack([t1, t2]), torch.cat([t1.unsqueeze(0), t2.unsqueeze(0)])))
    print(
        torch.hstack((t1, t2)),
        torch.vstack((t1, t2)).shape,
        torch.dstack((t1, t2)).shape,
        torch.column_stack((t1, t2)).shape,
    )
    x = torch.randn(3, 4, requires_grad=True)
    rows = [row * i for i, row in enumerate(x)]
    torch.stack(rows).sum().backward()
    print(x.grad, torch.stack(rows))
    print(
        torch.cat([torch.tensor([1]), torch.tensor([2.5])]),
        torch.cat([torch.tensor([]), torch.ones(2)]),
    )
    print(
        [c.shape for c in torch.split(torch.arange(10), [3, 7])],
        torch.unbind(t1),
        torch.arange(5).chunk(2),
        torch.tensor_split(torch.arange(5), 3),
    )
    out = []
    for step in range(3):
        out.append(torch.full((2,), step))
    print(torch.stack(out).T, torch.tensor([o.tolist() for o in out]).shape)
    for bad in (
        lambda: torch.stack([t1, torch.ones(2, 3)]),
        lambda: torch.cat([t1, torch.ones(2, 3)]),
        lambda: torch.cat([t1, torch.ones(2)]),
        lambda: torch.stack([]),
        lambda: torch.cat([t1, t2], dim=2),
        lambda: torch.stack([1, 2]),
    ):
        try:
            bad()
        except (RuntimeError, IndexError, TypeError) as e:
            print(type(e).__name__, e)


def model_summary(torch):
    """How many parameters a model has, and its summary: https://stackoverflow.com/questions/49201236"""
    nn = torch.nn
    model = nn.Sequential()
    model.add_module(
        "conv", nn.Conv2d(3, 8, kernel_size=(3, 5), stride=2, padding=(1, 2), bias=False)
    )
    model.add_module("bn", nn.BatchNorm2d(8))
    model.add_module("act", nn.LeakyReLU(0.2, inplace=True))
    model.add_module("pool", nn.AdaptiveAvgPool2d((1, 1)))
    model.add_module("flat", nn.Flatten())
    model.add_module("head", nn.Linear(8, 5))
    print(model)
    pytorch_total_params = sum(p.numel() for p in model.parameters())
    print(pytorch_total_params, sum(p.numel() for p in model.parameters() if p.requires_grad))
    print(sum({p.data_ptr(): p.numel() for p in model.parameters()}.values()))

    def count_parameters(model):
        total = 0
        print(f"{'Modules':<14}{'Parameters':>10}")
        for name, parameter in model.named_parameters():
            if not parameter.requires_grad:
                continue
            params = parameter.numel()
            print(f"{name:<14}{params:>10}")
            total += params
        return total

    model.bn.weight.requires_grad = False
    print(f"Total Trainable Params: {count_parameters(model)}")
    rows = []

    def hook(module, inputs, output):
        rows.append((module.__class__.__name__, list(inputs[0].shape), list(output.shape)))

    handles = [m.register_forward_hook(hook) for m in model.modules() if not list(m.children())]
    model(torch.zeros(2, 3, 9, 9))
    for handle in handles:
        handle.remove()
    print(*rows, sep="\n")
    size = sum(p.nelement() * p.element_size() for p in model.parameters())
    size += sum(b.nelement() * b.element_size() for b in model.buffers())
    print(size, [n for n, _ in model.named_children()], [n for n, _ in model.named_buffers()])
    print(np.sum([np.prod(p.size()) for p in model.parameters()]), len(list(model.modules())))
    print(
        nn.TransformerEncoderLayer(8, 2, 16),
        nn.LSTM(4, 5, 2, dropout=0.1),
        nn.Embedding(7, 3, padding_idx=0),
        sep="\n",
    )
    print(nn.ModuleDict({"a": nn.Linear(2, 2), "b": nn.ModuleList([nn.Tanh() for _ in range(3)])}))


def regularization(torch):
    """Adding L1 and L2 penalties: https://discuss.pytorch.org/t/adding-l1-l2-regularization-in-a-convolutional-networks-in-pytorch/7734"""
    nn, F = torch.nn, torch.nn.functional
    model = nn.Sequential(nn.Conv2d(1, 3, 3), nn.ReLU(), nn.Flatten(), nn.Linear(12, 2))
    x, y = torch.randn(6, 1, 4, 4), torch.tensor([0, 1, 0, 1, 1, 0])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(3):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        l2_reg = None
        for W in model.parameters():
            l2_reg = W.norm(2) if l2_reg is None else l2_reg + W.norm(2)
        l1_reg = sum(p.abs().sum() for p in model.parameters())
        total = loss + 0.01 * l2_reg + 0.001 * l1_reg
        total.backward()
        optimizer.step()
        print(f"{loss.item():.4f} {l2_reg.item():.4f} {l1_reg.item():.4f}")
    print(total, l2_reg)
    reg_loss = 0
    l1_crit = nn.L1Loss(reduction="sum")
    for param in model.parameters():
        reg_loss += l1_crit(param, target=torch.zeros_like(param))
    print(reg_loss)
    all_linear = torch.cat([p.view(-1) for p in model[3].parameters()])
    print(
        torch.norm(all_linear, 1),
        torch.norm(all_linear, 2),
        torch.linalg.norm(model[3].weight, ord="nuc"),
    )
    v = torch.linspace(-1.0, 1.0, 5, requires_grad=True)
    torch.abs(v).sum().backward()
    print(v.grad)
    old = nn.L1Loss(size_average=False)
    print(old(torch.ones(2), torch.zeros(2)))
    w = torch.tensor([1.0], requires_grad=True)
    opt = torch.optim.SGD([w], lr=0.1, weight_decay=0.5)
    (w * 2).backward()
    opt.step()
    print(w)
    decay, no_decay = [], []
    for name, p in model.named_parameters():
        (no_decay if p.ndim == 1 or name.endswith("bias") else decay).append(p)
    print(
        torch.optim.AdamW(
            [{"params": decay, "weight_decay": 0.1}, {"params": no_decay, "weight_decay": 0.0}],
            lr=1e-3,
        )
    )


def divergences(torch):
    """KL divergence of two distributions: https://stackoverflow.com/questions/49886369"""
    nn, F, dist = torch.nn, torch.nn.functional, torch.distributions
    P = torch.Tensor([0.36, 0.48, 0.16])
    Q = torch.Tensor([0.333, 0.333, 0.333])
    print((P * (P / Q).log()).sum(), F.kl_div(Q.log(), P, None, None, "sum"))
    print(F.kl_div(Q.log(), P, reduction="sum"), F.kl_div(Q.log(), P))
    kl_loss = nn.KLDivLoss(reduction="batchmean")
    logits = torch.randn(3, 5, requires_grad=True)
    target = F.softmax(torch.rand(3, 5), dim=1)
    output = kl_loss(F.log_softmax(logits, dim=1), target)
    output.backward()
    print(kl_loss, output, logits.grad[0])
    log_target = nn.KLDivLoss(reduction="batchmean", log_target=True)
    print(log_target(F.log_softmax(logits, dim=1), target.log()))
    p, q = dist.Normal(torch.zeros(2), torch.ones(2)), dist.Normal(torch.tensor([1.0, 0.0]), 2.0)
    print(p, q, dist.kl_divergence(p, q), torch.distributions.kl.kl_divergence(q, p))
    print(
        dist.kl_divergence(dist.Categorical(P), dist.Categorical(logits=Q.log())),
        dist.Categorical(P).entropy(),
    )
    m1 = dist.MultivariateNormal(torch.zeros(2), torch.eye(2))
    m2 = dist.MultivariateNormal(torch.ones(2), torch.tensor([[2.0, 0.5], [0.5, 1.0]]))
    print(dist.kl_divergence(m1, m2), m2.log_prob(torch.zeros(2)))
    print(dist.kl_divergence(dist.Beta(torch.tensor(2.0), 3.0), dist.Beta(torch.tensor(1.0), 1.0)))
    print(
        dist.kl_divergence(dist.Independent(p, 1), dist.Independent(q, 1)),
        dist.Bernoulli(0.3).log_prob(torch.tensor(1.0)),
    )
    mu, logvar = torch.randn(4, 2), torch.randn(4, 2)
    by_hand = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp(), dim=1)
    print(
        torch.allclose(
            by_hand,
            dist.kl_divergence(dist.Normal(mu, (0.5 * logvar).exp()), dist.Normal(0, 1)).sum(1),
            atol=1e-5,
        )
    )
    mid = 0.5 * (P + Q)
    print(0.5 * (F.kl_div(mid.log(), P, reduction="sum") + F.kl_div(mid.log(), Q, reduction="sum")))
    try:
        dist.kl_divergence(p, dist.Poisson(1.0))
    except NotImplementedError as e:
        print("NotImplementedError", str(e)[:60])
    try:
        dist.Normal(0.0, -1.0)
    except ValueError as e:
        print(str(e).splitlines()[0])


def resizing_tensors(torch):
    """How to resize a tensor: https://stackoverflow.com/questions/58676688"""
    nn, F = torch.nn, torch.nn.functional
    t = torch.arange(1.0, 5.0).reshape(1, 1, 2, 2)
    out = F.interpolate(t, size=(4, 4))
    print(out)
    print(F.interpolate(t, scale_factor=2, mode="bilinear", align_corners=False))
    print(F.interpolate(t, size=3, mode="bilinear", align_corners=True))
    print(F.interpolate(t, size=(3, 4), mode="bicubic", align_corners=False).shape)
    print(F.interpolate(torch.rand(1, 2, 5), size=8, mode="linear"))
    volume = torch.rand(1, 1, 2, 2, 2)
    print(
        F.interpolate(volume, scale_factor=(1, 2, 2), mode="trilinear").shape,
        F.interpolate(volume, size=1, mode="area"),
    )
    print(
        F.interpolate(t, size=4, mode="nearest-exact")[0, 0, 0],
        F.interpolate(torch.rand(1, 1, 6, 6), size=3, mode="bilinear", antialias=True),
    )
    up = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)
    print(up, up(t).shape, nn.UpsamplingNearest2d(size=(3, 3))(t))
    print(
        F.adaptive_avg_pool2d(torch.arange(16.0).reshape(1, 1, 4, 4), (2, 3)),
        F.pad(t, (1, 1, 0, 0), mode="replicate"),
    )
    img = torch.rand(3, 4, 4)
    try:
        F.interpolate(img, size=(2, 2), mode="bilinear")
    except (ValueError, NotImplementedError) as e:
        print(type(e).__name__, str(e)[:90])
    print(F.interpolate(img.unsqueeze(0), size=(2, 2)).squeeze(0).shape)
    try:
        F.interpolate(t, size=4, scale_factor=2)
    except ValueError as e:
        print(e)
    try:
        F.interpolate(t)
    except ValueError as e:
        print(e)
    x = torch.rand(1, 1, 3, 3, requires_grad=True)
    F.interpolate(x, scale_factor=1.5, mode="bilinear", align_corners=False).sum().backward()
    print(x.grad, nn.PixelShuffle(2)(torch.arange(16.0).reshape(1, 4, 2, 2)).shape)
    flat = torch.arange(6)
    print(flat.resize_(2, 3), flat.view(3, 2).shape)
    print(F.interpolate(t, scale_factor=0.5, mode="bilinear", recompute_scale_factor=True))


def einsum_is_all_you_need(torch):
    """Einsum is all you need: https://rockt.ai/2018/04/30/einsum"""
    F = torch.nn.functional
    a, b = torch.arange(6).reshape(2, 3), torch.arange(3)
    print(torch.einsum("ij->ji", [a]), torch.einsum("ij->", [a]), torch.einsum("ij->j", [a]))
    print(torch.einsum("ij->i", a), torch.einsum("ik,k->i", [a, b]))
    print(torch.einsum("ik,kj->ij", [a, torch.arange(15).reshape(3, 5)]))
    print(
        torch.einsum("i,i->", [torch.arange(3), torch.arange(3, 6)]),
        torch.einsum("ij,ij->", [a, torch.arange(6, 12).reshape(2, 3)]),
    )
    print(
        torch.einsum("i,j->ij", [torch.arange(3), torch.arange(3, 7)]),
        torch.einsum("ij,ij->ij", [a, a]),
    )
    print(torch.einsum("ijk,ikl->ijl", [torch.randn(3, 2, 5), torch.randn(3, 5, 3)]))
    print(
        torch.einsum(
            "pqrs,tuqvr->pstuv", [torch.randn(2, 3, 5, 7), torch.randn(11, 13, 3, 17, 5)]
        ).shape
    )
    print(
        torch.einsum("ik,jkl,il->ij", [torch.randn(2, 3), torch.randn(5, 3, 7), torch.randn(2, 7)])
    )
    print(
        torch.einsum("ii", torch.eye(3)),
        torch.einsum("ii->i", torch.eye(3)),
        torch.einsum("...ij->...ji", torch.ones(2, 3, 4)).shape,
    )

    def random_tensors(shape, num=1, requires_grad=False):
        tensors = [torch.randn(shape, requires_grad=requires_grad) for _ in range(num)]
        return tensors[0] if num == 1 else tensors

    b_, q_, h_ = random_tensors([2], num=3, requires_grad=True)
    W = random_tensors([2, 2], requires_grad=True)

    def transition(zl):
        return F.softmax(
            torch.einsum("i,ij->j", q_, W) + torch.einsum("bk,ki->bi", zl, W) + b_, dim=1
        )

    out = transition(torch.ones(3, 2))
    out[:, 0].sum().backward()
    print(out, W.grad, h_.grad)
    try:
        torch.einsum("ij,jk->ik", torch.ones(2, 3), torch.ones(2, 3))
    except RuntimeError as e:
        print(e)
