//===- MatcherRows.cpp - operands in memories -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matching of the operands and the destination of row instructions: memrefs in
// row memories and blocks of DRAM. A value is matched with an operand in any
// row memory, because RowLowering copies it there; an operand in DRAM requires
// a read of the program, whose rows are adjacent unless the instruction has a
// stride.
//
//===----------------------------------------------------------------------===//

#include "Matching/Accesses.h"
#include "Matching/Matcher.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::OperandUse;

/// An operand in DRAM must be a read of the program. A row memory can hold any
/// value that is not a constant.
bool Matcher::memoryOperand(const Node &node, Value value, bool transposed) {
  const table::Operand &input = inst.inputs[node.index];
  if (input.use != OperandUse::MemRef)
    return false;
  if (!isDramOperand(input)) {
    Binding binding;
    binding.value = value;
    if (splatElement(value))
      return notifyMatchFailure([&] {
        return "$" + input.name.str() + " is a constant, which is in no memory";
      });
    return !transposed && bind(node.index, binding);
  }
  SmallVector<Operation *> steps;
  std::optional<Window> window = matchWindow(value, transposed, steps);
  if (!window)
    return notifyMatchFailure([&] {
      return "$" + input.name.str() + " is not read from memory row by row";
    });
  if (transposed && !hasTransposedType(node, value.getType()))
    return false;
  ArrayRef<int64_t> shape = ::cast<VectorType>(value.getType()).getShape();
  if (!canAddressRows(input, *window, shape[transposed], shape[!transposed]))
    return notifyMatchFailure([&] {
      return "rows of $" + input.name.str() + " are not adjacent in memory";
    });
  llvm::for_each(steps, [&](Operation *op) { cover(op); });
  Binding binding;
  binding.value = window->memref;
  Window &known = found.windows[node.index];
  if (known.op && !(known == *window))
    return false;
  known = *window;
  return bind(node.index, binding);
}

/// Without a stride operand, rows must be contiguous.
bool Matcher::canAddressRows(const table::Operand &input, const Window &window,
                             int64_t rows, int64_t columns) {
  auto type = ::cast<MemRefType>(window.memref.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  return input.stride >= 0 || rows == 1 ||
         (window.rowDim && strides[*window.rowDim] == columns);
}

/// Compares the type with that of the operand before its transposition.
bool Matcher::hasTransposedType(const Node &node, Type type) {
  auto vector = ::dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 2 &&
         hasType(node,
                 VectorType::get({vector.getDimSize(1), vector.getDimSize(0)},
                                 vector.getElementType()));
}

/// The root produces the value, or writes it to DRAM.
bool Matcher::set(const Tree &tree, const Node &node, Operation *root) {
  const Node &target = tree.arg(node, 0);
  const table::Operand &input = inst.inputs[target.index];
  found.target = target.index;
  Value value;
  if (isDramOperand(input)) {
    auto write = matchWindowWrite(root);
    if (!write || !isRowVector(write->second.getType()))
      return false;
    ArrayRef<int64_t> shape =
        ::cast<VectorType>(write->second.getType()).getShape();
    if (!canAddressRows(input, write->first, shape[0], shape[1]))
      return false;
    found.windows[target.index] = write->first;
    found.inputs[target.index].value = write->first.memref;
    value = write->second;
    cover(root);
  } else {
    if (root->getNumResults() != 1 || isa<arith::ConstantOp>(root))
      return false;
    value = root->getResult(0);
  }
  return hasType(target, value.getType()) &&
         this->node(tree, tree.arg(node, 1), value);
}

/// Returns whether all operands are bound and no covered value has other users.
bool Matcher::hasRequiredInputs(Operation *root) {
  for (const auto &[index, input] : llvm::enumerate(inst.inputs)) {
    bool required =
        input.use == OperandUse::Immediate ||
        (input.use == OperandUse::MemRef && input.read && input.state < 0) ||
        (input.use == OperandUse::Count && input.word >= 0);
    if (required && !found.inputs[index].isBound())
      return false;
  }
  return hasNoOtherUsers(root);
}
