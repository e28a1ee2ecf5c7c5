// The graph's page: a picture to move about in, a search, an inspector, a legend. Words about nodes
// come from Python (graph_view.py, facts.py); here they are found, marked and shown.

function render({ model, el }) {
  const root = frame("view", `Graph of ${model.get("_parts").title}`);
  const canvas = makeCanvas("Picture of the graph. Arrow keys move it, plus and minus scale it, 0 shows all of it.");
  const inspector = makeInspector({ nodes: {}, edges: {} });
  const told = html("output", { class: "mg-told", "aria-live": "polite" });
  const page = { model, root, canvas, inspector, told, parts: null, boxes: null, hits: [], at: -1, hit: "", arriving: false };
  const search = makeSearch(page);
  const scale = html("div", { class: "mg-scale", role: "group", "aria-label": "Scale" },
    button("minus", "Smaller", () => canvas.zoom(1 / 1.25)), button("plus", "Larger", () => canvas.zoom(1.25)),
    button("fit", "Show all", () => canvas.fit()));
  root.append(html("div", { class: "mg-controls" }, search, told, scale),
    html("div", { class: "mg-stage" }, canvas.element, html("div", { class: "mg-aside" }, inspector.element)));
  const modules = Object.keys(model.get("_words")).some((id) => id.startsWith("group:"));
  root.append(html("div", { class: "mg-foot" }, makeLegend("leaf", "op", "root", "freed", ...(modules ? ["group"] : []), "up", "down")));
  root.addEventListener("keydown", (event) => onKey(event, page, search));
  canvas.element.addEventListener("click", (event) => onClick(event, page));
  el.append(root);

  const draw = () => (drawGraph(page), find(page), mark(page), inspect(page), page.arriving && arrive(page));
  const select = () => (mark(page), inspect(page));
  const seek = () => {
    const input = search.querySelector("input");
    if (input.value !== model.get("query")) input.value = model.get("query");
    page.hit = "";
    find(page);
    told.textContent = input.value.trim() ? found(page) : "";
  };
  const listeners = { "change:_svg": draw, "change:_facts": () => inspect(page), "change:selected": select, "change:query": seek };
  const unwatch = watchTheme(root);
  for (const [name, listener] of Object.entries(listeners)) model.on(name, listener);
  drawGraph(page);
  seek();
  select();
  root.dataset.ready = "";
  return () => {
    canvas.stop();
    unwatch();
    for (const [name, listener] of Object.entries(listeners)) model.off(name, listener);
  };
}

function choose({ model }, id) {
  model.set("selected", id === model.get("selected") ? "" : id);
  model.save_changes();
}

// ------------------------------------------------------------ the picture

function drawGraph(page) {
  const focused = page.root.querySelector(".mg-part:focus")?.dataset.id;
  const holder = html("div");
  holder.innerHTML = page.model.get("_svg");
  const drawing = holder.firstElementChild;
  relabelDrawing(drawing);
  page.parts = page.model.get("_parts");
  page.marked = new Map();
  page.boxes = byId(drawing, ".mg-node");
  page.frames = byId(drawing, ".mg-frame");
  const drawn = byId(drawing, ".mg-edge");
  page.order = [...page.boxes.keys()];
  for (const [id, box] of page.boxes) prepare(box, page.parts.nodes[id].label, page.parts.nodes[id].group && "false");
  for (const frame of page.frames.values()) prepare(frame, frame.querySelector("text").textContent, "true");
  for (const box of drawing.querySelectorAll("[aria-expanded]")) {
    const name = box.querySelector("text");
    name.textContent = `${box.getAttribute("aria-expanded") === "true" ? "▾" : "▸"} ${name.textContent}`;
  }
  page.users = new Map(page.order.map((id) => [id, []]));
  page.links = [];
  for (const [id, { edges }] of Object.entries(page.parts.nodes)) {
    for (const [edge, to] of Object.entries(edges)) {
      page.users.get(to).push(id);
      page.links.push([edge, drawn.get(edge), id, to]);
    }
  }
  const chosen = page.model.get("selected");
  const stays = page.toggled ?? (page.canvas.moved() ? chosen : "");
  page.canvas.draw(drawing, stays && ((picture) => picture.querySelector(`[data-id="${CSS.escape(stays)}"]`)), page.arriving);
  if (stays) page.canvas.keep([stays, page.before, page.parts.root].map((id) => part(page, visible(page, id))).filter(Boolean));
  const first = part(page, visible(page, page.toggled ?? focused)) ?? page.boxes.get(page.parts.root);
  first.setAttribute("tabindex", 0); // one stop for Tab; from there the arrow keys
  if (focused) first.focus({ preventScroll: true });
  page.toggled = page.before = null;
}

