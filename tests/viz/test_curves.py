import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from minigrad.viz.curves import (
    DASH_OF,
    INKS,
    Panel,
    Series,
    alone,
    chart,
    drawings,
    figure,
    power,
    sentences,
    words,
)

SVG = "{http://www.w3.org/2000/svg}"


def series(name, values):
    return Series(name, np.arange(1, len(values) + 1), np.array(values, dtype=float))


def parsed(panel):
    return ET.fromstring(alone(panel))


def texts(panel):
    return [text.text for text in parsed(panel).iter(f"{SVG}text")]


def lines(panel):
    """The lines that are no part of the grid."""
    found = [path for path in parsed(panel).iter(f"{SVG}path") if path.get("fill") == "none"]
    return [path for path in found if path.get("class") != "mg-stroke-rule"]


def test_a_line_goes_through_its_numbers():
    panel = chart("Loss", [series("loss", [4.0, 2.0, 3.0])], 400, 200)
    (line,) = lines(panel)
    points = [tuple(map(float, p.split())) for p in line.get("d")[1:].split("L")]
    (x0, y0), (x1, y1), (x2, y2) = points
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.2)
    assert y0 < y2 < y1  # upwards is more
    assert (y1 - y2) == pytest.approx((y1 - y0) / 2, abs=0.2)
    left, right, first, last, top, bottom = panel.axis
    assert (left, right, first, last) == (x0, x2, 1, 3)
    assert top < y0 < y1 < bottom < 200


def test_numbers_stand_where_the_grid_says():
    panel = chart("Loss", [series("loss", [0.0, 10.0])], 400, 200)
    drawing = parsed(panel)
    at = {text.text: float(text.get("y")) for text in drawing.iter(f"{SVG}text")}
    (line,) = lines(panel)
    ends = [float(p.split()[1]) for p in line.get("d")[1:].split("L")]
    assert at["0"] - 4 == pytest.approx(ends[0], abs=0.2)
    assert at["10"] - 4 == pytest.approx(ends[1], abs=0.2)


def test_several_lines_are_told_apart_by_dashes_and_names():
    panel = chart("Metrics", [series("train", [1, 2]), series("test", [1, 1.5])], 400, 200)
    samples, drawn = lines(panel)[:2], lines(panel)[2:]
    for some in (samples, drawn):
        assert [line.get("stroke-dasharray", "") for line in some] == list(DASH_OF[:2])
    assert [line.get("stroke") for line in samples] == [line.get("stroke") for line in drawn]
    assert {"train", "test"} <= set(texts(panel))


def test_names_have_rows_above_the_plot_as_many_as_they_need():
    names = [f"the loss of network {letter}" for letter in "abc"]
    panel = chart("Loss", [series(name, [0, 1]) for name in names], 371, 200)
    places = {t.text: float(t.get("y")) for t in parsed(panel).iter(f"{SVG}text")}
    rows = [places[name] for name in names]
    assert rows == sorted(rows)
    assert len(set(rows)) > 1
    assert rows[-1] < panel.axis[4]


def test_letters_are_drawn_large_enough_to_be_read():
    panel = chart("Loss", [series("train", [1, 2]), series("test", [1, 1.5])], 371, 200)
    sizes = [float(text.get("font-size")) for text in parsed(panel).iter(f"{SVG}text")]
    assert min(sizes) >= 12


def test_a_long_series_has_a_band_from_its_least_to_its_most():
    values = np.tile([1.0, 2.0], 500)
    panel = chart("Loss", [series("loss", values)], 400, 200)
    assert panel.body.count("fill-opacity") == 1
    assert len(panel.body) < 12_000
    assert "means of 4 steps; the band: from least to most" in texts(panel)
    few = chart("Loss", [series("loss", [1, 2])], 400, 200)
    assert "fill-opacity" not in few.body
    assert "means" not in few.body


def test_a_mark_and_what_is_not_finite():
    panel = chart("Loss", [series("loss", [1, 2, np.nan])], 400, 200, mark=(3, "from step 3"))
    assert "from step 3" in texts(panel)
    assert panel.axis[3] == 3  # the axis reaches to the end also where nothing is drawn
    assert "nan" not in panel.body
    assert panel.words == "Loss by step: loss from 1 to nan; from step 3."


@pytest.mark.parametrize("values", [[], [np.nan], [2.0]])
def test_hardly_anything_to_draw(values):
    panel = chart("Loss", [series("loss", values)], 400, 200)
    assert "nan" not in panel.body
    assert ("<circle" in panel.body) == (values == [2.0])


def test_powers_of_ten():
    written = ["1000", "10⁶", "10⁻⁵", "0.001", "5e+07"]
    assert [power(v) for v in (1e3, 1e6, 1e-5, 1e-3, 5e7)] == written


def test_text_is_escaped():
    panel = chart("a < b", [series("<x>", [1, 2]), series("y", [1, 2])], 400, 200)
    assert {"a < b", "<x>"} <= set(texts(panel))
    assert "&lt;" in words(0, 0, "<", "ink")
    assert parsed(panel).get("aria-label").startswith("a < b by step")


def test_long_sentences_are_broken():
    panel = sentences(["word " * 60, "short"], 400)
    assert len(texts(panel)) > 3
    assert texts(panel)[-1] == "short"
    assert panel.height == 19 * len(texts(panel))


def test_a_figure_is_one_document_for_light_and_dark():
    panels = [chart(name, [series("loss", [1, 2])], 300, 200) for name in ("One", "Two")]
    rows = [panels, [sentences(["Something."], 600)]]
    source = figure(rows, "Title", "In words")
    root = ET.fromstring(source)
    assert [root.find(f"{SVG}title").text, root.find(f"{SVG}desc").text] == ["Title", "In words"]
    assert source == figure(rows, "Title", "In words")
    used = set(re.findall(r'class="mg-((?:stroke|fill)-[\w-]+)"', source))
    rules = set(re.findall(r"\.mg-((?:stroke|fill)-[\w-]+)\{", source))
    assert used <= rules
    for light, dark in INKS.values():
        assert light != dark
        assert dark in source


def test_a_page_gets_each_panel_and_its_axis():
    (found,) = drawings([Panel(10, 20, "<g/>", "words", (1, 2, 3, 4))])
    assert found["axis"] == (1, 2, 3, 4)
    drawing = ET.fromstring(found["svg"])
    assert (drawing.get("viewBox"), drawing.get("aria-label")) == ("0 0 10 20", "words")
