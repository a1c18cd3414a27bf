//===- Isa/ScalarInteger.td - integer arithmetic and constants ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer arithmetic of 64 and 32 bits, shifts, comparisons and constants. The
// .w instructions sign-extend their results. There is no equality or inequality
// instruction and one order per sign: equality is an xor compared with zero,
// inverse orders are complemented, and a select by equality uses the difference
// as its condition. `Word` states which results are sign-extended 32-bit
// numbers, for the removal of extensions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_SCALARINTEGER_TD
#define MATRIX_ISA_SCALARINTEGER_TD

include "Common/Roles.td"
include "Common/ScalarNodes.td"
include "Isa/Timing.td"

//===----------------------------------------------------------------------===//
// Register-register; 32-bit variants (.w) and extensions
//===----------------------------------------------------------------------===//

class Integer<bits<6> op, bits<11> fn, string baseMnemonic, dag value, Timing time = TimeAlu>
    : InstR<op, fn, baseMnemonic, "", (outs XReg:$rd), (ins XReg:$ra, XReg:$rb), "$rd, $ra, $rb", time> {
  let Pattern = [(set XReg:$rd, value)];
}
class Integer1<bits<6> op, bits<11> fn, string baseMnemonic, dag value>
    : InstR<op, fn, baseMnemonic, "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> {
  let Pattern = [(set XReg:$rd, value)];
}
class IntegerOp<bits<11> fn, string baseMnemonic, SDPatternOperator node, Timing time = TimeAlu>
    : Integer<OpInteger.Value, fn, baseMnemonic, (node XReg:$ra, XReg:$rb), time>;

def ADD  : IntegerOp<0, "add", add> { let Roles = [RoleIntegerAdd]; let isCommutable = 1; let isAdd = 1; }
def SUB  : IntegerOp<1, "sub", sub>;
let isCommutable = 1, Word = WordOfWords in {
def AND  : IntegerOp<2, "and", and> { let Roles = [RoleIntegerAnd]; }
def OR   : IntegerOp<3, "or",  or>;
def XOR  : IntegerOp<4, "xor", xor>;
}
def SHL  : IntegerOp<5, "shl", shl>;
def SHR  : IntegerOp<6, "shr", srl>;
def SRA  : IntegerOp<7, "sra", sra>;
let Word = AlwaysWord in {
def SLT  : IntegerOp<8, "slt", setlt>;
def SLTU : IntegerOp<9, "sltu", setult>;
}
let isCommutable = 1 in {
def MUL   : IntegerOp<10, "mul", mul, TimeMul>;
def MULHU : IntegerOp<11, "mulhu", mulhu, TimeMul>;
}
def DIV  : IntegerOp<12, "div",  sdiv, TimeDiv>;
def DIVU : IntegerOp<13, "divu", udiv, TimeDiv>;
def REM  : IntegerOp<14, "rem",  srem, TimeDiv>;
def REMU : IntegerOp<15, "remu", urem, TimeDiv>;
// rd = rb != 0 ? ra : rd
def CMOVNZ : InstR<OpInteger.Value, 16, "cmovnz", "", (outs XReg:$rd), (ins XReg:$c, XReg:$ra, XReg:$rb),
                   "$rd, $ra, $rb", TimeAlu> {
  let Constraints = "$rd = $c";
  let Word = WordOfWords;
  let Pattern = [(set XReg:$rd, (select XReg:$rb, XReg:$ra, XReg:$c))];
}
def CTZ  : Integer1<OpInteger.Value, 17, "ctz", (cttz XReg:$ra)> { let Word = AlwaysWord; }
def MULH : IntegerOp<18, "mulh", mulhs, TimeMul> { let isCommutable = 1; }
let isCommutable = 1, Word = WordOfWords in {
def MIN  : IntegerOp<19, "min",  smin>;
def MAX  : IntegerOp<20, "max",  smax>;
def MINU : IntegerOp<21, "minu", umin>;
def MAXU : IntegerOp<22, "maxu", umax>;
}
let Word = AlwaysWord in {
def CLZ  : Integer1<OpInteger.Value, 23, "clz", (ctlz XReg:$ra)>;
def CPOP : Integer1<OpInteger.Value, 24, "cpop", (ctpop XReg:$ra)>;
}

