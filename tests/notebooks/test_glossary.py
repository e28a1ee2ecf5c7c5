"""The glossary: its terms in order, each with a cell that is there."""

import re

import pytest

pytest.importorskip("nbformat", reason='no nbformat: pip install -e ".[lab,test]"')

from .test_claims import CELLS
from .test_lessons import ROOT

FOLDER = ROOT / "notebooks"
ROWS = [
    [part.strip() for part in line.strip("| ").split(" | ")]
    for line in (FOLDER / "glossary.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ")
][1:]


def test_the_terms_stand_in_order_and_once():
    terms = [row[0].lower() for row in ROWS]
    assert terms and terms == sorted(set(terms))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_term_leads_to_a_cell_that_is_there(row):
    lesson, cell, file = re.fullmatch(r"\[(\d\d) (\S+)\]\((\S+)\)", row[2]).groups()
    assert file.startswith(f"{lesson}-") and (FOLDER / file).exists()
    assert cell in CELLS[lesson]
