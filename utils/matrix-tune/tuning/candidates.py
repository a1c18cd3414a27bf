#===- candidates.py - what the compiler offers -----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The fusion groups of a model and their plans, as matrix-compile
--emit=plan-candidates writes them. The texts of programs and plans are passed on to
the tools unread.
"""

import json
import subprocess
import sys
from dataclasses import dataclass, field

from .errors import TuningError
from .tools import find_tool

VERSION = 1


@dataclass(frozen=True)
class Candidate:
    plan: str
    predicted: int | None


@dataclass
class Group:
    names: list
    location: str
    key: str
    program: str
    results: int  # of the program
    candidates: list = field(default_factory=list)  # the first is the compiler's choice

    @property
    def label(self) -> str:
        others = f" (and {len(self.names) - 1} equal)" if len(self.names) > 1 else ""
        return f"{self.names[0]}{others}"


@dataclass
class Model:
    variant: str
    description: str
    cores: int
    groups: list  # those that can be measured
    others: list  # pairs of name and reason


def read_candidates(options) -> Model:
    command = [find_tool("matrix-compile"), options.model, "--emit=plan-candidates", "-o", "-",
               f"--candidates={options.candidates}"]
    command += [f"--mcpu={options.mcpu}"] if options.mcpu else []
    command += [f"--cores={options.cores}"] if options.cores else []
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding="utf-8", errors="backslashreplace",
                          stdin=sys.stdin if options.model == "-" else subprocess.DEVNULL,
                          check=False)
    if done.returncode:
        raise TuningError(done.stderr.rstrip().replace("matrix-compile: error:", "matrix-tune: error:"),
                          done.returncode)
    return parse(json.loads(done.stdout))


def parse(found: dict) -> Model:
    if found.get("version") != VERSION:
        raise TuningError(f"matrix-tune: error: matrix-compile writes candidates of version {found.get('version')}; "
                          f"version {VERSION} is supported")
    groups = [group for group in found["groups"] if "key" in group]
    others = [(name, group["alone"]) for group in found["groups"] if "key" not in group for name in group["names"]]
    return Model(found["variant"], found["description"], found["cores"], [read_group(group) for group in groups], others)


def read_group(found: dict) -> Group:
    candidates = [Candidate(c["plan"], c.get("predicted")) for c in found["candidates"]]
    return Group(found["names"], found.get("location", ""), found["key"], found["program"], found["results"], candidates)
