#===- fallback.py - operators that programs cannot contain -----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compiles the programs of a graph. If one fails, it is bisected by trial compilations
until the operators that fail are found; PyTorch computes these, and the graph is
divided into programs again. If two parts can be compiled, but not both together, they
become two programs.

A program of n operators, f of which fail, needs at most about 2 f log2(n) trials, each
of a part of the program. Operators that failed are known to the process; what was
found for a graph is stored in the cache of compiled programs (decisions.py).
"""

import signal
from typing import Callable

import torch
from torch import fx

from . import decisions, importing
from .partition import host
from .compiler import service
from .errors import MatrixError, ToolFailed, UnsupportedGraph
from .options import FILES, Options
from .operators.repetition import carry_all
from .partition.empties import detach_empty
from .partition.parts import compile_parts
from .report import Report
from .rewriting import rewritten
from .partition.stages import Plan, Stage, divide
from .partition.subgraphs import extract_operators, is_computed, is_element, signature

Compile = Callable[[fx.Graph, list[torch.Tensor]], Callable]

ROUNDS = 8  # of divisions, after which the rest of a failing program runs in eager mode
# An operator of a program has caused such an end of a tool. Other numbers are those of
# invalid usage, and of signals by users and the operating system.
CAUSED_BY_INPUT = {1, *(-number for number in (
    signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGSEGV,
    signal.SIGXCPU))}


def plan(module: fx.GraphModule, compile: Compile, options: Options) -> Plan:
    """The graph as stages with programs."""
    module = rewritten(module)
    carry_all(module)
    host.detach_shapes(module.graph)
    detach_empty(module.graph)
    known = decisions.Decisions(module.graph, options)
    known.restore()
    require_programs(module.graph, options)
    found, programs = Plan(module), {}
    for number in range(ROUNDS + 1):
        failed = compile_stages(found, compile, programs)
        if not failed:
            break
        for stage, error in reversed(failed):
            if number == ROUNDS:
                reject(operators_of(found, stage), error)
            else:
                Search(found, error, options).divide(operators_of(found, stage), error)
        require_programs(module.graph, options, failed[0][1])
        found = Plan(module)
        known.store()
    else:
        compile_stages(found, compile, programs)
    return completed(found, compile, options)


def planned(module: fx.GraphModule, compile: Compile, options: Options) -> Plan:
    """The plan whose graph this is."""
    found = Plan(module)
    for _, error in compile_stages(found, compile, {}):
        raise error
    return completed(found, compile, options)


def completed(found: Plan, compile: Compile, options: Options) -> Plan:
    found.parts = compile_parts(found.module, lambda part: plan(part, compile, options))
    Report.of(found).tell()
    return found


def compile_stages(plan: Plan, compile: Compile,
                   programs: dict[str, Callable]) -> list[tuple[Stage, MatrixError]]:
    """Compiles what is not among the programs. Returns the stages that fail."""
    failed = []
    for stage in plan.stages:
        if stage.graph is None:
            continue
        key = decisions.describe(stage.graph)
        try:
            if key not in programs:
                programs[key] = compile(stage.graph, stage.expected())
            stage.program = programs[key]
        except MatrixError as error:
            if not is_caused_by_operators(error):
                raise
            failed.append((stage, error))
    return failed


def is_caused_by_operators(error: MatrixError) -> bool:
    return isinstance(error, UnsupportedGraph) or (
        isinstance(error, ToolFailed) and error.status in CAUSED_BY_INPUT
        and error.tool != service.PROCESS)


def require_programs(graph: fx.Graph, options: Options,
                     cause: MatrixError | None = None) -> None:
    """Option "strict": no operator runs in eager mode."""
    if not options.strict:
        return
    lines = Report.reasons_of(graph)
    if lines:
        raise UnsupportedGraph(
            f"{'; '.join(lines)}; rewrite the model, or leave out option 'strict' to run "
            "this in eager mode") from cause


def operators_of(plan: Plan, stage: Stage) -> list[fx.Node]:
    return [node for node in plan.graph.nodes if node in stage.members
            and is_computed(node) and not is_element(node)]


def reject(operators: list[fx.Node], error: MatrixError) -> None:
    for node in operators:
        host.reject(node, reason_of(error))


def reason_of(error: MatrixError) -> str:
    if isinstance(error, UnsupportedGraph) and error.reason:
        return error.reason
    return "cannot be compiled: " + str(error).partition("\n")[0][:200]


# Operators and options of trials, and why the trial failed.
FAILED: dict[tuple, str] = {}


class Search:
    """The search in one program. `error` is why it failed."""

    def __init__(self, plan: Plan, error: MatrixError, options: Options):
        self.plan, self.options = plan, options
        is_built = isinstance(error, ToolFailed) and error.tool != service.TORCH_MLIR
        self.compile = build if is_built else translate
        self.found = 0

    def divide(self, operators: list[fx.Node], error: MatrixError | None = None) -> None:
        """Finds the operators that fail. `error`: that of all of them, if known."""
        rest = [node for node in operators if not self.rejects(node)]
        if len(rest) < len(operators):
            error = None
        error = error or (self.attempt(rest) if rest else None)
        if error is None:
            return
        if len(rest) == 1:
            self.record(rest[0], error)
        elif not self.divide_by_name(rest, error):
            self.bisect(rest, error)

    def record(self, node: fx.Node, error: MatrixError) -> None:
        FAILED[self.key(node)] = reason_of(error)
        self.rejects(node)

    def divide_by_name(self, operators: list[fx.Node], error: MatrixError) -> bool:
        """A shorter way, if the error names an operator that also fails by itself."""
        name = getattr(error, "operator", "")
        named = name and next((node for node in operators
                               if str(node.target).startswith(name)), None)
        alone = self.attempt([named]) if named else None
        if alone:
            self.record(named, alone)
            self.divide(operators)
        return alone is not None

    def bisect(self, operators: list[fx.Node], error: MatrixError) -> None:
        half, before = len(operators) // 2, self.found
        self.divide(operators[:half])
        self.divide(operators[half:])
        if self.found == before:
            self.found += 1
            operators[half].meta[host.DIVIDED] = reason_of(error)
            divide(self.plan, operators[half])

    def rejects(self, node: fx.Node) -> bool:
        """Whether the operator is known to fail."""
        reason = FAILED.get(self.key(node))
        if reason:
            self.found += 1
            host.reject(node, reason)
        return reason is not None

    def key(self, node: fx.Node) -> tuple:
        return signature(node), self.options

    def attempt(self, operators: list[fx.Node]) -> MatrixError | None:
        graph = extract_operators(self.plan.module, operators)
        try:
            self.compile(graph, self.options)
        except MatrixError as error:
            if not is_caused_by_operators(error):
                raise
            return error
        return None


def translate(graph: fx.Graph, options: Options) -> None:
    importing.graph_to_linalg(graph)


def build(graph: fx.Graph, options: Options) -> None:
    emit, _ = FILES.get(options.output, FILES["elf"])
    arguments = [*options.arguments(), f"--emit={emit}"]
    service.build(importing.graph_to_linalg(graph), arguments)
