"""random_timing_programs.py BUILD TEMP VARIANT SEED...

Random programs, recorded and replayed: every instruction class and every kind of
DMA transfer, on all cores of the variant, in random order. Their results have no
significance.
"""

import json
import random
import sys
from pathlib import Path

import runs

LENGTH = 400


class Program:
    """r20: own scratchpad, r21-r23 pitches, r24 DRAM, r25 addresses in the
    scratchpad, r26 core number, r27 its parity, r28 the last handle, r29 the next
    core, r1 the number 1; r5-r15, f0-f7 and tiles are arbitrary."""

    def __init__(self, variant, seed):
        self.random, self.variant = random.Random(seed), variant
        self.scratchpad = next(m["size"] for m in variant["memories"]
                               if m["space"] == "scratchpad")
        self.tiles = min(variant["tiles"]["registers"], 8)
        self.lines, self.labels = ["_start:"], 0
        self.set_up()
        kinds = [kind for kind, weight in KINDS for _ in range(weight)]
        for _ in range(LENGTH):
            getattr(self, self.random.choice(kinds))()
        self.add("halt r0")

    def add(self, text):
        self.lines.append("  " + text)

    def x(self):
        return f"r{self.random.randint(5, 15)}"

    def f(self):
        return f"f{self.random.randint(0, 7)}"

    def t(self):
        return f"t{self.random.randrange(self.tiles)}"

    def label(self):
        self.labels += 1
        return f".L{self.labels}"

    def set_up(self):
        last = self.variant["cores"] - 1
        for line in ("movz r20, 0x2000, 2", "movz r24, 0x10, 1", "csrr r26, 0",
                     "andi r27, r26, 1", "addi r28, r0, 0", "addi r1, r0, 1",
                     f"addi r29, r0, {last}", "slt r29, r26, r29", "addi r30, r26, 1",
                     "mul r29, r29, r30"):
            self.add(line)
        self.new_addresses()
        for slot in range(8):
            self.add(self.descriptor(64 * slot))

    def new_addresses(self):
        row = self.variant["tiles"]["row_bytes"]
        for register in (21, 22, 23):
            pitch = self.random.choice([row, row + 32, 64, 96, 512, 1024, 1088, 16, 32, 40])
            self.add(f"addi r{register}, r0, {pitch}")
        self.add(f"addi r25, r20, {self.random.choice([4096, 4160, 4096 + 32, 5120, 4100])}")

    # --- Transfers ------------------------------------------------------------

    def descriptor(self, at):
        r, half = self.random, self.scratchpad // 2
        kind = r.choice([0, 0, 0, 1, 1, 2, 3, 3, 4, 5, 6])
        own = lambda: 0x2000_0000_0000 + half + 4 * r.randrange(512)
        dram = lambda: 0x20_0000 + 4 * r.randrange(4096)
        far = lambda: own() + 0x2000_0000_0000 + (r.randrange(self.variant["cores"]) << 32)
        outside = lambda: r.choice([dram, dram, dram, far, far, own])()
        listed = kind in (4, 5)
        cores = 2048 if listed else r.randrange(1 << self.variant["cores"])
        left, right = r.choice([(0, 0), (0, 0), (20, 0), (64, 40)])
        fields = {
            "kind": kind, "flags": r.choice([0, 1, 2, 3]) if not listed else r.choice([0, 1]),
            "semaphore": 7, "bytes": left + right + 4 * r.randint(1, 60), "rows": r.randint(0, 9),
            "planes": r.choice([1, 1, 2]),
            "source": outside() if kind in (0, 4) else own(),
            "destination": outside() if kind in (1, 5) else own(),
            "s1": 4 * r.randint(1, 90), "s2": 4 * r.randint(1, 300),
            "d1": 4 * r.randint(1, 90), "d2": 4 * r.randint(1, 300),
            "lo1": r.choice([0, 0, 2]), "hi1": r.choice([0xffff, 0xffff, 5]),
            "hi2": r.choice([0xffff, 1]), "left": left, "right": right, "cores": cores}
        return f"descriptor {at}, " + ", ".join(f"{k}={v}" for k, v in fields.items())

    def start(self):
        self.add(f"addi r30, r20, {64 * self.random.randrange(8)}")
        self.add("dma.start r28, (r30)")

    def wait(self):
        self.add("dma.wait r28")

    def test(self):
        self.add(f"dma.test {self.x()}, r28")

    # --- Between cores --------------------------------------------------------

    def barrier(self):
        self.add("bar")

    def round(self):
        """Every core posts to the next core and waits for the previous one."""
        self.add("sem.post r29, r0")
        self.add("sem.wait r1, r0")

    def apart(self):
        """Delays odd cores."""
        skip = self.label()
        self.add(f"beq r27, r0, {skip}")
        for _ in range(self.random.randint(1, 3)):
            self.random.choice([self.divide, self.scalar, self.multiply, self.contraction])()
        self.lines.append(f"{skip}:")

    # --- Scalar ---------------------------------------------------------------

    def scalar(self):
        op = self.random.choice(["add", "sub", "xor", "slt"])
        self.add(f"{op} {self.x()}, {self.x()}, {self.x()}")

    def multiply(self):
        self.add(f"mul {self.x()}, {self.x()}, {self.x()}")

    def divide(self):
        self.add(f"{self.random.choice(['div', 'remu'])} {self.x()}, {self.x()}, {self.x()}")

    def floating(self):
        op = self.random.choice(["fadd.s", "fmul.s", "fmax.s", "fdiv.s", "fadd.d"])
        self.add(f"{op} {self.f()}, {self.f()}, {self.f()}")

    def floating_many(self):
        self.add(f"fmadd.s {self.f()}, {self.f()}, {self.f()}, {self.f()}")
        self.add(f"fmv.x.s {self.x()}, {self.f()}")

    def load(self):
        at = self.random.choice(["r20", "r24", "r25"])
        op = self.random.choice(["lw", "lw", "lb", "lhu", "flw"])
        to = self.f() if op == "flw" else self.x()
        self.add(f"{op} {to}, {4 * self.random.randrange(60)}({at})")

    def store(self):
        at = self.random.choice(["r24", "r25"])
        self.add(f"sw {self.x()}, {4 * self.random.randrange(60)}({at})")

    def load_far(self):
        core = self.random.randrange(self.variant["cores"])
        self.add("movz r30, 0x4000, 2")
        self.add(f"movk r30, {0x4000 + core}, 2")
        self.add(f"ld {self.x()}, 3072(r30)")

    def atomic(self):
        self.add(f"addi r30, r20, {4096 + 8 * self.random.randrange(9)}")
        self.add(f"amoadd.d {self.x()}, r1, ({self.random.choice(['r24', 'r30'])})")

    def counter(self):
        self.add(f"csrr {self.x()}, 2")

    def branch(self):
        skip = self.label()
        op = self.random.choice(["bltu", "bge", "bne", "beq"])
        self.add(f"{op} {self.x()}, {self.x()}, {skip}")
        for _ in range(self.random.randrange(3)):
            self.scalar()
        self.lines.append(f"{skip}:")

    def loop(self):
        back = self.label()
        self.add(f"addi r30, r0, {self.random.randint(1, 4)}")
        self.lines.append(f"{back}:")
        for _ in range(self.random.randint(1, 4)):
            self.random.choice([self.scalar, self.multiply, self.contraction, self.tile_load])()
        self.add("addi r30, r30, -1")
        self.add(f"bne r30, r0, {back}")

    def call(self):
        over, function = self.label(), self.label()
        self.add(f"jal r0, {over}")
        self.lines.append(f"{function}:")
        self.scalar()
        self.add("jalr r0, 0(r30)")
        self.lines.append(f"{over}:")
        self.add(f"jal r30, {function}")

    # --- Tiles ----------------------------------------------------------------

    def pitch(self):
        return self.random.choice(["r21", "r22", "r23", "r0"])

    def tile_load(self):
        self.add(f"tld {self.t()}, {self.random.randint(-3, 9)}(r25), {self.pitch()}")

    def tile_load_transposed(self):
        self.add(f"tldt.{self.random.choice('bhw')} {self.t()}, (r25), {self.pitch()}")

    def tile_store(self):
        r = self.random
        block = f"tstb.{r.choice('bh')} {self.t()}, {r.randrange(2)}, (r25), {self.pitch()}"
        self.add(r.choice([f"tst {self.t()}, {r.randint(0, 9)}(r25), {self.pitch()}", block,
                           f"tstc {self.t()}, {r.randint(0, 5)}(r25)"]))

    def contraction(self):
        op = self.random.choice(["tmma.f32.bf16", "tmma.i32.i8"])
        self.add(f"{op} {self.t()}, {self.t()}, {self.t()}")

    def elementwise(self):
        op = self.random.choice(["tadd.f32", "tmul.f32", "tfma.f32", "tdiv.f32", "tsel.f32"])
        self.add(f"{op} {self.t()}, {self.t()}, {self.t()}")

    def unary(self):
        op = self.random.choice(["tabs.f32", "texp.f32", "trsum.f32", "tcmax.f32", "tmov"])
        self.add(f"{op} {self.t()}, {self.t()}")

    def convert(self):
        self.add(f"tcvtn.bf16.f32 {self.t()}, {self.random.randrange(2)}, {self.t()}")

    def zero(self):
        self.add(f"tzero {self.t()}")

    def element(self):
        self.add(f"tget.i32 {self.x()}, {self.t()}, r1")

    def move_on(self):
        self.new_addresses()


KINDS = [("scalar", 6), ("multiply", 3), ("divide", 1), ("floating", 4), ("floating_many", 1),
         ("load", 4), ("store", 2), ("load_far", 1), ("atomic", 1), ("counter", 1), ("branch", 3),
         ("loop", 2), ("call", 1), ("tile_load", 6), ("tile_load_transposed", 2),
         ("tile_store", 4), ("contraction", 6), ("elementwise", 4), ("unary", 3), ("convert", 2),
         ("zero", 2), ("element", 1), ("start", 5), ("wait", 2), ("test", 1), ("barrier", 1),
         ("round", 2), ("apart", 2), ("move_on", 1)]


def main():
    build, temp, cpu, *seeds = sys.argv[1:]
    description = json.loads((Path(build) / "description.json").read_text())
    variant = next(v for v in description["variants"] if v["cpu"] == cpu)
    for seed in seeds:
        name = f"{temp}.{seed}"
        text = "\n".join(Program(variant, int(seed)).lines) + "\n"
        elf, trace = runs.link(text, name, cpu), f"{name}.trace"
        print(cpu, seed, runs.timed(elf, trace), flush=True)
        runs.replay(build, trace)


if __name__ == "__main__":
    main()
