import json

import pytest

pytest.importorskip("anywidget")

import minigrad as mg
from minigrad.widgets import Predict
from minigrad.widgets.tally import forget
from tests.viz.samples import example

SECRET = 31415.0
HINTS = {6: "That is one pass.", -1: "The sign."}


@pytest.fixture(autouse=True)
def no_questions():
    forget()
    yield
    forget()


class Page:
    """What a browser would be sent and could send."""

    def __init__(self, question):
        self.question, self.heard = question, []
        question.send = lambda content, buffers=None: self.heard.append(json.loads(dump(content)))

    def does(self, **content):
        self.question._handle_custom_msg(content, [])
        return self.heard[-1]


def dump(content):
    return json.dumps(content, allow_nan=False)


def state_of(question):
    return dump({k: v for k, v in question.get_state().items() if k not in ("_esm", "_css")})


# ------------------------------------------------------------ answering


def test_right_at_once():
    question = Predict("How much?", 12, why="6 + 6.")
    assert (question.right, question.tries, question.given) == (None, 0, None)
    assert question.submit("12.0") == "Right: 12. 6 + 6."
    assert (question.right, question.tries, question.given) == (True, 1, "12.0")
    assert question.submit("3") == "Right: 12. 6 + 6."  # it is over
    assert question.tries == 1


def test_a_second_try_and_then_the_truth():
    question = Predict("How much?", mg.tensor(12.0), why="6 + 6.", hints=HINTS)
    assert question.submit("6") == "Not there yet: 6. That is one pass."
    assert question.submit("[1, 2]") == (
        "It is 12; you said [1, 2]. 6 + 6."  # what was wrong no longer matters
    )
    assert (question.right, question.tries) == (False, 2)


def test_a_hint_is_found_by_value():
    question = Predict("How much?", 12, hints=HINTS)
    assert question.submit("12/2") == "Not there yet: 12/2. That is one pass."
    assert question.submit(-1.0) == "It is 12; you said -1. The sign."


def test_without_a_hint_only_the_kind_is_said():
    assert Predict("?", 12).submit("None") == "Not there yet: None. The answer is a number."
    assert Predict("?", None).submit("0") == "Not there yet: 0. The answer is not a number."
    assert Predict("?", 12).submit("11") == "Not there yet: 11."


def test_what_cannot_be_read_is_no_try():
    question = Predict("How much?", 12)
    assert question.submit("twelve apples").startswith("twelve apples cannot be read. Write a num")
    assert (question.tries, question.right, question.given) == (0, None, None)


def test_the_same_answer_again_is_no_try():
    question = Predict("How much?", 12, hints=HINTS)
    question.submit("6")
    assert question.submit("6") == "You said 6 before. That is one pass."
    assert (question.right, question.tries) == (False, 1)
    assert Page(question).does(do="look")["problem"]
    assert question.submit("12") == "Right: 12."


@pytest.mark.parametrize(
    "wrong, again",
    [("1", "1.0"), ("[1, 3]", "[1,3]"), ("1/2", 0.5), (None, "none"), (mg.tensor(3.0), "3")],
)
def test_the_same_value_written_otherwise_is_no_try(wrong, again):
    question = Predict("How much?", 12)
    question.submit(wrong)
    assert question.submit(again).startswith("You said ")
    assert (question.right, question.tries) == (False, 1)


def test_what_was_said_before_is_repeated_as_it_was_said():
    question = Predict("How much?", 12)
    question.submit("1/2")
    assert question.submit("0.5") == "You said 1/2 before."


def test_values_that_are_written_alike_are_two_answers():
    counts = mg.arange(2000.0)
    changed = counts.clone()
    changed[1000] = 7.0
    question = Predict("?", changed)
    assert question.submit(counts).startswith("Not there yet")
    assert question.submit(changed).startswith("Right")


def test_what_is_right_is_accepted_however_near_it_is_to_what_was_wrong():
    question = Predict("?", 1000.4)
    assert question.submit(1001.5).startswith("Not there yet")
    assert question.submit(1000.6) == "Right: 1000."


def test_an_answer_counts_as_it_was_when_it_was_given():
    given = mg.tensor(3.0)
    question = Predict("?", 12)
    question.submit(given)
    given.add_(1)
    assert question.submit(given) == "It is 12; you said 4."


def test_giving_up_takes_a_try():
    question = Predict("How much?", 12, why="6 + 6.", hints=HINTS)
    with pytest.raises(RuntimeError, match="the answer is shown after a try, not before"):
        question.reveal()
    question.submit("6")
    assert question.reveal() == "It is 12; you said 6. That is one pass. 6 + 6."
    assert question.submit("12").startswith("It is 12; you said 6.")


