//===- TileArithmetic.h - scalar bodies on tiles ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a linalg operation is translated to arithmetic on column blocks
// (parts): vectors of a tile's rows and the columns of a tile of 32-bit
// elements. A part contains f32 for every float, i32 for every integer (narrow
// ones sign-extended) and i1 for truth values, independent of the element type
// in the body. Narrow operations are rounded after each step, as the body
// specifies. The translation only emits vector code; selection decides whether
// instructions exist for it.
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

/// Translates one body for one column block; operations are emitted at the
/// builder's position.
class TileArithmetic {
public:
  TileArithmetic(mlir::ImplicitLocOpBuilder &builder,
                 const desc::VariantInfo &variant)
      : builder(builder), variant(variant) {}

  /// Returns the column block type of scalars of that type; null if there is
  /// none.
  mlir::VectorType getColumnBlockType(mlir::Type scalar) const;

  /// Binds a block argument to a column block. That of a truth value is one, or
  /// of numbers that are 0 if it is false.
  void set(mlir::Value scalar, mlir::Value columnBlock);

  /// As above, for a result that is not yet rounded to the scalar's type.
  void setUnrounded(mlir::Value scalar, mlir::Value columnBlock) {
    values[scalar] = round(columnBlock, scalar.getType());
  }

  /// Returns the column block of a value of the body. Returns null if an
  /// operation is not supported; `getUnsupported` then returns it.
  mlir::Value get(mlir::Value scalar);
  /// As above, for a result of the body, which is rounded to the scalar's type
  /// afterwards. Truth values are the numbers 0 and 1.
  mlir::Value getResult(mlir::Value scalar);
  mlir::Value getUnsupported() const { return unsupported; }

  /// Converts column block q of a tile of narrow elements to a part, and back.
  mlir::Value widen(mlir::Value tile, int64_t q);
  mlir::Value narrowInto(mlir::Value tile, mlir::Value columnBlock, int64_t q);

  mlir::Value splat(mlir::TypedAttr scalar);

private:
  mlir::Value translate(mlir::Operation *op);
  mlir::Value translateCast(mlir::Operation *op);
  mlir::Value translateCompare(mlir::Operation *op);
  mlir::Value translateTruthCompare(mlir::Operation *op);
  mlir::Value translateLogic(mlir::Operation *op);
  mlir::Value getTruth(mlir::Value scalar);
  mlir::Value select(mlir::Value condition, mlir::Value ifTrue,
                     mlir::Value ifFalse);
  mlir::Value selectNumber(mlir::Value condition, double ifTrue,
                           mlir::Type scalar);
  mlir::Value translateOther(mlir::Operation *op);
  mlir::Value clone(mlir::Operation *op);

  mlir::Value round(mlir::Value columnBlock, mlir::Type scalar);
  mlir::Value wrap(mlir::Value columnBlock, unsigned bits, bool isSigned);
  mlir::Value truncate(mlir::Value columnBlock, mlir::Type element);
  mlir::Value clamp(mlir::Value columnBlock, double low, double high);
  mlir::Value roundToOdd(mlir::Value columnBlock);
  mlir::Value convertIntegralFloat(mlir::Value columnBlock, unsigned bits);
  mlir::Value limitRounded(mlir::Value rounded);
  mlir::Value constant(mlir::Value like, double value);
  mlir::Value create(llvm::StringRef name, mlir::ValueRange operands,
                     mlir::Type type);

  mlir::ImplicitLocOpBuilder &builder;
  const desc::VariantInfo &variant;
  llvm::DenseMap<mlir::Value, mlir::Value> values;
  llvm::DenseMap<mlir::Value, mlir::Value> unrounded;
  llvm::DenseSet<mlir::Value> inverted; // truth values whose part is inverted
  mlir::Value unsupported;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TILEARITHMETIC_H
