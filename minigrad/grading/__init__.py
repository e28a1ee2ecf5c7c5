"""What nbgrader does otherwise when it grades this course; ``nbgrader_config.py`` names it.

`RestoreCells` comes before everything else: what was handed in gets back the cells, and what
nbgrader wrote on them, as they were handed out. `ExecuteAlone` runs the notebook, in a folder of
its own, and gives a mark only where a check ran and ended in one.

They come with the extra ``grade``: ``pip install -e ".[grade]"`` in a clone.
"""

from .execute import ExecuteAlone
from .restore import RestoreCells

__all__ = ["ExecuteAlone", "RestoreCells"]
