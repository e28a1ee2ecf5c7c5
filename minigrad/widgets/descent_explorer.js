// A loss with a way down on it. Python computes the way and every word; here the starting point
// follows the pointer, and the steps of the way that is known are shown one after the other.

const BEAT = 130; // milliseconds a step takes while playing

function render({ model, el }) {
  const spec = model.get("_spec");
  const root = frame("descent", spec.title);
  const step = () => Math.min(model.get("step"), model.get("_path").pixels.length - 1);
  const put = (name, value) => {
    model.set(name, value);
    model.save_changes(); // holds back all but the newest while Python is at work
  };
  // At the last step it stays there, whatever becomes of the way.
  const go = (k) => put("step", k >= model.get("_path").pixels.length - 1 ? spec.steps : Math.max(0, k));
  const ground = makeGround(spec, (start) => put("start", start));
  const side = makeSide(spec);
  const controls = makeControls(step, go, () => model.get("_path").pixels.length - 1);
  const knobs = makeKnobs(spec, put);
  const [caption, verdict] = [html("p", { class: "mg-caption" }), html("p", { class: "mg-verdict" })];
  const said = html("div", { class: "mg-said", "aria-live": "polite" }, caption, verdict);
  const reason = html("p");
  const why = html("details", {}, html("summary", {}, "Why?"), reason);
  const head = html("div", { class: "mg-head" }, html("strong", {}, spec.title), html("p", {}, spec.about));
  root.append(head, html("div", { class: "mg-plots" }, ground.element, side.element), makeLegend(spec),
    controls.element, knobs.element, said, why);
  root.addEventListener("keydown", (event) => onKey(event, controls, go, step));
  el.append(root);

  const drawStart = () => ground.moveStart(model.get("start"), model.get("_path").start);
  const drawStep = () => {
    const [path, at] = [model.get("_path"), step()];
    ground.show(path, at);
    side.show(path, at);
    controls.show(at, path.pixels.length - 1, path.captions[at]);
    if (caption.textContent !== path.captions[at]) caption.textContent = path.captions[at];
  };
  const drawPath = () => {
    const path = model.get("_path");
    side.renew(path);
    drawStep();
    drawStart();
    knobs.show(model.get("lr"), path.lr, model.get("momentum"), path.momentum);
    if (verdict.textContent !== path.verdict) verdict.textContent = path.verdict;
    reason.textContent = path.why;
    why.hidden = !path.why;
  };
  const unwatch = watchTheme(root);
  const listening = [["change:start", drawStart], ["change:step", drawStep], ["change:_path", drawPath]];
  for (const [name, deed] of listening) model.on(name, deed);
  drawPath();
  root.dataset.ready = "";
  return () => {
    controls.stop();
    unwatch();
    for (const [name, deed] of listening) model.off(name, deed);
  };
}

function onKey(event, controls, go, step) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
  event.stopPropagation(); // a notebook's single-key shortcuts are not meant here
  if (event.key === " " && !["BUTTON", "SUMMARY"].includes(event.target.tagName)) {
    event.preventDefault();
    controls.toggle();
  } else if (event.target.classList.contains("mg-widget")) {
    const deeds = { ArrowRight: () => go(step() + 1), ArrowLeft: () => go(step() - 1), Home: () => go(0), End: () => go(Infinity) };
    if (!(event.key in deeds)) return;
    event.preventDefault();
    deeds[event.key]();
  }
}

// ------------------------------------------------------------ drawing

function inserted(element, source) {
  element.innerHTML = source;
  const drawing = element.firstElementChild;
  drawing.setAttribute("role", "group"); // its parts speak for themselves
  return drawing;
}

// What lies on a plane of the drawing, cut off at its edges.
function layer(drawing, plane) {
  const [left, bottom, right, top] = plane.pixels;
  const [width, height] = [right - left, bottom - top];
  const cut = svg("svg", { x: left, y: top, width, height, viewBox: `${left} ${top} ${width} ${height}`, class: "mg-layer" });
  drawing.append(cut);
  return cut;
}

