#===- execute_additions.py - records more never change a result ------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Adds random records (random_records.py) to the description, builds all tools from it
in build-records, and runs every suite that is independent of the description: programs
are correct (matrix-run --check), and their results are bit-identical to those of the
build without the records (test/Integration/Additions).

    execute_additions.py --build BUILD --work FOLDER --seed 1 --count 40
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

from check_additions import Additions
from other_build import OtherBuild
from random_records import random_records


def used(build: OtherBuild, seed: int) -> set:
    """The added instructions in the programs that the suites compiled."""
    found = set()
    for program in (build.folder / "test").rglob("*.elf"):
        text = subprocess.run([build.folder / "bin" / "matrix-objdump", "-d", program],
                              capture_output=True, text=True).stdout
        found |= set(re.findall(rf"\brnd{seed}x\d+", text))
    return found


def check(options, seed: int) -> bool:
    additions = Additions(options, f"records{seed}")
    records = additions.accept(random_records(seed, options.count))
    build = OtherBuild(options.build, "build-records")
    is_right, text = build.make_and_test(additions.path, options.filter, before=build.before)
    print(f"seed {seed}: {len(records)} of {options.count} records accepted, "
          f"{len(used(build, seed))} used, {text}", flush=True)
    return is_right


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batches", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--filter", default="", help="only tests of this name")
    options = parser.parse_args()
    good = [check(options, seed)
            for seed in range(options.seed, options.seed + options.batches)]
    sys.exit(not all(good))


if __name__ == "__main__":
    main()
