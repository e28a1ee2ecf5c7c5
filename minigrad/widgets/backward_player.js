// The player's page: controls, caption, keys. Every word and number comes from Python
// (specification.py); here they are only shown at the right step.

const PAUSE = 1800; // milliseconds for reading a step while playing at speed 1
const TRAVEL = 750; // for a number on its way along an edge
const SPEEDS = [0.25, 0.5, 1, 2, 4];

function render({ model, el }) {
  const spec = model.get("_spec");
  const root = frame("player", `Backward pass of ${spec.title}`);
  const last = spec.steps.length;
  const history = makeHistory(spec);
  const set = (name, value) => {
    model.set(name, value);
    model.save_changes();
  };
  const player = {
    step: () => model.get("step"),
    go: (step) => {
      controls.stop();
      player.turn(step);
    },
    turn: (step) => set("step", Math.max(0, Math.min(last, step))),
    choose: (id) => set("selected", id === model.get("selected") ? "" : id),
    letGo: () => set("selected", ""),
    subject: () => nodeOf(spec, model.get("selected")) || spec.steps[model.get("step") - 1]?.node || spec.root,
    breaks: () => model.get("breakpoints"),
    toggleBreak: (id) => set("breakpoints", toggled(model.get("breakpoints"), id)),
    speed: () => model.get("speed"),
    setSpeed: (speed) => set("speed", speed),
  };
  const controls = makeControls(spec, player);
  const picture = makePicture(spec, model.get("_svg"), history, player.choose);
  const inspector = makeInspector(spec);
  const withWaiting = makeWaiting(spec);
  const caption = makeCaption(spec);
  const table = makeTable(spec, player.step, player.go);
  root.append(controls.element, caption.element,
    html("div", { class: "mg-stage" }, picture.element, inspector.element),
    html("div", { class: "mg-foot" }, makeLegend("leaf", "op", "root", "freed", "sent", "sum"), table.element));
  root.addEventListener("keydown", (event) => onKey(event, player, controls, picture, spec));
  for (const name of ["keydown", "pointerdown", "focusout"]) root.addEventListener(name, () => root.removeAttribute("data-quiet"), true);
  el.append(root);

  let shown = null;
  let frameAsked = null;
  const draw = () => {
    const step = player.step();
    const held = root.querySelector(":focus"); // asked now: a button that is disabled loses the focus
    const ringed = held?.matches(":focus-visible");
    controls.show(step, caption.show(step, controls.waitsBefore()));
    if (held?.disabled) handOver(root, ringed);
    picture.show(step);
    table.show(step);
    inspect();
    const flies = shown !== null && step === shown + 1 && step > spec.start;
    shown = step;
    cancelAnimationFrame(frameAsked);
    frameAsked = requestAnimationFrame(() => { // by then what is measured has been laid out anyway
      picture.follow();
      table.follow();
      if (flies) picture.travel.start(spec.steps[step - 1], TRAVEL / player.speed());
    });
  };
  const inspect = () => {
    const chosen = model.get("selected");
    picture.mark(chosen);
    const state = history.at(player.step());
    const id = chosen || state.step?.node || spec.root;
    inspector.show(id, withWaiting(id, state), Boolean(chosen));
    controls.showBreak(player.subject());
  };
  const showBreaks = () => {
    picture.breakAt(player.breaks());
    table.breakAt(player.breaks());
    controls.showBreak(player.subject());
  };
  const watched = { step: draw, selected: inspect, breakpoints: showBreaks, speed: controls.showSpeed };
  const unwatch = watchTheme(root);
  for (const [name, act] of Object.entries(watched)) model.on(`change:${name}`, act);
  draw();
  showBreaks();
  controls.showSpeed();
  root.dataset.ready = "";
  return () => {
    controls.stop();
    picture.travel.stop();
    cancelAnimationFrame(frameAsked);
    unwatch();
    for (const [name, act] of Object.entries(watched)) model.off(`change:${name}`, act);
  };
}

// The node meant by the id of a node, or of one of its edges.
function nodeOf(spec, id) {
  return spec.edges[id]?.node ?? id;
}

function toggled(list, id) {
  return list.includes(id) ? list.filter((other) => other !== id) : [...list, id];
}

// From a button that can do no more to the widget, so that keys go on working. After a click of the
// mouse without a ring: it would look as if something had been chosen. The next key shows it.
function handOver(root, ringed) {
  root.focus({ preventScroll: true });
  root.toggleAttribute("data-quiet", !ringed);
}

// What has arrived at a node whose turn has not come is no "gradient in" yet, but it is there.
function makeWaiting(spec) {
  const into = new Map(Object.keys(spec.nodes).map((id) => [id, []]));
  for (const [id, result] of Object.entries(spec.stubs)) into.get(result).push(id);
  for (const [id, { to }] of Object.entries(spec.edges)) into.get(to).push(id);
  return (id, state) => {
    if (!into.has(id) || state.nodes[id].failed) return state;
    const arrived = into.get(id).map((edge) => state.edges[edge]?.brief).filter(Boolean).join(" and ");
    const unknown = arrived && `${arrived}, waiting for its turn`;
    return { ...state, nodes: { [id]: { ...state.nodes[id], unknown } } };
  };
}

// ------------------------------------------------------------ what happens, in words

