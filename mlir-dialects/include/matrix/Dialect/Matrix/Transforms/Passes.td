//===- Passes.td - passes of the dialect ----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_TRANSFORMS_PASSES_TD
#define MATRIX_DIALECT_MATRIX_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def LegalizeVectors : Pass<"matrix-legalize-vectors"> {
  let summary = "rewrite vector operations that no instruction is into ones that are";
  let description = [{
    Only what the module's target needs: an operation is left alone if an
    instruction of the target is it, and selected at once where a larger
    instruction has it. Truth values of tile shape become masks,
    32-bit tiles of all ones or zeros; column blocks that stand alone are put
    into a tile.
  }];
  let dependentDialects = ["::matrix::MatrixDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def SelectInstructions : Pass<"matrix-select"> {
  let summary = "replace vector operations on tiles by tile instructions";
  let description = [{
    Users before producers. Of the instructions that match, the one with which
    the whole expression takes the fewest cycles (occupancy; then the fewest
    instructions, then latency), then the one with the largest meaning, then the
    first by name. What has no instruction stays; `matrix-verify-selection` complains about it.
  }];
  let options = [Option<"explain", "explain", "bool", "false",
                        "remark which records were considered for each operation, and why "
                        "each was taken or refused">];
  let dependentDialects = ["::matrix::MatrixDialect", "::mlir::arith::ArithDialect"];
}

def VerifySelection : Pass<"matrix-verify-selection"> {
  let summary = "fail if an operation on tiles is no tile instruction";
}

def SelectRows : Pass<"matrix-select-rows", "::mlir::func::FuncOp"> {
  let summary = "replace vector operations by instructions on rows of memories";
  let description = [{
    For targets whose operands are rows of a memory, on vectors of rank 2. Users
    before producers, the largest match first. Each value lives in a buffer in
    the memory that its instruction writes; moves go where it is wanted
    elsewhere. What can't be done is an error.
  }];
  let options = [Option<"explain", "explain", "bool", "false",
                        "remark which records were considered for each operation, and why "
                        "each was taken or refused">];
  let dependentDialects = ["::matrix::MatrixDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def AllocateRows : Pass<"matrix-allocate-rows", "::mlir::func::FuncOp"> {
  let summary = "give buffers in row memories their rows";
  let description = [{
    First fit over live ranges. Where there is no room, what is needed last goes
    to DRAM and comes back, or is read again.
  }];
  let dependentDialects = ["::matrix::MatrixDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def ConfigureRows : Pass<"matrix-configure-rows", "::mlir::func::FuncOp"> {
  let summary = "set the state that instructions on rows need";
  let description = [{
    Forwards through the program, with what the state is known to be: written
    where it must be something else, before a loop where it is the same in all
    of it.
  }];
  let dependentDialects = ["::matrix::MatrixDialect", "::mlir::arith::ArithDialect"];
}

def ExpandInstructions : Pass<"matrix-expand"> {
  let summary = "replace tile instructions by vector operations of the same results";
  let description = [{
    The meaning of each instruction in the dialects arith, math and vector: to
    fold, to run on the CPU, to compare with the simulator bit by bit.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect"];
}

def ExpandMath : Pass<"matrix-expand-math"> {
  let summary = "compose operations of the math dialect of others";
  let description = [{
    For code that no tile instruction is: what neither the runtime library nor
    LLVM has, and what depends on the format of a narrow float.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def LowerMath : Pass<"matrix-lower-math", "::mlir::ModuleOp"> {
  let summary = "calls of the runtime library for the math dialect";
  let description = [{
    For code that no tile instruction is. Operations without a function in the
    library stay for the conversion to LLVM.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def ExpandSmallFloats : Pass<"matrix-expand-small-floats"> {
  let summary = "convert between floats of 8 bits and f32 by arithmetic on bits";
  let description = [{
    For code that no tile instruction is: neither LLVM nor CPUs have such
    floats. Types follow from MLIR's own float semantics: any of 8 bits that has
    the usual bias, with infinities or without.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

#endif // MATRIX_DIALECT_MATRIX_TRANSFORMS_PASSES_TD
