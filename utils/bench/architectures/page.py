#===- page.py - the page of the models -------------------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The page docs/models.md: a table for each variant and group of models, followed by the
failures, the operators in eager mode and the divisions of graphs of its rows.
"""

from . import FULL_SIZE, Architecture

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
* *DRAM* is the memory of the largest program, in KiB: code, variables, tensors and stacks.
* The last columns are seconds of capture by PyTorch, of the import by torch-mlir, of `matrix-compile`, and of the timed
  simulation, with nothing in the cache, and of `iree-compile` 3.10 for the CPU, on the same Linalg text. The machine that
  wrote this page had other work: only columns of one row are comparable. "-" is not measured.
"""

GROUPS = {"models": "", "held aside": """
Architectures that were not examined during the development of the compiler.
""", "held aside, second set": """
Architectures that no test and no page named before this table, as they ran the first time. SIREN multiplies the
arguments of sines by 30: of the same model in f64, eager mode differs by 1.3e-05, and the program by 7.7e-06. What S4D
and Mixtral compute in eager mode here runs on the accelerator since.
""", FULL_SIZE: """
Not reduced, and without cycle counting. The f32 row has the difference without the rounding of bf16 in 28 layers.
"""}
COLUMNS = ["model", "size", "error", "graphs", "programs", "eager", "cycles", "scalar %",
           "roof %", "DRAM", "capture s", "import s", "compile s", "simulation s", "IREE s"]
SECONDS = ["capture", "import", "compile", "simulation", "iree-compile"]


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
    measured = [spaced(found["cycles"]), f"{found['scalar']:.1f}", f"{found['roof']:.1f}"]
    return [f"{found['error']:.1e}", str(found["graphs"]), str(found["programs"]),
            str(len(found["eager"])), *(measured if found["cycles"] else ["-"] * 3),
            spaced(found["dram"] // 1024) if "dram" in found else "-",
            *(seconds(found["seconds"].get(stage, "-")) for stage in SECONDS)]


def spaced(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def seconds(spent: float | None | str) -> str:
    """None: the tool failed; "-": it did not run."""
    return "fails" if spent is None else spent if spent == "-" else f"{spent:.1f}"


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