// 32-bit result, sign-extended.
class Integer32<bits<11> fn, string baseMnemonic, dag value, Timing time = TimeAlu>
    : Integer<OpInteger32.Value, fn, baseMnemonic, (sext_inreg value, i32), time> {
  let Word = AlwaysWord;
}
def ADDW : Integer32<0, "addw", (add XReg:$ra, XReg:$rb)> { let isCommutable = 1; }
def SUBW : Integer32<1, "subw", (sub XReg:$ra, XReg:$rb)>;
def SHLW : Integer32<2, "shlw", (shl XReg:$ra, (and XReg:$rb, 31))>;
def SHRW : Integer32<3, "shrw", (srl (and XReg:$ra, 0xffffffff), (and XReg:$rb, 31))>;
def SRAW : Integer32<4, "sraw", (sra (sext_inreg XReg:$ra, i32), (and XReg:$rb, 31))>;
def MULW : Integer32<5, "mulw", (mul XReg:$ra, XReg:$rb), TimeMul> { let isCommutable = 1; }

let Word = AlwaysWord in {
def SEXTB : Integer1<OpInteger32.Value, 6, "sextb", (sext_inreg XReg:$ra, i8)>;
def SEXTH : Integer1<OpInteger32.Value, 7, "sexth", (sext_inreg XReg:$ra, i16)>;
}
def ZEXTW : Integer1<OpInteger32.Value, 8, "zextw", (and XReg:$ra, 0xffffffff)>;

//===----------------------------------------------------------------------===//
// Register-immediate
//===----------------------------------------------------------------------===//

class IntegerImm<int index, string baseMnemonic, Immediate range, dag value>
    : InstI<OpIntegerImm.Values[index], baseMnemonic, "", (outs XReg:$rd), (ins XReg:$ra, range:$imm), "$rd, $ra, $imm",
            TimeAlu> {
  let Pattern = [(set XReg:$rd, value)];
}
let isReMaterializable = 1, isAsCheapAsAMove = 1 in
def ADDI  : IntegerImm<0, "addi",  SignedImmediate,   (add XReg:$ra, SignedImmediate:$imm)> {
  let Roles = [RoleAddImmediate];
  let isAdd = 1;
}
let Word = AlwaysWord in {
def ADDIW : IntegerImm<1, "addiw", SignedImmediate,   (sext_inreg (add XReg:$ra, SignedImmediate:$imm), i32)> {
  let Roles = [RoleAddImmediateWord];
}
def ANDI  : IntegerImm<2, "andi",  UnsignedImmediate, (and XReg:$ra, UnsignedImmediate:$imm)>;
}
let Word = WordOfWords in {
def ORI   : IntegerImm<3, "ori",   UnsignedImmediate, (or XReg:$ra, UnsignedImmediate:$imm)>;
def XORI  : IntegerImm<4, "xori",  UnsignedImmediate, (xor XReg:$ra, UnsignedImmediate:$imm)>;
}
let Word = AlwaysWord in {
def SLTI  : IntegerImm<5, "slti",  SignedImmediate,   (setlt XReg:$ra, SignedImmediate:$imm)>;
// The immediate is sign-extended, then compared unsigned.
def SLTUI : IntegerImm<6, "sltui", SignedImmediate,   (setult XReg:$ra, SignedImmediate:$imm)>;
}

// R   | op6 | rd5 | ra5 | amount[4:0] | 0 .. amount[5] .. fn |
class IntegerShift<bits<3> fn, string baseMnemonic, Immediate range, dag value>
    : InstR<OpShiftImm.Value, 0, baseMnemonic, "", (outs XReg:$rd), (ins XReg:$ra, range:$amount),
            "$rd, $ra, $amount", TimeAlu> {
  bits<6> amount;
  let Inst{15-11} = amount{4-0};
  let Inst{5} = amount{5};
  let Inst{2-0} = fn;
  let Pattern = [(set XReg:$rd, value)];
}
class IntegerShift32<bits<3> fn, string baseMnemonic, dag value>
    : IntegerShift<fn, baseMnemonic, Shift5, (sext_inreg value, i32)> {
  let Word = AlwaysWord;
  let amount{5} = 0;
}
def SHLI  : IntegerShift<0, "shli", Shift6, (shl XReg:$ra, Shift6:$amount)>;
def SHRI  : IntegerShift<1, "shri", Shift6, (srl XReg:$ra, Shift6:$amount)>;
def SRAI  : IntegerShift<2, "srai", Shift6, (sra XReg:$ra, Shift6:$amount)>;
def SHLIW : IntegerShift32<3, "shliw", (shl XReg:$ra, Shift5:$amount)>;
def SHRIW : IntegerShift32<4, "shriw", (srl (and XReg:$ra, 0xffffffff), Shift5:$amount)>;
def SRAIW : IntegerShift32<5, "sraiw", (sra (sext_inreg XReg:$ra, i32), Shift5:$amount)>;

