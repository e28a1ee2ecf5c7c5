// The player's page: controls, picture, inspector. Every word and number comes from Python
// (specification.py); here they are only shown at the right step.

const SVG = "http://www.w3.org/2000/svg";
const PAUSE = 1800; // milliseconds for reading a step while playing
const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11L13 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  next: "M5 3v10l7-5z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
};

function render({ model, el }) {
  const spec = model.get("_spec");
  const root = html("div", { class: "mg-player", role: "group", tabindex: -1, "data-lm-suppress-shortcuts": "true" });
  root.setAttribute("aria-label", `Backward pass of ${spec.title}`);
  const go = (step) => {
    model.set("step", Math.max(0, Math.min(spec.steps.length, step)));
    model.save_changes();
  };
  const choose = (id) => {
    model.set("selected", id === model.get("selected") ? "" : id);
    model.save_changes();
  };
  const controls = makeControls(spec, () => model.get("step"), go);
  const picture = makePicture(spec, model.get("_svg"), choose);
  const inspector = makeInspector(spec);
  const caption = html("p", { "aria-live": "polite" });
  const texts = [spec.opening, ...spec.steps.map((step) => step.text)];
  const longest = texts.reduce((a, b) => (b.length > a.length ? b : a));
  const words = html("div", { class: "mg-caption" }, // as high as the longest, so that nothing jumps
    html("p", { class: "mg-longest", "aria-hidden": "true" }, longest), caption);
  root.append(controls.element, words, html("div", { class: "mg-stage" }, picture.element, inspector.element));
  root.addEventListener("pointerdown", (event) => takeFocus(event, root));
  root.addEventListener("keydown", (event) => onKey(event, model, go, choose, controls, picture));
  el.append(root);

  const draw = () => {
    const step = model.get("step");
    const state = stateAt(spec, step);
    caption.textContent = state.step ? state.step.text : spec.opening;
    controls.show(step, caption.textContent);
    if (root.querySelector(":focus")?.disabled) root.focus({ preventScroll: true }); // keys go on working
    picture.show(state);
    inspect();
  };
  const inspect = () => {
    const chosen = model.get("selected");
    const state = stateAt(spec, model.get("step"));
    picture.mark(chosen);
    inspector.show(chosen || state.step?.node || spec.root, state, Boolean(chosen));
  };
  const unwatch = watchTheme(root);
  model.on("change:step", draw);
  model.on("change:selected", inspect);
  draw();
  root.dataset.ready = "";
  return () => {
    controls.stop();
    unwatch();
    model.off("change:step", draw);
    model.off("change:selected", inspect);
  };
}

// ------------------------------------------------------------ what is true after so many steps

function stateAt(spec, count) {
  const state = { nodes: {}, edges: {}, step: spec.steps[count - 1], backward: count > spec.start };
  for (const [id, node] of Object.entries(spec.nodes)) {
    state.nodes[id] = { computed: node.leaf, freed: node.freed, grad: node.grad, incoming: null };
  }
  spec.steps.slice(0, count).forEach((change, i) => {
    const node = state.nodes[change.node];
    node.computed = true;
    if (i < spec.start) return;
    if (change.seed) state.edges.seed = change.seed;
    if (change.incoming) node.incoming = change.incoming;
    if (change.grad) node.grad = change.grad;
    if (change.freed) node.freed = true;
    Object.assign(state.edges, change.sent);
  });
  return state;
}

// ------------------------------------------------------------ controls

function makeControls(spec, step, go) {
  const last = spec.steps.length;
  const first = button("first", "First step", () => go(0));
  const back = button("back", "Step back", () => go(step() - 1));
  const play = button("play", "Play", () => toggle());
  const next = button("next", "Step forward", () => go(step() + 1));
  const end = button("last", "Last step", () => go(last));
  const slider = html("input", { type: "range", min: 0, max: last, step: 1, "aria-label": "Step" });
  const output = html("output", { class: "mg-count" });
  const phase = (name, steps) => html("span", { class: `mg-${name}`, style: `flex-grow:${steps}` }, name);
  const phases = html("div", { class: "mg-phases", "aria-hidden": "true" },
    phase("forward", spec.start), phase("backward", last - spec.start));
  slider.addEventListener("input", () => go(Number(slider.value)));

  let timer = null;
  const stop = () => {
    clearInterval(timer);
    timer = null;
    relabel(play, "play", "Play");
  };
  const tick = () => (step() < last ? go(step() + 1) : null, step() >= last && stop());
  const toggle = () => {
    if (timer !== null) return stop();
    if (step() >= last) go(spec.start);
    timer = setInterval(tick, PAUSE);
    relabel(play, "pause", "Pause");
    tick();
  };
  const show = (at, text) => {
    slider.value = at;
    slider.setAttribute("aria-valuetext", text);
    output.textContent = `${at} / ${last}`;
    first.disabled = back.disabled = at === 0;
    next.disabled = end.disabled = at === last;
  };
  const element = html("div", { class: "mg-controls" }, first, back, play, next, end,
    html("div", { class: "mg-track" }, phases, slider), output);
  return { element, show, stop, toggle, slider };
}

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

