#===- utils/campaigns/c_programs.py - programs of public collections ----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Unpacks collections of C programs from Debian's source packages, and reads how their
own build systems compile and run each. A collection is unpacked once. Tests of other
processors or of features of one compiler are left out.
"""

import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GCC_ARCHIVES = "/usr/src/gcc-12/gcc-12*.tar.xz"
TORTURE = "gcc/testsuite/gcc.c-torture/execute"


@dataclass
class Program:
    name: str
    files: list
    options: list = field(default_factory=list)
    arguments: list = field(default_factory=list)
    expected: str | None = None  # standard output
    data: list = field(default_factory=list)  # files it opens

    def __str__(self):
        return self.name

    def prepare(self, folder: Path) -> None:
        for file in self.data:
            shutil.copy(file, folder)


def fail(text):
    sys.exit(f"c-collections: error: {text}")


#===-- gcc.c-torture ---------------------------------------------------------===#

# Tests of what the target does not have by design: pages, and a signal for a division by zero,
# whose result is that of RISC-V.
GCC_SKIPPED = {"loop-2f", "loop-2g", "20101011-1"}


def gcc(work: Path) -> list:
    folder = work / "gcc-c-torture"
    if not folder.exists():
        unpack_torture(folder)
    return [torture_program(file, folder) for file in sorted(folder.rglob("*.c"))
            if "builtins" not in file.parts and file.stem not in GCC_SKIPPED]


def unpack_torture(folder: Path) -> None:
    """Unpacks the tests from the archive of gcc-12-source, which is installed if missing."""
    if not glob.glob(GCC_ARCHIVES):
        sudo = [] if os.getuid() == 0 else ["sudo"]
        subprocess.run([*sudo, "apt-get", "install", "-qq", "-y", "--no-install-recommends", "gcc-12-source"],
                       stdout=subprocess.DEVNULL, check=True)
    part = folder.with_suffix(".part")
    with tarfile.open(glob.glob(GCC_ARCHIVES)[0]) as archive:
        for member in archive:
            _, found, name = member.name.partition(TORTURE + "/")
            if found and member.isfile():
                target = part / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.extractfile(member).read())
    part.rename(folder)


def torture_program(file: Path, folder: Path) -> Program:
    """The options are those of DejaGnu's directives that hold for every target. Programs that
    choose their size by STACK_SIZE, as the settings of a small target define it, take up to six times
    as much at -O0, other programs up to 513 KiB (dg-require-stack-size)."""
    text = file.read_text(errors="replace")
    found = re.findall(r"\{\s*dg-(?:additional-)?options\s+\"([^\"]*)\"\s*\}", text)
    return Program(str(file.relative_to(folder)), [file],
                   ["-DSTACK_SIZE=65536", *(word for words in found for word in shlex.split(words))])


#===-- Tiny C Compiler -------------------------------------------------------===#

# Tests of other processors, of other tools (several snippets in a file by an option of
# tcc; its bounds checker; libraries), of threads, and of mmap.
TCC_SKIPPED = {"34_array_assignment", "60_errors_and_warnings", "73_arm64", "85_asm-outside-function",
               "96_nodata_wanted", "98_al_ax_extend", "99_fastcall", "104+_inline", "106_pthread", "112_backtrace",
               "113_btdll", "114_bound_signal", "115_bound_setjmp", "116_bound_setjmp2", "117_gcc_test"}
TCC_FILES = {"104_inline": ["104+_inline.c"]}
TCC_ARGUMENTS = {"31_args": ["arg1", "arg2", "arg3", "arg4", "arg5"],
                 "46_grep": [r"[^* ]*[:a:d: ]+\:\*-/: $", "46_grep.c"]}


def tcc(work: Path) -> list:
    folder = work / "tcc"
    if not folder.exists():
        done = subprocess.run([ROOT / "test" / "Newlib" / "Inputs" / "debian-source", "tcc", folder],
                              env={**os.environ, "MATRIX_BIN": str(work.parent / "bin")})
        if done.returncode:
            fail("the source package tcc cannot be downloaded; its message is above")
    tests = folder / "tests" / "tests2"
    return [tcc_program(file, tests) for file in sorted(tests.glob("*.c"))
            if file.stem not in TCC_SKIPPED and file.with_suffix(".expect").exists()]


def tcc_program(file: Path, tests: Path) -> Program:
    name = file.stem
    return Program(name, [file, *[tests / more for more in TCC_FILES.get(name, [])]],
                   arguments=TCC_ARGUMENTS.get(name, []),
                   expected=file.with_suffix(".expect").read_text(errors="replace"), data=[file])


COLLECTIONS = {"gcc": gcc, "tcc": tcc}


def collection(name: str, work: Path) -> list:
    work.mkdir(parents=True, exist_ok=True)
    found = COLLECTIONS[name](work)
    return found or fail(f"no program of {name} found in {work}")
