"""Child processes that run bots and studies, compile kernels, and run external bot programs."""
