//===- OperandBlock.h - blocks of operands in the scratchpad ----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block has the dimension order of its tensor in memory, so that DMA
// transfers move whole rows. Tiles are read from it in one of the forms
//
//   Plain         [rows][columns]   a tile as stored
//   Transposed    [columns][rows]   a transposing load; or a load and a
//                                   transposing instruction
//   RowVector     [columns]         the same row in every row of the tile
//   ColumnVector  [rows]            the same column in every column
//   Scalar        [columns]         one element, replicated by the DMA transfer
//   Replicated    [rows][columns]   one tile wide; the first column block has
//                                   the same column in every column
//
// A block with windows is a box of the tensor (WindowBlock.h), whose tiles are
// Plain or Transposed.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_OPERANDBLOCK_H
#define MATRIX_FRONTEND_LIB_OPERANDBLOCK_H

#include "Plan/Residents/ResidentBlock.h"
#include "WindowBlock.h"

namespace matrix {

class OperandBlock {
public:
  enum class Layout {
    Plain,
    Transposed,
    RowVector,
    ColumnVector,
    Scalar,
    Replicated
  };

  /// An input, or with `isOutput` an output. Outputs are always Plain; in a
  /// reduced dimension they have the extent of a tile, of which one element is
  /// valid.
  OperandBlock(const FusionGroup &group, const BlockPlan &plan,
               const desc::VariantInfo &variant, const StridedOperand &operand,
               int rowDim, int colDim, bool isOutput = false);

  Layout getLayout() const { return layout; }
  bool isTransposedInRegister() const { return transposedInRegister; }
  mlir::Type getElementType() const { return operand.getElementType(); }
  /// Returns the type of the tile that is accessed at once.
  mlir::VectorType getTileType() const { return tileType; }
  mlir::Value getTensor() const { return operand.tensor; }
  const StridedOperand &getOperand() const { return operand; }
  /// Returns whether each step accesses the same indices of both tensors.
  bool hasSameAccessAs(const OperandBlock &other) const {
    return operand.strides == other.operand.strides &&
           operand.offset == other.operand.offset &&
           operand.tensor.getType() == other.operand.tensor.getType();
  }

  /// Sets the buffer that contains the tensor.
  void setMemory(mlir::Value memref) { memory = memref; }
  void allocate(mlir::ImplicitLocOpBuilder &builder, int64_t numBuffers);
  /// Returns the block in one of the buffers, with the shape above.
  mlir::Value getBufferView(mlir::ImplicitLocOpBuilder &builder,
                            mlir::Value bufferIndex) const;
  /// As above, in a step of the loop: resident values have all of their columns
  /// in one buffer.
  mlir::Value getStepView(mlir::ImplicitLocOpBuilder &builder,
                          mlir::Value bufferIndex, const BlockStep &step) const;

  /// Returns whether the block is a box with the elements of windows.
  bool hasTaps() const { return window && !window->getLayout().taps.empty(); }
  bool hasTapRows() const {
    return hasTaps() && window->getLayout().hasTapRows();
  }
  mlir::Value getTapView(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                         llvm::ArrayRef<mlir::Value> tap) const {
    return hasTaps() ? window->getTapView(builder, view, tap) : view;
  }

  /// Returns whether the block is transposed before its tiles are read.
  bool isTransposed() const {
    return window && window->getLayout().transposition;
  }
  /// Transposes one of the buffers; getBufferView() is then the result.
  void transpose(mlir::ImplicitLocOpBuilder &builder,
                 mlir::Value bufferIndex) const {
    window->transpose(builder, window->getBufferView(builder, bufferIndex));
  }

  /// As above, the tiles that precede the products.
  void transposeFirst(mlir::ImplicitLocOpBuilder &builder,
                      mlir::Value bufferIndex,
                      const TranspositionSchedule &schedule) const {
    window->transposeFirst(builder, window->getBufferView(builder, bufferIndex),
                           schedule);
  }
  mlir::Value readStaged(mlir::ImplicitLocOpBuilder &builder,
                         mlir::Value bufferIndex, mlir::Value number,
                         int64_t part) const {
    return window->readStaged(
        builder, window->getBufferView(builder, bufferIndex), number, part);
  }
  void writeStaged(mlir::ImplicitLocOpBuilder &builder, mlir::Value tile,
                   mlir::Value number, int64_t part) const {
    window->writeStaged(builder, tile, number, part);
  }

