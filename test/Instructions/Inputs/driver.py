#===- driver.py - the command line of all check_*.py -----------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs a check for every variant.

    check_....py DESCRIPTION.json --work FOLDER [--cpu NAME].. [--only MNEMONIC]..
                 [--part N]

--cpu and --only select what is run, to examine a failure; --part selects a fixed one of
N parts of the instructions of each variant."""

import argparse
import sys
import zlib
from pathlib import Path

from semantics.description import Description


def has_tiles(description, cpu) -> bool:
    return description.geometry(cpu) is not None


def has_rows(description, cpu) -> bool:
    return bool(description.of_kind("rows", cpu))


def fits(description, cpu, tiles) -> bool:
    """Whether the variant's scratchpad has room for so many tiles."""
    memories = description.variants[cpu]["memories"]
    size = next(m["size"] for m in memories if m["space"] == "scratchpad")
    return tiles * description.geometry(cpu).bytes <= size


def drive(doc, check, where=lambda description, cpu: True, **flags):
    """Calls check(description, cpu, options) for every variant; it prints a summary
    line and returns descriptions of failures. `flags` are additional options with their
    defaults."""
    parser = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("description", type=Path)
    parser.add_argument("--work", type=Path, default=Path("."))
    parser.add_argument("--cpu", action="append")
    parser.add_argument("--only", action="append")
    parser.add_argument("--part", type=int, action="append", default=[1],
                        help="only one of N parts; of several, the smallest part")
    for name, default in flags.items():
        action = {"action": "store_true"} if default is False else {"default": default}
        parser.add_argument(f"--{name}", **action)
    options = parser.parse_args()
    options.part = max(options.part)
    options.work.mkdir(parents=True, exist_ok=True)
    description = Description.load(options.description)
    failures = []
    for cpu in options.cpu or description.variants:
        if where(description, cpu):
            failures += check(description, cpu, options)
    print(*failures[:50], sep="\n")
    sys.exit(bool(failures))


def chosen(instruction, options) -> bool:
    is_part = zlib.crc32(instruction.mnemonic.encode()) % options.part == 0
    return is_part and (not options.only or instruction.mnemonic in options.only)
