#!/usr/bin/env python3
#===- test/Integration/Random/random_programs.py - programs by seed ----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Random programs, generated from kind and seed alone, independently of the compiler, and
every operation of arith and math on every element type.

    random_programs.py NAME FOLDER     write FOLDER/model.mlir and FOLDER/arg<i>.npy

NAME is a kind and a seed, `dags-17`, or `operations-bf16`.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import accesses  # noqa: E402
import control_flow  # noqa: E402
import dags  # noqa: E402
import operations  # noqa: E402
import regions  # noqa: E402
import scatters  # noqa: E402
import windows  # noqa: E402
from networks import images, sequences  # noqa: E402

GENERATORS = {"dags": dags.generate, "windows": windows.generate,
              "control_flow": control_flow.generate, "accesses": accesses.generate,
              "regions": regions.generate, "images": images.generate,
              "sequences": sequences.generate, "scatters": scatters.generate}

# Seeds from 0, all of them on every variant (`lit -Dfull=1`), and the number of seeds
# that run by default, each on one variant.
ALL = {"dags": 2000, "windows": 500, "control_flow": 200, "accesses": 500, "regions": 300,
       "images": 500, "sequences": 500, "scatters": 400}
FIXED = {"dags": 75, "windows": 30, "control_flow": 12, "accesses": 30, "regions": 18,
         "images": 30, "sequences": 30, "scatters": 24}


def names() -> list[str]:
    return [f"operations-{kind}" for kind in operations.TYPES] + \
        [f"{kind}-{seed}" for kind, count in ALL.items() for seed in range(count)]


def number(name: str) -> int:
    kind, _, seed = name.rpartition("-")
    return operations.TYPES.index(seed) if kind == "operations" else int(seed)


def is_fixed(name: str) -> bool:
    """Whether the program runs without -Dfull=1. Of the two formats of 8 bits, one does:
    their programs take longest."""
    kind, _, seed = name.rpartition("-")
    return seed != "f8E5M2" if kind == "operations" else number(name) < FIXED[kind]


def generate(name: str):
    kind, _, seed = name.rpartition("-")
    if kind == "operations":
        return operations.generate(seed, operations.operations(seed))
    return GENERATORS[kind](int(seed))


def check_of(name: str) -> str:
    """The check option of matrix-run. Bit operations do not exist in f64, and single
    operations accumulate no rounding errors."""
    return "--check" if name.startswith("operations") else "--check=f64"


def write(name: str, folder: Path) -> list[str]:
    """Returns the arguments of matrix-run."""
    import numpy as np
    program = generate(name)
    folder.mkdir(parents=True, exist_ok=True)
    for argument in folder.glob("arg*.npy"):  # of an earlier generator
        argument.unlink()
    (folder / "model.mlir").write_text(program.text)
    command = [str(folder / "model.mlir"), check_of(name), "--functional"]
    for i, array in enumerate(program.arrays()):
        path = folder / f"arg{i}.npy"
        np.save(path, array)
        command += ["--input", str(path)]
    return command


if __name__ == "__main__":
    write(sys.argv[1], Path(sys.argv[2]))
