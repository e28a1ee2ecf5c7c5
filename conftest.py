"""For pytest: what `--nbval` needs to compare stored outputs."""

from importlib.util import find_spec

if find_spec("nbval"):  # not there where the unit tests run with numpy alone
    pytest_plugins = ["tests.notebooks.comparing"]
