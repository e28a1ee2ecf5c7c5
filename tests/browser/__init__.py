"""Real browsers; a package, so that they are closed when its last test is over."""
