"""The files that `./do release` writes next to the wheel: bill of materials, notes and checksums."""
