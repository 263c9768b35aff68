"""A test process that writes one line of a million letters."""

import sys

if __name__ == "__main__":
    sys.stdout.write("x" * 1_000_000 + "\n")
