//===- TileArithmetic.h - scalar bodies on tiles -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a linalg operation, element by element, becomes the same
// arithmetic on parts: vectors of a tile's rows by as many columns as a tile of
// 32-bit elements has. A part holds f32 for every float, i32 for every integer
// (narrow ones sign-extended) and i1 for truth values, whatever the element
// type in the body is; narrow operations are rounded after each step, as the
// body says.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TILEARITHMETIC_H
#define MATRIX_FRONTEND_LIB_TILEARITHMETIC_H

#include "matrix/Description/Variants.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace matrix {

inline bool isNarrowFloat(mlir::Type type) {
  return mlir::isa<mlir::FloatType>(type) && type.getIntOrFloatBitWidth() < 32;
}

class TileArithmetic {
public:
  TileArithmetic(mlir::OpBuilder &builder, mlir::Location loc,
                 const desc::VariantInfo &variant)
      : builder(builder), loc(loc), variant(variant) {}

  /// The part that stands for scalars of that type; null if there is none.
  mlir::VectorType getPartType(mlir::Type scalar) const;

  /// Makes `part` the value of a block argument.
  void set(mlir::Value scalar, mlir::Value part) { values[scalar] = part; }

  /// The same for a result that is still to be rounded to the scalar's type.
  void setUnrounded(mlir::Value scalar, mlir::Value part) {
    values[scalar] = round(part, scalar.getType());
  }

  /// The part for any value of the body. Null if the body does what no part
  /// can; then `getUnsupported` is what could not be translated.
  mlir::Value get(mlir::Value scalar);
  /// The same where it is about to be rounded to the scalar's type anyway.
  mlir::Value getUnrounded(mlir::Value scalar);
  mlir::Value getUnsupported() const { return unsupported; }

  /// Column block q of a tile of narrow elements as a part, and back.
  mlir::Value widen(mlir::Value tile, int64_t q);
  mlir::Value narrowInto(mlir::Value tile, mlir::Value part, int64_t q);

  mlir::Value splat(mlir::TypedAttr scalar);

private:
  mlir::Value translate(mlir::Operation *op);
  mlir::Value translateCast(mlir::Operation *op);
  mlir::Value translateCompare(mlir::Operation *op);
  mlir::Value select(mlir::Value condition, mlir::Value ifTrue,
                     mlir::Value ifFalse);
  mlir::Value translateRest(mlir::Operation *op);
  mlir::Value clone(mlir::Operation *op);

  mlir::Value round(mlir::Value part, mlir::Type scalar);
  mlir::Value wrap(mlir::Value part, unsigned bits, bool isSigned);
  mlir::Value truncate(mlir::Value part, mlir::Type element);
  mlir::Value clamp(mlir::Value part, double low, double high);
  mlir::Value wholeToInteger(mlir::Value part, unsigned bits);
  mlir::Value constant(mlir::Value like, double value);
  mlir::Value create(llvm::StringRef name, mlir::ValueRange operands,
                     mlir::Type type);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  const desc::VariantInfo &variant;
  llvm::DenseMap<mlir::Value, mlir::Value> values;
  llvm::DenseMap<mlir::Value, mlir::Value> unrounded;
  llvm::DenseSet<mlir::Value>
      inverted; // truth values whose part is the opposite
  mlir::Value unsupported;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TILEARITHMETIC_H
