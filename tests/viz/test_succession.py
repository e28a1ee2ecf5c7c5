import random

from minigrad.viz.succession import in_circles, inputs_last


def test_each_comes_after_all_its_uses():
    for seed in range(20):
        choose = random.Random(seed)
        inputs = {
            n: [choose.randrange(n) for _ in range(choose.randrange(4))] if n else []
            for n in range(30)
        }
        place = {key: i for i, key in enumerate(inputs_last(inputs))}
        assert len(place) == 30
        assert all(place[key] < place[one] for key, ones in inputs.items() for one in ones)


def test_the_first_input_first():
    assert inputs_last({"z": ["a", "b"], "b": ["x"], "a": ["x"], "x": []}) == ["z", "a", "b", "x"]


def test_circles_and_what_lies_between_them():
    inputs = {
        "top": ["a"],
        "a": ["b"],
        "b": ["a", "between"],
        "between": ["c"],
        "c": ["c", "end"],
        "end": [],
    }
    assert in_circles(inputs) == {"a", "b", "between", "c"}
    assert inputs_last(inputs) == ["top"]
    assert in_circles({"z": ["a", "b"], "a": ["b"], "b": []}) == set()


def test_any_depth():
    n = 100_000
    assert inputs_last({i: [i + 1] for i in range(n)} | {n: []}) == list(range(n + 1))
