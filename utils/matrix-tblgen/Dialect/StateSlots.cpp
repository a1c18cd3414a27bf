//===- StateSlots.cpp - slots of configuration state ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers the configuration state as slots of the selection tables, and follows
// copies from state to state to the space of the tiles in it. The search for
// the space stops after a fixed number of copies, since two states may copy
// each other.
//
//===----------------------------------------------------------------------===//

#include "Dialect/RowOps.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

using namespace llvm;

namespace matrix::tblgen {

std::string fieldName(const Record *field) {
  return field ? field->getValueAsString("Name").str() : "";
}

std::string StateSlot::name() const {
  std::string name = State->getValueAsString("Name").str();
  return Field.empty() ? name : name + "." + Field;
}

/// Fields of addresses are slots only if a specialization reads them.
std::vector<StateSlot> stateSlots(const Model &model) {
  std::vector<StateSlot> slots;
  for (const Record *state : recordsInOrder(model.Records, "State"))
    slots.push_back({state, ""});
  for (const Instruction &inst : model.Instructions)
    for (const Specialization &specialization : inst.Specializations)
      for (const Requirement &r : specialization.Requires)
        if (r.State && r.Field) {
          StateSlot slot{r.State, fieldName(r.Field)};
          if (!is_contained(slots, slot))
            slots.push_back(slot);
        }
  return slots;
}

const Expr &unpadded(const Expr &e) {
  return e.is(ExprKind::Pad) || e.is(ExprKind::Crop) ? unpadded(e[0]) : e;
}

/// Set directly, or copied from another state.
const Record *spaceOf(const Record *state, const Model &model, unsigned depth) {
  std::function<const Record *(const Expr &)> find =
      [&](const Expr &e) -> const Record * {
    if (e.is(ExprKind::Set) && e[0].is(ExprKind::State) &&
        e[0].Record == state) {
      const Expr &from = unpadded(e[1]);
      if (from.is(ExprKind::View))
        return from.Record->getValueAsDef("In");
      if (from.is(ExprKind::State) && depth < 4)
        return spaceOf(from.Record, model, depth + 1);
    }
    for (const Expr &arg : e.Args)
      if (const Record *space = find(arg))
        return space;
    return nullptr;
  };
  for (const Instruction &inst : model.Instructions)
    for (const Specialization &specialization : inst.Specializations)
      if (const Record *space = find(specialization.Semantics))
        return space;
  return nullptr;
}

} // namespace matrix::tblgen
