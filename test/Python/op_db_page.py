"""The report of op_db.py as a page of the documentation."""

import re
from collections import Counter

INTRODUCTION = """# PyTorch operators

`test/Python/op_db.py` runs the entries of PyTorch's operator database (`op_db` of
`torch.testing`) with `torch.compile(backend="matrix")` on the default variant, and compares
results, strides and changed inputs with eager mode. An entry is an operator or a variant of
one; its verdict is the worst of its samples. This page is its output:

    cd test/Python
    ../../build/venv/bin/python op_db.py --type float32 --page ../../docs/pytorch-operators.md

"""

EXPLANATIONS = {
    "accelerated": "right, and a program ran",
    "idle": "right, and no program ran: views, random numbers, complex numbers",
    "refused": "an error that names an operator",
    "wrong": "another result than eager mode",
    "died": "any other error",
    "slow": "no result within the limit of time",
    "outside": "eager mode fails, or its results are not determined",
    "no sample": "no sample of the type with at most 4096 elements"}


def page(lines: list[dict], verdicts: list[str]) -> str:
    count = Counter((line["type"], line["verdict"]) for line in lines)
    types = sorted({line["type"] for line in lines})
    rows = [["verdict", *types, "explanation"], ["---", *["--:"] * len(types), "---"]]
    rows += [[verdict, *(str(count[name, verdict]) for name in types),
              EXPLANATIONS.get(verdict, "")] for verdict in verdicts]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"{INTRODUCTION}{table}\n\n## Without a lowering\n\n{refused(lines)}"


def refused(lines: list[dict]) -> str:
    """The operators named by errors, and the entries that call them."""
    found = {}
    for line in lines:
        name = re.search(r"operator ([\w.]+)", line["reason"])
        if line["verdict"] == "refused" and name:
            found.setdefault(name[1], set()).add(line["name"])
    rows = [f"| `{operator}` | {', '.join(sorted(entries))} |"
            for operator, entries in sorted(found.items())]
    return "\n".join(["| operator | entries |", "|---|---|", *rows]) + "\n"
