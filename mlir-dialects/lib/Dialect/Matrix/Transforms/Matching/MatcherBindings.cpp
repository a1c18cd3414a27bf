//===- MatcherBindings.cpp - binding of instruction operands --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binds the inputs of an instruction to values, constants and immediates. An
// input that occurs several times has one binding.
//
//===----------------------------------------------------------------------===//

#include "Matching/Matcher.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;
using table::OperandUse;

bool Matcher::bind(int input, const Binding &binding) {
  Binding &known = found.inputs[input];
  if (!known.isBound())
    known = binding;
  return known == binding || notifyMatchFailure([&] {
           return "$" + inst.inputs[input].name.str() +
                  " is bound to two different values";
         });
}

bool Matcher::bindNumber(const Tree &tree, const Node &node, int64_t number) {
  if (node.kind == NodeKind::Number)
    return node.value == number;
  const table::Operand &input = inst.inputs[node.index];
  Binding binding;
  binding.immediate = number;
  if (number < input.min || number > input.max)
    return notifyMatchFailure([&] {
      return "$" + input.name.str() + " cannot be " + std::to_string(number);
    });
  return bind(node.index, binding);
}

/// Returns the value of a constant as a signed and as an unsigned number.
static SmallVector<int64_t, 2> wholeNumbers(const Binding &scalar) {
  TypedAttr constant = scalar.constant;
  if (scalar.value && !matchPattern(scalar.value, m_Constant(&constant)))
    return {};
  if (auto number = dyn_cast<IntegerAttr>(constant))
    return {number.getValue().getSExtValue(),
            int64_t(number.getValue().getZExtValue())};
  auto number = dyn_cast<FloatAttr>(constant);
  llvm::APSInt whole(64, /*isUnsigned=*/false);
  bool exact = false;
  if (number)
    number.getValue().convertToInteger(whole, llvm::APFloat::rmTowardZero,
                                       &exact);
  return exact ? SmallVector<int64_t, 2>{whole.getExtValue()}
               : SmallVector<int64_t, 2>{};
}

bool Matcher::bindImmediate(const Node &node, const Binding &scalar) {
  const table::Operand &input = inst.inputs[node.index];
  for (int64_t number : wholeNumbers(scalar))
    if (number >= input.min && number <= input.max) {
      Binding binding;
      binding.immediate = number;
      return bind(node.index, binding);
    }
  return notifyMatchFailure([&] {
    return "$" + input.name.str() + " must be a constant from " +
           std::to_string(input.min) + " to " + std::to_string(input.max);
  });
}

/// Binds a scalar register: f32 to a floating-point register, integers of up to
/// 64 bits to a general register.
bool Matcher::bindScalar(const Tree &tree, const Node &node, Binding scalar) {
  if (node.kind != NodeKind::Operand)
    return false;
  if (isImmediate(node))
    return bindImmediate(node, scalar);
  Type type = scalar.value ? scalar.value.getType() : scalar.constant.getType();
  bool fits = inst.inputs[node.index].use == OperandUse::Float
                  ? type.isF32()
                  : type.isIntOrIndexOrFloat();
  return fits && bind(node.index, scalar);
}

bool Matcher::operand(const Tree &tree, const Node &node, Value value) {
  if (!tree.enclosing && inst.inputs[node.index].use == OperandUse::MemRef)
    return memoryOperand(node, value, /*transposed=*/false);
  if (!tree.enclosing) {
    Binding binding;
    binding.value = value;
    return bind(node.index, binding);
  }
  if (*tree.bound)
    return *tree.bound == value;
  *tree.bound = value;
  return this->node(*tree.enclosing, tree.enclosing->nodes[tree.argument],
                    value);
}
