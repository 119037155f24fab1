"""Compile the Cython kernels.

The import package ``kozyr`` is spread over three folders (``package-dir`` in
pyproject.toml).  Cython finds ``.pxd`` files by import path, not beside their
``.pyx``, so it is given a tree that has them under their import names.
Without it a kernel's own ``.pxd`` is skipped in silence.  Kernels are named,
not globbed: a missing ``.pyx`` must be an error, not a wheel without a kernel.
"""

import platform
import shutil
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = (
    "podkidnoy",
    "podkidnoy_proof",
    "bout",
    "circular",
    "kryt",
    "kryt_closure",
    "kryt_proof",
    "canonical",
    "tables",
    "layer",
    "trio",
)
DECLARATIONS = Path("build", "cimport")


def mirror_declarations() -> None:
    """Copy ``ext/*.pxd``, times kept, to where ``kozyr.ext`` is looked up."""
    package = DECLARATIONS / "kozyr" / "ext"
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir(parents=True)
    for declarations in Path("ext").glob("*.pxd"):
        shutil.copy2(declarations, package)


def compile_flags() -> list[str]:
    """Optimise; count bits in hardware where every machine of the kind can."""
    if sys.platform == "win32":
        return ["/O2"]
    x86 = platform.machine().lower() in ("x86_64", "amd64")
    return ["-O3", "-fno-strict-aliasing", *(["-mpopcnt"] if x86 else [])]


mirror_declarations()
setup(
    # One compiler a core: there are eleven kernels.
    options={"build_ext": {"parallel": True}},
    ext_modules=cythonize(
        [
            Extension(
                f"kozyr.ext.{name}",
                [f"ext/{name}.pyx"],
                extra_compile_args=compile_flags(),
            )
            for name in KERNELS
        ],
        include_path=[str(DECLARATIONS)],
        build_dir="build",
        compiler_directives={
            "language_level": 3,
            "embedsignature": True,
            "freethreading_compatible": True,
        },
    ),
)
