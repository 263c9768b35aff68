"""Ignore Ctrl-C in the worker processes of a local cluster, which preload this module; the parent process
handles it.
"""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
