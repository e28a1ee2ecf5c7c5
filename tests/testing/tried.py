"""What a question's reference and its mistakes give, worked out once for all answers.

It is the same for every answer, and to find it takes longer than to compare an answer with it.
"""

import contextlib
import functools

from minigrad.testing.kinds.diagnosis import Diagnosis
from minigrad.testing.kinds.function import Function


def without_frames(value):
    """Let go of the calls that an error came through: what listens in them would listen on."""
    error = value
    while isinstance(error, BaseException):
        error.__traceback__ = None
        error = error.__cause__ or error.__context__
    return value


@contextlib.contextmanager
def tried_once():
    """A block in which nothing is tried twice on a question's own inputs."""
    tried = Diagnosis._value
    expected = Function.expected
    known = {}

    def once(key, draw, work):
        if draw is not None:  # a hidden check's
            return work()
        if key not in known:
            known[key] = without_frames(work())
        return known[key]

    def tried_before(self, mistake, run):
        work = functools.partial(tried, self, mistake, run)
        return once((self.question.name, id(mistake), run.trial), self.draw, work)

    def expected_before(self, draw):
        return once(self.name, draw, functools.partial(expected, self, draw))

    Diagnosis._value, Function.expected = tried_before, expected_before
    try:
        yield
    finally:
        Diagnosis._value, Function.expected = tried, expected
