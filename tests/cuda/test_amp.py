import pytest

import minigrad
from minigrad.cuda.amp import GradScaler, autocast


def test_the_old_names_say_what_the_new_ones_are():
    for name, old in (("autocast", autocast), ("GradScaler", GradScaler)):
        with pytest.warns(FutureWarning) as warned:
            made = old(enabled=False)
        said = str(warned[0].message)
        assert said.startswith(f"`minigrad.cuda.amp.{name}(args...)` is deprecated. Please use ")
        assert isinstance(made, getattr(minigrad.amp, name))
    assert made.get_scale() == 1.0
