"""For pytest: what `--nbval` needs for an output that is updated later."""

from importlib.util import find_spec

if find_spec("nbval"):  # not there where the unit tests run with numpy alone
    pytest_plugins = ["tests.notebooks.updates"]
