// How the predictions went; Python writes the words anew after each answer.

function render({ model, el }) {
  const root = frame("tally", "Predictions");
  const draw = () => {
    const spec = model.get("_spec");
    const part = ({ title, questions }) => html("section", {},
      html("p", { class: "mg-title" }, title), html("ul", {}, ...questions.map((q) => html("li", {}, ...prose(q)))));
    root.replaceChildren(html("p", { class: "mg-headline" }, spec.headline), ...spec.parts.map(part));
  };
  const unwatch = watchTheme(root);
  model.on("change:_spec", draw);
  draw();
  el.append(root);
  root.dataset.ready = "";
  return () => {
    unwatch();
    model.off("change:_spec", draw);
  };
}

export default { render };
