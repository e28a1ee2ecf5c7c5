"""Write down what each piece prints with torch: ``python -m tests.pieces.store``."""

import json

from tests.pieces.running import STORED, pieces, printed, whole


def main():
    """Run every piece on torch."""
    torch = whole("torch")
    told = {name: printed(piece, torch) for name, piece in pieces().items()}
    STORED.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
