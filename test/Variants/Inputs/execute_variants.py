#===- execute_variants.py - programs on random accelerators ------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Adds random variants (random_variants.py) and copies of the row machines with other
extents (resized_variants.py) to the description, builds all tools from it in
build-variants, and runs the suites that support every variant on the new ones, each with
one part of the programs.

    execute_variants.py --build BUILD --work FOLDER --seed 1 --count 12 --part 24
    execute_variants.py --build BUILD --work FOLDER --seed 1 --only-check
"""

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Selection" / "Inputs"))

from other_build import OtherBuild  # noqa: E402
from other_tables import InvalidRecords, Tables  # noqa: E402
from random_variants import HEAD, random_variants  # noqa: E402
from resized_variants import RESIZED, resized  # noqa: E402


def write_variants(options) -> Path:
    """Writes the variants that the description accepts. Returns their folder."""
    folder = options.work / "td"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.td"):
        old.unlink()
    tables = Tables(options.build, options.work / "tables")
    tables.out.mkdir(parents=True, exist_ok=True)
    (folder / "Random.td").write_text(HEAD + "".join(
        record for record in random_variants(options.seed, options.count)
        if is_accepted(record, tables)))
    for place, copy in enumerate(RESIZED):
        text = resized((tables.td / copy.file).read_text(), copy.name, 32 * (place + 1),
                       copy.edits)
        (folder / f"{Path(copy.file).stem}{copy.name}.td").write_text(text)
    tables.check(sorted(folder.glob("*.td")))
    return folder


def is_accepted(record: str, tables: Tables) -> bool:
    path = tables.out / "One.td"
    path.write_text(HEAD + record)
    try:
        tables.check([path])
    except InvalidRecords:
        return False
    return True


def names(folder: Path) -> list:
    texts = [path.read_text() for path in sorted(folder.glob("*.td"))]
    return [name for text in texts
            for name in re.findall(r'^def \w+ : (?:Family)?Variant<"([\w-]+)"', text, re.M)]


def check(options) -> bool:
    folder = write_variants(options)
    variants = names(folder)
    if options.only_check:
        print(f"seed {options.seed}: {len(variants) - len(RESIZED)} of {options.count} "
              f"random accelerators accepted, {len(RESIZED)} copies")
        return True
    build = OtherBuild(options.build, "build-variants")
    is_right, text = build.make_and_test(folder, options.filter, variants=",".join(variants),
                                         part=options.part)
    print(f"seed {options.seed}: {len(variants)} accelerators, {text}", flush=True)
    return is_right


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--part", type=int, default=24, help="denominator of the part")
    parser.add_argument("--only-check", action="store_true", help="build nothing")
    parser.add_argument("--filter", default="", help="only tests of this name")
    sys.exit(not check(parser.parse_args()))


if __name__ == "__main__":
    main()
