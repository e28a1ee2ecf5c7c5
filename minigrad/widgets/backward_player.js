// The player's page: the picture, the controls, the inspector. Every word and number comes from
// Python (specification.py); here they are only shown at the right step.

const SVG = "http://www.w3.org/2000/svg";
const PAUSE = 1800; // milliseconds to read one step while playing
const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11L13 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  next: "M5 3v10l7-5z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
};
let views = 0; // so that ids stay unique when a picture is shown twice

function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function icon(name) {
  return svg("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
    svg("path", { d: ICONS[name], fill: "currentColor" }));
}

function button(name, label) {
  return html("button", { type: "button", class: `mg-${name}`, "aria-label": label, title: label }, icon(name));
}

// ---------------------------------------------------------------- what is true after `step` steps

function stateAt(spec, step) {
  const state = { nodes: {}, edges: {}, step: spec.steps[step - 1], backward: step > spec.start };
  for (const [id, node] of Object.entries(spec.nodes)) {
    state.nodes[id] = { computed: node.leaf, freed: node.freed, grad: node.grad, incoming: null };
  }
  spec.steps.slice(0, Math.max(step, 0)).forEach((change, i) => {
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
