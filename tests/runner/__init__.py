"""The program behind `./do test`: picks tests, runs them in a fixed environment and shows how they go."""
