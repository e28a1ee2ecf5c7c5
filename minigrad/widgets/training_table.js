// The parameters of a training, a row each; Python drew the curves and wrote every number.

function makeTable() {
  const caption = html("caption", {});
  const table = html("table", { class: "mg-numbers mg-parameters" }, caption);
  const notes = html("div", { class: "mg-notes" });
  const element = html("div", {}, table, notes);
  let page = {};
  let rows = [];
  let lines = [];

  const write = (place) => {
    if (!rows.length) return;
    caption.textContent = page.heads[place];
    rows.forEach(({ numbers }, i) => page.rows[i].numbers.forEach((all, column) => {
      numbers[column].textContent = all[place] ?? "–";
    }));
  };
  // What was measured last at that step or before it.
  const read = (step) => {
    if (!rows.length) return;
    write(Math.max(0, page.at.findLastIndex((at) => at <= step)));
    const [first, last] = page.span;
    const x = (100 * (step - first)) / (last - first);
    for (const line of lines) fill(line, { x1: x, x2: x }, []);
    for (const line of lines) line.removeAttribute("hidden");
  };
  const show = (newPage) => {
    page = newPage;
    rows = (page.rows ?? []).map(makeRow);
    lines = rows.flatMap((row) => row.lines);
    const heads = (page.columns ?? []).map(({ name, scale }) =>
      html("th", { scope: "col", colspan: 2 }, html("b", {}, name), html("small", {}, scale)));
    const columns = html("colgroup", {}, html("col"), ...heads.flatMap(() => [html("col", { class: "mg-wide" }), html("col")]));
    table.replaceChildren(caption, columns, html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "name"), ...heads)),
      html("tbody", {}, ...rows.map(({ row }) => row)));
    notes.replaceChildren(...paragraphs(page.notes ?? []));
    element.hidden = !rows.length;
    write(page.heads ? page.heads.length - 1 : 0);
  };
  return { element, show, read };
}

function makeRow({ name, shape, curves }) {
  const numbers = curves.map(() => html("td", { class: "mg-number" }));
  const drawings = curves.map(drawn);
  const lines = drawings.map(() => svg("line", { class: "mg-line-read", y1: 0, y2: 24, hidden: "" }));
  drawings.forEach((drawing, i) => drawing.append(lines[i]));
  const cells = drawings.flatMap((drawing, i) => [html("td", { class: "mg-curve" }, drawing), numbers[i]]);
  const head = html("th", { scope: "row" }, html("code", {}, name), " ", html("span", { class: "mg-shape" }, shape));
  return { row: html("tr", {}, head, ...cells), numbers, lines };
}
