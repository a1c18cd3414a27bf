#===- utils/campaigns/campaign_runner.py - run the cases of a campaign --------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Command line, processes and results that all campaigns share.

A campaign is a function check(case, level, folder) -> Result. Results:

    right      as the reference, or compiled if nothing is executed
    rejected    an error message of the tool, status 1 or 2
    reference  the reference has no result, or rejects the same case
    wrong      another result than the reference
    crash      a signal, an internal error, a failed assertion or verification
    hang       no end within --timeout seconds of processor time

The exit status is 1 if a case is wrong, a crash or a hang. Each of these is printed with
its message, and with --keep=FOLDER its files are kept. Of the others the messages are
counted, without numbers and names. Every half minute a line on standard error has the
number of cases so far.
"""

import argparse
import collections
import concurrent.futures
import itertools
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KINDS = ["right", "rejected", "reference", "wrong", "crash", "hang"]
DEFECTS = {"wrong", "crash", "hang"}
INTERNAL = re.compile(r"PLEASE submit a bug report|LLVM ERROR|Assertion .* failed|Bad machine code"
                      r"|Traceback \(most recent|UNREACHABLE executed")


@dataclass
class Result:
    kind: str
    message: str = ""


@dataclass
class Output:
    """A finished process: status None after a time-out."""
    status: int | None
    text: str
    errors: str

    @property
    def defect(self) -> Result | None:
        """A crash, an endless run or an internal error, which are defects on any input."""
        if self.status is None:
            return Result("hang", "no end")
        if self.status < 0 or self.status >= 128 or INTERNAL.search(self.errors):
            return Result("crash", f"status {self.status}: {self.first_error()}")
        return None

    def first_error(self) -> str:
        lines = [line for line in self.errors.splitlines() if line.strip()]
        chosen = [line for line in lines if "error" in line.lower() or INTERNAL.search(line)]
        return (chosen or lines or [""])[0][:300]


# A machine that is busy with other work gives a process a part of its time.
WALL_FACTOR = 20
PROGRESS_SECONDS = 30


def run(command, seconds, folder=None) -> Output:
    """Runs a command with a limit of processor time."""
    limit = math.ceil(seconds)
    # At the second limit the signal is SIGKILL, which does not tell the cause.
    limited = ["prlimit", f"--cpu={limit}:{limit + 1}", *map(str, command)]
    try:
        done = subprocess.run(limited, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=seconds * WALL_FACTOR)
    except subprocess.TimeoutExpired:
        return Output(None, "", "")
    status = None if done.returncode in (-signal.SIGXCPU, 128 + signal.SIGXCPU) else done.returncode
    return Output(status, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def parser(text: str) -> argparse.ArgumentParser:
    """The options that campaigns share."""
    made = argparse.ArgumentParser(description=text.partition("\n")[0], epilog=text.partition("\n")[2],
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("-O", dest="levels", action="append", metavar="LEVEL",
                      help="optimization level; may be repeated (default: 0 and 2)")
    made.add_argument("--build", type=Path, metavar="FOLDER",
                      default=Path(os.environ.get("MATRIX_BIN", ROOT / "build" / "bin")).parent)
    made.add_argument("--jobs", type=int, default=1, help="processes at a time")
    made.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the files of defects there")
    made.add_argument("--verbose", action="store_true", help="print every case that is not right")
    made.add_argument("--seconds", type=float, help="start no case after this time")
    made.add_argument("--timeout", type=float, default=60, help="seconds of processor time of one process")
    return made


def add_seeds(made: argparse.ArgumentParser) -> None:
    made.add_argument("first", type=int, help="the first seed")
    made.add_argument("last", type=int, nargs="?", help="the last seed (default: the first)")


def seeds(options) -> range:
    return range(options.first, (options.last or options.first) + 1)


def need(*programs) -> None:
    """Ends with an error that names a missing program and its package."""
    for program, package in programs:
        if not shutil.which(program):
            sys.exit(f"{Path(sys.argv[0]).name}: error: no {program}: apt-get install {package}")


class Campaign:
    def __init__(self, options, check):
        self.options, self.check = options, check
        self.start = self.shown = time.monotonic()
        self.messages = collections.Counter()
        self.counts = {level: collections.Counter() for level in self.levels}

    @property
    def levels(self):
        return self.options.levels or ["0", "2"]

    def run(self, cases) -> int:
        """Checks all cases at all levels, prints defects and a line of counts for each level."""
        tasks = ((case, level) for case in cases for level in self.levels)
        for case, level, result in self.results(tasks):
            self.report(case, level, result)
            self.show_progress()
        for message, count in self.messages.most_common():
            print(f"{count:6} {message}")
        for level, counts in self.counts.items():
            print(f"-O{level}: " + ", ".join(f"{counts[kind]} {kind}" for kind in KINDS), flush=True)
        return int(any(counts[kind] for counts in self.counts.values() for kind in DEFECTS))

    def results(self, tasks):
        """The results of tasks, in order. At most a few wait at a time: the last seed may
        be so large that only --seconds ends the campaign."""
        waiting = collections.deque()
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for task in itertools.takewhile(lambda _: not self.is_over(), tasks):
                waiting.append(pool.submit(self.one, task))
                if len(waiting) > 2 * self.options.jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def is_over(self) -> bool:
        limit = self.options.seconds
        return bool(limit) and time.monotonic() - self.start > limit

    def show_progress(self) -> None:
        now = time.monotonic()
        if now - self.shown < PROGRESS_SECONDS:
            return
        self.shown = now
        counts = sum(self.counts.values(), collections.Counter())
        print(f"{Path(sys.argv[0]).name}: {counts.total()} cases, "
              f"{sum(counts[kind] for kind in DEFECTS)} defects, {now - self.start:.0f} s",
              file=sys.stderr, flush=True)

    def one(self, task):
        case, level = task
        folder = Path(tempfile.mkdtemp(prefix="matrix-campaign-"))
        try:
            result = self.check(case, level, folder)
            if result.kind in DEFECTS and self.options.keep:
                name = re.sub(r"[^\w.-]", "_", f"{case}-O{level}")
                shutil.copytree(folder, self.options.keep / name, dirs_exist_ok=True)
            return case, level, result
        finally:
            shutil.rmtree(folder)

    def report(self, case, level, result) -> None:
        self.counts[level][result.kind] += 1
        if result.kind in DEFECTS or (self.options.verbose and result.kind != "right"):
            print(f"{result.kind} {case} -O{level}: {result.message}", flush=True)
        elif result.kind != "right":
            self.messages[f"{result.kind}: {shape(result.message)}"] += 1


def shape(message: str) -> str:
    """Removes what differs between equal reasons: paths, names in quotes, numbers."""
    message = re.sub(r"\S*/\S+?:(?:\d+:)*|'[^']*'", "..", message)
    return re.sub(r"[-+]?\b\d[\w.]*", "#", message)[:150]
