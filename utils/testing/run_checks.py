#===- utils/testing/run_checks.py - every test runner, one after the other ---===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs every test runner on a finished build and adds up what they report.

    python run_checks.py [--build FOLDER] [--full] [RUNNER...]

The last line is `N passed, N failed` (`, N skipped` if any) over all runners;
the exit status is 0 only if nothing failed.
"""

import argparse
import json
import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Count:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __iadd__(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        return self

    def __str__(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


# --- Runners: each takes the build folder and whether to run all, gives a Count -

def lit(build: Path, full: bool) -> Count:
    """lit and GoogleTest suites."""
    program, results = cached(build, "MATRIX_LIT"), build / "lit-results.json"
    return judged(results, count_lit, [
        cached(build, "MATRIX_TEST_PYTHON"), program, "-sv", "--output", results,
        *(["-Dfull=1"] if full else []), build / "test"])


def python(build: Path, _) -> Count:
    """The PyTorch front door."""
    results = build / "pytest-results.xml"
    return judged(results, count_junit, [
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
        f"--junitxml={results}", ROOT / "test" / "Python"],
        MATRIX_BIN=str(build / "bin"))


def lint(build: Path, _) -> Count:
    """Rules of the house."""
    description = build / "description.json"
    generated = run(["ninja", "-C", build, "matrix-description-json"])
    if generated:
        return Count(failed=1)
    total = Count()
    for command in (["single-source", description], ["check-tests"], ["quotes"], ["format"]):
        failed = run([sys.executable, ROOT / "utils" / "lint" / command[0], *command[1:]])
        total += Count(failed=1) if failed else Count(passed=1)
    return total


def probe(build: Path, _) -> Count:
    """Every executed suite again, on another description."""
    results = ROOT / "build-probe" / "results.json"
    return judged(results, count_lit, [sys.executable, ROOT / "utils" / "probe"])


RUNNERS = [lit, python, lint, probe]


# --- Counting -----------------------------------------------------------------

def judged(results: Path, count, command: list, **environment) -> Count:
    """A runner that leaves no results, or fails without a failed test, counts as
    one failure."""
    results.unlink(missing_ok=True)
    status = run(command, **environment)
    found = count(results) if results.exists() else Count()
    if status and not found.failed:
        found.failed = 1
    return found


PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED"}


def count_lit(results: Path) -> Count:
    count = Count()
    for test in json.loads(results.read_text())["tests"]:
        if test["code"] in PASSED:
            count.passed += 1
        elif test["code"] in SKIPPED:
            count.skipped += 1
        elif test["code"] != "EXCLUDED":
            count.failed += 1
    return count


def count_junit(results: Path) -> Count:
    count = Count()
    for suite in ElementTree.parse(results).getroot().iter("testsuite"):
        number = {key: int(suite.get(key, 0))
                  for key in ("tests", "failures", "errors", "skipped")}
        failed = number["failures"] + number["errors"]
        count += Count(number["tests"] - failed - number["skipped"], failed,
                       number["skipped"])
    return count


# --- Running ------------------------------------------------------------------

def run(command: list, **environment) -> int:
    return subprocess.run([str(part) for part in command], cwd=ROOT,
                          env={**os.environ, **environment}).returncode


def cached(build: Path, name: str) -> str:
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith(name + ":"):
            return line.partition("=")[2]
    sys.exit(f"{build} was configured without tests ({name} is not set)")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--full", action="store_true",
                        help="every generated program on every variant")
    parser.add_argument("runners", nargs="*", metavar="RUNNER",
                        help="of " + ", ".join(r.__name__ for r in RUNNERS))
    options = parser.parse_args()
    known = {runner.__name__: runner for runner in RUNNERS}
    if not set(options.runners) <= set(known):
        parser.error(f"runners are {', '.join(known)}")
    total = Count()
    for name in options.runners or known:
        print(f"=== {name}: {known[name].__doc__}", flush=True)
        start = time.monotonic()
        count = known[name](options.build.resolve(), options.full)
        print(f"=== {name}: {count} in {time.monotonic() - start:.0f} s", flush=True)
        total += count
    print(total)
    return 1 if total.failed or not total.passed else 0


if __name__ == "__main__":
    sys.exit(main())
