"""How far a nest of loops is, and how long the rest will take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Level:
    """One loop: how many rounds are done, and of how many; None if that is not known."""

    total: int | None
    done: int = 0


class Progress:
    """Loops inside loops, the outermost first."""

    def __init__(self) -> None:
        self._levels: list[Level] = []

    @property
    def running(self) -> bool:
        """Is there a loop that has not ended?"""
        return bool(self._levels)

    def enter(self, total: int | None) -> Level:
        """A loop begins inside those that are running."""
        level = Level(total)
        self._levels.append(level)
        return level

    def leave(self, level: Level) -> None:
        """A loop has ended, and with it whatever was still open inside it."""
        if level in self._levels:
            del self._levels[self._levels.index(level) :]

    def fraction(self) -> float | None:
        """How much is done, from 0 to 1; None where the outermost loop has no known length.

        An inner loop without a length counts once it is through.
        """
        if not self._levels or self._levels[0].total is None:
            return None
        found = 0.0
        for level in reversed(self._levels):
            if level.total is None:
                found = 0.0
            else:
                found = min(1.0, (level.done + found) / max(1, level.total))
        return found


def time_left(seconds: float, fraction: float | None) -> str:
    """How long the rest will take if it goes on like this: ``"2 min 5 s left"``."""
    if not fraction:
        return ""
    return f"{duration(seconds * (1 - fraction) / fraction)} left"


def duration(seconds: float) -> str:
    """``"under 1 s"``, ``"12 s"``, ``"2 min 5 s"``, ``"1 h 4 min"``."""
    if seconds < 1:
        return "under 1 s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
