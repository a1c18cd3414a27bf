#===- check_pairs.py - short forms of pair words ---------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Checks disassembler and assembler on pair words. The words that a pair stands for are
computed from the short forms in the JSON of the description, and disassembled alone; the
disassembly of the pair must consist of the same two texts. Assembled again, it must stand
for the same words; of several forms of a word, the assembler takes one. The partner of a form in the other slot is the first form of that slot."""

import argparse
import json
import re
import struct
import subprocess
from pathlib import Path


def run(*command):
    return subprocess.run(list(map(str, command)), check=True, capture_output=True,
                          text=True).stdout


class Pairs:
    def __init__(self, facts):
        self.bits, self.value, self.forms = facts["slot_bits"], facts["value"], facts["forms"]
        self.low = (1 << self.bits) - 1

    def of_slot(self, slot):
        return [f for f in self.forms if f["first" if slot == 0 else "second"]]

    def word(self, form, bits):
        """The instruction word of a slot."""
        word = form["word_value"]
        for o in form["operands"]:
            field = bits >> o["low"] & ((1 << o["width"]) - 1)
            if o["signed"] and field >> (o["width"] - 1):
                field -= 1 << o["width"]
            number = (field << o["shift"]) + o["base"]
            for run_ in o["runs"]:
                part = number >> run_["low"] & ((1 << run_["width"]) - 1)
                word |= part << run_["word_low"]
        return word

    def values(self, form):
        """Slots with all fields zero, all ones, and single bits."""
        free = self.low & ~form["mask"]
        singles = [1 << b for b in range(self.bits) if free >> b & 1]
        return sorted({form["value"] | v for v in [0, free, *singles]})

    def expand(self, pair):
        """The words that a pair stands for."""
        slots = [pair >> self.bits & self.low, pair & self.low]
        return [next((self.word(f, bits) for f in self.of_slot(i)
                      if bits & f["mask"] == f["value"]), None) for i, bits in enumerate(slots)]

    def join(self, first, second):
        return self.value | first << self.bits | second

    def cases(self):
        """Yields a pair word and the two words it stands for."""
        for slot in (0, 1):
            other = self.of_slot(1 - slot)[0]
            partner = other["value"]
            for form in self.of_slot(slot):
                for bits in self.values(form):
                    both, words = [partner] * 2, [self.word(other, partner)] * 2
                    both[slot], words[slot] = bits, self.word(form, bits)
                    yield self.join(*both), words

    def undecodable(self):
        """Slots without a form, in steps that find each gap of some size."""
        for slot in (0, 1):
            partner = self.of_slot(1 - slot)[0]["value"]
            for bits in range(self.low + 1):
                if not any(bits & f["mask"] == f["value"] for f in self.of_slot(slot)):
                    yield self.join(*((bits, partner) if slot == 0 else (partner, bits)))


def disassemble(work, cpu, words):
    """Returns the text of each word; a pair has two lines."""
    source, code = work / "words.s", work / "words.o"
    source.write_text("".join(f".4byte {w:#x}\n" for w in words))
    run("matrix-mc", f"-mcpu={cpu}", "-filetype=obj", source, "-o", code)
    printed = run("matrix-objdump", "-d", f"--mcpu={cpu}", "--no-show-raw-insn", code)
    texts = []
    for line in printed.splitlines():
        if found := re.match(r"\s+([0-9a-f]+):\s+(.*)", line):
            texts.append(relative(found[2], int(found[1], 16)))
            address = int(found[1], 16)
        elif line.startswith("\t\t"):
            texts[-1] += "; " + relative(line.strip(), address)
    return texts


def relative(text, address):
    """Replaces the target of a branch by its distance."""
    text = " ".join(re.sub(r" <.*>", "", text).split())
    return re.sub(r"0x([0-9a-f]+)", lambda m: str(signed(int(m[1], 16) - address)), text)


def signed(number):
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def assemble(work, cpu, lines):
    source, code, binary = work / "again.s", work / "again.o", work / "again.bin"
    source.write_text("".join(f"{line}\n" for line in lines))
    run("matrix-mc", f"-mcpu={cpu}", "-filetype=obj", source, "-o", code)
    run("llvm-objcopy", "-O", "binary", "--only-section=.text", code, binary)
    data = binary.read_bytes()
    return list(struct.unpack(f"<{len(data) // 4}I", data))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("description", type=Path)
    parser.add_argument("--cpu", required=True)
    parser.add_argument("--work", type=Path, required=True)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    pairs = Pairs(json.loads(options.description.read_text())["pairs"])
    cases = list(pairs.cases())
    texts = disassemble(options.work, options.cpu, [pair for pair, _ in cases])
    alone = disassemble(options.work, options.cpu, [w for _, words in cases for w in words])
    again = assemble(options.work, options.cpu, texts)
    wrong = []
    for i, (pair, words) in enumerate(cases):
        want = "{ " + alone[2 * i] + "; " + alone[2 * i + 1] + " }"
        if texts[i] != want or pairs.expand(again[i]) != words:
            wrong.append(f"{pair:#010x} prints as '{texts[i]}', not '{want}', and assembles to "
                         f"{again[i]:#010x}")
    gaps = list(pairs.undecodable())
    wrong += [f"{word:#010x} prints as '{text}'" for word, text in
              zip(gaps, disassemble(options.work, options.cpu, gaps)) if text != "<unknown>"]
    print("\n".join(wrong[:20]))
    print(f"{len(pairs.forms)} forms, {len(cases)} pairs, {len(gaps)} words rejected, "
          f"{len(wrong)} wrong")


if __name__ == "__main__":
    main()
