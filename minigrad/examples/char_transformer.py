"""A transformer writes sonnets letter by letter: ``python -m minigrad.examples.char_transformer``.

Two layers of attention learn which letter comes next in eight of Shakespeare's sonnets, from the 32
before it. With 5,000 letters to learn from it does not understand English; it learns words, the
length of a line, and in the end much of the text by heart. Its loss on the text falls below 1 (a
guess among all letters has 4.1), and at the end it writes a poem of its own. It takes about half a
minute on one core; ``char_transformer.svg`` shows how the loss went.

Source: Vaswani et al. (2017), Attention Is All You Need, https://arxiv.org/abs/1706.03762, the
decoder's half, with the norms before the layers.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

import minigrad as torch
from minigrad import Tensor, nn
from minigrad.datasets import load_sonnets
from minigrad.nn import functional
from minigrad.optim import Adam
from minigrad.viz.curves import Series, chart, figure

TEXT = load_sonnets()
LETTERS = sorted(set(TEXT))
CONTEXT = 32
WIDTH = 64
HEADS = 4
LAYERS = 2
BATCH = 16


class Writer(nn.Module):
    """Scores for the letter after each of some letters.

    Shape: ``(N, T)`` numbers of letters, T at most 32, to ``(N, T, C)``.
    """

    def __init__(self) -> None:
        super().__init__()
        self.letter = nn.Embedding(len(LETTERS), WIDTH)
        self.place = nn.Embedding(CONTEXT, WIDTH)
        self.layers = nn.ModuleList(
            [
                nn.TransformerEncoderLayer(
                    WIDTH, HEADS, 4 * WIDTH, dropout=0.0, batch_first=True, norm_first=True
                )
                for _ in range(LAYERS)
            ]
        )
        self.norm = nn.LayerNorm(WIDTH)
        self.scores = nn.Linear(WIDTH, len(LETTERS))

    def forward(self, letters: Tensor) -> Tensor:
        """Score what may come next; no letter looks at a later one."""
        length = letters.shape[1]
        later = torch.ones(length, length).triu(1).bool()
        x = self.letter(letters) + self.place(torch.arange(length))
        for layer in self.layers:
            x = layer(x, src_mask=later)
        scores: Tensor = self.scores(self.norm(x))
        return scores


def encode(text: str) -> Tensor:
    """The letters of a text as their places in `LETTERS`."""
    return torch.tensor([LETTERS.index(letter) for letter in text])


def train(steps: int = 800) -> tuple[Writer, list[float]]:
    """Train a writer; its loss, step by step."""
    letters = encode(TEXT)
    model = Writer()
    losses = []
    optimizer = Adam(model.parameters(), lr=3e-3)
    for step in range(1, steps + 1):
        starts = torch.randint(len(letters) - CONTEXT, (BATCH,)).tolist()
        read = torch.stack([letters[start : start + CONTEXT] for start in starts])
        wanted = torch.stack([letters[start + 1 : start + CONTEXT + 1] for start in starts])
        optimizer.zero_grad()
        loss = functional.cross_entropy(model(read).flatten(0, 1), wanted.flatten())
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        if step % 100 == 0:
            print(f"step {step}: loss {sum(losses[-100:]) / 100:.3f}")
    return model, losses


def write(model: Writer, begin: str, length: int, boldness: float = 0.6) -> str:
    """Let the model go on with a text, each letter drawn from what it thinks of all letters."""
    found = encode(begin).unsqueeze(0)
    with torch.no_grad():
        for _ in range(length):
            scores = model(found[:, -CONTEXT:])[:, -1] / boldness
            found = torch.cat([found, torch.multinomial(scores.softmax(-1), 1)], dim=1)
    return "".join(LETTERS[number] for number in found[0].tolist())


def picture(losses: list[float]) -> str:
    """How the loss went, as SVG."""
    steps = np.arange(1, len(losses) + 1)
    drawn = chart("loss", [Series("loss", steps, np.array(losses))], 480, 240, over="step")
    return figure([[drawn]], "A transformer learns sonnets", drawn.words)


def main(argv: list[str] | None = None) -> None:
    """Train, print how it goes, draw it, and let it write."""
    parser = argparse.ArgumentParser("minigrad.examples.char_transformer", description=__doc__)
    parser.add_argument("--steps", type=int, default=800)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--picture", type=Path, default=Path("char_transformer.svg"))
    args = parser.parse_args(argv)
    torch.manual_seed(args.seed)
    start = time.perf_counter()
    model, losses = train(args.steps)
    args.picture.write_text(picture(losses), encoding="utf-8")
    last = losses[-50:]
    print(f"\nloss {sum(last) / len(last):.2f} after {time.perf_counter() - start:.0f} s\n")
    print(write(model, "When ", 300))
    print(f"\nHow it went: {args.picture}")


if __name__ == "__main__":
    main()
