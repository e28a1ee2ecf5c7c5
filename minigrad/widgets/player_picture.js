// The player's picture: Python's drawing, brought to life. Gradients travel, meet, and stay written.

const MOST_TRAVELLERS = 24; // more numbers on their way at once nobody can follow
const [SUM_BELOW, SUM_HEIGHT, SUM_ROOM] = [18, 15, 20]; // where a sum stands, as places.py has it
const OFF = 13; // pixels before a box where a travelling number starts and ends, so as not to cover it
const CHARACTER = 0.61; // the width of a character, in units of its size: measuring would cost a layout
const LETTER = 7.4; // the same of the labels, in pixels

function makePicture(spec, source, history, choose) {
  const element = html("div", { class: "mg-picture" });
  element.innerHTML = source;
  const drawing = element.firstElementChild;
  relabelDrawing(drawing);
  drawing.style.setProperty("--mg-high", `${drawing.getAttribute("height")}px`);
  const nodes = byId(drawing, ".mg-node");
  const edges = byId(drawing, ".mg-edge");
  const [labels, sums, marks, travellers] = ["labels", "sums", "marks", "travellers"].map((name) =>
    svg("g", { class: `mg-${name}` }));
  drawing.append(labels, sums, marks, travellers);
  for (const edge of edges.values()) prepareEdge(edge, labels);
  for (const node of nodes.values()) prepareNode(node, sums, marks);
  const parts = [...nodes].flatMap(([id, node]) => [
    node, ...spec.nodes[id].sends.map((send) => edges.get(send.edge)),
  ]).filter(Boolean);
  parts.forEach((part, i) => {
    part.classList.add("mg-part");
    part.setAttribute("role", "button");
    part.setAttribute("tabindex", i ? -1 : 0); // one stop for Tab; from there, up and down
    part.addEventListener("click", () => choose(part.dataset.id));
  });

  let shown = null; // how many steps the picture shows
  let breaks = new Set();
  let chosenPart = null;
  const focus = (part) => {
    for (const other of parts) if (other.tabIndex === 0) other.setAttribute("tabindex", -1);
    part.setAttribute("tabindex", 0);
    part.focus(BY_KEY);
  };
  const walk = (part, by) => focus(parts[(parts.indexOf(part) + by + parts.length) % parts.length]);
  const paintNode = (id) => nodes.has(id) && showNode(nodes.get(id), spec.nodes[id], history.at(shown), breaks.has(id));
  const paint = ({ nodes: some, edges: others }) => {
    const state = history.at(shown);
    for (const id of some) paintNode(id);
    for (const id of others) if (edges.has(id)) showEdge(edges.get(id), spec, state, id);
  };
  const show = (count) => {
    const touched = shown === null ? { nodes: nodes.keys(), edges: edges.keys() } : history.between(shown, count);
    shown = count;
    travel.stop();
    paint(touched);
  };
  const follow = () => bringIntoView(element, nodes.get(spec.steps[shown - 1]?.node));
  const mark = (chosen) => {
    chosenPart?.setAttribute("aria-pressed", false);
    chosenPart = nodes.get(chosen) ?? edges.get(chosen) ?? null;
    chosenPart?.setAttribute("aria-pressed", true);
  };
  const breakAt = (ids) => {
    const changed = [...new Set([...breaks, ...ids])];
    breaks = new Set(ids);
    changed.forEach(paintNode);
  };
  const travel = makeTravel(edges, nodes, travellers);
  parts.forEach((part) => part.setAttribute("aria-pressed", false));
  return { element, show, follow, mark, walk, breakAt, travel };
}

function prepareEdge(edge, labels) {
  const line = edge.querySelector(".mg-line");
  const [left, top] = line.getAttribute("d").match(/[\d.]+/g).map(Number);
  const [x, y, anchor] = edge.dataset.label.split(" ");
  edge.append(
    svg("path", { class: "mg-back", d: `M${left - 4} ${top + 9}h8l-4 -8z` }),
    svg("path", { class: "mg-reach", d: line.getAttribute("d") }),
  );
  edge.label = svg("text", { x, y, "text-anchor": anchor, "font-size": 12, "aria-hidden": "true" });
  labels.append(edge.label);
}

