"""Names for what compiled code handles, where a type checker would see three kinds of every number."""

from typing import Any

Record = Any
Array = Any
Int = Any
Float = Any
