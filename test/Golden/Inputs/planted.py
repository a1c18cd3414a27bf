#===- planted.py - fault injection into records ----------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Errors that pass every generated test, because the generators reproduce
them: each is an edit of a copy of td/. `caught` is a pattern of the instructions
that the comparison must report, and no others.

    planted.py TD FLAGS... ALL.td TABLE --work FOLDER"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from golden_commands import run

HERE = Path(__file__).resolve().parent


@dataclass
class Planted:
    what: str
    file: str
    old: str
    new: str
    caught: str                # a pattern over mnemonics


# At most one error per instruction, so that all are in one copy.
SEMANTICS = [
    Planted("operands exchanged", "Isa/TileElementwise.td",
            "(Sub $ta, $tb)", "(Sub $tb, $ta)", r"tsub\.\w+"),
    Planted("rounded twice", "Isa/TileElementwise.td",
            "(Fma $ta, $tb, $c)", "(Add (Mul $ta, $tb), $c)", r"tfma\.f32"),
    Planted("a tie rounded up", "Isa/TileElementwise.td",
            "(Round $ta)", '(Floor (Add $ta, "0.5"))', r"trnd\.f32"),
    Planted("rounded towards minus infinity", "Isa/TileConvert.td",
            "(Cast FmtI32, $ta)", "(Cast FmtI32, (Floor $ta))", r"tcvt\.i32\.f32"),
    Planted("less instead of less or equal", "Isa/TileElementwise.td",
            "(Le $ta, $tb)", "(Lt $ta, $tb)", r"tcle\.\w+"),
    Planted("logical instead of arithmetic", "Isa/TileElementwise.td",
            "(Sra $ta, $tb)", "(Shr $ta, $tb)", r"tsra\.i32"),
    Planted("greatest instead of least", "Isa/TileElementwise.td",
            "(MinU $ta, $tb)", "(MaxU $ta, $tb)", r"tmin\.u8"),
    Planted("along the other axis", "Isa/TileElementwise.td",
            '"trsum", t, (Reduce Add, "ik->ij"', '"trsum", t, (Reduce Add, "kj->ij"',
            r"trsum\.\w+"),
    Planted("both factors unsigned", "Isa/TileContract.td",
            "TI32, TU8, TI8", "TI32, TU8, TU8", r"tmma\.i32\.u8"),
    Planted("rows instead of columns", "Isa/TileMisc.td",
            "(Mask $tb, ?)", "(Mask ?, $tb)", r"tmaskr"),
    Planted("the wrong scale", "Isa/TileConvert.td",
            "(Row FmtF32, $tp, 4, $q, 2)", "(Row FmtF32, $tp, 4, $q, 1)", r"tposta\..*"),
    Planted("an offset that is not added", "Isa/TileMemory.td",
            "(Store $td, $ra, $offset, RowBytes)", "(Store $td, $ra, 0, RowBytes)",
            r"tstc"),
]
ENCODINGS = [
    Planted("another function code", "Isa/TileElementwise.td",
            'Tile2<2, "tmul"', 'Tile2<30, "tmul"', r"tmul\.\w+"),
    Planted("two type codes exchanged", "Isa/TileMisc.td",
            '"i", $tb)>;\ndef TIOTA_C : TileMisc<4, FmtI32',
            '"i", $tb)>;\ndef TIOTA_C : TileMisc<4, FmtBF16', r"tiota\.c"),
    Planted("a field one bit lower", "Isa/TileMemory.td",
            "let imm{6-5} = q", "let imm{5-4} = q", r"tstb\.\w"),
    Planted("the f32 side not marked", "Isa/TileConvert.td",
            "TileConvert<!add(2, !shl(W.Float, 3))",
            "TileConvert<!add(2, !shl(W.Float, 4))", r"tcvtw\.f32\.\w+"),
]
FIELDS = [
    Planted("two fields exchanged in the format", "Schema/Encoding.td",
            "let Inst{20-16} = ta; let Inst{15-11} = tb;",
            "let Inst{20-16} = tb; let Inst{15-11} = ta;",
            # Instructions with either register.
            r"(?!tzero|dma|sem|bar|tld|tst).*"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("td", type=Path)
    parser.add_argument("all_td", type=Path)
    parser.add_argument("include", type=Path)
    parser.add_argument("table", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    options = parser.parse_args()
    missed = []
    for kind, batch in ("semantics", SEMANTICS), ("encoding", ENCODINGS), (
            "encoding", FIELDS):
        missed += plant(options, kind, batch)
    count = len(SEMANTICS + ENCODINGS + FIELDS)
    print(f"{count} wrong records planted, {len(missed)} not caught", *missed, sep="\n")
    sys.exit(bool(missed))


def plant(options, kind, batch):
    """Returns errors that are not reported, and correct instructions that are."""
    copy = options.work / "td"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(options.td, copy)
    for planted in batch:
        edit(copy / planted.file, planted)
    description = options.work / "wrong.json"
    description.write_text(run("matrix-tblgen", "-dump-description", "-I", copy, "-I",
                                options.include, options.all_td))
    names = {i["mnemonic"] for i in json.loads(description.read_text())["instructions"]
             if i["class"] in ("tile", "system")}
    blamed = compare(description, options.table, kind)
    for planted in batch:
        of_it = {n for n in blamed if re.fullmatch(planted.caught, n)}
        expected = {n for n in names if re.fullmatch(planted.caught, n)}
        print(f"{planted.what}: {', '.join(sorted(of_it)[:3])}"
              f"{' ...' if len(of_it) > 3 else ''}")
        if not of_it:
            yield f"{planted.what}: not caught"
        blamed -= expected
    for name in sorted(blamed):
        yield f"{name}: blamed without a mistake"


def edit(path: Path, planted):
    text = path.read_text()
    if planted.old not in text:
        sys.exit(f"planted.py: error: '{planted.old}' is not in td/{planted.file}; "
                 "bring the list up to date")
    path.write_text(text.replace(planted.old, planted.new))


def compare(description, table, kind) -> set:
    done = subprocess.run(
        [sys.executable, HERE / "check_records.py", description, table],
        text=True, capture_output=True)
    found = re.findall(rf"^(\S+): {kind}: ", done.stdout, re.MULTILINE)
    if done.stderr or done.returncode not in (0, 1):
        sys.exit(done.stderr[-4000:])
    return set(found)


if __name__ == "__main__":
    main()
