// The table of events, on demand: one row for each step, as the picture tells them; a click goes
// there. What a row says of its step, its node too, is unseen until that step has been reached.

const HEADS = ["step", "node", "gradient in", "sends", "what happens"];
const BELOW = 14; // pixels of the next row that are seen below the current one

function makeTable(spec, step, go) {
  const body = html("tbody");
  const scroll = html("div", { class: "mg-scroll" }, html("table", {},
    html("caption", {}, "Every step of the two passes, told once it has been reached. A row goes to its step; up and down walk."),
    html("thead", {}, html("tr", {}, ...HEADS.map((name) => html("th", { scope: "col" }, name)))), body));
  const element = html("details", { class: "mg-events" }, html("summary", {}, "Table of events"), scroll);
  let current = null;
  let [reached, told] = [0, 0]; // the furthest step shown so far, and that up to which the rows tell
  let breaks = new Set();
  const row = (at) => body.children[at - 1];
  const fill = () => {
    if (body.children.length) return;
    body.append(...spec.steps.map((each, i) => tableRow(spec, each, i)));
    show(step());
    follow();
    breakAt([...breaks]);
  };
  const show = (at) => {
    reached = Math.max(reached, at);
    if (!body.children.length) return;
    while (told < reached) row(++told).classList.remove("mg-ahead");
    current?.removeAttribute("aria-current");
    (current ?? row(1)).querySelector("button").tabIndex = -1;
    current = row(at) ?? null;
    current?.setAttribute("aria-current", "step");
    (current ?? row(1)).querySelector("button").tabIndex = 0;
    const held = scroll.contains(scroll.getRootNode().activeElement);
    if (held) (current ?? row(1)).querySelector("button").focus({ preventScroll: true });
  };
  const follow = () => {
    if (!element.open) return;
    keepInside(scroll, current ?? row(1));
    showMore(scroll);
  };
  const breakAt = (ids) => {
    breaks = new Set(ids);
    [...body.children].forEach((line, i) =>
      line.classList.toggle("mg-break", i >= spec.start && breaks.has(spec.steps[i].node)));
  };
  body.addEventListener("click", (event) => {
    const line = event.target.closest("tr");
    if (line) go(Number(line.dataset.step));
  });
  element.addEventListener("toggle", () => element.open && fill());
  scroll.addEventListener("scroll", () => showMore(scroll));
  const resized = new ResizeObserver(() => body.children.length && follow()); // rows wrap where it is narrow
  for (const box of [scroll, scroll.firstElementChild]) resized.observe(box);
  return { element, show, follow, breakAt };
}

function tableRow(spec, step, i) {
  const { node, gradient, sends, then } = step.row;
  const number = html("button", { type: "button", class: "mg-goto", tabindex: -1, "aria-label": `Go to step ${i + 1}` }, String(i + 1));
  const kind = i < spec.start ? "mg-forward" : step.failed ? "mg-fails" : "mg-backward";
  return html("tr", { class: `${kind} mg-ahead`, "data-step": i + 1, "data-node": step.node },
    html("td", {}, number), html("th", { scope: "row" }, node), html("td", {}, gradient),
    html("td", {}, ...apart(sends)), html("td", {}, ...apart(then)));
}

function apart(texts) {
  return texts.map((text) => html("div", {}, text));
}

// A sign at the lower edge while there are rows below it: not every scrollbar is always seen.
function showMore(scroll) {
  scroll.classList.toggle("mg-more", scroll.scrollTop + scroll.clientHeight < scroll.scrollHeight - 2);
}

function keepInside(scroll, line) {
  const head = scroll.querySelector("thead").offsetHeight;
  if (line.offsetTop - head < scroll.scrollTop) scroll.scrollTop = line.offsetTop - head;
  const bottom = line.offsetTop + line.offsetHeight + BELOW - scroll.clientHeight;
  if (bottom > scroll.scrollTop) scroll.scrollTop = bottom;
}
