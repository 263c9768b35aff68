"""Entry point of `python -m paperdice`, which is equivalent to the `paperdice` command."""

from paperdice.cli import main

if __name__ == "__main__":
    main()
