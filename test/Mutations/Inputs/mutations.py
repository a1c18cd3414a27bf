#===- mutations.py - mutations, one or more per generator ------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Edits of generated text. `says` is the required message of the failing test."""

from dataclasses import dataclass, field

TARGET = "llvm-target/CMakeFiles/LLVMMatrix.dir/"
PLUGIN = "lib/libLLVMMatrix.so"
SIMULATOR = "simulator/CMakeFiles/MatrixSim.dir/lib/"
TILES = ["simulator/CMakeFiles/MatrixSimTiles_*.dir/lib/Tiles/Tiles.cpp.o"]   # one per host type
DIALECT = "mlir-dialects/lib/Dialect/Matrix/IR/CMakeFiles/MatrixIR.dir/"
INSTRUCTIONS = "mlir-dialects/lib/Dialect/Matrix/IR/MatrixInstructions.inc"


@dataclass
class Mutation:
    name: str
    what: str
    file: str         # or a pattern: the first file in which `pattern` matches
    pattern: str
    replacement: str
    objects: list     # patterns: objects compiled from the file
    tool: str
    check: list
    says: str


def target(name, what, file, pattern, replacement, source, check, says):
    return Mutation(name, what, f"llvm-target/{file}", pattern, replacement,
                    [f"{TARGET}{source}.cpp.o"], PLUGIN, check, says)


def simulator(name, what, file, pattern, replacement, objects, check, says):
    return Mutation(name, what, f"simulator/{file}", pattern, replacement, objects,
                    "bin/matrix-sim", check, says)


def dialect(name, what, pattern, replacement, check, says):
    return Mutation(name, what, INSTRUCTIONS, pattern, replacement,
                    [f"{DIALECT}InstructionTable.cpp.o"], "bin/matrix-opt", check, says)


ENCODINGS = ["check_encodings.py"]
FLOATS = ["check_tiles.py", "--only=tsub.f32"]

MUTATIONS = [
    target("encoder", "two fields exchanged", "MatrixGenMCCodeEmitter.inc",
           r"(case Matrix::TSUB_F32:.*?)<< 16(.*?)<< 11", r"\1<< 11\2<< 16",
           "MCTargetDesc/MatrixMCCodeEmitter", ENCODINGS,
           r"tsub\.\w+ .*: expected \w+, assembles to"),
    target("printer", "another name", "MatrixGenAsmWriter.inc",
           r'"tsub\.f32', '"tsub.i32', "MCTargetDesc/MatrixInstPrinter", ENCODINGS,
           r"tsub\.f32 .*prints as 'tsub.i32 .*assembles to"),
    target("parser", "another instruction", "MatrixGenAsmMatcher.inc",
           r"Matrix::TSUB_F32, (Convert\w+)", r"Matrix::TSUB_I32, \1",
           "AsmParser/MatrixAsmParser", ENCODINGS,
           r"tsub\.f32 .*: expected \w+, assembles to"),
    target("disassembler", "another instruction", "MatrixGenDisassemblerTables.inc",
           r"OPC_Decode, \d+, \d+, (\d+,\s+//\s+\d+:\s+decode to TSUB_F32 .*?)"
           r"OPC_Decode, (\d+, \d+), (\d+,\s+//\s+\d+:\s+decode to TSUB_I32)",
           r"OPC_Decode, \2, \1OPC_Decode, \2, \3",
           "Disassembler/MatrixDisassembler", ENCODINGS,
           r"tsub\.f32 .*prints as 'tsub.i32"),
    target("builtins", "another record", "MatrixGenBuiltins.inc",
           r'("tsub\.f32", )Matrix::TSUB_F32', r"\1Matrix::TADD_F32",
           "Utils/MatrixBuiltins", FLOATS, r"tsub\.f32, set 0: .*elements differ"),
    target("builtin-ranges", "a range too narrow", "MatrixGenBuiltins.inc",
           r"Immediate, -256, 255, 1\}, // \$imm of TLD", "Immediate, -256, 254, 1}, //",
           "Utils/MatrixBuiltins", ["check_tiles.py", "--only=tld"], r"tld.*-256 to 254"),
    simulator("decoder", "a function code", "MatrixSimDecoder.inc",
              r'("tsub\.f32".*?)0xc8000040u', r"\g<1>0xc8000780u",
              [f"{SIMULATOR}Core/Decoder.cpp.o"], FLOATS, r"0xc8\w+, which is not an instruction"),
    simulator("operands", "operands exchanged", "MatrixSimTile[0-9].inc",
              r"num::sub\(v_ta(\[[^,]*\]), v_tb(\[[^,]*\])\)",
              r"num::sub(v_tb\1, v_ta\2)", TILES, FLOATS,
              r"tsub\.f32, set 0: .*elements differ"),
    simulator("rounding", "no rounding", "MatrixSimTile[0-9].inc",
              r"num::SmallFloat<8, 7, false>::encode\((v_ta\[[^;]*\])\)\);",
              r"num::bitCast<uint32_t>(\1) >> 16);", TILES,
              ["check_tiles.py", "--only=tcvtn.bf16.f32"],
              r"tcvtn\.bf16\.f32 .*elements differ"),
    simulator("scalar", "operands exchanged", "MatrixSimScalar.inc",
              r"num::wrapSub\(c\.x\(insn\.reg\[1\]\), c\.x\(insn\.reg\[2\]\)\)",
              "num::wrapSub(c.x(insn.reg[2]), c.x(insn.reg[1]))",
              [f"{SIMULATOR}Interpreter/Interpreter*.cpp.o"], ["check_scalars.py"], r"sub"),
    dialect("expansion", "operands exchanged",
            r"(kTree0TSUB_F32.*?&kSub, [^{]*\{)0, 1\}", r"\g<1>1, 0}",
            ["check_expansion.py", "--only=tsub.f32"],
            r"tsub\.f32, set 0: .*elements differ"),
    dialect("selection", "a division that commutes",
            r'kDiv = \{"Div", "arith.divf", "", false', 'kDiv = {"Div", "arith.divf", "", true',
            ["check_selection.py"], r"trcp\.f32, reversed, set 0: .*elements differ"),
    dialect("forms", "the record of another format",
            r'\{"TSUB_F32", "tsub", "tsub\.f32"', '{"TSUB_F32", "tsub", "tadd.f32"',
            ["check_tiles.py", "--operations", "--only=tsub.f32"],
            r"tsub\.f32, set 0: .*elements differ"),
]
