"""Networks whose calls make groups."""

import minigrad as mg
from minigrad import nn
from minigrad.viz import graph


class Block(nn.Module):
    """Two layers with a way round them; the same activation twice."""

    def __init__(self, n):
        super().__init__()
        self.first, self.second, self.act = nn.Linear(n, n), nn.Linear(n, n), nn.Tanh()

    def forward(self, x):
        return x + self.act(self.second(self.act(self.first(x))))


class Cell(nn.Module):
    """A recurrent cell with a parameter of its own, used without a module."""

    def __init__(self, n):
        super().__init__()
        self.weight = nn.Parameter(mg.ones(n, n))

    def forward(self, x, h):
        return nn.functional.linear(h, self.weight).tanh() + x, h * 2


def mlp():
    """Return three layers, the activation in place, and their mean squared error."""
    model = nn.Sequential(nn.Linear(4, 3), nn.ReLU(inplace=True), nn.Linear(3, 1))
    for parameter in model.parameters():
        nn.init.constant_(parameter, 0.5)
    return model, nn.functional.mse_loss(model(mg.ones(5, 4)), mg.zeros(5, 1))


def deep(blocks, n=3):
    """Return a row of blocks and the mean of what they give."""
    model = nn.Sequential(*[Block(n) for _ in range(blocks)])
    return model, model(mg.ones(2, n)).mean()


def recurrent(steps, n=2):
    """Return a cell and the sum of what it gives after some steps."""
    cell, h = Cell(n), mg.ones(1, n)
    for _ in range(steps):
        h, extra = cell(mg.ones(1, n), h)
    return cell, (h + extra).sum()


def read(model, loss):
    """Read the graph where the network is called `model`."""
    return graph(loss)