function prepare(box, label, expanded) {
  box.classList.add("mg-part");
  box.setAttribute("role", "button");
  box.setAttribute("tabindex", -1);
  box.setAttribute("aria-label", label);
  if (expanded) box.setAttribute("aria-expanded", expanded);
}

function part(page, id) {
  return page.boxes.get(id) ?? page.frames.get(id);
}

// What shows a node or a module: itself, or the closed module it is in.
function visible(page, id) {
  return page.parts.closed[id]?.[0] ?? (part(page, id) ? id : "");
}

function toggle(page, id) {
  const { model } = page;
  const key = id.slice(id.indexOf(":") + 1);
  const open = !page.boxes.has(id);
  [page.toggled, page.before] = [id, model.get("selected")];
  model.set("selected", id);
  model.set("closed", open ? [...model.get("closed"), key] : model.get("closed").filter((other) => other !== key));
  model.save_changes();
  page.told.textContent = `${key} ${open ? "closed" : "opened"}`;
}

function press(page, id) {
  if (page.frames.has(id) || page.parts.nodes[id].group) toggle(page, id);
  else choose(page, id);
}

function onClick(event, page) {
  const box = event.target.closest(".mg-part");
  if (!box) return;
  focusOn(page, box.dataset.id);
  press(page, box.dataset.id);
}

function focusOn(page, id, how = {}) {
  page.root.querySelector('.mg-part[tabindex="0"]')?.setAttribute("tabindex", -1);
  part(page, id).setAttribute("tabindex", 0);
  part(page, id).focus({ preventScroll: true, ...how });
}

// ------------------------------------------------------------ what belongs to the chosen node

function mark(page) {
  const shown = visible(page, page.model.get("selected"));
  const chosen = page.boxes.has(shown) ? shown : "";
  const up = chosen ? reached(chosen, (id) => Object.values(page.parts.nodes[id].edges)) : new Set();
  const down = chosen ? reached(chosen, (id) => page.users.get(id)) : new Set();
  const role = (id) => (id === chosen ? "mg-chosen" : up.has(id) ? "mg-up" : down.has(id) ? "mg-down" : "mg-far");
  page.root.classList.toggle("mg-choosing", Boolean(chosen));
  for (const [id, box] of page.boxes) {
    setRole(page, id, box, chosen ? role(id) : "");
    box.setAttribute("aria-pressed", id === chosen);
  }
  for (const [edge, element, id, to] of page.links) {
    const name = id === chosen || up.has(id) ? "mg-up" : to === chosen || down.has(to) ? "mg-down" : "mg-far";
    setRole(page, edge, element, chosen ? name : "");
  }
  page.relatives = [up.size, down.size];
}

// Only what changes is touched: of 2,000 boxes mostly few.
function setRole(page, id, element, name) {
  const before = page.marked.get(id) ?? "";
  if (before === name) return;
  if (before) element.classList.remove(before);
  if (name) element.classList.add(name);
  page.marked.set(id, name);
}

function reached(start, next) {
  const found = new Set();
  const waiting = [start];
  while (waiting.length) {
    for (const id of next(waiting.pop())) if (!found.has(id)) (found.add(id), waiting.push(id));
  }
  return found;
}

function inspect(page) {
  const chosen = page.model.get("selected");
  const id = chosen || page.parts.root;
  const known = page.model.get("_facts")[id];
  const [up, down] = page.relatives;
  const boxes = (count) => `${count} ${count === 1 ? "box" : "boxes"}`;
  const relatives = `${up ? `Computed from ${boxes(up)}, used` : "Used"} in ${boxes(down)}.`;
  const hint = !chosen ? "This is the result. Click a box to see what is known of it."
    : page.frames.has(chosen) ? "A click on its title closes it."
    : page.parts.nodes[id]?.group ? `${relatives} A click opens it.`
    : `${relatives} Escape or a second click lets go.`;
  page.inspector.put(known ? content(known, id) : [heading(page.parts.nodes[visible(page, id)]?.label ?? id, "asking Python, which may be busy")], hint);
}

function content(known, id) {
  if (known.group) return [heading(known.group.title, known.group.inside), facts(known.group.rows)];
  return nodeFacts({ nodes: { [id]: known.node } }, id, { nodes: { [id]: known.now }, edges: known.edges });
}

// ------------------------------------------------------------ search

function makeSearch(page) {
  const input = html("input", { type: "search", placeholder: "Search: name, operation, shape", "aria-label": "Search",
    autocomplete: "off", spellcheck: "false" });
  input.addEventListener("input", () => {
    page.model.set("query", input.value);
    page.model.save_changes();
  });
  return html("div", { class: "mg-search", role: "search" }, input,
    button("back", "Previous hit", () => go(page, -1)), button("next", "Next hit", () => go(page, 1)));
}

