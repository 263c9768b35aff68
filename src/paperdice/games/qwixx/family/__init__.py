"""The Qwixx family: sheets with printed extras in addition to rows, and the rules for these extras."""
