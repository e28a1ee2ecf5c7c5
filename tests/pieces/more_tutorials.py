"""More of PyTorch's tutorials and recipes, restated: chosen by their titles alone."""

import io
import math
import re

import numpy as np


def fundamentals_of_autograd(torch):
    """The fundamentals of autograd: https://docs.pytorch.org/tutorials/beginner/introyt/autogradyt_tutorial.html"""
    torch.set_printoptions(sci_mode=False)
    a = torch.linspace(0.0, 2.0 * math.pi, steps=9, requires_grad=True)
    print(a)
    b = torch.sin(a)
    c = 2 * b
    d = c + 1
    print(b, c, d, sep="\n")
    out = d.sum()
    print(out.shape, f"{out.item():.3f}", out.grad_fn.name())
    print(type(d.grad_fn).__name__, d.grad_fn.next_functions[0][0].next_functions[0][0].name())
    print(a.grad_fn, a.is_leaf, c.is_leaf)
    out.backward()
    print(a.grad)
    print(torch.allclose(a.grad, 2 * torch.cos(a)))

    x = torch.ones(2, 3, requires_grad=True)
    doubled = 2 * x
    with torch.no_grad():
        silent = x + doubled
    print(doubled, silent, x.detach(), sep="\n")

    @torch.no_grad()
    def add_quietly(p, q):
        return p + q

    with torch.enable_grad():
        print(add_quietly(x, x).requires_grad, (x + x).requires_grad)
    t = torch.linspace(0.0, 1.0, steps=3, requires_grad=True)
    try:
        torch.sin_(t)
    except RuntimeError as e:
        print(e)
    v = torch.randn(3, requires_grad=True)
    y = v * 2
    while y.data.norm() < 1000:
        y = y * 2
    print(y)
    y.backward(torch.tensor([0.1, 1.0, 0.0001]))
    print(v.grad)
    print(
        torch.autograd.functional.jacobian(lambda p, q: p.exp() * q, (torch.ones(2), torch.rand(2)))
    )


