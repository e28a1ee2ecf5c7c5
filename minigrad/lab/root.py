"""Whether JupyterLab may run for this user; `make lab` asks before it installs anything.

Run as a file it needs neither minigrad nor what it is built on: ``python3 minigrad/lab/root.py``.
"""

import os
import re
import sys

AS_ROOT = """\
You are the user root, and JupyterLab does not run as root unless you say so, because every
notebook could then change the whole machine. In a container that is usually all right:

    make {target} LAB_ARGS=--allow-root

To reach it from outside the container, publish port 8888 and use:

    make {target} LAB_ARGS="--allow-root --no-browser --ip=0.0.0.0"
"""


def refuse_root(options: list[str], *, instructor: bool = False) -> None:
    """Stop with advice where JupyterLab would stop without.

    Args:
        options: command-line options of JupyterLab.
        instructor: the advice is for who opens the course itself.

    Raises:
        SystemExit: this is root without ``--allow-root``.
    """
    is_root = getattr(os, "geteuid", lambda: 1)() == 0
    allowed = any(re.search("allow[-_]root", option) for option in options)
    if is_root and not allowed:
        raise SystemExit(AS_ROOT.format(target="instructor" if instructor else "lab"))


if __name__ == "__main__":
    refuse_root(sys.argv[1:], instructor="instructor" in sys.argv[1:2])