def test_choices():
    question = Predict("What?", None, choices=["0", None, "an error"], hints={"0": "Not quite."})
    assert question.submit("0") == "Not there yet: 0. Not quite."
    assert question.submit(None) == "Right: None."
    assert Predict("What?", "a", choices=["a", "b"]).submit("c") == (
        "c is none of the choices: a, b"
    )


def test_nodes():
    t = example(mg)
    x, y, a, z = t["x"], t["y"], t["a"], t["z"]
    assert x.is_leaf and y.is_leaf and not a.is_leaf
    question = Predict("Which leaf?", ["x", "y"], graph=z, hints={"AccumulateGrad": "no"})
    assert question.submit("a") == "Not there yet: MulBackward0, a = 6. The answer is a leaf."
    assert question.submit("x").startswith("Right: leaf x = 2")


# ------------------------------------------------------------ where the truth comes from


def test_a_function_is_called_once_and_only_when_needed():
    calls = []
    question = Predict("?", lambda: calls.append(1) or 12)
    repr(question), question.picture(), Page(question).does(do="look")
    question.submit("gibberish 1")
    assert calls == []
    question.submit("11")
    question.submit("12")
    assert calls == [1]


def test_a_tensor_counts_as_it_was_when_it_was_given():
    x = mg.tensor(2.0)
    question = Predict("?", x)
    x.add_(1)
    assert question.submit("2") == "Right: 2."


def test_a_function_s_tensor_counts_as_it_was_at_the_first_answer():
    x = mg.tensor(2.0)
    question = Predict("?", lambda: x)
    question.submit("5")
    x.add_(1)
    assert question.submit("2") == "Right: 2."


def test_an_answer_before_there_is_a_truth_is_kept():
    later = {}
    question = Predict("?", lambda: later["x"], why="So it is.")
    said = question.submit("5")
    assert said.startswith("Noted: 5. There is nothing to compare it with yet (KeyError: 'x').")
    assert (question.tries, question.right, question.given) == (0, None, "5")
    assert question.submit("6").startswith("Noted: 6.")
    later["x"] = 6
    question._after_cell(None)
    assert (question.tries, question.right) == (1, True)
    assert question.submit("") == "Right: 6. So it is."


def test_in_ipython_it_goes_on_when_a_cell_has_made_the_truth():
    testing = pytest.importorskip("IPython.testing.globalipapp")
    shell = testing.start_ipython() or testing.get_ipython()
    shell.reset()
    question = Predict("?", lambda: shell.user_ns["late"])
    page = Page(question)
    question.submit("5")
    shell.run_cell("1 + 1")
    assert question.right is None
    shell.run_cell("late = 5")
    assert question.right is True
    assert page.heard[-1]["verdict"] == "Right: 5."
    assert question._after_cell not in shell.events.callbacks["post_run_cell"]
    shell.run_cell("late = 6")
    assert question.tries == 1


# ------------------------------------------------------------ what the browser gets


@pytest.mark.parametrize(
    "make", [lambda: Predict("?", SECRET), lambda: Predict("?", lambda: SECRET)]
)
def test_the_truth_stays_here_until_it_is_over(make):
    question = make()
    page = Page(question)
    page.does(do="look")
    page.does(do="reveal")  # the button is not there yet; a page might send it all the same
    page.does(do="answer", given="gibberish 1")
    page.does(do="answer", given="5")
    page.does(do="look")
    assert "31415" not in json.dumps(page.heard)
    assert "31415" in json.dumps(page.does(do="reveal"))


def test_neither_state_nor_notebook_ever_hold_an_answer():
    question = Predict("?", SECRET, why="Because.", hints={5: "No five."})
    for given in (None, "5", "31415"):
        if given:
            question.submit(given)
        data, _ = question._repr_mimebundle_()
        stored = dump(data) + state_of(question) + repr(question)
        assert not any(word in stored for word in ("31415", "Because", "No five"))
    assert question.right


def test_choices_and_nodes_keep_it_too():
    question = Predict("?", "b", choices=["a", "b"])
    other = Predict("?", "n0", graph=example(mg)["z"])
    for asked in (question, other):
        page = Page(asked)
        first = page.does(do="look")
        assert first["keys"] == []
        wrong = page.does(do="answer", given=0 if asked is question else "n3")
        assert (wrong["keys"], wrong["over"], wrong["right"]) == ([], False, False)
        assert page.does(do="reveal")["keys"] == ([1] if asked is question else ["n0"])


