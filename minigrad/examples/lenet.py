"""LeNet reads handwritten digits: ``python -m minigrad.examples.lenet``.

A convolutional network learns 1,442 digits and is asked about 355 others; it reads about 99 of 100,
after half a minute on one core. Everything here is as in PyTorch, whose name it is imported under.
At the end, ``lenet.svg`` shows how the training went.

Source: LeCun, Bottou, Bengio and Haffner (1998), Gradient-Based Learning Applied to Document
Recognition, https://doi.org/10.1109/5.726791; here smaller, with ReLU and max pooling.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

import minigrad as torch
from minigrad import Tensor, nn
from minigrad.datasets import load_digits
from minigrad.nn import functional
from minigrad.optim import Adam
from minigrad.optim.lr_scheduler import OneCycleLR
from minigrad.utils.data import DataLoader, TensorDataset
from minigrad.viz.curves import Series, chart, figure


class LeNet(nn.Module):
    """Two convolutions, each halved by pooling, then two linear layers.

    Shape: ``(N, 1, 8, 8)`` to ``(N, 10)``, a score for each digit.
    """

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, kernel_size=3, padding=1)
        self.fc1 = nn.Linear(32 * 2 * 2, 64)
        self.fc2 = nn.Linear(64, 10)

    def forward(self, x: Tensor) -> Tensor:
        """Score pictures."""
        x = functional.max_pool2d(functional.relu(self.conv1(x)), 2)
        x = functional.max_pool2d(functional.relu(self.conv2(x)), 2)
        return self.fc2(functional.relu(self.fc1(x.flatten(1))))


def shifted(images: Tensor) -> Tensor:
    """The pictures moved by a pixel or not, up or down and left or right, all of them alike."""
    row, column = torch.randint(3, (2,)).tolist()
    return functional.pad(images, (1, 1, 1, 1))[:, :, row : row + 8, column : column + 8]


def accuracy(model: nn.Module, images: Tensor, labels: Tensor) -> float:
    """Which part of the pictures the model reads."""
    with torch.no_grad():
        return (model(images).argmax(dim=1) == labels).float().mean().item()


def train(epochs: int = 50) -> tuple[LeNet, list[float], list[float]]:
    """Train a network; the loss and the accuracy on the held-out digits, epoch by epoch."""
    images, labels = load_digits("train")
    held_out, truth = load_digits("test")
    loader = DataLoader(TensorDataset(images.unsqueeze(1), labels), batch_size=32, shuffle=True)
    model = LeNet()
    optimizer = Adam(model.parameters())
    scheduler = OneCycleLR(optimizer, 0.01, epochs=epochs, steps_per_epoch=len(loader))
    losses, accuracies = [], []
    for epoch in range(epochs):
        total = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = functional.cross_entropy(model(shifted(x)), y)
            loss.backward()
            optimizer.step()
            scheduler.step()
            total += loss.item()
        losses.append(total / len(loader))
        accuracies.append(accuracy(model, held_out.unsqueeze(1), truth))
        print(f"epoch {epoch + 1:2}: loss {losses[-1]:.4f}, held out {accuracies[-1]:.2%}")
    return model, losses, accuracies


def picture(losses: list[float], accuracies: list[float]) -> str:
    """How the training went, as SVG."""
    epochs = np.arange(1, len(losses) + 1)
    errors = 1 - np.array(accuracies)
    left = chart("loss", [Series("loss", epochs, np.array(losses))], 360, 220, over="epoch")
    right = chart(
        "part misread, held out", [Series("misread", epochs, errors)], 360, 220, over="epoch"
    )
    return figure([[left, right]], "LeNet on handwritten digits", f"{left.words} {right.words}")


def main(argv: list[str] | None = None) -> None:
    """Train, print how it goes, and draw it."""
    parser = argparse.ArgumentParser("minigrad.examples.lenet", description=__doc__)
    parser.add_argument("--epochs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--picture", type=Path, default=Path("lenet.svg"))
    args = parser.parse_args(argv)
    torch.manual_seed(args.seed)
    start = time.perf_counter()
    _, losses, accuracies = train(args.epochs)
    args.picture.write_text(picture(losses, accuracies), encoding="utf-8")
    print(f"{accuracies[-1]:.2%} of new digits read after {time.perf_counter() - start:.0f} s")
    print(f"How it went: {args.picture}")


if __name__ == "__main__":
    main()
