"""Programs of Gemmini's commands: built with gemmini_model.py, assembled and simulated;
memory is compared with the model's, products also with NumPy.

    gemmini_programs.py FOLDER
"""

import pathlib
import sys

import numpy as np

from gemmini_model import ACC, ADD, DIM, FULL, NONE, Gemmini, scaled
from gemmini_simulation import SIZE, simulate

random = np.random.default_rng(11)


class Program:
    """Memory with matrices and the commands that process them."""

    def __init__(self):
        self.memory = np.zeros(SIZE, np.uint8)
        self.end = 64                # address 0 stands for zeros
        self.gemmini = None

    def place(self, matrix) -> int:
        address, raw = self.end, np.ascontiguousarray(matrix).view(np.uint8).ravel()
        self.memory[address:address + len(raw)] = raw
        self.end += -(-len(raw) // 64) * 64
        return address

    def room(self, shape, dtype) -> int:
        return self.place(np.zeros(shape, dtype))

    def start(self) -> Gemmini:
        self.before = self.memory.copy()
        self.gemmini = Gemmini(self.memory)
        return self.gemmini

    def result(self, address, shape, dtype):
        count = int(np.prod(shape)) * np.dtype(dtype).itemsize
        return self.memory[address:address + count].view(dtype).reshape(shape)


def small(*shape):
    return random.integers(-128, 128, shape).astype(np.int8)


def tiles(extent):
    """Start and length of each tile; the last one may be partial."""
    return [(at, min(DIM, extent - at)) for at in range(0, extent, DIM)]


def check(name, got, want):
    if not np.array_equal(got, want):
        sys.exit(f"{name}: the model is not what NumPy computes")


# --- Programs -------------------------------------------------------------------

def matmul(scale=None, act=0):
    """Weight-stationary, i32 bias, several k steps, no extent a multiple of DIM."""
    m, n, k = 40, 23, 50
    a, b, bias = small(m, k), small(k, n), random.integers(-9999, 9999, (m, n)).astype(np.int32)
    p = Program()
    at_a, at_b, at_bias = p.place(a), p.place(b), p.place(bias)
    out = np.int8 if scale else np.int32
    at_c = p.room((m, n), out)
    g = p.start()
    g.config_ex("ws")
    g.config_ld(k, which=0)
    g.config_ld(n, which=1)
    g.config_ld(4 * n, which=2)
    g.config_st(n * np.dtype(out).itemsize, act, scale or 1.0)
    for i, rows in tiles(m):
        for j, cols in tiles(n):
            g.mvin(at_bias + 4 * (i * n + j), ACC | 32, cols, rows, 2)
            for l, depth in tiles(k):
                g.mvin(at_a + i * k + l, 100, depth, rows, 0)
                g.mvin(at_b + l * n + j, 200, cols, depth, 1)
                g.preload(200, ACC | ADD | 32, cols, depth, cols, rows)
                g.compute(100, NONE, depth, rows, 1, 1)
            g.mvout(at_c + (i * n + j) * np.dtype(out).itemsize,
                    ACC | 32 | (0 if scale else FULL), cols, rows)
    want = a.astype(np.int64) @ b + bias
    if scale:
        want = scaled(np.maximum(want, 0) if act else want, scale)
    check("matmul", p.result(at_c, (m, n), out), want)
    return p


def scaled_relu():
    return matmul(scale=0.0013, act=1)


def scaled_only():
    return matmul(scale=0.0027)


def outputs_stationary():
    """D preloaded, accumulation over two steps, shift and activation."""
    m, n, k = 13, 9, 27
    a, b, d = small(m, k), small(k, n), small(m, n)
    p = Program()
    at_a, at_b, at_d = p.place(a), p.place(b), p.place(d)
    at_c = p.room((m, n), np.int8)
    g = p.start()
    g.config_ex("os", act=1, shift=9, a_stride=2)
    g.config_st(n)
    g.config_ld(k, block=3)
    for row in range(m):             # row stride of A is 2
        g.mvin(at_a + row * k, 10 + 2 * row, 16, 1)
        g.mvin(at_a + row * k + 16, 60 + 2 * row, k - 16, 1)
    g.config_ld(n)
    g.mvin(at_b, 200, n, 16)
    g.mvin(at_b + 16 * n, 216, n, k - 16)
    g.mvin(at_d, 300, n, m)
    g.preload(300, NONE, n, m)
    g.compute(10, 200, 16, m, n, 16)
    g.preload(NONE, 400, DIM, DIM, n, m)
    g.compute(60, 216, k - 16, m, n, k - 16, again=True)
    g.mvout(at_c, 400, n, m)
    total = a.astype(np.int64) @ b + d
    check("outputs", p.result(at_c, (m, n), np.int8),
          np.clip(np.rint(total / 512), 0, 127))
    return p


def transposed(dataflow, ta, tb):
    m, n, k = 7, 11, 5
    a, b = small(m, k), small(k, n)
    p = Program()
    at_a, at_b = p.place(a.T if ta else a), p.place(b.T if tb else b)
    at_c = p.room((m, n), np.int32)
    g = p.start()
    g.config_ex(dataflow, ta=ta, tb=tb)
    g.config_st(4 * n)
    g.config_ld(m if ta else k)
    g.mvin(at_a, 0, *((m, k) if ta else (k, m)))
    g.config_ld(k if tb else n)
    g.mvin(at_b, 16, *((k, n) if tb else (n, k)))
    if dataflow == "ws":
        g.preload(16, ACC | 8, n, k, n, m)
        g.compute(0, NONE, k, m)
    else:
        g.preload(NONE, ACC | 8, DIM, DIM, n, m)
        g.compute(0, 16, k, m, n, k)
    g.mvout(at_c, ACC | FULL | 8, n, m)
    check("transposed", p.result(at_c, (m, n), np.int32), a.astype(np.int64) @ b)
    return p


def transposed_weights():
    return transposed("ws", 0, 1)


def transposed_left():
    return transposed("ws", 1, 0)


def transposed_both():
    return transposed("os", 1, 1)


def weights_again():
    """D added to a weight-stationary product; weights reused for a second product."""
    a, b, d = small(32, 16), small(16, 16), small(16, 16)
    p = Program()
    at_a, at_b, at_d = p.place(a), p.place(b), p.place(d)
    at_c = p.room((32, 16), np.int8)
    g = p.start()
    g.config_ex("ws", act=1, c_stride=3)
    g.config_st(16)
    g.config_ld(16)
    g.mvin(at_a, 0, 16, 16)
    g.mvin(at_a + 256, 16, 16, 16)
    g.mvin(at_b, 32, 16, 16)
    g.mvin(at_d, 48, 16, 16)
    g.preload(32, 1000)
    g.compute(0, 48)
    g.preload(NONE, 1001)
    g.compute(16, NONE, again=True)
    for row in range(16):
        g.mvout(at_c + 16 * row, 1000 + 3 * row, 16, 1)
        g.mvout(at_c + 256 + 16 * row, 1001 + 3 * row, 16, 1)
    wide = a.astype(np.int64) @ b
    wide[:16] += d
    check("again", p.result(at_c, (32, 16), np.int8), np.clip(wide, 0, 127))
    return p


def moves():
    """Column blocks, scales, row shrinking, addition, zeros."""
    a = small(16, 64)
    p = Program()
    at_a, at_w = p.place(a), p.place(random.integers(-2 ** 31, 2 ** 31, (16, 16)).astype(np.int32))
    at_c = [p.room((16, 64), np.int32) for _ in range(4)]
    g = p.start()
    g.config_st(256)
    g.config_ld(64, 0.75, block=20)
    g.mvin(at_a, 500, 64, 16)
    for block in range(4):
        g.mvout(at_c[0] + 16 * block, 500 + 20 * block, 16, 16)
    g.config_ld(64, 1.0, 0, which=2)
    for row in (900, 916, 932):
        g.mvin(0, ACC | row, 16, 16, 2)
    g.config_ld(64, -1.5, 1, which=1)
    g.mvin(at_a, ACC | 900, 50, 9, 1)
    g.mvin(at_a + 3, ACC | ADD | 900, 16, 16, 1)
    g.mvin(at_w, ACC | ADD | 904, 16, 16, 2)
    g.mvout(at_c[1], ACC | FULL | 900, 16, 16)
    g.mvout(at_c[1] + 64, ACC | 932, 16, 16)
    g.mvin(0, ACC | 902, 16, 3, 2)
    g.mvin(0, 505, 9, 2, 2)
    g.mvout(at_c[2], ACC | FULL | 900, 13, 7)
    g.mvout(at_c[3], 500, 16, 16)
    return p


PROGRAMS = [matmul, scaled_relu, scaled_only, outputs_stationary, transposed_weights,
            transposed_left, transposed_both, weights_again, moves]


# --- Traps ------------------------------------------------------------------------

# Invalid operands of commands, and the expected messages.
LOCAL = 16 << 32 | 16 << 48
TRAPS = [
    ("mvin", 64, 16 << 32 | 17 << 48, "17 rows, but at most 16 are possible"),
    ("mvin", 64, 65 << 32 | 16 << 48, "65 columns, but at most 64 are possible"),
    ("mvin", 64, LOCAL | 16370, "not in gemmini_scratchpad, which has 16384"),
    ("mvin", 64, LOCAL | ACC | 1010, "not in gemmini_accumulator, which has 1024"),
    ("preload", LOCAL | 17 << 32, LOCAL, "17 columns, but at most 16 are possible"),
    ("config", 3, 0, "the configuration is undefined for this instruction"),
    ("config", 1 | 3 << 3, 0, "the configuration is undefined for this instruction"),
    ("config", 2 | 1 << 4, 0, "the configuration is undefined for this instruction"),
    ("config", 1 << 2 | 3 << 8, 0, "the configuration is undefined for this instruction"),
    ("config", 2 << 8, 0, "the configuration is undefined for this instruction"),
]


def check_traps(folder):
    for number, (name, rs1, rs2, want) in enumerate(TRAPS):
        got = simulate(folder, f"trap{number}", [(name, rs1, rs2, name == "mvin")],
                       np.zeros(SIZE, np.uint8))
        if not isinstance(got, str) or want not in got:
            sys.exit(f"trap {number}: '{want}' expected, the simulator says: {got}")
    print("traps: right")


def main():
    folder = pathlib.Path(sys.argv[1])
    for build in PROGRAMS:
        program = build()
        got = simulate(folder, build.__name__, program.gemmini.commands, program.before)
        if isinstance(got, str):
            sys.exit(f"{build.__name__}: {got}")
        wrong = np.flatnonzero(got != program.memory)
        if len(wrong):
            sys.exit(f"{build.__name__}: {len(wrong)} bytes differ, the first at {wrong[0]}")
        print(f"{build.__name__}: right")
    check_traps(folder)


if __name__ == "__main__":
    main()
