//===- ScaledSum.h - epilogues that scale a sum -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// c + f * (a b) over several tiles of depth equals c + f * (a0 b0) + f * (a1
// b1)
// + ... modulo 2^32: an instruction that multiplies, scales and adds computes
// every tile of depth. Floating-point numbers would be rounded differently.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SCALEDSUM_H
#define MATRIX_FRONTEND_LIB_SCALEDSUM_H

#include "Emit/BlockEmitter.h"

namespace matrix {

/// addend + scaled, addend - scaled or scaled - addend, where `scaled` is the
/// result of a contraction times constants.
struct ScaledSum {
  mlir::Operation *root;
  mlir::Value scaled;

  /// Returns the value of the body that the accumulators hold at the end.
  mlir::Value result() const { return root->getResult(0); }
  /// Adds the scaled product `part` of one tile of depth to `acc`.
  mlir::Value accumulate(mlir::ImplicitLocOpBuilder &, mlir::Value acc,
                         mlir::Value part) const;
};

/// Returns the scaled sum of the contraction's result in the epilogue.
std::optional<ScaledSum> findScaledSum(const FusionGroup &group);

/// Returns the scaled sum if an instruction multiplies, scales and adds, if
/// that is exact over all tiles of depth, and if it takes no more cycles.
std::optional<ScaledSum> chooseScaledSum(const FusionGroupContext &context);

/// Returns the mnemonic of an instruction that multiplies, scales and adds, but
/// would round differently over several tiles of depth; empty if there is none.
std::string findInexactScaling(const FusionGroupContext &context);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCALEDSUM_H
