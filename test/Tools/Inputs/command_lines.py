"""command_lines.py DESCRIPTION.json: checks options common to all tools. Prints
the tools that pass."""

import json
import re
import subprocess
import sys
from pathlib import Path

VARIANTS = [variant["cpu"] for variant in
            json.loads(Path(sys.argv[1]).read_text())["variants"]]
WITH_CPU = {"llc": [], "matrix-cc": [], "matrix-compile": [], "matrix-ld": [], "matrix-mc": [],
            "matrix-mca": [], "matrix-objdump": ["-d", "model.o"], "matrix-run": [],
            "matrix-sim": [], "matrix-tune": []}
TOOLS = sorted([*WITH_CPU, "matrix-lsp-server", "matrix-opt", "matrix-tblgen", "matrix-translate"])
NO_DESCRIPTION = "matrix-tblgen"    # reads a description itself


def run(*command, given=b"") -> subprocess.CompletedProcess:
    return subprocess.run(command, input=given, capture_output=True, check=False, timeout=60)


def version(tool):
    done = run(tool, "--version")
    text = done.stdout.decode()
    assert done.returncode == 0, done
    assert re.search(r"^Matrix version \d+\.\d+\.\d+$", text, re.MULTILINE), (tool, text)
    assert "LLVM version 22" in text, (tool, text)
    assert tool == NO_DESCRIPTION or re.search(r"^  Description [0-9a-f]{16}$", text,
                                               re.MULTILINE), (tool, text)


def variants(tool):
    done = run(tool, *WITH_CPU[tool], "--mcpu=help")
    text = (done.stdout + done.stderr).decode()
    assert done.returncode == 0, done
    for name in VARIANTS:
        assert re.search(rf"^\s+{re.escape(name)}\s", text, re.MULTILINE), (tool, name, text)


def own_name(tool):
    """The tool's name in the message about a missing file or about an option."""
    for words in (["--frobnicate"], ["missing.file"]):
        done = run(tool, *words)
        text = "".join(line for line in (done.stdout + done.stderr).decode().splitlines()
                       if "error" in line or "nknown" in line)
        assert done.returncode, (tool, done)
        assert not re.search(r"llvm-(mc|mca|objdump|tblgen)\b|mlir-(opt|translate)\b|/llc\b",
                             text), (tool, text)
    assert tool in run(tool, "--frobnicate").stderr.decode(), tool


READERS = {    # input file given as "-"
    "llc": ("model.ll", ["-filetype=obj", "-o", "-"]),
    "matrix-compile": ("model.mlir", ["--emit=asm"]),
    "matrix-ld": ("model.o", ["-o", "-"]),
    "matrix-mc": ("model.s", ["-filetype=obj", "-o", "-"]),
    "matrix-objdump": ("model.o", ["-d"]),
    "matrix-opt": ("model.mlir", []),
    "matrix-run": ("model.mlir", ["--random", "--check"]),
    "matrix-sim": ("model.elf", [f"--input=arg{i}.npy" for i in range(3)] + ["--output=-"]),
    "matrix-translate": ("model.ll", ["--import-llvm"]),
}


def standard_input(tool):
    name, options = READERS[tool]
    given, named = run(tool, *options, "-", given=Path(name).read_bytes()), run(tool, *options, name)
    assert given.returncode == named.returncode == 0, (tool, given.stderr, named.stderr)
    strip = lambda text: re.sub(rb"<stdin>|model\.\w+|^\s*\.file.*$|-:", b"", text,
                                flags=re.MULTILINE)
    assert given.stdout, tool
    if tool not in ("llc", "matrix-compile", "matrix-mc"):    # debug information contains the name
        assert strip(given.stdout) == strip(named.stdout), tool


def say(question, tools, ask):
    for tool in tools:
        ask(tool)
    print(question + ":", *tools, flush=True)


def main():
    for kind, name in (("llvm", "model.ll"), ("asm", "model.s"), ("obj", "model.o"),
                       ("elf", "model.elf")):
        assert not run("matrix-compile", f"--emit={kind}", "model.mlir", "-o", name).returncode
    say("versions", TOOLS, version)
    say("variants", sorted(WITH_CPU), variants)
    say("own names", [tool for tool in TOOLS if tool != "matrix-lsp-server"], own_name)
    say("standard input", sorted(READERS), standard_input)


main()
