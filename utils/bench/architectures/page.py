#===- page.py - the page of the models -------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The page docs/models.md."""

from . import Architecture

HEADER = """\
# Models

PyTorch models with random weights, compiled by `torch.compile(model, backend="matrix")` and compared with eager mode.
Widths and inputs are reduced as stated, because each model runs in the timed simulator. One command runs the models of
`utils/bench/architectures` and writes this page; it requires the package `transformers` (`utils/setup --models`):

    utils/bench/models

* *error* is the largest difference from eager mode, over the largest magnitude of the result.
* *eager* is the number of operators that run in eager mode, and *graphs* that of captured graphs. *programs* are more
  than graphs if a graph was divided.
* *scalar* is the share of cycles in which the pipe of scalar instructions is occupied, and *roof* the lower bound of the
  cycles ([statistics](reference/statistics.md)), both in percent of the cycles. Models with small tensors are far from the roof.
* The last columns are seconds of capture by PyTorch, of the import by torch-mlir, of `matrix-compile`, and of the timed
  simulation, on the machine that wrote this page, with nothing in the cache.
"""

GROUPS = {"models": "", "held aside": """
Architectures that were not examined during the development of the compiler.
"""}
COLUMNS = ["model", "size", "error", "graphs", "programs", "eager", "cycles", "scalar %",
           "roof %", "capture s", "import s", "compile s", "simulation s"]


def page(rows: list[tuple[str, Architecture, dict]]) -> str:
    text = HEADER
    for variant in dict.fromkeys(variant for variant, _, _ in rows):
        for group, about in GROUPS.items():
            found = [(each, measured) for of, each, measured in rows
                     if of == variant and each.group == group]
            if found:
                title = f"{variant}, {group}" if about else variant
                text += f"\n## {title}\n{about}\n{table(found)}{remarks(found)}"
    return text


def table(rows: list[tuple[Architecture, dict]]) -> str:
    lines = ["| " + " | ".join(COLUMNS) + " |",
             "|---|---|" + "--:|" * (len(COLUMNS) - 2)]
    lines += ["| " + " | ".join([each.name, each.size, *cells(found)]) + " |"
              for each, found in rows]
    return "\n".join(lines) + "\n"


def cells(found: dict) -> list[str]:
    if "failure" in found:
        return ["fails", *["-"] * (len(COLUMNS) - 3)]
    return [f"{found['error']:.1e}", str(found["graphs"]), str(found["programs"]),
            str(len(found["eager"])), f"{found['cycles']:,}".replace(",", " "),
            f"{found['scalar']:.1f}", f"{found['roof']:.1f}",
            *(f"{found['seconds'][stage]:.1f}"
              for stage in ("capture", "import", "compile", "simulation"))]


def remarks(rows: list[tuple[Architecture, dict]]) -> str:
    """Failures, operators in eager mode, and divisions."""
    lines = []
    for each, found in rows:
        if "failure" in found:
            lines.append(f"* {each.name} fails: {plain(found['failure'])}")
            continue
        lines += [f"* {each.name}, in eager mode: {plain(line)}"
                  for line in dict.fromkeys(found["eager"])]
        lines += [f"* {each.name} is divided before {plain(line)}"
                  for line in dict.fromkeys(found["divisions"])]
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def plain(line: str) -> str:
    """Without the folders of this machine."""
    return " ".join("(" + word.rpartition("/")[2] if word.startswith("(/") else word
                    for word in line.split())
