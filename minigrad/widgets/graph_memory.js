// The page of GraphMemory: what is counted, two charts to read, and closed at first, because one may
// think oneself: why they look like that, and all the numbers.

function render({ model, el }) {
  const root = frame("memory", "Memory held by graphs");
  const charts = makeCharts(model.get("_page").counted);
  const [title, measured] = [html("strong", { "aria-live": "polite" }), html("p")];
  const words = html("div", { class: "mg-words" });
  const why = html("details", {}, html("summary", {}, "Why?"), words);
  const [table, note] = [html("table", { class: "mg-numbers" }), html("p")];
  const all = html("div", { class: "mg-all", role: "group", "aria-label": "Numbers" }, table);
  const numbers = html("details", {}, html("summary", {}, "Numbers"), all, note);
  const watcher = new ResizeObserver(() => {
    all.tabIndex = all.scrollHeight > all.clientHeight || all.scrollWidth > all.clientWidth ? 0 : -1;
  });
  watcher.observe(all); // a stop for Tab only where there is something to scroll
  root.append(html("div", { class: "mg-head" }, title, measured), charts.element, charts.reader, why, numbers);
  for (const details of [why, numbers]) details.addEventListener("keydown", keepKeys);
  el.append(root);

  const draw = () => {
    const page = model.get("_page");
    title.textContent = page.title;
    measured.textContent = page.measured;
    charts.show(page.charts, page.reading);
    words.replaceChildren(...paragraphs(page.words));
    const [head, ...rows] = page.table;
    table.replaceChildren(
      html("thead", {}, html("tr", {}, ...head.map((text) => html("th", { scope: "col" }, text)))),
      html("tbody", {}, ...rows.map((row) => html("tr", {}, ...row.map((text) => html("td", {}, text))))));
    note.textContent = page.table_note;
    why.hidden = numbers.hidden = !rows.length;
  };
  const unwatch = watchTheme(root);
  model.on("change:_page", draw);
  draw();
  root.dataset.ready = "";
  return () => {
    watcher.disconnect();
    unwatch();
    model.off("change:_page", draw);
  };
}

export default { render };
