"""Entry point of `python -m paperdice`, which runs the command `paperdice`."""

from paperdice.cli import main

if __name__ == "__main__":
    main()
