#===- check_pressure.py - more live tiles than registers -------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Keeps more tiles live than the variant has registers: across a call, around a loop
that rotates them, and as arguments. The values of spilled and moved tiles must be
preserved, with and without optimization."""


import numpy as np

from check_tiles import differences
from driver import chosen, drive, fits, has_tiles
from programs.operand_sets import cases_of
from programs.pressure_kernel import PressureKernel, one_of_each_kind
from toolchain import SCALAR_STACK, Kernel

TURNS = 3

# Upper bound of the stack slots of all frames together for one tile without
# optimization: loaded value, phi, spilled argument, and copies of each.
SLOTS = 4


# Tiles in the scratchpad for each live one: buffers of operands, and the stack.
ROOM = 8


def has_room(description, cpu, count) -> bool:
    scalars = -(-SCALAR_STACK // description.geometry(cpu).bytes)
    return fits(description, cpu, ROOM * count + scalars)


class Pressure:
    def __init__(self, cpu, geometry, work):
        self.cpu = cpu
        self.work = work
        self.bytes = geometry.bytes
        self.tile = f"<{geometry.bytes // 4} x i32>"
        self.count = geometry.registers + 5
        self.space = geometry.space

    def run(self, name, optimize) -> bool:
        """Runs a program and checks the value and position of every tile."""
        kernel = Kernel(self.cpu, self.work, f"{name}{optimize}")
        kernel.reserve_stack(SLOTS * self.count * self.bytes)
        for buffer in ("source", "target", "other"):
            kernel.globals.append(
                f"@{buffer} = internal {self.space} global "
                f"[{self.count * self.bytes} x i8] zeroinitializer, align 64")
        body, order = getattr(self, name)(kernel)
        kernel.functions.append(f"define internal void @test() noinline {{\n{body}}}\n")
        size = self.count * self.bytes
        operands = np.random.default_rng(3).integers(0, 256, size).astype(np.uint8)
        main = (f"  %source = addrspacecast ptr {self.space} @source to ptr\n"
                f"  %target = addrspacecast ptr {self.space} @target to ptr\n"
                f"  call void @copy(ptr %source, ptr %in, i64 {size})\n"
                "  call void @test()\n"
                f"  call void @copy(ptr %out, ptr %target, i64 {size})\n")
        got = kernel.execute(main, operands, size, optimize)
        want = operands.reshape(self.count, -1)[order]
        return np.array_equal(got.reshape(want.shape), want)

    # --- The programs: a function body and which tile ends in which place ---------

    def over_call(self, kernel):
        """The callee uses every register."""
        self.add_busy(kernel)
        stores = self.stores([f"%t{n}" for n in reversed(range(self.count))])
        return (self.loads() + "  call void @busy()\n" + stores + "  ret void\n",
                list(reversed(range(self.count))))

    def in_loop(self, _kernel):
        phis = "".join(
            f"  %p{n} = phi {self.tile} [%t{n}, %entry], "
            f"[%p{(n + 1) % self.count}, %loop]\n"
            for n in range(self.count))
        body = ("entry:\n" + self.loads() + "  br label %loop\nloop:\n" + phis
                + "  %i = phi i64 [0, %entry], [%next, %loop]\n  %next = add i64 %i, 1\n"
                f"  %more = icmp ule i64 %next, {TURNS}\n"
                "  br i1 %more, label %loop, label %done\ndone:\n"
                + self.stores([f"%p{n}" for n in range(self.count)]) + "  ret void\n")
        return body, [(n + TURNS) % self.count for n in range(self.count)]

    def as_arguments(self, kernel):
        """All tiles are arguments; the callee stores them in order and returns the last
        one."""
        typed = ", ".join(f"{self.tile} %t{n}" for n in range(self.count))
        kernel.functions.append(
            f"define internal {self.tile} @callee({typed}) noinline {{\n"
            + self.stores([f"%t{n}" for n in range(self.count)])
            + f"  ret {self.tile} %t{self.count - 1}\n}}\n")
        body = (self.loads() + f"  %last = call {self.tile} @callee({typed})\n"
                + f"  store {self.tile} %last, ptr {self.space} @target, align 64\n"
                "  ret void\n")
        return body, [self.count - 1, *range(1, self.count)]

    # --- Pieces -----------------------------------------------------------------

    def place(self, buffer, n) -> str:
        return (f"getelementptr (i8, ptr {self.space} @{buffer}, "
                f"i64 {n * self.bytes})")

    def loads(self) -> str:
        return "".join(f"  %t{n} = load {self.tile}, ptr {self.space} "
                       f"{self.place('source', n)}, align 64\n"
                       for n in range(self.count))

    def stores(self, tiles, buffer="target") -> str:
        return "".join(f"  store {self.tile} {tile}, ptr {self.space} "
                       f"{self.place(buffer, n)}, align 64\n"
                       for n, tile in enumerate(tiles))

    def add_busy(self, kernel):
        last_first = [f"%t{n}" for n in reversed(range(self.count))]
        body = self.loads() + self.stores(last_first, "other")
        kernel.functions.append(
            f"define internal void @busy() noinline {{\n{body}  ret void\n}}\n")


def check(description, cpu, options) -> list:
    return [*check_programs(description, cpu, options),
            *check_instructions(description, cpu, options)]


def check_instructions(description, cpu, options) -> list:
    """Spilled and reloaded results of an instruction for each combination of
    formats."""
    geometry = description.geometry(cpu)
    count = geometry.registers + 3
    if not has_room(description, cpu, count):
        print(f"{cpu}: kinds of instructions: no room for {count} tiles")
        return []
    cases = one_of_each_kind((c for c in cases_of(description, cpu)
                              if chosen(c.instruction, options)), count)
    results = PressureKernel(cpu, geometry, cases, options.work, count).execute("-O2")
    failures = differences(description, cpu, cases, results)
    print(f"{cpu}: {len(cases)} kinds of instructions, {count} results of each at once, "
          f"{len(failures)} wrong")
    return failures


def check_programs(description, cpu, options):
    pressure = Pressure(cpu, description.geometry(cpu), options.work)
    for name in ("over_call", "in_loop", "as_arguments"):
        for optimize in ("-O0", "-O2"):
            line = f"{cpu}: {pressure.count} tiles {name} {optimize}: "
            if not has_room(description, cpu, pressure.count):
                print(line + "no room")
                continue
            right = pressure.run(name, optimize)
            print(line + ("right" if right else "WRONG"))
            if not right:
                yield line + "spilled tiles differ"


if __name__ == "__main__":
    drive(__doc__, check, has_tiles)
