#===- timing.py - cycles of a program --------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Programs in the simulator with cycle counting, and their statistics
(docs/reference/statistics.md)."""

from dataclasses import dataclass

from .program import Program


@dataclass(frozen=True)
class Timing:
    cycles: int
    macs: int  # multiply-adds of the source
    roof: float | None  # the lower bound of the cycles, in percent of them
    pipes: dict[str, float]  # for each pipe: the cycles in which it is occupied, in percent
    scalar: float  # that of scalar instructions

    @classmethod
    def of(cls, program: Program) -> "Timing | None":
        """Timing of the last call in this thread; None without one."""
        statistics = program.simulator().statistics()
        cycles = statistics.get("cycles")
        if not cycles:
            return None
        total = cycles * len(statistics["cores"]) / 100
        pipes = {name: pipe["occupied"] / total
                 for name, pipe in statistics["pipes"].items()}
        return cls(cycles, statistics["work"]["macs"], statistics["percent"].get("roof"),
                   pipes, pipes[statistics["scalar_pipe"]])

    def __str__(self) -> str:
        pipes = ", ".join(f"{name} {share:.0f}" for name, share in sorted(
            self.pipes.items(), key=lambda pipe: -pipe[1]))
        roof = f", {self.roof:.0f} % of roof" if self.roof is not None else ""
        return f"{self.cycles} cycles, {self.macs} multiply-adds{roof}; pipes in %: {pipes}"


def timed(function) -> Program | None:
    """The program that a function of a plan runs, with cycle counting in this thread;
    None if PyTorch executes it."""
    while not isinstance(function, Program):
        function = getattr(function, "program", None)
        if function is None:
            return None
    function.simulator().count_cycles(function.executable)
    return function