function makeWay() {
  const whole = svg("path", { class: "mg-whole" });
  const done = svg("path", { class: "mg-done" });
  const dots = svg("g", { class: "mg-dots" });
  const now = svg("circle", { class: "mg-now", r: 5 });
  const outside = makeOutside();
  const show = (pixels, at, plane) => {
    whole.setAttribute("d", "M" + pixels.join("L"));
    done.setAttribute("d", "M" + pixels.slice(0, at + 1).join("L"));
    while (dots.childElementCount < at) dots.append(svg("circle", { r: 2.4 }));
    while (dots.childElementCount > at) dots.lastChild.remove();
    [...dots.children].forEach((dot, i) => fill(dot, { cx: pixels[i + 1][0], cy: pixels[i + 1][1] }, []));
    fill(now, { cx: pixels[at][0], cy: pixels[at][1] }, []);
    outside.show(plane.pixels, pixels[Math.max(0, at - 1)], pixels[at]);
  };
  return { parts: [whole, done, dots, outside.element, now], show };
}

// At the edge of a plane, the direction in which a place lies that it does not reach.
function makeOutside() {
  const tip = svg("path", { class: "mg-out", d: "M0 0L-13 6.5V-6.5Z" });
  const paper = svg("rect", { x: -32, y: -9, width: 64, height: 18, rx: 3 });
  const word = svg("text", { y: 4, "text-anchor": "middle", "font-size": 12, "font-weight": 600, "font-family": "system-ui,sans-serif" }, "outside");
  const label = svg("g", {}, paper, word);
  const element = svg("g", { class: "mg-outside" }, label, tip);
  const show = ([left, bottom, right, top], from, to) => {
    const inside = (place, room) => [clamp(place[0], left + room, right - room), clamp(place[1], top + room, bottom - room)];
    const out = Math.hypot(to[0] - inside(to, 0)[0], to[1] - inside(to, 0)[1]) > 0;
    element.toggleAttribute("hidden", !out);
    if (!out) return;
    const [x, y] = inside(leaves([left, top, right, bottom], from, to) ?? to, 7);
    const turn = (Math.atan2(to[1] - y, to[0] - x) * 180) / Math.PI;
    tip.setAttribute("transform", `translate(${x} ${y}) rotate(${turn})`);
    const aside = x > (left + right) / 2 ? -48 : 48;
    label.setAttribute("transform", `translate(${x + aside} ${clamp(y, top + 14, bottom - 14)})`);
  };
  return { element, show };
}

// Where the straight way between two places leaves a rectangle; nowhere if it does not cross it.
function leaves([left, top, right, bottom], [x, y], [u, v]) {
  let [enters, exits] = [0, 1];
  for (const [from, to, low, high] of [[x, u, left, right], [y, v, top, bottom]]) {
    if (from === to && (from < low || from > high)) return null;
    if (from === to) continue;
    const [one, other] = [(low - from) / (to - from), (high - from) / (to - from)];
    enters = Math.max(enters, Math.min(one, other));
    exits = Math.min(exits, Math.max(one, other));
  }
  return enters <= exits ? [x + exits * (u - x), y + exits * (v - y)] : null;
}

function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

function segment(element, [x1, y1, x2, y2]) {
  fill(element, { x1, y1, x2, y2 }, []);
}

// ------------------------------------------------------------ the loss, and where one starts

