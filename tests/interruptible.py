"""The command in a process that Ctrl-C interrupts, however the tests were started."""

# Children of a shell's background job ignore Ctrl-C.
PROGRAM = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
PROGRAM += "from paperdice.cli import main; main()"
