//===- JointAssertions.cpp - assertions of several iterations -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assertions with the same message are one, of the conjunction of their
// conditions. The copies of a comparison with a shared bound are one comparison
// of the largest or smallest value, by its predicate.
//
//===----------------------------------------------------------------------===//

#include "JointAssertions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace matrix;
using arith::CmpIPredicate;

namespace {

class JointAssertions {
public:
  /// \param body the block that is copied.
  JointAssertions(Block *body, ArrayRef<IRMapping> copies)
      : body(body), copies(copies) {}

  /// Adds an assertion of the body, whose condition has been copied.
  void add(OpBuilder &builder, cf::AssertOp assertion);
  /// Emits the assertions that were added since the last call.
  void emit(OpBuilder &builder);

private:
  Value getLimited(OpBuilder &builder, Value condition) const;
  bool isShared(Value bound) const;

  Block *body;
  ArrayRef<IRMapping> copies;
  llvm::MapVector<StringAttr, Value> conditions; ///< by message
};

} // namespace

bool matrix::needsAssertions(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        bool isDefined =
            isPure(inner) &&
            !isa<arith::RemSIOp, arith::RemUIOp, index::RemSOp, index::RemUOp>(
                inner);
        return isDefined ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// Returns the value that satisfies the comparison only if both do.
static Value getExtreme(OpBuilder &b, Location loc, CmpIPredicate predicate,
                        Value first, Value second) {
  switch (predicate) {
  case CmpIPredicate::ult:
  case CmpIPredicate::ule:
    return arith::MaxUIOp::create(b, loc, first, second);
  case CmpIPredicate::slt:
  case CmpIPredicate::sle:
    return arith::MaxSIOp::create(b, loc, first, second);
  case CmpIPredicate::ugt:
  case CmpIPredicate::uge:
    return arith::MinUIOp::create(b, loc, first, second);
  case CmpIPredicate::sgt:
  case CmpIPredicate::sge:
    return arith::MinSIOp::create(b, loc, first, second);
  default:
    llvm_unreachable("equality has no extreme value");
  }
}

bool JointAssertions::isShared(Value bound) const {
  return matchPattern(bound, m_Constant()) ||
         !body->getParentOp()->isAncestor(
             bound.getParentBlock()->getParentOp());
}

/// Compares the extreme value if the condition is a bound that all copies
/// share; null otherwise.
Value JointAssertions::getLimited(OpBuilder &builder, Value condition) const {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || !isShared(compare.getRhs()))
    return {};
  CmpIPredicate predicate = compare.getPredicate();
  if (predicate == CmpIPredicate::eq || predicate == CmpIPredicate::ne)
    return {};
  Location loc = compare.getLoc();
  Value extreme;
  for (const IRMapping &copy : copies) {
    Value own = copy.lookupOrDefault(compare.getLhs());
    extreme = extreme ? getExtreme(builder, loc, predicate, extreme, own) : own;
  }
  return arith::CmpIOp::create(
      builder, loc, predicate, extreme,
      copies.front().lookupOrDefault(compare.getRhs()));
}

void JointAssertions::add(OpBuilder &builder, cf::AssertOp assertion) {
  Value &all = conditions[assertion.getMsgAttr()];
  auto conjoin = [&](Value own) {
    all = all ? arith::AndIOp::create(builder, assertion.getLoc(), all, own)
                    .getResult()
              : own;
  };
  if (Value limited = getLimited(builder, assertion.getArg()))
    return conjoin(limited);
  for (const IRMapping &copy : copies)
    conjoin(copy.lookupOrDefault(assertion.getArg()));
}

void JointAssertions::emit(OpBuilder &builder) {
  for (auto [message, condition] : conditions)
    cf::AssertOp::create(builder, condition.getLoc(), condition, message);
  conditions.clear();
}

void matrix::cloneJointly(OpBuilder &builder, Block *body,
                          MutableArrayRef<IRMapping> copies,
                          function_ref<bool(Operation &)> isLeftOut) {
  JointAssertions assertions(body, copies);
  for (Operation &op : body->without_terminator()) {
    if (isLeftOut(op))
      continue;
    if (auto assertion = dyn_cast<cf::AssertOp>(op)) {
      assertions.add(builder, assertion);
      continue;
    }
    if (needsAssertions(&op))
      assertions.emit(builder);
    for (IRMapping &copy : copies)
      builder.clone(op, copy);
  }
  assertions.emit(builder);
}
