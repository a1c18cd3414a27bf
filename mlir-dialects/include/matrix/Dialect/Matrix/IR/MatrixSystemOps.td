//===- MatrixSystemOps.td - operations bound to roles ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DMA transfers, barriers, semaphores and core numbers. Each operation is bound
// to a role or a control register of the description and not to an instruction,
// so that passes can use it on every variant.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_MATRIXSYSTEMOPS_TD
#define MATRIX_DIALECT_MATRIX_IR_MATRIXSYSTEMOPS_TD

include "matrix/Dialect/Matrix/IR/MatrixBase.td"
include "matrix/Dialect/Matrix/IR/MatrixOrderOp.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// DMA transfers
//===----------------------------------------------------------------------===//

def Matrix_DmaLoadOp : Matrix_Op<"dma_load", [
    AttrSizedOperandSegments]> {
  let summary = "starts a DMA transfer from DRAM to the core's own scratchpad";
  let description = [{
    Copies the block of `target`'s static shape that starts at
    `source[indices]`, or at the start of `source` without indices. The block
    has rank 1 to 3 and extends over the last dimensions of `source`; its extent
    in the leading ones is 1. Strides may be static or dynamic, including zero.
    If the last dimension is not known to be contiguous on both sides, each
    element is transferred as a row, and the rank is at most 2.

    `valid` gives, for each dimension of the block, the number of elements that
    exist in the source, from 0 to the block's extent; other elements of the
    block are filled with `fill` (of the element type, zero by default) and not
    read. Without `valid`, the whole block is read. `skip`, beside `valid`, gives
    for each dimension the number of elements at the start that do not exist and
    are filled as well; `valid` includes them. `source[indices]` is then before
    the first element that exists.

    With `multicast`, the block is written to the scratchpads of the cores whose
    bits are set in `receivers`, at the address of `target` in each, and posts
    `semaphore` at each of them when it has arrived there. Receivers wait for
    the semaphore; the token is complete when all have received the block.

    ```mlir
    %t = matrix.dma_load %a[%i, %k] to %block valid [%rows, %cols]
        : memref<250x100xbf16> to memref<32x64xbf16, #matrix.space<scratchpad>>
    matrix.dma_wait %t

    // one row and one column of padding before the first elements
    %p = matrix.dma_load %a[%minus_one, %minus_one] to %block
        skip [%one, %one] valid [%rows, %cols]
        : memref<250x100xbf16> to memref<32x64xbf16, #matrix.space<scratchpad>>

    %u = matrix.dma_load %a to %block multicast %receivers post %semaphore
        : memref<32x64xbf16> to memref<32x64xbf16, #matrix.space<scratchpad>>
    matrix.semaphore_wait %semaphore for %one
    ```
  }];
  let arguments = (ins
    Arg<AnyMemRef, "in DRAM", [MemRead]>:$source,
    Variadic<Index>:$indices,
    Arg<AnyMemRef, "in the core's own scratchpad", [MemWrite]>:$target,
    Variadic<Index>:$skip,
    Variadic<Index>:$valid,
    OptionalAttr<TypedAttrInterface>:$fill,
    Optional<Index>:$receivers,
    Optional<Index>:$semaphore);
  let results = (outs Matrix_TokenType:$token);
  let assemblyFormat = [{
    $source (`[` $indices^ `]`)? `to` $target (`skip` `[` $skip^ `]`)?
    (`valid` `[` $valid^ `]`)?
    (`multicast` $receivers^ `post` $semaphore)? attr-dict
    `:` type($source) `to` type($target)
  }];
  let builders = [OpBuilder<(ins "mlir::Value":$source, "mlir::ValueRange":$indices,
      "mlir::Value":$target, "mlir::ValueRange":$valid,
      CArg<"mlir::TypedAttr", "{}">:$fill), [{
    build($_builder, $_state, TokenType::get($_builder.getContext()), source,
          indices, target, /*skip=*/{}, valid, fill, /*receivers=*/{},
          /*semaphore=*/{});
  }]>];
  let hasVerifier = 1;
}

