"""Make the worker processes of a local cluster, which preload this module, ignore Ctrl-C.

The parent process handles Ctrl-C.
"""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
