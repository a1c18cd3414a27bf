#===- utils/bench/performance_page.py - the page of cycles -----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The text of docs/performance.md: for each group of workloads a table of cycles and
bounds, one that divides the cycles of the contraction pipe by cause, and, for programs
below 90 % of their roof, where the rest goes. Summaries are geometric means of the
percentages, and the mean and largest deviation of predicted cycles.
"""

from dataclasses import dataclass
from itertools import groupby
from math import exp, log

CAUSES = ("operand", "pipe", "dma", "sync", "bubble", "drain")
BOUNDS = {"products": "mma", "tiles": "shape", "DRAM": "dram", "elements": "ew"}
COLUMNS = ["cycles", "predicted", *BOUNDS, "peak %", "roof %", "shape roof %", "limit"]
LOSSES = ["busy", *CAUSES, "other"]
EXPLAINED = 90  # percent of the roof below which a row has an explanation

HEADER = """\
# Performance

Cycles of kernels and models, by the [timing model](timing.md). One command measures them and writes this page, another
one compares with it, and fails if a program takes over 2 % more cycles:

    utils/bench/performance
    utils/bench/performance --check

The description is {hash}, and the variant `base` unless a table names another one. [Statistics](reference/statistics.md)
defines the columns:

* Bounds, in cycles: *products* at the peak rate; *tiles*, products of whole tiles; *DRAM*, compulsory traffic. No
  program takes less than the largest bound. Those of products and of DRAM are computed from the shapes and the
  description by `utils/bench/performance_roofs.py`, independently of the compiler, except for the products of models.
  *elements* is an estimate: the elementwise operations of the source.
* *predicted* are the cycles that the compiler's cost function predicts for the program, if all of its operations have a
  cost.
* Percentages of the measured cycles: *peak* is *products*; *roof* is the largest bound, and *limit* its name, or
  latency; *shape roof* is the same with *tiles* instead of *products*.
* The second table divides the cycles of the contraction pipe ({pipe}) of all cores, in percent: busy, or idle while its
  core waited for an operand, a pipe or its queue, a DMA transfer, or other cores, in a branch bubble (*bubble*), after
  its last instruction (*drain*), or while it issued to another pipe (*other*).
