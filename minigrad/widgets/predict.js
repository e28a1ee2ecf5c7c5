// A question, an answer, a verdict. Right or wrong is decided in Python; until then nothing of the
// right answer is on the page. What Python says comes as a message, not as state: so it is not saved.

const SLOW = 400; // milliseconds without an answer after which the page says that it is waiting
let fields = 0; // radio buttons belong together by a name, which must be their own

function render({ model, el }) {
  const spec = model.get("_spec");
  const root = frame("predict", `Prediction: ${spec.question.replaceAll("`", "")}`);
  const field = { typed: makeTyped, choice: makeChoice, node: makeNode }[spec.kind](spec, model.get("_svg"));
  const submit = html("button", { type: "submit", class: "mg-submit" }, "Answer");
  const reveal = html("button", { type: "button", class: "mg-reveal" }, "Show the answer");
  const deeds = html("div", { class: "mg-deeds" }, submit, reveal);
  const verdict = html("div", { class: "mg-verdict", role: "status", tabindex: -1 });
  const form = html("form", { autocomplete: "off" },
    html("p", { class: "mg-kicker" }, "Predict"), html("p", { class: "mg-question" }, ...prose(spec.question)),
    field.element, deeds);
  if (spec.kind === "typed") field.element.append(deeds);
  root.append(form, verdict);
  root.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation(); // not the notebook's shortcuts
  });

  let timer = null;
  const ask = (message) => {
    model.send(message);
    clearTimeout(timer);
    timer = setTimeout(() => say(verdict, "", "Waiting for Python, which is busy with a cell …"), SLOW);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = field.value();
    if (given === null || given === "") return say(verdict, "problem", spec.missing);
    ask({ do: "answer", given });
  });
  reveal.addEventListener("click", () => ask({ do: "reveal" }));

  const hear = (state) => {
    if (!state.tries && !state.problem) return; // nobody has answered: what this view says stays
    clearTimeout(timer);
    const focused = form.contains(root.querySelector(":focus"));
    show(root, field, submit, reveal, verdict, state);
    if (focused && state.over) verdict.focus(); // what had the focus can do no more
  };
  const unwatch = watchTheme(root);
  model.on("msg:custom", hear);
  el.append(root);
  show(root, field, submit, reveal, verdict, { given: null, over: false, tries: 0, keys: [] });
  root.dataset.ready = "";
  model.send({ do: "look" }); // it may have been answered in another view
  return () => {
    clearTimeout(timer);
    unwatch();
    model.off("msg:custom", hear);
  };
}

function show(root, field, submit, reveal, verdict, state) {
  const compared = state.right ? "right" : state.over ? "told" : state.tries ? "open" : "";
  const mark = state.problem ? (state.waiting ? "noted" : "problem") : compared;
  root.dataset.state = mark;
  submit.textContent = state.waiting ? "Change it" : state.tries ? "Try again" : "Answer";
  submit.hidden = state.over;
  reveal.hidden = state.over || !state.tries;
  field.show(state, mark);
  if (state.problem) say(verdict, mark, state.problem);
  else say(verdict, mark, state.verdict, state.more);
}

function say(verdict, mark, text = "", more = "") {
  const sign = { right: "✓", open: "○", told: "→" }[mark];
  const first = html("p", { class: "mg-said" }, ...prose(text));
  if (sign) first.prepend(html("span", { class: "mg-sign", "aria-hidden": "true" }, sign));
  verdict.dataset.mark = mark;
  verdict.replaceChildren(...(text ? [first] : []), ...(more ? [html("p", {}, ...prose(more))] : []));
}

// ------------------------------------------------------------ how an answer is given

function makeTyped() {
  const input = html("input", { type: "text", "aria-label": "Your prediction", spellcheck: "false",
    placeholder: "your prediction", autocapitalize: "off" });
  const show = (state, mark) => {
    input.disabled = state.over;
    input.setAttribute("aria-invalid", mark === "problem");
    if (state.given !== null && (state.over || input.value === "")) input.value = state.given;
  };
  return { element: html("div", { class: "mg-typed" }, input), value: () => input.value.trim(), show };
}

function makeChoice(spec) {
  fields += 1;
  const radios = spec.choices.map((_, i) => html("input", { type: "radio", name: `mg-choice-${fields}`, value: i }));
  const labels = radios.map((radio, i) => html("label", {}, radio, html("span", {}, ...prose(spec.choices[i]))));
  const show = (state) => {
    radios.forEach((radio, i) => {
      radio.disabled = state.over;
      if (i === state.given) radio.checked = true;
      labels[i].toggleAttribute("data-right", state.keys.includes(i));
    });
  };
  const value = () => radios.find((radio) => radio.checked)?.value ?? null;
  return { element: html("div", { class: "mg-choices", role: "radiogroup", "aria-label": "Choices" }, ...labels), value, show };
}

function makeNode(spec, source) {
  const element = html("div", { class: "mg-picture" });
  element.innerHTML = source;
  const drawing = element.firstElementChild;
  relabelDrawing(drawing);
  drawing.setAttribute("role", "radiogroup");
  const nodes = [...byId(drawing, ".mg-node")];
  let [chosen, over] = [null, false];
  const choose = (id) => {
    if (over) return;
    chosen = id;
    mark();
  };
  const mark = () => nodes.forEach(([id, node], i) => {
    node.setAttribute("aria-checked", id === chosen);
    node.setAttribute("tabindex", id === (chosen ?? nodes[0][0]) ? 0 : -1);
  });
  const walk = (by) => {
    const at = Math.max(0, nodes.findIndex(([id]) => id === chosen)) + (chosen === null ? 0 : by);
    const [id, node] = nodes[(at + nodes.length) % nodes.length];
    choose(id);
    node.focus(BY_KEY);
  };
  for (const [id, node] of nodes) {
    node.classList.add("mg-part");
    node.setAttribute("role", "radio");
    node.setAttribute("aria-label", spec.nodes[id]);
    node.addEventListener("click", () => choose(id));
    node.addEventListener("keydown", (event) => {
      const deed = { " ": () => choose(id), Enter: () => (choose(id), element.closest("form").requestSubmit()),
        ArrowDown: () => walk(1), ArrowRight: () => walk(1), ArrowUp: () => walk(-1), ArrowLeft: () => walk(-1) }[event.key];
      if (!deed || over) return;
      event.preventDefault();
      deed();
    });
  }
  const show = (state) => {
    over = state.over;
    if (state.given !== null) chosen = state.given;
    mark();
    for (const [id, node] of nodes) {
      tick(node, state.keys.includes(id));
      node.setAttribute("aria-disabled", over);
    }
  };
  return { element, value: () => chosen, show };
}

// A right node is marked by a tick in its corner, too.
function tick(node, right) {
  node.toggleAttribute("data-right", right);
  node.querySelector(".mg-tick")?.remove();
  const at = (name) => Number(node.querySelector("rect").getAttribute(name));
  if (right) node.append(svg("text", { class: "mg-tick", x: at("x") + at("width") - 9, y: at("y") + 17, "text-anchor": "middle", "font-size": 13 }, "✓"));
}

export default { render };
