"""The exit codes of the program; errors carry theirs with them (kozyr.errors)."""

SOLVED = 0
UNKNOWN = 3
"""A limit was reached before the value was known."""
REFUSED = 4
"""At least one line of a batch was refused."""
FALSE = 5
"""At least one claim of a file is not true."""
INTERRUPTED = 130
