//===- FusionPasses.td - passes on fusion groups --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that form fusion groups and fusion trees, plan them, and lower them to
// code on tiles, rows and blocks. Groups are for variants with tile registers,
// trees for those with row memories. Groups pass from one pass to the next as
// attributes of their operations, `matrix.fusion_group` and `matrix.plan`, so
// that each pass can be run and tested by itself.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_FUSIONPASSES_TD
#define MATRIX_FRONTEND_FUSIONPASSES_TD

include "mlir/Pass/PassBase.td"

def MatrixExpandCopiesPass : Pass<"matrix-expand-copies", "::mlir::ModuleOp"> {
  let summary = "Expand copies and fills in DRAM into loops of DMA transfers";
  let description = [{
    The elements are divided into blocks of at most three dimensions, which are
    distributed cyclically to the cores. Each core loads a block into one of two
    buffers in its scratchpad while it stores the other; a fill stores one
    constant block repeatedly. A barrier follows. In programs with many copies,
    equal ones call one function.

    Linalg operations that copy rows of a table, whose numbers their bodies
    compute, become one transfer for each row, of which several are in flight.
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores that run the program; 0: all of the target">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::matrix::MatrixDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numExpanded", "expanded", "copies and fills expanded">,
    Statistic<"numGathers", "gathers", "gathers of rows expanded">,
    Statistic<"numFunctions", "functions", "functions of copies and fills">];
}

def MatrixExpandLaunchesPass : Pass<"matrix-expand-launches", "::mlir::ModuleOp"> {
  let summary = "Inline launches or replace them by calls";
  let description = [{
    Each `matrix.launch` on buffers becomes the body of its function. Programs
    with many launches call those functions that all cores execute, with the
    addresses of their buffers. The first loads of a launch move into the launch
    before, where the scratchpad permits.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numInlined", "inlined", "launches inlined">,
    Statistic<"numCalls", "calls", "launches replaced by calls">,
    Statistic<"numPrefetched", "prefetched", "loads during another launch">];
}

def MatrixFormFusionGroupsPass : Pass<"matrix-form-fusion-groups", "::mlir::func::FuncOp"> {
  let summary = "Mark the operations that tile code can compute";
  let description = [{
    Marks each `linalg.generic` with `matrix.fusion_group = "contraction"`,
    `"reduction"`, `"elementwise"`, or, if it is the only user of a contraction
    or reduction, `"epilogue"`. Unmarked operations compile to scalar code; a
    remark gives the reason. A fusion group is marked only if its loop, emitted
    into a scratch function, is selected completely. The root receives the plan of
    that loop as `matrix.plan` (see `matrix-plan-fusion-groups`).
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores to distribute the work to; 0: all of the target">,
    Option<"remarks", "remarks", "bool", /*default=*/"true",
           "emit remarks on operations that are not marked">];
  // For trial selection.
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::matrix::MatrixDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numGroups", "groups", "fusion groups formed">,
    Statistic<"numEpilogues", "epilogues", "epilogues in fusion groups">,
    Statistic<"numScalar", "scalar", "operations that become scalar code">,
    Statistic<"numTests", "tests", "feasibility tests of distinct groups">];
}

def MatrixFuseLaunchesPass : Pass<"matrix-fuse-launches", "::mlir::ModuleOp"> {
  let summary = "Combine independent launches of one core";
  let description = [{
    Horizontal fusion: launches of one core that depend on nothing but arguments and
    constants become one launch, in which each core runs some of their functions. It
    is at the place of the first of them.

    ```mlir
    matrix.launch @f ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    matrix.launch @g ins(%u : memref<9xf32>) outs(%v : memref<9xf32>)
    // becomes
    matrix.launch @matrix_fused_groups ins(%x, %u : memref<8xf32>, memref<9xf32>)
        outs(%y, %v : memref<8xf32>, memref<9xf32>) {all_cores}
    ```
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores that run the program; 0: all of the target">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::matrix::MatrixDialect", "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numFused", "fused", "launches that became part of another">];
}

def MatrixLowerFusionGroupsPass : Pass<"matrix-lower-fusion-groups", "::mlir::ModuleOp"> {
  let summary = "Lower fusion groups to DMA transfers and tile code";
  let description = [{
    Each operation that `matrix-form-fusion-groups` marked becomes a `matrix.launch` of
    a function on buffers, according to its `matrix.plan`. Each core runs a loop over the blocks assigned to it,
    with double buffering: DMA transfers load the blocks of the next step into
    the scratchpad while the tiles of the current step are computed, as vectors
    with the shape of a tile register.
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores that run the program; 0: all of the target">,
    Option<"explain", "explain", "bool", /*default=*/"false",
           "emit remarks about instructions that would round differently">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::matrix::MatrixDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numLaunches", "launches", "fusion groups replaced by launches">,
    Statistic<"numFunctions", "functions", "functions of fusion groups">];
}

def MatrixLowerFusionTreesPass
    : Pass<"matrix-lower-fusion-trees", "::mlir::ModuleOp"> {
  let summary = "Lower fusion trees to vector code for row memories";
  let description = [{
    For targets whose instructions operate on rows of memories. A contraction
    with its producers and consumers becomes a `matrix.launch` of loops over
    blocks, which read blocks from DRAM, compute on vectors and write blocks.
    The largest tree of operations for which instructions are found is lowered;
    other operations compile to scalar code and have the reason as
    `matrix.scalar_reason`.
  }];
  let options = [
    Option<"requireSelection", "require-selection", "bool", /*default=*/"true",
           "lower only trees for which instructions are found; otherwise all "
           "trees that can be divided into blocks">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::matrix::MatrixDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numTrees", "trees", "fusion trees lowered">,
    Statistic<"numTrials", "trials", "trial selections of fusion trees">,
    Statistic<"numScalar", "scalar", "operations that become scalar code">];
}

def MatrixPlanFusionGroupsPass
    : Pass<"matrix-plan-fusion-groups", "::mlir::ModuleOp"> {
  let summary = "Plan the loops and buffers of fusion groups";
  let description = [{
    Gives the root of each fusion group a `matrix.plan`, a `#matrix.plan`
    attribute: blocks, order and division of its loops, accumulators in
    registers, buffers and multicasts. Plans of contractions minimize a cost
    function over the parameters of the target; `cost` is what it predicts. A root
    that has a plan for this number of cores keeps it, unless a file, a database,
    a chain of groups or values between launches give it another one.

    A file with `matrix.plan` operations, as `matrix-compile --emit=plan` writes
    it, prescribes the plans of the groups it names. A plan that does not fit
    the group, or that the target cannot execute, is an error. So is one of a
    database of `matrix-tune`, which has plans by the structure of groups. With
    the option `candidates`, the operation also receives up to that many plans as
    `matrix.plan_candidates`, the first of which is its plan.

    ```mlir
    %r = linalg.generic {..., matrix.fusion_group = "elementwise"} ...
    // becomes
    %r = linalg.generic {..., matrix.fusion_group = "elementwise",
        matrix.plan = #matrix.plan<cores = 4,
          loops = [<rows, dim = 0, extent = 64, block = 16, division = cyclic>,
                   <columns, dim = 1, extent = 64, block = 64>],
          values = [<input, place = scratchpad>, <result, place = scratchpad>]>} ...
    ```
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores to distribute the work to; 0: all of the target">,
    Option<"plans", "plans", "std::string", /*default=*/"",
           "file of plans for some or all groups">,
    Option<"tuned", "tuned", "std::string", /*default=*/"",
           "database of plans, for groups that the file does not name">,
    Option<"candidates", "candidates", "int64_t", /*default=*/"0",
           "plans of each group to record">,
    Option<"explain", "explain", "bool", /*default=*/"false",
           "emit remarks about the best candidates">];
  // For trial selection.
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::matrix::MatrixDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numPlanned", "planned", "searches for plans of distinct groups">];
}

#endif // MATRIX_FRONTEND_FUSIONPASSES_TD
