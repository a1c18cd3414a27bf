#!/usr/bin/env python3
#===- test/Integration/Random/campaign.py - run many random programs ----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs random programs on variants and compares them with CPU execution (matrix-run --check=f64).

    campaign.py KIND FIRST LAST [--cpu NAME]... [--jobs N] [--keep FOLDER]
    campaign.py KIND SEED --print

KIND is dags, windows, images, sequences, .. (random_programs.py). Prints seed, variant and first message of each
failing program, then counts of messages. The exit status is nonzero if one fails.
`--keep` saves failing programs, with their arguments, in a folder.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import random_programs as programs  # noqa: E402


def tool(name: str) -> str:
    folder = os.environ.get("MATRIX_BIN") or \
        Path(__file__).resolve().parents[3] / "build" / "bin"
    return str(Path(folder) / name)


def run(task):
    """Returns the message of a failure, or an empty text."""
    kind, seed, cpu, keep, timeout = task
    folder = Path(tempfile.mkdtemp(prefix="matrix-random-"))
    try:
        command = [tool("matrix-run"), *programs.write(f"{kind}-{seed}", folder),
                   *([f"--mcpu={cpu}"] if cpu else [])]
        message = execute(command, timeout)
        if message and keep:
            target = Path(keep) / f"{kind}-{seed}"
            shutil.copytree(folder, target, dirs_exist_ok=True)
            (target / f"{cpu or 'default'}.txt").write_text(message + "\n")
        return seed, cpu, message
    finally:
        shutil.rmtree(folder)


def execute(command, timeout) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return f"no end within {timeout} s"
    if done.returncode == 0:
        return ""
    lines = [line for line in done.stderr.splitlines() if "error:" in line]
    if done.returncode < 0 or not lines:
        lines = [f"status {done.returncode}: " + done.stderr[:300].replace("\n", " | ")]
    return lines[0]


def shape(message: str) -> str:
    """Removes locations and numbers, so that equal messages can be counted."""
    message = re.sub(r"^\S*?: ", "", message)
    return re.sub(r"[-+]?\d[\w.+-]*", "#", message)[:110]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=sorted(programs.GENERATORS))
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int, nargs="?")
    parser.add_argument("--cpu", action="append")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--timeout", type=int, default=120)
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    if options.print:
        print(programs.GENERATORS[options.kind](options.first).text, end="")
        return 0
    tasks = [(options.kind, seed, cpu, options.keep, options.timeout)
             for seed in range(options.first, (options.last or options.first) + 1)
             for cpu in options.cpu or [""]]     # the default variant
    counts, failed = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, cpu, message in pool.map(run, tasks):
            if message:
                failed += 1
                counts[shape(message)] += 1
                print(f"{options.kind} {seed} {cpu or 'default'}: {message}", flush=True)
    for text, count in counts.most_common():
        print(f"{count:5} {text}")
    print(f"{len(tasks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
