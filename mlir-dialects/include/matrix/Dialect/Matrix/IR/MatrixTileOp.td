//===- MatrixTileOp.td - base of the tile operations ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included by the generated ODS text: what all tile operations have in common.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_MATRIXTILEOP_TD
#define MATRIX_DIALECT_MATRIX_IR_MATRIXTILEOP_TD

include "matrix/Dialect/Matrix/IR/MatrixBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// The shape depends on the module's target: the trait's verifier checks it.
def Matrix_Tile : VectorOfRankAndType<[2], [AnyInteger, AnyFloat]>;

/// Verified against the instruction table.
def Matrix_TileOperation : NativeOpTrait<"TileOperation"> {
  let cppNamespace = "::matrix";
}

class Matrix_TileOp<string mnemonic, list<Trait> traits = []>
    : Matrix_Op<mnemonic, !listconcat(traits, [Matrix_TileOperation])> {
  // Nobody builds these by class: one builder, for less C++ to compile.
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<
    (ins "::mlir::TypeRange":$types, "::mlir::ValueRange":$operands),
    [{ $_state.addTypes(types); $_state.addOperands(operands); }]>];
}

#endif // MATRIX_DIALECT_MATRIX_IR_MATRIXTILEOP_TD
