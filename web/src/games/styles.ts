// The styles of every game, at the one place of the cascade where they belong.

import.meta.glob("./*/*.css", { eager: true });
