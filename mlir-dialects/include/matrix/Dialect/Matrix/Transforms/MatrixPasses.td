//===- MatrixPasses.td - passes of the dialect ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that lower vector operations to instructions of the dialect, and
// those that assign operands of row instructions to row memories. The order on
// a target with tile registers is matrix-select, matrix-verify-selection,
// matrix-schedule-tiles; on one with row memories matrix-select-rows,
// matrix-allocate-rows, matrix-configure-rows, since a tile in configuration
// state depends on the rows of its buffer. The remaining passes are for scalar
// code.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_TRANSFORMS_MATRIXPASSES_TD
#define MATRIX_DIALECT_MATRIX_TRANSFORMS_MATRIXPASSES_TD

include "mlir/Pass/PassBase.td"

def EraseDead : Pass<"matrix-erase-dead"> {
  let summary = "erase operations without uses and effects";
  let statistics = [Statistic<"numErased", "erased", "operations erased">];
}

def ExpandViews : Pass<"matrix-expand-views"> {
  let summary = "expand views of memrefs into sizes, strides and offsets";
  let description = [{
    As `expand-strided-metadata`, which visits operations of other dialects too.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
  let statistics = [Statistic<"numExpanded", "expanded", "operations replaced">];
}

def LegalizeVectors : Pass<"matrix-legalize-vectors"> {
  let summary = "rewrite vector operations that no instruction performs";
  let description = [{
    An operation is legal if an instruction of the module's target performs it.
    An operation that is only part of a larger instruction is selected
    immediately. All others are rewritten. Truth values of tile shape become
    masks, 32-bit tiles of all ones or zeros; column blocks outside of tiles are
    inserted into a tile.
  }];
  let dependentDialects = ["::matrix::MatrixDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numRewritten", "rewritten", "operations rewritten">];
}

def SelectInstructions : Pass<"matrix-select"> {
  let summary = "replace vector operations on tiles by tile instructions";
  let description = [{
    Legalizes, then selects users before producers. Of the instructions that
    match an operation, the one with the lowest cost of the whole expression is
    selected: the sum of occupancies, then the number of instructions, then the
    latency. Ties are resolved by the size of the expression covered, the
    number of operands, and the name. Operations without an instruction remain;
    `matrix-verify-selection` reports them.
  }];
  let options = [Option<"explain", "explain", "bool", "false",
                        "remark on the candidates of each operation and why each "
                        "was selected or rejected">];
  let dependentDialects = ["::matrix::MatrixDialect", "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numSelected", "selected", "tile instructions selected">];
}

def VerifySelection : Pass<"matrix-verify-selection"> {
  let summary = "fail if an operation on tiles is not a tile instruction";
  let description = [{
    Precedes the lowering to LLVM. Reports the first operation of each name with
    an operand or a result on tiles that `matrix-select` has not replaced. The
    program is not changed.
  }];
  let statistics = [
    Statistic<"numInstructions", "instructions", "tile and row instructions found">,
    Statistic<"numUnselected", "unselected", "operations that are not instructions">];
}

def ScheduleTiles : Pass<"matrix-schedule-tiles"> {
  let summary = "order tile instructions so that pipes work side by side";
  let description = [{
    Sequences of tile instructions without loops and transfers, which are long
    or follow a `matrix.order_tiles`, are ordered by the occupancies and
    latencies of the description, within the tile registers of the target.
    Long ones receive the mark. Accesses to different allocations, or to constant positions
    of a view that do not overlap, are independent.
  }];
  let options = [Option<"fewest", "fewest", "unsigned", "matrix::kMinOrderedTiles",
                        "the fewest instructions of a sequence that is ordered without a mark">];
  let statistics = [
    Statistic<"numOrdered", "ordered", "sequences of instructions ordered">];
}

def SelectRows : Pass<"matrix-select-rows", "::mlir::func::FuncOp"> {
  let summary = "replace vector operations by row instructions";
  let description = [{
    For targets whose instructions operate on rows of memories; applies to
    vectors of rank 2. Selects users before producers and the largest match
    first. Each value resides in a buffer in the memory that its instruction
    writes; it is copied for users in other memories. An operation without an
    instruction is an error.
  }];
  let options = [Option<"explain", "explain", "bool", "false",
                        "remark on the candidates of each operation and why each "
                        "was selected or rejected">];
  let dependentDialects = ["::matrix::MatrixDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numSelected", "selected", "row instructions selected">];
}

def AllocateRows : Pass<"matrix-allocate-rows", "::mlir::func::FuncOp"> {
  let summary = "assign rows to buffers in row memories";
  let description = [{
    First fit over live ranges. If there is no room, the buffer with the
    furthest next use is spilled to DRAM, or read again if it was only read.
  }];
  let dependentDialects = ["::matrix::MatrixDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
  let statistics = [
    Statistic<"numMoves", "moves", "row instructions that spill buffers or read them again">];
}

def ConfigureRows : Pass<"matrix-configure-rows", "::mlir::func::FuncOp"> {
  let summary = "insert the configuration that row instructions require";
  let description = [{
    Forward dataflow analysis of configuration state. State is written where its
    known contents differ from those required, and before a loop if the loop
    requires only one value.
  }];
  let dependentDialects = ["::matrix::MatrixDialect", "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numConfigurations", "configurations", "configuration instructions inserted">];
}

def ExpandInstructions : Pass<"matrix-expand"> {
  let summary = "replace tile instructions by equivalent vector operations";
  let description = [{
    The reference expansion: the semantics of each instruction in the dialects
    arith, math and vector, bit-identical to the simulator, for constant folding
    and for execution on the CPU.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numExpanded", "expanded", "instructions expanded">];
}

def ExpandMath : Pass<"matrix-expand-math"> {
  let summary = "expand operations of the arith and math dialects";
  let description = [{
    For scalar code: expands operations that neither the runtime library nor
    LLVM provides, and those whose result depends on the format of a narrow
    float.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
  let statistics = [
    Statistic<"numExpanded", "expanded", "operations expanded">];
}

def RoundOnce : Pass<"matrix-round-once"> {
  let summary = "round integers and fma to narrow floats once";
  let description = [{
    For scalar code, before narrow floats are emulated in
    f32, which would round large integers and results of fma twice.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numRounded", "rounded", "operations rounded once">];
}

def LowerMath : Pass<"matrix-lower-math", "::mlir::ModuleOp"> {
  let summary = "lower the math dialect to calls of the runtime library";
  let description = [{
    For scalar code. Operations without a library function remain for the
    conversion to LLVM.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
  let statistics = [
    Statistic<"numLowered", "lowered", "operations lowered">];
}

def ExpandSmallFloats : Pass<"matrix-expand-small-floats"> {
  let summary = "convert between floats of 4 to 8 bits and f32 by arithmetic on bits";
  let description = [{
    For scalar code, because neither LLVM nor CPUs support such floats. The
    formats are derived from MLIR's float semantics: bias, and the codes that
    are infinities or NaN.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
  let statistics = [
    Statistic<"numExpanded", "expanded", "conversions expanded">];
}

#endif // MATRIX_DIALECT_MATRIX_TRANSFORMS_MATRIXPASSES_TD
