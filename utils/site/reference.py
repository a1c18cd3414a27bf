#===- utils/site/reference.py - generated reference pages ------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Generates pages below docs/reference from a build: variants and instructions from
the description, options of each tool from its --help, dialect and passes from the
pages of mlir-tblgen in the build folder, functions of the C library from its header.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

from c_header import header_page
from pages import write_if_changed

PREFIX = Path("docs/reference")
MANUAL = "matrix-isa.html"
TOOLS = ["matrix-compile", "matrix-run", "matrix-tune", "matrix-sim", "matrix-cc", "matrix-mc", "matrix-ld",
         "matrix-objdump", "matrix-mca", "matrix-opt", "matrix-translate",
         "matrix-lsp-server", "matrix-tblgen", "llc"]


def generate(root: Path, build: Path, source: Path) -> set[Path]:
    """Returns the files written, relative to `source`."""
    texts = {
        "isa.md": isa_page(description(root, build)),
        "c-api.md": header_page(root / "simulator/include/matrix_sim.h"),
        "scripts.md": scripts_page(root),
        **{f"options/{tool}.md": options_page(build, tool) for tool in TOOLS},
        **mlir_pages(root, build),
    }
    for name, text in texts.items():
        write_if_changed(source / PREFIX / name, text)
    return {PREFIX / name for name in texts}


def write_manual(root: Path, build: Path, html: Path) -> None:
    """The manual is one page with its own style and search."""
    (html / MANUAL).write_text(tblgen(root, build, "-gen-isa-html"))


def tblgen(root: Path, build: Path, generator: str) -> str:
    return output([build / "bin/matrix-tblgen", generator, "-I", root / "td", "-I",
                   llvm_config("--includedir"), build / "td/MatrixAll.td"])


def output(command: list) -> str:
    try:
        return subprocess.run([str(part) for part in command], check=True, text=True,
                              capture_output=True, timeout=120).stdout
    except FileNotFoundError:
        sys.exit(f"site: error: no program {command[0]}; run utils/setup and utils/build")
    except subprocess.CalledProcessError as failed:
        sys.exit(f"{failed.stderr}site: error: {command[0]} failed")


def description(root: Path, build: Path) -> dict:
    return json.loads(tblgen(root, build, "-dump-description"))


# --- Instruction set ----------------------------------------------------------

CLASSES = {"tile": "Instructions on tile registers", "rows": "Instructions on row memories",
           "system": "System instructions", "scalar": "Scalar instructions"}


def isa_page(facts: dict) -> str:
    lines = ["# Instruction set", "",
             f'<a href="../../{MANUAL}">The manual</a> has the encoding, operation, operands and '
             "timing of every instruction, the registers, memories, control registers, the DMA "
             "descriptor and the operators of semantics, on one searchable page. This page is "
             "its index. Both are generated from the description.", "",
             "## Variants", "",
             "| `-mcpu` | cores | tile registers | machine |", "|---|--:|---|---|"]
    lines += [f"| {anchor('variant-' + v['cpu'], v['cpu'])} | {v['cores']} | {tiles(v)} | "
              f"{v['summary']} |" for v in facts["variants"]]
    for kind, title in CLASSES.items():
        lines += ["", f"## {title}", "", "| instruction | pipe | variants |", "|---|---|---|"]
        lines += [f"| {anchor('insn-' + i['record'], syntax(i))} | {i['pipe']} | {owners(i)} |"
                  for i in sorted(facts["instructions"], key=lambda i: i["mnemonic"])
                  if i["class"] == kind]
    return "\n".join(lines) + "\n"


def anchor(name: str, text: str) -> str:
    return f'<a href="../../{MANUAL}#{name}"><code>{text}</code></a>'


def tiles(variant: dict) -> str:
    if not variant.get("tiles"):
        return "none"
    found = variant["tiles"]
    return f"{found['registers']} of {found['rows']} x {found['row_bytes']} bytes"


def syntax(instruction: dict) -> str:
    return instruction["assembly"].replace("\t", " ").replace("$", "").replace("|", "\\|")


def owners(instruction: dict) -> str:
    return ", ".join(instruction["timing"])


# --- Options ------------------------------------------------------------------

def options_page(build: Path, tool: str) -> str:
    text = output([build / "bin" / tool, "--help"]).replace(str(build), "build")
    return (f"# {tool}\n\nThe output of `{tool} --help`.\n\n"
            f"```text\n{text.strip()}\n```\n")


def scripts_page(root: Path) -> str:
    lines = ["# Scripts", "", "The header of each script in `utils/`. Python scripts also take "
             "`--help`.", ""]
    for path in sorted((root / "utils").glob("*")) + sorted((root / "utils").glob("*/*")):
        if path.is_file() and (usage := header(path.read_text())):
            lines += [f"## {path.relative_to(root)}", "", "```text", usage, "```", ""]
    return "\n".join(lines)


def header(text: str) -> str:
    """The comment or docstring after the license of an executable script."""
    if not text.startswith("#!"):
        return ""
    body = text.partition("#===------------------------------------------------------------"
                          "------------===#\n")[2]
    if found := re.match(r'"""(.*?)"""', body, re.S):
        return found[1].strip()
    found = re.match(r"(?:#.*\n)+", body)
    comment = found[0].partition("#===---")[0] if found else ""
    return "\n".join(line[1:].removeprefix(" ") for line in comment.splitlines()).strip("\n")


# --- Dialect and passes -------------------------------------------------------

PASSES = {
    "mlir-dialects/include/matrix/Dialect/Matrix/Transforms/MatrixPasses.td":
        "Passes of the dialect",
    "frontend/include/matrix/Frontend/Passes.td": "Passes of the frontend"}


def mlir_pages(root: Path, build: Path) -> dict[str, str]:
    """The dialect's pages of the build, and the documentation of pass declarations."""
    pages = {f"mlir/{path.name}": path.read_text().replace("[TOC]\n", "")
             for path in sorted((build / "docs/Dialects").rglob("*.md"))}
    for name, title in PASSES.items():
        pages[f"mlir/{name.partition('/')[0]}-passes.md"] = passes_page(root / name, title)
    return pages


def passes_page(path: Path, title: str) -> str:
    text = output([llvm_config("--bindir") + "/mlir-tblgen", "-gen-pass-doc", "-I",
                   llvm_config("--includedir"), "-I", path.parent, path])
    return f"# {title}\n\n" + text.replace("\n### ", "\n## ")


def llvm_config(option: str) -> str:
    return output(["llvm-config-22", option]).strip()
