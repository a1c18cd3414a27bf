//===- DramTensor.h - dense tensors at addresses ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between memrefs of dense row-major tensors in DRAM and their
// addresses. Kernels and outlined functions receive tensors as addresses; their
// code operates on memrefs.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_DRAMTENSOR_H
#define MATRIX_FRONTEND_LIB_DRAMTENSOR_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// Returns the dense tensor at `address` as a memref.
mlir::Value getDramTensor(mlir::ImplicitLocOpBuilder &builder,
                          mlir::Value address, mlir::MemRefType type);

/// Returns the address of a dense tensor.
mlir::Value getDramAddress(mlir::ImplicitLocOpBuilder &builder,
                           mlir::Value tensor);

/// Returns the first `number` addresses of a table in DRAM. Many of them do not
/// stay in registers, so that each load would wait for DRAM before the next one
/// starts; with a DMA engine they are loaded from a copy in the scratchpad of
/// each of `cores` cores.
llvm::SmallVector<mlir::Value>
loadDramAddresses(mlir::ImplicitLocOpBuilder &builder, mlir::Value table,
                  int64_t number, bool hasDma, int64_t cores);

/// Attribute of the root of a group: the bytes of each scratchpad that its plan
/// leaves to tensors that are kept there instead of DRAM.
inline constexpr llvm::StringLiteral kKeptBytesAttrName = "matrix.kept_bytes";

/// The most scratchpads that a tensor is divided over. Each of its transfers
/// becomes one for each of them, which take longer to start than they save if
/// there are more.
inline constexpr int64_t kMaxOwners = 4;

/// Returns a view of `memref` from element `first` on, with these extents and
/// strides, in elements.
mlir::Value getStridedView(mlir::ImplicitLocOpBuilder &builder,
                           mlir::Value memref, llvm::ArrayRef<int64_t> extents,
                           llvm::ArrayRef<int64_t> strides, int64_t first = 0);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_DRAMTENSOR_H
