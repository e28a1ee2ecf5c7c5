from collections import deque

import pytest

import minigrad as torch
from minigrad.testing.registry import find

NAMES = find("names").expected
RECORDED = find("recorded").expected


def evaluated(expression):
    """An expression of the lesson, with the lesson's tensors."""
    x, y = (torch.tensor([v], requires_grad=True) for v in (2.0, 3.0))
    return eval(expression, {"torch": torch, "x": x, "y": y, "c": torch.tensor([10.0])})


@pytest.mark.parametrize("expression", NAMES)
def test_the_names_are_what_minigrad_records(expression):
    assert evaluated(expression).grad_fn.name() == NAMES[expression]


@pytest.mark.parametrize("expression", RECORDED)
def test_what_is_recorded_is_what_minigrad_records(expression):
    assert evaluated(expression).requires_grad is RECORDED[expression]


@pytest.mark.parametrize("name", ["names", "recorded"])
def test_each_open_entry_has_a_hint(name):
    assert set(find(name).hints) <= set(find(name).expected)
    assert len(find(name).hints) >= 3


def walk(tensor, once=True, leaves=True, first=deque.popleft, same=lambda node: node):
    names, seen, waiting = [], set(), deque([tensor.grad_fn])
    while waiting:
        node = first(waiting)
        if node is None or (once and same(node) in seen):
            continue
        seen.add(same(node))
        if leaves or not hasattr(node, "variable"):
            names.append(node.name())
        waiting.extend(behind for behind, _ in node.next_functions)
    return names


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "right"),
        ({"once": False}, "in your list twice"),
        ({"leaves": False}, "nodes of the leaves are missing"),
        ({"same": lambda node: node.name()}, "different nodes can have the same name"),
        ({"first": deque.pop}, "the order differs"),
    ],
)
def test_walk(options, words):
    verdict = find("walk").judge(lambda tensor: walk(tensor, **options))
    assert verdict.ok == (not options)
    assert words in " ".join(verdict.message.split())


def first_level(tensor):
    root = tensor.grad_fn
    return [root.name(), *(node.name() for node, _ in root.next_functions if node)]


def first_inputs(tensor):
    names, node = [], tensor.grad_fn
    while node is not None:
        names.append(node.name())
        node = node.next_functions[0][0] if node.next_functions else None
    return names


SEEN = set()


def keeping(tensor):
    names, waiting = [], [tensor.grad_fn]
    while waiting:
        node = waiting.pop(0)
        if node is not None and node not in SEEN:
            SEEN.add(node)
            names.append(node.name())
            waiting += [behind for behind, _ in node.next_functions]
    return names


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (first_level, "Only the first level is looked at"),
        (first_inputs, "Only the first input of each node is looked at"),
        (keeping, "something is kept from call to call"),
        (lambda tensor: walk(tensor)[:-1], "The last one is missing"),
        (lambda tensor: walk(tensor)[1:], "The first one is missing"),
    ],
)
def test_walks_that_end_too_early_or_remember_too_long(answer, words):
    assert words in " ".join(find("walk").judge(answer).message.split())


def test_walk_of_something_else_than_names():
    for wrong, words in (
        (lambda tensor: [tensor.grad_fn], "Entry 1 is a node"),
        (lambda tensor: [tensor.grad_fn.name], "Entry 1 is a method"),
        (lambda tensor: walk(tensor)[:1], "a `return` stands inside the loop"),
        (lambda tensor: [p.name() for p in tensor.grad_fn.next_functions], "is a pair"),
    ):
        assert words in " ".join(find("walk").judge(wrong).message.split())


def test_build():
    x, y = (torch.tensor([v], requires_grad=True) for v in (2.0, 3.0))
    assert find("build").judge(x * x - torch.sin(y)).ok
    assert "wanted is MulBackward0" in find("build").judge(x**2 - torch.sin(y)).message
