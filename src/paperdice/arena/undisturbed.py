"""What each worker process of a cluster of one's own loads first: Ctrl-C is for the process that has started it."""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
