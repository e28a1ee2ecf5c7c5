import pytest

import minigrad
from minigrad.examples import lenet


def test_it_learns_in_two_epochs(capsys):
    minigrad.manual_seed(0)
    model, losses, accuracies = lenet.train(2)
    assert losses[1] < losses[0]
    assert accuracies[1] > 0.5
    assert "epoch  2: loss" in capsys.readouterr().out
    assert model(minigrad.zeros(3, 1, 8, 8)).shape == (3, 10)


def test_a_picture_is_left(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(lenet, "train", lambda epochs: (None, [2.0, 1.0], [0.5, 0.99]))
    lenet.main(["--epochs", "2", "--picture", str(tmp_path / "p.svg")])
    drawn = (tmp_path / "p.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<svg") and "LeNet on handwritten digits" in drawn
    assert "99.00% of new digits read" in capsys.readouterr().out


def test_pictures_are_moved_by_a_pixel_at_most():
    minigrad.manual_seed(0)
    image = minigrad.zeros(2, 1, 8, 8)
    image[:, 0, 4, 4] = 1.0
    places = set()
    for _ in range(50):
        moved = lenet.shifted(image)
        assert moved.shape == image.shape and moved[0].equal(moved[1])
        places.add(divmod(moved[0].argmax().item(), 8))
    assert places == {(row, column) for row in (3, 4, 5) for column in (3, 4, 5)}


def test_accuracy_is_the_part_that_is_read():
    scores = minigrad.eye(4)
    found = lenet.accuracy(lambda x: x, scores, minigrad.tensor([0, 1, 2, 0]))
    assert found == pytest.approx(0.75)
