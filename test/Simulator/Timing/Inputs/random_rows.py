"""random_rows.py BUILD TEMP VARIANT SEED...

Random programs of the variants with row-memory instructions, recorded
and replayed: overlapping ranges of rows in random order, between scalar code.
"""

import random
import sys

import runs

LENGTH = 250


class Program:
    """r10 is an address in DRAM, r11-r15 and r20 are arbitrary, the others operands."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.labels = ["_start:", "  movz r10, 0x20, 1"], 0
        steps = [getattr(self, name) for name in self.STEPS] + [self.scalar, self.slow, self.branch]
        for _ in range(LENGTH):
            self.random.choice(steps)()
        self.add("halt r0")

    def add(self, *lines):
        self.lines += ["  " + line for line in lines]

    def x(self):
        return f"r{self.random.randint(11, 15)}"

    def scalar(self):
        self.add(f"add {self.x()}, {self.x()}, {self.x()}")

    def slow(self):
        self.add(self.random.choice([f"mul {self.x()}, {self.x()}, {self.x()}",
                                     f"div {self.x()}, {self.x()}, {self.x()}",
                                     f"ld {self.x()}, 64(r10)", f"csrr {self.x()}, 2"]))

    def branch(self):
        self.labels += 1
        self.add(f"bltu {self.x()}, {self.x()}, .L{self.labels}")
        self.scalar()
        self.lines.append(f".L{self.labels}:")


class Gemmini(Program):
    STEPS = ["load", "load", "load", "store", "multiply", "multiply", "again", "configure",
             "fence", "flush"]

    def local(self, register, accumulator, rows=None):
        """A local address from a small range, so that row ranges overlap often."""
        row = self.random.choice([0, 4, 8, 16, 24, 32, 40, 64])
        high = 0x8000 | self.random.choice([0, 0x4000]) if accumulator else 0
        self.add(f"movz {register}, {row}, 0", f"movk {register}, {high}, 1",
                 f"movk {register}, {self.random.choice([16, 16, 7])}, 2",
                 f"movk {register}, {rows or self.random.choice([16, 16, 5, 1])}, 3")

    def load(self):
        self.local("r5", self.random.random() < 0.3)
        self.add(f"gemmini.mvin{self.random.choice(['', '2', '3'])} r10, r5")

    def store(self):
        self.local("r5", self.random.random() < 0.5)
        self.add("gemmini.mvout r10, r5")

    def multiply(self):
        self.local("r6", False)
        self.local("r7", self.random.random() < 0.6)
        self.add("gemmini.preload r6, r7")
        self.operands()
        self.add("gemmini.compute.preloaded r8, r9")

    def again(self):
        self.operands()
        self.add("gemmini.compute.accumulated r8, r9")

    def operands(self):
        self.local("r8", False)
        self.local("r9", False)

    def configure(self):
        kind = self.random.randrange(3)
        if kind == 0:    # execution: stationary outputs or weights, adjacent rows
            self.add(f"movz r5, {self.random.choice([0, 4])}, 0", "movk r5, 1, 1",
                     "movz r6, 1, 3")
        elif kind == 1:  # of loads
            self.add(f"movz r5, {1 | 8 * self.random.randrange(3)}, 0", "movk r5, 16, 1",
                     "movk r5, 0x3f80, 3", f"addi r6, r0, {self.random.choice([16, 64])}")
        else:            # of stores
            self.add("addi r5, r0, 2", "addi r6, r0, 64", "movk r6, 0x3f80, 3")
        self.add("gemmini.config r5, r6")

    def fence(self):
        self.add("fence")

    def flush(self):
        self.add("gemmini.flush r0, r0")


class Qkv(Program):
    STEPS = ["load", "load", "transposed", "store", "move", "multiply", "softmax", "fence"]

    def rows(self, register, most):
        count = self.random.choice([1, 8, 16, 17, 40])
        self.add(f"addi {register}, r0, {self.random.choice([0, 8, 16, 20, most - count])}")
        return count

    def load(self):
        self.add(f"qkv.load_rm r5, r10, {self.rows('r5', 128)}")

    def store(self):
        self.add(f"qkv.store_rm r10, r5, {self.rows('r5', 128)}")

    def transposed(self):
        self.add(f"addi r5, r0, {self.random.choice([0, 10, 64])}",
                 self.random.choice(["qkv.load_cm r5, r10", "qkv.store_cm r10, r5"]))

    def move(self):
        count = self.rows("r6", 64)
        self.add(f"addi r5, r0, {self.random.choice([0, 5, 60])}", f"qkv.mov r5, r6, {count}")

    def multiply(self):
        self.add(f"addi r5, r0, {self.random.choice([0, 30, 64])}", "qkv.gemm r0, r5, r0")

    def softmax(self):
        self.add(f"qkv.softmax r5, {self.rows('r5', 64)}")

    def fence(self):
        self.add("fence")


def main():
    build, temp, cpu, *seeds = sys.argv[1:]
    for seed in seeds:
        program = {"gemmini": Gemmini, "qkv": Qkv}[cpu](int(seed))
        elf = runs.link("\n".join(program.lines) + "\n", f"{temp}.{seed}", cpu)
        trace = f"{temp}.{seed}.trace"
        print(cpu, seed, runs.timed(elf, trace), flush=True)
        runs.replay(build, trace)


if __name__ == "__main__":
    main()
