"""Compiles the rules and the search with mypyc when the package is built.

A source file whose first line says `# klatsch: compiled` is compiled.
An editable install (what `uv run` makes) compiles each module apart, so that an edit costs seconds;
a wheel is one unit. Without a C compiler, or with KLATSCH_BUILD=pure, the same sources run interpreted.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError
from setuptools.modified import newer

SOURCES = Path("src")
MARK = "# klatsch: compiled\n"
CACHE = Path("build/mypyc-cache")


def compiled_sources() -> list[str]:
    return sorted(str(path) for path in SOURCES.rglob("*.py") if path.read_text("utf-8").startswith(MARK))


def extensions() -> list[Any]:
    if os.environ.get("KLATSCH_BUILD") == "pure":
        return []
    try:
        found = compile_all()
    except ValueError:
        # mypyc 2.4.1 forgets the bitmap of a class that it reads from its cache, so that an edited module outside
        # the class's own family can't be compiled again ("value is not in list"). Without the cache it can.
        shutil.rmtree(CACHE, ignore_errors=True)
        found = compile_all()
    for extension in found:
        extension.optional = True  # no compiler on this machine: the sources run interpreted
    return found


def compile_all() -> list[Any]:
    """C sources for all compiled modules."""
    from mypyc.build import mypycify

    # Only what is compiled is checked here: run-time dependencies are not in the build environment.
    flags = ["--follow-imports=silent", "--ignore-missing-imports", f"--cache-dir={CACHE}"]
    whole = "bdist_wheel" in sys.argv
    return list(
        mypycify(
            flags + compiled_sources(),
            opt_level="3",
            debug_level="0",
            separate=not whole,
            include_runtime_files=whole,
        )
    )


class BuildBesideSources(build_ext):
    """Keeps object files in build/ (an editable install would put them into a new temporary folder every time)."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = os.cpu_count()
        if self.editable_mode:
            self.build_temp = "build/editable/objects"
            self.build_lib = "build/editable/lib"

    def build_extensions(self) -> None:
        self.compile_run_time_once()
        super().build_extensions()

    def compile_run_time_once(self) -> None:
        """Every module apart needs mypyc's run time, which takes gcc three seconds: they are given the same objects."""
        libraries = [extension for extension in self.extensions if len(extension.sources) > 1]
        if not libraries:
            return  # a wheel, or nothing is compiled
        from mypyc.build import include_dir

        shared = set(libraries[0].sources).intersection(*(library.sources for library in libraries))
        # mypyc 2.4.1 forgets this one where it reads a module from its cache.
        vectors = Path("build/vecs/librt_vecs_api.c")
        vectors.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(Path(include_dir(), "vecs", vectors.name), vectors)
        shared.add(str(vectors))
        objects = self.compiler.object_filenames(sorted(shared), output_dir=self.build_temp)
        if any(newer(source, there) for source, there in zip(sorted(shared), objects, strict=True)):
            try:
                self.compiler.compile(
                    sorted(shared),
                    output_dir=self.build_temp,
                    include_dirs=[*libraries[0].include_dirs, str(Path(include_dir(), "vecs"))],
                    extra_postargs=libraries[0].extra_compile_args,
                )
            except CompileError:
                return  # no compiler: each of the optional extensions will find that out
        for library in libraries:
            library.sources = [source for source in library.sources if source not in shared]
            library.extra_objects = objects
            library.depends = [*library.depends, *objects]


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildBesideSources})
