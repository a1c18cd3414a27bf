#===- expansion.py - the reference expansion, run on the host --------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The cases of tile_kernel.py in MLIR: every instruction as its operation, expanded by
--matrix-expand, lowered by upstream passes and run by mlir-runner. Operands and results
have the layout of tile_kernel.py."""

import re
import shutil
import sys
from pathlib import Path

import numpy as np

from programs.tile_cases import Case, access_of
from programs.tile_kernel import Layout, unpack
from semantics.description import Description, nodes
from toolchain import run

sys.path.append(str(Path(__file__).resolve().parents[3] / "Inputs"))
from host_lowering import lowering  # noqa: E402

# convert-math-to-llvm does not lower it on vectors of rank 2.
NOT_LOWERED = {"math.absi"}


def can_expand(description: Description, case: Case) -> bool:
    """Whether the host can execute the expansion: loads and stores access the
    scratchpad."""
    used = {description.operators[node["op"]]["mlir_int"]
            for node in nodes(case.instruction.semantics)
            if node["op"] in description.operators
            and not description.formats[node["format"]].float}
    return access_of(case.instruction) is None and not used & NOT_LOWERED


def operation(case: Case, names, types, result) -> str:
    """The instruction as operation of the dialect."""
    base_mnemonic = case.instruction.facts["base_mnemonic"]
    suffix = case.instruction.mnemonic[len(base_mnemonic):].lstrip(".")
    attributes = [f"{n} = {v} : i64" for n, v in case.immediates.items()]
    attributes.append(f'form = "{suffix}"')
    return (f'"matrix.{base_mnemonic}"({", ".join(names)}) {{{", ".join(attributes)}}} : '
            f'({", ".join(types)}) -> {result}')


def tile_type(description: Description, geometry, operand) -> tuple:
    """Shape and element type in MLIR."""
    fmt = description.formats[operand.format]
    shape = "x".join(map(str, geometry.shape(fmt)))
    return shape, f"i{fmt.bits}" if fmt.any else fmt.mlir


def module(cpu: str, body: str) -> str:
    target = f'#matrix.target<"{cpu}">'
    return f"module attributes {{matrix.target = {target}}} {{\n{body}}}\n"


def without_target(text: str) -> str:
    """Removes the attribute that names the variant, which upstream's tools do not know.
    """
    return re.sub("module attributes {matrix.target = .*} {", "module {", text)


class Expansion:
    def __init__(self, description: Description, cpu: str, cases: list, work: Path):
        self.description = description
        self.cpu = cpu
        self.geometry = description.geometry(cpu)
        self.cases = cases
        self.layouts = [Layout(case, self.geometry) for case in cases]
        self.work = work

    def execute(self) -> list:
        """The bytes of the results, by case and set."""
        names = [self.work / f"expand.{self.cpu}{suffix}"
                 for suffix in (".mlir", ".llvm.mlir", ".in", ".out")]
        source, lowered, operands, results = names
        blocks = [layout.pack(values) for case, layout in zip(self.cases, self.layouts)
                  for values in case.sets]
        np.concatenate(blocks).tofile(operands)
        source.write_text(self.module(operands, results))
        lowered.write_text(without_target(run("matrix-opt", source, *lowering(unroll=True))))
        library = Path(shutil.which("mlir-runner")).resolve().parents[1] / "lib"
        run("mlir-runner", lowered, "-e", "main", "--entry-point-result=i32", "-O0",
            f"--shared-libs={library}/libmlir_float16_utils.so")
        return list(unpack(self.cases, self.layouts, np.fromfile(results, np.uint8)))

    # --- The module -------------------------------------------------------------

    def module(self, operands, results) -> str:
        sizes = [(len(c.sets) * l.size, len(c.sets) * l.result)
                 for c, l in zip(self.cases, self.layouts)]
        total_in, total_out = (sum(s[k] for s in sizes) for k in (0, 1))
        types = f"memref<{total_in}xi8>", f"memref<{total_out}xi8>"
        functions, calls, at = [], "", [0, 0]
        for number, (case, layout) in enumerate(zip(self.cases, self.layouts)):
            functions.append(self.function(number, case, layout, types, at))
            calls += f"  call @case{number}(%in, %out) : ({', '.join(types)}) -> ()\n"
            at = [at[k] + sizes[number][k] for k in (0, 1)]
        main = self.main(calls, (operands, total_in), (results, total_out))
        return module(self.cpu, "".join(functions) + main)

    def function(self, number, case, layout, types, at) -> str:
        return f"""// {case}
