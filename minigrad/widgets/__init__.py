"""Widgets for JupyterLab, Jupyter Notebook and other places that run anywidget.

They come with the extra `lab`: ``pip install -e ".[lab]"`` in a clone.
"""

from .backward_player import BackwardPlayer

__all__ = ["BackwardPlayer"]
