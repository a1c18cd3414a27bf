//===- Isa/Registers.td - registers and register classes ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_REGISTERS_TD
#define MATRIX_ISA_REGISTERS_TD

include "Common/Machine.td"

class MatrixReg<bits<16> encoding, string name> : Register<name> {
  let HWEncoding = encoding;
  let Namespace = "Matrix";
}

/// The use of registers in all programs. The manual prints it; in C++,
/// `registers::<name>` of the description is the first register of the list.
class RegisterUse<string registers, string use, string name = ""> {
  string Registers = registers;
  string Use = use;
  string Name = name;
}
def : RegisterUse<"r0", "zero">;
def : RegisterUse<"r1", "return address; kept by the callee", "returnAddress">;
def : RegisterUse<"r2", "stack pointer", "stackPointer">;
def : RegisterUse<"r3", "frame pointer; kept by the callee">;
def : RegisterUse<"r4-r11", "arguments; r4 and r5 results", "firstArgument">;
def : RegisterUse<"r12-r18", "temporaries">;
def : RegisterUse<"r19", "temporary, which prologues, epilogues and thunks change", "scratch">;
def : RegisterUse<"r20-r31", "kept by the callee">;
def : RegisterUse<"f0-f7", "arguments; f0 and f1 results">;
def : RegisterUse<"f8-f19", "temporaries">;
def : RegisterUse<"f20-f31", "kept by the callee">;
def : RegisterUse<"t0-t3", "arguments and results">;
def : RegisterUse<"t4 and up", "temporaries, as many as the variant has">;

// GDB treats the machine as RISC-V. A register has the DWARF number of the
// RISC-V register with the same role in the calling convention (x1 to x31, f0
// to f31), so that GDB locates arguments, results and saved registers.
defvar DebugGeneral = !listconcat([0, 1, 2, 8], !range(10, 18),
    [5, 6, 7, 28, 29, 30, 31, 3], [9], !range(18, 28), [4]);
defvar DebugFloat = !listconcat(!range(10, 18), !range(0, 8), !range(28, 32),
    [8, 9], !range(18, 28));

foreach i = 0...31 in def R#i : MatrixReg<i, "r"#i>, DwarfRegNum<[DebugGeneral[i]]>;
// 64 bits each; an f32 occupies the low half.
foreach i = 0...31 in def F#i : MatrixReg<i, "f"#i>, DwarfRegNum<[!add(32, DebugFloat[i])]>;
// The 5-bit field addresses 32 registers; a variant reserves those it does not
// implement.
foreach i = 0...31 in def T#i : MatrixReg<i, "t"#i>, DwarfRegNum<[!add(64, i)]>;

def GPR : RegisterClass<"Matrix", [i64], 64,
    (add (sequence "R%u", 4, 19), (sequence "R%u", 20, 31), R1, R3, R2, R0)> {
  let DiagnosticString = "expected a general register, r0 to r31";
}
// Both classes contain the same registers, without subregisters: no instruction
// reads an f64 through FPR32.
let DiagnosticString = "expected a floating-point register, f0 to f31" in {
def FPR32 : RegisterClass<"Matrix", [f32], 32, (sequence "F%u", 0, 31)>;
def FPR64 : RegisterClass<"Matrix", [f64], 64, (sequence "F%u", 0, 31)>;
}

//===----------------------------------------------------------------------===//
// Type and spill size of tile registers follow from the HwMode of the variant's
// geometry.
//===----------------------------------------------------------------------===//

defvar TileSizes = !instances<TileSize>();
defvar TileModes = !foreach(size, TileSizes, size.Mode);
def TileVT : ValueTypeByHwMode<TileModes, !foreach(size, TileSizes, size.VT)>;
def TR : RegisterClass<"Matrix", [TileVT], !mul(8, TileAlignment), (sequence "T%u", 0, 31)> {
  let DiagnosticString = "expected a tile register, t0 or higher";
  let RegInfos = RegInfoByHwMode<TileModes, !foreach(size, TileSizes, size.Info)>;
  let Size = 64;                        // without a mode: no tile registers
}

#endif // MATRIX_ISA_REGISTERS_TD