func.func private @case{number}(%in: {types[0]}, %out: {types[1]}) {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %sets = arith.constant {len(case.sets)} : index
  %inSize = arith.constant {layout.size} : index
  %outSize = arith.constant {layout.result} : index
  %inBegin = arith.constant {at[0]} : index
  %outBegin = arith.constant {at[1]} : index
  scf.for %i = %zero to %sets step %one {{
    %inAt = arith.muli %i, %inSize : index
    %from = arith.addi %inAt, %inBegin : index
    %outAt = arith.muli %i, %outSize : index
    %to = arith.addi %outAt, %outBegin : index
{self.body(case, layout, types)}
  }}
  return
}}
"""

    def body(self, case, layout, types) -> str:
        lines, names, kinds = [], [], []
        for operand in case.instruction.inputs:
            if operand.kind != "immediate":
                names.append(f"%{operand.name}")
                kinds.append(self.read(operand, layout, types[0], lines))
        lines += self.write(case, names, kinds, types[1])
        return "\n".join("    " + line for line in lines)

    def write(self, case, names, kinds, buffer) -> list:
        instruction = case.instruction
        if instruction.result.kind != "tile":
            return self.write_element(case, names, kinds, buffer)
        shape, element = tile_type(self.description, self.geometry, instruction.result)
        result, place = f"vector<{shape}x{element}>", f"memref<{shape}x{element}>"
        return ["%value = " + operation(case, names, kinds, result),
                f"%result = memref.view %out[%to][] : {buffer} to {place}",
                "vector.transfer_write %value, %result[%zero, %zero] "
                f"{{in_bounds = [true, true]}} : {result}, {place}"]

    def write_element(self, case, names, kinds, buffer) -> list:
        """Extends integers to 64 bits, as a register holds them."""
        element = self.description.formats[case.instruction.semantics["format"]]
        lines = ["%value = " + operation(case, names, kinds, element.mlir)]
        if not element.float:
            lines.append(f"%register = arith.extsi %value : {element.mlir} to i64")
        value, kind = (("%value", element.mlir) if element.float
                       else ("%register", "i64"))
        return [*lines,
                f"%result = memref.view %out[%to][] : {buffer} to memref<1x{kind}>",
                f"memref.store {value}, %result[%zero] : memref<1x{kind}>"]

    def read(self, operand, layout, buffer, lines) -> str:
        name = operand.name
        lines.append(f"%off.{name} = arith.constant {layout.offsets[name]} : index")
        lines.append(f"%at.{name} = arith.addi %from, %off.{name} : index")
        if operand.kind != "tile":
            kind = {"general": "i64", "f32": "f32"}[operand.kind]
            place = f"memref<1x{kind}>"
            lines.append(f"%view.{name} = memref.view %in[%at.{name}][] : {buffer} "
                         f"to {place}")
            lines.append(f"%{name} = memref.load %view.{name}[%zero] : {place}")
            return kind
        shape, element = tile_type(self.description, self.geometry, operand)
        place, kind = f"memref<{shape}x{element}>", f"vector<{shape}x{element}>"
        lines.append(f"%view.{name} = memref.view %in[%at.{name}][] : {buffer} "
                     f"to {place}")
        lines.append(f"%pad.{name} = ub.poison : {element}")
        lines.append(f"%{name} = vector.transfer_read %view.{name}[%zero, %zero], "
                     f"%pad.{name} {{in_bounds = [true, true]}} : {place}, {kind}")
        return kind

    # --- Input and output by the C library --------------------------------------

    @staticmethod
    def main(calls, operands, results) -> str:
        strings = {"input": str(operands[0]), "output": str(results[0]),
                   "read": "rb", "write": "wb"}
        buffers = {"in": operands[1], "out": results[1]}
        data = {name: [*text.encode(), 0] for name, text in strings.items()}
        globals_ = "".join(
            f'memref.global "private" constant @{name} : memref<{len(bytes_)}xi8> = '
            f"dense<{bytes_}>\n" for name, bytes_ in data.items())
        values = "".join(
            f"  %{name}.s = memref.get_global @{name} : memref<{len(bytes_)}xi8>\n"
            + pointer(f"{name}.s", name, len(bytes_)) for name, bytes_ in data.items())
        values += "".join(
            f"  %{name} = memref.alloc() {{alignment = 64 : i64}} : memref<{size}xi8>\n"
            f"  %{name}.size = arith.constant {size} : i64\n"
            + pointer(name, f"{name}.address", size) for name, size in buffers.items())
        return globals_ + LIBC + MAIN.format(values=values, calls=calls)


def pointer(memref, address, size) -> str:
    """The address of a memref of bytes as an i64."""
    return (f"  %{address}.index = memref.extract_aligned_pointer_as_index %{memref} "
            f": memref<{size}xi8> -> index\n"
            f"  %{address} = arith.index_cast %{address}.index : index to i64\n")


LIBC = """
func.func private @fopen(i64, i64) -> i64
func.func private @fread(i64, i64, i64, i64) -> i64
func.func private @fwrite(i64, i64, i64, i64) -> i64
func.func private @fclose(i64) -> i32
"""

MAIN = """
func.func @main() -> i32 {{
{values}
  %one = arith.constant 1 : i64
  %source = call @fopen(%input, %read) : (i64, i64) -> i64
  %0 = call @fread(%in.address, %one, %in.size, %source)
    : (i64, i64, i64, i64) -> i64
  %1 = call @fclose(%source) : (i64) -> i32
{calls}
  %target = call @fopen(%output, %write) : (i64, i64) -> i64
  %2 = call @fwrite(%out.address, %one, %out.size, %target)
    : (i64, i64, i64, i64) -> i64
  %3 = call @fclose(%target) : (i64) -> i32
  return %3 : i32
}}
"""
