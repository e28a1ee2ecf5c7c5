"""Which texts are hard to read, SVG included, which axe-core passes over."""

PALE = """(root, wanted) => {
  const channels = (colour) => {
    const [r, g, b, alpha = 1] = (colour.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
    return { rgb: [r, g, b], alpha: colour === "none" ? 0 : alpha };
  };
  const light = ({ rgb }) => rgb
    .map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const faded = (element) => {
    for (; element && element !== document.body; element = element.parentElement) {
      if (getComputedStyle(element).opacity < 1) return true;
    }
    return false;
  };
  const paint = (element) => {
    const style = getComputedStyle(element);
    const shape = element instanceof SVGGeometryElement && Number(style.fillOpacity) > 0;
    if (element instanceof SVGElement) return channels(shape ? style.fill : "none");
    return channels(style.backgroundColor);
  };
  const under = (element, x, y) => document.elementsFromPoint(x, y)
    .filter((other) => other !== element && !element.contains(other)).map(paint)
    .find(({ alpha }) => alpha === 1);
  const own = (element) => [...element.childNodes]
    .filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join("");
  const found = [];
  for (const element of root.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    if (!own(element) || style.visibility === "hidden" || faded(element)) continue;
    if (!element.checkVisibility()) continue; // it has a place even in what is folded away
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const inline = paint(element);
    const back = inline.alpha === 1 && !(element instanceof SVGElement) ? inline
      : under(element, box.x + box.width / 2, box.y + box.height / 2);
    if (!back) continue; // outside what the page shows
    const front = channels(element instanceof SVGElement ? style.fill : style.color);
    const ratio = contrast(front, back);
    const colours = `${front.rgb} on ${back.rgb}`;
    if (ratio < wanted) found.push(`${own(element)}: ${ratio.toFixed(2)} (${colours})`);
  }
  return found;
}"""


def pale_texts(locator, ratio=4.5):
    """The texts in an element whose contrast with what lies under them is below WCAG's ratio.

    What is shown half transparent is meant to stand back and is left out, as WCAG leaves out what
    is inactive.
    """
    return locator.evaluate(PALE, ratio)
