//===- DividedTensors.cpp - tensors in several scratchpads ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of all slices becomes one for each owner. Any other block is in the
// part of one owner:
//
//   tensor     | part 0        | part 1        | part 2        | part 3 |
//   blocks     |     |XXXX|    |
//   address    base + owner * (pitch - bytes of a part)
//
//===----------------------------------------------------------------------===//

#include "DividedTensors.h"
#include "Access/DramTensor.h"
#include "RowLoads.h"
#include "TensorBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Division of transfers
//===----------------------------------------------------------------------===//

namespace {

/// Replaces a transfer of a divided tensor.
class TransferDivider {
public:
  TransferDivider(DividedTensor tensor, int64_t pitch)
      : tensor(tensor), pitch(pitch) {}

  void divide(DmaLoadOp load) {
    replace(load, load.getSourceMutable(), load.getTarget(), load.getValid(),
            [&](OpBuilder &b, Value part, Value block, ValueRange valid) {
              return DmaLoadOp::create(
                  b, load.getLoc(), TokenType::get(b.getContext()), part,
                  load.getIndices(), block, load.getSkip(), valid,
                  dyn_cast_or_null<TypedAttr>(load.getFillAttr()), Value(),
                  Value());
            });
  }

  void divide(DmaStoreOp store) {
    replace(store, store.getTargetMutable(), store.getSource(),
            store.getValid(),
            [&](OpBuilder &b, Value part, Value block, ValueRange valid) {
              return DmaStoreOp::create(b, store.getLoc(),
                                        TokenType::get(b.getContext()), block,
                                        part, store.getIndices(), valid);
            });
  }

private:
  template <typename Op, typename Create>
  void replace(Op transfer, OpOperand &view, Value block, ValueRange valid,
               Create create) {
    BlockRows rows = getBlockRows(transfer, tensor.elements);
    int64_t part = rows.getPart(tensor.owners);
    ImplicitLocOpBuilder b(transfer.getLoc(), transfer);
    if (!rows.isWhole) {
      view.set(getPartOf(b, view.get(), rows, part));
      return;
    }
    Value token;
    for (int64_t owner = 0; owner < tensor.owners; ++owner) {
      int64_t first = owner * part;
      // Rows of the block behind the tensor are filled with the last part.
      int64_t count = owner + 1 < tensor.owners ? part : rows.count - first;
      SmallVector<Value> exists(valid);
      if (!exists.empty())
        exists.front() = arith::ConstantIndexOp::create(b, part);
      token = create(b, getPartAt(view.get(), owner),
                     takeRows(b, block, first, count), exists)
                  .getToken();
    }
    transfer.getToken().replaceAllUsesWith(token);
    transfer.erase();
  }

  /// Returns the view of the part of an owner, which is made once, where the
  /// view of the tensor is.
  Value getPartAt(Value view, int64_t owner) {
    Value &part = parts[{view, owner}];
    if (part)
      return part;
    ImplicitLocOpBuilder b(view.getLoc(), view.getContext());
    b.setInsertionPointAfterValue(view);
    return part =
               move(b, view, arith::ConstantIndexOp::create(b, owner * pitch));
  }

  /// Returns the view whose element at the position of a block is that of the
  /// block's owner.
  Value getPartOf(ImplicitLocOpBuilder &b, Value view, const BlockRows &rows,
                  int64_t part) {
    auto type = cast<MemRefType>(view.getType());
    int64_t bytes =
        part * rows.stride * llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    Value position =
        rows.position ? rows.position : arith::ConstantIndexOp::create(b, 0);
    Value owner = arith::DivUIOp::create(
        b, position, arith::ConstantIndexOp::create(b, part));
    return move(
        b, view,
        arith::MulIOp::create(
            b, owner, arith::ConstantIndexOp::create(b, pitch - bytes)));
  }

  /// Returns a view with an address that is `distance` bytes higher.
  static Value move(ImplicitLocOpBuilder &b, Value view, Value distance) {
    Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, view);
    Value address = arith::IndexCastOp::create(
        b, b.getI64Type(), arith::AddIOp::create(b, base, distance));
    Value pointer = LLVM::IntToPtrOp::create(
        b, LLVM::LLVMPointerType::get(b.getContext()), address);
    auto type = cast<MemRefType>(view.getType());
    SmallVector<int64_t> strides;
    int64_t offset = 0;
    (void)type.getStridesAndOffset(strides, offset);
    auto dense = MemRefType::get(type.getShape(), type.getElementType());
    Value moved = getStridedView(b, getDramTensor(b, pointer, dense),
                                 type.getShape(), strides);
    return memref::CastOp::create(b, type, moved);
  }

  DividedTensor tensor;
  int64_t pitch;
  llvm::DenseMap<std::pair<Value, int64_t>, Value> parts;
};

} // namespace

void TensorDivider::divide(Value tensor, DividedTensor division) {
  TransferDivider divider(division, pitch);
  TensorUses uses = findUses(tensor);
  for (DmaLoadOp load : uses.loads)
    divider.divide(load);
  for (DmaStoreOp store : uses.stores)
    divider.divide(store);
  for (OpOperand *use : uses.arguments)
    calls[cast<func::CallOp>(use->getOwner())][use->getOperandNumber()] =
        division;
}

void TensorDivider::divideCallees() {
  llvm::MapVector<StringRef, SmallVector<func::CallOp>> callers;
  symbols.getOp()->walk(
      [&](func::CallOp call) { callers[call.getCallee()].push_back(call); });
  for (auto &[name, users] : callers) {
    auto callee = symbols.lookup<func::FuncOp>(name);
    std::map<Division, SmallVector<func::CallOp>> divisions;
    for (func::CallOp call : users)
      divisions[calls.lookup(call)].push_back(call);
    for (auto &[division, same] : divisions) {
      if (division.empty())
        continue;
      bool isOnly = divisions.size() == 1;
      func::FuncOp divided = specialize(callee, division, isOnly);
      for (func::CallOp call : same)
        call.setCallee(divided.getSymName());
    }
    if (divisions.size() > 1 && !divisions.count({}))
      symbols.erase(callee);
  }
}

func::FuncOp TensorDivider::specialize(func::FuncOp callee,
                                       const Division &division, bool inPlace) {
  func::FuncOp function = callee;
  if (!inPlace) {
    function = callee.clone();
    symbols.insert(function, std::next(Block::iterator(callee)));
  }
  for (auto [argument, tensor] : division)
    divide(function.getArgument(argument), tensor);
  return function;
}
