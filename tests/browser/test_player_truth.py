"""What the player shows after k steps is the replay; a wrong step list is noticed."""

import pytest

pytest.importorskip("nbformat")
expect = pytest.importorskip("playwright.sync_api").expect

from tests.browser.notebook import python_sees
from tests.browser.player import CELLS, PLAYER, player_in

pytestmark = pytest.mark.browser

# What is true after so many steps, said by the recording alone.
TRUTH = """\
import copy
import minigrad
from minigrad.viz import replay
from minigrad.viz.figures import brief
from minigrad.widgets import BackwardPlayer

def truth(player, count):
    recording = player.recording
    done = count - len(recording.forward)
    state = replay(recording, recording.steps[done - 1].end if done > 0 else 0)
    graph = recording.graph
    grads = {node.id: node.grad for node in graph.leaves}
    grads.update({node: grad for (node, nr), grad in state.grads.items() if node in grads})
    inputs = {n: [brief(g) for (m, _), g in sorted(state.arrived.items()) if m == n]
              for n in state.ran}
    sums = {n: " + ".join(map(brief, parts)) + " = " + brief(state.arrived[n, nr])
            for (n, nr), parts in state.parts.items() if len(parts) > 1}
    return {
        "sent": {edge: brief(g) for edge, g in state.sent.items()},
        "grads": {n: "grad None" if g is None else "grad " + brief(g) for n, g in grads.items()},
        "inputs": {n: ", ".join(gs) for n, gs in inputs.items()},
        "sums": {n: text if len(text) <= 32 else "sum of 2" for n, text in sums.items()},
        "freed": sorted({n.id for n in graph.nodes if n.freed} | set(state.freed)),
    }
"""

FIRST = CELLS[PLAYER].partition("\n\n")[2]  # what stands below its imports

# A gradient that is there already, hooks, several outputs, three gradients that meet, a vector.
RICH = """\
w = minigrad.tensor([1.0, 2.0], requires_grad=True)
u = minigrad.tensor(0.5, requires_grad=True)
u.grad = minigrad.tensor(100.0)
p, q = w.unbind()
r = p * u + q * u
s = r * r * u
s.register_hook(lambda g: g * 2)
r.retain_grad()
t = s.exp() + w.sum()
player = BackwardPlayer(t)
player"""

PROGRAMS = {"first": FIRST, "rich": RICH}

# What is on the page: of the player's element, nothing is asked but what it draws.
SHOWN = """(root) => {
  const all = (selector) => [...root.querySelectorAll(selector)];
  const [edges, nodes, labels] = [all(".mg-edge"), all(".mg-node"), all(".mg-labels text")];
  const sent = Object.fromEntries(edges.map((edge, i) => [edge.dataset.id, labels[i].textContent]));
  const leaf = (g) => g.classList.contains("mg-leaf");
  const under = (g) => {
    const box = g.querySelector("rect").getBoundingClientRect(), middle = box.x + box.width / 2;
    return all(".mg-sum").find((sum) => {
      const own = sum.getBoundingClientRect();
      return Math.abs(own.x + own.width / 2 - middle) < 2 && Math.abs(own.y - box.bottom) < 12;
    })?.textContent;
  };
  const some = (pairs) => Object.fromEntries(pairs.filter(([, text]) => text));
  const table = (get) => some(nodes.map((g) => [g.dataset.id, get(g)]));
  delete sent.seed;
  return {
    sent: some(Object.entries(sent)),
    grads: table((g) => leaf(g) && g.querySelector(".mg-value").textContent),
    inputs: table((g) => g.ariaLabel.match(/; gradient ([^;]*)/)?.[1]),
    sums: table(under),
    freed: nodes.filter((g) => g.classList.contains("mg-freed")).map((g) => g.dataset.id).sort(),
  };
}"""


def by_mouse(notebook, player):
    player.get_by_label("Step forward").click()


def by_keyboard(notebook, player):
    notebook.page.keyboard.press("ArrowRight")


def differences(notebook, player, name, forward=by_mouse):
    """Walk from step to step; where the page and the replay do not say the same."""
    player.get_by_role("slider").focus()
    notebook.page.keyboard.press("Home")
    last = int(player.locator("output").inner_text().split(" / ")[1])
    start = int(python_sees(notebook, f"len({name}.recording.forward)"))
    truths = eval(python_sees(notebook, f"[truth({name}, k) for k in range(1, {last} + 1)]"))
    for count in range(1, last + 1):
        forward(notebook, player)
        expect(player.locator("output")).to_have_text(f"{count} / {last}")
        shown = player.evaluate(SHOWN)
        told = truths[count - 1]
        if count < start:
            told["freed"] = shown["freed"]  # what is freed is told of the end of the forward pass
        yield from ((count, key, shown[key], told[key]) for key in told if shown[key] != told[key])


@pytest.mark.parametrize("forward", [by_mouse, by_keyboard])
@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_after_each_step_the_page_shows_the_replay(notebook_of, program, forward):
    notebook = notebook_of(TRUTH, program)
    player = player_in(notebook, 1)
    assert list(differences(notebook, player, "player", forward)) == []
    assert len(player.evaluate(SHOWN)["sent"]) >= 5
    assert player.evaluate(SHOWN)["sums"]


CORRUPTIONS = {
    "another number sent": 'steps[6]["sent"]["n1.0"]["brief"] = "4"',
    "a number to another edge": 'steps[6]["sent"] = {"n1.0": steps[6]["sent"]["n1.1"]}',
    "a .grad that is missing": 'del steps[7]["grad"]',
    "another sum": 'steps[6]["sums"]["n3"] = "0.5 + 3 = 4"',
    "a buffer that is not freed": 'del steps[5]["freed"]',
    "another gradient that came in": 'steps[5]["incoming"][0]["brief"] = "2"',
    "two steps in the wrong order": "steps[5], steps[6] = steps[6], steps[5]",
}


def test_a_corrupted_step_list_is_noticed(notebook_of):
    players = [
        f"{FIRST.rpartition('player = ')[0]}p{i} = BackwardPlayer(z)\n"
        f"spec = copy.deepcopy(p{i}._spec)\nsteps = spec['steps']\n{harm}\np{i}._spec = spec\np{i}"
        for i, harm in enumerate(CORRUPTIONS.values())
    ]
    notebook = notebook_of(TRUTH, *players)
    for i, name in enumerate(CORRUPTIONS):
        assert next(differences(notebook, player_in(notebook, i + 1), f"p{i}"), None), name