// ------------------------------------------------------------ keys

// A click on what cannot hold the focus itself gives it to the player, not to the notebook around.
function takeFocus(event, root) {
  const target = event.target.closest("button:enabled, input, [tabindex]");
  if (!target || target === root) root.focus({ preventScroll: true });
}

function onKey(event, model, go, choose, controls, picture) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
  event.stopPropagation(); // a notebook's single-key shortcuts are not meant here
  const part = event.target.closest(".mg-part");
  const step = model.get("step");
  const deeds = {
    ArrowRight: () => go(step + 1),
    ArrowLeft: () => go(step - 1),
    Home: () => go(0),
    End: () => go(Infinity),
    Escape: () => choose(model.get("selected")),
    " ": () => controls.toggle(),
  };
  if (part) {
    deeds[" "] = deeds.Enter = () => choose(part.dataset.id);
    deeds.ArrowDown = () => picture.walk(part, 1);
    deeds.ArrowUp = () => picture.walk(part, -1);
  }
  const native = event.target === controls.slider ? event.key !== " " : event.target.tagName === "BUTTON"
    && [" ", "Enter"].includes(event.key);
  if (native || !(event.key in deeds)) return;
  event.preventDefault();
  deeds[event.key]();
}

// ------------------------------------------------------------ the picture

function makePicture(spec, source, choose) {
  const element = html("div", { class: "mg-picture" });
  element.innerHTML = source;
  const drawing = element.firstElementChild;
  relabelDrawing(drawing);
  const nodes = byId(drawing, ".mg-node");
  const edges = byId(drawing, ".mg-edge");
  const labels = svg("g", { class: "mg-labels" });
  drawing.append(labels);
  for (const edge of edges.values()) prepareEdge(edge, labels);
  const parts = [...nodes].flatMap(([id, node]) => [
    node, ...spec.nodes[id].sends.map((send) => edges.get(send.edge)),
  ]);
  parts.forEach((part, i) => {
    part.classList.add("mg-part");
    part.setAttribute("role", "button");
    part.setAttribute("tabindex", i ? -1 : 0); // one stop for Tab; from there, up and down
    part.addEventListener("click", () => choose(part.dataset.id));
  });

  const focus = (part) => {
    for (const other of parts) other.setAttribute("tabindex", other === part ? 0 : -1);
    part.focus();
  };
  const walk = (part, by) => focus(parts[(parts.indexOf(part) + by + parts.length) % parts.length]);
  const show = (state) => {
    for (const [id, node] of nodes) showNode(node, spec.nodes[id], state.nodes[id], state.step?.node === id && state);
    for (const [id, edge] of edges) showEdge(edge, spec, state, id);
    bringIntoView(element, nodes.get(state.step?.node));
  };
  const mark = (chosen) => {
    for (const part of parts) part.setAttribute("aria-pressed", part.dataset.id === chosen);
  };
  return { element, show, mark, walk };
}

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

function prepareEdge(edge, labels) {
  const line = edge.querySelector(".mg-line");
  const [left, top] = line.getAttribute("d").match(/[\d.]+/g).map(Number);
  const [x, y, anchor] = edge.dataset.label.split(" ");
  edge.append(
    svg("path", { class: "mg-back", d: `M${left - 4} ${top + 9}h8l-4 -8z` }),
    svg("path", { class: "mg-reach", d: line.getAttribute("d") }),
  );
  edge.label = svg("text", { x, y, "text-anchor": anchor, "font-size": 12 });
  labels.append(edge.label);
}

function bringIntoView(element, node) {
  if (!node) return;
  const [frame, box] = [element.getBoundingClientRect(), node.getBoundingClientRect()];
  if (box.top < frame.top || box.bottom > frame.bottom) {
    element.scrollTop += box.top - frame.top - (frame.height - box.height) / 2;
  }
  if (box.left < frame.left || box.right > frame.right) {
    element.scrollLeft += box.left - frame.left - (frame.width - box.width) / 2;
  }
}

function showNode(g, node, now, state) {
  g.classList.toggle("mg-later", !now.computed);
  g.classList.toggle("mg-made", Boolean(state) && !state.backward);
  g.classList.toggle("mg-now", Boolean(state) && state.backward);
  g.classList.toggle("mg-freed", now.freed);
  const grad = now.grad ? now.grad.brief : "None";
  if (node.leaf) {
    const line = g.querySelector(".mg-value");
    line.textContent = `grad ${grad}`;
    squeeze(line, g.querySelector("rect").width.baseVal.value - 10);
    line.classList.toggle("mg-grad", Boolean(now.grad));
    line.classList.toggle("mg-quiet", !now.grad);
  } else {
    const [value, note] = [g.querySelector(".mg-value"), g.querySelector(".mg-note")];
    note.dataset.text ??= note.textContent;
    value.textContent = now.computed ? node.output : "…";
    note.textContent = now.freed ? "freed" : now.computed ? note.dataset.text : "";
  }
  const words = [node.op, now.computed ? node.output : "not computed yet",
    node.leaf ? `grad ${grad}` : g.querySelector(".mg-note").textContent];
  if (now.incoming) words.push(`gradient ${now.incoming.map((t) => t.brief).join(", ")}`);
  g.setAttribute("aria-label", words.filter(Boolean).join(", "));
}

