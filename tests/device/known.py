"""What does not run on a GPU yet, in `known.json`: for each cause, in words, what fails of it.

Strict: what runs after all must be taken out, so that the list can only shrink. `python -m
tests.device.known` runs everything on the stand-in, takes that out, and prints what is not listed.
"""

import json
import warnings
from pathlib import Path

STORED = Path(__file__).with_name("known.json")
KNOWN = json.loads(STORED.read_text(encoding="utf-8"))


def everything(device):
    """For each name of the tests of this folder, what differs, or None."""
    from tests.device.compare import difference
    from tests.device.scenarios import SCENARIOS
    from tests.device.test_operations import CASES, SAMPLED, outcome, outcome_in_all_types
    from tests.device.test_programs import NAME, PROGRAMS, first_difference
    from tests.device.training import TRAINING

    for name in CASES:
        yield name, outcome(name, device)
    for name in SAMPLED:
        yield name, outcome_in_all_types(name, device)
    for name, run in {**SCENARIOS, **TRAINING}.items():
        yield name, difference(run, device)
    yield NAME, first_difference(device, range(PROGRAMS))[0]


def write(known):
    """Store the table, a name a line."""
    STORED.write_text(json.dumps(known, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


def main():
    """Shorten the table; print what is not in it."""
    from tests.device import fake

    warnings.simplefilter("ignore")
    with fake.installed():
        failing = {name: found for name, found in everything("cuda") if found}
    shorter = {cause: [n for n in names if n in failing] for cause, names in KNOWN.items()}
    write({cause: names for cause, names in shorter.items() if names})
    listed = {name for names in KNOWN.values() for name in names}
    for name, found in failing.items():
        if name not in listed:
            print(f"{name}: {found}")


if __name__ == "__main__":
    main()