def test_the_page_is_told_all_it_shows():
    page = Page(Predict("?", 12, why="6 + 6.", hints=HINTS))
    assert page.does(do="answer", given="6") == {
        "given": "6",
        "problem": "",
        "waiting": False,
        "tries": 1,
        "over": False,
        "right": False,
        "verdict": "Not there yet: 6.",
        "more": "That is one pass.",
        "keys": [],
    }
    assert page.does(do="answer", given="?")["problem"].startswith("? cannot be read")
    right = page.does(do="answer", given="12")
    assert (right["over"], right["verdict"], right["more"]) == (True, "Right: 12.", "6 + 6.")


def test_what_python_answers_is_shown_too():
    question = Predict("?", 12)
    page = Page(question)
    assert page.does(do="look")["given"] is None
    question.submit(None)
    assert page.heard[-1]["given"] == "None"
    question.submit(mg.tensor(12.0))
    assert page.heard[-1]["given"] == "12"


# ------------------------------------------------------------ as text


def test_as_text():
    question = Predict("What is `x`?", 1, choices=[1, 2])
    assert repr(question) == "Predict: What is `x`?\n  ( ) 1\n  ( ) 2\n(not answered yet)"
    question.submit(1)
    assert repr(question).endswith("(answered: right at the first try)")
    assert question.picture() == ""


def test_a_graph_is_also_a_picture():
    t = example(mg)
    question = Predict("Which?", "n0", graph=t["z"])
    assert question.picture().startswith("<svg")
    assert "( ) n0: AddBackward0" in repr(question)


# ------------------------------------------------------------ what is wrong with a question


@pytest.mark.parametrize(
    "arguments, options, error, message",
    [
        (("", 1), {}, TypeError, "question must be a text, but is ''"),
        ((5, 1), {}, TypeError, "question must be a text, but is 5"),
        (("?", 1), {"why": None}, TypeError, "why must be a text, but is None"),
        (("?", 1), {"hints": ["a"]}, TypeError, r"hints must be a dictionary .* but is \['a'\]"),
        (("?", 1), {"hints": {2: 3}}, TypeError, "the hint for 2 must be a text, but is 3"),
        (("?", 3, [1, 2]), {}, ValueError, "answer: 3 is none of the choices: 1, 2"),
        (("?", 1, [1, 2]), {"hints": {3: "a"}}, ValueError, "hints: 3 is none of the choices: 1"),
        (("?", 1, [1]), {}, ValueError, "choices needs two or more"),
        (("?", 1, 3), {}, ValueError, "choices needs two or more, in a list, but is 3"),
        (("?", 3), {"graph": example(mg)["z"]}, ValueError, "answer: give a node.* this is 3"),
        (("?", []), {"graph": example(mg)["z"]}, ValueError, "answer: .* none of them no answer"),
        (("?", [3]), {"graph": example(mg)["z"]}, ValueError, "called by a text, but this is 3"),
        (("?", "x"), {"graph": 3}, TypeError, "a graph belongs to a tensor, but this is a int"),
        (("?", "x"), {"graph": mg.tensor(3.0)}, ValueError, "this tensor has no graph"),
    ],
)
def test_a_bad_question_says_what_is_wrong(arguments, options, error, message):
    with pytest.raises(error, match=message):
        Predict(*arguments, **options)


def test_choices_may_come_from_a_generator():
    assert Predict("?", 1, (n for n in (1, 2))).submit(1) == "Right: 1."


def test_a_node_that_is_no_text_cannot_be_read():
    question = Predict("?", "n0", graph=example(mg)["z"])
    assert question.submit(["n0"]) == "a node is called by a text, but this is ['n0']"
    assert question.tries == 0


def test_a_graph_with_other_numbers_is_the_same_question():
    for value in (1.0, 2.0):
        x = mg.tensor(value, requires_grad=True)
        Predict("Which?", "n0", graph=x.exp()).submit("n0")
    assert repr(Predict.tally()) == "1 of 1 prediction made, 1 right at the first try."
    Predict("Which?", "n0", graph=x.sin())
    assert repr(Predict.tally()).startswith("1 of 2 predictions made")


def test_choices_and_a_graph_are_too_much():
    with pytest.raises(ValueError, match="choices or a graph to choose from, not both"):
        Predict("?", 1, [1, 2], graph=example(mg)["z"])


def test_a_function_whose_answer_is_no_choice_says_so():
    question = Predict("?", lambda: 3, choices=[1, 2])
    assert "ValueError: answer: 3 is none of the choices: 1, 2" in question.submit(1)
