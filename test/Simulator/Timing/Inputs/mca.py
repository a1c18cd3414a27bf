"""mca.py BUILD TEMP VARIANT SEED...

Runs random straight-line code in the simulator and in LLVM's model of an in-order
core: matrix-mca, which reads the scheduling model of the variant. Code within the
scope of both models must take the same cycles, to the end of the last instruction.

Out of scope: jumps, lines and banks of a tile access (tiles are contiguous here),
DMA and semaphores, and a result that is overwritten before it is read: the
machine waits, LLVM's model renames the register.
"""

import json
import random
import subprocess
import sys
from pathlib import Path

import runs

LENGTH = 300
REGISTERS = {"general": [f"r{n}" for n in range(5, 16)], "tile": [f"t{n}" for n in range(8)],
             "f32": [f"f{n}" for n in range(8)], "f64": [f"f{n}" for n in range(8)]}
# r20 holds the start of the core's own scratchpad.
MEMORY = {"lw": "{general}, 64(r20)", "flw": "{f32}, 64(r20)", "tldc": "{tile}, 0(r20)"}
STORES = {"sw": "{general}, 64(r20)", "tstc": "{tile}, 0(r20)"}


def between_registers(instruction):
    operands = instruction["operands"]
    return (instruction["class"] in ("scalar", "tile") and operands and operands[0]["out"]
            and all(o["class"] in REGISTERS for o in operands)
            and "(" not in instruction["assembly"])


class Program:
    def __init__(self, description, cpu, seed):
        self.random = random.Random(seed)
        there = [i for i in description["instructions"] if cpu in i["timing"]]
        self.computing = [i for i in there if between_registers(i)]
        names = {i["mnemonic"] for i in there}
        self.loads = [m for m in MEMORY if m in names]
        self.stores = [m for m in STORES if m in names]
        self.unread = set()  # written, but not read yet
        self.pipes = sorted({i["pipe"] for i in self.computing})
        self.lines = []
        while len(self.lines) < LENGTH:
            self.random.choice([self.compute] * 6 + [self.load] * 2 + [self.store])()

    def source(self, kind):
        register = self.random.choice(REGISTERS[kind])
        self.unread.discard(register)
        return register

    def result(self, kind):
        """Returns a register that may be written; None if there is none."""
        free = [r for r in REGISTERS[kind] if r not in self.unread]
        return self.random.choice(free) if free else None

    def compute(self):
        pipe = self.random.choice(self.pipes)
        instruction = self.random.choice([i for i in self.computing if i["pipe"] == pipe])
        first, *rest = instruction["operands"]
        values = {o["name"]: self.source(o["class"]) for o in rest if "tied" not in o}
        if any("tied" in o for o in rest):
            values[first["name"]] = self.source(first["class"])
        else:
            values[first["name"]] = self.result(first["class"])
        if values[first["name"]]:
            text = instruction["assembly"].replace("\t", " ")
            for name in sorted(values, key=len, reverse=True):
                text = text.replace(f"${{{name}}}", values[name]).replace(f"${name}", values[name])
            self.add(text, values[first["name"]])

    def load(self):
        mnemonic = self.random.choice(self.loads)
        kind = MEMORY[mnemonic].partition("}")[0][1:]
        register = self.result(kind)
        if register:
            self.add(f"{mnemonic} " + MEMORY[mnemonic].format(**{kind: register}), register)

    def store(self):
        mnemonic = self.random.choice(self.stores)
        kind = STORES[mnemonic].partition("}")[0][1:]
        self.add(f"{mnemonic} " + STORES[mnemonic].format(**{kind: self.source(kind)}))

    def add(self, text, result=None):
        self.lines.append("  " + text)
        if result:
            self.unread.add(result)


def by_llvm(path, cpu):
    done = subprocess.run(["matrix-mca", f"-mcpu={cpu}", "-iterations=1", "-json", path],
                          check=True, capture_output=True, text=True)
    summary = json.loads(done.stdout)["CodeRegions"][0]["SummaryView"]
    assert summary["Instructions"] == LENGTH, summary
    return summary["TotalCycles"]


def main():
    build, temp, cpu, *seeds = sys.argv[1:]
    description = json.loads((Path(build) / "description.json").read_text())
    for seed in map(int, seeds):
        program = Program(description, cpu, seed)
        body = "\n".join(program.lines) + "\n"
        path = Path(f"{temp}.{seed}.s")
        path.write_text(body)
        llvm = by_llvm(path, cpu)
        # The machine counts from the instruction that initializes r20; LLVM's
        # model counts the cycle in which the last result is written.
        elf = runs.link("_start:\n  movz r20, 0x2000, 2\n" + body + "  halt r0\n",
                        f"{temp}.{seed}", cpu)
        machine = runs.timed(elf, f"{temp}.{seed}.trace", ["--cores=1"])
        if machine != llvm:
            sys.exit(f"{path}: {machine - 1} cycles, LLVM's machine takes {llvm - 1}")
        runs.replay(build, f"{temp}.{seed}.trace")


if __name__ == "__main__":
    main()
