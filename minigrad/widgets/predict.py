"""A question to answer before the truth is shown."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

import traitlets

from ..testing.registry import find_prediction
from . import truths, typed
from ._widget import Widget, script, style
from .answers import Answers, Choices, Json, NodeOf
from .tally import Tally, record

TRIES = 2  # after these the truth is shown
_BY_NAME = object()  # the answer of a question that is given by its name


class Predict(Widget):
    """Asks for a prediction, then says whether it was right, what is right, and why.

    In a lesson, ``Predict("diamond")`` asks the question of that name: it is declared, with its
    answer and its hints, as a `testing.prediction.Prediction` in ``PREDICTIONS`` of the lesson's
    module in ``minigrad/course/lessons``, so the cell gives nothing away.

    The answer is a value that the learner types, one of `choices`, or, with `graph`, a node to
    choose in the picture of that tensor's graph. A first wrong answer gets a hint and another try;
    only the first counts in the `tally`. What cannot be read, a word where a number is asked or a
    number where a word is, takes no try: the widget says what to write. Nothing waits for an
    answer: a notebook runs to its end without one.

    The answer stays in Python: it is sent to the browser only after an answer has been given, as a
    message and never as part of the widget's state, so no notebook stores it. Where it stands in
    the cell, let it be a function that *does* what the question asks about: its source is the
    question, and its result is true. A function that uses variables of the notebook gives what they
    are when the learner answers, after Run All their last values; one that makes its own tensors
    gives the same at any time. While it raises an error, say because the cell that computes the
    answer has not been run, the prediction is kept, and compared once a cell has run after which
    there is an answer.

    Args:
        question: one or two sentences; what stands in backquotes is shown as code. Without
            `answer`: the name of one that is declared in a lesson's ``PREDICTIONS``.
        answer: the right one, or a function of no arguments that returns it; it is called once,
            when it is first needed. With `graph`: a variable's name, an operation's, a node's id,
            or a list of these if several are right.
        choices: what to choose from: texts, numbers, None and the like. None: a value is typed.
        graph: a tensor; the learner chooses a node of the graph behind it.
        why: one sentence, shown with the right answer.
        hints: for answers that one may well give by mistake, what to say: ``{4: "That is ..."}``.

    Attributes:
        given: the last answer: the text or value; of `choices` its place, counted from 0; of
            `graph` the node's id. None before there is one.
        tries: how many answers have been compared with the right one.
        right: was the last one right? None before one has been compared.

    Raises:
        TypeError: `question`, `why` or a hint is no text, `hints` no dictionary.
        ValueError: the answer or the key of a hint is none of the choices or nodes; `choices` and
            `graph` are both given; no question has that name.

    Example:
        >>> import minigrad as torch
        >>> from minigrad.widgets import Predict
        >>> def truth():
        ...     x = torch.tensor(3.0, requires_grad=True)
        ...     (x * x).backward()
        ...     (x * x).backward()
        ...     return x.grad
        >>> question = Predict(
        ...     "`x` is 3. What is `x.grad` after two times `(x * x).backward()`?",
        ...     truth,
        ...     why="`backward()` adds to what is in `.grad`: 6 + 6.",
        ...     hints={6: "That is the gradient of one pass."},
        ... )
        >>> print(question.submit("6"))
        Not there yet: 6. That is the gradient of one pass.
        >>> print(question.submit("12"))
        Right: 12. `backward()` adds to what is in `.grad`: 6 + 6.
        >>> question
        Predict: `x` is 3. What is `x.grad` after two times `(x * x).backward()`?
        (answered: right at a later try)
    """

    _esm = script("prose", "predict")
    _css = style("prose", "predict")
    _spec = traitlets.Dict().tag(sync=True)
    _svg = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        question: str,
        answer: Any = _BY_NAME,
        choices: Iterable[Any] | None = None,
        *,
        graph: Any = None,
        why: str = "",
        hints: Mapping[Any, str] | None = None,
    ) -> None:
        if answer is _BY_NAME:
            asked = find_prediction(question)
            question = asked.question
            answer = asked.answer
            choices = asked.choices
            why, hints = asked.why, asked.hints
        _check_texts(question, why, hints)
        self._answers = _answers(choices, graph)
        self._answer = answer
        self._why = why
        self._hints = dict(hints or {})
        self._known = [] if callable(answer) else [self._checked("answer", answer)]
        for key in self._hints:
            self._checked("hints", key)
        self._question = question.strip()
        self._record = record(self._question, tuple(self._answers.known_by()), why)
        self._begin()
        spec = {**self._answers.spec(), "question": self._question}
        super().__init__(_spec=spec, _svg=self._answers.svg)
        self.on_msg(self._on_message)

    def _begin(self) -> None:
        """Nothing has been answered yet."""
        self.given: Any = None
        self.right: bool | None = None
        self.tries = 0
        self._shown = False
        self._waiting = False
        self._problem = ""

    def submit(self, given: Any) -> str:
        """Answer, as the widget's button does; for terminals, and for programs.

        Args:
            given: a text as one would type it, a value; a choice; a node's name, operation or id.

        Returns:
            What the widget says then.
        """
        if not self._over:
            self._try(given)
        self._send_state()
        return self._words()

    def reveal(self) -> str:
        """Give up: show the right answer after a try that was wrong.

        Returns:
            What the widget says then.

        Raises:
            RuntimeError: there has been no try.
        """
        if not self.tries:
            raise RuntimeError("the answer is shown after a try, not before")
        self._shown = True
        self._send_state()
        return self._words()

    @staticmethod
    def tally() -> Tally:
        """How the predictions of this notebook went, question by question; it updates itself.

        The same question asked again, by running its cell again, counts once, by its first answer.
        """
        return Tally()

    @property
    def _over(self) -> bool:
        return self._shown or self.right is True

    def _checked(self, what: str, value: Any) -> Any:
        """A right answer as it is now, if it fits the question."""
        try:
            self._answers.truth(value)
        except ValueError as error:
            raise ValueError(f"{what}: {error}") from None
        return truths.kept(value)

    def _try(self, given: Any) -> None:
        self._problem, self._waiting = "", False
        try:
            key = self._answers.read(given)
        except typed.Unreadable as error:
            self._problem = str(error)
            return
        if self._wrong_again(key):
            said = self._answers.as_text(self.given)
            self._problem = f"You said {said} before. {self._more()}".strip()
            return
        before, self.given = self.given, key
        try:
            self._compare()
        except typed.Unreadable as error:
            self.given, self._problem = before, str(error)
        except Exception as error:  # whatever a lesson's function may raise
            self._problem = (
                f"Noted: {self._answers.as_text(self.given)}. There is nothing to compare it with "
                f"yet ({type(error).__name__}: {error}). Run on; this is compared by itself as "
                "soon as that is possible."
            )
            self._wait()

    def _wrong_again(self, key: Any) -> bool:
        """Is it the last answer again? What is right never is, however near the two are."""
        return (
            self.right is False
            and self._answers.repeats(key, self.given)
            and not self._answers.fits(key, self._known[0])
        )

    def _compare(self) -> None:
        if not self._known:
            self._known = [self._checked("answer", self._answer())]
        if not self._own_hint():
            self._answers.check(self.given, self._known[0])
        self.right = self._answers.fits(self.given, self._known[0])
        self.tries += 1
        self._shown = not self.right and self.tries >= TRIES
        self._record.add(self.right)

    def _wait(self) -> None:
        """Compare as soon as a cell has run after which there is an answer."""
        self._waiting = True
        shell = _shell()
        if shell is not None:
            _unregister(shell, self._after_cell)
            shell.events.register("post_run_cell", self._after_cell)

    def _after_cell(self, result: Any) -> None:
        self._problem, words = "", self._problem
        try:
            self._compare()
        except typed.Unreadable as error:
            self.given, self._problem = None, str(error)
        except Exception:
            self._problem = words
            return  # not yet; the words already say why
        self._waiting = False
        _unregister(_shell(), self._after_cell)
        self._send_state()

    # ---------------------------------------------------------- to and from the browser

    def _on_message(self, widget: Any, content: Any, buffers: Any) -> None:
        deed = content.get("do")
        if deed == "answer":
            self.submit(self._from_browser(content.get("given")))
        elif deed == "reveal" and self.tries:
            self.reveal()
        else:
            self._send_state()

    def _from_browser(self, given: Any) -> Any:
        if isinstance(self._answers, Choices):
            return self._answers.choices[int(given)]
        return str(given)

    def _send_state(self) -> None:
        """Show every view how things stand; the truth is part of it only when all is over."""
        compared = self.right is not None and not self._problem
        state: Json = {
            "given": self._answers.sent(self.given) if self.tries or self._waiting else None,
            "problem": self._problem,
            "waiting": self._waiting,
            "tries": self.tries,
            "over": self._over,
            "right": self.right,
            "verdict": self._verdict() if compared else "",
            "more": self._more() if compared else "",
            "keys": self._answers.keys(self._known[0]) if self._over else [],
        }
        self.send(state)

    def _words(self) -> str:
        """All of it, for a terminal."""
        if self._problem or self.right is None:
            return self._problem
        return " ".join(filter(None, [self._verdict(), self._more()]))

    def _verdict(self) -> str:
        truth = self._answers.truth(self._known[0])
        if self.right:
            return f"Right: {truth}."
        given = self._answers.as_text(self.given)
        return f"It is {truth}; you said {given}." if self._shown else f"Not there yet: {given}."

    def _more(self) -> str:
        if self.right:
            return self._why
        said = [self._hint(), self._why if self._shown else ""]
        return " ".join(filter(None, said))

    def _hint(self) -> str:
        remark = "" if self._shown else self._answers.remark(self.given, self._known[0])
        return self._own_hint() or remark

    def _own_hint(self) -> str:
        """What the question itself has to say of this answer."""
        fitting = (h for key, h in self._hints.items() if self._answers.fits(self.given, key))
        return next(fitting, "")

    # ---------------------------------------------------------- where no widget can run

    def __repr__(self) -> str:
        outcome = self._record.outcome
        state = "(not answered yet)" if self.right is None else f"(answered: {outcome})"
        choices = [f"  {line}" for line in self._answers.lines()]
        return "\n".join([f"Predict: {self._question}", *choices, state])

    def picture(self) -> str:
        """The graph to choose from; ``""`` where the question is words alone."""
        return str(self._svg)


def _answers(choices: Iterable[Any] | None, graph: Any) -> Answers:
    if choices is not None and graph is not None:
        raise ValueError("give choices or a graph to choose from, not both")
    if graph is not None:
        return NodeOf(graph)
    return Answers() if choices is None else Choices(choices)


def _check_texts(question: Any, why: Any, hints: Any) -> None:
    if not isinstance(question, str) or not question.strip():
        raise TypeError(f"question must be a text, but is {question!r}")
    if not isinstance(why, str):
        raise TypeError(f"why must be a text, but is {why!r}")
    if hints is not None and not isinstance(hints, Mapping):
        raise TypeError(f"hints must be a dictionary {{wrong answer: hint}}, but is {hints!r}")
    for key, hint in (hints or {}).items():
        if not isinstance(hint, str):
            raise TypeError(f"the hint for {key!r} must be a text, but is {hint!r}")


def _shell() -> Any:
    """The running IPython, if any."""
    module = sys.modules.get("IPython")
    return None if module is None else module.get_ipython()


def _unregister(shell: Any, callback: Any) -> None:
    try:
        shell.events.unregister("post_run_cell", callback)
    except (AttributeError, ValueError):
        pass  # it was not registered
