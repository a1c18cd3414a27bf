"""A handwritten model of Gemmini's ISA, from the README of ucb-bar/gemmini ("ISA",
"Memory Addressing Scheme"), independent of the records: commands are methods that
operate on NumPy arrays and record the words of rs1 and rs2."""

import numpy as np

DIM = 16
NONE = 0xFFFFFFFF
ACC, ADD, FULL = 1 << 31, 1 << 30, 1 << 29
DATA = 1 << 29


def float_bits(x) -> int:
    return int(np.float32(x).view(np.uint32))


def saturated(x):
    return np.clip(x, -128, 127)


def scaled(x, scale):
    """Scales i32 or i8 by f32, rounds to nearest even, saturates to i8."""
    return saturated(np.rint(np.float32(x) * np.float32(scale)).astype(np.float64)).astype(np.int64)


def wrapped(x):
    return (np.asarray(x, np.int64) + 2 ** 31) % 2 ** 32 - 2 ** 31


class Gemmini:
    def __init__(self, memory):
        self.dram = memory           # bytes
        self.spad = np.zeros((16384, DIM), np.int64)
        self.acc = np.zeros((1024, DIM), np.int64)
        self.loads = [{"stride": 16, "scale": 1.0, "shrunk": 0, "block": 16}] * 3
        self.commands = []           # (mnemonic, rs1, rs2, is rs1 in DRAM)

    def command(self, name, rs1, rs2, dram=False):
        self.commands.append((name, rs1, rs2, dram))

    # --- Configuration --------------------------------------------------------

    def config_ex(self, dataflow, act=0, shift=0, a_stride=1, c_stride=1, ta=0, tb=0):
        self.weights_stay, self.act, self.shift = dataflow == "ws", act, shift
        self.a_stride, self.c_stride, self.ta, self.tb = a_stride, c_stride, ta, tb
        self.command("config", 0 | (dataflow == "ws") << 2 | act << 3 | ta << 8 | tb << 9
                     | a_stride << 16 | float_bits(1) << 32, shift | c_stride << 48)

    def config_ld(self, stride, scale=1.0, shrunk=0, which=0, block=DIM):
        self.loads = list(self.loads)
        self.loads[which] = {"stride": stride, "scale": scale, "shrunk": shrunk,
                             "block": block}
        self.command("config", 1 | shrunk << 2 | which << 3 | block << 16
                     | float_bits(scale) << 32, stride)

    def config_st(self, stride, act=0, scale=1.0):
        self.st_stride, self.st_act, self.st_scale = stride, act, scale
        self.command("config", 2 | act << 2, stride | float_bits(scale) << 32)

    # --- Moves ------------------------------------------------------------------

    def mvin(self, dram, address, cols, rows, which=0):
        load = self.loads[which]
        wide = address & ACC and not load["shrunk"]
        dtype = np.dtype(np.int32 if wide else np.int8)
        for row in range(rows):
            begin = dram + row * load["stride"]
            data = self.dram[begin:begin + cols * dtype.itemsize].view(dtype).astype(np.int64)
            if dram == 0:
                data = np.zeros(cols, np.int64)
            elif not wide:
                data = scaled(data, load["scale"])
            for col in range(0, cols, DIM):
                self.put(address, row + col // DIM * load["block"], data[col:col + DIM])
        self.command(("mvin", "mvin2", "mvin3")[which], dram,
                     address | cols << 32 | rows << 48, dram != 0)

    def put(self, address, offset, data):
        memory = self.acc if address & ACC else self.spad
        place = memory[address % DATA + offset][:len(data)]
        add = address & ACC and address & ADD
        place[:] = wrapped(place + data) if add else data

    def mvout(self, dram, address, cols, rows):
        memory = self.acc if address & ACC else self.spad
        for row in range(rows):      # columns beyond one tile continue DIM rows further on
            line = address % DATA + row
            data = np.concatenate([memory[line + col] for col in range(0, cols, DIM)])[:cols]
            if not address & ACC:
                data = data.astype(np.int8)
            else:
                if address & FULL:
                    data = data.astype(np.int32)
                else:
                    data = scaled(np.maximum(data, 0) if self.st_act else data,
                                  self.st_scale).astype(np.int8)
            begin = dram + row * self.st_stride
            self.dram[begin:begin + data.nbytes] = data.view(np.uint8)
        self.command("mvout", dram, address | cols << 32 | rows << 48, True)

    # --- Products -----------------------------------------------------------------

    def tile(self, address, cols, rows, transposed=False, stride=1):
        """Returns a rows x cols matrix with zero padding."""
        matrix = np.zeros((DIM, DIM), np.int64)
        if address == NONE:
            return matrix
        lines = self.spad[address:address + DIM * stride:stride]
        matrix[:rows, :cols] = (lines[:cols, :rows].T if transposed else lines[:rows, :cols])
        return matrix

    def preload(self, bd, c, bd_cols=DIM, bd_rows=DIM, c_cols=DIM, c_rows=DIM):
        self.loaded = self.tile(bd, bd_cols, bd_rows, self.weights_stay and self.tb)
        self.c, self.c_cols, self.c_rows = c, c_cols, c_rows
        self.command("preload", bd | bd_cols << 32 | bd_rows << 48,
                     c | c_cols << 32 | c_rows << 48)

    def compute(self, a, bd, a_cols=DIM, a_rows=DIM, bd_cols=DIM, bd_rows=DIM, again=False):
        left = self.tile(a, a_cols, a_rows, self.ta, self.a_stride)
        if not again:
            self.array = self.loaded
        if self.weights_stay:
            result = left @ self.array + self.tile(bd, bd_cols, bd_rows)
        else:
            right = self.tile(bd, bd_cols, bd_rows, self.tb)
            self.array = wrapped(self.array + left @ right)
            result = np.rint(self.array / 2.0 ** self.shift).astype(np.int64)
        self.leave(result)
        self.command("compute.accumulated" if again else "compute.preloaded",
                     a | a_cols << 32 | a_rows << 48, bd | bd_cols << 32 | bd_rows << 48)

    def leave(self, result):
        if self.c == NONE:
            return
        if not self.c & ACC:
            result = saturated(result)
            result = np.maximum(result, 0) if self.act else result
        for row in range(self.c_rows):
            self.put(self.c, row * self.c_stride, result[row, :self.c_cols])
