#===- utils/testing/run_checks.py - runs all test suites -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs the test suites on a finished build and sums up their results.

    python run_checks.py [--build FOLDER] [--full] [--shard K/N] [--variant NAME]
                         [RUNNER...]

The names of failed tests and the sum over all runners, `N passed, N failed` (`, N
skipped` if any), are the last lines; the exit status is 0 only if nothing failed.
"""

import argparse
import functools
import json
import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Count:
    passed: int = 0
    skipped: int = 0
    failures: list = field(default_factory=list)  # names

    @property
    def failed(self) -> int:
        return len(self.failures)

    def __iadd__(self, other):
        self.passed += other.passed
        self.skipped += other.skipped
        self.failures += other.failures
        return self

    def __str__(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


@dataclass
class Shard:
    """A shard: one of `number` disjoint parts of the tests, counted from 1."""
    index: int = 1
    number: int = 1

    @classmethod
    def parse(cls, text: str):
        index, separator, number = text.partition("/")
        if not (separator and index.isdigit() and number.isdigit()
                and 1 <= int(index) <= int(number)):
            raise argparse.ArgumentTypeError(
                f"'{text}' is not K/N with K from 1 to N")
        return cls(int(index), int(number))

    def parameters(self) -> list:
        """Returns options of lit and of utils/probe."""
        return [] if self.number == 1 else [f"--num-shards={self.number}",
                                            f"--run-shard={self.index}"]


def whole(runner):
    """A runner that is not divided belongs to the first shard."""
    @functools.wraps(runner)
    def run_in_first_shard(options) -> Count:
        if options.shard.index == 1:
            return runner(options)
        print(f"{runner.__name__} runs in shard 1")
        return Count()
    return run_in_first_shard


# --- Runners: each maps options to a Count ------------------------------------

def lit(options) -> Count:
    """lit and GoogleTest suites"""
    build, results = options.build, options.build / "lit-results.json"
    return judged(results, count_lit, [
        cached(build, "MATRIX_TEST_PYTHON"), cached(build, "MATRIX_LIT"), *progress("-sv", "-v"),
        "--output", results, *parameters(options), build / "test"])


def progress(terminal: str, otherwise: str) -> list:
    """Returns the runner's option: a progress line on a terminal, else one line per
    test."""
    return [terminal if sys.stdout.isatty() else otherwise]


def parameters(options) -> list:
    """Returns parameters of lit; test/lit.cfg.py lists them."""
    return [*(["-Dfull=1"] if options.full else []),
            *([f"-Dvariants={options.variant}"] if options.variant else []),
            # Parts of an order that depends on earlier runs would not be disjoint.
            *(["--order=lexical"] if options.shard.number > 1 else []),
            *options.shard.parameters()]


@whole
def python(options) -> Count:
    """tests of the PyTorch package"""
    results = options.build / "pytest-results.xml"
    return judged(results, count_junit, [
        sys.executable, "-m", "pytest", *progress("-q", "-v"), "-p", "no:cacheprovider",
        f"--numprocesses={len(os.sched_getaffinity(0))}",
        f"--junitxml={results}", *(["--full"] if options.full else []),
        ROOT / "test" / "Python"],
        MATRIX_BIN=str(options.build / "bin"))


@whole
def lint(options) -> Count:
    """source checks"""
    description = options.build / "description.json"
    generated = run(["ninja", "-C", options.build, "matrix-description-json"])
    if generated:
        return Count(failures=["matrix-description-json"])
    total = Count()
    for command in (["single-source", description], ["check-tests"], ["quotes"], ["links"], ["terms"],
                    ["format"], ["includes"], ["layout"]):
        failed = run([sys.executable, ROOT / "utils" / "lint" / command[0], *command[1:]])
        total += Count(failures=[f"lint {command[0]}"]) if failed else Count(passed=1)
    return total


def probe(options) -> Count:
    """execution tests on a modified description"""
    results = ROOT / "build-probe" / "results.json"
    return judged(results, count_lit, [
        sys.executable, ROOT / "utils" / "probe", "--reference", options.build,
        *(["--full"] if options.full else []), *options.shard.parameters()])


RUNNERS = [lit, python, lint, probe]


# --- Counting -----------------------------------------------------------------

def judged(results: Path, count, command: list, **environment) -> Count:
    """Counts a runner without results, or one that fails without a failed test, as
    one failure."""
    results.unlink(missing_ok=True)
    status = run(command, **environment)
    if not results.exists():
        return Count(failures=[f"{results.name} is missing, exit status {status}"])
    found = count(results)
    if status and not found.failed:
        found.failures.append(f"exit status {status} without a failed test ({results.name})")
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
            print(f"skipped: {test['name']}")
        elif test["code"] != "EXCLUDED":
            count.failures.append(test["name"])
    return count


def count_junit(results: Path) -> Count:
    count = Count()
    for case in ElementTree.parse(results).getroot().iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            count.failures.append(f"{case.get('classname')}::{case.get('name')}")
        elif case.find("skipped") is not None:
            count.skipped += 1
        else:
            count.passed += 1
    return count


# --- Running ------------------------------------------------------------------

def run(command: list, **environment) -> int:
    """Runs a command whose output is unbuffered, so that files show progress as well."""
    return subprocess.run([str(part) for part in command], cwd=ROOT,
                          env={**os.environ, "PYTHONUNBUFFERED": "1", **environment}).returncode


def cached(build: Path, name: str) -> str:
    for line in (build / "CMakeCache.txt").read_text().splitlines():
        if line.startswith(name + ":"):
            return line.partition("=")[2]
    sys.exit(f"{build} was configured without tests ({name} is not set)")


def options() -> argparse.Namespace:
    known = {runner.__name__: runner for runner in RUNNERS}
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--full", action="store_true",
                        help="also what takes long: every generated program on every "
                             "variant, mistakes in every generator, the guides, fuzzing")
    parser.add_argument("--shard", type=Shard.parse, default=Shard(), metavar="K/N",
                        help="only the K-th of N parts, for N machines")
    parser.add_argument("--variant", metavar="NAME",
                        help="only suites that hold for every variant, on this one")
    parser.add_argument("runners", nargs="*", metavar="RUNNER",
                        help="of " + ", ".join(known))
    found = parser.parse_args()
    if not set(found.runners) <= set(known):
        parser.error(f"runners are {', '.join(known)}")
    found.build = found.build.resolve()
    found.runners = [known[name] for name in found.runners] or RUNNERS
    return found


def main() -> int:
    chosen, total = options(), Count()
    for runner in chosen.runners:
        print(f"=== {runner.__name__}: {runner.__doc__}", flush=True)
        start = time.monotonic()
        count = runner(chosen)
        print(f"=== {runner.__name__}: {count} in {time.monotonic() - start:.0f} s",
              flush=True)
        total += count
    for name in total.failures:
        print(f"failed: {name}")
    print(total)
    return 1 if total.failed or not total.passed else 0


if __name__ == "__main__":
    sys.exit(main())