function makeGround(spec, start) {
  const element = html("div", { class: "mg-plot mg-ground" });
  const drawing = inserted(element, spec.ground);
  const cut = layer(drawing, spec.plane);
  const slope = svg("path", { class: "mg-slope" });
  const way = makeWay();
  const handle = svg("g", { class: "mg-start", role: "slider", tabindex: 0, "aria-label": "Starting point",
    "aria-valuemin": spec.plane.numbers[0], "aria-valuemax": spec.plane.numbers[2] },
  svg("circle", { class: "mg-grip", r: 18 }), svg("circle", { class: "mg-ring", r: 8 }));
  const [whole, done, dots, outside, now] = way.parts;
  cut.append(whole, done, dots, slope, outside);
  drawing.append(handle);
  layer(drawing, spec.plane).append(now); // within the ring of the start, where both are at one place
  const axes = spec.names.length;
  const edge = (i) => [spec.plane.pixels[i], spec.plane.pixels[i + 2], spec.plane.numbers[i], spec.plane.numbers[i + 2]];
  let here = [];

  const hold = (value, i) => clamp(value, edge(i)[2], edge(i)[3]);
  const move = (numbers) => start(numbers.slice(0, axes).map((value, i) => Number(hold(value, i).toPrecision(4))).map(hold));
  const drag = (event) => {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
    move([place.x, place.y].map((pixel, i) => {
      const [from, to, low, high] = edge(i);
      return low + ((pixel - from) / (to - from)) * (high - low);
    }));
  };
  drawing.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation(); // the focus goes to the start, not to the widget around it
    drawing.setPointerCapture(event.pointerId);
    handle.focus({ preventScroll: true });
    drag(event);
  });
  drawing.addEventListener("pointermove", (event) => drawing.hasPointerCapture(event.pointerId) && drag(event));
  handle.addEventListener("keydown", (event) => {
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const share = event.shiftKey ? 0.1 : 0.01;
    const along = axes === 1 ? [way[0] + way[1]] : way;
    move(here.map((value, i) => value + along[i] * share * (edge(i)[3] - edge(i)[2])));
  });

  const moveStart = (numbers, words) => {
    here = numbers;
    const [x, y] = numbers.map((value, i) => {
      const [from, to, low, high] = edge(i);
      return from + ((value - low) / (high - low)) * (to - from);
    });
    handle.setAttribute("transform", `translate(${x} ${y ?? height(spec, numbers[0])})`);
    handle.setAttribute("aria-valuenow", numbers[0]);
    handle.setAttribute("aria-valuetext", words);
  };
  const show = (path, at) => {
    way.show(path.pixels, at, spec.plane);
    slope.setAttribute("d", path.slopes[at]);
  };
  return { element, moveStart, show };
}

// How high the curve is at a number, in the drawing.
function height(spec, value) {
  const [low, , high] = spec.plane.numbers;
  const at = ((value - low) / (high - low)) * (spec.profile.length - 1);
  const [one, other] = [spec.profile[Math.floor(at)], spec.profile[Math.ceil(at)]];
  const bottom = spec.plane.pixels[1];
  return (one ?? bottom) + (at - Math.floor(at)) * ((other ?? bottom) - (one ?? bottom));
}

// ------------------------------------------------------------ beside it: a line, or the loss over the steps

function makeSide(spec) {
  return spec.side ? makeLine(spec) : makeCurve();
}

function makeLine(spec) {
  const element = html("div", { class: "mg-plot mg-line-plot" });
  const [left, bottom, right, top] = spec.side_plane.pixels;
  const cut = layer(inserted(element, spec.side), spec.side_plane);
  const misses = spec.dots.map(([x, y]) => svg("line", { class: "mg-miss", x1: x, y1: y, x2: x }));
  const [first, now] = [svg("line", { class: "mg-line-start" }), svg("line", { class: "mg-line-now" })];
  const outside = makeOutside();
  cut.append(...misses, first, now, outside.element);
  const show = (path, at) => {
    const [x1, y1, x2, y2] = path.lines[at];
    segment(first, path.lines[0]);
    segment(now, path.lines[at]);
    const middle = [(x1 + x2) / 2, (y1 + y2) / 2];
    const there = leaves([left, top, right, bottom], [x1, y1], [x2, y2]) ? [(left + right) / 2, (top + bottom) / 2] : middle;
    outside.show(spec.side_plane.pixels, there, there);
    misses.forEach((miss, i) => miss.setAttribute("y2", y1 + ((y2 - y1) * (spec.dots[i][0] - x1)) / (x2 - x1)));
  };
  return { element, show, renew: () => {} };
}