function prepareNode(node, sums, marks) {
  const at = (name) => Number(node.querySelector("rect").getAttribute(name));
  node.frame = { left: at("x"), top: at("y"), width: at("width"), height: at("height") };
  node.sum = { parent: sums, element: null };
  node.stopMark = { parent: marks, element: null };
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

// ------------------------------------------------------------ nodes

function showNode(g, node, state, stopsHere) {
  const now = state.nodes[g.dataset.id];
  const current = state.step?.node === g.dataset.id;
  g.classList.toggle("mg-later", !now.computed);
  g.classList.toggle("mg-made", current && !state.backward);
  g.classList.toggle("mg-now", current && state.backward);
  g.classList.toggle("mg-freed", now.freed);
  g.classList.toggle("mg-failed", Boolean(now.failed));
  const grad = now.grad ? now.grad.brief : "None";
  const line = g.querySelector(node.leaf ? ".mg-value" : ".mg-kept"); // of a result only after retain_grad()
  if (line) {
    write(line, `grad ${grad}`, g.frame.width - 10);
    line.classList.toggle("mg-grad", Boolean(now.grad));
    line.classList.toggle("mg-quiet", !now.grad);
  }
  if (!node.leaf) {
    g.querySelector(".mg-value").textContent = now.computed ? node.output : "…";
    showKept(g.querySelector(".mg-note"), node, now, g.frame.width - 10);
  }
  showSum(g, now.sum);
  showStop(g, stopsHere);
  g.setAttribute("aria-label", describe(node, now, grad, stopsHere));
}

// What a node keeps; struck out once it has been freed.
function showKept(note, node, now, width) {
  note.dataset.text ??= note.textContent;
  if (now.failed) return write(note, "✕ cannot run", width);
  if (!now.computed || !now.freed || !node.keeps) return write(note, now.computed && !now.freed ? note.dataset.text : "", width);
  note.replaceChildren(svg("tspan", { class: "mg-gone" }, node.keeps), " freed");
  squeeze(note, width);
}

function showSum(g, words) {
  if (words === (g.sum.text ?? "")) return;
  g.sum.text = words;
  g.sum.element?.remove();
  const { left, top, width, height } = g.frame;
  g.sum.element = words ? pill(words, { x: left + width / 2, y: top + height + SUM_BELOW, height: SUM_HEIGHT, most: width + SUM_ROOM, name: "mg-sum" }) : null;
  if (words) g.sum.parent.append(g.sum.element);
}

function showStop(g, stopsHere) {
  if (stopsHere === Boolean(g.stopMark.element)) return;
  g.stopMark.element?.remove();
  const { left, top } = g.frame;
  g.stopMark.element = stopsHere ? svg("g", { class: "mg-stop", transform: `translate(${left + 1} ${top + 1})` },
    svg("path", { d: "M-3.7 -9h7.4L9 -3.7v7.4L3.7 9h-7.4L-9 3.7v-7.4z" }), svg("path", { class: "mg-bars", d: "M-3 -4v8M3 -4v8" })) : null;
  if (stopsHere) g.stopMark.parent.append(g.stopMark.element);
}

function describe(node, now, grad, stopsHere) {
  const kept = now.failed ? "cannot run" : now.freed ? `${node.keeps} freed` : node.keeps ? `saves ${node.keeps}` : "";
  const words = [node.op, now.computed ? node.output : "not computed yet", node.leaf || node.retains || now.grad ? `grad ${grad}` : "", !node.leaf && now.computed ? kept : ""];
  if (now.incoming) words.push(`gradient ${now.incoming.map((t) => t.brief).join(", ")}`);
  if (now.sum) words.push(now.sum);
  if (stopsHere) words.push("breakpoint");
  return words.filter(Boolean).join("; ");
}

// A text wider than its box is drawn narrower: the boxes are as wide as what they held at first.
function write(line, words, width) {
  if (line.textContent === words) return;
  line.textContent = words;
  squeeze(line, width);
}

function squeeze(line, width) {
  const fits = line.textContent.length * line.getAttribute("font-size") * CHARACTER <= width;
  line.removeAttribute("textLength");
  if (fits) return;
  line.setAttribute("textLength", width);
  line.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

function pill(words, { x, y, height, most, name }) {
  const width = Math.min(words.length * LETTER + 14, most);
  const text = svg("text", { y: 4, "text-anchor": "middle", "font-size": 12 }, words);
  squeeze(text, width - 10);
  return svg("g", { class: name, "aria-hidden": "true", transform: `translate(${x} ${y})` },
    svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 }), text);
}

// ------------------------------------------------------------ edges

function showEdge(g, spec, state, id) {
  const sent = state.edges[id];
  const edge = spec.edges[id] ?? { node: spec.stubs[id] }; // or the arrow out of a result
  const now = state.backward && (state.step.seed ? id === state.step.stub : id in state.step.sent);
  g.classList.toggle("mg-sent", Boolean(sent));
  g.classList.toggle("mg-now", now);
  g.classList.toggle("mg-later", !state.nodes[edge.node].computed);
  g.label.textContent = sent ? sent.brief : "";
  g.label.classList.toggle("mg-now", now);
  if (id in spec.stubs) return;
  const to = spec.nodes[edge.node].sends.find((send) => send.edge === id);
  const words = sent ? `gradient ${sent.brief}` : "nothing sent yet";
  g.setAttribute("aria-label", `from ${spec.nodes[edge.node].title} to ${to.title}: ${words}`);
}

// The numbers sent in a step run up their edges; what they come to appears when they are there.
function makeTravel(edges, nodes, layer) {
  let frame = null;
  let hidden = [];
  const stop = () => {
    cancelAnimationFrame(frame);
    frame = null;
    layer.replaceChildren();
    hidden.forEach((element) => element.classList.remove("mg-coming"));
    hidden = [];
  };
  const start = (step, milliseconds) => {
    stop();
    const sent = step.seed ? { [step.stub]: step.seed } : step.sent ?? {};
    const ways = Object.entries(sent).slice(0, MOST_TRAVELLERS).map(([id, gradient]) => [edges.get(id), gradient]);
    if (!ways.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const start = step.seed ? 0 : OFF; // backward itself starts at no box
    const runs = ways.filter(([edge]) => edge).map(([edge, gradient]) => {
      const line = edge.querySelector(".mg-line");
      const token = pill(gradient.brief, { x: 0, y: 0, height: 20, most: Infinity, name: "mg-token" });
      layer.append(token);
      return { line, token, length: Math.max(0, line.getTotalLength() - start - OFF) };
    });
    hidden = [...ways.map(([edge]) => edge?.label), ...Object.keys(step.sums ?? {}).map((id) => nodes.get(id)?.sum.element)].filter(Boolean);
    hidden.forEach((element) => element.classList.add("mg-coming"));
    const begun = performance.now();
    const move = (time) => {
      const done = Math.min(1, Math.max(0, time - begun) / milliseconds);
      const eased = done * done * (3 - 2 * done);
      for (const { line, token, length } of runs) {
        const { x, y } = line.getPointAtLength(OFF + length * (1 - eased));
        token.setAttribute("transform", `translate(${x} ${y})`);
      }
      if (done === 1) return stop();
      frame = requestAnimationFrame(move);
    };
    move(begun);
  };
  return { start, stop };
}
