"""Whether the slider below charts lies where its line does."""

# How far a slider's thumb is, at either end, from the line that it moves through a chart.
APART = """(root) => {
  const slider = root.querySelector(".mg-reader input");
  const line = root.querySelector(".mg-charts .mg-line-read");
  return [slider.max, 0].map((value) => {
    slider.value = value;
    slider.dispatchEvent(new Event("input"));
    const box = slider.getBoundingClientRect();
    const thumb = value == 0 ? box.left + 8 : box.right - 8;
    const place = new DOMPoint(line.x1.baseVal.value, 0).matrixTransform(line.getScreenCTM());
    return thumb - place.x;
  });
}"""


def thumb_off_its_line(widget):
    """How many pixels the slider below charts is off their line: at its end, and at its start."""
    return widget.evaluate(APART)
