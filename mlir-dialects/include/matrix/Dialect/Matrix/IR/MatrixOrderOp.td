//===- MatrixOrderOp.td - the mark of ordered tile instructions -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operation by which the frontend selects sequences of instructions that
// are ordered before conversion to LLVM. It stays in its block until code is
// generated, whatever functions the block is moved to.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_MATRIXORDEROP_TD
#define MATRIX_DIALECT_MATRIX_IR_MATRIXORDEROP_TD

include "matrix/Dialect/Matrix/IR/MatrixBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Matrix_OrderTilesOp : Matrix_Op<"order_tiles", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "marks a sequence of tile instructions that is ordered";
  let description = [{
    The tile instructions that follow in the block, up to a loop or a transfer,
    are a sequence that `matrix-schedule-tiles` orders. The code generator keeps
    the order of tile instructions in a block with the operation. The operation
    has no effect; those that are declared keep it in its place.

    ```mlir
    scf.for %i = %c0 to %n step %c64 {
      matrix.order_tiles
      %a = matrix.tld %x[%i, %c0]
          : memref<256x16xf32, #matrix.space<scratchpad>> -> vector<16x16xf32>
      // ...
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // MATRIX_DIALECT_MATRIX_IR_MATRIXORDEROP_TD
