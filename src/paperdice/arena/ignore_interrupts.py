"""Make the worker processes of a local cluster ignore Ctrl-C; they preload this module.

Only the parent process handles Ctrl-C.
"""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
