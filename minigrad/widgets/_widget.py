"""What all widgets have in common: how their files are put together, how they show themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget

_HERE = Path(__file__).parent


def script(*names: str) -> str:
    """The module that a browser loads for a widget: ``page.js``, then the files of these names.

    A widget's module is loaded by its text and cannot import a neighbour, so they become one.
    """
    return _joined("js", names)


def style(*names: str) -> str:
    """The style sheet of a widget: ``page.css``, then the files of these names."""
    return _joined("css", names)


def _joined(kind: str, names: tuple[str, ...]) -> str:
    files = [_HERE / f"{name}.{kind}" for name in ("page", *names)]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


class Widget(anywidget.AnyWidget):
    """A widget that also shows itself where none can run: as a picture, and as text."""

    def picture(self) -> str:
        """What it shows now, as the text of an SVG file; ``""`` where words say it all."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        picture = self.picture()
        static = {"image/svg+xml": picture} if picture else {}
        return {**(data or {}), **static, "text/plain": repr(self)}, metadata
