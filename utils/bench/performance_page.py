#===- utils/bench/performance_page.py - the page of cycles -----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The text of docs/performance.md: for each group of runs a table of cycles and
bounds, and one that divides the cycles of the contraction pipe by cause."""

CAUSES = ("operand", "pipe", "dma", "sync", "bubble", "drain")
BOUNDS = {"products": "mma", "tiles": "shape", "DRAM": "dram", "elements": "ew"}
COLUMNS = ["cycles", "predicted", *BOUNDS, "peak %", "roof %", "shape roof %", "limit"]
LOSSES = ["busy", *CAUSES, "other"]

HEADER = """\
# Performance

Cycles of matrix products and of the models of `test/Models` on variant `{variant}`, by the [timing
model](timing.md). One command measures them and writes this page:

    utils/bench/performance

The description is {hash}. [Statistics](reference/statistics.md) defines the columns:

* Bounds, in cycles: *products* at the peak rate; *tiles*, products of whole tiles; *DRAM*, compulsory traffic. No
  program takes less than the largest bound. *elements* is an estimate: the elementwise operations of the source.
* *predicted* are the cycles that the compiler's cost function predicts for the plan, if the program is one contraction.
* Percentages of the measured cycles: *peak* is *products*; *roof* is the largest bound, and *limit* its name, or
  latency; *shape roof* is the same with *tiles* instead of *products*.
* The second table divides the cycles of the contraction pipe ({pipe}) of all cores, in percent: busy, or idle while its
  core waited for an operand, a pipe or its queue, a DMA transfer, or other cores, in a branch bubble (*bubble*), after
  its last instruction (*drain*), or while it issued to another pipe (*other*).

The command fails at the first wrong result. Products must equal those of NumPy; the results of models are compared with
PyTorch and CPU execution by `matrix-run --check --expect`.

Not modeled, so that real machines are slower: {ignored}.
"""


def page(variant: str, last: dict, products: list, models: list, others: list) -> str:
    """Each list has pairs of leading columns and statistics; `last` are those of a run
    on the variant."""
    text = HEADER.format(variant=variant, hash=last["description"], pipe=last["contraction_pipe"],
                         ignored=", ".join(last["ignored"]))
    if products:
        text += section("Matrix products, n x n x n", ["n", "type", "cores"], products)
    if models:
        text += section("Models", ["model", "cores"], models)
    if others:
        text += section("Matrix products of other variants", ["variant", "n", "type", "cores"], others)
    return text


def spaced(number: float) -> str:
    return f"{round(number):,}".replace(",", " ")


def limit(bounds: dict) -> str:
    names = {"mma": "products", "dram": "DRAM", "latency": "latency"}
    return names[max(names, key=lambda key: bounds.get(key, 0))]


def bounds(run: dict) -> list:
    percent, cycles = run["percent"], run["bounds"]
    predicted = spaced(run["predicted"]) if run["predicted"] else "-"
    return [spaced(run["cycles"]), predicted, *(spaced(cycles[key]) if cycles.get(key) else "-" for key in BOUNDS.values()),
            *(f"{percent[key]:.1f}" if key in percent else "-" for key in ("peak", "roof", "shape_roof")),
            limit(cycles)]


def losses(run: dict) -> list:
    unit = run["pipes"][run["contraction_pipe"]]
    whole = run["cycles"] * len(run["cores"])
    idle = {**unit["idle"], "pipe": unit["idle"]["pipe"] + unit["idle"]["queue"]}
    parts = [unit["occupied"], *(idle[cause] for cause in CAUSES), unit["other"]]
    return [f"{100 * part / whole:.1f}" for part in parts]


def table(first: list, columns: list, rows: list) -> str:
    lines = ["| " + " | ".join([*first, *columns]) + " |",
             "|" + "---|" * len(first) + "--:|" * len(columns)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def deviation(results: list) -> str:
    """The deviation of predictions from measured cycles."""
    errors = {" ".join(head): 100 * abs(run["predicted"] / run["cycles"] - 1)
              for head, run in results if run["predicted"]}
    if not errors:
        return ""
    worst = max(errors, key=errors.get)
    return (f"\nPredictions are {sum(errors.values()) / len(errors):.1f} % off on average, "
            f"{errors[worst]:.1f} % at most ({worst}).\n")


def section(title: str, first: list, results: list) -> str:
    return (f"\n## {title}\n\n" + table(first, COLUMNS, [head + bounds(run) for head, run in results]) +
            deviation(results) + "\n" + table(first, LOSSES, [head + losses(run) for head, run in results]))