function makeCaption(spec) {
  const [stopped, words, error] = [html("strong"), html("p"), html("code", { class: "mg-error" })];
  const aside = html("p", { class: "mg-aside" });
  const live = html("div", { "aria-live": "polite" }, stopped, words, aside, error);
  const element = html("div", { class: "mg-caption" }, ...longest(spec), live);
  const show = (count, waiting) => {
    const step = spec.steps[count - 1];
    const before = waiting === undefined ? "" : `Paused before ${spec.nodes[waiting].label}.`;
    const texts = [[stopped, before], [words, step?.text ?? spec.opening], [aside, spec.notes[count]], [error, step?.error ?? ""]];
    for (const [part, text] of texts) {
      part.textContent = text;
      part.hidden = !text;
    }
    return words.textContent;
  };
  return { element, show };
}

// Unseen below the words: those of the longest steps, so that there is room and nothing jumps.
function longest(spec) {
  const texts = [spec.opening, ...spec.steps.map((step) => step.text)].map((text, i) => [text, spec.notes[i]]);
  const measures = [([text]) => text.length, ([, note]) => note.length, ([text, note]) => text.length + note.length];
  return measures.map((size) => texts.reduce((a, b) => (size(b) > size(a) ? b : a))).map(([text, note]) =>
    html("div", { class: "mg-longest", "aria-hidden": "true" }, html("p", {}, text), html("p", { class: "mg-aside" }, note)));
}

// ------------------------------------------------------------ controls

function makeControls(spec, player) {
  const last = spec.steps.length;
  const first = button("first", "First step", () => player.go(0));
  const back = button("back", "Step back", () => player.go(player.step() - 1));
  const play = button("play", "Play", () => toggle());
  const next = button("next", "Step forward", () => player.go(player.step() + 1));
  const end = button("last", "Last step", () => player.go(last));
  const slider = html("input", { type: "range", min: 0, max: last, step: 1, "aria-label": "Step" });
  const output = html("output", { class: "mg-count" });
  const phase = (name, steps, words) => html("span", { class: `mg-${name}`, style: `flex-grow:${steps}` }, words);
  const phases = html("div", { class: "mg-phases", "aria-hidden": "true" },
    phase("forward", spec.start, "forward"),
    phase("backward", last - spec.start, spec.fails ? "backward, fails" : "backward"));
  slider.addEventListener("input", () => player.go(Number(slider.value)));
  const speeds = html("select", { "aria-label": "Speed" },
    ...SPEEDS.map((speed) => html("option", { value: speed }, `${speed} ×`)));
  speeds.addEventListener("change", () => player.setSpeed(Number(speeds.value)));
  const breaker = html("button", { type: "button", class: "mg-breaker" });
  breaker.addEventListener("click", () => player.toggleBreak(player.subject()));

  let timer = null;
  let waiting; // the node before which playing has stopped
  const stop = () => {
    clearTimeout(timer);
    timer = null;
    waiting = undefined;
    relabel(play, "play", "Play");
  };
  const isBreak = (at) => at >= spec.start && !spec.steps[at].seed && player.breaks().includes(spec.steps[at].node);
  const tick = () => {
    const at = player.step() + 1;
    timer = setTimeout(tick, PAUSE / player.speed());
    if (at >= last || isBreak(at)) stop();
    waiting = at < last && isBreak(at) ? spec.steps[at].node : undefined;
    player.turn(at);
  };
  const toggle = () => {
    if (timer !== null) return stop();
    if (player.step() >= last) player.turn(spec.start);
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
  const showBreak = (id) => {
    const on = player.breaks().includes(id);
    breaker.setAttribute("aria-pressed", on);
    breaker.title = "Pause here while playing (b)";
    breaker.textContent = `Pause at ${spec.nodes[id].label}`;
  };
  const showSpeed = () => {
    speeds.value = player.speed();
  };
  const element = html("div", { class: "mg-controls" }, first, back, play, next, end,
    html("div", { class: "mg-track" }, phases, slider), output, speeds, breaker);
  return { element, show, showBreak, showSpeed, stop, toggle, slider, waitsBefore: () => waiting };
}

// ------------------------------------------------------------ keys

function onKey(event, player, controls, picture, spec) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
  event.stopPropagation(); // a notebook's single-key shortcuts are not meant here
  const { target } = event;
  const part = target.closest(".mg-part");
  const line = target.closest("tr[data-step]");
  const step = player.step();
  const deeds = {
    ArrowRight: () => player.go(step + 1),
    ArrowLeft: () => player.go(step - 1),
    Home: () => player.go(0),
    End: () => player.go(Infinity),
    Escape: () => player.letGo(),
    " ": () => controls.toggle(),
    b: () => player.toggleBreak(part ? nodeOf(spec, part.dataset.id) : line?.dataset.node ?? player.subject()),
  };
  if (part) {
    deeds[" "] = deeds.Enter = () => player.choose(part.dataset.id);
    deeds.ArrowDown = () => picture.walk(part, 1);
    deeds.ArrowUp = () => picture.walk(part, -1);
  }
  if (line) {
    deeds.ArrowDown = () => player.go(step + 1);
    deeds.ArrowUp = () => player.go(step - 1);
  }
  if (isNative(event, controls) || !(event.key in deeds)) return;
  event.preventDefault();
  deeds[event.key]();
}

// Keys that mean something to what has the focus itself.
function isNative({ target, key }, controls) {
  if (target === controls.slider) return ![" ", "b"].includes(key);
  if (target.tagName === "SELECT") return true;
  return ["BUTTON", "SUMMARY"].includes(target.tagName) && [" ", "Enter"].includes(key);
}

export default { render };
