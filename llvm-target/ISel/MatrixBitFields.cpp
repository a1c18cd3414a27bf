//===- MatrixBitFields.cpp - extraction of bit fields ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes the forms in which common code leaves the extraction of a field:
// shift then mask, mask then shift, two shifts, extension of a shifted value.
// In 64 bits, (x << m) >> n with n >= m is the field of 64 - n bits from bit n
// - m up, and (x >> n) & (2^w - 1) is the field of w bits from bit n up.
//
//===----------------------------------------------------------------------===//

#include "ISel/MatrixBitFields.h"
#include "llvm/CodeGen/SelectionDAGNodes.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::Matrix;

static constexpr unsigned Bits = 64;

/// Returns the constant operand of a node with the opcode.
static std::optional<uint64_t> constantOf(SDValue Value, unsigned Opcode) {
  if (Value.getOpcode() != Opcode)
    return std::nullopt;
  auto *Constant = dyn_cast<ConstantSDNode>(Value.getOperand(1));
  return Constant ? std::optional(Constant->getZExtValue()) : std::nullopt;
}

/// (and (srl x, n), mask)
static std::optional<BitField> maskOfShift(SDValue Value) {
  auto Mask = constantOf(Value, ISD::AND);
  if (!Mask || !isMask_64(*Mask))
    return std::nullopt;
  SDValue Shifted = Value.getOperand(0);
  auto Low = constantOf(Shifted, ISD::SRL);
  if (!Low || *Low >= Bits)
    return std::nullopt;
  return BitField{Shifted.getOperand(0), unsigned(*Low),
                  unsigned(llvm::countr_one(*Mask))};
}

/// (srl (and x, mask), n), where the mask has all bits from n to its highest;
/// (srl (shl x, m), n)
static std::optional<BitField> shiftOfMask(SDValue Value) {
  auto Low = constantOf(Value, ISD::SRL);
  if (!Low || *Low >= Bits)
    return std::nullopt;
  SDValue Inner = Value.getOperand(0);
  if (auto Mask = constantOf(Inner, ISD::AND)) {
    uint64_t Rest = *Mask >> *Low;
    if (!isMask_64(Rest))
      return std::nullopt;
    return BitField{Inner.getOperand(0), unsigned(*Low),
                    unsigned(llvm::countr_one(Rest))};
  }
  auto Up = constantOf(Inner, ISD::SHL);
  if (!Up || *Up > *Low)
    return std::nullopt;
  return BitField{Inner.getOperand(0), unsigned(*Low - *Up),
                  unsigned(Bits - *Low)};
}

std::optional<BitField> Matrix::unsignedField(SDValue Value) {
  auto Field = maskOfShift(Value);
  return Field ? Field : shiftOfMask(Value);
}

/// (sext_inreg (srl x, n), type)
static std::optional<BitField> extensionOfShift(SDValue Value) {
  if (Value.getOpcode() != ISD::SIGN_EXTEND_INREG)
    return std::nullopt;
  SDValue Shifted = Value.getOperand(0);
  auto Low = constantOf(Shifted, ISD::SRL);
  if (!Low)
    Low = constantOf(Shifted, ISD::SRA);
  unsigned Width = cast<VTSDNode>(Value.getOperand(1))->getVT().getSizeInBits();
  if (!Low || *Low + Width > Bits)
    return std::nullopt;
  return BitField{Shifted.getOperand(0), unsigned(*Low), Width};
}

/// (sra (sext_inreg x, type), n), (sra (shl x, m), n)
static std::optional<BitField> shiftOfExtension(SDValue Value) {
  auto Low = constantOf(Value, ISD::SRA);
  if (!Low || *Low >= Bits)
    return std::nullopt;
  SDValue Inner = Value.getOperand(0);
  if (Inner.getOpcode() == ISD::SIGN_EXTEND_INREG) {
    unsigned All = cast<VTSDNode>(Inner.getOperand(1))->getVT().getSizeInBits();
    if (*Low >= All)
      return std::nullopt;
    return BitField{Inner.getOperand(0), unsigned(*Low), unsigned(All - *Low)};
  }
  auto Up = constantOf(Inner, ISD::SHL);
  if (!Up || *Up > *Low)
    return std::nullopt;
  return BitField{Inner.getOperand(0), unsigned(*Low - *Up),
                  unsigned(Bits - *Low)};
}

std::optional<BitField> Matrix::signedField(SDValue Value) {
  auto Field = extensionOfShift(Value);
  return Field ? Field : shiftOfExtension(Value);
}
