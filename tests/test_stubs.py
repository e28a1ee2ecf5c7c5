"""The stubs say what is there, and every name stands in them."""

import minigrad
from minigrad import _queries, _switches
from minigrad.dtype import __all__ as DTYPES
from tests.stubs import PACKAGE, stubs


def test_stubs_are_as_the_registry_has_it():
    stored = {path: path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.pyi")}
    assert stored == stubs(), "run: python -m tests.stubs"


def test_every_public_name_stands_in_the_stub():
    text = (PACKAGE / "__init__.pyi").read_text(encoding="utf-8")
    stars = {*minigrad.random.__all__, *DTYPES, *_queries.__all__, *_switches.__all__}
    for name in minigrad.__all__:
        assert name in stars or f" {name}" in text or f"\n{name}:" in text, name
