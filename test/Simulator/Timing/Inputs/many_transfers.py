"""many_transfers.py TEMP VARIANT DESCRIPTION.json

Runs more than 100000 DMA transfers on all cores of a variant and compares the cycles with
closed formulas of docs/timing.md. Repeating a run gives the same statistics.

  loads  every core loads single lines: the DRAM is never idle
  puts   every core puts lines to the next core, which counts posts: no engine and no
         ring port is ever idle
"""

import json
import resource
import sys
from fractions import Fraction
from math import ceil
from pathlib import Path

import runs

TIMES = 4096  # transfers of each core
LINES = 8     # of a put
FIRST = 48    # cycle of the first start

PROGRAM = """
_start:
  movz  r20, 0x2000, 2                  # 0
  descriptor 0, {fields}
  csrr  r6, 0                           # 41
  addi  r6, r6, 1                       # 42
  andi  r6, r6, {cores} - 1             # 43
  addi  r7, r0, 1                       # 44
  shl  r6, r7, r6                       # 45: the mask of the next core
  {mask}                                # 46
  addi  r5, r0, {times}                 # 47
loop:
  dma.start  r9, (r20)
  addi  r5, r5, -1
  bne  r5, r0, loop
  {end}
  halt  r0
"""


def loads(parameters, cores):
    """Line n (from 0) is served n times LineBytes / DramBytes after the first one; then
    it is waited for, and halt."""
    behind = (TIMES * cores - 1) * Fraction(parameters["LineBytes"], parameters["DramBytes"])
    program = PROGRAM.format(fields="rows=1", mask="addi r7, r0, 1", cores=cores, times=TIMES,
                             end="dma.wait  r9")
    return program, FIRST + 1 + int(behind) + parameters["DramLatency"] + 2


def puts(parameters, cores):
    """The last post arrives with the last line of the previous core, one hop away."""
    rate = min(parameters["DmaLines"], parameters["RingLines"])
    last = FIRST + ceil(TIMES * LINES / rate)
    program = PROGRAM.format(
        fields=f"kind=3, flags=1, rows={LINES}, source=0x200000002000", mask="sw  r6, 60(r20)",
        cores=cores, times=TIMES, end=f"addi  r7, r0, {TIMES}\n  sem.wait  r7, r0")
    return program, last + max(1, parameters["RingHop"]) + 2


def statistics(elf, temp):
    """Statistics without host time."""
    with open(temp, "w") as out:
        runs.run("matrix-sim", "--no-hazard-checks", "--stats=json", elf, stderr=out)
    found = json.loads(Path(temp).read_text())
    return {key: value for key, value in found.items() if key != "host_seconds"}


def main():
    temp, cpu, description = sys.argv[1:]
    variants = json.loads(Path(description).read_text())["variants"]
    variant = next(v for v in variants if v["cpu"] == cpu)
    for make in (loads, puts):
        text, cycles = make(variant["parameters"], variant["cores"])
        elf = runs.link(text, f"{temp}.{make.__name__}", cpu)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        first = statistics(elf, f"{temp}.json")
        spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before.ru_utime
        if first["cycles"] != cycles:
            sys.exit(f"{make.__name__}: {first['cycles']} cycles, by the formula {cycles}")
        assert statistics(elf, f"{temp}.json") == first
        transfers = sum(core["dma_transfers"] for core in first["cores"])
        print(f"{make.__name__}: {transfers} transfers on {len(first['cores'])} cores, "
              f"{cycles} cycles as by the formula, {spent:.2f} s")


if __name__ == "__main__":
    main()
