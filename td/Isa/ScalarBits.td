//===- Isa/ScalarBits.td - rotations, bits and bit fields -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rotations, bit fields, single bits, counts of bits, and division of 32 bits.
// An operation on the low 32 bits is described by 64-bit nodes on zero- or
// sign-extended operands. The patterns of some instructions are target nodes
// (Matrix...32) to which type legalization lowers 32-bit operations; their
// semantics are in ScalarSemantics. A field of `width` bits from bit `low`:
//
//   ones   -1 >> (64 - width)          mask   ones << low
//   bfextu (ra >> low) & ones          bfexts shift left, then arithmetic right
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_SCALARBITS_TD
#define MATRIX_ISA_SCALARBITS_TD

include "Isa/ScalarInteger.td"

//===----------------------------------------------------------------------===//
// Logic with a complement, rotations, bytes in reverse
//===----------------------------------------------------------------------===//

let Word = WordOfWords in {
def ANDN : Integer<OpInteger.Value, 25, "andn", (and XReg:$ra, (not XReg:$rb))>;
def ORN  : Integer<OpInteger.Value, 26, "orn",  (or XReg:$ra, (not XReg:$rb))>;
def XNOR : Integer<OpInteger.Value, 27, "xnor", (not (xor XReg:$ra, XReg:$rb))> { let isCommutable = 1; }
}
def ROTL : IntegerOp<28, "rotl", rotl>;
def ROTR : IntegerOp<29, "rotr", rotr>;
def BSWAP : Integer1<OpInteger.Value, 30, "bswap", (bswap XReg:$ra)>;

// Rotations of the low 32 bits; the result is sign-extended.
defvar Low32 = (and XReg:$ra, 0xffffffff);
defvar Count32 = (and XReg:$rb, 31);
defvar Rest32 = (and (sub 32, XReg:$rb), 31);
class Rotation32<bits<11> fn, string baseMnemonic, dag value, SDNode node>
    : InstR<OpInteger32.Value, fn, baseMnemonic, "", (outs XReg:$rd), (ins XReg:$ra, XReg:$rb), "$rd, $ra, $rb",
            TimeAlu> {
  let Word = AlwaysWord;
  let Pattern = [(set XReg:$rd, (node XReg:$ra, XReg:$rb))];
  let ScalarSemantics = [(set XReg:$rd, (sext_inreg value, i32))];
}
def ROTLW : Rotation32<9, "rotlw", (or (shl XReg:$ra, Count32), (srl Low32, Rest32)), MatrixRotateLeft32>;
def ROTRW : Rotation32<10, "rotrw", (or (srl Low32, Count32), (shl XReg:$ra, Rest32)), MatrixRotateRight32>;

// To the right by a constant.
defvar RestOfAmount = (and (sub 32, Shift5:$amount), 31);
def ROTRI : IntegerShift<6, "rotri", Shift6, (rotr XReg:$ra, Shift6:$amount)>;
defvar Rotated32 = (or (srl Low32, Shift5:$amount), (shl XReg:$ra, RestOfAmount));
def ROTRIW : IntegerShift32<7, "rotriw", Rotated32> {
  let ScalarSemantics = [(set XReg:$rd, (sext_inreg Rotated32, i32))];
  let Pattern = [(set XReg:$rd, (MatrixRotateRight32 XReg:$ra, Shift5:$amount))];
}

// Zero gives 32.
let Word = AlwaysWord in {
def CLZW  : Integer1<OpInteger32.Value, 11, "clzw", (add (ctlz Low32), -32)>;
def CTZW  : Integer1<OpInteger32.Value, 12, "ctzw", (cttz (or XReg:$ra, 0x100000000))>;
def CPOPW : Integer1<OpInteger32.Value, 13, "cpopw", (ctpop Low32)>;
}

//===----------------------------------------------------------------------===//
// Division of 32 bits; the result is sign-extended
//===----------------------------------------------------------------------===//

defvar Signed32A = (sext_inreg XReg:$ra, i32);
defvar Signed32B = (sext_inreg XReg:$rb, i32);
defvar Low32B = (and XReg:$rb, 0xffffffff);
class Division32<bits<11> fn, string baseMnemonic, dag value, SDNode node> : Rotation32<fn, baseMnemonic, value, node> {
  let Time = TimeDiv;
}
def DIVW  : Division32<14, "divw",  (sdiv Signed32A, Signed32B), MatrixDivide32>;
def DIVUW : Division32<15, "divuw", (udiv Low32, Low32B), MatrixDivideUnsigned32>;
def REMW  : Division32<16, "remw",  (srem Signed32A, Signed32B), MatrixRemainder32>;
def REMUW : Division32<17, "remuw", (urem Low32, Low32B), MatrixRemainderUnsigned32>;

//===----------------------------------------------------------------------===//
// One bit, whose number is in a register
//===----------------------------------------------------------------------===//

