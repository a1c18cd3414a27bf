//===- Passes.td - passes of the frontend ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_PASSES_TD
#define MATRIX_FRONTEND_PASSES_TD

include "mlir/Pass/PassBase.td"

def MatrixAllocateScratchpadPass
    : Pass<"matrix-allocate-scratchpad", "::mlir::ModuleOp"> {
  let summary = "Assign addresses to scratchpad buffers";
  let description = [{
    Buffers in the scratchpad (`memref.alloc` with that memory space) become
    views of one global, `@matrix_scratchpad`. Two buffers share bytes if their
    live ranges in program order are disjoint. A program that needs more than
    the target's scratchpad (less the stack) is an error that states both sizes.

    ```mlir
    %b = memref.alloc() : memref<32x64xbf16, #matrix.space<scratchpad>>
    // becomes
    %s = memref.get_global @matrix_scratchpad : memref<8192xi8, #matrix.space<scratchpad>>
    %b = memref.view %s[%c4096][] : ... to memref<32x64xbf16, #matrix.space<scratchpad>>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numBuffers", "buffers", "scratchpad buffers">,
    Statistic<"numBytes", "bytes", "bytes of scratchpad occupied by buffers">];
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
    `matrix.copy` and `matrix.fill`, which all cores execute together. Copies of
    a few elements remain scalar code, as does everything on variants without a
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
    Statistic<"numFills", "fills", "fills found">];
}

def MatrixExpandCopiesPass : Pass<"matrix-expand-copies", "::mlir::ModuleOp"> {
  let summary = "Expand copies and fills in DRAM into loops of DMA transfers";
  let description = [{
    The elements are divided into blocks of at most three dimensions, which are
    distributed cyclically to the cores. Each core loads a block into one of two
    buffers in its scratchpad while it stores the other; a fill stores one
    constant block repeatedly. A barrier follows. In programs with many copies,
    equal ones call one function.
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
    Statistic<"numFunctions", "functions", "functions of copies and fills">];
}

def MatrixExpandLaunchesPass : Pass<"matrix-expand-launches", "::mlir::ModuleOp"> {
  let summary = "Inline launches or replace them by calls";
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numInlined", "inlined", "launches inlined">,
    Statistic<"numCalls", "calls", "launches replaced by calls">];
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

def MatrixFormFusionGroupsPass : Pass<"matrix-form-fusion-groups", "::mlir::func::FuncOp"> {
  let summary = "Mark the operations that tile code can compute";
  let description = [{
    Marks each `linalg.generic` with `matrix.fusion_group = "contraction"`,
    `"reduction"`, `"elementwise"`, or, if it is the only user of a contraction
    or reduction, `"epilogue"`. Unmarked operations compile to scalar code; a
    remark gives the reason. A fusion group is marked only if its loop, emitted
    into a scratch function, is selected completely.
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

def MatrixConvertToLinalgPass : Pass<"matrix-convert-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Convert operations on tensors to Linalg";
  let description = [{
    Converts TOSA, branches between blocks to `scf`, affine loops on tensors,
    elementwise operations on tensors (`arith.addf`, `math.tanh`), `linalg.pack`,
    `linalg.unpack`, the Winograd transforms, `tensor.gather`, `tensor.scatter`,
    `tensor.bitcast` and `ub.poison`. Another operation on tensors that has no
    implementation on buffers is an error.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::index::IndexDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::tosa::TosaDialect", "::mlir::ub::UBDialect"];
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

def MatrixReportScalarCodePass
    : Pass<"matrix-report-scalar-code", "::mlir::ModuleOp"> {
  let summary = "Report scalar code and its share of the cycles";
  let description = [{
    Runs on buffers, before they are assigned addresses. A remark on each
    operation that becomes scalar code gives the reason recorded by
    `matrix-form-fusion-groups` and the estimated share of the program's cycles. Shares
    below 1 % are reported only if `all` is set.
  }];
  let options = [Option<"all", "all", "bool", /*default=*/"false",
                        "also report operations below 1 % of the cycles">];
}

def MatrixKernelABIPass : Pass<"matrix-kernel-abi", "::mlir::ModuleOp"> {
  let summary = "Rewrite @main to the calling convention of kernels";
  let description = [{
    `func @main(%a: memref<4x3xf32>) -> memref<4x3xf32>` becomes
    `func @main(%args: !llvm.ptr)`, which loads the addresses of inputs, then
    results, each a dense row-major tensor in DRAM, and writes results in place.
    A JSON string in section `.matrix.kernel` describes them to the tools.
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores that the kernel is for; 0: all of the target">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numInPlace", "in-place", "results computed in the memory of the caller">,
    Statistic<"numCopied", "copied", "results copied to the memory of the caller">];
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

def MatrixLowerScalarCodePass : Pass<"matrix-lower-scalar-code", "::mlir::func::FuncOp"> {
  let summary = "Convert Linalg operations on buffers to loops";
  let description = [{
    If `matrix-serialize-scalar-code` marked the operation, iterations of one
    parallel loop are interleaved, so that their loads wait for DRAM at the same
    time, and with `matrix.divided` the cores execute different iterations.

    ```mlir
    linalg.generic {matrix.interleaved, ...} ins(%a) outs(%b) ...
    // becomes
    scf.for %i = %c0 to %c64 step %c8 {
      %x0 = memref.load %a[%i]
      %x1 = memref.load %a[%i1]
      ...
      memref.store %y0, %b[%i]
    ```
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores that run the program; 0: all of the target">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::matrix::MatrixDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numInterleaved", "interleaved",
              "operations with interleaved iterations on one core">,
    Statistic<"numDivided", "divided", "operations divided over cores">];
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
    function over the parameters of the target; `cost` is what it predicts.

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

def MatrixSerializeScalarCodePass
    : Pass<"matrix-serialize-scalar-code", "::mlir::ModuleOp"> {
  let summary = "Restrict scalar code to core 0";
  let description = [{
    All cores run the same program. Operations that write DRAM other than by DMA
    transfers are guarded by `scf.if core == 0`, followed by a fence and a
    barrier; for a single core, only a fence follows each of them. Loops and
    branches around code for all cores are executed by all cores, and their
    contents are processed recursively. A barrier precedes writes to DRAM that
    all cores have read. Copies become `linalg.generic`, which is lowered to
    loops rather than calls. Linalg operations with independent iterations are
    marked `matrix.interleaved`; those that are long enough are marked
    `matrix.divided` and executed by all cores, followed by a fence and a
    barrier.
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores that run the program; 0: all of the target">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::matrix::MatrixDialect", "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numGuards", "guards", "conditionals for core 0">,
    Statistic<"numBarriers", "barriers", "barriers inserted">,
    Statistic<"numDivided", "divided", "operations divided over cores">];
}

def MatrixSetTargetPass : Pass<"matrix-set-target", "::mlir::ModuleOp"> {
  let summary = "Set the target variant of a module";
  let description = [{
    Sets the module attribute `matrix.target`, which all other passes query. It
    is an error if the module names another variant than the option.
  }];
  let options = [
    Option<"cpu", "cpu", "std::string", /*default=*/"",
           "target variant; empty: that of the module, else the default">];
  let dependentDialects = ["::matrix::MatrixDialect"];
}

def MatrixOutlineScalarCodePass
    : Pass<"matrix-outline-scalar-code", "::mlir::ModuleOp"> {
  let summary = "Give the scalar operations of large programs functions";
  let description = [{
    In a program of more scalar operations than a bound, each Linalg operation
    on buffers in DRAM, and each loop nest without one, becomes a call of a
    private function. Dense buffers are passed by address; equal operations call
    the same function, which has no lines.
  }];
  let options = [
    Option<"maxInline", "max-inline", "unsigned", /*default=*/"64",
           "scalar operations that a program may have without functions">];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect"];
  let statistics = [
    Statistic<"numOutlined", "outlined", "operations outlined">,
    Statistic<"numFunctions", "functions", "distinct functions">];
}

def MatrixStaticBuffersPass : Pass<"matrix-static-buffers", "::mlir::ModuleOp"> {
  let summary = "Replace buffers in DRAM by globals, which all cores share";
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numGlobals", "globals", "buffers replaced by globals">];
}

#endif // MATRIX_FRONTEND_PASSES_TD
