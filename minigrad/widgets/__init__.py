"""Widgets for JupyterLab, Jupyter Notebook and other places that run anywidget.

They come with the extra `lab`: ``pip install -e ".[lab]"`` in a clone.
"""

from .backward_player import BackwardPlayer
from .descent_explorer import DescentExplorer
from .graph_memory import GraphMemory
from .graph_view import GraphView
from .predict import Predict
from .training_monitor import TrainingMonitor

__all__ = [
    "BackwardPlayer",
    "DescentExplorer",
    "GraphMemory",
    "GraphView",
    "Predict",
    "TrainingMonitor",
]