def BEXT : Integer<OpInteger.Value, 31, "bext", (and (srl XReg:$ra, XReg:$rb), 1)> { let Word = AlwaysWord; }
def BSET : Integer<OpInteger.Value, 32, "bset", (or XReg:$ra, (shl 1, XReg:$rb))>;
def BCLR : Integer<OpInteger.Value, 33, "bclr", (and XReg:$ra, (rotl -2, XReg:$rb))>;
def BCHG : Integer<OpInteger.Value, 34, "bchg", (xor XReg:$ra, (shl 1, XReg:$rb))>;

//===----------------------------------------------------------------------===//
// Bit fields: `width` bits from bit `low` up
//===----------------------------------------------------------------------===//

def FieldWidth : Immediate<6, isSigned=0, shift=0, bias=1>;

// R   | op6 | rd5 | ra5 | low[4:0] | width[4:0] | low[5] width[5] fn4 |
class OnField<bits<4> fn, string baseMnemonic, dag value>
    : InstR<OpShiftImm.Value, 0, baseMnemonic, "", (outs XReg:$rd), (ins XReg:$ra, Shift6:$low, FieldWidth:$width),
            "$rd, $ra, $low, $width", TimeAlu> {
  bits<6> low;
  bits<6> width;
  let Inst{15-11} = low{4-0};
  let Inst{10-6} = width{4-0};
  let Inst{5} = low{5};
  let Inst{4} = width{5};
  let Inst{3-0} = fn;
  let ScalarSemantics = [(set XReg:$rd, value)];
}
defvar AboveField = (sub 64, FieldWidth:$width);
defvar LowOnes = (srl -1, AboveField);
defvar FieldOnes = (shl LowOnes, Shift6:$low);
def BFEXTU : OnField<8, "bfextu", (and (srl XReg:$ra, Shift6:$low), LowOnes)>;
def BFEXTS : OnField<9, "bfexts", (sra (shl (srl XReg:$ra, Shift6:$low), AboveField), AboveField)>;
def BFCLR  : OnField<10, "bfclr", (and XReg:$ra, (xor FieldOnes, -1))>;
def BFSET  : OnField<11, "bfset", (or XReg:$ra, FieldOnes)>;
def BFCHG  : OnField<12, "bfchg", (xor XReg:$ra, FieldOnes)>;

//===----------------------------------------------------------------------===//
// Additional patterns
//===----------------------------------------------------------------------===//

class FieldNumber<string start, string end = ")">
    : SDNodeXForm<imm, "return CurDAG->getTargetConstant(" # start # "uint64_t(N->getSExtValue())" # end
                       # ", SDLoc(N), MVT::i64);">;
def OnesLow    : FieldNumber<"llvm::countr_zero(">;
def OnesWidth  : FieldNumber<"llvm::popcount(">;
def ZerosLow   : FieldNumber<"llvm::countr_one(">;
def ZerosWidth : FieldNumber<"64 - llvm::popcount(">;
def Negative   : FieldNumber<"-", "">;

/// Constants of fields that andi, ori and xori do not hold.
class FieldConstant<string condition>
    : ImmLeaf<i64, "return " # condition # " && !matrix::desc::immediate::UnsignedImmediate.contains(Imm);">;
def WideMask  : FieldConstant<"isMask_64(Imm)">;
def FieldMask : FieldConstant<"isShiftedMask_64(Imm)">;
def ClearMask : FieldConstant<"isShiftedMask_64(~Imm) && !isMask_64(Imm)">;

/// Shifts and masks that extract a field, in any order.
def UnsignedField : ComplexPattern<i64, 3, "selectUnsignedField", [and, srl]>;
def SignedField   : ComplexPattern<i64, 3, "selectSignedField", [sext_inreg, sra]>;
def : Pat<(i64 (UnsignedField XReg:$a, Shift6:$low, FieldWidth:$width)),
          (BFEXTU XReg:$a, Shift6:$low, FieldWidth:$width)>;
def : Pat<(i64 (SignedField XReg:$a, Shift6:$low, FieldWidth:$width)),
          (BFEXTS XReg:$a, Shift6:$low, FieldWidth:$width)>;

def : Pat<(and XReg:$a, WideMask:$m), (BFEXTU XReg:$a, 0, (OnesWidth $m))>;
def : Pat<(and XReg:$a, ClearMask:$m), (BFCLR XReg:$a, (ZerosLow $m), (ZerosWidth $m))>;
def : Pat<(or XReg:$a, FieldMask:$m), (BFSET XReg:$a, (OnesLow $m), (OnesWidth $m))>;
def : Pat<(xor XReg:$a, FieldMask:$m), (BFCHG XReg:$a, (OnesLow $m), (OnesWidth $m))>;
def : Pat<(and XReg:$a, (not (shl 1, XReg:$b))), (BCLR XReg:$a, XReg:$b)>;

