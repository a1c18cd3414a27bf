#===- execute_additions.py - records more never change a result ------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Adds random records (random_records.py) to the description, builds all tools from it
in build-records, and runs every suite that is independent of the description: programs
are correct (matrix-run --check), and their results are bit-identical to those of the
build without the records (test/Integration/Additions).

    execute_additions.py --build BUILD --work FOLDER --seed 1 --count 40
"""

import argparse
import json
import re
import subprocess
import sys
import time
from pathlib import Path

from check_additions import Additions
from other_tables import cached
from random_records import random_records


class RecordsBuild:
    """A separate build, beside build/, so that ccache sees the same relative paths. It
    is kept, so that the next batch of records compiles less."""

    def __init__(self, before: Path):
        self.before = before.resolve()
        self.source = Path(cached(self.read_cache(before), "CMAKE_HOME_DIRECTORY"))
        self.folder = self.source / "build-records"
        self.results = self.folder / "results.json"

    @staticmethod
    def read_cache(build: Path) -> str:
        return (build / "CMakeCache.txt").read_text()

    def make(self, records: Path) -> None:
        self.run("cmake", "--preset", "release", "-B", self.folder, "--log-level=WARNING",
                 f"-DMATRIX_EXTRA_TD={records.resolve()}")
        self.run("ninja", "-C", self.folder, "--quiet", "matrix-test-depends")

    def run(self, *command) -> None:
        done = subprocess.run(list(map(str, command)), cwd=self.source, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            sys.exit(f"{done.stdout}execute_additions.py: error: {command[0]} failed")

    def test(self, choice: str) -> list:
        """The tests of lit's result file."""
        cache = self.read_cache(self.folder)
        lit = [cached(cache, name) for name in ("MATRIX_TEST_PYTHON", "MATRIX_LIT")]
        self.results.unlink(missing_ok=True)
        subprocess.run([*lit, "-q", f"-Dbefore={self.before}", "--filter", choice,
                        "--output", self.results, self.folder / "test"],
                       stdout=subprocess.DEVNULL)
        return json.loads(self.results.read_text())["tests"]

    def used(self, seed: int) -> set:
        """The added instructions in the programs that the suites compiled."""
        objdump = self.folder / "bin" / "matrix-objdump"
        found = set()
        for program in (self.folder / "test").rglob("*.elf"):
            text = subprocess.run([objdump, "-d", program], capture_output=True,
                                  text=True).stdout
            found |= set(re.findall(rf"\brnd{seed}x\d+", text))
        return found


def check(options, seed: int) -> bool:
    start = time.monotonic()
    additions = Additions(options, f"records{seed}")
    records = additions.accept(random_records(seed, options.count))
    build = RecordsBuild(options.build)
    build.make(additions.path)
    built = time.monotonic()
    tests = build.test(options.filter)
    ran = [test for test in tests if test["code"] not in ("EXCLUDED", "UNSUPPORTED")]
    failed = [test for test in ran if test["code"] not in ("PASS", "XFAIL")]
    for test in failed:
        print(f"{test['name']}: {test['code']}\n{test['output']}")
    print(f"seed {seed}: {len(records)} of {options.count} records accepted, "
          f"{len(build.used(seed))} used, {len(ran)} tests, {len(failed)} fail; built in "
          f"{built - start:.0f} s, ran in {time.monotonic() - built:.0f} s", flush=True)
    return bool(ran) and not failed


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batches", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--filter", default="", help="only tests of this name")
    options = parser.parse_args()
    good = [check(options, seed)
            for seed in range(options.seed, options.seed + options.batches)]
    sys.exit(not all(good))


if __name__ == "__main__":
    main()
