"""`python -m paperdice` is the command `paperdice`."""

from paperdice.cli import main

if __name__ == "__main__":
    main()
