from minigrad.datasets import load_sonnets


def test_eight_sonnets_of_fourteen_lines():
    poems = load_sonnets().split("\n\n")
    assert [len(poem.splitlines()) for poem in poems] == [14] * 8
    assert len(load_sonnets()) == 4917


def test_it_has_few_letters_and_ends_a_line():
    text = load_sonnets()
    assert text.endswith("compare.\n")
    assert set(text) <= set("\n !',-.:;?") | set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    )
