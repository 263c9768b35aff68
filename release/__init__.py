"""What `./do release` writes beside the wheel: a bill of materials, known holes, notes and check sums."""
