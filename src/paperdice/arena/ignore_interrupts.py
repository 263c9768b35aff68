"""A module that the worker processes of a local cluster preload to ignore Ctrl-C.

Only the parent process handles Ctrl-C.
"""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
