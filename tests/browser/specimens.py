"""One typical use of each widget: what all widgets must stand is tried on it."""

PROGRAM = """\
import minigrad as torch
from minigrad import nn
from minigrad.widgets import *

torch.manual_seed(0)
x = torch.tensor(2.0, requires_grad=True)
y = torch.tensor(3.0, requires_grad=True)
a = x * y
z = a + x.log()

model = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
inputs = torch.randn(16, 2)
targets = inputs.sum(1, keepdim=True)"""

# Each is a cell that shows the widget, after the program above.
SPECIMENS = {
    "BackwardPlayer": "BackwardPlayer(z)",
    "GraphView": """\
loss = nn.functional.mse_loss(model(inputs), targets)
view = GraphView(loss, closed=["model.2"])
view.selected = "loss"
view""",
    "Predict": """\
Predict("What is `a.grad` after `z.backward()`?", None, [None, 1, 3], why="`a` is no leaf.")""",
    "TrainingMonitor": """\
monitor = TrainingMonitor(model)
for step in monitor(range(40)):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(inputs), targets)
    loss.backward()
    optimizer.step()
    monitor.step(loss, error=loss.item() ** 0.5)""",
    "GraphMemory": """\
def tensors(memory):
    total = 0.0
    for _ in memory(range(20)):
        total += nn.functional.mse_loss(model(inputs), targets)

def numbers(memory):
    total = 0.0
    for _ in memory(range(20)):
        total += nn.functional.mse_loss(model(inputs), targets).item()

GraphMemory.compare({"total += loss": tensors, "total += loss.item()": numbers})""",
    "DescentExplorer": """\
xs = torch.tensor([-1.0, 0.0, 1.0, 2.0])
DescentExplorer(xs=xs, ys=2 * xs - 1)""",
}
