//===- Slices.cpp - partial programs --------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers operations by a walk over @main, computes live values at a cut by a
// worklist over uses, and clones slices into new modules. Operations without a
// number are transparent: the worklist continues with their operands, so that
// they are cloned into each part that needs them. A slice is a clone of the
// whole module with other results, from which dead operations are erased.
//
//===----------------------------------------------------------------------===//

#include "Slices.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix::run;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool isTensor(mlir::Type Type) { return isa<mlir::TensorType>(Type); }

static bool computes(mlir::Operation &Op) {
  if (none_of(Op.getResultTypes(), isTensor) || isa<mlir::linalg::FillOp>(Op))
    return false;
  bool IsElementwise = Op.hasTrait<mlir::OpTrait::Elementwise>() &&
                       any_of(Op.getOperandTypes(), isTensor);
  return isa<mlir::linalg::LinalgDialect>(Op.getDialect()) || IsElementwise ||
         Op.getNumRegions() || isa<mlir::func::CallOp>(Op);
}

Slices::Slices(mlir::ModuleOp Module) : Module(Module) {
  auto Main = Module.lookupSymbol<mlir::func::FuncOp>("main");
  if (!Main || !Main.getBody().hasOneBlock())
    return;
  Return = Main.getBody().front().getTerminator();
  for (mlir::Operation &Op : Main.getBody().front())
    if (computes(Op))
      Operations.push_back(&Op);
}

std::string Slices::describe(size_t Number) const {
  mlir::Operation *Op = Operations[Number];
  std::string Text = Op->getName().getStringRef().str();
  if (auto Place = Op->getLoc()->findInstanceOf<mlir::FileLineColLoc>())
    raw_string_ostream(Text) << " at " << Place.getFilename().getValue() << ':'
                             << Place.getLine() << ':' << Place.getColumn();
  return Text;
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

/// Operands, and values that regions capture.
static void collectOperands(mlir::Operation *Op,
                            SetVector<mlir::Value> &Values) {
  Values.insert(Op->operand_begin(), Op->operand_end());
  mlir::getUsedValuesDefinedAbove(Op->getRegions(), Values);
}

/// Returns results of operations below `Limit` that the users need, directly or
/// through operations that are not numbered.
SlicedValues Slices::neededBy(ArrayRef<mlir::Operation *> Users,
                              size_t Limit) const {
  SetVector<mlir::Value> Values;
  for (mlir::Operation *User : Users)
    collectOperands(User, Values);
  SlicedValues Needed;
  for (size_t I = 0; I < Values.size(); ++I) { // worklist
    auto Result = dyn_cast<mlir::OpResult>(Values[I]);
    if (!Result)
      continue;
    auto Found = find(Operations, Result.getOwner());
    if (Found == Operations.end())
      collectOperands(Result.getOwner(), Values);
    else if (size_t(Found - Operations.begin()) < Limit)
      Needed.push_back(
          {size_t(Found - Operations.begin()), Result.getResultNumber()});
  }
  sort(Needed, [](const SlicedValue &A, const SlicedValue &B) {
    return std::pair(A.Operation, A.Result) < std::pair(B.Operation, B.Result);
  });
  return Needed;
}

SlicedValues Slices::liveBehind(size_t Last) const {
  std::vector<mlir::Operation *> Users(Operations.begin() + Last + 1,
                                       Operations.end());
  Users.push_back(Return);
  return neededBy(Users, Last + 1);
}

SlicedValues Slices::operandsOf(size_t Number) const {
  return neededBy(Operations[Number], Number);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// In reverse order users are erased before the operations that they use.
static void eraseUnused(mlir::Block &Body) {
  for (mlir::Operation &Op : make_early_inc_range(reverse(Body)))
    if (mlir::isOpTriviallyDead(&Op))
      Op.erase();
}

std::unique_ptr<MemoryBuffer>
Slices::program(const SlicedValues &Results, bool KeepResults,
                const SlicedValues &Arguments) const {
  mlir::IRMapping Copies;
  mlir::OwningOpRef<mlir::ModuleOp> Copy(
      cast<mlir::ModuleOp>(Module->clone(Copies)));
  auto Function = Copy->lookupSymbol<mlir::func::FuncOp>("main");
  mlir::Block &Body = Function.getBody().front();
  mlir::Operation *Return = Body.getTerminator();
  SmallVector<mlir::Value> Values;
  if (KeepResults)
    Values.append(Return->operand_begin(), Return->operand_end());
  for (const SlicedValue &V : Results)
    Values.push_back(Copies.lookup(valueOf(V)));
  Return->setOperands(Values);
  for (const SlicedValue &V : Arguments) {
    mlir::Value Old = Copies.lookup(valueOf(V));
    Old.replaceAllUsesWith(Body.addArgument(Old.getType(), Old.getLoc()));
  }
  eraseUnused(Body);
  Function.removeResAttrsAttr();
  Function.removeArgAttrsAttr();
  Function.setType(mlir::FunctionType::get(Module->getContext(),
                                           Body.getArgumentTypes(),
                                           Return->getOperandTypes()));
  std::string Text;
  raw_string_ostream OS(Text);
  Copy->print(OS, mlir::OpPrintingFlags().enableDebugInfo());
  return MemoryBuffer::getMemBufferCopy(Text, "part of @main");
}
