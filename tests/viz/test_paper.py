import re

import pytest

from minigrad.viz.paper import COLOURS, document, shortened, text, text_width

SURFACES = ("paper", "op", "leaf")
INKS = ("ink", "quiet", "grad")


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", SURFACES)
@pytest.mark.parametrize("ink", INKS)
def test_text_can_be_read_on_what_is_behind_it(ink, ground, scheme):
    """At least 4.5 to 1, as WCAG 2 asks for text of this size."""
    assert contrast(COLOURS[ink][scheme], COLOURS[ground][scheme]) >= 4.5


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("line", ["line", "leaf-line", "ink"])
def test_the_lines_of_boxes_and_edges_can_be_seen(line, scheme):
    """At least 3 to 1, as WCAG 2 asks for what a picture cannot do without."""
    assert contrast(COLOURS[line][scheme], COLOURS["paper"][scheme]) >= 3


# How red, green and blue light mix for an eye without the cones for long, middle or short waves
# (Viénot, Brettel and Mollon, 1999, and Brettel and others, 1997, in linear light, rounded).
BLINDNESS = {
    "protan": ((0.11, 0.89, 0.0), (0.11, 0.89, 0.0), (0.0, 0.0, 1.0)),
    "deutan": ((0.29, 0.71, 0.0), (0.29, 0.71, 0.0), (0.0, -0.02, 1.02)),
    "tritan": ((1.0, 0.15, -0.15), (0.0, 0.87, 0.13), (0.0, 0.87, 0.13)),
}


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("eye", BLINDNESS)
def test_what_is_warm_and_what_is_blue_differ_for_every_eye(eye, scheme):
    warm, blue, grey = (seen(COLOURS[c][scheme], eye) for c in ("grad", "leaf-line", "line"))
    assert distance(warm, blue) > 0.1
    assert distance(warm, grey) > 0.1


def seen(colour, eye):
    light = linear(colour)
    return [sum(a * b for a, b in zip(row, light)) for row in BLINDNESS[eye]]


def distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b)) ** 0.5


def contrast(a, b):
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour):
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def test_the_measure_of_contrast():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_every_dark_colour_is_one_of_ours():
    drawing = document(10, 10, text(0, 0, "a", 10, "mg-name", "ink"), "title", "words")
    light, dark = zip(*COLOURS.values())
    found = set(re.findall(r"#[0-9a-f]{6}", drawing))
    assert COLOURS["paper"][0] in found
    assert set(dark) <= found <= {*light, *dark}


def test_words_are_escaped_and_found_by_their_ids():
    drawing = document(10, 10, "", "a < b", 'say "x"')
    assert "<title" in drawing
    assert "a &lt; b" in drawing
    assert len(set(re.findall(r' id="([^"]+)"', drawing))) == 2


@pytest.mark.parametrize(
    ("line", "most", "short"),
    [("saves x, y", 10, "saves x, y"), ("saves x, y", 9, "saves x…"), ("abcdef", 3, "ab…")],
)
def test_a_long_line_ends_in_dots(line, most, short):
    assert shortened(line, most) == short
    assert len(shortened(line, most)) <= most


def test_the_width_of_text_is_that_of_the_widest_usual_font():
    assert text_width("abc", 10) >= 3 * 10 * 0.602  # DejaVu Sans Mono, Menlo
