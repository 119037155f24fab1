"""Search kernels in Cython, one idea a file."""
