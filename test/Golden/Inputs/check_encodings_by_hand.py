#===- check_encodings_by_hand.py - the table against the assembler -----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Checks each line of encodings.txt: its bits must give its word, the assembler must
give that word for the text, and the disassembler that text for the word. Result
vectors and the table must cover the same instructions.

    check_encodings_by_hand.py TABLE --work FOLDER"""

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from case import MACHINES
from check_vectors import all_cases
from golden_commands import run

# Covered by the programs of transfers-and-synchronization.test.
ELSEWHERE = r"dma\.|sem\.|bar$"


@dataclass
class Line:
    bits: str
    word: int
    text: str

    @property
    def mnemonic(self) -> str:
        return self.text.split()[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    lines = table(options.table)
    failures = [f"{line.text}: {line.bits} is not {line.word:08x}" for line in lines
                if int(line.bits.replace(" ", ""), 2) != line.word]
    for machine in MACHINES:
        failures += check(machine, [l for l in lines if machine.has(l.text)
                                    and fits(machine, l.text)], options.work)
    failures += incomplete(lines)
    print(f"{len(lines)} encodings, {len({l.mnemonic for l in lines})} instructions, "
          f"{len(failures)} wrong", *failures[:30], sep="\n")
    sys.exit(bool(failures))


def table(path: Path) -> list:
    pattern = re.compile(r"([01 ]{32,}) +([0-9a-f]{8})  (.+)")
    found = (pattern.fullmatch(line) for line in path.read_text().splitlines()
             if line and not line.startswith("#"))
    return [Line(m[1].strip(), int(m[2], 16), m[3]) for m in found]


def fits(machine, text) -> bool:
    return all(int(n) < machine.tiles for n in re.findall(r"\bt(\d+)", text))


def check(machine, lines, work):
    source = work / f"{machine.cpu}.s"
    source.write_text("".join(f"\t{line.text}\n" for line in lines))
    assembled = run("matrix-mc", f"-mcpu={machine.cpu}", "--show-encoding", source)
    words = re.findall(r"encoding: \[(.*?)\]", assembled)
    bytes_ = " ".join(",".join(f"{b:#04x}" for b in l.word.to_bytes(4, "little"))
                      for l in lines)
    source.with_suffix(".bytes").write_text(bytes_)
    texts = run("matrix-mc", f"-mcpu={machine.cpu}", "--disassemble",
                source.with_suffix(".bytes")).splitlines()
    texts = [" ".join(t.split()) for t in texts if t.startswith("\t")
             and not t.startswith("\t.")]
    if not len(words) == len(texts) == len(lines):
        yield (f"{machine.cpu}: {len(lines)} lines, {len(words)} words, "
               f"{len(texts)} texts")
    for line, word, text in zip(lines, words, texts):
        word = int.from_bytes(bytes(int(b, 16) for b in word.split(",")), "little")
        if word != line.word:
            yield f"{machine.cpu}: {line.text} is {word:08x}, not {line.word:08x}"
        if text != line.text:
            yield f"{machine.cpu}: {line.word:08x} is '{text}', not '{line.text}'"


def incomplete(lines):
    """Checks that table and result vectors cover the same instructions."""
    encoded = {line.mnemonic for line in lines}
    executed = {case.mnemonic for machine in MACHINES for case in all_cases(machine)}
    for mnemonic in sorted(encoded ^ executed):
        if not re.match(ELSEWHERE, mnemonic):
            lacks = "no result vector" if mnemonic in encoded else "no encoding"
            yield f"{mnemonic} has {lacks}"


if __name__ == "__main__":
    main()
