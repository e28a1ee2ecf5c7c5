// Charts that Python drew, and a line to read them by: with the pointer, or with the slider below.

const THUMB = 16; // how wide a slider's thumb is, in pixels

// `name` says what the slider goes along: "Step"; `follow` is told where it is.
function makeCharts(name, follow = () => {}) {
  const element = html("div", { class: "mg-charts" });
  const slider = html("input", { type: "range", min: 0, step: 1, "aria-label": name });
  const output = html("span", { class: "mg-read" }); // the slider says the same aloud
  const note = html("span", { class: "mg-note" });
  const reader = html("div", { class: "mg-reader" }, slider, output, note);
  let charts = [];
  let reading = { at: [], says: [] };

  const read = (place) => {
    const step = reading.at[place];
    slider.value = place;
    slider.setAttribute("aria-valuetext", reading.says[place]);
    output.textContent = reading.says[place];
    for (const { line, axis } of charts) {
      const x = placeOf(axis, step);
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
    }
    follow(step);
  };
  const point = (event) => {
    const chart = charts.find(({ drawing }) => drawing.contains(event.target));
    if (!chart || !reading.at.length) return;
    const box = chart.drawing.getBoundingClientRect();
    const step = stepAt(chart.axis, ((event.clientX - box.left) * chart.width) / box.width);
    read(nearest(reading.at, step));
  };
  // The slider's thumb is below the line of the first chart, however small a page makes the chart.
  const align = () => {
    const [{ axis, width }] = charts;
    const [left, right] = [reading.at[0], reading.at.at(-1)].map((step) => placeOf(axis, step));
    const unit = `min(1px, 100cqw / ${width})`;
    slider.style.marginLeft = `calc(${left} * ${unit} - ${THUMB / 2}px)`;
    slider.style.width = `calc(${right - left} * ${unit} + ${THUMB}px)`;
  };
  const show = (drawn, newReading) => {
    const keep = drawn.length === charts.length && reading.at.length === newReading.at?.length;
    const place = keep ? Number(slider.value) : Infinity;
    charts = drawn.map(makeChart);
    element.replaceChildren(...charts.map(({ drawing }) => drawing));
    reading = newReading.at ? newReading : { at: [], says: [] };
    reader.hidden = reading.at.length < 2;
    slider.max = Math.max(0, reading.at.length - 1);
    note.textContent = reading.note ?? "";
    for (const { line } of charts) line.toggleAttribute("hidden", reader.hidden);
    if (reader.hidden) return;
    align();
    read(Math.min(place, reading.at.length - 1));
  };
  slider.addEventListener("input", () => read(Number(slider.value)));
  slider.addEventListener("keydown", keepKeys);
  element.addEventListener("pointermove", point);
  element.addEventListener("pointerdown", point);
  return { element, reader, show };
}

function makeChart({ svg: source, axis }) {
  const drawing = drawn(source);
  const [, , , , y1, y2] = axis;
  const line = svg("line", { class: "mg-line-read", y1, y2 });
  drawing.append(line);
  return { drawing, line, axis, width: drawing.viewBox.baseVal.width };
}

function drawn(source) {
  const holder = html("div");
  holder.innerHTML = source;
  return holder.firstElementChild;
}

function placeOf([left, right, first, last], step) {
  return left + ((step - first) / (last - first)) * (right - left);
}

function stepAt([left, right, first, last], x) {
  return first + ((x - left) / (right - left)) * (last - first);
}

function nearest(numbers, wanted) {
  let best = 0;
  numbers.forEach((number, i) => {
    if (Math.abs(number - wanted) < Math.abs(numbers[best] - wanted)) best = i;
  });
  return best;
}

// A notebook's single-key shortcuts are not meant where keys already have a meaning.
function keepKeys(event) {
  if (event.key !== "Tab" && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
}

function paragraphs(lines) {
  return lines.map((line) => html("p", {}, line));
}