def tensors_in_depth(torch):
    """Introduction to tensors: https://docs.pytorch.org/tutorials/beginner/introyt/tensors_deeper_tutorial.html"""
    x = torch.empty(2, 2, 3)
    print(x.shape, torch.zeros_like(x).shape, torch.empty_like(x).dtype)
    print(torch.tensor(((2, 4, 6), [3, 6, 9])), torch.ones((2, 3), dtype=torch.int16), sep="\n")
    b = torch.rand((2, 3), dtype=torch.float64) * 20.0
    print(b, b.to(torch.int32), sep="\n")
    powers2 = torch.pow(torch.tensor([[2.0, 2], [2, 2]]), torch.tensor([[1, 2], [3, 4]]))
    print(powers2, torch.sqrt(powers2), powers2 // 3, -powers2 % 3)
    try:
        print(torch.rand(2, 3) * torch.rand(3, 2))
    except RuntimeError as e:
        print(e)
    a = torch.rand(2, 4) * 2 - 1
    print(torch.abs(a), torch.ceil(a), torch.floor(a), torch.clamp(a, -0.5, 0.5), sep="\n")
    angles = torch.tensor([0, math.pi / 4, math.pi / 2, 3 * math.pi / 4])
    print(
        torch.asin(torch.sin(angles)),
        torch.bitwise_xor(torch.tensor([1, 5, 11]), torch.tensor([2, 7, 10])),
    )
    d, e = torch.tensor([[1.0, 2.0], [3.0, 4.0]]), torch.ones(1, 2)
    print(torch.eq(d, e), torch.max(d), torch.max(d).item(), torch.std(d), torch.prod(d))
    print(torch.unique(torch.tensor([1, 2, 1, 2, 1, 2])))
    v1, v2 = torch.tensor([1.0, 0.0, 0.0]), torch.tensor([0.0, 1.0, 0.0])
    print(torch.linalg.cross(v2, v1), torch.linalg.matmul(d, d))
    U, S, Vh = torch.linalg.svd(d)
    print(S, torch.allclose(U @ torch.diag(S) @ Vh, d, atol=1e-5))
    print(torch.sin_(angles), angles)
    c = torch.zeros(2, 2)
    old = c
    print(torch.matmul(d, d, out=c) is old, old)
    a = torch.ones(2, 2)
    a, b = a.clone(), a
    b[0][1] = 561
    print(a, b)
    if torch.accelerator.is_available():
        old = old.to(torch.accelerator.current_accelerator())
    image = torch.rand(3, 6, 6)
    print(
        image.unsqueeze(0).shape,
        torch.rand(1, 5).squeeze(0).shape,
        torch.rand(2, 2).squeeze(0).shape,
    )
    print(torch.reshape(image, (3 * 6 * 6,)).shape, image.unsqueeze_(0).shape)
    numpy_array = np.ones((2, 3))
    shared = torch.from_numpy(numpy_array)
    numpy_array[1, 1] = 23
    print(shared, torch.rand(2, 3).numpy().dtype)


def building_models(torch):
    """Building models: https://docs.pytorch.org/tutorials/beginner/introyt/modelsyt_tutorial.html"""

    class TinyModel(torch.nn.Module):
        def __init__(self):
            super(TinyModel, self).__init__()  # noqa: UP008
            self.linear1 = torch.nn.Linear(6, 10)
            self.activation = torch.nn.ReLU()
            self.linear2 = torch.nn.Linear(10, 3)
            self.softmax = torch.nn.Softmax()

        def forward(self, x):
            return self.softmax(self.linear2(self.activation(self.linear1(x))))

    tiny = TinyModel()
    print("The model:", tiny, "Just one layer:", tiny.linear2, sep="\n")
    for param in tiny.linear2.parameters():
        print(param)
    print(tiny(torch.rand(1, 6)))
    lin = torch.nn.Linear(3, 2)
    x = torch.rand(1, 3)
    print("Input:", x, "Parameters:", *lin.parameters(), "Output:", lin(x), sep="\n")

    class LSTMTagger(torch.nn.Module):
        def __init__(self, embedding_dim, hidden_dim, vocab_size, tagset_size):
            super().__init__()
            self.hidden_dim = hidden_dim
            self.word_embeddings = torch.nn.Embedding(vocab_size, embedding_dim)
            self.lstm = torch.nn.LSTM(embedding_dim, hidden_dim)
            self.hidden2tag = torch.nn.Linear(hidden_dim, tagset_size)

        def forward(self, sentence):
            embeds = self.word_embeddings(sentence)
            lstm_out, _ = self.lstm(embeds.view(len(sentence), 1, -1))
            tag_space = self.hidden2tag(lstm_out.view(len(sentence), -1))
            return torch.nn.functional.log_softmax(tag_space, dim=1)

    print(LSTMTagger(4, 3, 9, 2))
    print(LSTMTagger(4, 3, 9, 2)(torch.tensor([1, 5, 0])))
    print(torch.nn.MaxPool2d(3)(torch.rand(1, 6, 6)))
    my_tensor = torch.rand(1, 4, 4) * 20 + 5
    norm_layer = torch.nn.BatchNorm1d(4)
    print(my_tensor.mean(), norm_layer(my_tensor), norm_layer(my_tensor).mean().abs() < 1e-5)
    dropout = torch.nn.Dropout(p=0.4)
    print(dropout(torch.rand(1, 4, 4)), dropout(torch.rand(1, 4, 4)), sep="\n")
    print(torch.nn.Transformer(8, 2, 1, 1, 16))


def leaves_and_others(torch):
    """Leaf and non-leaf tensors: https://docs.pytorch.org/tutorials/beginner/understanding_leaf_vs_nonleaf_tutorial.html"""
    F = torch.nn.functional
    x = torch.ones(1, 3)
    W = torch.ones(3, 2, requires_grad=True)
    b = torch.ones(1, 2, requires_grad=True)
    y = torch.ones(1, 2)
    z = (x @ W) + b
    y_pred = F.relu(z)
    loss = F.mse_loss(y_pred, y)
    for name, t in {"x": x, "W": W, "b": b, "z": z, "y_pred": y_pred, "loss": loss}.items():
        print(
            f"{name:>8}: requires_grad={t.requires_grad!s:5} is_leaf={t.is_leaf!s:5} "
            f"retains_grad={t.retains_grad}"
        )
    loss.backward()
    print(W.grad, b.grad, z.grad, y_pred.grad)
    try:
        x.retain_grad()
    except RuntimeError as e:
        print(e)
    W.retain_grad()
    z = (x @ W) + b
    y_pred = F.relu(z)
    loss = F.mse_loss(y_pred, y)
    z.retain_grad()
    y_pred.retain_grad()
    loss.retain_grad()
    print(W.retains_grad, z.retains_grad)
    W.grad = None
    b.grad = None
    loss.backward()
    print(W.grad, b.grad, z.grad, y_pred.grad, loss.grad, sep="\n")
    z.requires_grad_(True)
    try:
        z.requires_grad_(False)
    except RuntimeError as e:
        print(e)


def datasets_and_transforms(torch):  # noqa: C901
    """Datasets, loaders and transforms: https://docs.pytorch.org/tutorials/beginner/data_loading_tutorial.html"""
    Dataset, DataLoader = torch.utils.data.Dataset, torch.utils.data.DataLoader
    rng = np.random.RandomState(0)

    class FaceLandmarksDataset(Dataset):
        def __init__(self, transform=None):
            self.sizes = [(10, 8), (12, 12), (9, 15), (11, 10), (8, 8)]
            self.pictures = [rng.randint(0, 256, (*s, 3)).astype(np.uint8) for s in self.sizes]
            self.transform = transform

        def __len__(self):
            return len(self.sizes)

        def __getitem__(self, idx):
            if torch.is_tensor(idx):
                idx = idx.tolist()
            landmarks = np.array([[1, 2], [3, 4], [5, 6]], dtype=float).reshape(-1, 2)
            sample = {"image": self.pictures[idx], "landmarks": landmarks}
            return self.transform(sample) if self.transform else sample

    class RandomCrop:
        def __init__(self, output_size):
            assert isinstance(output_size, (int, tuple))
            self.size = (output_size,) * 2 if isinstance(output_size, int) else output_size

        def __call__(self, sample):
            image, landmarks = sample["image"], sample["landmarks"]
            h, w = image.shape[:2]
            top = torch.randint(0, h - self.size[0] + 1, (1,)).item()
            left = torch.randint(0, w - self.size[1] + 1, (1,)).item()
            image = image[top : top + self.size[0], left : left + self.size[1]]
            return {"image": image, "landmarks": landmarks - [left, top]}

    class ToTensor:
        def __call__(self, sample):
            image = sample["image"].transpose((2, 0, 1))
            return {
                "image": torch.from_numpy(np.ascontiguousarray(image)),
                "landmarks": torch.from_numpy(sample["landmarks"]),
            }

    def composed(sample):
        return ToTensor()(RandomCrop(6)(sample))

    plain = FaceLandmarksDataset()
    print(len(plain), plain[torch.tensor(2)]["image"].shape)
    dataset = FaceLandmarksDataset(composed)
    for i, sample in enumerate(dataset):
        print(i, sample["image"].size(), sample["landmarks"].size(), sample["image"].dtype)
    loader = DataLoader(dataset, batch_size=2, shuffle=True, num_workers=0)
    for i_batch, batch in enumerate(loader):
        print(i_batch, batch["image"].size(), batch["landmarks"].dtype, batch["landmarks"][0])
    try:
        next(iter(DataLoader(plain, batch_size=2)))
    except RuntimeError as e:
        print(e)


def spatial_transformer(torch):
    """Spatial transformer networks: https://docs.pytorch.org/tutorials/intermediate/spatial_transformer_tutorial.html"""
    nn, F = torch.nn, torch.nn.functional

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv1 = nn.Conv2d(1, 4, kernel_size=5)
            self.conv2_drop = nn.Dropout2d()
            self.fc = nn.Linear(4 * 6 * 6, 3)
            self.localization = nn.Sequential(
                nn.Conv2d(1, 3, kernel_size=5),
                nn.MaxPool2d(2, stride=2),
                nn.ReLU(True),
            )
            self.fc_loc = nn.Sequential(nn.Linear(3 * 6 * 6, 8), nn.ReLU(True), nn.Linear(8, 3 * 2))
            self.fc_loc[2].weight.data.zero_()
            self.fc_loc[2].bias.data.copy_(torch.tensor([1, 0, 0, 0, 1, 0], dtype=torch.float))

        def stn(self, x):
            xs = self.localization(x)
            xs = xs.view(-1, 3 * 6 * 6)
            theta = self.fc_loc(xs).view(-1, 2, 3)
            grid = F.affine_grid(theta, x.size())
            return F.grid_sample(x, grid)

        def forward(self, x):
            x = self.stn(x)
            x = F.relu(F.max_pool2d(self.conv2_drop(self.conv1(x)), 2))
            return F.log_softmax(self.fc(x.view(-1, 4 * 6 * 6)), dim=1)

    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    data, target = torch.randn(8, 1, 16, 16), torch.randint(0, 3, (8,))
    model.train()
    for epoch in range(3):
        optimizer.zero_grad()
        loss = F.nll_loss(model(data), target)
        loss.backward()
        optimizer.step()
        print(f"Train Epoch: {epoch} Loss: {loss.item():.4f}")
    with torch.no_grad():
        model.eval()
        pred = model(data).max(1, keepdim=True)[1]
        correct = pred.eq(target.view_as(pred)).sum().item()
        print(f"Accuracy: {correct}/{len(data)} ({100.0 * correct / len(data):.0f}%)")
        print(model.stn(data)[0, 0, :3, :3], model.fc_loc[2].bias)


def knowledge_distillation(torch):
    """Knowledge distillation: https://docs.pytorch.org/tutorials/beginner/knowledge_distillation_tutorial.html"""
    nn, optim = torch.nn, torch.optim

    class Net(nn.Module):
        def __init__(self, width, num_classes=4):
            super().__init__()
            self.features = nn.Sequential(
                nn.Conv2d(3, width, kernel_size=3, padding=1),
                nn.ReLU(),
                nn.MaxPool2d(kernel_size=2, stride=2),
            )
            self.classifier = nn.Sequential(
                nn.Linear(width * 16, 12), nn.ReLU(), nn.Dropout(0.1), nn.Linear(12, num_classes)
            )

        def forward(self, x):
            x = torch.flatten(self.features(x), 1)
            return self.classifier(x), x

    torch.manual_seed(42)
    teacher = Net(8)
    torch.manual_seed(42)
    student = Net(4)
    print("first layer of the student:", f"{torch.norm(student.features[0].weight).item():.4f}")
    for net in (teacher, student):
        print(f"{sum(p.numel() for p in net.parameters()):,}")
    inputs, labels = torch.randn(16, 3, 8, 8), torch.randint(4, (16,))
    T, soft_weight, ce_weight = 2, 0.25, 0.75
    ce_loss = nn.CrossEntropyLoss()
    optimizer = optim.Adam(student.parameters(), lr=0.01)
    teacher.eval()
    student.train()
    for epoch in range(3):
        optimizer.zero_grad()
        with torch.no_grad():
            teacher_logits, _ = teacher(inputs)
        student_logits, _ = student(inputs)
        soft_targets = nn.functional.softmax(teacher_logits / T, dim=-1)
        soft_prob = nn.functional.log_softmax(student_logits / T, dim=-1)
        soft_loss = (
            torch.sum(soft_targets * (soft_targets.log() - soft_prob))
            / soft_prob.size()[0]
            * (T**2)
        )
        loss = soft_weight * soft_loss + ce_weight * ce_loss(student_logits, labels)
        loss.backward()
        optimizer.step()
        print(f"Epoch {epoch + 1}/3, Loss: {loss.item():.4f}")
    hidden = nn.functional.avg_pool1d(teacher(inputs)[1].unsqueeze(1), 2).squeeze(1)
    cosine_loss = nn.CosineEmbeddingLoss()
    cosine = cosine_loss(student(inputs)[1], hidden.detach(), target=torch.ones(inputs.size(0)))
    print(hidden.shape, cosine)


def bags_of_words(torch):
    """Text classification: https://docs.pytorch.org/tutorials/beginner/text_sentiment_ngrams_tutorial.html"""
    nn, DataLoader = torch.nn, torch.utils.data.DataLoader
    lines = [
        (1, "stocks fall as oil rises"),
        (2, "team wins the cup"),
        (1, "oil prices fall again"),
        (2, "the cup goes to the home team"),
        (1, "market rises"),
        (2, "home team loses"),
    ]
    words = sorted({w for _, text in lines for w in text.split()})
    vocab = {w: i for i, w in enumerate(["<unk>", *words])}

    def collate_batch(batch):
        label_list, text_list, offsets = [], [], [0]
        for label, text in batch:
            label_list.append(label - 1)
            processed = torch.tensor([vocab.get(w, 0) for w in text.split()], dtype=torch.int64)
            text_list.append(processed)
            offsets.append(processed.size(0))
        label_list = torch.tensor(label_list, dtype=torch.int64)
        offsets = torch.tensor(offsets[:-1]).cumsum(dim=0)
        return label_list, torch.cat(text_list), offsets

    class TextClassificationModel(nn.Module):
        def __init__(self, vocab_size, embed_dim, num_class):
            super().__init__()
            self.embedding = nn.EmbeddingBag(vocab_size, embed_dim, sparse=False)
            self.fc = nn.Linear(embed_dim, num_class)
            self.init_weights()

        def init_weights(self):
            self.embedding.weight.data.uniform_(-0.5, 0.5)
            self.fc.weight.data.uniform_(-0.5, 0.5)
            self.fc.bias.data.zero_()

        def forward(self, text, offsets):
            return self.fc(self.embedding(text, offsets))

    model = TextClassificationModel(len(vocab), 5, 2)
    print(model)
    dataloader = DataLoader(lines, batch_size=3, shuffle=True, collate_fn=collate_batch)
    criterion = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=5)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1.0, gamma=0.1)
    for epoch in range(3):
        total_acc = total_count = 0
        for label, text, offsets in dataloader:
            optimizer.zero_grad()
            predicted = model(text, offsets)
            loss = criterion(predicted, label)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 0.1)
            optimizer.step()
            total_acc += (predicted.argmax(1) == label).sum().item()
            total_count += label.size(0)
        scheduler.step()
        print(f"epoch {epoch} loss {loss.item():.4f} accuracy {total_acc / total_count:.3f}")
        print(scheduler.get_last_lr())
    with torch.no_grad():
        text = torch.tensor([vocab.get(w, 0) for w in "the team loses oil".split()])
        output = model(text, torch.tensor([0]))
        print(output, output.argmax(1).item() + 1)