* The third lists, for programs below {explained} % of their roof, what the simulator advises
  ([advice](reference/statistics.md#advice)).

No page is written if a result is wrong. Results must equal those of NumPy bit by bit; those of models are compared
with PyTorch and CPU execution by `matrix-run --check --expect`.

Not modeled, so that real machines are slower: {ignored}.
"""


@dataclass
class Row:
    """A measured workload."""
    workload: object
    run: dict

    @property
    def cores(self) -> int:
        return len(self.run["cores"])

    @property
    def key(self) -> list:
        """Leading columns."""
        other = [] if self.workload.variant == "base" else [self.workload.variant]
        return [self.workload.name, *other, str(self.cores)]

    def percent(self, bound: str) -> float | None:
        cycles = self.run["bounds"].get(bound)
        return 100 * cycles / self.run["cycles"] if cycles is not None else None


def page(rows: list) -> str:
    first = next((row.run for row in rows if row.workload.variant == "base"), rows[0].run)
    text = HEADER.format(hash=first["description"], pipe=first["contraction_pipe"], explained=EXPLAINED,
                         ignored=", ".join(first["ignored"]))
    for group, found in groupby(rows, lambda row: row.workload.group):
        text += section(group, list(found))
    return text + deviation(rows, "over all tables")


def section(title: str, rows: list) -> str:
    first = ["program", *(["variant"] if len(rows[0].key) > 2 else []), "cores"]
    text = f"\n## {title}\n\n" + table(first, COLUMNS, [row.key + bounds(row) for row in rows])
    text += means(rows) + waits(rows) + deviation(rows, "in this table")
    text += "\n" + table(first, LOSSES, [row.key + losses(row.run) for row in rows])
    below = [row for row in rows if row.percent("roof") < EXPLAINED]
    if below:
        text += "\n" + table([*first, "roof %", "where the rest goes"], [],
                             [[*row.key, f"{row.percent('roof'):.1f}", explanation(row)] for row in below])
    return text


def table(first: list, columns: list, rows: list) -> str:
    lines = ["| " + " | ".join([*first, *columns]) + " |",
             "|" + "---|" * len(first) + "--:|" * len(columns)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


# --- Cells --------------------------------------------------------------------

def spaced(number: float) -> str:
    return f"{round(number):,}".replace(",", " ")


def limit(cycles: dict) -> str:
    names = {"mma": "products", "dram": "DRAM", "latency": "latency"}
    return names[max(names, key=lambda key: cycles.get(key, 0))]


def share(percent: float | None) -> str:
    return "-" if percent is None else f"{percent:.1f}"


def bounds(row: Row) -> list:
    run, cycles = row.run, row.run["bounds"]
    predicted = spaced(run["predicted"]) if run["predicted"] else "-"
    return [spaced(run["cycles"]), predicted, *(spaced(cycles[key]) if cycles.get(key) else "-" for key in BOUNDS.values()),
            *(share(row.percent(key)) for key in ("mma", "roof", "shape_roof")), limit(cycles)]


def losses(run: dict) -> list:
    unit = run["pipes"][run["contraction_pipe"]]
    whole = run["cycles"] * len(run["cores"])
    idle = {**unit["idle"], "pipe": unit["idle"]["pipe"] + unit["idle"]["queue"]}
    parts = [unit["occupied"], *(idle[cause] for cause in CAUSES), unit["other"]]
    return [f"{100 * part / whole:.1f}" for part in parts]


def explanation(row: Row) -> str:
    texts = [advice["text"] for advice in row.run.get("advice", [])]
    moved = row.run["transfers"]["dram_read"] + row.run["transfers"]["dram_written"]
    times = moved / row.workload.compulsory
    # Programs that only copy have no work, so that the simulator does not know this.
    if times > 1.1 and not any("compulsory" in text for text in texts):
        texts.insert(0, f"moves {times:.1f} times the compulsory bytes")
    return "; ".join(texts) or "latencies"


# --- Summaries ----------------------------------------------------------------

def mean(values: list) -> float:
    return exp(sum(log(value) for value in values) / len(values))


def means(rows: list) -> str:
    """Geometric means for each number of cores that has several rows."""
    text = ""
    for cores in sorted({row.cores for row in rows}):
        some = [row for row in rows if row.cores == cores]
        if len(some) > 1:
            text += (f"\nGeometric mean of {len(some)} rows with {cores} core{'s' if cores > 1 else ''}: "
                     f"{mean([row.percent('roof') for row in some]):.1f} % of the roof, "
                     f"{mean([row.percent('shape_roof') for row in some]):.1f} % of the shape roof.\n")
    return text


def waits(rows: list) -> str:
    """The program whose cores wait most for core 0 and for each other."""
    shares = {}
    for row in rows:
        others = [core["stalls"]["sync"] for core in row.run["cores"][1:]]
        if others:
            shares[" ".join(row.key)] = 100 * sum(others) / len(others) / row.run["cycles"]
    if not shares:
        return ""
    worst = max(shares, key=shares.get)
    return (f"\nCores other than core 0 wait for barriers and semaphores for {shares[worst]:.1f} % of the time at most "
            f"({worst}).\n")


def deviation(rows: list, where: str) -> str:
    """The deviation of predictions from measured cycles."""
    errors = {" ".join(row.key): 100 * abs(row.run["predicted"] / row.run["cycles"] - 1)
              for row in rows if row.run["predicted"]}
    if not errors:
        return ""
    worst = max(errors, key=errors.get)
    return (f"\nPredictions {where} are {sum(errors.values()) / len(errors):.1f} % off on average, "
            f"{errors[worst]:.1f} % at most ({worst}).\n")
