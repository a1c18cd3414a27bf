//===- AddressTerms.h - addresses as origin + constant ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The address of an access as the sum of its origin, a scalar evolution without
// a constant term, and a constant number of bytes. Addresses are at a constant
// distance if their origins are equal. Shared by the passes that let several
// accesses use one address, the anchor.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_IRPASSES_ADDRESSTERMS_H
#define MATRIX_IRPASSES_ADDRESSTERMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class SCEV;
class ScalarEvolution;
class Value;

struct AddressTerms {
  const SCEV *Origin;
  int64_t Constant; ///< bytes

  AddressTerms(Value *Address, ScalarEvolution &SE);
};

/// Sorts constants, and visits the first and the last one of each range that
/// spans at most that many bytes, from the least one on.
void forEachRange(MutableArrayRef<int64_t> Constants, int64_t Span,
                  function_ref<void(int64_t First, int64_t Last)> Visit);

/// Returns an address at a constant distance, in bytes, from the other one:
/// after the definition of the latter, so that it is available wherever that
/// is, also outside of the loops that contain the accesses.
Value *anchorAt(Value *Address, int64_t Distance, Function &F);

} // namespace llvm

#endif // MATRIX_IRPASSES_ADDRESSTERMS_H
