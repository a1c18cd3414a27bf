#===- other_tables.py - the MLIR tools of another description --------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compiles tables for a description with additional records. Selection depends on the
description by generated tables only, so that a compiler for other instructions takes
two compilations and a link, seconds instead of the minutes of a build. It compiles to
the dialect only: the added instructions have neither an LLVM target nor a simulator.

    other_tables.py --build BUILD --out FOLDER RECORDS.td ..

writes FOLDER/matrix-compile and FOLDER/matrix-opt for the project's description with
the records."""

import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path


class InvalidRecords(Exception):
    """The messages of matrix-tblgen about invalid records."""


class Tables:
    """The generated tables of the description of a build with additional records."""

    def __init__(self, build, out):
        self.build, self.out = Path(build).resolve(), Path(out).resolve()
        cache = (self.build / "CMakeCache.txt").read_text()
        self.source = Path(cached(cache, "CMAKE_HOME_DIRECTORY"))
        self.compiler = cached(cache, "CMAKE_CXX_COMPILER")
        self.td = Path(cached(cache, "MATRIX_TD_DIR") or self.source / "td")
        self.llvm = subprocess.run(["llvm-config-22", "--includedir"], check=True,
                                   capture_output=True, text=True).stdout.strip()

    def check(self, records) -> None:
        """`records` are files. Raises InvalidRecords if the description has errors."""
        self.out.mkdir(parents=True, exist_ok=True)
        everything = (self.build / "td" / "MatrixAll.td").read_text()
        everything += "".join(f'include "{Path(r).resolve()}"\n' for r in records)
        (self.out / "All.td").write_text(everything)
        self.generate("-check-description", "checked")

    def write(self, records) -> None:
        """Checks the records and generates the tables."""
        self.check(records)
        self.generate("-gen-selection-tables", "MatrixInstructions.inc")
        self.generate("-gen-variant-tables", "Variants.cpp")
        self.generate("-gen-variant-header", "Variants.h")
        header = self.build / "include" / "matrix" / "Description" / "Variants.h"
        if header.read_text() != (self.out / "Variants.h").read_text():
            sys.exit("other_tables.py: error: the records change Variants.h, which "
                     "every part includes; they need a build of their own")

    def generate(self, generator, output) -> None:
        done = subprocess.run(
            [self.build / "bin" / "matrix-tblgen", generator, "-I", self.td, "-I",
             self.llvm, self.out / "All.td", "-o", self.out / output],
            capture_output=True, text=True)
        if done.returncode < 0:
            sys.exit(f"other_tables.py: error: matrix-tblgen died: {done.stderr}")
        if done.returncode:
            raise InvalidRecords(done.stderr)

    def make_tools(self, *tools) -> None:
        objects = [self.compile(self.source / "mlir-dialects/lib/Dialect/Matrix/IR"
                                / "InstructionTable.cpp"),
                   self.compile(self.out / "Variants.cpp")]
        for tool in tools:
            self.link(tool, objects)

    def compile(self, source) -> Path:
        made = self.out / f"{source.stem}.o"
        includes = [self.out, self.build / "include",
                    self.source / "mlir-dialects" / "include"]
        subprocess.run([self.compiler, "-std=gnu++17", "-O0", "-fPIC", "-c", source,
                        "-o", made, *(f"-I{folder}" for folder in includes),
                        "-isystem", self.llvm], check=True)
        return made

    def link(self, tool, objects) -> None:
        """Links as the build does, with the new objects before the libraries."""
        commands = subprocess.run(["ninja", "-C", self.build, "-t", "commands", tool],
                                  check=True, capture_output=True, text=True).stdout
        command = commands.splitlines()[-1]
        command = re.sub(r"^: && | && :$", "", command)
        arguments = shlex.split(command)
        place = arguments.index("-o")
        arguments[place + 1] = self.out / tool
        arguments[place:place] = objects
        subprocess.run(arguments, check=True, cwd=self.build)


def cached(cache: str, name: str) -> str:
    found = re.search(rf"^{name}:\w+=(.*)$", cache, re.MULTILINE)
    return found[1] if found else ""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", type=Path, nargs="+")
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    tables = Tables(options.build, options.out)
    try:
        tables.write(options.records)
    except InvalidRecords as mistakes:
        sys.exit(f"other_tables.py: error: {mistakes}")
    tables.make_tools("matrix-compile", "matrix-opt")


if __name__ == "__main__":
    main()