def Matrix_DmaStoreOp : Matrix_Op<"dma_store", [
    AttrSizedOperandSegments]> {
  let summary = "starts a DMA transfer from the core's own scratchpad to DRAM";
  let description = [{
    The inverse of `matrix.dma_load`: writes the valid elements of `source` to
    `target[indices]` and no other elements.

    ```mlir
    %t = matrix.dma_store %block to %c[%i, %j] valid [%rows, %cols]
        : memref<32x32xf32, #matrix.space<scratchpad>> to memref<250x190xf32>
    ```
  }];
  let arguments = (ins
    Arg<AnyMemRef, "in the core's own scratchpad", [MemRead]>:$source,
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

def Matrix_DmaCopyOp : Matrix_Op<"dma_copy"> {
  let summary = "starts a DMA transfer within the core's own scratchpad";
  let description = [{
    Copies `source` to `target`, which have one static shape of rank 1 to 3 and
    any strides, those of the source also zero. Without a contiguous last
    dimension on both sides, each element is a row, and the rank is at most 2.

    ```mlir
    // every second element
    %t = matrix.dma_copy %a to %b
        : memref<8x32xf32, strided<[64, 2]>, #matrix.space<scratchpad>>
       to memref<8x32xf32, #matrix.space<scratchpad>>
    ```
  }];
  let arguments = (ins
    Arg<AnyMemRef, "in the core's own scratchpad", [MemRead]>:$source,
    Arg<AnyMemRef, "in the core's own scratchpad", [MemWrite]>:$target);
  let results = (outs Matrix_TokenType:$token);
  let assemblyFormat =
    "$source `to` $target attr-dict `:` type($source) `to` type($target)";
  let hasVerifier = 1;
}

def Matrix_DmaDoneOp : Matrix_Op<"dma_done", [
    Pure]> {
  let summary = "the token of a complete DMA transfer";
  let description = [{
    The initial token of a loop that waits for the DMA transfer of an earlier
    iteration.
  }];
  let results = (outs Matrix_TokenType:$token);
  let assemblyFormat = "attr-dict";
}

def Matrix_DmaWaitOp : Matrix_Op<"dma_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "blocks until the DMA transfer is complete";
  let arguments = (ins Matrix_TokenType:$token);
  let assemblyFormat = "$token attr-dict";
}

//===----------------------------------------------------------------------===//
// Copies in DRAM
//===----------------------------------------------------------------------===//

def Matrix_CopyOp : Matrix_Op<"copy"> {
  let summary = "copies a tensor in DRAM by DMA transfers of all cores";
  let description = [{
    All cores execute the operation and divide its elements among them. The
    memrefs have one shape and static strides; a stride of the source may be 0.
    They do not overlap. `matrix-expand-copies` replaces the operation by
    transfers through the scratchpads and a barrier.

    ```mlir
    matrix.copy %a to %b
        : memref<8x8xf32, strided<[16, 2], offset: ?>> to memref<8x8xf32>
    ```
  }];
  let arguments = (ins
    Arg<AnyMemRef, "in DRAM", [MemRead]>:$source,
    Arg<AnyMemRef, "in DRAM", [MemWrite]>:$target);
  let assemblyFormat =
    "$source `to` $target attr-dict `:` type($source) `to` type($target)";
  let hasVerifier = 1;
}

def Matrix_FillOp : Matrix_Op<"fill"> {
  let summary = "fills a tensor in DRAM by DMA transfers of all cores";
  let description = [{
    As `matrix.copy`; every element of the target becomes `value`. The halves of
    the value of a 64-bit element are equal, because the fill pattern of a DMA
    transfer has 32 bits.

    ```mlir
    matrix.fill %b, 0.0 : f32 : memref<8x8xf32>
    ```
  }];
  let arguments = (ins
    Arg<AnyMemRef, "in DRAM", [MemWrite]>:$target,
    TypedAttrInterface:$value);
  let assemblyFormat = "$target `,` $value attr-dict `:` type($target)";
  let hasVerifier = 1;
}

def Matrix_PadOp : Matrix_Op<"pad"> {
  let summary = "copies and pads a tensor in DRAM by DMA transfers of all cores";
  let description = [{
    As `matrix.copy`, to the elements of the target from `low` on, one number
    for each dimension. The other elements of the target become `fill`, with the
    values of `matrix.fill`. Blocks are padded in the scratchpad, so that each
    element of the target is stored once.

    ```mlir
    matrix.pad %a to %b low [1, 1], 0.0 : f32 : memref<6x6xf32> to memref<8x8xf32>
    ```
  }];
  let arguments = (ins
    Arg<AnyMemRef, "in DRAM", [MemRead]>:$source,
    Arg<AnyMemRef, "in DRAM", [MemWrite]>:$target,
    DenseI64ArrayAttr:$low,
    TypedAttrInterface:$fill);
  let assemblyFormat = [{
    $source `to` $target `low` $low `,` $fill attr-dict
    `:` type($source) `to` type($target)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Row memories
//===----------------------------------------------------------------------===//

def Matrix_RowsOp : Matrix_Op<"rows", [Pure]> {
  let summary = "rows of a row memory, starting at row `first`";
  let description = [{
    Each row of the memref occupies one row of the memory, regardless of its
    length. `matrix-allocate-rows` creates the operation for each buffer.
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
  let summary = "waits until every core has reached the barrier";
  let description = "Does not order DMA transfers; wait for them before.";
  let assemblyFormat = "attr-dict";
}

def Matrix_FenceOp : Matrix_Op<"fence", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "orders scalar stores before later DMA transfers and barriers";
  let assemblyFormat = "attr-dict";
}

def Matrix_SemaphorePostOp : Matrix_Op<"semaphore_post", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "increments a semaphore of any core";
  let description = [{
    Earlier writes of this core are visible to the core that waits for the
    semaphore; scalar stores to DRAM only after a `matrix.fence`, DMA transfers
    only after they were waited for.

    ```mlir
    matrix.semaphore_post %ready of %next
    ```
  }];
  let arguments = (ins Index:$semaphore, Index:$core);
  let assemblyFormat = "$semaphore `of` $core attr-dict";
  let hasVerifier = 1;
}

def Matrix_SemaphoreWaitOp : Matrix_Op<"semaphore_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits until a semaphore reaches a count, then subtracts it";
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
  let summary = "the number of this core, starting at 0";
}
def Matrix_NumCoresOp : Matrix_CoreNumberOp<"num_cores"> {
  let summary = "the number of cores that run the program";
}

#endif // MATRIX_DIALECT_MATRIX_IR_MATRIXSYSTEMOPS_TD
