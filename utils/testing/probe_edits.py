#===- probe_edits.py - the description of the probe --------------------------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The edits by which the description of utils/probe differs from td/. Each of them
changes every value of one kind by a regular expression over the text of the files, so
that code which repeats such a value fails in the probe. The new values keep the
constraints of the checks, such as powers of two. An edit without an effect is an error.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Edit:
    """Replaces every match of a pattern in the files. A pattern without a match is
    an error: the list is out of date with td/."""
    files: str
    pattern: str
    replacement: object


def fewer_registers(match):
    return f"{match[1]}{int(match[2]) * 11 // 16}"


def other_cores(match):
    cores = int(match[2])
    return f"{match[1]}{2 if cores == 1 else max(3, cores // 6)}"


def scaled(match):
    name, value = match[1], int(match[2])
    # Lines remain powers of two.
    return f"ParameterValue<{name}, {value * 2 if name == 'LineBytes' else value * 3 + 1}>"


# Records of scalar roles. Only td/ refers to records of scalar instructions.
HOLDERS = ("ADD|ADDI|AND|MOVZ|MOVN|MOVK|LD|SD|FLW|FSW|FLD|FSD|FMV_S_X|FMV_D_X|FSGNJ_(?:S|D|#S)|"
           "BEQ|BNE|BLTU?|BGEU?")


def renamed(text: str) -> str:
    return re.sub(rf"\b({HOLDERS})(?!\w)", r"P_\1", text)