function find(page) {
  const words = page.model.get("query").toLowerCase().split(/\s+/).filter(Boolean);
  const known = Object.entries(page.model.get("_words"));
  page.hits = words.length ? known.filter(([, text]) => words.every((word) => text.includes(` ${word}`))).map(([id]) => id) : [];
  page.at = page.hits.indexOf(page.hit);
  const hits = new Set(page.hits.map((id) => visible(page, id)));
  page.root.classList.toggle("mg-searching", words.length > 0);
  for (const [id, box] of [...page.boxes, ...page.frames]) if (box.classList.contains("mg-hit") !== hits.has(id)) box.classList.toggle("mg-hit");
  for (const name of ["back", "next"]) page.root.querySelector(`.mg-search .mg-${name}`).disabled = !page.hits.length;
}

// How many hits, and whether to expect them out of sight.
function found(page) {
  const hidden = page.hits.filter((id) => page.parts.closed[id]).length;
  return `${page.hits.length} found${hidden ? `, ${hidden} in closed modules: Enter opens them` : ""}`;
}

function go(page, by) {
  const count = page.hits.length;
  if (!count) return;
  page.at = page.at < 0 ? (by > 0 ? 0 : count - 1) : (page.at + by + count) % count;
  page.hit = page.hits[page.at];
  const { model, parts, hit } = page;
  const around = parts.closed[hit];
  if (around) {
    model.set("closed", model.get("closed").filter((key) => !around.includes(`group:${key}`)));
    page.told.textContent = `Opening ${around.at(-1).slice("group:".length)}`;
  }
  if (model.get("selected") !== hit) choose(page, hit); // tells Python all that was set
  else model.save_changes();
  if (around) page.arriving = true; // when Python has drawn it
  else arrive(page);
}

function arrive(page) {
  page.arriving = false;
  const shown = part(page, page.hit);
  if (!shown) return;
  page.canvas.show(shown, true);
  page.told.textContent = `${page.at + 1} of ${page.hits.length}: ${shown.getAttribute("aria-label")}`;
}

// ------------------------------------------------------------ keys

function onKey(event, page, search) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
  event.stopPropagation(); // a notebook's single-key shortcuts are not meant here
  const input = search.querySelector("input");
  const { canvas } = page;
  const box = event.target.closest(".mg-part");
  const deeds = { Escape: () => page.model.get("selected") && choose(page, page.model.get("selected")) };
  if (event.target === input) Object.assign(deeds, { Enter: () => go(page, event.shiftKey ? -1 : 1), Escape: () => leave(page, input) });
  else if (!event.target.closest(".mg-inspector")) {
    Object.assign(deeds, { "+": () => canvas.zoom(1.25), "=": () => canvas.zoom(1.25), "-": () => canvas.zoom(0.8), 0: () => canvas.fit(),
      "/": () => input.focus() });
    for (const [key, [x, y]] of Object.entries(ARROWS)) {
      deeds[key] = box && !event.shiftKey ? () => walk(page, box.dataset.id, key) : () => canvas.pan(-x * STEP, -y * STEP);
    }
    if (box) deeds[" "] = deeds.Enter = () => press(page, box.dataset.id);
    if (box) Object.assign(deeds, { Home: () => visit(page, page.order.at(0)), End: () => visit(page, page.order.at(-1)) });
  }
  const native = event.target.tagName === "BUTTON" && [" ", "Enter"].includes(event.key);
  if (native || !(event.key in deeds)) return;
  event.preventDefault();
  deeds[event.key]();
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function leave(page, input) {
  input.value = "";
  input.dispatchEvent(new Event("input"));
}

// Up to an input, down to what uses it; left and right through all boxes, row by row as one reads.
function walk(page, id, key) {
  const [x, y] = ARROWS[key];
  const near = page.frames.has(id) ? [] : y < 0 ? Object.values(page.parts.nodes[id].edges) : y > 0 ? page.users.get(id) : [];
  const from = center(part(page, id));
  const nearest = near.toSorted((a, b) => Math.abs(center(page.boxes.get(a))[0] - from[0]) - Math.abs(center(page.boxes.get(b))[0] - from[0]))[0];
  if (nearest) return visit(page, nearest);
  if (y && !page.frames.has(id)) return;
  const order = reading(page);
  visit(page, order[(order.indexOf(id) + x + y + order.length) % order.length]);
}

function reading(page) {
  const places = [...page.boxes, ...page.frames].map(([id, box]) => [id, ...center(box, page.frames.has(id))]);
  return places.sort((a, b) => a[2] - b[2] || a[1] - b[1]).map(([id]) => id);
}

function center(box, top = false) {
  const { x, y, width, height } = box.querySelector("rect");
  return [x.baseVal.value + width.baseVal.value / 2, y.baseVal.value + (top ? 0 : height.baseVal.value / 2)];
}

function visit(page, id) {
  focusOn(page, id, BY_KEY);
  page.canvas.show(part(page, id));
}

export default { render };
