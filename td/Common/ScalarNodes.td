//===- Common/ScalarNodes.td - SelectionDAG nodes and their semantics -----===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Semantics of the SelectionDAG nodes in patterns of scalar instructions: C++
// of the value and of the mask of its undefined bits. The simulator executes
// instructions by these records.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMMON_SCALARNODES_TD
#define MATRIX_COMMON_SCALARNODES_TD

include "Schema/Scalar.td"
include "Common/Numerics.td"
include "Common/Parameters.td"
include "Common/ScalarOperands.td"

//===----------------------------------------------------------------------===//
// Nodes that SelectionDAG does not define
//===----------------------------------------------------------------------===//

def MatrixCall : SDNode<"MatrixISD::CALL", SDTypeProfile<0, -1, [SDTCisVT<0, i64>]>,
                        [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue, SDNPVariadic]>;
def MatrixTailCall : SDNode<"MatrixISD::TAIL_CALL", SDTypeProfile<0, -1, [SDTCisVT<0, i64>]>,
                            [SDNPHasChain, SDNPOptInGlue, SDNPVariadic]>;
def MatrixReturn : SDNode<"MatrixISD::RET", SDTNone, [SDNPHasChain, SDNPOptInGlue, SDNPVariadic]>;
/// Address of a symbol; of a thread-local variable, its offset from the thread
/// pointer.
def MatrixAddress : SDNode<"MatrixISD::ADDRESS", SDTypeProfile<1, 1, [SDTCisVT<0, i64>, SDTCisVT<1, i64>]>>;
/// Jumps to the address and returns the address of the next instruction.
def MatrixJumpAndLink : SDNode<"MatrixISD::JUMP_AND_LINK",
                               SDTypeProfile<1, 1, [SDTCisVT<0, i64>, SDTCisVT<1, i64>]>, [SDNPHasChain]>;
/// f32 from the low 32 bits; the inverse sign-extends.
def MatrixFloatFromBits : SDNode<"MatrixISD::FLOAT_FROM_BITS",
                                 SDTypeProfile<1, 1, [SDTCisVT<0, f32>, SDTCisVT<1, i64>]>>;
def MatrixBitsFromFloat : SDNode<"MatrixISD::BITS_FROM_FLOAT",
                                 SDTypeProfile<1, 1, [SDTCisVT<0, i64>, SDTCisVT<1, f32>]>>;
/// $0 with its sign bit xored with that of $1.
def MatrixSignXor : SDNode<"MatrixISD::SIGN_XOR", SDTFPBinOp>;
/// An operation on the low 32 bits of both operands; the result is sign-extended.
class OnLow32<string name> : SDNode<"MatrixISD::" # name, SDTIntBinOp>;
def MatrixShiftLeft32         : OnLow32<"SHL32">;
def MatrixShiftRight32        : OnLow32<"SRL32">;
def MatrixShiftArithmetic32   : OnLow32<"SRA32">;
def MatrixRotateLeft32        : OnLow32<"ROTL32">;
def MatrixRotateRight32       : OnLow32<"ROTR32">;
def MatrixDivide32            : OnLow32<"SDIV32">;
def MatrixDivideUnsigned32    : OnLow32<"UDIV32">;
def MatrixRemainder32         : OnLow32<"SREM32">;
def MatrixRemainderUnsigned32 : OnLow32<"UREM32">;

//===----------------------------------------------------------------------===//
// C++ semantics of nodes
//===----------------------------------------------------------------------===//

// Integers: arithmetic modulo 2^64, shift counts modulo 64.
def : NodeSemantics<add, "num::wrapAdd($0, $1)", "$0 + $1",
              "undef::sum($0, %0, $1, %1)">;
def : NodeSemantics<sub, "num::wrapSub($0, $1)", "$0 - $1",
              "undef::difference($0, %0, $1, %1)">;
def : NodeSemantics<mul, "num::wrapMul($0, $1)", "$0 * $1",
              "undef::upwards(%0 | %1)">;
