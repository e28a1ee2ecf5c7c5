import re

import pytest

from minigrad import Tensor
from minigrad.testing import registry
from minigrad.testing.kinds import Function
from minigrad.testing.question import Question
from tests.testing.tried import tried_once
from tests.together import all_pass

EVERY = registry.questions()
each = pytest.mark.parametrize("question", EVERY.values(), ids=list(EVERY))


def test_questions_are_found_by_name():
    assert registry.find("slope").name == "slope"
    assert {"slope", "walk", "x1-walk"} - set(EVERY) == {"x1-walk"}


def test_a_name_nobody_knows_brings_the_nearest():
    with pytest.raises(ValueError, match=r"no question is called 'x1-leafs'\. There is: x1-leaves"):
        registry.find("x1-leafs")


@each
def test_it_is_declared_with_what_it_needs(question):
    assert isinstance(question, Question)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", question.name)
    assert question.ask and not question.ask.endswith(".")


@each
def test_nothing_is_nothing(question):
    verdict = question.judge(...)
    assert (verdict.state, verdict.score) == ("not attempted yet", 0.0)
    assert question.ask in " ".join(verdict.message.split())


@each
def test_the_reference_passes(question):
    answer = getattr(question, "reference", None) or question.expected
    assert question.judge(answer).ok


@each
def test_any_answer_gets_a_verdict(question, capsys):
    for answer in (0, "", [], {}, object(), len, print, lambda: 1, ["a"] * 99, Tensor):
        verdict = question.judge(answer)
        assert 0.0 <= verdict.score <= 1.0, answer
        assert not verdict.ok, answer


FUNCTIONS = [q for q in EVERY.values() if isinstance(q, Function)]


@pytest.mark.parametrize("question", FUNCTIONS, ids=[q.name for q in FUNCTIONS])
def test_a_declared_mistake_fails_or_shows_only_on_the_hidden_inputs(question):
    with tried_once():
        all_pass(fails_or_is_hidden, [(each.why, question, each) for each in question.mistakes])


def fails_or_is_hidden(question, mistake):
    verdict = question.judge(mistake.wrong)
    assert verdict.ok or mistake.why in " ".join(verdict.message.split())
