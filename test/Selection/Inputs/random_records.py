#===- random_records.py - random instructions of the description -----------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""random_records(seed, count) returns records of tile instructions as texts:
elementwise operations, comparisons and selections, reductions, conversions,
contractions, loads and stores, on the formats of the project and on new ones. Their
encodings do not overlap; other errors in a record are left to matrix-tblgen.

    random_records.py --seed 1 --count 20 > Random.td
"""

import argparse
import random
from dataclasses import dataclass

HEAD = '''include "Isa/TileContract.td"
include "Isa/TileElementwise.td"
include "Isa/TileMemory.td"
include "Isa/TileConvert.td"

def RndFmtI16  : Format<"i16", 16, 8>;
def RndFmtU16  : Format<"i16", 16, 9> { let Unsigned = 1; let Suffix = "u16"; }
def RndFmtE3M4 : FloatFormat<"f8E3M4", 3, 4, 10> { let Suffix = "e3m4"; }
def RndTI16  : TileOperand<RndFmtI16>;
def RndTU16  : TileOperand<RndFmtU16>;
def RndTE3M4 : TileOperand<RndFmtE3M4>;
def RndCeil  : Elementwise<1, "math.ceil", "num::canonical(__builtin_ceilf($0))">;

def RndOpcode : Opcode<0x0D, "", "random records", count=2>;
def RndOpcode2 : Opcode<0x2F, "", "random records">;
// | op6 | td5 | ta5 | tb5 | tc5 | q2 | fn4 |
class Rnd<bits<6> op, bits<4> fn, string baseMnemonic, dag outs, dag ins, string args, Timing time, dag semantics>
    : TileInst<baseMnemonic, "", outs, ins, args, time, semantics> {
  bits<5> td = !if(IsOperand<outs, ins, "td">.R, ?, 0b00000);
  bits<5> ta = !if(IsOperand<outs, ins, "ta">.R, ?, 0b00000);
  bits<5> tb = !if(IsOperand<outs, ins, "tb">.R, ?, 0b00000);
  bits<5> tc = !if(IsOperand<outs, ins, "tc">.R, ?, 0b00000);
  bits<2> q  = !if(IsOperand<outs, ins, "q">.R, ?, 0b00);
  let Op = op;
  let Inst{25-21} = td; let Inst{20-16} = ta; let Inst{15-11} = tb; let Inst{10-6} = tc;
  let Inst{5-4} = q; let Inst{3-0} = fn;
}
'''
# Opcodes that no instruction on tiles has, with 16 records each.
CODES = [0x38, 0x39, 0x3A, 0x3B, 0x0D, 0x0E, 0x2F]


@dataclass(frozen=True)
class Format:
    record: str
    operand: str
    bits: int
    float: bool

    @property
    def columns(self) -> int:
        return 32 // self.bits


F32 = Format("FmtF32", "TF32", 32, True)
I32 = Format("FmtI32", "TI32", 32, False)
NARROW_FLOATS = [Format("FmtBF16", "TBF16", 16, True), Format("FmtF16", "TF16", 16, True),
                 Format("RndFmtE3M4", "RndTE3M4", 8, True)]
NARROW_INTEGERS = [Format("FmtI8", "TI8", 8, False), Format("FmtU8", "TU8", 8, False),
                   Format("RndFmtI16", "RndTI16", 16, False),
                   Format("RndFmtU16", "RndTU16", 16, False)]
FORMATS = [F32, F32, I32, *NARROW_FLOATS, *NARROW_INTEGERS]

UNARY = {True: ["Abs", "Floor", "Round", "RndCeil", "Exp", "Log", "Sqrt", "Rsqrt", "Tanh",
                "Erf", "Sin", "Cos", "Sigmoid"], False: ["Abs"]}
BINARY = {True: ["Add", "Add", "Sub", "Mul", "Mul", "Max", "Min", "Div"],
          False: ["Add", "Add", "Sub", "Mul", "Max", "Min", "MaxU", "MinU", "And", "Or",
                  "Xor", "Shl", "Shr", "Sra"]}
COMPARISONS = ["Eq", "Ne", "Lt", "Le", "Gt"]
NUMBERS = {True: ["1", "2", '"0.5"', '"0.044715"', '"-0.0"', "3", '"1.702"'],
           False: ["1", "2", "3", "7", "-1", "15"]}
# Most are cheaper than the instructions they replace, so that programs use them.
CHEAP = "Timing<PipeEW, (Cycles 1), (Cycles 2)>"
TIMES = ["TimeEw", "TimeSfu", "TimeReduce", "Timing<PipeEW, (Cycles 100), (Cycles 200)>",
         CHEAP, CHEAP, CHEAP, CHEAP, CHEAP, CHEAP]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.number = 0

    def record(self) -> str:
        kind = self.random.choice([
            self.elementwise, self.elementwise, self.elementwise, self.selection,
            self.comparison, self.reduction, self.widening, self.narrowing,
            self.contraction, self.load, self.store])
        return kind()

    def choose(self, values):
        return self.random.choice(values)

    # --- Trees --------------------------------------------------------------------

    def tree(self, fmt, leaves, depth) -> str:
        """A tree over `leaves`, with each at least once if it is large enough."""
        if depth == 0 or (len(leaves) == 1 and self.random.random() < 0.3):
            return leaves[0]
        if len(leaves) == 1 and self.random.random() < 0.4:
            operator = self.choose(UNARY[fmt.float])
            return f"({operator} {self.tree(fmt, leaves, depth - 1)})"
        operator = self.choose(BINARY[fmt.float])
        if len(leaves) == 1:
            other = self.choose(NUMBERS[fmt.float] + leaves)
            sides = [self.tree(fmt, leaves, depth - 1), other]
        else:
            cut = self.random.randrange(1, len(leaves))
            sides = [self.tree(fmt, leaves[:cut], depth - 1),
                     self.tree(fmt, leaves[cut:], depth - 1)]
        if all(s in NUMBERS[fmt.float] for s in sides):
            sides[0] = leaves[0]
        self.random.shuffle(sides)
        return f"({operator} {sides[0]} {sides[1]})"

    # --- Kinds --------------------------------------------------------------------

    def elementwise(self):
        fmt = self.choose(FORMATS)
        names = ["$ta", "$tb", "$tc"][:self.choose([1, 1, 2, 2, 3])]
        semantics = self.tree(fmt, names, self.choose([1, 1, 1, 2, 3]))
        if not semantics.startswith("("):
            semantics = f"(Add {semantics} {semantics})"
        used = [n for n in names if n in semantics]
        return self.write(fmt, [(n, fmt) for n in used], semantics)

    def selection(self):
        fmt = self.choose([F32, F32, I32, *NARROW_FLOATS])
        a, b, c = (self.choose(["$ta", "$tb", "$tc"]) for _ in range(3))
        semantics = f"(Select ({self.choose(COMPARISONS)} $ta $tb) {a} {c})"
        if b == "$tc":
            semantics = f"(Add {semantics} $tc)"
        used = [n for n in ("$ta", "$tb", "$tc") if n in semantics]
        return self.write(fmt, [(n, fmt) for n in used], semantics)

    def comparison(self):
        fmt = self.choose([F32, I32])
        semantics = f"(Cast FmtI32 ({self.choose(COMPARISONS)} $ta $tb))"
        return self.write(I32, [("$ta", fmt), ("$tb", fmt)], semantics)

    def reduction(self):
        fmt = self.choose([F32, F32, I32, *NARROW_FLOATS, *NARROW_INTEGERS])
        inner = self.tree(fmt, ["$ta"], self.choose([0, 0, 1, 2]))
        text = self.choose(["ik->ij", "kj->ij"])
        semantics = f'(Reduce {self.choose(["Add", "Max", "Min", "Mul"])} "{text}" {inner})'
        if self.random.random() < 0.3:
            semantics = f"({self.choose(BINARY[fmt.float])} {semantics} {self.choose(NUMBERS[fmt.float])})"
        return self.write(fmt, [("$ta", fmt)], semantics)

    def widening(self):
        fmt = self.choose(NARROW_FLOATS + NARROW_INTEGERS)
        wide = F32 if fmt.float or self.random.random() < 0.3 else I32
        part = f"(Cast {wide.record} (Part $q $ta))"
        more = self.random.random() < 0.5
        semantics = self.tree(wide, [part, "$tb"], 2) if more else part
        operands = [("$ta", fmt)] + ([("$tb", wide)] if "$tb" in semantics else [])
        return self.write(wide, operands, semantics, block=True)

    def narrowing(self):
        fmt = self.choose(NARROW_FLOATS + NARROW_INTEGERS)
        wide = F32 if fmt.float or self.random.random() < 0.3 else I32
        value = self.tree(wide, ["$ta"], self.choose([0, 1, 1]))
        semantics = f"(Insert $q (Cast {fmt.record} {value}) $c)"
        return self.write(fmt, [("$ta", wide)], semantics, tied=fmt, block=True)

    def contraction(self):
        pairs = [(F32, f, f) for f in [F32, *NARROW_FLOATS]]
        pairs += [(I32, a, b) for a in NARROW_INTEGERS for b in NARROW_INTEGERS
                  if a.bits == b.bits]
        acc, a, b = self.choose(pairs)
        contract = '(Contract "ik,jk->ij" $c $ta (Leading $tb))'
        semantics = self.choose([
            contract, contract, f"(Max {contract} 0)",
            f"({self.choose(BINARY[acc.float])} {contract} {self.choose(NUMBERS[acc.float])})",
            f'(Add $c (Mul (Contract "ik,jk->ij" 0 $ta (Leading $tb)) '
            f"{self.choose(NUMBERS[acc.float])}))"])
        return self.write(acc, [("$ta", a), ("$tb", b)], semantics, tied=acc,
                          time="TimeMma", needs="HasTiles, HasTallTiles")

    def load(self):
        fmt = self.choose(NARROW_FLOATS + NARROW_INTEGERS)
        wide = F32 if fmt.float else self.choose([I32, F32])
        semantics = f"(Cast {wide.record} (Load {fmt.record} $ta 0 $tb))"
        if self.random.random() < 0.3:
            semantics = self.tree(wide, [semantics], 1)
        return self.write(wide, [("$ta", "XReg"), ("$tb", "XReg")], semantics,
                          time=self.choose(["TimeLoad", CHEAP]), flags="let mayLoad = 1;")

    def store(self):
        fmt = self.choose([F32, I32, *NARROW_FLOATS])
        value = self.tree(fmt, ["$td"], 1)
        semantics = f"(Store {value} $ta 0 $tb)"
        return self.write(None, [("$td", fmt), ("$ta", "XReg"), ("$tb", "XReg")], semantics,
                          time=self.choose(["TimeStore", CHEAP]), flags="let mayStore = 1;")

    # --- Records --------------------------------------------------------------------

    def write(self, result, operands, semantics, tied=None, block=False, time=None,
              needs="HasTiles", flags="") -> str:
        code, function = divmod(self.number, 16)
        name = f"rnd{self.seed}x{self.number}"
        self.number += 1
        inputs = [f"{f if isinstance(f, str) else f.operand}:{n}" for n, f in operands]
        text = ["$td"] if result else []
        text += [n for n, _ in operands]
        if tied:
            inputs.insert(0, f"{tied.operand}:$c")
            flags += ' let Constraints = "$td = $c";'
        if block:
            inputs.append("ColumnBlock:$q")
            text.append("$q")
        outs = f"(outs {result.operand}:$td)" if result else "(outs)"
        semantics = commas(semantics)
        return (f'def {name.upper()} : Rnd<{CODES[code]}, {function}, "{name}", {outs}, '
                f'(ins {", ".join(inputs)}), "{", ".join(text)}", '
                f'{time or self.choose(TIMES)}, {semantics}> {{\n'
                f"  let Predicates = [{needs}]; {flags}\n}}\n")


def commas(semantics: str) -> str:
    """(Op a b) becomes (Op a, b), as TableGen requires."""
    words, out, first = semantics.replace("(", " ( ").replace(")", " ) ").split(), "", True
    for before, word in zip(["(", *words], words):
        separate = before != "(" and word != ")"
        operator = len(out) and out.split("(")[-1].strip() == before and before != ")"
        out += (" " if operator and separate else ", " if separate else "") + word
    return out


def random_records(seed: int, count: int) -> list:
    generator = Generator(seed)
    return [generator.record() for _ in range(count)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    options = parser.parse_args()
    print(HEAD + "".join(random_records(options.seed, options.count)))
