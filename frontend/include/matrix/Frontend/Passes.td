//===- Passes.td - Linalg on tensors to tiles ------------------------------------===//
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
  let summary = "Give every scratchpad buffer its place in the scratchpad";
  let description = [{
    Buffers in the scratchpad (`memref.alloc` with that memory space) become
    views of one global, `@matrix_scratchpad`. Two buffers share bytes when
    their live ranges in program order don't meet. A program that needs more
    than the target's scratchpad (less the stack) is an error with the figures.

    ```mlir
    %b = memref.alloc() : memref<32x64xbf16, #matrix.space<scratchpad>>
    // becomes
    %s = memref.get_global @matrix_scratchpad : memref<8192xi8, #matrix.space<scratchpad>>
    %b = memref.view %s[%c4096][] : ... to memref<32x64xbf16, #matrix.space<scratchpad>>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def MatrixDescribeWorkPass : Pass<"matrix-describe-work", "::mlir::ModuleOp"> {
  let summary = "Note what the program has to do at least";
  let description = [{
    The module's `matrix.work` lists the Linalg operations of `@main` as they
    were written: place, kind, extents, element types, multiply-adds, bytes.
    `matrix-kernel-abi` passes it on to the program's file, where the simulator
    finds it. What is no longer on tensors is not described.

    ```mlir
    {op = "linalg.matmul", kind = "contraction", extents = [4, 8, 16],
     types = [bf16, bf16, f32], gemm = [1, 4, 8, 16], macs = 512, ...}
    ```
  }];
}

def MatrixExpandLaunchesPass : Pass<"matrix-expand-launches", "::mlir::ModuleOp"> {
  let summary = "Replace launches by the code of their functions, or by calls";
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def MatrixFormGroupsPass : Pass<"matrix-form-groups", "::mlir::func::FuncOp"> {
  let summary = "Find the operations that tiles can compute";
  let description = [{
    Marks each `linalg.generic` with `matrix.tile = "contraction"`,
    `"reduction"`, `"elementwise"`, or, when its only producer is a contraction
    or reduction that nobody else needs, `"epilogue"`. What stays unmarked
    compiles to scalar code; a remark says why. A group is marked only if the
    loop that it becomes, emitted into a scratch function, is selected
    completely.
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores to divide the work over; 0: all of the target">,
    Option<"remarks", "remarks", "bool", /*default=*/"true",
           "say why operations stay unmarked">];
  // For trying out what can be selected.
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::matrix::MatrixDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"];
}

def MatrixInlineCallsPass : Pass<"matrix-inline-calls", "::mlir::ModuleOp"> {
  let summary = "Inline every function that @main calls";
  let description = [{
    Nothing but `@main` is left of what has a body, so that buffers are decided
    once for each call. Recursion is an error.
  }];
}

def MatrixReportScalarCodePass
    : Pass<"matrix-report-scalar-code", "::mlir::ModuleOp"> {
  let summary = "Remarks about scalar code and its share of the cycles";
  let description = [{
    On buffers, before they get addresses: for each operation that becomes scalar
    code, the reason that `matrix-form-groups` left, and the estimated share of
    the cycles of the program. Only shares of at least 1 % unless `all` is set.
  }];
  let options = [Option<"all", "all", "bool", /*default=*/"false",
                        "also what takes less than 1 % of the cycles">];
}

def MatrixKernelABIPass : Pass<"matrix-kernel-abi", "::mlir::ModuleOp"> {
  let summary = "Make @main a kernel: one pointer to a block of addresses";
  let description = [{
    `func @main(%a: memref<4x3xf32>) -> memref<4x3xf32>` becomes
    `func @main(%args: !llvm.ptr)`, which loads the addresses of inputs, then
    results, each a dense row-major tensor in DRAM, and fills results in place.
    A string in section `.matrix.kernel` describes them to the tools.
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores that the kernel is for; 0: all of the target">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect"];
}

def MatrixLegalizePass : Pass<"matrix-legalize", "::mlir::func::FuncOp"> {
  let summary = "Bring Linalg on tensors into the form that groups are found in";
  let description = [{
    Everything becomes `linalg.generic`; softmax is decomposed; dimensions of
    extent 1, transposes, reshapes of outer dimensions and conversions of
    operands fold into indexing maps and bodies; elementwise chains fuse.
    Nothing is fused that would compute a value twice.
  }];
  let dependentDialects = [
    "::matrix::MatrixDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"];
}

def MatrixLowerGroupsPass : Pass<"matrix-lower-groups", "::mlir::ModuleOp"> {
  let summary = "Replace groups by loops over blocks, transfers and tile code";
  let description = [{
    Each operation that `matrix-form-groups` marked becomes a `matrix.launch` of
    a function on buffers. That is a loop, the same on every core, over the
    blocks that this core computes: transfers bring the next step's blocks into
    the scratchpad while the tiles of this step are computed as vectors of the
    shape of a tile register.
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores to divide the work over; 0: all of the target">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::matrix::MatrixDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"];
}

def MatrixLowerRowClustersPass
    : Pass<"matrix-lower-row-clusters", "::mlir::ModuleOp"> {
  let summary = "Replace what instructions on row memories compute by vector code";
  let description = [{
    For targets whose instructions name rows of a memory. A contraction with
    what comes before and after it becomes a `matrix.launch` of loops over blocks: reads of blocks
    from DRAM, vector operations, writes. The largest tree of operations for
    which instructions are found is taken; what is left compiles to scalar code,
    and `matrix.scalar` on it says why.
  }];
  let options = [
    Option<"attempt", "attempt", "bool", /*default=*/"true",
           "take only what instructions are found for; else whatever can be "
           "cut into blocks">];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::matrix::MatrixDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"];
}

def MatrixPrepareTensorsPass : Pass<"matrix-prepare-tensors", "::mlir::func::FuncOp"> {
  let summary = "Bring tensors into the form that buffers are found for";
  let description = [{
    Every destination gets a `tensor.empty` of its own. Loops yield each tensor
    in the buffer that they carry it in: a copy is inserted, which bufferization
    drops where the tensor is computed in that buffer. Arguments of `@main` are
    read-only.
  }];
  let options = [
    Option<"share", "share", "bool", /*default=*/"true",
           "let operations write into buffers of their operands; else every "
           "result gets a buffer of its own">];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def MatrixSerializeScalarCodePass
    : Pass<"matrix-serialize-scalar-code", "::mlir::ModuleOp"> {
  let summary = "Let core 0 alone run what was not made for all cores";
  let description = [{
    All cores run the same program. Operations that write DRAM other than by
    transfers are put under `scf.if core == 0`, followed by a fence and a
    barrier; for one core, a fence follows each of them. Loops and branches
    around code for all cores are run by all cores, and what they contain is
    treated alike. Before DRAM is overwritten that all cores have read, they
    meet at a barrier. Copies become `linalg.generic`, so that they are loops
    later and not calls.
  }];
  let options = [
    Option<"cores", "cores", "int64_t", /*default=*/"0",
           "cores that run the program; 0: all of the target">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::matrix::MatrixDialect", "::mlir::scf::SCFDialect"];
}

def MatrixSetTargetPass : Pass<"matrix-set-target", "::mlir::ModuleOp"> {
  let summary = "Say which accelerator a module is for";
  let description = [{
    Sets the module's `matrix.target`, which every other pass asks. A module
    that names another accelerator than the option is an error.
  }];
  let options = [
    Option<"cpu", "cpu", "std::string", /*default=*/"",
           "what -mcpu means elsewhere; empty: what the module says, else the "
           "default">];
  let dependentDialects = ["::matrix::MatrixDialect"];
}

def MatrixStaticBuffersPass : Pass<"matrix-static-buffers", "::mlir::ModuleOp"> {
  let summary = "Turn buffers in DRAM into globals, the same on every core";
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

#endif // MATRIX_FRONTEND_PASSES_TD