//===----------------------------------------------------------------------===//
// Constants: imm is written to halfword hw; movz clears the other halfwords,
// movn complements the result of movz, movk preserves them.
//===----------------------------------------------------------------------===//

class Move<bits<3> fn, string baseMnemonic, dag kept, dag value>
    : InstW<OpMoveImm.Value, fn, baseMnemonic, "", (outs XReg:$rd), !con(kept, (ins MoveImmediate:$imm, HalfWord:$hw)),
            "$rd, $imm, $hw", TimeAlu> {
  let ScalarSemantics = [(set XReg:$rd, value)];
  let isReMaterializable = 1;
  let isAsCheapAsAMove = 1;
  let isMoveImm = 1;
}
defvar ShiftedImmediate = (shl MoveImmediate:$imm, (shl HalfWord:$hw, 4));
defvar ShiftedMask   = (xor (shl 65535, (shl HalfWord:$hw, 4)), -1);
def MOVZ : Move<0, "movz", (ins), ShiftedImmediate> { let Roles = [RoleMoveHalfword]; }
def MOVN : Move<1, "movn", (ins), (xor ShiftedImmediate, -1)> { let Roles = [RoleMoveInverted]; }
def MOVK : Move<2, "movk", (ins XReg:$c), (or (and XReg:$c, ShiftedMask), ShiftedImmediate)> {
  let Roles = [RoleReplaceHalfword];
  let Constraints = "$rd = $c";
  let isReMaterializable = 0;
  let isMoveImm = 0;
}

def ADR : InstJ<OpAddress.Value, "adr", "", (outs XReg:$rd), (ins CallTarget:$imm), "$rd, $imm", TimeAlu> {
  let ScalarSemantics = [(set XReg:$rd, CallTarget:$imm)];
}

//===----------------------------------------------------------------------===//
// Additional patterns
//===----------------------------------------------------------------------===//

def : Pat<(sext_inreg XReg:$a, i32), (ADDIW XReg:$a, 0)>;
def ShiftNotZero : ImmLeaf<i64, "return Imm > 0 && Imm < 32;">;
def : Pat<(sra (sext_inreg XReg:$a, i32), Shift5:$n), (SRAIW XReg:$a, Shift5:$n)>;
def : Pat<(srl (and XReg:$a, 0xffffffff), (i64 ShiftNotZero:$n)), (SHRIW XReg:$a, ShiftNotZero:$n)>;

def : Pat<(select (i64 (setne XReg:$c, 0)), XReg:$a, XReg:$b), (CMOVNZ XReg:$b, XReg:$a, XReg:$c)>;
def : Pat<(select (i64 (seteq XReg:$c, 0)), XReg:$a, XReg:$b), (CMOVNZ XReg:$a, XReg:$b, XReg:$c)>;
def : Pat<(select (i64 (setne XReg:$x, XReg:$y)), XReg:$a, XReg:$b), (CMOVNZ XReg:$b, XReg:$a, (XOR XReg:$x, XReg:$y))>;
def : Pat<(select (i64 (seteq XReg:$x, XReg:$y)), XReg:$a, XReg:$b), (CMOVNZ XReg:$a, XReg:$b, (XOR XReg:$x, XReg:$y))>;
def : Pat<(seteq XReg:$a, 0), (SLTUI XReg:$a, 1)>;
def : Pat<(seteq XReg:$a, XReg:$b), (SLTUI (XOR XReg:$a, XReg:$b), 1)>;
def : Pat<(setne XReg:$a, 0), (SLTU (i64 R0), XReg:$a)>;
def : Pat<(setne XReg:$a, XReg:$b), (SLTU (i64 R0), (XOR XReg:$a, XReg:$b))>;
def : Pat<(setgt XReg:$a, XReg:$b), (SLT XReg:$b, XReg:$a)>;
def : Pat<(setugt XReg:$a, XReg:$b), (SLTU XReg:$b, XReg:$a)>;
def : Pat<(setge XReg:$a, XReg:$b), (XORI (SLT XReg:$a, XReg:$b), 1)>;
def : Pat<(setuge XReg:$a, XReg:$b), (XORI (SLTU XReg:$a, XReg:$b), 1)>;
def : Pat<(setle XReg:$a, XReg:$b), (XORI (SLT XReg:$b, XReg:$a), 1)>;
def : Pat<(setule XReg:$a, XReg:$b), (XORI (SLTU XReg:$b, XReg:$a), 1)>;

#endif // MATRIX_ISA_SCALARINTEGER_TD
