"""All short programs about memory; each file enters its own into the table."""

import importlib

from tests.device.scenario import SCENARIOS as SCENARIOS

for part in ("writes", "views", "hooks", "meetings", "refused"):
    importlib.import_module(f"tests.device.scenarios_{part}")
