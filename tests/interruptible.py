"""The command in a process that Ctrl-C ends, however the tests were started."""

# A shell that starts the tests in the background lets its children ignore Ctrl-C.
PROGRAM = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
PROGRAM += "from paperdice.cli import main; main()"
