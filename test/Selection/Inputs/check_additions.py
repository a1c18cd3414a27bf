#===- check_additions.py - records more never break a program --------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Adds random records (random_records.py) to the description, and compiles programs to
the dialect with a compiler for it (other_tables.py): programs that compiled before
still compile. A batch of records with which a program fails is halved until one record
remains, which is printed.

    check_additions.py --build BUILD --work FOLDER --seed 1 --batches 2 PROGRAM ..
"""

import argparse
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from other_tables import InvalidRecords, Tables
from random_records import HEAD, random_records


class Additions:
    """Records, and the compiler for the description with them."""

    def __init__(self, options, name):
        self.options = options
        self.folder = options.work / name
        self.tables = Tables(options.build, self.folder)

    @property
    def path(self) -> Path:
        return self.folder / "Random.td"

    def accept(self, records) -> list:
        """Writes and returns the records that the description accepts."""
        while True:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.path.write_text(HEAD + "".join(records))
            try:
                self.tables.write([self.path])
                return records
            except InvalidRecords as mistakes:
                records = without(records, str(mistakes), self.path)

    def make(self, records) -> list:
        """Returns the records that the description accepts."""
        records = self.accept(records)
        self.tables.make_tools("matrix-compile")
        return records

    def failures(self, programs) -> dict:
        """Messages of programs that do not compile, by program and variant."""
        with ThreadPoolExecutor(self.options.jobs) as pool:
            messages = pool.map(self.compile, programs)
            return {p: m for p, m in zip(programs, messages) if m}

    def used(self) -> set:
        """The added instructions that a program uses."""
        return {name for path in self.folder.glob("*.mlir")
                for name in re.findall(r"matrix\.(rnd\w+)", path.read_text())}

    def compile(self, program) -> str:
        path, cpu = program
        done = subprocess.run(
            [self.folder / "matrix-compile", path, f"--mcpu={cpu}", "--emit=dialect",
             "-o", self.folder / f"{path.stem}.{cpu}.mlir"],
            capture_output=True, text=True, timeout=300)
        return "" if done.returncode == 0 else done.stderr or f"status {done.returncode}"


def without(records, mistakes, path) -> list:
    """The records without an error."""
    lines = {int(n) for n in re.findall(
        rf"{re.escape(path.name)}:(\d+):\d+: error", mistakes)}
    at, kept = HEAD.count("\n") + 1, []
    for record in records:
        end = at + record.count("\n")
        if not any(at <= line < end for line in lines):
            kept.append(record)
        at = end
    if len(kept) == len(records):
        sys.exit(f"check_additions.py: error: no record is to blame:\n{mistakes}")
    return kept


def culprit(options, records, programs):
    """One of the records with which a program fails, and the failures."""
    while len(records) > 1:
        for half in (records[:len(records) // 2], records[len(records) // 2:]):
            additions = Additions(options, "half")
            half = additions.make(half)
            if additions.failures(programs):
                records = half
                break
        else:
            return records               # the records fail only together
    return records


def check(options, programs) -> bool:
    known = before(options, programs)
    programs = [p for p in programs if p not in known]
    good = True
    for seed in range(options.seed, options.seed + options.batches):
        additions = Additions(options, f"batch{seed}")
        records = additions.make(random_records(seed, options.count))
        failures = additions.failures(programs)
        print(f"seed {seed}: {len(records)} of {options.count} records accepted, "
              f"{len(additions.used())} used, {len(programs)} programs, "
              f"{len(failures)} fail", flush=True)
        if failures:
            good = False
            found = culprit(options, records, list(failures))
            print(*found, *(f"{path.name} on {cpu}: {message}" for (path, cpu), message
                            in list(failures.items())[:5]), sep="\n", flush=True)
    return good


def before(options, programs) -> dict:
    """The programs that do not compile without additional records."""
    additions = Additions(options, "none")
    additions.make([])
    return additions.failures(programs)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path, nargs="+")
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batches", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cpu", action="append")
    options = parser.parse_args()
    programs = [(path, cpu) for path in options.programs
                for cpu in options.cpu or ["base"]]
    sys.exit(not check(options, programs))


if __name__ == "__main__":
    main()
