"""The report of op_db.py as a page of the documentation."""

import re
from collections import Counter

INTRODUCTION = """# PyTorch operators

The [backend](../pytorch.md) compiles operators to programs of the accelerator, and leaves others to PyTorch.
`test/Python/op_db.py` runs the entries of PyTorch's operator database (`op_db` of
`torch.testing`) with `torch.compile(backend="matrix")` on the default variant, and compares
results, strides and changed inputs with eager mode. An entry is an operator or a variant of
one; its verdict is the worst of its samples. This page is its output of {date}:

    cd test/Python
    ../../build/venv/bin/python op_db.py {options}

"""

HEADING = "## Each entry\n"

EXPLANATIONS = {
    "accelerated": "right, and everything ran in programs",
    "nothing": "right, and there is nothing to compute: views, no elements",
    "fallback": "right, a program ran, and PyTorch computed some operators",
    "idle": "right, and PyTorch computed everything: random numbers, missing lowerings",
    "refused": "an error that names an operator",
    "wrong": "another result than eager mode",
    "died": "any other error",
    "slow": "no result within the limit of time",
    "outside": "eager mode fails, or its results are not determined",
    "no sample": "no sample of the type that has elements"}


def page(lines: list[dict], verdicts: list[str], date: str, options: str,
         missing: int = 0) -> str:
    """missing: the number of entries that have not run."""
    entries = Counter((line["type"], line["verdict"]) for line in lines)
    samples = Counter()
    for line in lines:
        for verdict, count in line["samples"].items():
            samples[line["type"], verdict] += count
    types = sorted({line["type"] for line in lines})
    partial = f"{missing} entries are missing, because the run was interrupted.\n\n"
    introduction = INTRODUCTION.format(date=date, options=options) + partial * bool(missing)
    return introduction + "\n".join([
        "## Entries\n", table(entries, types, verdicts),
        "## Samples\n", table(samples, types, verdicts),
        "## In eager mode\n", in_eager(lines),
        HEADING, each(lines, types)])


def table(count: Counter, types: list[str], verdicts: list[str]) -> str:
    rows = [["verdict", *types, "explanation"], ["---", *["--:"] * len(types), "---"]]
    rows += [[verdict, *(str(count[name, verdict]) for name in types),
              EXPLANATIONS.get(verdict, "")] for verdict in verdicts]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def in_eager(lines: list[dict]) -> str:
    """The operators that PyTorch computes or errors name, and their entries."""
    found = {}
    for line in lines:
        for name in re.findall(r"\b(?:aten|prims|torch_nn)\.\w+(?:\.\w+)?", line["reason"]):
            if line["verdict"] in ("fallback", "idle", "refused"):
                found.setdefault(name, set()).add(line["name"])
    rows = [f"| `{operator}` | {', '.join(sorted(entries))} |"
            for operator, entries in sorted(found.items())]
    return "\n".join(["| operator | entries |", "|---|---|", *rows]) + "\n"


def each(lines: list[dict], types: list[str]) -> str:
    """The verdict on each entry, by type."""
    found = {(line["name"], line["type"]): line["verdict"] for line in lines}
    rows = [["entry", *types], ["---"] * (1 + len(types))]
    rows += [[f"`{name}`", *(found.get((name, dtype), "") for dtype in types)]
             for name in sorted({name for name, _ in found})]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def recorded(text: str) -> dict[tuple[str, str], str]:
    """The verdicts that a page has, by entry and type."""
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")]
            for line in text.partition(HEADING)[2].splitlines() if line.startswith("|")]
    return {(row[0], dtype): verdict for row in rows[2:]
            for dtype, verdict in zip(rows[0][1:], row[1:]) if verdict}
