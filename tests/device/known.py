"""What does not run on a GPU yet: for each cause, in words, the tests that fail of it.

Strict: what runs after all must be taken out, so that the list can only shrink.
"""

KNOWN = {}
