"""The modules, one family a file; each file says what it has, and `minigrad.nn` has it all."""
