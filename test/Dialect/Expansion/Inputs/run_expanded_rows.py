#===- run_expanded_rows.py - execution of expanded row instructions --------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Compiles programs to row-memory instructions, replaces each by its reference expansion
(--matrix-expand), runs the result on the host and compares with NumPy.

    run_expanded_rows.py CASES.py WORK NAME...      names of CASES.py's programs
"""

import ctypes
import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).resolve().parents[3] / "Inputs"))
from host_lowering import lowering  # noqa: E402

SELECT = (
    "builtin.module(matrix-set-target{{cpu={cpu}}},func.func(matrix-legalize,canonicalize,cse),"
    "matrix-lower-fusion-trees,canonicalize,cse,func.func(empty-tensor-to-alloc-tensor),"
    # Functions return the allocated pointer: alignment would offset the data.
    "one-shot-bufferize{{bufferize-function-boundaries=1 buffer-alignment=0 "
    "function-boundary-type-conversion=identity-layout-map}},"
    "matrix-expand-launches,func.func(convert-linalg-to-loops,matrix-select-rows))")


def run(*command):
    return subprocess.run([str(part) for part in command], check=True,
                          capture_output=True, text=True).stdout


def load_cases(path):
    spec = importlib.util.spec_from_file_location("row_cases", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compile_program(case, work: Path, name: str) -> tuple[Path, int]:
    """Builds a host library; returns the number of row-memory instructions it expands."""
    source, rows = work / f"{name}.mlir", work / f"{name}.rows.mlir"
    source.write_text(case.mlir())
    rows.write_text(run("matrix-opt", source,
                        f"-pass-pipeline={SELECT.format(cpu=case.variant)}"))
    text = rows.read_text()
    if "linalg." in text:
        raise SystemExit(f"{name}: not all of it is instructions")
    count = len(re.findall(rf"^ *matrix\.{case.variant}\.", text, re.M))
    # Cases that differ only in their data compile to the same program.
    if text not in LIBRARIES:
        LIBRARIES[text] = expand(rows, work, name)
    return LIBRARIES[text], count


LIBRARIES = {}


def expand(rows: Path, work: Path, name: str) -> Path:
    lowered, ir, library = (work / f"{name}{suffix}" for suffix in (
        ".llvm.mlir", ".ll", ".so"))
    text = run("matrix-opt", rows, *lowering(unroll=False))
    lowered.write_text(re.sub("matrix.target = #matrix.target<[^>]*>", "", text))
    run("mlir-translate", "--mlir-to-llvmir", lowered, "-o", ir)
    libraries = Path(shutil.which("mlir-opt")).resolve().parents[1] / "lib"
    run("clang", "-w", "-O0", "-shared", "-fPIC", ir, "-o", library, "-lm",
        libraries / "libmlir_float16_utils.so", f"-Wl,-rpath,{libraries}")
    return library


def execute(library: Path, arguments, expected) -> np.ndarray:
    function = ctypes.CDLL(str(library)).main
    function.restype = ctypes.c_void_p
    address = function(*(ctypes.c_void_p(a.ctypes.data) for a in arguments))
    data = ctypes.string_at(address, expected.nbytes)
    return np.frombuffer(data, expected.dtype).reshape(expected.shape)


def main() -> int:
    cases, work = load_cases(sys.argv[1]), Path(sys.argv[2])
    work.mkdir(parents=True, exist_ok=True)
    total = wrong = 0
    for name in sys.argv[3:]:
        arguments, expected = cases.generate(name)
        library, count = compile_program(cases.CASES[name], work, name)
        got = execute(library, arguments, expected)
        differ = np.count_nonzero(cases.quiet(got) != cases.quiet(expected))
        print(f"{name}: {count} instructions on rows, {differ} of {got.size} elements differ")
        total += count
        wrong += bool(differ > cases.allowed(got))
    print(f"{total} instructions on rows expanded, {wrong} programs wrong")
    return int(wrong > 0 or total == 0)


if __name__ == "__main__":
    sys.exit(main())
