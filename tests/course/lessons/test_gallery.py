from minigrad.testing.registry import find_prediction


def test_once_more_doubles_what_the_picture_shows():
    asked = find_prediction("once-more")
    assert asked.answer().item() == 7.0
    assert list(asked.hints) == [3.5]
