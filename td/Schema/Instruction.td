//===- Schema/Instruction.td - instruction records and operands -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes of operands, roles, encoding formats and instructions. One record
// describes an instruction completely. The formats are those of
// docs/encodings.md: a field has the same position in each of them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_INSTRUCTION_TD
#define MATRIX_SCHEMA_INSTRUCTION_TD

include "Schema/Format.td"
include "Schema/Operators.td"
include "Schema/Machine.td"
include "Isa/Registers.td"

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// A tile register whose elements have format f.
class TileOperand<Format f> : RegisterOperand<TR> { Format Fmt = f; }
def TF32  : TileOperand<FmtF32>;
def TI32  : TileOperand<FmtI32>;
def TBF16 : TileOperand<FmtBF16>;
def TF16  : TileOperand<FmtF16>;
def TI8   : TileOperand<FmtI8>;
def TU8   : TileOperand<FmtU8>;
def TE4M3 : TileOperand<FmtE4M3>;
def TE5M2 : TileOperand<FmtE5M2>;
def TAny8  : TileOperand<FmtAny8>;
def TAny16 : TileOperand<FmtAny16>;
def TAny32 : TileOperand<FmtAny32>;   // format of instructions that only move bytes

def XReg : RegisterOperand<GPR>;      // 64-bit integer
def SReg : RegisterOperand<FPR32>;    // f32

/// Range of the values of an immediate field. -check-description reports
/// invalid widths and shifts; here they are replaced by 1 bit so that parsing
/// continues.
class ImmediateRange<int width, bit isSigned, int shift, int bias> {
  defvar isValid = !and(!ge(width, 1), !le(width, 32), !ge(shift, 0), !le(shift, 30));
  defvar validWidth = !if(isValid, width, 1);
  defvar validShift = !if(isValid, shift, 0);
  int Min = !add(bias, !if(isSigned, !mul(-1, !shl(1, !add(validWidth, validShift, -1))), 0));
  int Max = !add(bias, !shl(!sub(!shl(1, !if(isSigned, !sub(validWidth, 1), validWidth)), 1), validShift));
  int Step = !shl(1, validShift);
}
class ImmediateClass<int width, bit isSigned, int shift, int bias> : AsmOperandClass {
  defvar range = ImmediateRange<width, isSigned, shift, bias>;
  let Name = "Imm_" # width # "_" # isSigned # "_" # shift # "_" # bias;
  let PredicateMethod = "isMatrixImm<" # width # ", " # isSigned # ", " # shift # ", " # bias # ">";
  let RenderMethod = "addImmOperands";
  let DiagnosticString = "expected an integer from " # range.Min # " to " # range.Max
      # !if(shift, ", a multiple of " # range.Step, "");
}
/// An encoded number: value = (field << shift) + bias, in [Min, Max]. Parser,
/// encoder, decoder, verifier and simulator are generated from these fields.
class Immediate<int width, bit isSigned = 0, int shift = 0, int bias = 0>
    : Operand<i64>,
      ImmLeaf<i64, "return isMatrixImm<" # width # ", " # isSigned # ", " # shift # ", " # bias # ">(Imm);"> {
  int Width = width;          // width of the field
  bit Signed = isSigned;
  int Shift = shift;
  int Bias = bias;
  int Min = ImmediateRange<width, isSigned, shift, bias>.Min;
  int Max = ImmediateRange<width, isSigned, shift, bias>.Max;
  let ParserMatchClass = ImmediateClass<width, isSigned, shift, bias>;
  let EncoderMethod = "encodeImm<" # width # ", " # shift # ", " # bias # ">";
  let DecoderMethod = "decodeImm<" # width # ", " # isSigned # ", " # shift # ", " # bias # ">";
  let OperandType = "OPERAND_IMMEDIATE";
}

