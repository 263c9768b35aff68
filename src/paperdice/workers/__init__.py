"""Child processes that run bots and studies, compile kernels, and host outside programs."""