function makeCurve() {
  const element = html("div", { class: "mg-plot mg-loss-plot" });
  const way = makeWay();
  const renew = (path) => layer(inserted(element, path.side), path.side_plane).append(...way.parts);
  return { element, show: (path, at) => way.show(path.curve, at, path.side_plane), renew };
}

// What the marks mean.
function makeLegend(spec) {
  const signs = {
    start: () => svg("circle", { class: "mg-ring", cx: 12, cy: 8, r: 6 }),
    now: () => svg("circle", { class: "mg-now", cx: 12, cy: 8, r: 5 }),
    slope: () => svg("path", { class: "mg-slope", d: "M0 8H24" }),
    arrow: () => svg("path", { class: "mg-slope", d: "M0 8H22M15 4.5L22 8L15 11.5" }),
    "line-start": () => svg("line", { class: "mg-line-start", x1: 0, y1: 8, x2: 24, y2: 8 }),
    "line-now": () => svg("line", { class: "mg-line-now", x1: 0, y1: 8, x2: 24, y2: 8 }),
  };
  const sign = (name) => svg("svg", { width: 24, height: 16, viewBox: "0 0 24 16", "aria-hidden": "true" }, signs[name]());
  return html("p", { class: "mg-legend" }, ...spec.legend.map(([name, text]) => html("span", {}, sign(name), text)));
}

// ------------------------------------------------------------ controls

function makeControls(step, go, last) {
  const first = button("first", "First step", () => go(0));
  const back = button("back", "Step back", () => go(step() - 1));
  const play = button("play", "Play", () => toggle());
  const next = button("next", "Step forward", () => go(step() + 1));
  const end = button("last", "Last step", () => go(last()));
  const slider = html("input", { type: "range", min: 0, step: 1, "aria-label": "Step" });
  const output = html("output", { class: "mg-count" });
  slider.addEventListener("input", () => go(Number(slider.value)));

  let timer = null;
  const stop = () => {
    clearInterval(timer);
    timer = null;
    relabel(play, "play", "Play");
  };
  const tick = () => (step() < last() ? go(step() + 1) : stop());
  const toggle = () => {
    if (timer !== null) return stop();
    if (step() >= last()) go(0);
    timer = setInterval(tick, BEAT);
    relabel(play, "pause", "Pause");
  };
  const show = (at, most, text) => {
    slider.max = most;
    slider.value = at;
    slider.setAttribute("aria-valuetext", text);
    output.textContent = `${at} / ${most}`;
    const held = [first, back, next, end].find((each) => each.matches(":focus")); // until it is disabled
    first.disabled = back.disabled = at === 0;
    next.disabled = end.disabled = at === most;
    if (held?.disabled) held.closest(".mg-widget").focus({ preventScroll: true });
  };
  const element = html("div", { class: "mg-controls" }, first, back, play, next, end, slider, output);
  return { element, show, stop, toggle };
}

// Learning rate and momentum.
function makeKnobs(spec, put) {
  const nearest = (lr) => spec.rates.reduce((best, rate, i) =>
    Math.abs(Math.log(rate / lr)) < Math.abs(Math.log(spec.rates[best] / lr)) ? i : best, 0);
  const rate = knob("Learning rate", spec.rate_texts, (i) => put("lr", spec.rates[i]));
  const momentum = knob("Momentum", spec.momentum_texts, (i) => put("momentum", i / 100));
  const show = (lr, lrText, m, mText) => {
    rate.show(nearest(lr), lrText);
    momentum.show(Math.round(m * 100), mText);
  };
  return { element: html("div", { class: "mg-knobs" }, rate.element, momentum.element), show };
}

function knob(name, texts, put) {
  const slider = html("input", { type: "range", min: 0, max: texts.length - 1, step: 1 });
  const output = html("output", {});
  slider.addEventListener("input", () => {
    show(Number(slider.value), texts[slider.value]);
    put(Number(slider.value));
  });
  const show = (at, text) => {
    slider.value = at;
    slider.setAttribute("aria-valuetext", text);
    output.textContent = text;
  };
  return { element: html("label", {}, html("span", {}, name), slider, output), show };
}

export default { render };
