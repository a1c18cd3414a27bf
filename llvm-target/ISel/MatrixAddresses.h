//===- MatrixAddresses.h - parts of an address ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Divides the addresses of loads and stores into the operands of addressing
// modes: base and offset, base and scaled index, symbol and offset. Instruction
// selection calls these functions for patterns generated from td/ and for tile
// accesses.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISEL_MATRIXADDRESSES_H
#define MATRIX_ISEL_MATRIXADDRESSES_H

#include "llvm/CodeGen/SelectionDAGNodes.h"
#include <optional>

namespace llvm {
class SelectionDAG;

namespace Matrix {

struct BaseAndOffset {
  SDValue Base;
  int64_t Offset;
};
/// Separates a constant offset for which `Fits` holds. A frame index as the
/// base becomes a target frame index.
BaseAndOffset splitAddress(SDValue Address, SelectionDAG &DAG,
                           function_ref<bool(int64_t)> Fits);

/// Base + (Index << Shift).
struct IndexedAddress {
  SDValue Base, Index;
  uint64_t Shift = 0;
};
/// Returns nothing if the sum is needed as a value, because an access by it
/// costs no more.
std::optional<IndexedAddress> indexedAddress(SDValue Address);

/// Returns the target address of symbol + offset if no other access shares the
/// symbol's address. Addresses outside the object are not folded, because
/// relocations may not reach them.
SDValue symbolPlusOffset(const SDNode *Sum, SelectionDAG &DAG);

} // namespace Matrix
} // namespace llvm

#endif // MATRIX_ISEL_MATRIXADDRESSES_H
