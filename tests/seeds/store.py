"""Write `stored.json`: what real torch gives for every snippet. `python -m tests.seeds.store`."""

import json
import os
import tempfile
from pathlib import Path

from tests.seeds import blocks_000, blocks_001, blocks_002, blocks_003, blocks_004
from tests.seeds.dot import structure
from tests.seeds.library import part, run
from tests.seeds.pictures import PICTURES
from tests.seeds.record import record

STORED = Path(__file__).with_name("stored.json")


def snippets():
    """Every snippet by its name, `seed.function`."""
    modules = (blocks_000, blocks_001, blocks_002, blocks_003, blocks_004)
    return {
        f"{module.__name__[-3:]}.{name}": function
        for module in modules
        for name, function in vars(module).items()
        if callable(function) and not name.startswith("_")
    }


def stored():
    """The file's content."""
    return json.loads(STORED.read_text(encoding="utf-8"))


def main():
    """Run everything on torch and write it down."""
    torch, make_dot = part("torch", "torch"), part("make_dot", "torch")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        runs = {name: record(run(snippet, "torch")) for name, snippet in snippets().items()}
        os.chdir(STORED.parent)
    pictures = {name: structure(picture(torch, make_dot)) for name, picture in PICTURES.items()}
    content = {"torch": torch.__version__, "snippets": runs, "pictures": pictures}
    STORED.write_text(pretty(content), encoding="utf-8")


def pretty(content):
    """JSON with each snippet and picture on a line of its own, so that changes can be read."""
    parts = [f'"torch": {json.dumps(content["torch"])}']
    for kind in ("snippets", "pictures"):
        lines = (f"{json.dumps(k)}: {json.dumps(v)}" for k, v in content[kind].items())
        parts.append(f'"{kind}": {{\n' + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main()
