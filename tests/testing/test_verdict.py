import pytest

from minigrad.testing.verdict import Verdict, blank, right, wrong


def test_right():
    verdict = right("slope", "on 6 random inputs")
    assert verdict.ok and bool(verdict) and verdict.score == 1.0
    assert verdict.message == "✓ slope: right, on 6 random inputs."
    assert repr(verdict) == "<Verdict slope: right, score 1>"


def test_wrong_has_a_line_of_verdict_then_the_table_then_the_explanation():
    rows = [("given", "x = 2"), ("yours", "[[1, 2],\n [3, 4]]")]
    verdict = wrong("slope", ["Look at the sign.", "And at y."], rows, score=0.5)
    assert not verdict and not verdict.ok and verdict.score == 0.5
    assert verdict.message.split("\n") == [
        "✗ slope: not yet.",
        "    given    x = 2",
        "    yours    [[1, 2],",
        "              [3, 4]]",
        "  Look at the sign.",
        "  And at y.",
    ]


def test_blank_says_what_is_asked_for():
    verdict = blank("slope", "a function", ["Still open: y."], 0.25)
    assert not verdict and verdict.state == "not attempted yet" and verdict.score == 0.25
    assert verdict.message.split("\n") == [
        "○ slope: not attempted yet.",
        "  Asked for: a function. Write your answer and run it again.",
        "  Still open: y.",
    ]


def test_lines_are_broken_at_words_and_keep_their_indent():
    verdict = wrong("q", "word " * 40, [("yours", "Name-Backward0, " * 12)])
    lines = verdict.message.split("\n")
    assert max(map(len, lines)) <= 90
    assert all(line.startswith("  word") for line in lines if "word" in line)
    assert lines[2].startswith(" " * 13 + "Name-Backward0")


@pytest.mark.parametrize("verdict", [right("a"), wrong("a", "no"), blank("a", "b")])
def test_the_score_is_a_plain_float_in_range(verdict):
    assert type(verdict.score) is float and 0.0 <= verdict.score <= 1.0


def test_a_notebook_shows_nothing_for_it_as_the_message_is_printed_already(capsys):
    verdict = Verdict("a", "right", 1.0, "✓ a: right.")
    assert verdict._ipython_display_() is None
    assert capsys.readouterr().out == ""
