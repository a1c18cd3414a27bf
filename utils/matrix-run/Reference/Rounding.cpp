//===- Rounding.cpp - rounding formats of results -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the backward slice of each result by a worklist over operands and
// callees, and the largest tolerance of the rounding operations in it. The
// slice is at the level of @main: an operation with regions contributes all
// operations inside. If @main has several blocks, all of it is the slice, since
// block arguments connect the blocks.
//
//===----------------------------------------------------------------------===//

#include "Rounding.h"
#include "Reference.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

/// Returns true if the result has no significant bits beyond the operands.
static bool isExact(mlir::Operation *Op) {
  return isa<mlir::arith::ConstantOp, mlir::arith::NegFOp, mlir::arith::ExtFOp,
             mlir::arith::MaximumFOp, mlir::arith::MinimumFOp,
             mlir::arith::MaxNumFOp, mlir::arith::MinNumFOp,
             mlir::arith::SelectOp, mlir::math::AbsFOp, mlir::math::CopySignOp,
             mlir::math::FloorOp, mlir::math::CeilOp, mlir::math::TruncOp,
             mlir::math::RoundOp, mlir::math::RoundEvenOp>(Op);
}

/// Linalg operations without a region, such as softmax, round as well.
static bool rounds(mlir::Operation *Op) {
  return (isa<mlir::arith::ArithDialect, mlir::math::MathDialect>(
              Op->getDialect()) &&
          !isExact(Op)) ||
         isa<mlir::linalg::SoftmaxOp>(Op);
}

static double toleranceOf(mlir::Type Type) {
  auto Element = dyn_cast<mlir::FloatType>(mlir::getElementTypeOrSelf(Type));
  if (!Element)
    return 0;
  std::string Text;
  raw_string_ostream(Text) << Element;
  return defaultTolerance(Text);
}

/// Largest tolerance of an operation with its regions and callees.
static double roundingOf(mlir::Operation *Op,
                         SetVector<mlir::Operation *> &Functions) {
  double Largest = 0;
  Op->walk([&](mlir::Operation *Inner) {
    if (auto Call = dyn_cast<mlir::func::CallOp>(Inner))
      if (mlir::Operation *Callee = mlir::SymbolTable::lookupNearestSymbolFrom(
              Call, Call.getCalleeAttr()))
        Functions.insert(Callee);
    if (Inner->getDialect() && rounds(Inner))
      for (mlir::Type Type : Inner->getResultTypes())
        Largest = std::max(Largest, toleranceOf(Type));
  });
  return Largest;
}

/// Backward slice of the value at function level.
static SetVector<mlir::Operation *> sliceOf(mlir::Value Value) {
  SetVector<mlir::Value> Values;
  SetVector<mlir::Operation *> Slice;
  Values.insert(Value);
  for (size_t I = 0; I < Values.size(); ++I) { // worklist
    mlir::Operation *Op = Values[I].getDefiningOp();
    if (!Op || !Slice.insert(Op))
      continue;
    Values.insert(Op->operand_begin(), Op->operand_end());
    mlir::getUsedValuesDefinedAbove(Op->getRegions(), Values);
  }
  return Slice;
}

static double roundingOf(mlir::Value Result, mlir::func::FuncOp Main) {
  if (toleranceOf(Result.getType()) == 0)
    return 0;
  // Block arguments connect the slices of blocks.
  SetVector<mlir::Operation *> Slice;
  if (Main.getBody().hasOneBlock())
    Slice = sliceOf(Result);
  else
    Slice.insert(Main);
  SetVector<mlir::Operation *> Functions;
  double Largest = 0;
  for (mlir::Operation *Op : Slice)
    Largest = std::max(Largest, roundingOf(Op, Functions));
  for (size_t I = 0; I < Functions.size(); ++I) // worklist
    Largest = std::max(Largest, roundingOf(Functions[I], Functions));
  return Largest;
}

Expected<std::vector<double>> run::findRounding(const MemoryBuffer &Source) {
  mlir::MLIRContext Context(makeReferenceRegistry(),
                            mlir::MLIRContext::Threading::DISABLED);
  Context.allowUnregisteredDialects(); // accelerator attributes
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(
      MemoryBuffer::getMemBuffer(Source.getMemBufferRef()), SMLoc());
  auto Module = mlir::parseSourceFile<mlir::ModuleOp>(Sources, &Context);
  auto Main =
      Module ? Module->lookupSymbol<mlir::func::FuncOp>("main") : nullptr;
  if (!Main || Main.isExternal())
    return makeError(Source.getBufferIdentifier() +
                     ": error: no function @main");
  std::vector<double> Largest;
  for (mlir::Value Result :
       Main.getBody().back().getTerminator()->getOperands())
    Largest.push_back(roundingOf(Result, Main));
  return Largest;
}
