from dataclasses import FrozenInstanceError, fields
from typing import get_args

import pytest

from minigrad.viz import events


def test_events_are_data_that_nobody_changes():
    for kind in get_args(events.Event):
        blank = kind(*(None for _ in fields(kind)))
        with pytest.raises(FrozenInstanceError):
            setattr(blank, fields(kind)[0].name, 1)


def test_the_union_is_all_of_them():
    classes = {c for c in vars(events).values() if getattr(c, "__module__", "") == events.__name__}
    assert classes == set(get_args(events.Event))
