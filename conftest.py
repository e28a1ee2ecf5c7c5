"""For pytest: what `--nbval` needs to compare stored outputs, and who runs what in parallel."""

from importlib.util import find_spec

import pytest

if find_spec("nbval"):  # not there where the unit tests run with numpy alone
    pytest_plugins = ["tests.notebooks.comparing"]

SLOW = ("tests/browser", "tests/exercises", "tests/notebooks")  # first, for they take the longest


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(config, items):
    """In parallel processes (`make test`) a file stays in one; so does all of the browser."""
    if not config.pluginmanager.hasplugin("xdist"):
        return
    for item in items:
        file = item.nodeid.split("::")[0]
        group = SLOW[0] if file.startswith(SLOW[0]) else file
        item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=lambda item: not item.nodeid.startswith(SLOW))