def ColumnBlock  : Immediate<2>;      // q: which column block of a narrow tile
def TileOffset   : Immediate<9, 1>;   // in units of one tile row (RB bytes)
def TileOffset7  : Immediate<7>;      // the same, unsigned
/// Written as a name or a number.
def CsrClass : AsmOperandClass {
  let Name = "Csr";
  let PredicateMethod = "isMatrixImm<16, 0, 0, 0>";
  let ParserMethod = "parseCsr";
  let RenderMethod = "addImmOperands";
  let DiagnosticString = "expected the name of a control register or an integer from 0 to 65535";
}
def CsrNumber    : Immediate<16> {
  let ParserMatchClass = CsrClass;
  let PrintMethod = "printCsr";
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// A name under which handwritten C++ looks up an instruction. At most one
/// instruction of a variant holds a role.
class Role<string name, string summary> { string Name = name; string Summary = summary; }
def RoleTileLoadFrame  : Role<"tile_load_frame",  "reload a spilled tile: contiguous, base + immediate rows">;
def RoleTileStoreFrame : Role<"tile_store_frame", "spill a tile">;
def RoleTileZero       : Role<"tile_zero",        "all bits zero">;
def RoleTileMove       : Role<"tile_move",        "register to register">;
def RoleDmaStart       : Role<"dma_start",        "enqueue the descriptor at $ra, return its DMA handle">;
def RoleDmaWait        : Role<"dma_wait",         "block until the DMA transfer of the handle is complete">;
def RoleBarrier        : Role<"barrier",          "barrier of all cores">;
def RoleSemPost        : Role<"sem_post",         "add 1 to semaphore $rb of core $ra">;
def RoleSemWait        : Role<"sem_wait",         "block until the own semaphore $rb is at least $ra, then subtract $ra">;
def RoleFence          : Role<"fence",            "order scalar stores to DRAM before later DMA">;
def RoleReadCsr        : Role<"read_csr",         "read the control register of that number">;
def RoleHalt           : Role<"halt",             "this core stops; $ra is its exit status">;
def RoleHostCall       : Role<"host_call",        "semihosting">;

/// A control register. The simulator computes its value in Core::role_read_csr,
/// which requires a CsrValue of the same name.
class Csr<string name, bits<16> number, string summary> {
  string Name = name;
  bits<16> Number = number;
  string Summary = summary;
}
class CsrValue<string name> { string Name = name; }
foreach name = ["core", "ncores", "cycle", "instret", "rows", "rowbytes", "tiles"] in
  def : CsrValue<name>;

/// baseMnemonic: base mnemonic; also the name of the dialect operation, the builtin,
///         the simulator function and the tests.
/// suffix: formats with a leading dot: `.f32.bf16`; mnemonic = baseMnemonic # suffix.
/// args:   operands in assembly syntax.
class MatrixInst<string baseMnemonic, string suffix, dag outs, dag ins, string args,
                 Timing timing> : Instruction {
  string BaseMnemonic = baseMnemonic;
  string Mnemonic = baseMnemonic # suffix;
  Timing Time = timing;
  list<Role> Roles = [];
  list<dag> ScalarSemantics = [];               // scalar: semantics, if they are not Pattern
  string Brief = "";                // one line for the manual, if the semantics need explanation

  bits<32> Inst;
  int FunctionLow = 0;              // position and width of the function code in Inst;
  int FunctionBits = 0;             // the manual lists the free codes
  bits<32> SoftFail = 0;
  bits<6> Op;
  let Inst{31-26} = Op;
  let Size = 4;
  let Namespace = "Matrix";
  // One disassembler table per list of predicates: instructions of disjoint
  // variants may have the same encoding.
  let DecoderNamespace = !foldl("Matrix", Predicates, name, p, name # "_" # !cast<string>(p));
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = !if(!empty(args), Mnemonic, Mnemonic # "\t" # args);
  let hasSideEffects = 0;
  let mayLoad = 0;
  let mayStore = 0;
}

/// Tests whether an operand $name exists. The formats below encode an operand
/// in the field of its name; fields without an operand are zero.
class IsOperand<dag outs, dag ins, string name> {
  bit R = !or(!foldl(0, !range(!size(outs)), found, i, !or(found, !eq(!getdagname(outs, i), name))),
              !foldl(0, !range(!size(ins)), found, i, !or(found, !eq(!getdagname(ins, i), name))));
}

// R   | op6 | rd5 | ra5 | rb5 | fn11 |
class InstR<bits<6> op, bits<11> fn, string baseMnemonic, string suffix, dag outs, dag ins, string args, Timing t>
    : MatrixInst<baseMnemonic, suffix, outs, ins, args, t> {
  bits<5> rd = !if(IsOperand<outs, ins, "rd">.R, ?, 0b00000); bits<5> ra = !if(IsOperand<outs, ins, "ra">.R, ?, 0b00000); bits<5> rb = !if(IsOperand<outs, ins, "rb">.R, ?, 0b00000);
  let Op = op; let FunctionLow = 0; let FunctionBits = 11;
  let Inst{25-21} = rd; let Inst{20-16} = ra; let Inst{15-11} = rb; let Inst{10-0} = fn;
}
// I   | op6 | rd5 | ra5 | imm16 |       stores, branches: first operand in rd
class InstI<bits<6> op, string baseMnemonic, string suffix, dag outs, dag ins, string args, Timing t>
    : MatrixInst<baseMnemonic, suffix, outs, ins, args, t> {
  bits<5> rd = !if(IsOperand<outs, ins, "rd">.R, ?, 0b00000); bits<5> ra = !if(IsOperand<outs, ins, "ra">.R, ?, 0b00000); bits<16> imm;
  let Op = op;
  let Inst{25-21} = rd; let Inst{20-16} = ra; let Inst{15-0} = imm;
}
// J   | op6 | rd5 | imm21 |             offset in words
class InstJ<bits<6> op, string baseMnemonic, string suffix, dag outs, dag ins, string args, Timing t>
    : MatrixInst<baseMnemonic, suffix, outs, ins, args, t> {
  bits<5> rd = !if(IsOperand<outs, ins, "rd">.R, ?, 0b00000); bits<21> imm;
  let Op = op;
  let Inst{25-21} = rd; let Inst{20-0} = imm;
}
// W   | op6 | rd5 | hw2 | fn3 | imm16 |
class InstW<bits<6> op, bits<3> fn, string baseMnemonic, string suffix, dag outs, dag ins, string args, Timing t>
    : MatrixInst<baseMnemonic, suffix, outs, ins, args, t> {
  bits<5> rd; bits<2> hw; bits<16> imm;
  let Op = op; let FunctionLow = 16; let FunctionBits = 3;
  let Inst{25-21} = rd; let Inst{20-19} = hw; let Inst{18-16} = fn; let Inst{15-0} = imm;
}
// R4  | op6 | rd5 | ra5 | rb5 | rc5 | fn6 |
class InstR4<bits<6> op, bits<6> fn, string baseMnemonic, string suffix, dag outs, dag ins, string args, Timing t>
    : MatrixInst<baseMnemonic, suffix, outs, ins, args, t> {
  bits<5> rd; bits<5> ra; bits<5> rb; bits<5> rc;
  let Op = op; let FunctionLow = 0; let FunctionBits = 6;
  let Inst{25-21} = rd; let Inst{20-16} = ra; let Inst{15-11} = rb; let Inst{10-6} = rc; let Inst{5-0} = fn;
}

//===----------------------------------------------------------------------===//
// Tile instructions
//===----------------------------------------------------------------------===//

def FeatureTiles : Feature<"tiles", "HasTiles", "tile registers and the instructions on them">;
def FeatureFp8 : Feature<"fp8", "HasFp8", "tiles of 8-bit floats">;
def HasFp8 : Predicate<"Subtarget->hasFp8()">, AssemblerPredicate<(all_of FeatureFp8)>;
def HasTiles : Predicate<"Subtarget->hasTiles()">, AssemblerPredicate<(all_of FeatureTiles)>;
def HasTallTiles : Predicate<"Subtarget->hasTallTiles()">, AssemblerPredicate<(all_of FeatureTallTiles)>;

def FeatureMmaFloat : Feature<"mma-float", "HasMmaFloat", "contractions of f32 and of f16">;
def HasMmaFloat : Predicate<"Subtarget->hasMmaFloat()">, AssemblerPredicate<(all_of FeatureMmaFloat)>;
def FeatureEwTypes : Feature<"ew-types", "HasEwTypes", "elementwise instructions on formats besides f32">;
def HasEwTypes : Predicate<"Subtarget->hasEwTypes()">, AssemblerPredicate<(all_of FeatureEwTypes)>;

/// Predicates of an elementwise instruction on format f.
class ElementwiseOn<Format f> {
  list<Predicate> Needs = !if(!eq(f, FmtF32), [HasTiles], [HasTiles, HasEwTypes]);
}

class TileInst<string baseMnemonic, string suffix, dag outs, dag ins, string args, Timing t, dag semantics>
    : MatrixInst<baseMnemonic, suffix, outs, ins, args, t> {
  dag Semantics = semantics;
  list<dag> AlsoMatches = [];       // further expressions that the compiler replaces by this instruction
  let Predicates = [HasTiles];
}

// TM  | op6 | td5 | ra5 | rb5 | imm9 | fn2 |
class InstTM<bits<2> fn, string baseMnemonic, string suffix, dag outs, dag ins, string args, Timing t, dag semantics>
    : TileInst<baseMnemonic, suffix, outs, ins, args, t, semantics> {
  bits<5> td; bits<5> ra; bits<5> rb = !if(IsOperand<outs, ins, "rb">.R, ?, 0b00000); bits<9> imm = !if(IsOperand<outs, ins, "imm">.R, ?, 0b000000000);
  let Op = 0x30; let FunctionLow = 0; let FunctionBits = 2;
  let Inst{25-21} = td; let Inst{20-16} = ra; let Inst{15-11} = rb; let Inst{10-2} = imm; let Inst{1-0} = fn;
}
// T   | op6 | td5 | ta5 | tb5 | fn5 | ty4 | q2 |
class InstT<bits<6> op, bits<5> fn, Format ty, string baseMnemonic, string suffix, dag outs, dag ins, string args,
            Timing t, dag semantics>
    : TileInst<baseMnemonic, suffix, outs, ins, args, t, semantics> {
  bits<5> td = !if(IsOperand<outs, ins, "td">.R, ?, 0b00000); bits<5> ta = !if(IsOperand<outs, ins, "ta">.R, ?, 0b00000); bits<5> tb = !if(IsOperand<outs, ins, "tb">.R, ?, 0b00000); bits<4> ty4 = ty.Code; bits<2> q = !if(IsOperand<outs, ins, "q">.R, ?, 0b00);
  let Op = op; let FunctionLow = 6; let FunctionBits = 5;
  let Inst{25-21} = td; let Inst{20-16} = ta; let Inst{15-11} = tb;
  let Inst{10-6} = fn; let Inst{5-2} = ty4; let Inst{1-0} = q;
}

/// The target of (RoleOp "name", ...): a member function of the simulator's
/// core with that number of arguments.
class Hook<string name, int arity, bit result = 0> { string Name = name; int Arity = arity; bit Result = result; }
def : Hook<"read_csr", 1, 1>;
def : Hook<"host_call", 0>;
def : Hook<"halt", 1>;
def : Hook<"fence", 0>;
def : Hook<"dma_start", 1, 1>;
def : Hook<"dma_wait", 1>;
def : Hook<"dma_test", 1, 1>;
def : Hook<"sem_post", 2>;
def : Hook<"sem_wait", 2>;
def : Hook<"barrier", 0>;

/// Mixin of instructions on DMA, barriers and control registers. They have side
/// effects and are reached by builtins. The semantics are a (RoleOp "hook",
/// ...), which calls the member function of that name in the simulator.
class SystemInst<dag semantics> {
  dag Semantics = semantics;
  bit hasSideEffects = 1;
  bit mayLoad = 1;
  bit mayStore = 1;
}

#endif // MATRIX_SCHEMA_INSTRUCTION_TD
