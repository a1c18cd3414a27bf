//===- InstructionOpsTests.cpp - Classes of operations --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every generated class refers to the operation that the dialect registers from
// the table. test/Install builds code that uses single classes.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/InstructionOps.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace matrix;

namespace {

class InstructionOpsTest : public testing::Test {
protected:
  InstructionOpsTest() : b(&context) {
    context.loadDialect<MatrixDialect>();
    module = ModuleOp::create(b.getUnknownLoc());
    b.setInsertionPointToStart(module->getBody());
  }

  MLIRContext context;
  OpBuilder b;
  OwningOpRef<ModuleOp> module;
};

template <typename... Ops> struct OpList {};
using AllOps = OpList<
#define GET_INSTRUCTION_OP_LIST
#include "matrix/Dialect/Matrix/IR/MatrixInstructionOps.h.inc"
    >;

template <typename First, typename... Ops>
void forEach(OpList<First, Ops...>, llvm::function_ref<void(StringRef)> name) {
  name(First::getOperationName());
  (name(Ops::getOperationName()), ...);
}

/// Creates the operation of `OpT`, without operands, and casts it to `OpT`.
template <typename OpT> void roundTrip(OpBuilder &b) {
  StringRef name = OpT::getOperationName();
  OperationState state(b.getUnknownLoc(), name);
  if (OpT::template hasTrait<OpTrait::OneResult>())
    state.addTypes(b.getF32Type());
  Operation *op = b.create(state);
  EXPECT_TRUE(isa<OpT>(op)) << name.str();
  EXPECT_EQ(op->hasTrait<OpTrait::OneResult>(),
            OpT::template hasTrait<OpTrait::OneResult>())
      << name.str();
  auto registered =
      RegisteredOperationName::lookup(TypeID::get<OpT>(), b.getContext());
  ASSERT_TRUE(registered) << name.str();
  EXPECT_EQ(registered->getStringRef(), name);
}

template <typename... Ops> void roundTrips(OpList<Ops...>, OpBuilder &b) {
  (roundTrip<Ops>(b), ...);
}

template <typename First, typename Second, typename... Ops>
bool isSecond(OpList<First, Second, Ops...>, Operation *op) {
  return isa<Second>(op);
}
template <typename First, typename... Ops>
First firstOf(Operation *op, OpList<First, Ops...>) {
  return dyn_cast<First>(op);
}

} // namespace

TEST_F(InstructionOpsTest, OneClassForEachOperation) {
  std::set<std::string> classes, operations;
  forEach(AllOps(), [&](StringRef name) { classes.insert(name.str()); });
  for (const table::BaseMnemonic &base : table::baseMnemonics())
    operations.insert("matrix." + base.name.str());
  for (const table::Instruction &inst : table::rowInstructions())
    operations.insert(getRowOperationName(inst));
  EXPECT_EQ(classes, operations);
}

TEST_F(InstructionOpsTest, ClassesReferToRegisteredOperations) {
  roundTrips(AllOps(), b);
}

TEST_F(InstructionOpsTest, ClassesAreDistinct) {
  roundTrips(AllOps(), b);
  Operation *first = &module->getBody()->front();
  EXPECT_TRUE(firstOf(first, AllOps()));
  EXPECT_FALSE(isSecond(AllOps(), first));
  EXPECT_FALSE(firstOf(*module, AllOps()));
}
