//===- Isa/Registers.td - registers and register classes ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Register files: general and floating-point registers with their encodings,
// names and DWARF numbers, and tile registers of all sizes. The use of
// registers in programs is a set of lists over the order of the registers, to
// which calling convention, order of allocation and manual refer. Caller-saved
// registers precede callee-saved ones in the order of allocation, since the
// latter cost a spill.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_REGISTERS_TD
#define MATRIX_ISA_REGISTERS_TD

include "Common/Components.td"

class MatrixReg<bits<16> encoding, string name> : Register<name> {
  let HWEncoding = encoding;
  let Namespace = "Matrix";
}

// GDB treats the machine as RISC-V. A register has the DWARF number of the
// RISC-V register with the same role in the calling convention (x1 to x31, f0
// to f31), so that GDB locates arguments, results and saved registers.
defvar DebugGeneral = !listconcat([0, 1, 2, 8], !range(10, 18),
    [5, 6, 7, 28, 29, 30, 31, 3], [9], !range(18, 28), [4]);
defvar DebugFloat = !listconcat(!range(10, 18), !range(0, 8), !range(28, 32),
    [8, 9], !range(18, 28));

// Numbers of the registers in the order in which the calling convention uses
// them.
defvar GeneralOrder = !foreach(i, !range(32), i);
defvar FloatOrder = !foreach(i, !range(32), i);

foreach i = 0...31 in {
  defvar r = GeneralOrder[i];
  def R#r : MatrixReg<r, "r"#r>, DwarfRegNum<[DebugGeneral[i]]>;
}
// 64 bits each; an f32 occupies the low half.
foreach i = 0...31 in {
  defvar r = FloatOrder[i];
  def F#r : MatrixReg<r, "f"#r>, DwarfRegNum<[!add(32, DebugFloat[i])]>;
}
// The 5-bit field addresses 32 registers; a variant reserves those it does not
// implement.
foreach i = 0...31 in def T#i : MatrixReg<i, "t"#i>, DwarfRegNum<[!add(64, i)]>;

//===----------------------------------------------------------------------===//
// The use of registers in all programs. The calling convention
// (Isa/CallingConvention.td) and the order of allocation refer to it.
//===----------------------------------------------------------------------===//

defvar GeneralRegisters = !foreach(r, GeneralOrder, !cast<MatrixReg>("R"#r));
defvar FloatRegisters = !foreach(r, FloatOrder, !cast<MatrixReg>("F"#r));
defvar TileFile = !foreach(i, !range(32), !cast<MatrixReg>("T"#i));

defvar ReturnAddress = GeneralRegisters[1];
defvar StackPointer = GeneralRegisters[2];
defvar FramePointer = GeneralRegisters[3];
defvar ArgumentRegisters = GeneralRegisters[4...11];
defvar ResultRegisters = GeneralRegisters[4...5];
defvar TemporaryRegisters = GeneralRegisters[12...18];
defvar OutlinedReturn = GeneralRegisters[18];
defvar ScratchRegister = GeneralRegisters[19];
defvar BasePointer = GeneralRegisters[30];
defvar PreservedRegisters = GeneralRegisters[20...30];
defvar ThreadPointer = GeneralRegisters[31];
defvar FloatArgumentRegisters = FloatRegisters[0...7];
defvar FloatResultRegisters = FloatRegisters[0...1];
defvar FloatPreservedRegisters = FloatRegisters[20...31];
defvar TileArgumentRegisters = TileFile[0...3];     // and results

/// A row of the manual. In C++, `registers::<name>` of the description is the
/// number of the register, or an array of several.
class RegisterUse<list<MatrixReg> registers, string use, string name = ""> {
  list<MatrixReg> Registers = registers;
  string Use = use;
  string Name = name;
}
def : RegisterUse<[R0], "zero", "zero">;
def : RegisterUse<[ReturnAddress], "return address; kept by the callee", "returnAddress">;
def : RegisterUse<[StackPointer], "stack pointer", "stackPointer">;
def : RegisterUse<[FramePointer], "frame pointer; kept by the callee", "framePointer">;
def : RegisterUse<ArgumentRegisters, "arguments; the first " # !size(ResultRegisters) # " results", "arguments">;
def : RegisterUse<TemporaryRegisters, "temporaries">;
def : RegisterUse<[OutlinedReturn], "temporary, which calls of outlined functions change", "outlinedReturn">;
def : RegisterUse<[ScratchRegister], "temporary, which prologues, epilogues and thunks change", "scratch">;
def : RegisterUse<PreservedRegisters, "kept by the callee", "preserved">;
def : RegisterUse<[BasePointer], "base pointer, in functions that realign the stack and allocate dynamically",
                  "basePointer">;
def : RegisterUse<[ThreadPointer], "thread pointer: the core's block of thread-local variables", "threadPointer">;
def : RegisterUse<FloatArgumentRegisters, "arguments; the first " # !size(FloatResultRegisters) # " results">;
def : RegisterUse<FloatRegisters[8...19], "temporaries">;
def : RegisterUse<FloatPreservedRegisters, "kept by the callee", "floatPreserved">;
def : RegisterUse<TileArgumentRegisters, "arguments and results", "tileArguments">;
def : RegisterUse<TileFile[4...31], "temporaries, as many as the variant has">;

//===----------------------------------------------------------------------===//
// Register classes
//===----------------------------------------------------------------------===//

def GPR : RegisterClass<"Matrix", [i64], 64,
    !dag(add, !listconcat(ArgumentRegisters, TemporaryRegisters, [ScratchRegister], PreservedRegisters,
                          [ReturnAddress, FramePointer, StackPointer, ThreadPointer, R0]), ?)> {
  let DiagnosticString = "expected a general register, r0 to r31";
}
/// Callees of tail calls: epilogues restore or change the other registers.
def GPRTail : RegisterClass<"Matrix", [i64], 64, !dag(add, !listconcat(ArgumentRegisters, TemporaryRegisters), ?)>;
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
