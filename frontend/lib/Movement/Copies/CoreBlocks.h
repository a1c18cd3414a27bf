//===- CoreBlocks.h - the blocks of a core ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cyclic distribution of the blocks of a copy over the cores, and the code
// that its emitters share. Emitters loop over an index i in [0, total) of the
// core's blocks, each of which is block core + i * cores of the copy. The
// numbers of blocks of two cores differ by at most one.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_COREBLOCKS_H
#define MATRIX_FRONTEND_LIB_COREBLOCKS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

class CoreBlocks {
public:
  /// `pieces`: the blocks of all cores.
  CoreBlocks(mlir::ImplicitLocOpBuilder &builder, int64_t pieces,
             int64_t cores);

  /// Emits the code of cores that have blocks.
  void ifAny(mlir::ImplicitLocOpBuilder &builder,
             llvm::function_ref<void(mlir::ImplicitLocOpBuilder &)> body) const;
  using Load = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      mlir::ImplicitLocOpBuilder &, mlir::Value)>;
  /// Starts the loads of the block after `index`, if there is one; returns
  /// their `number` tokens, or those of complete transfers.
  llvm::SmallVector<mlir::Value> loadNext(mlir::ImplicitLocOpBuilder &builder,
                                          mlir::Value index, int64_t number,
                                          Load load) const;

  mlir::Value core, total; ///< number of this core, and of its blocks

private:
  bool haveAll; ///< whether each core has a block
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_COREBLOCKS_H
