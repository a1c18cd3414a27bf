"""check_bounds.py DESCRIPTION.json TEMP: compares the bounds in --stats=json with bounds
computed from shapes and the description's parameters by docs/reference/statistics.md.
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Timing" / "model"))
from description import Variant  # noqa: E402
from semantics import find  # noqa: E402
from work import macs_of, size_of  # noqa: E402

BYTES = {"f32": 4, "i32": 4, "bf16": 2, "i8": 1}


@dataclass
class Op:
    """Element counts of inputs and outputs; (batch, m, n, k) of a product."""
    types: tuple
    read: int
    written: int
    gemm: tuple = ()
    depthwise: bool = False
    ew: int = 0   # bytes
    sfu: int = 0

    @property
    def macs(self):
        return int(np.prod(self.gemm)) if self.gemm else 0


@dataclass
class Case:
    name: str
    cpu: str
    cores: int
    mlir: str
    inputs: list  # shape, type
    out: int      # bytes
    ops: list


def product(name, cpu, cores, m, n, k, element, total):
    a, b, c = f"tensor<{m}x{k}x{element}>", f"tensor<{k}x{n}x{element}>", f"tensor<{m}x{n}x{total}>"
    op = Op((element, element), (m * k + k * n) * BYTES[element], m * n * 4, (1, m, n, k))
    return Case(name, cpu, cores, f"""
      %0 = tensor.empty() : {c}
      %1 = linalg.fill ins(%zero : {total}) outs(%0 : {c}) -> {c}
      %2 = linalg.matmul ins(%a0, %a1 : {a}, {b}) outs(%1 : {c}) -> {c}
      return %2 : {c}""", [((m, k), element), ((k, n), element)], m * n * 4, [op])


def convolution():
    x, f, y = "tensor<1x12x14x8xf32>", "tensor<3x3x8x20xf32>", "tensor<1x10x12x20xf32>"
    op = Op(("f32", "f32"), (12 * 14 * 8 + 72 * 20) * 4, 2400 * 4, (1, 120, 20, 72))
    return Case("convolution", "base", 4, f"""
      %0 = tensor.empty() : {y}
      %1 = linalg.fill ins(%zero : f32) outs(%0 : {y}) -> {y}
      %2 = linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : {x}, {f}) outs(%1 : {y}) -> {y}
      return %2 : {y}""", [((1, 12, 14, 8), "f32"), ((3, 3, 8, 20), "f32")], 9600, [op])


def depthwise():
    x, f, y = "tensor<1x12x14x16xf32>", "tensor<3x3x16xf32>", "tensor<1x10x12x16xf32>"
    op = Op(("f32", "f32"), (12 * 14 * 16 + 144) * 4, 1920 * 4, (16, 120, 1, 9), True,
            ew=120 * 16 * 9 * 4)
    return Case("depthwise", "base", 2, f"""
      %0 = tensor.empty() : {y}
      %1 = linalg.fill ins(%zero : f32) outs(%0 : {y}) -> {y}
      %2 = linalg.depthwise_conv_2d_nhwc_hwc ins(%a0, %a1 : {x}, {f}) outs(%1 : {y}) -> {y}
      return %2 : {y}""", [((1, 12, 14, 16), "f32"), ((3, 3, 16), "f32")], 7680, [op])


def attention():
    """softmax(A B) C: the scores do not cross the kernel boundary."""
    t = "tensor<48x48xf32>"
    size = 48 * 48 * 4
    dot = Op(("f32", "f32"), 2 * size, size, (1, 48, 48, 48))
    soft = Op(("f32",), size, size, ew=4 * size, sfu=size)
    return Case("attention", "base", 4, f"""
      %0 = tensor.empty() : {t}
      %1 = linalg.fill ins(%zero : f32) outs(%0 : {t}) -> {t}
      %2 = linalg.matmul ins(%a0, %a1 : {t}, {t}) outs(%1 : {t}) -> {t}
      %3 = linalg.softmax dimension(1) ins(%2 : {t}) outs(%0 : {t}) -> {t}
      %4 = linalg.matmul ins(%3, %a2 : {t}, {t}) outs(%1 : {t}) -> {t}
      return %4 : {t}""", [((48, 48), "f32")] * 3, size, [dot, soft, dot])


CASES = [product("bf16", "ring32", 32, 100, 130, 70, "bf16", "f32"),
         product("i8", "edge", 1, 33, 65, 47, "i8", "i32"),
         product("f32", "base", 3, 200, 100, 300, "f32", "f32"),
         convolution(), depthwise(), attention()]


# --- Computed bounds --------------------------------------------------------------

def contractions(variant, element):
    """(rows, columns, depth, cycles) of each contraction, fastest last."""
    found = []
    for facts in variant.instructions:
        node = find(facts.get("semantics"), "Contract")
        if node and f"Fmt{element.upper()}" == node["args"][1].get("format"):
            rows, depth = size_of(variant, facts, node["args"][1])
            macs = macs_of(variant, facts)
            found.append((rows, macs // rows // depth, depth,
                          facts["timing"][variant.cpu]["occupancy"]))
    return sorted(found, key=lambda c: Fraction(c[0] * c[1] * c[2], c[3]))


def tiles(gemm, rows, columns, depth, cycles):
    batch, m, n, k = gemm
    best = min(ceil(x / rows) * ceil(y / columns) for x, y in ((m, n), (n, m)))
    return batch * best * ceil(k / depth) * cycles


def loads(gemm, shape, registers):
    batch, m, n, k = gemm[0], *(ceil(e / s) for e, s in zip(gemm[1:], shape))
    blocks = [(a, b) for a in range(1, m + 1) for b in range(1, n + 1)
              if a * b + min(a, b) + 1 <= registers]
    return batch * min(k * (m * ceil(n / b) + n * ceil(m / a)) for a, b in blocks)


def of_operation(op, variant, cores):
    v, bounds = variant, {"dram": Fraction(op.read + op.written, variant["DramBytes"])}
    bounds["ew"] = (Fraction(op.ew, v["EwBytes"]) + Fraction(op.sfu, v["SfuBytes"])) / cores
    lines = Fraction(op.read, v["LineBytes"])
    if op.gemm:
        found = contractions(variant, op.types[0])
        rows, columns, depth, cycles = found[-1]
        bounds["mma"] = Fraction(op.macs * cycles, rows * columns * depth * cores)
        ways = [tiles(op.gemm, *c) for c in found] + [op.macs, Fraction(4 * op.macs, v["EwBytes"])]
        bounds["shape"] = Fraction(min(ways)) / cores
        if not op.depthwise:
            lines = loads(op.gemm, (rows, columns, depth), v.tiles["registers"]) * \
                Fraction(v["Rows"] * v["TileRowBytes"], v["LineBytes"])
    bounds["loads"] = lines / (v["LdLines"] * cores)
    return bounds


def of_program(case, variant, run):
    """`run`: instructions that access DRAM use none of its issue slots."""
    ops = [of_operation(op, variant, case.cores) for op in case.ops]
    bounds = {key: sum(op.get(key, 0) for op in ops) for key in ("mma", "shape", "ew", "loads")}
    entering = sum(int(np.prod(shape)) * BYTES[element] for shape, element in case.inputs)
    read, written = (sum(core["bytes"]["dram"][way] for core in run["cores"]) for way in ("read", "written"))
    bounds["dram"] = Fraction(max(0, entering - read) + max(0, case.out - written), variant["DramBytes"])
    line = Fraction(variant["LineBytes"], variant["DramBytes"])
    bounds["latency"] = variant["DramLatency"] + (0 if read else line) + \
        (0 if written else variant["DramLatency"] + line)
    rest = [bounds[key] for key in ("dram", "latency")]
    bounds["roof"], bounds["shape_roof"] = (max(bounds[k], *rest) for k in ("mma", "shape"))
    bounds["layers"] = sum(max(op.get("mma", 0), op["dram"], op["ew"]) for op in ops)
    return bounds, ops


# --- Reported bounds ----------------------------------------------------------------

def measured(case, temp):
    arguments = ", ".join(f"%a{i}: tensor<{'x'.join(map(str, s))}x{t}>"
                          for i, (s, t) in enumerate(case.inputs))
    result = case.mlir.rpartition(" : ")[2]
    total = "i32" if "xi32>" in case.mlir else "f32"
    zero = f"%zero = arith.constant {'0' if total == 'i32' else '0.0'} : {total}"
    source, elf, options = temp / f"{case.name}.mlir", temp / f"{case.name}.elf", []
    source.write_text(f"func.func @main({arguments}) -> {result} {{\n      {zero}{case.mlir}\n}}\n")
    for i, (shape, element) in enumerate(case.inputs):
        kind = {"f32": np.float32, "bf16": np.uint16, "i8": np.int8}[element]
        np.save(temp / f"{i}.npy", np.zeros(shape, kind))
        options.append(f"--input={temp / f'{i}.npy'}")
    subprocess.run(["matrix-compile", source, f"--mcpu={case.cpu}", f"--cores={case.cores}",
                    "-o", elf], check=True)
    run = subprocess.run(["matrix-sim", "--stats=json", *options, elf], check=True,
                         capture_output=True, text=True)
    return json.loads(run.stderr)


def main():
    description, temp = json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2])
    for case in CASES:
        variant, run = Variant(description, case.cpu), measured(case, temp)
        want, ops = of_program(case, variant, run)
        got = run["bounds"]
        assert len(run["cores"]) == case.cores
        links = 2 * variant.cores * variant["LineBytes"] * variant.parameters.get("RingLines", 1)
        assert abs(got.pop("ring", 0) - run["transfers"]["ring_byte_hops"] / links) < 1e-6
        compare(case.name, want, got)
        listed = [op for op in run["work"]["operations"] if op["kind"] != "move"]
        assert len(listed) == len(ops), listed
        for op, values in zip(listed, ops):
            shown = {k: v for k, v in op["bounds"].items() if "roof" not in k}
            compare(f"{case.name}, {op['op']}", values, shown)
        assert run["percent"]["roof"] <= run["percent"]["shape_roof"] <= 100
        print(f"{case.name} on {case.cpu}, {case.cores} cores: roof {float(want['roof']):.0f} of "
              f"{run['cycles']} cycles")


def compare(name, want, got):
    assert want.keys() == got.keys(), (name, want.keys(), got.keys())
    for key, value in want.items():
        if abs(float(value) - got[key]) > 1e-6 * max(1, float(value)):
            sys.exit(f"{name}, {key}: {got[key]}, by the formulas {float(value)}")


if __name__ == "__main__":
    main()
