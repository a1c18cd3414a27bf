//===- Isa/Pairs.td - short forms of instructions --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions that may share a word with another one. A slot has the bits
// of two registers and four more: a form names any registers, or the first ones
// that pass arguments, and small immediates. The forms are those that save most
// words of compiled C programs for the codes they take. Codes are prefixes of
// different lengths; transfers of control, which only the second slot holds,
// have the highest.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_PAIRS_TD
#define MATRIX_ISA_PAIRS_TD

include "Schema/Pair.td"
include "Isa/ScalarControl.td"
include "Isa/ScalarFloat.td"
include "Isa/ScalarInteger.td"
include "Isa/ScalarMemory.td"

def Pairs : PairLayout<FeaturePairs, OpPair, slotBits=14>;

/// Any register.
class Any<list<string> operands> : ShortField<operands, 5>;
/// The lowest number among registers.
class Lowest<list<MatrixReg> registers> {
  int Number = !foldl(32, registers, least, r, !if(!lt(r.HWEncoding, least), r.HWEncoding, least));
}
/// One of the eight that pass arguments.
class Argument<list<string> operands> : ShortField<operands, 3, 0, 0, Lowest<ArgumentRegisters>.Number>;
class FloatArgument<list<string> operands> : ShortField<operands, 3, 0, 0, Lowest<FloatArgumentRegisters>.Number>;
defvar Stack = StackPointer.HWEncoding;

//===----------------------------------------------------------------------===//
// Moves, constants, addresses
//===----------------------------------------------------------------------===//

def : ShortForm<ADDI, 0b0010, [Any<["rd"]>, Any<["ra"]>, Constant<["imm"], 0>]>;
def : ShortForm<ADDI, 0b000, [Any<["rd"]>, Constant<["ra"], 0>, ShortField<["imm"], 6, base=-1>]>;
def : ShortForm<ADDI, 0b01010, [Any<["rd", "ra"]>, ShortField<["imm"], 4, isSigned=1>]>;
def : ShortForm<ADDI, 0b1011010, [Argument<["rd", "ra"]>, ShortField<["imm"], 4>]>;
def : ShortForm<ADDI, 0b01011, [Argument<["rd"]>, Argument<["ra"]>, ShortField<["imm"], 3, isSigned=1>]>;
def : ShortForm<ADDI, 0b11000100,
                 [Constant<["rd"], Stack>, Constant<["ra"], Stack>, ShortField<["imm"], 6, isSigned=1, shift=4>]>;
def : ShortForm<ADDI, 0b1011011,
                 [Argument<["rd"]>, Constant<["ra"], Stack>, ShortField<["imm"], 4, shift=3>]>;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

def : ShortForm<XOR, 0b11000101, [Argument<["rd", "ra"]>, Argument<["rb"]>]>;
def : ShortForm<OR, 0b11000110, [Argument<["rd", "ra"]>, Argument<["rb"]>]>;
def : ShortForm<AND, 0b11000111, [Argument<["rd", "ra"]>, Argument<["rb"]>]>;
def : ShortForm<SUB, 0b11001000, [Argument<["rd", "ra"]>, Argument<["rb"]>]>;
def : ShortForm<MUL, 0b11001001, [Argument<["rd", "ra"]>, Argument<["rb"]>]>;
def : ShortForm<ADDW, 0b11001010, [Argument<["rd", "ra"]>, Argument<["rb"]>]>;
def : ShortForm<ADD, 0b011100, [Any<["rd", "ra"]>, Argument<["rb"]>]>;
def : ShortForm<ADD, 0b011101, [Argument<["rd", "ra"]>, Any<["rb"]>]>;
def : ShortForm<ADDIW, 0b1011100, [Any<["rd", "ra"]>, ShortField<["imm"], 2, isSigned=1>]>;
def : ShortForm<ADDIW, 0b1011101, [Argument<["rd"]>, Argument<["ra"]>, ShortField<["imm"], 1>]>;
def : ShortForm<ZEXTW, 0b11001011, [Argument<["rd"]>, Argument<["ra"]>]>;
def : ShortForm<SHRI, 0b011110, [Any<["rd", "ra"]>, ShortField<["amount"], 3, base=1>]>;
def : ShortForm<SHRI, 0b01100, [Argument<["rd"]>, Argument<["ra"]>, ShortField<["amount"], 3, base=1>]>;
def : ShortForm<SHLI, 0b01101, [Argument<["rd", "ra"]>, ShortField<["amount"], 6>]>;
def : ShortForm<SHLI, 0b1011110, [Argument<["rd"]>, Argument<["ra"]>, ShortField<["amount"], 1, base=1>]>;
def : ShortForm<ANDI, 0b11001100, [Argument<["rd", "ra"]>, ShortField<["imm"], 3>]>;
def : ShortForm<XORI, 0b11010100100, [Argument<["rd", "ra"]>, Constant<["imm"], 1>]>;
def : ShortForm<SLTUI, 0b11010100101, [Argument<["rd", "ra"]>, Constant<["imm"], 1>]>;

//===----------------------------------------------------------------------===//
// Loads and stores: relative to the stack pointer, and others
//===----------------------------------------------------------------------===//

