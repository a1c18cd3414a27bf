#===- utils/bench/performance_check.py - comparison with the page -----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compares measured cycles with those of docs/performance.md. Cycles are exact, so that
every difference has a cause in the compiler, the runtime or the description."""

from pathlib import Path

ALLOWED = 1.02  # of the cycles on the page


def committed(page: Path) -> dict:
    """Cycles by section and leading columns of the tables that have a column of cycles."""
    found, section, keys = {}, "", 0
    for line in page.read_text().splitlines():
        if line.startswith("## "):
            section, keys = line[3:].strip(), 0
        elif not line.startswith("|"):
            keys = 0
        else:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if "cycles" in cells:
                keys = cells.index("cycles")
            elif keys and cells[keys].replace(" ", "").isdigit():
                found[section, *cells[:keys]] = int(cells[keys].replace(" ", ""))
    return found


def compare(key: tuple, cycles: int, known: dict) -> tuple:
    """Returns a severity, or empty, and a message."""
    what = f"{key[0]}: {', '.join(key[1:])}"
    if key not in known:
        return "error", (f"{what}: has no row on the page; write the page again by "
                         "utils/bench/performance, and commit it")
    change = 100 * (cycles / known[key] - 1)
    numbers = f"{cycles:,} cycles, {known[key]:,} on the page ({change:+.1f} %)"
    if cycles > known[key] * ALLOWED:
        return "error", (f"{what}: {numbers}; find the change that made it slower, or, if it is intended, "
                         "write the page again")
    if known[key] > cycles * ALLOWED:
        return "note", f"{what}: {numbers}: faster; write the page again to keep it"
    return "", f"{what}: {numbers}"
