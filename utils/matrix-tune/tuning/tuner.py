#===- tuner.py - tuning of one model ---------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Measures the plans of a model that the database lacks. The compiler's plan is the
first of a group; the results of the others must be the same.
"""

import sys
import time
from pathlib import Path

from .candidates import Group, read_candidates
from .database import Database
from .errors import TuningError
from .tools import find_tool


class Tuner:
    def __init__(self, options, path: Path):
        self.path = path
        self.model = read_candidates(options)
        self.database = Database(path)
        self.database.create()
        self.tool = find_tool("matrix-run")
        self.defaults = {}  # cycles of the compiler's plans, by key
        self.done = self.total = self.measured = self.failures = 0
        self.started = time.monotonic()

    def run(self, pool) -> int:
        for name, reason in self.model.others:
            say(f"{name} is not measured: it {reason}")
        for group in self.model.groups:
            self.begin(pool, group)
        for (group, index), outcome in pool.finished():
            self.finish(pool, group, index, outcome)
        self.summarize()
        return 1 if self.failures else 0

    # --- Measurements ---------------------------------------------------------

    def identity(self, group: Group) -> dict:
        return {"key": group.key, "variant": self.model.variant, "cores": self.model.cores,
                "description": self.model.description}

    def missing(self, group: Group) -> list:
        """Returns the numbers of candidates without cycles in the database."""
        entry = self.database.find(self.identity(group))
        known = {plan["plan"] for plan in entry["measured"]} if entry else set()
        return [i for i, candidate in enumerate(group.candidates) if candidate.plan not in known]

    def begin(self, pool, group: Group) -> None:
        """The compiler's plan is run again after an interruption: for its results, and
        because other cycles show that the tools have changed."""
        missing = self.missing(group)
        if missing:
            self.total += len({0, *missing})
            self.submit(pool, group, 0, None)

    def submit(self, pool, group: Group, index: int, expected) -> None:
        pool.submit((group, index), {
            "tool": self.tool, "program": group.program, "results": group.results,
            "plan": group.candidates[index].plan, "variant": self.model.variant, "cores": self.model.cores,
            "expected": expected})

    def finish(self, pool, group: Group, index: int, outcome: dict) -> None:
        self.done += 1
        if "error" in outcome:
            return self.fail(group, index, outcome)
        candidate, cycles = group.candidates[index], outcome["cycles"]
        before = self.missing(group)
        default = self.defaults.setdefault(group.key, cycles)  # it ends first
        self.database.record(self.identity(group), group.names[0], {
            "plan": candidate.plan, "predicted": candidate.predicted, "simulated": cycles}, default)
        self.measured += 1
        self.progress(group, index, cycles)
        if index:
            return None
        rest = [i for i in self.missing(group) if i]
        self.total += len(rest) - len([i for i in before if i])  # cycles of another compiler were dropped
        for i in rest:
            self.submit(pool, group, i, outcome["outputs"])
        return None

    def fail(self, group: Group, index: int, outcome: dict) -> None:
        place = f"{group.location}: " if group.location else "matrix-tune: "
        plan = group.candidates[index].plan
        if outcome["wrong"]:
            raise TuningError(f"{place}error: {group.label}: the results of a plan differ from those of the compiler's "
                              f"plan: {outcome['error']}\n{plan}")
        self.failures += 1
        print(f"{place}error: {group.label}: a plan cannot be measured: {outcome['error']}\n{plan}", file=sys.stderr)
        if not index:
            self.total -= len([i for i in self.missing(group) if i])

    # --- Output ---------------------------------------------------------------

    def progress(self, group: Group, index: int, cycles: int) -> None:
        predicted = group.candidates[index].predicted
        cost = f"  predicted: {predicted:,}" if predicted else ""
        say(f"{self.done} of {self.total}  {group.label}, plan {index + 1} of {len(group.candidates)}  "
            f"cycles: {cycles:,}{cost}  {time.monotonic() - self.started:.1f} s")

    def summarize(self) -> None:
        tuned = [(group, self.database.find(self.identity(group))) for group in self.model.groups]
        for group, entry in tuned:
            if entry:
                ratio = entry["simulated"] / entry["default"]
                print(f"{group.label}: {entry['default']:,} cycles by the compiler's plan, {entry['simulated']:,} by "
                      f"the best of {len(entry['measured'])} ({ratio:.3f})")
        print(f"{self.path}: {sum(entry is not None for _, entry in tuned)} of {len(tuned)} fusion groups for "
              f"{self.model.variant}, cores: {self.model.cores}; {self.measured} measured now")


def say(text: str) -> None:
    print(f"matrix-tune: {text}", file=sys.stderr, flush=True)