def bilstm_crf(torch):  # noqa: C901
    """The Bi-LSTM CRF: https://docs.pytorch.org/tutorials/beginner/nlp/advanced_tutorial.html"""
    nn, optim = torch.nn, torch.optim
    torch.manual_seed(1)
    START, STOP = 3, 4

    def argmax(vec):
        _, idx = torch.max(vec, 1)
        return idx.item()

    def log_sum_exp(vec):
        max_score = vec[0, argmax(vec)]
        max_score_broadcast = max_score.view(1, -1).expand(1, vec.size()[1])
        return max_score + torch.log(torch.sum(torch.exp(vec - max_score_broadcast)))

    class Tagger(nn.Module):
        def __init__(self, vocab_size, embedding_dim, hidden_dim):
            super().__init__()
            self.hidden_dim = hidden_dim
            self.word_embeds = nn.Embedding(vocab_size, embedding_dim)
            self.lstm = nn.LSTM(embedding_dim, hidden_dim // 2, num_layers=1, bidirectional=True)
            self.hidden2tag = nn.Linear(hidden_dim, 5)
            self.transitions = nn.Parameter(torch.randn(5, 5))
            self.transitions.data[START, :] = -10000
            self.transitions.data[:, STOP] = -10000

        def features(self, sentence):
            hidden = (
                torch.randn(2, 1, self.hidden_dim // 2),
                torch.randn(2, 1, self.hidden_dim // 2),
            )
            embeds = self.word_embeds(sentence).view(len(sentence), 1, -1)
            lstm_out, hidden = self.lstm(embeds, hidden)
            return self.hidden2tag(lstm_out.view(len(sentence), self.hidden_dim))

        def neg_log_likelihood(self, sentence, labels):
            feats = self.features(sentence)
            forward_var = torch.full((1, 5), -10000.0)
            forward_var[0][START] = 0.0
            for feat in feats:
                alphas = []
                for tag in range(5):
                    emit = feat[tag].view(1, -1).expand(1, 5)
                    alphas.append(
                        log_sum_exp(forward_var + self.transitions[tag].view(1, -1) + emit).view(1)
                    )
                forward_var = torch.cat(alphas).view(1, -1)
            total = log_sum_exp(forward_var + self.transitions[STOP])
            score = torch.zeros(1)
            labels = torch.cat([torch.tensor([START], dtype=torch.long), labels])
            for i, feat in enumerate(feats):
                score = score + self.transitions[labels[i + 1], labels[i]] + feat[labels[i + 1]]
            return total - score - self.transitions[STOP, labels[-1]]

        def forward(self, sentence):
            return self.features(sentence)

    model = Tagger(8, 5, 4)
    optimizer = optim.SGD(model.parameters(), lr=0.05, weight_decay=1e-4)
    sentence, labels = (
        torch.tensor([0, 1, 2, 3, 4]),
        torch.tensor([0, 1, 1, 2, 0], dtype=torch.long),
    )
    with torch.no_grad():
        print(model(sentence))
    for _ in range(4):
        model.zero_grad()
        loss = model.neg_log_likelihood(sentence, labels)
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.3f}")
    with torch.no_grad():
        print(model(sentence))


def translation_with_a_transformer(torch):  # noqa: C901
    """Translation with nn.Transformer: https://docs.pytorch.org/tutorials/beginner/translation_transformer.html"""
    nn = torch.nn
    Tensor, pad_sequence = torch.Tensor, torch.nn.utils.rnn.pad_sequence
    PAD, BOS, EOS = 1, 2, 3

    class PositionalEncoding(nn.Module):
        def __init__(self, emb_size: int, dropout: float, maxlen: int = 50):
            super().__init__()
            den = torch.exp(-torch.arange(0, emb_size, 2) * math.log(10000) / emb_size)
            pos = torch.arange(0, maxlen).reshape(maxlen, 1)
            pos_embedding = torch.zeros((maxlen, emb_size))
            pos_embedding[:, 0::2] = torch.sin(pos * den)
            pos_embedding[:, 1::2] = torch.cos(pos * den)
            self.dropout = nn.Dropout(dropout)
            self.register_buffer("pos_embedding", pos_embedding.unsqueeze(-2))

        def forward(self, token_embedding: Tensor):
            return self.dropout(token_embedding + self.pos_embedding[: token_embedding.size(0), :])

    class Seq2Seq(nn.Module):
        def __init__(self, emb_size, nhead, vocab, dropout=0.1):
            super().__init__()
            self.transformer = nn.Transformer(
                d_model=emb_size, nhead=nhead, num_encoder_layers=1, num_decoder_layers=1,
                dim_feedforward=16, dropout=dropout,
            )  # fmt: skip
            self.generator = nn.Linear(emb_size, vocab)
            self.embedding = nn.Embedding(vocab, emb_size)
            self.positional_encoding = PositionalEncoding(emb_size, dropout=dropout)

        def embed(self, tokens: Tensor):
            return self.positional_encoding(self.embedding(tokens.long()) * math.sqrt(8))

        def forward(self, src, trg, src_mask, tgt_mask, src_pad, tgt_pad):
            outs = self.transformer(
                self.embed(src),
                self.embed(trg),
                src_mask,
                tgt_mask,
                None,
                src_pad,
                tgt_pad,
                src_pad,
            )
            return self.generator(outs)

    def square_mask(sz):
        mask = (torch.triu(torch.ones((sz, sz))) == 1).transpose(0, 1)
        return mask.float().masked_fill(mask == 0, float("-inf")).masked_fill(mask == 1, 0.0)

    sentences = [torch.tensor([BOS, 4, 5, 6, EOS]), torch.tensor([BOS, 7, 8, EOS])]
    src = pad_sequence(sentences, padding_value=PAD)
    tgt = pad_sequence([s.flip(0) for s in sentences], padding_value=PAD)
    print(src, square_mask(3))
    model = Seq2Seq(8, 2, 10)
    for p in model.parameters():
        if p.dim() > 1:
            nn.init.xavier_uniform_(p)
    loss_fn = torch.nn.CrossEntropyLoss(ignore_index=PAD)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.0001, betas=(0.9, 0.98), eps=1e-9)
    tgt_input, tgt_out = tgt[:-1, :], tgt[1:, :]
    src_mask = torch.zeros((src.shape[0], src.shape[0])).type(torch.bool)
    for _ in range(2):
        logits = model(
            src, tgt_input, src_mask, square_mask(tgt_input.shape[0]),
            (src == PAD).transpose(0, 1), (tgt_input == PAD).transpose(0, 1),
        )  # fmt: skip
        optimizer.zero_grad()
        loss = loss_fn(logits.reshape(-1, logits.shape[-1]), tgt_out.reshape(-1))
        loss.backward()
        optimizer.step()
        print(logits.shape, f"{loss.item():.4f}")
    model.eval()
    with torch.no_grad():
        memory = model.transformer.encoder(model.embed(src[:, :1]), src_mask)
        ys = torch.ones(1, 1).fill_(BOS).type(torch.long)
        for _ in range(4):
            mask = square_mask(ys.size(0)).type(torch.bool)
            out = model.transformer.decoder(model.embed(ys), memory, mask.logical_not().triu(1))
            prob = model.generator(out.transpose(0, 1)[:, -1])
            _, next_word = torch.max(prob, dim=1)
            ys = torch.cat([ys, torch.ones(1, 1).type_as(src.data).fill_(next_word.item())], dim=0)
    print(ys.flatten())


def pruning(torch):
    """Pruning: https://docs.pytorch.org/tutorials/intermediate/pruning_tutorial.html"""
    nn, F, prune = torch.nn, torch.nn.functional, torch.nn.utils.prune

    class LeNet(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv1 = nn.Conv2d(1, 2, 3)
            self.fc1 = nn.Linear(2 * 3 * 3, 6)
            self.fc2 = nn.Linear(6, 3)

        def forward(self, x):
            x = F.max_pool2d(F.relu(self.conv1(x)), 2)
            return self.fc2(F.relu(self.fc1(x.view(-1, int(x.nelement() / x.shape[0])))))

    model = LeNet()
    module = model.conv1
    prune.random_unstructured(module, name="weight", amount=0.3)
    print([name for name, _ in module.named_parameters()])
    print(dict(module.named_buffers())["weight_mask"], module.weight, sep="\n")
    print(next(iter(module._forward_pre_hooks.values())).__class__.__name__)
    prune.l1_unstructured(module, name="bias", amount=1)
    prune.ln_structured(module, name="weight", amount=0.5, n=2, dim=0)
    print(module.weight[1], [type(h).__name__ for h in module._forward_pre_hooks.values()])
    print(model.state_dict().keys())
    prune.remove(module, "weight")
    print([name for name, _ in module.named_parameters()])
    parameters_to_prune = ((model.fc1, "weight"), (model.fc2, "weight"))
    prune.global_unstructured(parameters_to_prune, pruning_method=prune.L1Unstructured, amount=0.2)
    for m, name in parameters_to_prune:
        zeros = float(torch.sum(getattr(m, name) == 0))
        print(f"Sparsity: {100.0 * zeros / float(m.weight.nelement()):.2f}%")

    class FooBarPruningMethod(prune.BasePruningMethod):
        PRUNING_TYPE = "unstructured"

        def compute_mask(self, t, default_mask):
            mask = default_mask.clone()
            mask.view(-1)[::2] = 0
            return mask

    other = LeNet()
    FooBarPruningMethod.apply(other.fc2, "bias")
    print(other.fc2.bias_mask, other(torch.ones(1, 1, 8, 8)), prune.is_pruned(other))


def parametrizations(torch):
    """Parametrizations: https://docs.pytorch.org/tutorials/intermediate/parametrizations.html"""
    nn, parametrize = torch.nn, torch.nn.utils.parametrize

    class Symmetric(nn.Module):
        def forward(self, X):
            return X.triu() + X.triu(1).transpose(-1, -2)

        def right_inverse(self, A):
            return A.triu()

    class Skew(nn.Module):
        def forward(self, X):
            A = X.triu(1)
            return A - A.transpose(-1, -2)

    class CayleyMap(nn.Module):
        def __init__(self, n):
            super().__init__()
            self.register_buffer("Id", torch.eye(n))

        def forward(self, X):
            return torch.linalg.solve(self.Id - X, self.Id + X)

    layer = nn.Linear(3, 3)
    parametrize.register_parametrization(layer, "weight", Symmetric())
    A = layer.weight
    print(torch.allclose(A, A.T), A, sep="\n")
    print(layer, layer.parametrizations, layer.parametrizations.weight[0], sep="\n")
    print(dict(layer.named_parameters()).keys())
    print(parametrize.is_parametrized(layer), hasattr(layer, "weight_orig"))
    value = torch.rand(3, 3)
    layer.weight = value + value.T
    print(torch.allclose(layer.weight, value + value.T))
    with parametrize.cached():
        print(layer(torch.ones(2, 3)))
    ortho = nn.Linear(3, 3)
    parametrize.register_parametrization(ortho, "weight", Skew())
    parametrize.register_parametrization(ortho, "weight", CayleyMap(3))
    X = ortho.weight
    print(torch.dist(X.T @ X, torch.eye(3)).item() < 1e-5)
    parametrize.remove_parametrizations(layer, "weight", leave_parametrized=True)
    print(layer, type(layer.weight).__name__, layer.weight.shape)
    spectral = nn.utils.parametrizations.spectral_norm(nn.Linear(4, 2))
    print(spectral, spectral(torch.ones(1, 4)).shape)
    normed = nn.utils.parametrizations.weight_norm(nn.Linear(2, 2), name="weight")
    print([(name, p.shape) for name, p in normed.named_parameters()])


def jacobians_and_hessians(torch):
    """Jacobians, Hessians and products: https://docs.pytorch.org/tutorials/intermediate/jacobians_hessians.html"""
    F = torch.nn.functional
    vmap, vjp, jvp = torch.func.vmap, torch.func.vjp, torch.func.jvp
    jacrev, jacfwd, hessian = torch.func.jacrev, torch.func.jacfwd, torch.func.hessian

    def predict(weight, bias, x):
        return F.linear(x, weight, bias).tanh()

    D = 4
    weight, bias, x = torch.randn(D, D), torch.randn(D), torch.randn(D)
    xp = x.clone().requires_grad_()
    unit_vectors = torch.eye(D)
    rows = [torch.autograd.grad(predict(weight, bias, xp), xp, vec)[0] for vec in unit_vectors]
    jacobian = torch.stack(rows)
    print(jacobian.shape, jacobian[0])
    _, vjp_fn = vjp(lambda v: predict(weight, bias, v), x)
    (ft_jacobian,) = vmap(vjp_fn)(unit_vectors)
    print(torch.allclose(ft_jacobian, jacobian))
    rev = jacrev(predict, argnums=2)(weight, bias, x)
    fwd = jacfwd(predict, argnums=2)(weight, bias, x)
    print(torch.allclose(rev, jacobian), torch.allclose(fwd, jacobian))
    ft_weight, ft_bias = jacrev(predict, argnums=(0, 1))(weight, bias, x)
    print(ft_weight.shape, ft_bias.diag())
    hess = hessian(predict, argnums=2)(weight, bias, x)
    print(hess.shape, hess[0, 0])
    batch = torch.randn(3, D)
    print(vmap(jacrev(predict, argnums=2), in_dims=(None, None, 0))(weight, bias, batch).shape)

    def hvp(f, primals, tangents):
        return jvp(torch.func.grad(f), primals, tangents)[1]

    print(hvp(lambda v: v.sin().sum(), (x,), (torch.ones(D),)), -x.sin())
    print(torch.autograd.functional.vhp(lambda v: (v**3).sum(), x, torch.ones(D)))


def per_sample_gradients(torch):
    """Per-sample gradients: https://docs.pytorch.org/tutorials/intermediate/per_sample_grads.html"""
    nn, F = torch.nn, torch.nn.functional
    functional_call, vmap, grad = torch.func.functional_call, torch.func.vmap, torch.func.grad

    class SimpleCNN(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv1 = nn.Conv2d(1, 3, 3, 1)
            self.fc1 = nn.Linear(27, 4)

        def forward(self, x):
            x = F.max_pool2d(F.relu(self.conv1(x)), 2)
            return F.log_softmax(self.fc1(torch.flatten(x, 1)), dim=1)

    def loss_fn(predictions, targets):
        return F.nll_loss(predictions, targets)

    batch_size = 5
    data, targets = torch.randn(batch_size, 1, 8, 8), torch.randint(4, (batch_size,))
    model = SimpleCNN()
    loss_fn(model(data), targets).backward()
    print(model.conv1.bias.grad)

    def compute_grad(sample, target):
        loss = loss_fn(model(sample.unsqueeze(0)), target.unsqueeze(0))
        return torch.autograd.grad(loss, list(model.parameters()))

    sample_grads = zip(*[compute_grad(data[i], targets[i]) for i in range(batch_size)])
    sample_grads = [torch.stack(shards) for shards in sample_grads]
    print([tuple(g.shape) for g in sample_grads])
    params = {k: v.detach() for k, v in model.named_parameters()}
    buffers = {k: v.detach() for k, v in model.named_buffers()}

    def compute_loss(params, buffers, sample, target):
        predictions = functional_call(model, (params, buffers), (sample.unsqueeze(0),))
        return loss_fn(predictions, target.unsqueeze(0))

    ft_compute_sample_grad = vmap(grad(compute_loss), in_dims=(None, None, 0, 0))
    ft_grads = ft_compute_sample_grad(params, buffers, data, targets)
    for one, ft_one in zip(sample_grads, ft_grads.values()):
        print(ft_one.shape, torch.allclose(one, ft_one, atol=3e-3, rtol=1e-5))
    print(ft_grads["fc1.bias"][0])


def attention_kernels(torch):
    """Scaled dot product attention: https://docs.pytorch.org/tutorials/intermediate/scaled_dot_product_attention_tutorial.html"""
    nn, F = torch.nn, torch.nn.functional
    query, key, value = torch.randn(2, 3, 4), torch.randn(2, 3, 4), torch.randn(2, 3, 4)
    print(F.scaled_dot_product_attention(query, key, value))
    SDPBackend, sdpa_kernel = torch.nn.attention.SDPBackend, torch.nn.attention.sdpa_kernel
    with sdpa_kernel(SDPBackend.MATH):
        print(F.scaled_dot_product_attention(query, key, value, is_causal=True)[0])

    class CausalSelfAttention(nn.Module):
        def __init__(self, num_heads, embed_dimension, bias=False, is_causal=False, dropout=0.0):
            super().__init__()
            assert embed_dimension % num_heads == 0
            self.c_attn = nn.Linear(embed_dimension, 3 * embed_dimension, bias=bias)
            self.c_proj = nn.Linear(embed_dimension, embed_dimension, bias=bias)
            self.dropout = dropout
            self.resid_dropout = nn.Dropout(dropout)
            self.num_heads = num_heads
            self.is_causal = is_causal

        def forward(self, x):
            query, key, value = self.c_attn(x).chunk(3, -1)
            batch, _, dim = query.size()
            head_dim = dim // self.num_heads
            query = query.view(batch, -1, self.num_heads, head_dim).transpose(1, 2)
            key = key.view(batch, -1, self.num_heads, head_dim).transpose(1, 2)
            value = value.view(batch, -1, self.num_heads, head_dim).transpose(1, 2)
            dropout, is_causal = (self.dropout, self.is_causal) if self.training else (0.0, False)
            y = F.scaled_dot_product_attention(
                query, key, value, attn_mask=None, dropout_p=dropout, is_causal=is_causal
            )
            y = y.transpose(1, 2).view(batch, -1, self.num_heads * head_dim)
            return self.resid_dropout(self.c_proj(y))

    model = CausalSelfAttention(2, 8, is_causal=True, dropout=0.1).eval()
    print(model)
    x = torch.randn(2, 5, 8)
    print(model(x).shape, model(x)[0, 0])
    bias = torch.nn.attention.bias.causal_lower_right(2, 4)
    out = F.scaled_dot_product_attention(
        torch.ones(1, 2, 4), torch.ones(1, 4, 4), torch.rand(1, 4, 4), bias
    )
    print(out)


def channels_last(torch):
    """Channels last: https://docs.pytorch.org/tutorials/intermediate/memory_format_tutorial.html"""
    N, C, H, W = 4, 3, 6, 5
    x = torch.empty(N, C, H, W)
    print(x.stride())
    x = x.to(memory_format=torch.channels_last)
    print(x.shape, x.stride())
    x = x.to(memory_format=torch.contiguous_format)
    print(x.stride(), x.is_contiguous(memory_format=torch.channels_last))
    x = torch.rand(N, C, H, W).contiguous(memory_format=torch.channels_last)
    print(x.is_contiguous(), x.is_contiguous(memory_format=torch.channels_last))
    special = torch.empty(4, 1, 4, 4)
    print(special.is_contiguous(memory_format=torch.channels_last), special.is_contiguous())
    print(torch.empty(N, C, H, W, memory_format=torch.channels_last).stride())
    y = x.clone()
    print(y.stride(), torch.empty_like(x).stride(), (x + y).stride())
    model = torch.nn.Conv2d(3, 2, 3).to(memory_format=torch.channels_last)
    print(model.weight.stride())
    out = model(x)
    print(out.is_contiguous(memory_format=torch.channels_last), out.shape, torch.channels_last)
    print(torch.allclose(out, model(x.contiguous()), atol=1e-5))


def checkpoint_tips(torch):
    """Loading a module from a checkpoint: https://docs.pytorch.org/tutorials/recipes/recipes/module_load_state_dict_tips.html"""

    class SomeModule(torch.nn.Module):
        def __init__(self, size):
            super().__init__()
            self.linears = torch.nn.ModuleList([torch.nn.Linear(size, size) for i in range(3)])

        def forward(self, x):
            for layer in self.linears:
                x = layer(x)
            return x

    m = SomeModule(4)
    file = io.BytesIO()
    torch.save(m.state_dict(), file)
    file.seek(0)
    state_dict = torch.load(file, map_location="cpu", weights_only=True)
    print(list(state_dict), type(state_dict).__name__)
    with torch.device("meta"):
        new_m = SomeModule(4)
    print(new_m.linears[0].weight.device, new_m.linears[0].bias)
    print(new_m(torch.ones(2, 4, device="meta")).shape)
    print(new_m.load_state_dict(state_dict, assign=True))
    print(new_m.linears[1].bias, new_m.linears[1].bias is state_dict["linears.1.bias"])
    opt = torch.optim.SGD(new_m.parameters(), lr=1e-3)
    print(opt)
    print(torch.equal(new_m(torch.ones(1, 4)), m(torch.ones(1, 4))))
    try:
        SomeModule(3).load_state_dict(state_dict)
    except RuntimeError as e:
        print(re.sub(r"\s+", " ", str(e))[:200])
    with torch.device("meta"):
        meta = SomeModule(4)
    empty = meta.to_empty(device="cpu")
    print(empty.linears[0].weight.shape, empty.linears[0].weight.device)
    try:
        torch.ones(2, device="meta").to("cpu")
    except NotImplementedError as e:
        print(str(e).splitlines()[0])


def mixed_precision(torch):
    """Automatic mixed precision: https://docs.pytorch.org/tutorials/recipes/recipes/amp_recipe.html"""

    def make_model(in_size, out_size, num_layers):
        layers = []
        for _ in range(num_layers - 1):
            layers.append(torch.nn.Linear(in_size, in_size))
            layers.append(torch.nn.ReLU())
        layers.append(torch.nn.Linear(in_size, out_size))
        return torch.nn.Sequential(*tuple(layers))

    device = "cpu"
    net = make_model(8, 4, 3)
    opt = torch.optim.SGD(net.parameters(), lr=0.001)
    data = [torch.randn(6, 8) for _ in range(3)]
    targets = [torch.randn(6, 4) for _ in range(3)]
    loss_fn = torch.nn.MSELoss()
    scaler = torch.amp.GradScaler(device, enabled=False)
    print(scaler.is_enabled(), scaler.get_scale(), scaler.state_dict())
    for x, target in zip(data, targets):
        with torch.autocast(device_type=device, dtype=torch.bfloat16):
            output = net(x)
            assert output.dtype is torch.bfloat16
            loss = loss_fn(output, target.to(output.dtype))
        scaler.scale(loss).backward()
        scaler.unscale_(opt)
        torch.nn.utils.clip_grad_norm_(net.parameters(), max_norm=0.1)
        scaler.step(opt)
        scaler.update()
        opt.zero_grad()
        print(output.dtype, loss.dtype, net[0].weight.dtype, f"{loss.item():.2f}")
    with torch.autocast("cpu", dtype=torch.bfloat16):
        a, b = torch.ones(2, 2), torch.ones(2, 2)
        print((a @ b).dtype, (a + b).dtype, torch.is_autocast_enabled("cpu"))
        with torch.autocast("cpu", enabled=False):
            print((a @ b).dtype)
