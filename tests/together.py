"""One test of many cases: all of them run, and those that fail are told together."""


def all_pass(check, cases):
    """Run a check on every case, a name and arguments; say which of them failed, and how."""
    cases, failed = list(cases), []
    assert cases
    for name, *arguments in cases:
        try:
            check(*arguments)
        except Exception as error:
            failed.append(f"{name}: {type(error).__name__}: {error}")
    assert not failed, "\n".join([f"{len(failed)} of {len(cases)}", *failed])
