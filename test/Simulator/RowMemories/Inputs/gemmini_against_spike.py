"""Compares random programs of Gemmini's commands (gemmini_random.py) with recorded
results of the Spike model by the authors of Gemmini.

    gemmini_against_spike.py FOLDER

gemmini_answers.json names the model, its commit and the seeds;
gemmini_answers.npy has the CRC-32 of each row of output, program by program.
The generator marks programs that use a deviation documented in
td/Variants/Gemmini.td: marked programs may differ, and at least one must differ.
"""

import json
import pathlib
import subprocess
import sys
import zlib

import numpy as np

from gemmini_random import SIZE, Batch

HERE = pathlib.Path(__file__).parent
# Opcodes by their number in program words; DRAM addresses are relative to the
# program's memory, except 0.
KINDS = ["config", "preload", "compute.preloaded", "compute.accumulated",
         "mvin", "mvin2", "mvin3", "mvout"]
IN_DRAM, END = 8, 255


def tensor(name, count, direction):
    return {"name": name, "type": "i64", "shape": [count], "dir": direction}


def assembly(words) -> str:
    """A dispatch loop that fetches commands and branches to the matching instruction."""
    signature = json.dumps({"mode": "spmd", "cores": 1, "args": [
        tensor("words", words, "in"), tensor("memory", SIZE // 8, "in"),
        tensor("result", SIZE // 8, "out")]}).replace('"', '\\"')
    lines = [f'  .section  .matrix.kernel,"",@progbits\n  .ascii  "{signature}"',
             "  .text\n  .globl  main\nmain:",
             "  ld  r5, 0(r4)\n  ld  r6, 8(r4)\n  ld  r7, 16(r4)",
             f"  addi  r8, r7, 0\n  addi  r9, r0, {SIZE // 64}\n  shli  r9, r9, 3",
             "copy:\n  ld  r10, 0(r6)\n  sd  r10, 0(r8)\n  addi  r6, r6, 8",
             "  addi  r8, r8, 8\n  addi  r9, r9, -1\n  bne  r9, r0, copy",
             "next:\n  ld  r10, 0(r5)\n  ld  r11, 8(r5)\n  ld  r12, 16(r5)\n  addi  r5, r5, 24"]
    kinds = [(k + dram, name) for k, name in enumerate(KINDS) for dram in (0, IN_DRAM)]
    for kind, _ in kinds:
        lines.append(f"  addi  r13, r0, {kind}\n  beq  r10, r13, do{kind}")
    lines.append("  jalr  r0, 0(r1)")
    for kind, name in kinds:
        relative = "  add  r11, r11, r7\n" if kind >= IN_DRAM else ""
        lines.append(f"do{kind}:\n{relative}  gemmini.{name}  r11, r12\n  jal  r0, next")
    return "\n".join(lines) + "\n"


def words_of(commands):
    words = []
    for name, rs1, rs2, dram in commands:
        words += [KINDS.index(name) + (IN_DRAM if dram else 0), rs1, rs2]
    return np.array(words + [END, 0, 0], np.uint64).view(np.int64)


def build(folder, words):
    """One program for all batches: the words are padded to equal length."""
    source, code, program = (folder / f"judged.{kind}" for kind in ("s", "o", "elf"))
    source.write_text(assembly(words))
    for command in (["matrix-mc", "-mcpu=gemmini", "-filetype=obj", source, "-o", code],
                    ["matrix-ld", code, "-o", program]):
        subprocess.run(list(map(str, command)), check=True)
    return program


def simulate(folder, program, words, memory):
    for name, data in (("words", words), ("memory", memory.view(np.int64))):
        np.save(folder / f"{name}.npy", data)
    subprocess.run(["matrix-sim", "--input", folder / "words.npy", "--input", folder / "memory.npy",
                    "--output", folder / "result.npy", program], check=True)
    return np.load(folder / "result.npy").view(np.uint8)


class Verdict:
    def __init__(self):
        self.equal, self.unexplained, self.marked = 0, [], {}

    def judge(self, name, rows, found, got, answers):
        wrong = [address for (address, size), answer in zip(rows, answers)
                 if zlib.crc32(got[address:address + size].tobytes()) != answer]
        for mark in found:
            ran, differ = self.marked.get(mark, (0, 0))
            self.marked[mark] = ran + 1, differ + bool(wrong)
        if not wrong:
            self.equal += 1
        elif not found:
            self.unexplained.append(f"{name}: {len(wrong)} of {len(rows)} rows differ, "
                                    f"the first at {wrong[0]}")

    def tell(self, count) -> int:
        print("\n".join(self.unexplained[:5]))
        for mark, (ran, differ) in sorted(self.marked.items()):
            print(f"announced: {mark}: {differ} of {ran} programs differ")
        print(f"{self.equal} of {count} programs equal, {len(self.unexplained)} unexplained")
        stale = [mark for mark, (_, differ) in self.marked.items() if not differ]
        return bool(self.unexplained or stale)


def judge(folder, facts, answers) -> int:
    batches = [(seed, mark, Batch(seed, mark)) for seed, mark in facts["batches"]]
    all_words = [words_of(b.gemmini.commands) for *_, b in batches]
    longest = max(map(len, all_words))
    program = build(folder, longest)
    verdict, at, count = Verdict(), 0, 0
    for (seed, _, batch), words in zip(batches, all_words):
        got = simulate(folder, program, np.pad(words, (0, longest - len(words))), batch.before)
        for number, (rows, found) in enumerate(batch.programs):
            verdict.judge(f"seed {seed}, program {number}", rows, found, got,
                          answers[at:at + len(rows)])
            at, count = at + len(rows), count + 1
    if at != len(answers):
        sys.exit(f"{at} rows of output, but {len(answers)} answers: the generator has changed")
    return verdict.tell(count)


if __name__ == "__main__":
    sys.exit(judge(pathlib.Path(sys.argv[1]), json.loads((HERE / "gemmini_answers.json").read_text()),
                   np.load(HERE / "gemmini_answers.npy")))
