// What is known of the chosen node or edge, as tables: for the widgets that show a graph.

function makeInspector(spec) {
  const element = html("aside", { class: "mg-inspector", "aria-label": "Inspector" });
  const put = (content, hint) => {
    element.replaceChildren(...content, html("p", { class: "mg-hint" }, hint));
    requestAnimationFrame(() => makeRoom(element)); // then the page is laid out anyway
  };
  const show = (id, state, chosen) => {
    const content = id in spec.edges ? edgeFacts(spec, id, state) : nodeFacts(spec, id, state);
    put(content, chosen ? "Escape or a second click lets go." : "Choose a node or an arrow to keep it here.");
  };
  return { element, show, put };
}

// A formula or a table too wide for its column gets the row below; what is too wide even there gets
// smaller, and a table that is still too wide is scrolled, by keyboard too.
function makeRoom(element) {
  const tight = (selector) => [...element.querySelectorAll(selector)].filter((content) =>
    [content, ...content.children].some((part) => part.clientWidth && part.scrollWidth > part.clientWidth + 1)); // Firefox gives a formula no width
  for (const name of ["mg-wide", "mg-small"]) {
    for (const content of tight("dd .mg-math, dd .mg-tensor")) content.closest("dd").classList.add(name);
  }
  const scrolls = element.scrollHeight > element.clientHeight + 1;
  if (scrolls) element.setAttribute("tabindex", 0); else element.removeAttribute("tabindex"); // so that keys scroll it
  for (const table of tight("dd .mg-tensor")) fill(table, { tabindex: 0, role: "group", "aria-label": "Numbers; the arrow keys scroll them" }, []);
}

function nodeFacts(spec, id, state) {
  const node = spec.nodes[id];
  const now = state.nodes[id];
  const failed = now.failed ? [html("p", { class: "mg-failed" }, now.failed)] : [];
  const about = [...failed, ...standing(node.standing)];
  const meaning = explained(node);
  if (node.leaf) return [heading(node.title, "leaf, AccumulateGrad"), ...meaning, ...about, facts(leafRows(node, now)),
    ...(node.meaning ? [] : [html("p", {}, "Adds each gradient that arrives to .grad.")]), ...sources(node.source)];
  const [known, gradients] = [rows(node, now), gradientRows(node, now, state)];
  const tables = now.when ? [facts(known), html("p", { class: "mg-when" }, now.when), facts(gradients)] : [facts([...known, ...gradients])];
  return [heading(breakable(node.op), now.computed ? node.output : ""), ...meaning, ...about, ...tables,
    html("p", {}, node.legend), ...sources(node.source)];
}

function leafRows(node, now) {
  const found = [["value", tensor(node.value)]];
  if (node.version) found.push(["version", String(node.version)]);
  if (!node.standing || now.grad?.full !== now.grad?.brief) found.push([".grad", now.grad ? tensor(now.grad) : "None"]);
  return found;
}

function rows(node, now) {
  const found = [];
  const formula = now.computed && node.filled ? node.filled : node.formula;
  if (formula) found.push(["formula", math(formula)]);
  found.push(["output", now.computed ? (node.value ? tensor(node.value) : node.output || "not kept") : "not computed yet"]);
  found.push(["saved", node.why_saved ? html("div", {}, html("div", {}, saved(node, now)), html("small", {}, node.why_saved)) : saved(node, now)]);
  for (const kind of ["arguments", "shapes"]) if (node[kind].length) found.push([kind, lines(node[kind])]);
  if (now.grad || !node.standing) {
    found.push([".grad", now.grad ? tensor(now.grad) : `None${node.retains ? " so far: retain_grad() asks backward to keep it" : ": it is no leaf, its gradient goes on"}`]);
  }
  return found;
}

// What comes in and what goes out, in a backward.
function gradientRows(node, now, state) {
  const found = [["gradient in", now.incoming ? incoming(now) : now.unknown || "not yet"]];
  for (const send of node.sends) {
    const title = send.title.replace(/\.(?=.)|(?=Backward)/g, "$&\u200b"); // where a line may break
    found.push([`to ${title}`, sends(send, state.edges[send.edge], node.standing ? "" : "not sent yet")]);
  }
  return found;
}

// A name in capitals and small letters, which may be broken before a capital.
function breakable(name) {
  const words = name.split(/(?<=[a-z0-9])(?=[A-Z])/);
  return html("span", {}, ...words.flatMap((word) => [html("wbr"), word]));
}

function edgeFacts(spec, id, state) {
  const edge = spec.edges[id];
  const from = spec.nodes[edge.node];
  const send = from.sends.find((s) => s.edge === id);
  const gradient = sends(send, state.edges[id], "not sent yet");
  const found = [["from", from.op], ["to", send.title], ["input", String(edge.slot + 1)], ["gradient", gradient]];
  return [heading(`${from.op} → ${send.title}`, "an arrow of the graph"), facts(found)];
}

// What the node's name means; who has closed it once knows it, until it is opened again.
let explains = true;
function explained(node) {
  if (!node.meaning) return [];
  const element = html("details", { class: "mg-meaning" }, html("summary", {}, `What is ${node.leaf ? "a leaf" : node.op}?`), html("p", {}, node.meaning));
  element.open = explains;
  element.addEventListener("toggle", () => (explains = element.open));
  return [element];
}

// Is it a leaf, what is its .grad, and why: asked of a graph as it stands, not of a recording.
function standing(known) {
  if (!known) return [];
  const flags = known.flags.map(([name, value]) => html("div", {}, html("code", {}, name), html("strong", {}, value)));
  return [html("div", { class: "mg-flags" }, ...flags), html("p", { class: "mg-why" }, known.why)];
}

function sources(known) {
  if (!known?.length) return [];
  const listings = known.flatMap(({ file, line, code }) => [html("small", {}, `${file}, line ${line}`),
    html("pre", { tabindex: 0, "aria-label": `${file}, line ${line}` }, html("code", {}, code))]);
  return [html("details", { class: "mg-source" }, html("summary", {}, "The rule in the source"), ...listings)];
}

function saved(node, now) {
  if (now.freed) return `${node.saved.map((value) => value.name).join(", ") || "all"}: freed`;
  if (!now.computed) return "nothing yet";
  return node.saved.length ? lines(node.saved) : "no tensors";
}

function lines(values) {
  return html("div", {}, ...values.map((value) => html("div", {}, html("code", {}, `${value.name}: ${value.text}`),
    html("small", {}, value.version === null || value.version === undefined ? "" : ` version ${value.version}`))));
}

function incoming(now) {
  const sum = now.sum ? [html("small", {}, now.sum)] : [];
  return html("div", {}, ...now.incoming.map(tensor), ...sum);
}

function sends(send, gradient, unknown) {
  const formula = gradient?.rule || send.formula;
  if (gradient?.rule && gradient.full === gradient.brief) return math(gradient.rule); // it ends in the number
  const value = gradient?.full ? tensor(gradient) : html("span", { class: "mg-quiet" }, unknown);
  return html("div", {}, ...(formula ? [math(formula)] : []), value);
}

function tensor(value) {
  return html("div", {}, html("code", { class: "mg-tensor" }, value.full), html("small", {}, ` ${value.kind}`));
}
