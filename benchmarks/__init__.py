"""What kozyr costs on fixed suites; ``python -m benchmarks.report`` prints it."""