  bool isBox() const { return window.has_value(); }
  /// Returns a buffer that has the tile that is `elements` rows or columns
  /// further in place of each tile, if it is a box.
  mlir::Value getShiftedView(mlir::ImplicitLocOpBuilder &builder,
                             mlir::Value view, bool alongRows,
                             int64_t elements) const {
    return window ? window->getShiftedView(builder, view, alongRows, elements)
                  : view;
  }
  /// As above, of rows or columns that are numbered in the order of the buffer.
  mlir::Value getFlatView(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                          bool alongRows, mlir::Value number) const {
    return window ? window->getFlatView(builder, view, alongRows, number)
                  : view;
  }
  /// Returns the digits of rows or columns of a box.
  llvm::ArrayRef<IndexDigit> getDigits(bool ofRows) const {
    return ofRows ? window->getLayout().rows : window->getLayout().cols;
  }
  /// Returns whether the image is transposed in the scratchpad.
  bool isStaged() const { return window && window->getLayout().staged; }
  const StagedImage &getStaged() const { return *window->getLayout().staged; }
  mlir::Value getRowsView(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                          mlir::Value element, int64_t pitch) const {
    return window->getRowsView(builder, view, element, pitch);
  }
  mlir::Value readTapRows(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                          int64_t tap, mlir::Value row) const {
    return window->readTapRows(builder, view, tap, row);
  }

  /// Returns the rows that transfers of pieces divide; 1 if none can.
  int64_t getDivisibleRows() const;
  /// Starts the DMA transfer of a piece of a step's block and returns its
  /// token. With `receivers`, it writes to all these cores and posts
  /// `semaphore` there.
  mlir::Value load(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
                   mlir::Value bufferIndex, const BlockPiece &piece = {},
                   mlir::Value receivers = {},
                   mlir::Value semaphore = {}) const;
  /// Returns whether pieces of a block of `rows` rows can be stored.
  bool canStorePieces(int64_t rows, int64_t count) const;
  mlir::Value store(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
                    mlir::Value bufferIndex,
                    const BlockPiece &piece = {}) const;

  /// Accesses the tile whose first element is (row, column) of the block.
  mlir::Value read(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                   mlir::Value row, mlir::Value col) const;
  void write(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
             mlir::Value tile, mlir::Value row, mlir::Value col) const;

private:
  void setWindow(const FusionGroup &group, const BlockPlan &plan,
                 const desc::VariantInfo &variant);
  void chooseLayout(const FusionGroup &group, const desc::VariantInfo &variant);
  /// Returns the dimensions in memory order, -1 for none.
  llvm::SmallVector<int> memoryDims() const;
  bool isRowDim(unsigned position) const;
  mlir::Value getMemory(mlir::ImplicitLocOpBuilder &builder) const;
  mlir::Value getTensorView(mlir::ImplicitLocOpBuilder &builder,
                            const BlockStep &step) const;
  void allocateResident(mlir::ImplicitLocOpBuilder &builder);
  /// Returns the first `shape` elements of the block of a step.
  mlir::Value getResidentView(mlir::ImplicitLocOpBuilder &builder,
                              const BlockStep &step,
                              llvm::ArrayRef<int64_t> shape) const;
  /// Returns whether a step computes columns that are stored.
  mlir::Value storesColumns(mlir::ImplicitLocOpBuilder &builder,
                            const BlockStep &step) const;
  mlir::Value storeResident(mlir::ImplicitLocOpBuilder &builder,
                            const BlockStep &step,
                            mlir::Value bufferIndex) const;
  mlir::Value emitStore(mlir::ImplicitLocOpBuilder &builder,
                        const BlockStep &step, mlir::Value bufferIndex,
                        const BlockPiece &piece = {}) const;
  mlir::Value getTransferredView(mlir::ImplicitLocOpBuilder &builder,
                                 mlir::Value bufferIndex, const BlockStep &step,
                                 const BlockPiece &piece = {}) const;
  llvm::SmallVector<mlir::Value> getStart(IndexMath &math,
                                          const BlockStep &step) const;
  llvm::SmallVector<mlir::Value>
  getValidExtents(IndexMath &math, const BlockStep &step,
                  const BlockPiece &piece = {}) const;

  StridedOperand operand;
  int rowDim, colDim;
  bool isOutput;
  Layout layout = Layout::Plain;
  bool transposedInRegister = false;
  mlir::VectorType tileType;
  /// In memory order: elements transferred, allocated, and present in the
  /// tensor.
  llvm::SmallVector<int64_t> transferred, shape, extents, strides;
  int64_t pitch = 0;
  mlir::Value memory, buffer;
  std::optional<WindowBlock> window;
  std::optional<ResidentBlock> resident;
  mlir::DenseI64ArrayAttr storedColumns; // null: all
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_OPERANDBLOCK_H
