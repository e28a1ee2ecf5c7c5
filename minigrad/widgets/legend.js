// What the forms in a graph's picture mean: on demand, below it.

const BOX = (radius) => svg("rect", { x: 1.5, y: 1.5, width: 23, height: 13, rx: radius });
const SIGNS = {
  leaf: [() => [BOX(1.5)], "leaf", "made, not computed; AccumulateGrad fills its .grad"],
  op: [() => [BOX(5)], "operation", "saves what its derivative needs (buffers); its result is not a leaf and by itself keeps no .grad"],
  root: [() => [BOX(5)], "result", "where backward starts"],
  freed: [() => [BOX(5)], "freed", "what it had saved is gone"],
  group: [() => [BOX(5), svg("path", { d: "M10 5l5 3l-5 3z" })], "module", "a click opens or closes it"],
  up: [() => [svg("path", { d: "M1 8h24" })], "solid", "the chosen box was computed from it"],
  down: [() => [svg("path", { d: "M1 8h24" })], "dotted", "computed from the chosen box"],
  sent: [() => [svg("path", { d: "M13 16V6" }), svg("path", { class: "mg-head", d: "M9 8h8l-4 -8z" })], "gradient", "on its way back"],
  sum: [() => [svg("rect", { x: 1, y: 3, width: 24, height: 10, rx: 5 })], "sum", "where gradients meet"],
};

function makeLegend(...names) {
  const items = html("ul", { "aria-label": "Legend" }, ...names.map((name) => {
    const [draw, title, words] = SIGNS[name];
    return html("li", {}, svg("svg", { class: `mg-sign-${name}`, viewBox: "0 0 26 16", width: 26, height: 16, "aria-hidden": "true" }, ...draw()),
      html("span", {}, html("strong", {}, `${title}:`), ` ${words}`));
  }));
  return html("details", { class: "mg-legend" }, html("summary", {}, "Legend"), items);
}
