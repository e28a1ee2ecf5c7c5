"""Write down what torch makes of each row: ``python -m tests.behaviours.store``."""

import json

from tests.behaviours.table import STORED, table, told
from tests.nn.twins import library


def main():
    """Run every row on torch."""
    torch = library("torch")
    lines = (
        f"{json.dumps(name)}: {json.dumps(told(each, torch))}" for name, each in table().items()
    )
    STORED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
