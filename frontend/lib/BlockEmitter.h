//===- BlockEmitter.h - what a group computes in one step ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BLOCKEMITTER_H
#define MATRIX_FRONTEND_LIB_BLOCKEMITTER_H

#include "Step.h"
#include "TileAccess.h"
#include "TileArithmetic.h"
#include <memory>
#include <vector>

namespace matrix {

/// What emitters work with: the group, and its operands' blocks in the order
/// inputs, epilogue inputs, init.
struct GroupContext {
  const Group &group;
  const BlockPlan &plan;
  const desc::VariantInfo &variant;
  std::vector<OperandBlock> loads;
  std::vector<OperandBlock> stores;

  GroupContext(const Group &group, const BlockPlan &plan,
               const desc::VariantInfo &variant);

  const OperandBlock &input(unsigned i) const { return loads[i]; }
  const OperandBlock &init() const { return loads.back(); }
};

/// Results of several steps, between the steps: tiles of the accumulator's
/// format in the scratchpad.
class Parking {
public:
  explicit Parking(const GroupContext &context) : context(context) {}
  void allocate(mlir::OpBuilder &, mlir::Location, int64_t rows, int64_t cols);
  void write(mlir::OpBuilder &, mlir::Location, mlir::Value tile,
             mlir::Value row, mlir::Value col) const;
  mlir::Value read(mlir::OpBuilder &, mlir::Location, mlir::Value row,
                   mlir::Value col) const;

private:
  const GroupContext &context;
  mlir::Value buffer;
};

/// The slots of a step, parallel to `loads` and `stores`.
struct Slots {
  llvm::SmallVector<mlir::Value> loads, stores;
};

/// Tile code of one kind of group. `accumulate` runs in every step; `finish`
/// in the steps that end a result, and alone writes the stores.
class BlockEmitter {
public:
  explicit BlockEmitter(const GroupContext &context) : context(context) {}
  virtual ~BlockEmitter() = default;

  /// Buffers of its own, live through the loop.
  virtual void allocate(mlir::OpBuilder &, mlir::Location) {}
  virtual void accumulate(mlir::OpBuilder &, mlir::Location, const Step &,
                          const Slots &) {}
  virtual void finish(mlir::OpBuilder &, mlir::Location, const Step &,
                      const Slots &) = 0;

protected:
  /// Position of a tile in its block.
  struct Place {
    mlir::Value row, col;
  };
  int64_t tileRows() const { return context.variant.tileRows; }
  int64_t partCols() const { return context.variant.tileColumns(32); }
  int64_t iterationCols() const { return partCols() * context.plan.parts; }
  /// Elements of a block that exist, in a dimension that may be missing.
  mlir::Value bound(mlir::OpBuilder &builder, mlir::Location loc,
                    const Step &step, int dim) const;

  /// The parts, one after the other, of an operand at that place.
  llvm::SmallVector<mlir::Value> readParts(mlir::OpBuilder &, mlir::Location,
                                           const OperandBlock &,
                                           mlir::Value slot, Place place,
                                           int64_t parts) const;
  void writeParts(mlir::OpBuilder &, mlir::Location, const OperandBlock &,
                  mlir::Value slot, llvm::ArrayRef<mlir::Value> parts,
                  Place place) const;
  /// Writes the root's result, or evaluates what else the last operation's body
  /// yields. `results` are its parts (none for elementwise groups).
  void emitLastBody(mlir::OpBuilder &, mlir::Location, const Slots &,
                    llvm::ArrayRef<mlir::Value> results, Place place,
                    int64_t parts) const;

  const GroupContext &context;

private:
  void copyTiles(mlir::OpBuilder &, mlir::Location, const OperandBlock &from,
                 mlir::Value fromSlot, const OperandBlock &to,
                 mlir::Value toSlot, Place place, int64_t parts) const;
};

std::unique_ptr<BlockEmitter> makeContractionEmitter(const GroupContext &);
std::unique_ptr<BlockEmitter> makeReductionEmitter(const GroupContext &);
std::unique_ptr<BlockEmitter> makeElementwiseEmitter(const GroupContext &);
std::unique_ptr<BlockEmitter> makeEmitter(const GroupContext &);

/// A loop from 0 below `bound` without results. The body gets the counter.
void emitLoop(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value bound,
              int64_t step,
              llvm::function_ref<void(mlir::OpBuilder &, mlir::Value)> body);
/// The same carrying values, from `start`.
llvm::SmallVector<mlir::Value>
emitLoop(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value start,
         mlir::Value bound, int64_t step, mlir::ValueRange init,
         llvm::function_ref<llvm::SmallVector<mlir::Value>(
             mlir::OpBuilder &, mlir::Value, mlir::ValueRange)>
             body);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BLOCKEMITTER_H
