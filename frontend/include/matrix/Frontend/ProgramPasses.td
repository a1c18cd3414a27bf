//===- ProgramPasses.td - passes on programs ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes on the code of all cores: scalar code, buffers, the kernel ABI, and
// the target. Most of them run on buffers, after bufferization.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_PROGRAMPASSES_TD
#define MATRIX_FRONTEND_PROGRAMPASSES_TD

include "mlir/Pass/PassBase.td"

def MatrixAllocateScratchpadPass
    : Pass<"matrix-allocate-scratchpad", "::mlir::ModuleOp"> {
  let summary = "Assign addresses to scratchpad buffers";
  let description = [{
    Buffers in the scratchpad (`memref.alloc` with that memory space) become
    views of one global, `@matrix_scratchpad`. Two buffers share bytes if their
    live ranges in program order are disjoint. A program that needs more than
    the target's scratchpad (less the stack) is an error that states both sizes.

    Buffers in DRAM that only DMA transfers access are moved to where the
    scratchpads of the cores have room for them, the largest ones first.

    ```mlir
    %b = memref.alloc() : memref<32x64xbf16, #matrix.space<scratchpad>>
    // becomes
    %s = memref.get_global @matrix_scratchpad : memref<8192xi8, #matrix.space<scratchpad>>
    %b = memref.view %s[%c4096][] : ... to memref<32x64xbf16, #matrix.space<scratchpad>>
    ```
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores that run the program; 0: all of the target">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numKept", "kept", "buffers that are in a scratchpad instead of DRAM">,
    Statistic<"numBuffers", "buffers", "scratchpad buffers">,
    Statistic<"numBytes", "bytes", "bytes of scratchpad occupied by buffers">];
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
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::matrix::MatrixDialect",
                           "::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numInPlace", "in-place", "results computed in the memory of the caller">,
    Statistic<"numCopied", "copied", "results copied to the memory of the caller">];
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

def MatrixStageScalarCodePass
    : Pass<"matrix-stage-scalar-code", "::mlir::func::FuncOp"> {
  let summary = "Let scalar operations access scratchpads instead of DRAM";
  let description = [{
    A Linalg operation on buffers that compiles to scalar code, and that all
    cores divide, becomes a loop over blocks of one parallel loop. DMA loads
    what the operands of a block are, and tables that the body reads at computed
    indices, into the scratchpad, and stores the results. Operations that would
    take more cycles so stay as they are.
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores to divide work over; 0: all">];
  let dependentDialects = ["::matrix::MatrixDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numStaged", "staged", "operations that access scratchpads">];
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

def MatrixRunOnDialectPass : Pass<"matrix-run-on-dialect", "::mlir::ModuleOp"> {
  let summary = "Run passes on modules that have operations of a dialect";
  let options = [
    Option<"dialect", "dialect", "std::string", /*default=*/"",
           "namespace of the operations">,
    Option<"pipeline", "pipeline", "std::string", /*default=*/"",
           "passes on a module">];
  let statistics = [Statistic<"numRuns", "runs", "modules with operations">];
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
    is an error if the module names another variant than the option. `disable`
    sets `matrix.disabled`, the names of techniques that passes do not use.
  }];
  let options = [
    Option<"cpu", "cpu", "std::string", /*default=*/"",
           "target variant; empty: that of the module, else the default">,
    Option<"stack", "stack", "uint64_t", /*default=*/"0",
           "bytes of each core's stack; 0: that of the module, else of the "
           "variant">,
    ListOption<"disable", "disable", "std::string",
               "techniques that are not used (Techniques.h)">];
  let dependentDialects = ["::matrix::MatrixDialect"];
  let statistics = [
    Statistic<"numSet", "set", "modules without a target before">,
    Statistic<"numDisabled", "disabled", "techniques that are not used">];
}

def MatrixStaticBuffersPass : Pass<"matrix-static-buffers", "::mlir::ModuleOp"> {
  let summary = "Replace buffers in DRAM by globals, which all cores share";
  let description = [{
    No allocator runs on the target: each `memref.alloc` in DRAM denotes one
    buffer for the whole program, aligned to lines of DMA transfers. A buffer
    without a static shape is an error. Deallocations, and allocations without
    uses, are removed.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numGlobals", "globals", "buffers replaced by globals">];
}

#endif // MATRIX_FRONTEND_PROGRAMPASSES_TD
