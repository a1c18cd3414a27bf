#===- disabled_techniques.py - programs without techniques -----------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Runs models without each technique of the compiler on the first variant, and without
all but tiles on the others, and compares the results with CPU execution.

    disabled_techniques.py MODELS VARIANT ...
"""

import re
import subprocess
import sys
from pathlib import Path

MODELS = ["mlp-784-f32", "layernorm-256-f32", "attention-64-f32"]


def techniques() -> list:
    """Those that the error message for an unknown one lists."""
    done = subprocess.run(["matrix-run", "none.mlir", "--disable=unknown"], capture_output=True, text=True)
    return re.search(r"known are (.*)", done.stderr)[1].split(", ")


def run(model: Path, variant: str, disabled: list) -> bool:
    done = subprocess.run(["matrix-run", model / "model.mlir", f"--mcpu={variant}", "--random", "--check",
                           f"--disable={','.join(disabled)}"], capture_output=True, text=True, timeout=120)
    if done.returncode:
        print(model.name, variant, disabled, done.stdout, done.stderr)
    return done.returncode == 0


def main() -> None:
    folder, first, *others = sys.argv[1:]
    known = techniques()
    runs = [(first, [name]) for name in known]
    runs += [(variant, [name for name in known if name != "tiles"]) for variant in (first, *others)]
    right = [run(Path(folder) / model, *which) for model in MODELS for which in runs]
    print(f"{len(right)} programs, {right.count(False)} wrong")


main()
