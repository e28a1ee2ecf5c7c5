import xml.etree.ElementTree as ET

import pytest

pytest.importorskip("anywidget")

from minigrad.widgets import DescentExplorer

SVG = "{http://www.w3.org/2000/svg}"


def drawn(explorer):
    return ET.fromstring(explorer.picture())


def circles(root):
    """The marks of the way in the left panel."""
    cut = root.findall(f".//{SVG}g/{SVG}svg")[0]
    return [(float(c.get("cx")), float(c.get("cy"))) for c in cut.iter(f"{SVG}circle")]


def test_the_way_to_the_present_step_is_drawn():
    explorer = DescentExplorer("bowl", steps=10)
    assert len(circles(drawn(explorer))) == 10 + 2  # each step, the start, and where it is now
    explorer.step = 4
    marks = circles(drawn(explorer))
    assert len(marks) == 4 + 2
    assert marks[-2] == explorer._path["pixels"][0]
    assert marks[-1] == explorer._path["pixels"][4]
    explorer.step = 0
    assert len(circles(drawn(explorer))) == 2


def test_words_stand_below_and_in_the_description():
    explorer = DescentExplorer("parabola", start=1.0, lr=1.5, steps=5)
    root = drawn(explorer)
    assert root.find(f"{SVG}title").text == "Gradient descent on the parabola, loss = w²"
    said = root.find(f"{SVG}desc").text
    assert said.startswith(
        "Gradient descent on the parabola, loss = w². w is the number to choose. "
        "Learning rate 1.5, momentum 0. Step 5: w = -32. Loss 1024, gradient -64."
    )
    assert "The loss grew 5 steps in a row" in said
    texts = " ".join(t.text for t in root.iter(f"{SVG}text"))
    assert "The loss grew 5 steps in a row" in texts


def test_a_line_has_its_points_and_how_far_it_misses():
    explorer = DescentExplorer(xs=[0, 1, 2], ys=[1, 2, 4], steps=3)
    cuts = drawn(explorer).findall(f".//{SVG}g/{SVG}svg")
    assert len(cuts) == 2
    assert len(list(cuts[1].iter(f"{SVG}path"))) == 3 + 2  # misses, the first line, this one


def test_it_is_the_same_each_time():
    assert DescentExplorer("saddle").picture() == DescentExplorer("saddle").picture()
    assert 'id="' not in DescentExplorer("saddle").picture().split("<style>")[1]