EDITS = [
    # Names. Mnemonics, operations, builtins and tests derive from the base mnemonic.
    Edit("Schema/Instruction.td", r"string BaseMnemonic = baseMnemonic;",
         'string BaseMnemonic = "x" # baseMnemonic # "0";'),
    Edit("Schema/Instruction.td", r"string Mnemonic = baseMnemonic # suffix;",
         'string Mnemonic = BaseMnemonic # suffix;'),
    Edit("Isa/*.td", rf"\b({HOLDERS})(?!\w)", r"P_\1"),
    # Encodings: opcodes, control registers, DMA descriptor.
    Edit("Schema/Opcode.td", r"= (!range\(value, .*\));",
         r"= !foreach(v, \1, !xor(v, 0x15));"),
    Edit("Schema/Instruction.td", r"bits<16> Number = number;",
         "bits<16> Number = !add(number, 9);"),
    Edit("Schema/Machine.td", r"int Offset = offset;", "int Offset = !add(offset, 64);"),
    Edit("Schema/Machine.td", r"int Code = value;", "int Code = !add(value, 5);"),
    Edit("Schema/Machine.td", r"int Bit = number;", "int Bit = !add(number, 3);"),
    Edit("Schema/Machine.td", r"int Channel = channel;", "int Channel = !sub(1, channel);"),
    Edit("Isa/Dma.td", r"DmaEngine<64,", "DmaEngine<128,"),
    Edit("Schema/Machine.td", r"int QueueEntries = 8;", "int QueueEntries = 2;"),
    # Address spaces: of scratchpads and row memories; 0 is LLVM's default.
    Edit("Schema/Machine.td", r"int Number = number;",
         "int Number = !if(number, !add(number, 5), 0);"),
    # Ranges of immediates in the formats I and J; opcode bits replace theirs.
    Edit("Common/ScalarOperands.td", r"(def (?:Uns|S)ignedImmediate\s*: Immediate<)16", r"\g<1>14"),
    Edit("Common/ScalarOperands.td", r"PcRelative<OtherVT, 16>", "PcRelative<OtherVT, 14>"),
    Edit("Common/ScalarOperands.td", r"PcRelative<(\w+), 21>", r"PcRelative<\1, 19>"),
    Edit("Common/ScalarOperands.td", r"width = \[16, 21\]", "width = [14, 19]"),
    Edit("Schema/Encoding.td", r"bits<16> imm;(\n  let Op = op;\n.*)let Inst\{15-0\} = imm;",
         r"bits<14> imm;\1let Inst{15-14} = 0b10; let Inst{13-0} = imm;"),
    Edit("Schema/Encoding.td", r"bits<21> imm;(\n  let Op = op;\n.*)let Inst\{20-0\} = imm;",
         r"bits<19> imm;\1let Inst{20-19} = 0b01; let Inst{18-0} = imm;"),
    Edit("Common/Operands.td", r"(CsrNumber    : Immediate<|isMatrixImm<)16", r"\g<1>14"),
    # The use of registers. r0 is zero; a variant has at least four tile registers.
    Edit("Isa/Registers.td", r"(GeneralOrder = .*), i\)", r"\1, !if(i, !sub(32, i), 0))"),
    Edit("Isa/Registers.td", r"(FloatOrder = .*), i\)", r"\1, !sub(31, i))"),
    Edit("Isa/Registers.td", r'"T"#i\)\)', '"T"#!xor(i, 3)))'),
    # Geometry: rows, bytes per row, registers.
    # Accumulators of the default variant are not square in the probe.
    Edit("Variants/Geometries.td", r"Tiles16x64  : TileGeometry<16, 64>",
         "Tiles16x64  : TileGeometry<32, 32>"),
    Edit("Variants/Geometries.td", r"Tiles16x32  : TileGeometry<16, 32>",
         "Tiles16x32  : TileGeometry<32, 16>"),
    Edit("Variants/Geometries.td", r"Tiles32x128 : TileGeometry<32, 128>",
         "Tiles32x128 : TileGeometry<16, 64>"),
    Edit("Variants/*.td", r"(tileRegisters=)(\d+)", fewer_registers),
    # Memories, addresses.
    Edit("Schema/Machine.td", r"int Alignment = 64;", "int Alignment = 128;"),
    Edit("Schema/Variant.td", r"int StackSize = 0x10000;", "int StackSize = 0x18000;"),
    Edit("Schema/Machine.td", r"int OwnScratchpad = !shl\(1, 45\);",
         "int OwnScratchpad = !shl(1, 44);"),
    Edit("Schema/Machine.td", r"int Scratchpads   = !shl\(1, 46\);",
         "int Scratchpads = !shl(1, 47);"),
    Edit("Schema/Machine.td", r"int ScratchpadPitch = !shl\(1, 32\);",
         "int ScratchpadPitch = !shl(1, 33);"),
    Edit("Schema/Machine.td", r"int Program = 0x10000;", "int Program = 0x50000;"),
    Edit("Variants/*.td", r"Memory<Dram, !shl\(1, 34\)>", "Memory<Dram, !shl(3, 33)>"),
    Edit("Variants/*.td", r"scratchpad=!shl\(1, (\d+)\)",
         r"scratchpad=!mul(5, !shl(1, !sub(\1, 2)))"),
    Edit("Variants/Family.td", r"Memory<Scratchpad, scratchpad, banks=16>",
         "Memory<Scratchpad, scratchpad, banks=8>"),
    Edit("Variants/Qkv.td", r'RowSpace<"d1", 11, rows=128,', 'RowSpace<"d1", 11, rows=160,'),
    Edit("Variants/Qkv.td", r'RowSpace<"d2", 12, rows=64,', 'RowSpace<"d2", 12, rows=96,'),
    Edit("Variants/Gemmini.td", r'RowSpace<"gemmini_scratchpad", 21, rows=16384,',
         'RowSpace<"gemmini_scratchpad", 21, rows=12000,'),
    Edit("Variants/Gemmini.td", r"(RowMemory<\w+, banks=)(\d)>",
         lambda m: f"{m[1]}{int(m[2]) * 2}>"),
    Edit("Variants/Gemmini.td", r'RowSpace<"gemmini_accumulator", 22, rows=1024,',
         'RowSpace<"gemmini_accumulator", 22, rows=700,'),
    Edit("Variants/Gemmini.td", r"PipeQueues<load=8, store=4, execute=16>",
         "PipeQueues<load=9, store=5, execute=17>"),
    Edit("Variants/Gemmini.td", r"ParameterValue<ArrayRows, GmArray>",
         "ParameterValue<ArrayRows, !add(GmArray, 33)>"),
    # Cores, order of work division, all parameters and latencies.
    Edit("Variants/*.td", r"(\bcores=)(\d+)", other_cores),
    Edit("Variants/Family.td", r'\["batch", "m", "n"\]', '["n", "m", "batch"]'),
    Edit("Variants/Family.td", r'\["outer", "rows", "columns"\]',
         '["columns", "rows", "outer"]'),
    Edit("Variants/*.td", r"ParameterValue<(\w+), (\d+)>", scaled),
    Edit("Variants/Family.td", r"BarrierLatency, !add\(16,", "BarrierLatency, !add(21,"),
    Edit("Common/Parameters.td", r"ParameterValue<(\w+), (\d+)>", scaled),
]


def write_description(td: Path, probe: Path) -> int:
    """Writes td with all edits to the folder `probe`. Returns the number of lines that
    differ."""
    texts = {path.relative_to(td): path.read_text() for path in sorted(td.rglob("*.td"))}
    changed = {name: text for name, text in texts.items()}
    for edit in EDITS:
        apply(edit, changed)
    for name, text in changed.items():
        write_if_changed(probe / name, text)
    return sum(a != b for name in texts for a, b in
               zip(texts[name].splitlines(), changed[name].splitlines()))


def apply(edit: Edit, texts: dict) -> None:
    matches = 0
    for name in texts:
        if name.match(edit.files):
            texts[name], count = re.subn(edit.pattern, edit.replacement, texts[name])
            matches += count
    if not matches:
        sys.exit(f"utils/probe: error: '{edit.pattern}' is not in td/{edit.files}; "
                 "bring the list of edits up to date")


def write_if_changed(path: Path, text: str) -> None:
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
