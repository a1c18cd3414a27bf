#===- operation_kernel.py - cases by operations of the dialect -------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The kernel of tile_kernel.py, with functions compiled from MLIR instead of builtins:
vectors in, operation, vector out."""

from pathlib import Path

from programs.expansion import module, operation, tile_type, without_target
from programs.tile_kernel import TileKernel
from semantics.description import Description
from toolchain import run


class OperationKernel(TileKernel):
    def __init__(self, description: Description, cpu: str, cases: list, work: Path):
        super().__init__(cpu, description.geometry(cpu), cases, work, "operations")
        self.description = description

    def execute(self, optimize="-O2") -> list:
        file = self.kernel.file
        source, lowered, ir, compiled = (
            file(s) for s in (".mlir", ".llvm.mlir", ".functions.ll", ".functions.o"))
        functions = map(self.mlir, range(len(self.cases)), self.cases)
        source.write_text(module(self.kernel.cpu, "".join(functions)))
        lowered.write_text(without_target(run(
            "matrix-opt", source, "--convert-to-llvm", "--reconcile-unrealized-casts")))
        run("matrix-translate", "--mlir-to-llvmir", lowered, "-o", ir)
        self.kernel.compile(ir, compiled)
        self.kernel.objects.append(compiled)
        return super().execute(optimize)

    def instruction(self, number, case, arguments, result) -> str:
        given = [a for a, o in zip(arguments, case.instruction.inputs)
                 if o.kind != "immediate"]
        self.kernel.declare(f"operation{number}", result, [t for t, _ in given])
        values = ", ".join(f"{t} {v}" for t, v in given)
        return f"call {result} @operation{number}({values})"

    def mlir(self, number, case) -> str:
        inputs = [o for o in case.instruction.inputs if o.kind != "immediate"]
        types = [self.type(o) for o in inputs]
        names = [f"%{o.name}" for o in inputs]
        result = self.result_type(case.instruction)
        arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, types))
        returned = "i64" if result.startswith("i") else result
        return (f"func.func @operation{number}({arguments}) -> {returned} {{\n"
                f"  %value = {operation(case, names, types, result)}\n"
                f"{self.returned(result)}}}\n")

    def result_type(self, instruction) -> str:
        """An element has its own type instead of that of the register."""
        if instruction.result.kind == "tile":
            return self.type(instruction.result)
        return self.description.formats[instruction.semantics["format"]].mlir

    @staticmethod
    def returned(result) -> str:
        if not result.startswith("i"):
            return f"  return %value : {result}\n"
        return (f"  %register = arith.extsi %value : {result} to i64\n"
                "  return %register : i64\n")

    def type(self, operand) -> str:
        if operand.kind != "tile":
            return {"general": "i64", "f32": "f32"}[operand.kind]
        shape, element = tile_type(self.description, self.geometry, operand)
        return f"vector<{shape}x{element}>"
