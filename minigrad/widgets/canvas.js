// A picture larger than its place: drag, wheel, keys and buttons move and scale it.

const CLOSEST = 2.5; // largest scale
const READABLE = 0.55; // below this scale the text in the boxes cannot be read
const LOWEST = 480; // pixels: so high at least
const EDGE = 8; // pixels between what is kept in sight and the edge
const STEP = 60; // pixels that an arrow key pans

function makeCanvas(label) {
  const element = html("div", { class: "mg-canvas", tabindex: 0, role: "group", "aria-label": label });
  const view = { x: 0, y: 0, k: 1, moved: false };
  const place = { width: 0, height: 0 }; // of the canvas: to ask the page each time costs a layout
  let drawing = null;
  const move = () => {
    drawing.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.k})`;
  };
  const size = () => [drawing.width.baseVal.value, drawing.height.baseVal.value];
  const whole = () => Math.min(1, place.width / size()[0], place.height / size()[1]);

  const zoom = (factor, x = place.width / 2, y = place.height / 2) => {
    const k = Math.max(Math.min(whole(), 0.2), Math.min(CLOSEST, view.k * factor));
    view.x = x - (x - view.x) * (k / view.k);
    view.y = y - (y - view.y) * (k / view.k);
    Object.assign(view, { k, moved: true });
    move();
  };
  const pan = (x, y) => {
    Object.assign(view, { x: view.x + x, y: view.y + y, moved: true });
    move();
  };
  const fit = () => {
    const [width, height] = size();
    const k = whole();
    Object.assign(view, { k, x: (place.width - width * k) / 2, y: (place.height - height * k) / 2, moved: false });
    move();
  };
  // All of it where that can be read, else the end where the result is, at a readable scale.
  const open = () => {
    if (!place.width) return;
    fit();
    if (view.k >= READABLE) return;
    const [width, height] = size();
    const k = Math.max(READABLE, Math.min(1, place.width / width));
    const root = drawing.querySelector(".mg-root rect");
    const center = root ? root.x.baseVal.value + root.width.baseVal.value / 2 : width / 2;
    Object.assign(view, { k, x: place.width / 2 - center * k, y: place.height - height * k });
    move();
  };
  const show = (part, center = false) => {
    const [frame, box] = [element.getBoundingClientRect(), part.getBoundingClientRect()];
    const [x, y] = [frame.left + frame.width / 2 - box.left - box.width / 2, frame.top + frame.height / 2 - box.top - box.height / 2];
    const inside = box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
    if (center || !inside) pan(x, y);
  };
  // As little as it takes until the first of these parts is in sight, and of the others those that
  // fit there beside it. Of one that is too large, the beginning is.
  const keep = (parts) => {
    const frame = element.getBoundingClientRect();
    const place = { left: frame.left + EDGE, top: frame.top + EDGE, right: frame.right - EDGE, bottom: frame.bottom - EDGE };
    let seen = null;
    for (const part of parts) {
      const all = around(seen, part.getBoundingClientRect());
      const fits = all.right - all.left <= place.right - place.left && all.bottom - all.top <= place.bottom - place.top;
      if (!seen || fits) seen = all;
    }
    const shift = (low, high, from, to) => (high - low > to - from ? from - low : Math.max(from - low, Math.min(0, to - high)));
    if (seen) pan(shift(seen.left, seen.right, place.left, place.right), shift(seen.top, seen.bottom, place.top, place.bottom));
  };
  // Another drawing, where the part that `anchor` finds in both stays where it is, at the same scale;
  // without one, and unless somebody moved it or it shall be `steady`, it is shown anew.
  const draw = (next, anchor, steady = false) => {
    const before = drawing && anchor && anchor(drawing)?.getBoundingClientRect();
    drawing = next;
    const [width, height] = size();
    place.width = element.clientWidth; // asked before the drawing is there, which takes long to lay out
    place.height = Math.round(Math.max(LOWEST, Math.min(Math.min(1, (place.width || width) / width) * height, innerHeight * 0.7)));
    element.style.height = `${place.height}px`;
    element.replaceChildren(next);
    if (!view.moved && !before && !steady) return open();
    move();
    const after = before && anchor(drawing)?.getBoundingClientRect();
    if (after) pan(before.left + before.width / 2 - after.left - after.width / 2, before.top - after.top);
  };

  const unhear = listenToPointer(element, pan, zoom);
  const watcher = new ResizeObserver(() => {
    Object.assign(place, { width: element.clientWidth, height: element.clientHeight });
    if (drawing && !view.moved) open();
  });
  watcher.observe(element);
  const stop = () => (watcher.disconnect(), unhear());
  const moved = () => view.moved;
  return { element, draw, fit, zoom, pan, show, keep, moved, stop };
}

function around(a, b) {
  if (!a) return b;
  return { left: Math.min(a.left, b.left), top: Math.min(a.top, b.top), right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom) };
}

function listenToPointer(element, pan, zoom) {
  let last = null; // where the pointer was, while a button is down
  let dragged = 0;
  const down = (event) => {
    if (event.button !== 0) return;
    [last, dragged] = [event, 0];
  };
  const move = (event) => {
    if (!last) return;
    const [x, y] = [event.clientX - last.clientX, event.clientY - last.clientY];
    dragged += Math.abs(x) + Math.abs(y);
    if (dragged < 5) return; // a click may tremble
    if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
    element.classList.add("mg-dragging");
    last = event;
    pan(x, y);
  };
  const up = () => {
    last = null;
    element.classList.remove("mg-dragging");
  };
  const click = (event) => dragged >= 5 && event.stopPropagation(); // the end of a drag is no click
  const wheel = (event) => {
    if (!event.ctrlKey && !event.metaKey) return; // else the page scrolls
    event.preventDefault();
    const frame = element.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 300), event.clientX - frame.left, event.clientY - frame.top);
  };
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("click", click, true);
  element.addEventListener("wheel", wheel, { passive: false });
  return up;
}
