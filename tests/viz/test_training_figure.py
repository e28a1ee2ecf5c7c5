import math
import xml.etree.ElementTree as ET

import pytest

import minigrad as torch
from minigrad import nn
from minigrad.viz import training_figure as figures
from minigrad.viz.training import Training


def trained(steps, accuracy=True, model=None, lr=0.1):
    torch.manual_seed(0)
    model = model or nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=lr)
    x = torch.randn(8, 2)
    training = Training(model)
    training.start()
    for step in range(steps):
        optimizer.zero_grad()
        loss = (model(x) ** 2).mean()
        loss.backward()
        optimizer.step()
        training.step(loss, {"accuracy": step / steps} if accuracy else {})
    return training


def texts(source):
    return [t.text for t in ET.fromstring(source).iter("{http://www.w3.org/2000/svg}text")]


def test_the_text_has_every_number():
    training = trained(40)
    lines = figures.text(training).splitlines()
    first, last = training.losses[0], training.losses[-1]
    assert lines[0] == (f"Training, 40 steps: loss {first:.4g} → {last:.4g}, accuracy 0 → 0.975")
    assert lines[2] == "Parameters, measured at step 40"
    assert lines[3].split() == "parameter shape gradient norm update / weight".split()
    for line, watched in zip(lines[4:8], training.watched):
        assert line.split()[0] == watched.name
        assert watched.shape in line
        assert line.split()[-2:] == [f"{watched.gradients[-1]:.2g}", f"{watched.ratios[-1]:.2g}"]
    assert "10⁻³" in lines[-2]


def test_the_picture_shows_the_same():
    training = trained(40)
    found = texts(figures.picture(training))
    assert {"Loss · log scale", "Accuracy", "0.weight", "(3, 2)", "2.bias"} <= set(found)
    assert "Parameters, measured at step 40" in found
    assert any("CS231n" in text for text in found)
    assert figures.picture(training) == figures.picture(training)


def test_the_same_training_gives_the_same_bytes():
    assert figures.picture(trained(60)) == figures.picture(trained(60))


def test_before_the_first_step():
    training = trained(0)
    assert figures.text(training) == "Training: no step yet"
    assert "nan" not in figures.picture(training)
    assert figures.reading(training) == {"at": [], "says": [], "note": ""}


def test_without_metrics_the_loss_has_all_the_width():
    assert [p.width for p in figures.charts(trained(3, accuracy=False))] == [figures.WIDTH]
    both = figures.charts(trained(3))
    assert len(both) == 2
    assert sum(p.width for p in both) < figures.WIDTH


def test_without_parameters_there_is_no_table():
    training = Training({})
    training.step(1.0, {})
    assert figures.tables(training) == []
    assert not any("Parameters" in text for text in texts(figures.picture(training)))


def test_many_parameters():
    model = nn.Sequential(nn.Linear(2, 1), *[nn.Linear(1, 1) for _ in range(19)])
    found = texts(figures.picture(trained(2, model=model)))
    assert "11.bias" in found
    assert "12.weight" not in found
    assert "and 16 parameters more" in found
    first = nn.Sequential(nn.Linear(2, 1), *[nn.Linear(1, 1) for _ in range(11)])
    first.append(nn.Linear(1, 1, bias=False))
    assert "and 1 parameter more" in texts(figures.picture(trained(2, model=first)))


def test_reading_at_each_step():
    training = trained(12)
    reading = figures.reading(training)
    assert reading["at"] == list(range(1, 13))
    assert reading["says"][4] == f"Step 5: loss {training.losses[4]:.4g}, accuracy 0.3333"
    assert reading["note"] == ""


def test_every_step_can_be_read_and_the_ends_are_those_of_the_title():
    training = trained(400)
    reading = figures.reading(training)
    assert reading["at"] == list(range(1, 401))
    ends = [reading["says"][place].split()[3].rstrip(",") for place in (0, -1)]
    assert " → ".join(ends) in figures.headline(training)


def test_of_very_many_steps_some_can_be_read_and_it_says_so():
    training = Training({})
    for step in range(6000):
        training.step(step, {})
    reading = figures.reading(training)
    assert (len(reading["at"]), reading["at"][0], reading["at"][-1]) == (5000, 1, 6000)
    assert reading["note"].startswith("The slider stops at 5,000 of the 6,000 steps, evenly")


def test_a_parameter_that_no_gradient_reaches():
    unused = torch.ones(2, requires_grad=True)
    used = torch.ones(2, requires_grad=True)
    training = Training({"used": used, "unused": unused})
    used.grad = torch.ones(2)
    training.step(1.0, {})
    assert figures.findings(training) == ["No gradient reaches unused."]
    assert figures.text(training).splitlines()[6].split() == ["unused", "(2,)", "none", "none"]


def quickstart(loss_of, set_to_none, lr=0.1):
    """What is found where the gradients are cleared before `step`, as PyTorch's quickstart does."""
    w, unused = torch.tensor(2.0, requires_grad=True), torch.ones(1, requires_grad=True)
    optimizer = torch.optim.SGD([w, unused], lr=lr)
    training = Training({"w": w, "unused": unused})
    training.start()
    loss = loss_of(w)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=set_to_none)
    training.step(loss, {})
    return figures.findings(training)


def test_gradients_that_were_cleared_before_they_were_measured():
    assert quickstart(lambda w: w * w, True) == [
        "w moved, but had no gradient when monitor.step() was called: call zero_grad() after it."
    ]
    assert quickstart(lambda w: w * w, False) == [
        "w moved, but had a gradient of 0 when monitor.step() was called: if zero_grad() had made "
        "it 0, call that after monitor.step()."
    ]
    assert quickstart(lambda w: w * w, True, lr=0.0) == [
        "No parameter had a gradient when monitor.step() was called: call backward() before it, "
        "and zero_grad() after it."
    ]
    assert quickstart(lambda w: w * math.nan, True) == [
        "At step 1 the loss is nan, for the first time not a finite number.",
        "w moved, but had no gradient when monitor.step() was called: call zero_grad() after it.",
    ]


def test_one_of_several_that_was_cleared():
    v, w = (torch.ones(2, requires_grad=True) for _ in range(2))
    training = Training({"v": v, "w": w})
    training.start()
    v.grad = torch.ones(2)
    with torch.no_grad():
        w.mul_(2)
    training.step(1.0, {})
    said = figures.findings(training)
    assert said[0] == "w moved, but had no gradient when monitor.step() was called."
    assert said[1].startswith("v had a gradient but did not change")


def test_a_parameter_that_the_optimizer_does_not_have():
    w = torch.ones(2, requires_grad=True)
    training = Training({"w": w})
    training.start()
    w.grad = torch.ones(2)
    training.step(1.0, {})
    (found,) = figures.findings(training)
    assert found.startswith("w had a gradient but did not change: is the optimizer given it")


def test_what_is_not_finite_is_said_and_marked():
    training = trained(12, lr=math.inf)
    (said,) = figures.findings(training)
    assert said == training.trouble
    found = texts(figures.picture(training))
    assert f"from step {training.trouble_at}: not finite" in found
    assert found.count("not finite") == 8
    assert said.split()[0] in " ".join(found)


@pytest.mark.parametrize("steps", [1, 2, 500])
def test_nothing_is_drawn_outside_of_the_figure(steps):
    source = figures.picture(trained(steps))
    root = ET.fromstring(source)
    assert float(root.get("width")) < 820
    assert len(source) < 60_000
