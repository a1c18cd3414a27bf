//===- MatrixConstants.cpp - 64-bit constants as movz, movn, movk ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the shortest sequence for a 64-bit constant: the first instruction sets
// all halfwords to zeros or ones except one, and each further one replaces a
// halfword. The background is the more frequent of the two.
//
//===----------------------------------------------------------------------===//

#include "Utils/MatrixConstants.h"
#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "MCTargetDesc/MatrixScalarRoles.h"

using namespace llvm;
using namespace llvm::Matrix;

// Examples, with halfwords numbered from the lowest one:
//
//   0x0000'1234'0000'5678   movz 0x5678, 0;  movk 0x1234, 2
//   0xffff'ffff'1234'ffff   movn 0xedcb, 1
SmallVector<ConstantStep, 4> Matrix::stepsTo(int64_t Value) {
  uint16_t Halves[4];
  unsigned Zeros = 0, Ones = 0;
  for (unsigned I = 0; I < 4; ++I) {
    Halves[I] = uint16_t(Value >> (16 * I));
    Zeros += Halves[I] == 0;
    Ones += Halves[I] == 0xffff;
  }
  bool Complement = Ones > Zeros;
  uint16_t Background = Complement ? 0xffff : 0;
  SmallVector<ConstantStep, 4> Steps;
  for (unsigned I = 0; I < 4; ++I) {
    if (Halves[I] == Background)
      continue;
    if (!Steps.empty())
      Steps.push_back({role::ReplaceHalfword, Halves[I], I});
    else if (Complement)
      Steps.push_back({role::MoveInverted, uint16_t(~Halves[I]), I});
    else
      Steps.push_back({role::MoveHalfword, Halves[I], I});
  }
  if (Steps.empty())
    Steps.push_back(
        {unsigned(Complement ? role::MoveInverted : role::MoveHalfword), 0, 0});
  return Steps;
}
