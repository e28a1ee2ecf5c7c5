import minigrad
from minigrad.examples import char_transformer as example


def test_it_learns_in_sixty_steps():
    minigrad.manual_seed(0)
    model, losses = example.train(60)
    assert losses[0] > 3.5
    assert sum(losses[-10:]) / 10 < 2.9
    assert model(minigrad.zeros(2, 5, dtype=minigrad.int64)).shape == (2, 5, len(example.LETTERS))


def test_no_letter_sees_a_later_one():
    minigrad.manual_seed(0)
    model = example.Writer()
    one, other = example.encode("When yellow"), example.encode("When yelled")
    first, second = (model(text.unsqueeze(0)) for text in (one, other))
    assert first[0, :9].allclose(second[0, :9], atol=1e-5)
    assert not first[0, 9:].allclose(second[0, 9:], atol=1e-5)


def test_it_writes_and_leaves_a_picture(monkeypatch, tmp_path, capsys):
    minigrad.manual_seed(0)
    monkeypatch.setattr(example, "train", lambda steps: (example.Writer(), [4.0, 3.0]))
    example.main(["--picture", str(tmp_path / "p.svg")])
    drawn = (tmp_path / "p.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<svg") and "A transformer learns sonnets" in drawn
    said = capsys.readouterr().out
    assert "loss 3.50 after" in said and "When " in said
