#===- timing.py - cycles and memory of a program ---------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Programs in the simulator, with cycle counting: their memory, and their statistics
(docs/reference/statistics.md). Shares of pipes are percentages of the cycles of all
cores."""

from dataclasses import dataclass

from .program import Program


UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB")


@dataclass(frozen=True)
class Timing:
    """Cycles of a program and the use of its pipes."""
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
        macs = statistics.get("work", {}).get("macs", 0)  # no work: only movement
        return cls(cycles, macs, statistics.get("percent", {}).get("roof"),
                   pipes, pipes[statistics["scalar_pipe"]])

    def __str__(self) -> str:
        pipes = ", ".join(f"{name} {share:.0f}" for name, share in sorted(
            self.pipes.items(), key=lambda pipe: -pipe[1]))
        roof = f", {self.roof:.0f} % of roof" if self.roof is not None else ""
        return f"{self.cycles} cycles, {self.macs} multiply-adds{roof}; pipes in %: {pipes}"


@dataclass(frozen=True)
class Memory:
    """In bytes, at most: of DRAM, code, variables, tensors and stacks; of the scratchpad of
    a core, variables and the stack. The memory of the machine beside it."""
    dram: int
    dram_size: int
    scratchpad: int
    scratchpad_size: int

    @classmethod
    def of(cls, program: Program) -> "Memory":
        memory = program.simulator().memory()
        return cls(memory.dram_used, memory.dram, memory.scratchpad_used, memory.scratchpad)

    def __str__(self) -> str:
        text = f"DRAM {in_bytes(self.dram)} of {in_bytes(self.dram_size)}"
        if self.scratchpad_size:
            text += f", scratchpad {in_bytes(self.scratchpad)} of {in_bytes(self.scratchpad_size)}"
        return text


def in_bytes(number: int) -> str:
    """Example: "1.5 MiB"."""
    power = min(max(number.bit_length() - 1, 0) // 10, len(UNITS) - 1)
    return f"{number / (1 << 10 * power):.{1 if power else 0}f} {UNITS[power]}"


def program_of(function) -> Program | None:
    """The program that a function of a plan runs; None if PyTorch executes it."""
    while not isinstance(function, Program):
        function = getattr(function, "program", None)
        if function is None:
            return None
    return function


def count_cycles(program: Program) -> None:
    """In this thread, from the next call on."""
    program.simulator().count_cycles(program.executable)
