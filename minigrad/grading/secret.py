"""Inputs of their own for each student, drawn from a secret.

Checks draw the same inputs for everybody, so that a learner sees the same report twice. Where marks
count, that lets somebody who has read a report answer for just these inputs. With a file
``secret.txt`` in the course's folder, grading draws others: by the secret, the student and the set,
so that grading anew gives the same marks.
"""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

FILE = "secret.txt"
VARIABLE = "MINIGRAD_DRAWS"  # `minigrad.testing.question` reads it


def drawn(root: Path, student: str, name: str) -> dict[str, str]:
    """Give what the kernel's environment is to hold; nothing if there is no secret.

    Args:
        root: the course's folder.
        student: whose notebook is graded.
        name: the set.
    """
    file = root / FILE
    if not file.is_file():
        return {}
    key = file.read_bytes().strip()
    made = hmac.new(key, f"{student}\n{name}".encode(), hashlib.sha256).hexdigest()
    return {VARIABLE: str(int(made[:12], 16))}
