"""A process for tests that gets bots ready without compiling anything; it breaks down at the bot `nobody`."""

from paperdice.bots.warming import WarmUp
from paperdice.bots.warming_process import main


def rehearse(wanted: WarmUp) -> None:
    if wanted.bot == "nobody":
        raise LookupError(wanted.bot)


if __name__ == "__main__":
    main(rehearse)
