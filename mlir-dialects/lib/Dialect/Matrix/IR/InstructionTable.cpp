//===- InstructionTable.cpp - table of tile instructions ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Includes the generated tables and implements the queries over them.
// Operations are looked up by binary search over the sorted base mnemonics.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace matrix::table {

#include "MatrixInstructions.inc"

bool Instruction::isAvailable(const desc::VariantInfo &variant) const {
  return is_contained(cpus, StringRef(variant.cpu));
}

ArrayRef<BaseMnemonic> baseMnemonics() { return kBaseMnemonics; }

const Cycles &Instruction::getCycles(const desc::VariantInfo &variant) const {
  return cycles[find(cpus, StringRef(variant.cpu)) - cpus.begin()];
}

StringRef stringify(NodeKind kind) {
  static const StringLiteral names[] = {
      "Operand", "Number",    "Elementwise", "Cast", "Bitcast", "At",
      "Reduce",  "ArgReduce", "Contract",    "Part", "Insert",  "Leading",
      "Row",     "Splat",     "Iota",        "Mask", "None",    "Element",
      "Load",    "Store",     "RowBytes",    "Set"};
  static_assert(std::size(names) == size_t(NodeKind::Set) + 1);
  return names[static_cast<unsigned>(kind)];
}

ArrayRef<Instruction> instructions() { return kInstructions; }
ArrayRef<Instruction> rowInstructions() { return kAllRowInstructions; }
ArrayRef<State> states() { return kAllStates; }

ArrayRef<const Instruction *> instructionsOf(StringRef baseMnemonic) {
  const BaseMnemonic *found = lower_bound(
      kBaseMnemonics, baseMnemonic,
      [](const BaseMnemonic &s, StringRef name) { return s.name < name; });
  if (found == std::end(kBaseMnemonics) || found->name != baseMnemonic)
    return {};
  return found->instructions;
}

} // namespace matrix::table