def : ShortForm<LD, 0b0011, [Any<["rd"]>, Constant<["ra"], Stack>, ShortField<["imm"], 5, shift=3>]>;
def : ShortForm<SD, 0b0100, [Any<["rd"]>, Constant<["ra"], Stack>, ShortField<["imm"], 5, shift=3>]>;
def : ShortForm<FLD, 0b011111, [Any<["rd"]>, Constant<["ra"], Stack>, ShortField<["imm"], 3, shift=3>]>;
def : ShortForm<FSD, 0b100000, [Any<["rd"]>, Constant<["ra"], Stack>, ShortField<["imm"], 3, shift=3>]>;
def : ShortForm<LD, 0b100001, [Argument<["rd"]>, Argument<["ra"]>, ShortField<["imm"], 2, shift=3>]>;
def : ShortForm<LD, 0b100010, [Any<["rd"]>, Argument<["ra"]>, Constant<["imm"], 0>]>;
def : ShortForm<LD, 0b100011, [Argument<["rd"]>, Any<["ra"]>, Constant<["imm"], 0>]>;
def : ShortForm<SD, 0b1011111, [Argument<["rd"]>, Argument<["ra"]>, ShortField<["imm"], 1, shift=3>]>;
def : ShortForm<SD, 0b100100, [Argument<["rd"]>, Any<["ra"]>, Constant<["imm"], 0>]>;
def : ShortForm<LW, 0b100101, [Argument<["rd"]>, Argument<["ra"]>, ShortField<["imm"], 2, shift=2>]>;
def : ShortForm<LW, 0b100110, [Any<["rd"]>, Argument<["ra"]>, Constant<["imm"], 0>]>;
def : ShortForm<SW, 0b100111, [Argument<["rd"]>, Argument<["ra"]>, ShortField<["imm"], 2, shift=2>]>;
def : ShortForm<LBU, 0b101000, [Argument<["rd"]>, Argument<["ra"]>, ShortField<["imm"], 2>]>;
def : ShortForm<SB, 0b1100000, [Argument<["rd"]>, Argument<["ra"]>, ShortField<["imm"], 1>]>;
def : ShortForm<LHU, 0b101001, [Argument<["rd"]>, Argument<["ra"]>, ShortField<["imm"], 2, shift=1>]>;
def : ShortForm<LH, 0b1100001, [Argument<["rd"]>, Argument<["ra"]>, ShortField<["imm"], 1, shift=1>]>;
def : ShortForm<SD, 0b110100110, [Constant<["rd"], 0>, Any<["ra"]>, Constant<["imm"], 0>]>;
def : ShortForm<SW, 0b110100111, [Constant<["rd"], 0>, Any<["ra"]>, Constant<["imm"], 0>]>;
def : ShortForm<SB, 0b110101000, [Constant<["rd"], 0>, Any<["ra"]>, Constant<["imm"], 0>]>;

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

def : ShortForm<FSGNJ_D, 0b101010, [Any<["rd"]>, FloatArgument<["ra", "rb"]>]>;
def : ShortForm<FSGNJ_D, 0b101011, [FloatArgument<["rd"]>, Any<["ra", "rb"]>]>;
def : ShortForm<FMV_D_X, 0b101100, [FloatArgument<["rd"]>, Any<["ra"]>]>;
def : ShortForm<FMV_X_D, 0b11001101, [Argument<["rd"]>, FloatArgument<["ra"]>]>;
def : ShortForm<FADD_D, 0b11001110, [FloatArgument<["rd", "ra"]>, FloatArgument<["rb"]>]>;
def : ShortForm<FSUB_D, 0b11001111, [FloatArgument<["rd", "ra"]>, FloatArgument<["rb"]>]>;
def : ShortForm<FMUL_D, 0b11010000, [FloatArgument<["rd", "ra"]>, FloatArgument<["rb"]>]>;
def : ShortForm<FADD_S, 0b11010001, [FloatArgument<["rd", "ra"]>, FloatArgument<["rb"]>]>;
def : ShortForm<FMUL_S, 0b11010010, [FloatArgument<["rd", "ra"]>, FloatArgument<["rb"]>]>;
def : ShortForm<FCVT_D_S, 0b11010100110, [FloatArgument<["rd", "ra"]>]>;

//===----------------------------------------------------------------------===//
// Transfers of control
//===----------------------------------------------------------------------===//

def : ShortForm<BNE, 0b1111,
                 [Argument<["rd"]>, Argument<["ra"]>, ShortField<["imm"], 4, isSigned=1>], SecondSlot>;
def : ShortForm<BEQ, 0b11101,
                 [Argument<["rd"]>, Constant<["ra"], 0>, ShortField<["imm"], 6, base=-4>], SecondSlot>;
def : ShortForm<BNE, 0b11100,
                 [Argument<["rd"]>, Constant<["ra"], 0>, ShortField<["imm"], 6, base=-16>], SecondSlot>;
def : ShortForm<JAL, 0b11011, [Constant<["rd"], 0>, ShortField<["imm"], 9, isSigned=1>], SecondSlot>;
def : ShortForm<JALR, 0b11010111111111,
                 [Constant<["rd"], 0>, Constant<["ra"], ReturnAddress.HWEncoding>, Constant<["imm"], 0>], SecondSlot>;

#endif // MATRIX_ISA_PAIRS_TD
