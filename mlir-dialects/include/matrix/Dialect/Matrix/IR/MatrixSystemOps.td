//===- MatrixSystemOps.td - operations bound to roles ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transfers, barriers, semaphores and core numbers. Each is bound to a role or a control
// register of the description, never to an instruction, so that the passes can
// use them by name on every accelerator.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_MATRIXSYSTEMOPS_TD
#define MATRIX_DIALECT_MATRIX_IR_MATRIXSYSTEMOPS_TD

include "matrix/Dialect/Matrix/IR/MatrixBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

def Matrix_DmaLoadOp : Matrix_Op<"dma_load", [
    AttrSizedOperandSegments]> {
  let summary = "starts a transfer of a block from DRAM into the own scratchpad";
  let description = [{
    Copies the block of `target`'s static shape that starts at
    `source[indices]`, or at the start of `source` without indices. The block
    has rank 1 to 3 and covers the last dimensions of `source`; in the leading
    ones it has one point. Strides may be anything, static or dynamic, zero
    included. A last dimension that is not known to be contiguous on both sides
    costs a row per element and leaves room for rank 2 only.

    `valid` gives, for each dimension of the block, how many elements exist in
    the source, from 0 to the block's extent; the rest of the block is filled
    with `fill` (of the element type, zero by default) and not read. No
    `valid`: the whole block.

    ```mlir
    %t = matrix.dma_load %a[%i, %k] to %block valid [%rows, %cols]
        : memref<250x100xbf16> to memref<32x64xbf16, #matrix.space<scratchpad>>
    matrix.dma_wait %t
    ```
  }];
  let arguments = (ins
    Arg<AnyMemRef, "in DRAM", [MemRead]>:$source,
    Variadic<Index>:$indices,
    Arg<AnyMemRef, "in the own scratchpad", [MemWrite]>:$target,
    Variadic<Index>:$valid,
    OptionalAttr<TypedAttrInterface>:$fill);
  let results = (outs Matrix_TokenType:$token);
  let assemblyFormat = [{
    $source (`[` $indices^ `]`)? `to` $target (`valid` `[` $valid^ `]`)? attr-dict
    `:` type($source) `to` type($target)
  }];
  let hasVerifier = 1;
}

def Matrix_DmaStoreOp : Matrix_Op<"dma_store", [
    AttrSizedOperandSegments]> {
  let summary = "starts a transfer of a block from the own scratchpad into DRAM";
  let description = [{
    The converse of `matrix.dma_load`: writes the valid part of `source` to
    `target[indices]` and touches nothing else.

    ```mlir
    %t = matrix.dma_store %block to %c[%i, %j] valid [%rows, %cols]
        : memref<32x32xf32, #matrix.space<scratchpad>> to memref<250x190xf32>
    ```
  }];
  let arguments = (ins
    Arg<AnyMemRef, "in the own scratchpad", [MemRead]>:$source,
    Arg<AnyMemRef, "in DRAM", [MemWrite]>:$target,
    Variadic<Index>:$indices,
    Variadic<Index>:$valid);
  let results = (outs Matrix_TokenType:$token);
  let assemblyFormat = [{
    $source `to` $target (`[` $indices^ `]`)? (`valid` `[` $valid^ `]`)? attr-dict
    `:` type($source) `to` type($target)
  }];
  let hasVerifier = 1;
}

def Matrix_DmaDoneOp : Matrix_Op<"dma_done", [
    Pure]> {
  let summary = "the token of a transfer that is complete already";
  let description = [{
    What a loop that waits for the transfer of an earlier iteration starts with.
  }];
  let results = (outs Matrix_TokenType:$token);
  let assemblyFormat = "attr-dict";
}

def Matrix_DmaWaitOp : Matrix_Op<"dma_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "blocks until the transfer is complete";
  let arguments = (ins Matrix_TokenType:$token);
  let assemblyFormat = "$token attr-dict";
}

//===----------------------------------------------------------------------===//
// Row memories
//===----------------------------------------------------------------------===//

def Matrix_RowsOp : Matrix_Op<"rows", [Pure]> {
  let summary = "rows of a row memory, from row `first` on";
  let description = [{
    One row of the memory for each row of the memref, however short that is.
    Made by `matrix-allocate-rows` for each buffer.
  }];
  let arguments = (ins I64Attr:$first);
  let results = (outs AnyMemRef:$memref);
  let assemblyFormat = "$first attr-dict `:` type($memref)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Cores
//===----------------------------------------------------------------------===//

def Matrix_BarrierOp : Matrix_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits until every core has come here";
  let description = "Orders nothing about running transfers: wait for them first.";
  let assemblyFormat = "attr-dict";
}

def Matrix_FenceOp : Matrix_Op<"fence", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "orders scalar stores to DRAM before later transfers and barriers";
  let assemblyFormat = "attr-dict";
}

def Matrix_SemaphorePostOp : Matrix_Op<"semaphore_post", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "adds 1 to a semaphore of any core";
  let description = [{
    What this core wrote before is there for the core that waits for it; scalar
    stores to DRAM after a `matrix.fence`, transfers once they were waited for.

    ```mlir
    matrix.semaphore_post %ready of %next
    ```
  }];
  let arguments = (ins Index:$semaphore, Index:$core);
  let assemblyFormat = "$semaphore `of` $core attr-dict";
  let hasVerifier = 1;
}

def Matrix_SemaphoreWaitOp : Matrix_Op<"semaphore_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "blocks until a semaphore of this core has the count, then subtracts it";
  let description = [{
    ```mlir
    matrix.semaphore_wait %ready for %count
    ```
  }];
  let arguments = (ins Index:$semaphore, Index:$count);
  let assemblyFormat = "$semaphore `for` $count attr-dict";
  let hasVerifier = 1;
}

class Matrix_CoreNumberOp<string mnemonic>
    : Matrix_Op<mnemonic, [Pure]> {
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
}
def Matrix_CoreIdOp : Matrix_CoreNumberOp<"core_id"> {
  let summary = "the number of this core, from 0";
}
def Matrix_NumCoresOp : Matrix_CoreNumberOp<"num_cores"> {
  let summary = "how many cores run the program";
}

#endif // MATRIX_DIALECT_MATRIX_IR_MATRIXSYSTEMOPS_TD
