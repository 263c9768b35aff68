"""Preloaded by the worker processes of a local cluster: ignore Ctrl-C, which is handled by the parent process."""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
