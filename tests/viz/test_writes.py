"""A write in place in pictures: the counter that it moved, and whose memory it was."""

import pytest

import minigrad as mg
from minigrad.viz import draw, graph, record_backward, to_text
from minigrad.viz.writes import counted, holder


def written_over():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    h = x.exp()
    h.add_(1)
    h.mul_(2)
    return x, h, h.sum()


def test_each_write_says_from_which_version_to_which():
    _, h, z = written_over()
    nodes = {node.op: node for node in graph(z).nodes}
    assert counted(nodes["AddBackward0"]) == "0 → 1"
    assert counted(nodes["MulBackward0"]) == "1 → 2"
    assert counted(nodes["ExpBackward0"]) == counted(nodes["SumBackward0"]) == ""
    assert "written in place, version 1 → 2" in repr(draw(z))
    assert ">in place, 0 → 1<" in draw(z).svg and ">in place, 1 → 2; saves 2<" in draw(z).svg
    assert "it was written in place, version 0 → 1" in to_text(z)
    assert h.is_leaf is False


def test_a_write_into_a_part_is_one_of_the_whole():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    h = x * 2
    h[0] = 5.0
    z = h.sum()
    (write,) = [node for node in graph(z).nodes if node.written]
    assert (write.op, counted(write), write.name) == ("CopySlices", "0 → 1", "h")


def test_a_forward_step_tells_of_the_write():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    h = x * 3
    h.add_(1)
    z = h.sum()
    texts = [step.text for step in record_backward(z).forward]
    assert texts[1] == (
        "A write changes h in place (version 0 → 1), computes h = [4, 7] and records AddBackward0, "
        "which saves no tensors."
    )


def test_the_advice_speaks_of_the_variable_that_was_written_into():
    _, h, z = written_over()
    with pytest.raises(RuntimeError) as caught:
        record_backward(z)
    text = caught.value.recording.steps[-1].text
    assert "it saved h at version 0, but finds version 2" in text
    assert "(h = h + 1 instead of h += 1), or write into h.clone()." in text
    assert holder(graph(z), ("n3", 0)) == "h"  # the exponential's, whose name moved on
    assert h.shape == (2,)


def test_without_a_variable_the_advice_has_a_letter():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(RuntimeError) as caught:
        record_backward(x.exp().add_(1).sum())
    text = caught.value.recording.steps[-1].text
    assert "it saved its result at version 0" in text and "(y = y + 1 instead of y += 1)" in text
