// What is true after so many steps of a recording, and what differs between two moments. Each step
// changes little, so a moment is put together only where somebody looks.

function makeHistory(spec) {
  const changes = new Map(Object.keys(spec.nodes).map((id) => [id, []])); // node -> what happens to it
  const edges = new Map(); // edge -> the step in which its gradient was sent, and that gradient
  const incident = new Map([...changes.keys()].map((id) => [id, spec.nodes[id].sends.map((send) => send.edge)]));
  spec.steps.forEach((step, i) => {
    const at = i + 1;
    if (i < spec.start) return changes.get(step.node).push({ at, computed: true });
    const { incoming, grad, freed, failed } = step;
    const own = Object.fromEntries(Object.entries({ incoming, grad, freed, failed }).filter(([, value]) => value !== undefined));
    changes.get(step.node).push({ at, ...own });
    for (const [id, sum] of Object.entries(step.sums)) changes.get(id).push({ at, sum });
    for (const [id, gradient] of Object.entries(step.sent)) edges.set(id, { at, gradient });
    if (step.seed) edges.set(step.stub, { at, gradient: step.seed });
  });

  const node = (id, count) => {
    const { leaf, freed, grad } = spec.nodes[id];
    const now = { computed: leaf, freed: freed && count >= spec.start, grad, incoming: null, sum: "", failed: "" };
    for (const { at, ...change } of changes.get(id)) if (at <= count) Object.assign(now, change);
    return now;
  };
  const edge = (id, count) => (edges.get(id)?.at <= count ? edges.get(id).gradient : undefined);
  const at = (count) => ({
    step: spec.steps[count - 1],
    backward: count > spec.start,
    nodes: lookup((id) => node(id, count)),
    edges: lookup((id) => edge(id, count)),
  });
  // The nodes and edges that may look different after `to` steps than after `from`.
  const between = (from, to) => {
    const [low, high] = [Math.max(1, Math.min(from, to)), Math.max(from, to)]; // what was current, too
    const found = { nodes: new Set(), edges: new Set() };
    for (let count = low; count <= high; count++) {
      const step = spec.steps[count - 1];
      found.nodes.add(step.node);
      if (count <= spec.start) incident.get(step.node).forEach((id) => found.edges.add(id));
      for (const [id, result] of Object.entries(spec.stubs)) if (step.node === result) found.edges.add(id);
      for (const id of Object.keys(step.sent ?? {})) found.edges.add(id);
      for (const id of Object.keys(step.sums ?? {})) found.nodes.add(id);
    }
    const crossed = low <= spec.start && spec.start <= high;
    if (crossed) for (const id of changes.keys()) if (spec.nodes[id].freed) found.nodes.add(id);
    return found;
  };
  return { at, between };
}

function lookup(get) {
  return new Proxy({}, { get: (_, id) => get(id) });
}