def : NodeSemantics<mulhu, "num::mulHighUnsigned($0, $1)", "high64_unsigned($0 * $1)">;
def : NodeSemantics<mulhs, "num::mulHigh($0, $1)", "high64($0 * $1)">;
// Division by zero gives -1 (all ones), the remainder the dividend. INT64_MIN /
// -1 gives INT64_MIN with remainder 0.
def : NodeSemantics<sdiv, "num::divSigned($0, $1)", "$0 / $1">;
def : NodeSemantics<udiv, "num::divUnsigned($0, $1)", "$0 /u $1">;
def : NodeSemantics<srem, "num::remSigned($0, $1)", "$0 % $1">;
def : NodeSemantics<urem, "num::remUnsigned($0, $1)", "$0 %u $1">;
def : NodeSemantics<and, "($0 & $1)", "$0 & $1",
              "undef::bitAnd($0, %0, $1, %1)">;
def : NodeSemantics<or,  "($0 | $1)", "$0 | $1",
              "undef::bitOr($0, %0, $1, %1)">;
def : NodeSemantics<xor, "($0 ^ $1)", "$0 ^ $1",
              "(%0 | %1)">;
def : NodeSemantics<shl, "(int64_t)((uint64_t)$0 << ($1 & 63))", "$0 << $1",
              "undef::shift(%0 << ($1 & 63), %1)">;
def : NodeSemantics<srl, "(int64_t)((uint64_t)$0 >> ($1 & 63))", "$0 >>> $1",
              "undef::shift(%0 >> ($1 & 63), %1)">;
def : NodeSemantics<sra, "($0 >> ($1 & 63))", "$0 >> $1",
              "undef::shift((uint64_t)((int64_t)%0 >> ($1 & 63)), %1)">;
def : NodeSemantics<rotl, "(int64_t)((uint64_t)$0 << ($1 & 63) | (uint64_t)$0 >> (-(uint64_t)$1 & 63))",
              "rotate_left($0, $1)",
              "undef::shift(%0 << ($1 & 63) | %0 >> (-(uint64_t)$1 & 63), %1)">;
def : NodeSemantics<rotr, "(int64_t)((uint64_t)$0 >> ($1 & 63) | (uint64_t)$0 << (-(uint64_t)$1 & 63))",
              "rotate_right($0, $1)",
              "undef::shift(%0 >> ($1 & 63) | %0 << (-(uint64_t)$1 & 63), %1)">;
def : NodeSemantics<bswap, "(int64_t)__builtin_bswap64((uint64_t)$0)", "bytes_reversed($0)",
              "__builtin_bswap64(%0)">;
def : NodeSemantics<bitreverse, "(int64_t)__builtin_bitreverse64((uint64_t)$0)", "bits_reversed($0)",
              "__builtin_bitreverse64(%0)">;
def : NodeSemantics<abs, "($0 < 0 ? num::wrapSub(0, $0) : $0)", "abs($0)">;   // INT64_MIN maps to itself
def : NodeSemantics<smin, "($0 < $1 ? $0 : $1)", "min($0, $1)">;
def : NodeSemantics<smax, "($0 < $1 ? $1 : $0)", "max($0, $1)">;
def : NodeSemantics<umin, "((uint64_t)$0 < (uint64_t)$1 ? $0 : $1)", "min_unsigned($0, $1)">;
def : NodeSemantics<umax, "((uint64_t)$0 < (uint64_t)$1 ? $1 : $0)", "max_unsigned($0, $1)">;
// Zero gives 64.
def : NodeSemantics<ctlz, "num::leadingZeros($0)", "leading_zeros($0)">;
def : NodeSemantics<cttz, "num::trailingZeros($0)", "trailing_zeros($0)">;
def : NodeSemantics<ctpop, "num::popCount($0)", "ones($0)">;
def : NodeSemantics<sext_inreg, "num::signExtend($0, $1)", "sext$1($0)",
              "(uint64_t)num::signExtend((int64_t)%0, $1)">;
def : NodeSemantics<select, "($0 ? $1 : $2)", "$0 ? $1 : $2",
              "undef::select($0, %0, undef::bits($1), %1, undef::bits($2), %2)">;

