"""The program behind `./do test`: selects tests, runs them in a fixed environment and shows their progress."""
