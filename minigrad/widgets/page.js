// What all widgets share; Python puts it before each widget's own script (_page.py), because a
// widget's module cannot import another file.

const SVG = "http://www.w3.org/2000/svg";
const SETTLED = 300; // milliseconds, after which JupyterLab scrolls no longer
const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11L13 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  next: "M5 3v10l7-5z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
  minus: "M3 7h10v2H3z",
  plus: "M7 3h2v4h4v2H9v4H7V9H3V7h4z",
  fit: "M2 2h5v2H4v3H2zM9 2h5v5h-2V4H9zM2 9h2v3h3v2H2zM12 9h2v5H9v-2h3z",
};

function watchTheme(root) {
  const look = () => root.toggleAttribute("data-dark", isDark(root));
  const watcher = new MutationObserver(look);
  for (const element of [document.documentElement, document.body]) watcher.observe(element, { attributes: true });
  look();
  return () => watcher.disconnect();
}

function isDark(root) {
  const said = document.body.dataset.jpThemeLight; // JupyterLab and Notebook
  if (said) return said === "false";
  for (let element = root.parentElement; element; element = element.parentElement) {
    const [r, g, b, alpha = 1] = getComputedStyle(element).backgroundColor.match(/[\d.]+/g).map(Number);
    if (alpha > 0) return 0.299 * r + 0.587 * g + 0.114 * b < 128;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// ------------------------------------------------------------ buttons and focus

function button(name, label, onclick) {
  const element = html("button", { type: "button" });
  element.addEventListener("click", onclick);
  relabel(element, name, label);
  return element;
}

function relabel(element, name, label) {
  element.className = `mg-${name}`;
  element.title = label;
  element.setAttribute("aria-label", label);
  element.replaceChildren(svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
    svg("path", { d: ICONS[name], fill: "currentColor" })));
}

// The element around a widget: named for screen readers, and able to hold the focus.
function frame(name, label) {
  const root = html("div", { class: `mg-widget mg-${name}`, role: "group", tabindex: -1, "aria-label": label });
  root.addEventListener("pointerdown", (event) => takeFocus(event, root));
  claimKeys();
  setTimeout(() => comeIntoSight(root), SETTLED);
  return root;
}

// Shift+Enter chooses the next cell and JupyterLab puts that in the middle of the page, so that the
// upper part of what has just been made is out of sight. Only then, and while the reader is still
// there, all of it moves into sight.
function comeIntoSight(root) {
  const cell = root.closest(".jp-Cell");
  const page = cell?.closest(".jp-WindowedPanel-outer");
  const next = page?.querySelector(`.jp-Cell.jp-mod-active[data-windowed-list-index="${Number(cell.dataset.windowedListIndex) + 1}"]`);
  if (!next) return;
  const [place, own, after] = [page, root, next].map((element) => element.getBoundingClientRect());
  const here = (box) => box.top < place.bottom && box.bottom > place.top;
  if (here(own) || here(after)) root.scrollIntoView({ block: own.height > place.height ? "start" : "nearest" });
}

// Notebook 7 looks for its single-key shortcuts before an element hears of the key. It passes over
// a focused element that is marked: here for the time of one key, once for all widgets of a page.
function claimKeys() {
  if (window.minigradClaimsKeys) return;
  window.minigradClaimsKeys = true;
  window.addEventListener("keydown", (event) => {
    const own = event.target.closest?.(".mg-widget");
    if (!own || event.ctrlKey || event.metaKey || event.altKey) return;
    event.target.setAttribute("data-lm-suppress-shortcuts", "");
    setTimeout(() => event.target.removeAttribute("data-lm-suppress-shortcuts"));
  }, { capture: true });
}

// To show the focus that a key has moved; Safari would not after a click.
const BY_KEY = { focusVisible: true };

// A click on what cannot hold the focus itself gives it to the widget, not to the notebook around.
function takeFocus(event, root) {
  const target = event.target.closest("button:enabled, input, select, summary, [tabindex]");
  if (!target || target === root) root.focus({ preventScroll: true });
}

// ------------------------------------------------------------ pictures and formulas

// For a picture its title and description are enough; here its parts speak for themselves. Without
// the two there are no ids either, so the same picture may stand on a page many times.
function relabelDrawing(drawing) {
  const title = drawing.querySelector("title");
  drawing.setAttribute("role", "group");
  drawing.setAttribute("aria-label", title.textContent);
  drawing.removeAttribute("aria-labelledby");
  drawing.querySelector("desc").remove();
  title.remove();
}

function byId(drawing, selector) {
  return new Map([...drawing.querySelectorAll(selector)].map((g) => [g.dataset.id, g]));
}

function math(markup) {
  const element = html("div", { class: "mg-math" });
  element.innerHTML = markup;
  return element;
}

function heading(title, subtitle) {
  return html("header", {}, html("strong", {}, title), html("span", {}, subtitle));
}

function facts(rows) {
  return html("dl", {}, ...rows.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]));
}