// Floats: num functions are overloaded for f32 and f64.
def : NodeSemantics<fadd, "num::add($0, $1)", "$0 + $1">;
def : NodeSemantics<fsub, "num::sub($0, $1)", "$0 - $1">;
def : NodeSemantics<fmul, "num::mul($0, $1)", "$0 * $1">;
def : NodeSemantics<fdiv, "num::div($0, $1)", "$0 / $1">;
def : NodeSemantics<fma, "num::fma($0, $1, $2)", "fma($0, $1, $2)">;
def : NodeSemantics<fsqrt, "num::sqrt($0)", "sqrt($0)">;
def : NodeSemantics<fabs, "num::copySign($0, 1)", "abs($0)">;
def : NodeSemantics<fneg, "(-$0)", "-$0">;
def : NodeSemantics<fcopysign, "num::copySign($0, $1)", "copysign($0, $1)">;
def : NodeSemantics<MatrixSignXor, "num::signXor($0, $1)", "sign_xor($0, $1)">;
// IEEE 754-2019: maximum propagates NaN, maximumNumber returns the other
// operand; -0 < +0 in both.
def : NodeSemantics<fminimum, "num::minimum($0, $1)", "minimum($0, $1)">;
def : NodeSemantics<fmaximum, "num::maximum($0, $1)", "maximum($0, $1)">;
def : NodeSemantics<fminimumnum, "num::minimumNumber($0, $1)", "minimum_number($0, $1)">;
def : NodeSemantics<fmaximumnum, "num::maximumNumber($0, $1)", "maximum_number($0, $1)">;
def : NodeSemantics<ffloor, "num::floor($0)", "floor($0)">;
def : NodeSemantics<fceil, "num::ceil($0)", "ceil($0)">;
def : NodeSemantics<ftrunc, "num::trunc($0)", "trunc($0)">;
def : NodeSemantics<froundeven, "num::roundeven($0)", "round_even($0)">;

// Conversions. To integer: toward zero, saturating, NaN gives 0. f16 and bf16
// are bits in an integer; conversions to them round to nearest even.
def : NodeSemantics<fp_to_sint, "num::toInt64($0)", "i64(trunc($0))">;
def : NodeSemantics<sint_to_fp, "num::fromInt64<$type>($0)", "float($0)">;   // $type: C++ type of the result
def : NodeSemantics<fpextend, "num::toDouble($0)", "f64($0)">;
def : NodeSemantics<fpround, "num::toFloat($0)", "f32($0)">;
def : NodeSemantics<f16_to_fp, "num::fromF16((uint16_t)$0)", "f32(f16_of($0))",
              "undef::any((uint16_t)%0)">;
def : NodeSemantics<bf16_to_fp, "num::fromBF16((uint16_t)$0)", "f32(bf16_of($0))",
              "undef::any((uint16_t)%0)">;
def : NodeSemantics<fp_to_f16, "(int64_t)num::toF16($0)", "bits(f16($0))">;
def : NodeSemantics<fp_to_bf16, "(int64_t)num::toBF16($0)", "bits(bf16($0))">;
def : NodeSemantics<MatrixFloatFromBits, "num::floatFromBits((uint32_t)$0)", "f32_of($0)",
              "(uint64_t)(uint32_t)%0">;
def : NodeSemantics<MatrixBitsFromFloat, "(int64_t)(int32_t)num::bitsFromFloat($0)", "sext32(bits($0))",
              "(uint64_t)(int64_t)(int32_t)%0">;
def : NodeSemantics<bitconvert, "num::bitCast<$type>($0)", "bits($0)",
              "%0">;

// Transfers of control.
def ConditionalJump : ControlTransfer;  // to $1 if $0 is not zero
def JumpAndLink : ControlTransfer;      // to $0; the result is the address of the next instruction
def SoftwareTrap : ControlTransfer;
def : ControlSemantics<brcond, ConditionalJump, "if $0: pc = $1">;
def : ControlSemantics<MatrixJumpAndLink, JumpAndLink, "pc + 4, then pc = $0">;
def : ControlSemantics<trap, SoftwareTrap, "trap">;

#endif // MATRIX_COMMON_SCALARNODES_TD
