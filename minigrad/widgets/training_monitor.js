// The monitor's page: how far it is, Stop, the charts. Python draws and words everything anew a few
// times a second; here it is put in place.

const PATIENCE = 300; // milliseconds until a kernel that has not answered is interrupted
let focused = false; // whether a page of this monitor has the focus, or had it when it was taken away

function render({ model, el }) {
  const root = frame("monitor", "Training monitor");
  const table = makeTable();
  const charts = makeCharts("Step", table.read);
  const title = html("strong");
  const status = html("span", { class: "mg-status" });
  const bar = html("div", { class: "mg-bar", role: "progressbar", "aria-label": "Training", "aria-valuemin": 0,
    "aria-valuemax": 100 }, html("div"));
  const stop = html("button", { type: "button", class: "mg-stop" }, "Stop");
  const said = html("p", { class: "mg-said", "aria-live": "polite" }); // for the ear alone
  const words = html("div", { class: "mg-words" });
  root.append(html("div", { class: "mg-top" }, html("div", { class: "mg-head" }, title, status), stop, said), bar,
    charts.element, charts.reader, words, table.element);
  el.append(root);

  let asked = 0; // the run that was told to stop
  let timer = null;
  let spoken = "";
  const speak = (text) => {
    if (text !== spoken) said.textContent = spoken = text;
  };
  const draw = () => {
    const page = model.get("_page");
    const stopping = page.running && asked === page.run;
    title.textContent = page.title;
    status.textContent = stopping ? "stopping after this step" : page.status;
    showBar(bar, page, stopping);
    if (stop.matches(":focus") && (stopping || !page.running)) root.focus({ preventScroll: true });
    stop.disabled = stopping;
    stop.hidden = !page.running;
    speak(stopping ? "Stopping after this step." : page.running ? "The training is running." : page.end);
    table.show(page.parameters);
    charts.show(page.charts, page.reading);
    words.replaceChildren(...paragraphs(page.words));
  };
  const ask = () => {
    const { run, running } = model.get("_page");
    if (!running || asked === run) return;
    asked = run;
    model.send({ stop: run });
    timer = setTimeout(() => insist(model, run, status), PATIENCE);
    draw();
  };
  stop.addEventListener("click", ask);
  stop.addEventListener("keydown", keepKeys);
  const unwatch = watchTheme(root);
  model.on("change:_page", draw);
  draw();
  // At the end the notebook replaces the page by a new one: where the focus was, there it stays.
  root.addEventListener("focusin", () => (focused = true));
  root.addEventListener("focusout", () => setTimeout(() => {
    if (root.isConnected && !root.contains(document.activeElement)) focused = false;
  }));
  requestAnimationFrame(() => {
    if (focused && document.activeElement === document.body) root.focus({ preventScroll: true });
  });
  root.dataset.ready = "";
  return () => {
    clearTimeout(timer);
    unwatch();
    model.off("change:_page", draw);
  };
}

function showBar(bar, page, stopping) {
  const percent = page.fraction === null ? null : Math.round(100 * page.fraction);
  bar.hidden = !page.running;
  bar.toggleAttribute("data-unknown", percent === null);
  bar.firstElementChild.style.width = percent === null ? "100%" : `${(100 * page.fraction).toFixed(1)}%`;
  bar.setAttribute("aria-valuetext", stopping ? "stopping" : page.status);
  if (percent === null) bar.removeAttribute("aria-valuenow");
  else bar.setAttribute("aria-valuenow", percent);
}

// A kernel that runs a cell hears no message, but an interrupt, and takes it as the same wish.
function insist(model, run, status) {
  const page = model.get("_page");
  if (!page.running || page.run !== run) return;
  const manager = model.widget_manager;
  const kernel = manager?.kernel ?? manager?.context?.sessionContext?.session?.kernel;
  if (kernel?.interrupt) kernel.interrupt();
  else status.textContent = "The kernel is busy and hears nothing from here: press the notebook's own interrupt button.";
}

export default { render };
