#===- other_build.py - a build with additional records -----------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""OtherBuild builds all tools from a description with additional records and runs the
suites that are independent of the description.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from other_tables import cached

TIMEOUT = 1800  # seconds of a test, which may execute every instruction of many variants


class OtherBuild:
    """A separate build, beside build/, so that ccache sees the same relative paths. It
    is kept, so that the next set of records compiles less."""

    def __init__(self, before: Path, name: str):
        self.before = before.resolve()
        self.source = Path(cached(self.read_cache(before), "CMAKE_HOME_DIRECTORY"))
        self.folder = self.source / name
        self.results = self.folder / "results.json"

    @staticmethod
    def read_cache(build: Path) -> str:
        return (build / "CMakeCache.txt").read_text()

    def make_and_test(self, records: Path, choice: str, **parameters) -> tuple:
        """Builds and runs the tests. Returns whether some ran and none failed, and a text
        with numbers and times."""
        start = time.monotonic()
        self.make(records)
        built = time.monotonic()
        ran, failed = self.test(choice, **parameters)
        text = (f"{len(ran)} tests, {len(failed)} fail; built in {built - start:.0f} s, "
                f"ran in {time.monotonic() - built:.0f} s")
        return bool(ran) and not failed, text

    def make(self, records: Path) -> None:
        """Builds what the suites use. `records` is a file or a folder."""
        self.run("cmake", "--preset", "release", "-B", self.folder, "--log-level=WARNING",
                 f"-DMATRIX_EXTRA_TD={records.resolve()}")
        self.run("ninja", "-C", self.folder, "--quiet", "matrix-test-depends")

    def run(self, *command) -> None:
        done = subprocess.run(list(map(str, command)), cwd=self.source, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            sys.exit(f"{done.stdout}{Path(sys.argv[0]).name}: error: {command[0]} failed")

    def test(self, choice: str, **parameters) -> tuple:
        """Runs the tests whose names match a regular expression, with parameters of
        test/lit.cfg.py. Returns those that ran, and prints and returns those that failed."""
        cache = self.read_cache(self.folder)
        lit = [cached(cache, name) for name in ("MATRIX_TEST_PYTHON", "MATRIX_LIT")]
        self.results.unlink(missing_ok=True)
        subprocess.run([*lit, "-q", f"--timeout={TIMEOUT}",
                        *(f"-D{name}={value}" for name, value in parameters.items()),
                        "--filter", choice, "--output", self.results, self.folder / "test"],
                       stdout=subprocess.DEVNULL)
        tests = json.loads(self.results.read_text())["tests"]
        ran = [test for test in tests if test["code"] not in ("EXCLUDED", "UNSUPPORTED")]
        failed = [test for test in ran if test["code"] not in ("PASS", "XFAIL")]
        for test in failed:
            print(f"{test['name']}: {test['code']}\n{test['output']}")
        return ran, failed
