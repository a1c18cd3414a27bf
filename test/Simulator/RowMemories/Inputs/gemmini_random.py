"""Random programs of Gemmini's commands, generated from a seed by a built-in random
number generator, so that they are identical on every platform.

Programs form batches that run consecutively without a reset. Each program
configures all units, fills rows 0 to 255 of the scratchpad and 0 to 63 of the
accumulator, and then moves, multiplies and moves out. Inputs and outputs occupy
disjoint parts of the memory.
"""

import numpy as np

from gemmini_model import ACC, ADD, DIM, FULL, NONE, Gemmini

INPUTS = 1 << 16                     # bytes; address 0 stands for zeros
OUTPUT = 9216                        # bytes of a program
BATCH = 20
SIZE = INPUTS + BATCH * OUTPUT
SPAD, ACCUMULATOR = 256, 64          # rows in use

# Deviations from the Spike model documented in td/Variants/Gemmini.td.
SHIFT = "a shift on the way to the accumulator with stationary outputs"
NO_A = "a product without A"
ORDER = "an activation before a negative scale"


class Random:
    """SplitMix64."""

    def __init__(self, seed):
        self.state = seed

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2 ** 64
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2 ** 64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2 ** 64
        return z ^ z >> 31

    def range(self, low, high) -> int:
        """Returns a number in [low, high]."""
        return low + self.next() % (high - low + 1)

    def choice(self, values):
        return values[self.range(0, len(values) - 1)]

    def chance(self, percent) -> bool:
        return self.range(1, 100) <= percent


class Batch:
    """Initial memory, the commands of all programs, and the locations of outputs."""

    def __init__(self, seed, announced=None):
        self.random = Random(seed)
        words = [self.random.next() for _ in range(INPUTS // 8)]
        self.memory = np.zeros(SIZE, np.uint8)
        self.memory[:INPUTS] = np.array(words, np.uint64).view(np.uint8)
        self.before = self.memory.copy()
        self.gemmini = Gemmini(self.memory)
        self.programs = []           # rows of output: (address, bytes); documented deviations
        for number in range(BATCH):
            self.programs.append(Program(self, number, announced).make())


class Program:
    def __init__(self, batch, number, announced):
        self.random, self.g, self.announced = batch.random, batch.gemmini, announced
        self.end = INPUTS + number * OUTPUT
        self.limit = self.end + OUTPUT
        self.rows, self.found = [], set()

    def make(self):
        self.configure()
        self.fill()
        for _ in range(self.random.range(3, 8)):
            self.random.choice([self.move_in, self.product, self.product, self.configure])()
        while self.move_out():
            pass
        return self.rows, self.found

    # --- Configuration --------------------------------------------------------

    def scale(self):
        r = self.random
        return 1.0 if r.chance(40) else r.range(-4000, 4000) / r.choice([8, 100, 1000, 1 << 20])

    def configure(self):
        r, g = self.random, self.g
        self.dataflow = r.choice(["ws", "os"])
        transposed = r.choice([0, 0, 1, 2] if self.dataflow == "ws" else [0, 0, 1, 3])
        self.a_stride, self.c_stride = r.range(1, 4), r.range(1, 3)
        shift = r.range(0, 15) if r.chance(60) else 0
        g.config_ex(self.dataflow, r.range(0, 1), shift, self.a_stride, self.c_stride,
                    transposed & 1, transposed >> 1)
        self.shifts = self.dataflow == "os" and shift != 0
        self.loads = []
        for which in range(3):
            stride, block = 4 * r.range(4, 80), r.range(16, 60)
            shrunk = r.range(0, 1)
            g.config_ld(stride, self.scale(), shrunk, which, block)
            self.loads.append((stride, shrunk, block))
        self.st_stride = 4 * r.range(64, 72)
        act, scale = r.range(0, 1), self.scale()
        if self.announced == ORDER:
            act, scale = 1, -abs(scale)
        elif act:
            scale = abs(scale)
        self.turns = act and scale < 0
        g.config_st(self.st_stride, act, scale)
        self.first = True            # sums and weights share one state in the Spike model

    # --- Moves -------------------------------------------------------------------

    def source(self, rows, row_bytes, stride):
        return 4 * self.random.range(16, (INPUTS - rows * stride - row_bytes) // 4)

    def fill(self):
        r, g = self.random, self.g
        which = r.range(0, 2)
        g.config_ld(64, 1.0, 0, which, DIM)
        for row in range(0, SPAD, 64):
            g.mvin(self.source(DIM, 64, 64), row, 64, DIM, which)
        for row in range(0, ACCUMULATOR, DIM):
            g.mvin(self.source(DIM, 64, 64), ACC | row, DIM, DIM, which)
        stride, shrunk, block = self.loads[which]
        g.config_ld(stride, self.scale(), shrunk, which, block)

    def move_in(self):
        r, which = self.random, self.random.range(0, 2)
        stride, _, block = self.loads[which]
        rows = r.range(1, DIM)
        if r.chance(50):
            cols = r.range(1, 64)
            address = r.range(0, SPAD - DIM - 3 * block)
        else:
            cols = r.range(1, DIM)
            address = ACC | ADD * r.range(0, 1) | r.range(0, ACCUMULATOR - DIM)
        dram = 0 if r.chance(10) else self.source(rows, 4 * cols, stride)
        self.g.mvin(dram, address, cols, rows, which)

    def move_out(self):
        r, wide = self.random, False
        rows = r.range(1, DIM)
        if self.end + rows * self.st_stride > self.limit:
            return False
        if r.chance(40):
            cols, address = r.range(1, 64), r.range(0, SPAD - 64)
        else:
            cols, wide = r.range(1, DIM), r.chance(60)
            address = ACC | FULL * wide | r.range(0, ACCUMULATOR - DIM)
        if self.turns and address & ACC and not wide:
            self.found.add(ORDER)
        self.g.mvout(self.end, address, cols, rows)
        for row in range(rows):
            self.rows.append((self.end + row * self.st_stride, cols * (4 if wide else 1)))
        self.end += rows * self.st_stride
        return True

    # --- Products ----------------------------------------------------------------

    def tile(self, none=0):
        r = self.random
        counts = (DIM, DIM) if r.chance(40) else (r.range(1, DIM), r.range(1, DIM))
        return NONE if r.chance(none) else r.range(0, SPAD - 4 * DIM), *counts

    def product(self):
        r, g = self.random, self.g
        bd, bd_cols, bd_rows = self.tile(none=25)
        _, c_cols, c_rows = self.tile()
        to_accumulator = r.chance(60)
        if self.shifts and self.announced != SHIFT:
            to_accumulator = False
        c = r.range(0, SPAD - 4 * DIM)
        if to_accumulator:
            c = ACC | ADD * r.range(0, 1) | r.range(0, ACCUMULATOR - 3 * DIM)
        if r.chance(10):
            c = NONE
        elif to_accumulator and self.shifts:
            self.found.add(SHIFT)
        g.preload(bd, c, bd_cols, bd_rows, c_cols, c_rows)
        a, a_cols, a_rows = self.tile(none=30 if self.announced == NO_A else 0)
        if a == NONE:
            self.found.add(NO_A)
        second, cols, rows = self.tile(none=25)
        again = not self.first and r.chance(30)
        self.first = False
        g.compute(a, second, a_cols, a_rows, cols, rows, again)