// A text wider than its box is drawn narrower: the boxes are as wide as what they held at first.
function squeeze(line, width) {
  line.removeAttribute("textLength");
  if (line.getComputedTextLength() <= width) return;
  line.setAttribute("textLength", width);
  line.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

function showEdge(g, spec, state, id) {
  const sent = state.edges[id];
  const edge = spec.edges[id] ?? { node: spec.root, to: spec.root };
  const now = state.backward && (state.step.seed ? id === "seed" : id in state.step.sent);
  g.classList.toggle("mg-sent", Boolean(sent));
  g.classList.toggle("mg-now", now);
  g.classList.toggle("mg-later", !state.nodes[edge.node].computed);
  g.label.textContent = sent ? sent.brief : "";
  g.label.classList.toggle("mg-now", now);
  if (id === "seed") return;
  const to = spec.nodes[edge.node].sends.find((send) => send.edge === id);
  const words = sent ? `gradient ${sent.brief}` : "nothing sent yet";
  g.setAttribute("aria-label", `from ${spec.nodes[edge.node].title} to ${to.title}: ${words}`);
}

// ------------------------------------------------------------ the inspector

function makeInspector(spec) {
  const element = html("aside", { class: "mg-inspector", "aria-label": "Inspector" });
  const show = (id, state, chosen) => {
    const content = id in spec.edges ? edgeFacts(spec, id, state) : nodeFacts(spec, id, state);
    const hint = chosen ? "Escape or a second click lets go." : "Choose a node or an arrow to keep it here.";
    element.replaceChildren(...content, html("p", { class: "mg-hint" }, hint));
  };
  return { element, show };
}

function nodeFacts(spec, id, state) {
  const node = spec.nodes[id];
  const now = state.nodes[id];
  const rows = [];
  if (node.leaf) {
    rows.push(["value", tensor(node.value)]);
    if (node.version) rows.push(["version", String(node.version)]);
    rows.push([".grad", now.grad ? tensor(now.grad) : "None"]);
    return [heading(node.title, "leaf, AccumulateGrad"), facts(rows),
      html("p", {}, "Adds each gradient that arrives to .grad.")];
  }
  if (node.formula) rows.push(["formula", math(node.formula)]);
  rows.push(["output", now.computed ? (node.value ? tensor(node.value) : node.output || "not kept") : "not computed yet"]);
  rows.push(["saved", saved(node, now)]);
  for (const kind of ["arguments", "shapes"]) if (node[kind].length) rows.push([kind, lines(node[kind])]);
  if (now.grad) rows.push([".grad", tensor(now.grad)]);
  rows.push(["gradient in", now.incoming ? html("div", {}, ...now.incoming.map(tensor)) : "not yet"]);
  for (const send of node.sends) {
    const title = send.title.replace(/\.(?=.)|(?=Backward)/g, "$&\u200b"); // where a line may break
    rows.push([`to ${title}`, sends(send, state.edges[send.edge])]);
  }
  return [heading(node.op, now.computed ? node.output : ""), facts(rows), html("p", {}, node.legend)];
}

function edgeFacts(spec, id, state) {
  const edge = spec.edges[id];
  const from = spec.nodes[edge.node];
  const send = from.sends.find((s) => s.edge === id);
  const rows = [["from", from.op], ["to", send.title], ["input", String(edge.slot + 1)], ["gradient", sends(send, state.edges[id])]];
  return [heading(`${from.op} → ${send.title}`, "an arrow of the graph"), facts(rows)];
}

function saved(node, now) {
  if (now.freed) return "freed after it ran";
  if (!now.computed) return "nothing yet";
  return node.saved.length ? lines(node.saved) : "no tensors";
}

function lines(values) {
  return html("div", {}, ...values.map((value) => html("div", {}, html("code", {}, `${value.name}: ${value.text}`),
    html("small", {}, value.version ? ` version ${value.version}` : ""))));
}

function sends(send, gradient) {
  const value = gradient ? tensor(gradient) : html("span", { class: "mg-quiet" }, "not sent yet");
  return html("div", {}, ...(send.formula ? [math(send.formula)] : []), value);
}

function tensor(value) {
  return html("div", {}, html("code", { class: "mg-tensor" }, value.full), html("small", {}, ` ${value.kind}`));
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

// ------------------------------------------------------------ the page around

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

export default { render };
