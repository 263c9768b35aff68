// The styles of every game, at their place in the cascade.

import.meta.glob("./*/*.css", { eager: true });
