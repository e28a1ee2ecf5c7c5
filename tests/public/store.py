"""Write down what each program prints with torch: ``python -m tests.public.store``."""

import json
import os
import tempfile

from tests.public.running import PROGRAMS, STORED, told


def main():
    """Run every program on torch, in a folder of its own."""
    lines = {}
    for name in PROGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            lines[name] = told(name, "torch")
            os.chdir("/")
    STORED.write_text(json.dumps(lines, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
