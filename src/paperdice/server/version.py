"""The version of the program that serves."""

from importlib.metadata import PackageNotFoundError, version

try:
    VERSION = version("paperdice")
except PackageNotFoundError:
    VERSION = "0"
