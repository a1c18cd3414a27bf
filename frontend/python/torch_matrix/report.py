#===- report.py - what runs where ------------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Which operators of a graph run on the accelerator, and which in eager mode and why. A
warning for each compiled graph names the latter."""

import sys
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field

from torch import fx

from .partition import host
from .errors import EagerWarning
from .partition.stages import Plan
from .partition.subgraphs import is_element, line_of, location

LONGEST = 10  # lines of a warning
INTERNAL = {"contextlib", "functools", "functorch", "torch", "torch_matrix"}


@dataclass(frozen=True)
class Operator:
    """An operator of a graph in messages."""
    name: str
    location: str  # in the model, or empty
    reason: str = ""  # why it runs in eager mode
    line: tuple[str, str] | None = None  # of the model: file and number

    def __str__(self) -> str:
        return f"{self.name}{self.location}"


@dataclass
class Report:
    """The operators of one graph. Views of arguments and results, and constants, belong
    to neither list."""
    accelerated: list[Operator] = field(default_factory=list)
    eager: list[Operator] = field(default_factory=list)
    divisions: list[Operator] = field(default_factory=list)
    programs: list = field(default_factory=list)
    uncaptured: list[Operator] = field(default_factory=list)  # code without a graph

    @classmethod
    def of(cls, plan: Plan) -> "Report":
        inside = set().union(*(stage.members for stage in plan.stages))
        nodes = operators_of(plan.graph)
        return cls(
            [operator(node, "") for node in nodes
             if node in inside and node.all_input_nodes],
            in_eager(plan.graph),
            [operator(node, node.meta[host.DIVIDED]) for node in nodes
             if host.DIVIDED in node.meta],
            [stage.program for stage in plan.stages if stage.program])

    @staticmethod
    def reasons_of(graph: fx.Graph) -> list[str]:
        return lines_of(in_eager(graph), "operator ")

    def tell(self) -> None:
        if COLLECTORS:
            COLLECTORS[-1](self)
            return
        message = self.summary()
        if message:
            file, line = place(self.eager or self.divisions or self.uncaptured)
            warnings.warn_explicit(message, EagerWarning, file, line)

    def summary(self) -> str:
        """Empty if everything runs on the accelerator, as one program."""
        total = len(self.accelerated) + len(self.eager)
        text = ""
        if self.eager:
            text = f"{len(self.eager)} of {total} operators of a graph run in eager mode" \
                if self.accelerated else "nothing of a graph runs on the accelerator"
            text += "".join(f"\n  {line}" for line in limited(lines_of(self.eager)))
        if self.divisions:
            text += "\n" * bool(text) + "a graph is divided into several programs" + "".join(
                f"\n  before {line}" for line in limited(lines_of(self.divisions)))
        if self.uncaptured:
            text += "code runs in eager mode" + "".join(
                f"\n  {line}" for line in limited(lines_of(self.uncaptured)))
        return text


# Functions that receive the reports instead of the user (explanation.py).
COLLECTORS: list[Callable[[Report], None]] = []


@contextmanager
def collected(collector: Callable[[Report], None]):
    COLLECTORS.append(collector)
    try:
        yield
    finally:
        COLLECTORS.remove(collector)


def operator(node: fx.Node, reason: str) -> Operator:
    return Operator(str(node.target), location(node), reason, line_of(node))


def place(operators: list[Operator]) -> tuple[str, int]:
    """The first source line of the operators; otherwise the one that calls the model."""
    lines = [found.line for found in operators if found.line]
    if lines:
        return lines[0][0], int(lines[0][1])
    frame = sys._getframe()
    while frame.f_back and package_of(frame) in INTERNAL:
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def package_of(frame) -> str:
    """Generated code, of torch, has no name."""
    return frame.f_globals.get("__name__", "torch").partition(".")[0]


def in_eager(graph: fx.Graph) -> list[Operator]:
    return [operator(node, host.reason(node)) for node in operators_of(graph)
            if host.reason(node) not in {None, *host.NOTHING_TO_COMPUTE}]


def operators_of(graph: fx.Graph) -> list[fx.Node]:
    return [node for node in graph.nodes
            if node.op == "call_function" and not is_element(node)]


def lines_of(operators: list[Operator], prefix: str = "") -> list[str]:
    """Each operator with its reason, once."""
    return [f"{prefix}{found} {found.reason}" + f" ({count} times)" * (count > 1)
            for found, count in Counter(operators).items()]


def limited(lines: list[str]) -> list[str]:
    if len(lines) <= LONGEST:
        return lines
    return [*lines[:LONGEST], f"and {len(lines) - LONGEST} more (torch_matrix.explain)"]
