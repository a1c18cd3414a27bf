//===- TensorPasses.td - passes on tensors --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes on tensors, before fusion groups exist: conversion to Linalg, folding
// of gathers and data movement, and legalization.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_TENSORPASSES_TD
#define MATRIX_FRONTEND_TENSORPASSES_TD

include "mlir/Pass/PassBase.td"

def MatrixConvertEntryTypesPass : Pass<"matrix-convert-entry-types", "::mlir::ModuleOp"> {
  let summary = "Convert arguments and results of @main to tensors that files hold";
  let description = [{
    Scalars become tensors of rank 0, elements of type `index` become i64, and
    integers of other widths up to 64 bits the next wider of i1, i8, i16, i32 and
    i64: arguments are truncated, results extended with their sign. A function
    that is called within the module is not changed.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numConverted", "converted", "arguments and results converted">];
}

def MatrixConvertToLinalgPass : Pass<"matrix-convert-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Convert operations on tensors to Linalg";
  let description = [{
    Converts TOSA, branches between blocks to `scf`, affine loops on tensors,
    elementwise operations on tensors (`arith.addf`, `math.tanh`), `linalg.pack`,
    `linalg.unpack`, the Winograd transforms, `tensor.gather`, `tensor.scatter`,
    `tensor.bitcast` and `ub.poison`. Reductions over a loop that is an index of
    each result become parallel loops. Another operation on tensors that has no
    implementation on buffers is an error.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::index::IndexDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::tosa::TosaDialect", "::mlir::ub::UBDialect"];
  let statistics = [
    Statistic<"numUpstreamPasses", "upstream", "conversions of MLIR that were necessary">,
    Statistic<"numLinalg", "linalg", "Linalg operations of the result">];
}

def MatrixDescribeWorkPass : Pass<"matrix-describe-work", "::mlir::ModuleOp"> {
  let summary = "Describe the minimum work of the program";
  let description = [{
    The module's `matrix.work` lists the Linalg operations of `@main` before any
    transformation: location, kind, extents, element types, multiply-adds,
    bytes. `matrix-kernel-abi` writes it to the executable for the simulator.
    Programs that are not on tensors are not described.

    ```mlir
    {op = "linalg.matmul", kind = "contraction", extents = [4, 8, 16],
     types = [bf16, bf16, f32], gemm = [1, 4, 8, 16], macs = 512, ...}
    ```
  }];
  let statistics = [
    Statistic<"numDescribed", "described", "operations described">,
    Statistic<"numUnknown", "unknown", "operations of unknown work">];
}

def MatrixFindCopiesPass : Pass<"matrix-find-copies", "::mlir::func::FuncOp"> {
  let summary = "Replace copies and fills of buffers in DRAM by DMA operations";
  let description = [{
    `memref.copy`, and Linalg operations that only move elements (slices,
    concatenations, pads, transposes, broadcasts) or store one constant, become
    `matrix.copy` and `matrix.fill`, which all cores execute together; a fill
    followed by a copy to a part of its target becomes `matrix.pad`. Copies of a
    few elements remain scalar code, as does everything on variants without a
    DMA engine.

    ```mlir
    memref.copy %a, %b : memref<8x8xf32> to memref<8x8xf32, strided<[10, 1], offset: 11>>
    // becomes
    matrix.copy %a to %b : memref<8x8xf32> to memref<8x8xf32, strided<[10, 1], offset: 11>>
    ```
  }];
  let dependentDialects = ["::matrix::MatrixDialect",
                           "::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numCopies", "copies", "copies found">,
    Statistic<"numFills", "fills", "fills found">,
    Statistic<"numPaddings", "paddings", "fills and copies that are padding">];
}

def MatrixFoldGathersPass : Pass<"matrix-fold-gathers", "::mlir::func::FuncOp"> {
  let summary = "Replace gathers whose indices are affine by slices";
  let description = [{
    A `tensor.extract` in the body of a `linalg.generic` whose indices are
    computed from loop indices and constants alone, through any number of
    operations on tensors of integers, reads a slice of its tensor if the
    elements are evenly strided. The operation gets this slice as an input.

    ```mlir
    %r = linalg.generic ... outs(%e : tensor<64xf32>) {
      %i = linalg.index 0 : index
      %j = arith.addi %i, %c8 : index
      %x = tensor.extract %t[%j] : tensor<100xf32>
    // becomes
    %s = tensor.extract_slice %t[8] [64] [1] : tensor<100xf32> to tensor<64xf32>
    %r = linalg.generic ... ins(%s : tensor<64xf32>) outs(%e : tensor<64xf32>)
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numFolded", "folded", "gathers replaced by slices">];
}

def MatrixFoldIntegersPass : Pass<"matrix-fold-integers", "::mlir::func::FuncOp"> {
  let summary = "Replace integers that are known by constants";
  let description = [{
    Tensors of integers or truth values that elementwise operations compute from
    loop indices and constants alone become constants, such as the mask of
    causal attention:

    ```mlir
    %m = linalg.generic ... outs(%e : tensor<2x2xi1>) {
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %c = arith.cmpi sgt, %j, %i : index
    // becomes
    %m = arith.constant dense<[[false, true], [false, false]]> : tensor<2x2xi1>
    ```

    Operations whose results only others of them read are removed. Tensors of
    more than 2^20 elements stay.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numFolded", "folded", "operations replaced by constants">];
}

def MatrixInlineCallsPass : Pass<"matrix-inline-calls", "::mlir::ModuleOp"> {
  let summary = "Inline every function that @main calls";
  let description = [{
    `@main` remains as the only function with a body, so that bufferization
    decides for each call separately. Recursion is an error.
  }];
  let statistics = [
    Statistic<"numCalls", "calls", "calls before inlining">];
}

def MatrixLegalizePass : Pass<"matrix-legalize", "::mlir::func::FuncOp"> {
  let summary = "Normalize Linalg on tensors";
  let description = [{
    Generalizes all operations to `linalg.generic` and decomposes softmax. Folds
    dimensions of extent 1, transposes, reshapes of outer dimensions and
    conversions of operands into indexing maps and bodies. Fuses elementwise
    operations unless a value would be computed twice.
  }];
  let dependentDialects = [
    "::matrix::MatrixDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numBefore", "before", "Linalg operations before legalization">,
    Statistic<"numAfter", "after", "Linalg operations after legalization">];
}

def MatrixSplitChannelsPass : Pass<"matrix-split-channels", "::mlir::func::FuncOp"> {
  let summary = "Compute tensors between products in parts that fit a scratchpad";
  let description = [{
    A product that sums over channels, and the operations that compute these
    channels one by one, such as the expansion and the convolution of each
    channel in an inverted residual, are repeated for parts of the channels; the
    product adds to the sum of the parts before, in the same order. This is done
    if the tensors do not fit a scratchpad, and DRAM would transfer them for
    longer than the cores compute.
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores that run the program; 0: all of the target">,
    Option<"explain", "explain", "bool", /*default=*/"false",
           "emit remarks on what is split, and why">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numSplit", "split", "products over channels that are split">];
}

def MatrixSplitScalarCodePass
    : Pass<"matrix-split-scalar-code", "::mlir::func::FuncOp"> {
  let summary = "Compute apart what tiles do not compute";
  let description = [{
    An operation of Linalg is scalar code if one operation of its body is, or if
    tiles do not hold the elements of one of its tensors. If scalar code would
    take far more cycles than tiles for the rest of the body, the rest becomes
    an operation of its own:

    ```mlir
    ^bb0(%in: i64, %out: f32):            ^bb0(%in: i64, %out: f32):
      %x = arith.sitofp %in : i64 to f32    %x = arith.sitofp %in : i64 to f32
      %y = math.exp %x : f32                linalg.yield %x : f32
      linalg.yield %y : f32
                                          ^bb0(%in: f32, %out: f32):
                                            %y = math.exp %in : f32
                                            linalg.yield %y : f32
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::matrix::MatrixDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numSplit", "split", "operations that are divided">];
}

def MatrixLowerScatterLoopsPass
    : Pass<"matrix-lower-scatter-loops", "::mlir::ModuleOp"> {
  let summary = "Execute loops that update a table by rows in scratchpads";
  let description = [{
    A scatter loop carries a tensor and replaces one row or element of it in each
    iteration, at a position that is data: `index_add`, `scatter` and histograms,
    for example. It becomes a launch in which the table is in the scratchpads
    during all iterations. Each core has some of the columns and executes all
    iterations for these, in order, so that sums are those of the loop bit by bit.
    If a loop of a nest counts an index of the table, each core has some of its
    iterations instead, which access another part of the table. Operands that are
    read at the counter are streamed in blocks. Tiles compute rows that are wide
    enough.

    Loops whose tables do not fit half of a scratchpad, or whose rows are so wide
    that a launch for each of them is faster, stay.

    ```mlir
    %r = scf.for %i = %c0 to %c128 step %c1 iter_args(%t = %init) -> (tensor<40x32xf32>) {...}
    // becomes
    %r = matrix.launch @matrix_fusion_group ins(%numbers, %updates, %init : ...)
        outs(%e : tensor<40x32xf32>) {all_cores, elementwise = array<i64: 2>} -> tensor<40x32xf32>
    ```
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores that run the program; 0: all of the target">];
  let dependentDialects = [
    "::matrix::MatrixDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "scatter loops in scratchpads">];
}

def MatrixPrepareTensorsPass : Pass<"matrix-prepare-tensors", "::mlir::func::FuncOp"> {
  let summary = "Prepare tensors for bufferization";
  let description = [{
    Gives every destination its own `tensor.empty`. Makes loops yield each
    tensor in the buffer in which they carry it, by a copy that bufferization
    elides if the tensor is computed in that buffer. Marks arguments of `@main`
    read-only.
  }];
  let options = [
    Option<"share", "share", "bool", /*default=*/"true",
           "let operations write to buffers of their operands; otherwise "
           "every result gets its own buffer">];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "loops that carry tensors in place">,
    Statistic<"numCopies", "copies", "copies of tensors that are overwritten">];
}

#endif // MATRIX_FRONTEND_TENSORPASSES_TD
