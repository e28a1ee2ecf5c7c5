"""A graph view in a notebook, as its tests find it: what the notebook holds, how to ask it."""

import re

FIRST = """\
import minigrad as torch
from minigrad import nn
from minigrad.widgets import GraphView

x = torch.tensor(2.0, requires_grad=True)
y = torch.tensor(3.0, requires_grad=True)
a = x * y
b = torch.log(x)
z = a + b
z.backward()
view = GraphView(z)
view"""
NETWORK = """\
import minigrad as torch
from minigrad import nn
from minigrad.widgets import GraphView

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
loss = model(torch.randn(4, 2)).square().mean()
view = GraphView(loss, closed=["model.0"])
view"""
LARGE = """\
import minigrad as torch
from minigrad.widgets import GraphView

x = torch.tensor(0.9, requires_grad=True)
total = x
for _ in range(250):
    total = torch.tanh(total * 1.1)
view = GraphView(total)
view"""


def view_in(notebook, cell):
    return notebook.widget(cell, "view")


def box(view, key):
    return view.locator(f'.mg-node[data-id="{key}"]')


def transform(view):
    """Where the picture is: x, y and scale."""
    style = view.locator(".mg-canvas > svg").get_attribute("style")
    return [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", style)]


def inspector(view):
    return view.locator(".mg-inspector")


def told(view):
    return view.locator(".mg-told")


def press(view, *keys):
    for key in keys:
        view.page.keyboard.press(key)