def : Pat<(i64 (MatrixShiftLeft32 XReg:$a, XReg:$b)), (SHLW XReg:$a, XReg:$b)>;
def : Pat<(i64 (MatrixShiftRight32 XReg:$a, XReg:$b)), (SHRW XReg:$a, XReg:$b)>;
def : Pat<(i64 (MatrixShiftArithmetic32 XReg:$a, XReg:$b)), (SRAW XReg:$a, XReg:$b)>;
// Shifts use the low bits of the count only.
foreach p = [["shl", "SHL"], ["srl", "SHR"], ["sra", "SRA"], ["rotl", "ROTL"], ["rotr", "ROTR"]] in
  def : Pat<(!cast<SDNode>(p[0]) XReg:$a, (and XReg:$b, 63)), (!cast<Instruction>(p[1]) XReg:$a, XReg:$b)>;
foreach p = [["MatrixShiftLeft32", "SHLW"], ["MatrixShiftRight32", "SHRW"], ["MatrixShiftArithmetic32", "SRAW"],
             ["MatrixRotateLeft32", "ROTLW"], ["MatrixRotateRight32", "ROTRW"]] in
  def : Pat<(i64 (!cast<SDNode>(p[0]) XReg:$a, (and XReg:$b, 31))), (!cast<Instruction>(p[1]) XReg:$a, XReg:$b)>;

// Rotations to the left by a constant.
def RestOf64 : SDNodeXForm<imm, "return CurDAG->getTargetConstant(-N->getZExtValue() & 63, SDLoc(N), MVT::i64);">;
def RestOf32 : SDNodeXForm<imm, "return CurDAG->getTargetConstant(-N->getZExtValue() & 31, SDLoc(N), MVT::i64);">;
def : Pat<(rotl XReg:$a, Shift6:$n), (ROTRI XReg:$a, (RestOf64 $n))>;
def : Pat<(i64 (MatrixRotateLeft32 XReg:$a, Shift5:$n)), (ROTRIW XReg:$a, (RestOf32 $n))>;

// Tests of a field.
defvar TestedField = (BFEXTU XReg:$a, (OnesLow $m), (OnesWidth $m));
def : Pat<(seteq (and XReg:$a, FieldMask:$m), 0), (SLTUI TestedField, 1)>;
def : Pat<(setne (and XReg:$a, FieldMask:$m), 0), (SLTU (i64 R0), TestedField)>;
def : Pat<(select (i64 (setne (and XReg:$a, FieldMask:$m), 0)), XReg:$x, XReg:$y),
          (CMOVNZ XReg:$y, XReg:$x, TestedField)>;
def : Pat<(select (i64 (seteq (and XReg:$a, FieldMask:$m), 0)), XReg:$x, XReg:$y),
          (CMOVNZ XReg:$x, XReg:$y, TestedField)>;

// Comparisons with a constant.
def NotZero : ImmLeaf<i64, "return Imm != 0 && matrix::desc::immediate::UnsignedImmediate.contains(Imm);">;
def Negatable : ImmLeaf<i64, "return Imm < 0 && matrix::desc::immediate::SignedImmediate.contains(-Imm);">;
foreach p = [["XORI", "NotZero"], ["ADDI", "Negatable"]] in {
  defvar inst = !cast<Instruction>(p[0]);
  defvar range = !cast<ImmLeaf>(p[1]);
  defvar difference = !if(!eq(p[0], "XORI"), (inst XReg:$a, range:$n), (inst XReg:$a, (Negative $n)));
  def : Pat<(seteq XReg:$a, range:$n), (SLTUI difference, 1)>;
  def : Pat<(setne XReg:$a, range:$n), (SLTU (i64 R0), difference)>;
  def : Pat<(select (i64 (setne XReg:$a, range:$n)), XReg:$x, XReg:$y), (CMOVNZ XReg:$y, XReg:$x, difference)>;
  def : Pat<(select (i64 (seteq XReg:$a, range:$n)), XReg:$x, XReg:$y), (CMOVNZ XReg:$x, XReg:$y, difference)>;
}
// Selections by the inverse of a condition that an instruction has.
foreach p = [["setge", "SLT"], ["setuge", "SLTU"]] in
  def : Pat<(select (i64 (!cast<PatFrag>(p[0]) XReg:$a, XReg:$b)), XReg:$x, XReg:$y),
            (CMOVNZ XReg:$x, XReg:$y, (!cast<Instruction>(p[1]) XReg:$a, XReg:$b))>;
foreach p = [["setle", "SLT"], ["setule", "SLTU"]] in
  def : Pat<(select (i64 (!cast<PatFrag>(p[0]) XReg:$a, XReg:$b)), XReg:$x, XReg:$y),
            (CMOVNZ XReg:$x, XReg:$y, (!cast<Instruction>(p[1]) XReg:$b, XReg:$a))>;

#endif // MATRIX_ISA_SCALARBITS_TD
