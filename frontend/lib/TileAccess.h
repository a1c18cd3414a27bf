//===- TileAccess.h - blocks of operands in the scratchpad ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block keeps the order of dimensions that the tensor has in memory, so that
// transfers move whole rows; tiles are read from it as they are needed:
//
//   Plain         [rows][columns]   a tile as it lies
//   Transposed    [columns][rows]   a transposing load; or a load and an
//                                   instruction that transposes (turned)
//   RowVector     [columns]         the same row in every row of the tile
//   ColumnVector  [rows]            the same column in every column
//   Scalar        [columns]         one element, replicated by the transfer
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TILEACCESS_H
#define MATRIX_FRONTEND_LIB_TILEACCESS_H

#include "Step.h"

namespace matrix {

class OperandBlock {
public:
  enum class Form { Plain, Transposed, RowVector, ColumnVector, Scalar };

  /// An operand that is read; or, with `isOutput`, written: always Plain, and
  /// in a reduced dimension as wide as a tile, of which one element is valid.
  OperandBlock(const Group &group, const BlockPlan &plan,
               const desc::VariantInfo &variant, const Operand &operand,
               int rowDim, int colDim, bool isOutput = false);

  Form getForm() const { return form; }
  bool isTurned() const { return turned; }
  mlir::Type getElementType() const { return operand.getElementType(); }
  /// The tile that is read or written at once.
  mlir::VectorType getTileType() const { return tileType; }
  mlir::Value getTensor() const { return operand.tensor; }
  /// Whether each step takes elements of the same indices from both tensors.
  bool coversLike(const OperandBlock &other) const {
    return operand.strides == other.operand.strides &&
           operand.offset == other.operand.offset &&
           operand.tensor.getType() == other.operand.tensor.getType();
  }

  /// Elements beyond the tensor's edge are this, not zero.
  void setMemory(mlir::Value memref) { memory = memref; }
  void allocate(mlir::OpBuilder &builder, mlir::Location loc, int64_t slots);
  /// The block in one of the slots, in the shape above.
  mlir::Value getSlot(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value slot) const;

  /// Start moving a step's block; the token of the transfer.
  mlir::Value load(mlir::OpBuilder &builder, mlir::Location loc,
                   const Step &step, mlir::Value slot) const;
  mlir::Value store(mlir::OpBuilder &builder, mlir::Location loc,
                    const Step &step, mlir::Value slot) const;

  /// The tile whose first element is (row, column) of the block.
  mlir::Value read(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value slot, mlir::Value row, mlir::Value col) const;
  void write(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value slot,
             mlir::Value tile, mlir::Value row, mlir::Value col) const;

private:
  void chooseForm(const Group &group, const desc::VariantInfo &variant);
  /// Dimensions in the order in which they lie in memory, -1 for none.
  llvm::SmallVector<int> memoryDims() const;
  bool isRowPlace(unsigned place) const;
  mlir::Value getSource(mlir::OpBuilder &builder, mlir::Location loc,
                        const Step &step) const;
  mlir::Value getTransferred(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value slot) const;
  llvm::SmallVector<mlir::Value> getStart(IndexMath &math,
                                          const Step &step) const;
  llvm::SmallVector<mlir::Value> getValid(IndexMath &math,
                                          const Step &step) const;

  Operand operand;
  int rowDim, colDim;
  bool isOutput;
  Form form = Form::Plain;
  bool turned = false;
  mlir::VectorType tileType;
  /// In memory order: what is transferred, what there is room for, what the
  /// tensor has.
  llvm::SmallVector<int64_t> moved, shape, extents, strides;
  int64_t pitch = 0;
  mlir::Value memory, buffer;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TILEACCESS_H
