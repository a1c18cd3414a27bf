#===- check_records.py - mutation test of records --------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compares every record of a description with the handwritten expected results. With
--mutants, mutates every operator of all semantics and reports mutants that survive
(a mutant that agrees with all result vectors survives).

    check_records.py DESCRIPTION.json TABLE [--mutants]"""

import argparse
import sys
from pathlib import Path

from case import MACHINES
from check_encodings_by_hand import table
from check_vectors import all_cases
from records import Records

from semantics.description import Description
from semantics.mutants import mutants


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("description", type=Path)
    parser.add_argument("table", type=Path)
    parser.add_argument("--mutants", action="store_true")
    options = parser.parse_args()
    description = Description.load(options.description)
    wrong = set()
    for machine in MACHINES:
        records = Records(description, machine)
        cases = by_mnemonic(all_cases(machine))
        lines = [l for l in table(options.table) if machine.has(l.text)]
        found = set(disagreements(records, cases, lines))
        found |= set(missing(records, machine, lines))
        wrong |= found
        if options.mutants and not found:
            wrong |= set(survivors(description, machine, records, cases))
    print(*sorted(wrong), sep="\n")
    sys.exit(bool(wrong))


def by_mnemonic(cases) -> dict:
    groups = {}
    for case in cases:
        groups.setdefault(case.mnemonic, []).append(case)
    return groups


def disagreements(records, cases, lines):
    for line in lines:
        word = records.word(line.text)
        if word != line.word:
            says = "no such operands" if word is None else f"{word:08x}"
            yield f"{line.mnemonic}: encoding: {says}, not {line.word:08x}"
    for mnemonic, group in cases.items():
        bad = [case for case in group if not records.agrees(case)]
        if bad:
            yield (f"{mnemonic}: semantics: {len(bad)} of {len(group)} result vectors "
                   f"differ, first of {bad[0].text}")


def missing(records, machine, lines):
    """Instructions of the variant without expected results."""
    known = {line.mnemonic for line in lines}
    for instruction in records.instructions.values():
        if (instruction.kind == "tile" and instruction.available(machine.cpu)
                and instruction.mnemonic not in known):
            yield f"{instruction.mnemonic}: has no hand-written encoding and result"


def survivors(description, machine, records, cases):
    total, alive = 0, []
    for mnemonic, group in cases.items():
        instruction = records.instructions[mnemonic]
        for what, semantics in mutants(instruction.semantics, description.formats):
            total += 1
            if all(records.agrees(case, semantics) for case in group):
                alive.append(f"{machine.cpu}: {mnemonic}: {what}: not noticed")
    print(f"{machine.cpu}: {total} wrong semantics, {len(alive)} not noticed")
    return alive


if __name__ == "__main__":
    main()
