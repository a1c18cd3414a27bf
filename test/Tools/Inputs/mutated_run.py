#===- mutated_run.py - matrix-run with a fault-injected simulator ----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""mutated_run.py BUILD FOLDER MISTAKE: writes a folder of tools whose simulator decodes
some instructions as others (fault injection). The build is not modified."""

import shutil
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "Mutations" / "Inputs"))
from mutate import Scratch  # pylint: disable=wrong-import-position
from mutations import SIMULATOR, Mutation  # pylint: disable=wrong-import-position


def value(name):
    return rf'("{name}", "[^"]*", \w+, )(\w+)'


# Replacements in the decoder's table; the value follows the mask.
MISTAKES = {
    # Maxima are decoded as minima.
    "result": (value(r"tmax\.f32") + "(.*?)" + value(r"tmin\.f32"), r"\1\5\3\4\2"),
    # The instruction is never decoded.
    "trap": (value(r"texp\.f32"), r"\1 0xffffffffu"),
    # Tile loads are decoded as stores.
    "hazard": (value("tld") + "(.*?)" + value("tst"), r"\1\5\3\4\2"),
}

build, folder, name = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3]
shutil.rmtree(folder, ignore_errors=True)
pattern, replacement = MISTAKES[name]
scratch = Scratch(build, folder)
shutil.copy2(build / "bin" / "matrix-run", folder / "bin")
# libmatrix_sim.so.N; the name without the number is a symbolic link.
library = (build / "lib" / "libmatrix_sim.so").resolve().name
scratch.build_tool(Mutation(
    name, name, "simulator/MatrixSimDecoder.inc", pattern, replacement,
    [f"{SIMULATOR}Core/Decoder.cpp.o"], f"lib/{library}", [], ""))
