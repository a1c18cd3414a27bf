//===- ReferenceDecomposition.cpp - operations without loops --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites operations that upstream neither bufferizes nor lowers to loops:
// aggregate operations by upstream's decompositions, gathers and scatters to
// loops over their elements. A gather is a tensor.generate over the positions
// of its result; a scatter is a loop nest over its source that carries the
// destination tensor, so that of equal positions the last one in row-major
// order has effect.
//
//===----------------------------------------------------------------------===//

#include "ReferenceLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

/// `linalg.softmax` on narrow floats computes in f32 and rounds once
/// (docs/contracts.md).
static void widenSoftmax(mlir::linalg::SoftmaxOp Op,
                         mlir::IRRewriter &Rewriter) {
  auto Type = cast<mlir::RankedTensorType>(Op.getInput().getType());
  auto Element = dyn_cast<mlir::FloatType>(Type.getElementType());
  if (!Element || Element.getWidth() >= 32 || !Type.hasStaticShape())
    return;
  Rewriter.setInsertionPoint(Op);
  mlir::Location Loc = Op.getLoc();
  auto Wide = cast<mlir::RankedTensorType>(Type.clone(Rewriter.getF32Type()));
  mlir::Value Input =
      mlir::arith::ExtFOp::create(Rewriter, Loc, Wide, Op.getInput());
  mlir::Value Empty = mlir::tensor::EmptyOp::create(
      Rewriter, Loc, Wide.getShape(), Wide.getElementType());
  mlir::Value Softmax =
      mlir::linalg::SoftmaxOp::create(Rewriter, Loc, mlir::TypeRange(Wide),
                                      Input, Empty, Op.getDimension())
          .getResult()
          .front();
  Rewriter.replaceOpWithNewOp<mlir::arith::TruncFOp>(Op, Type, Softmax);
}

/// Reads the coordinates of one element or slice.
static SmallVector<mlir::Value>
readCoordinates(mlir::ImplicitLocOpBuilder &Builder, mlir::Value Coordinates,
                mlir::ValueRange Batch, size_t Number) {
  SmallVector<mlir::Value> Found;
  for (size_t I = 0; I < Number; ++I) {
    SmallVector<mlir::Value> Position(Batch);
    Position.push_back(mlir::arith::ConstantIndexOp::create(Builder, I));
    mlir::Value Index =
        mlir::tensor::ExtractOp::create(Builder, Coordinates, Position);
    if (!Index.getType().isIndex())
      Index = mlir::arith::IndexCastOp::create(Builder, Builder.getIndexType(),
                                               Index);
    Found.push_back(Index);
  }
  return Found;
}

/// Returns the position in the whole tensor: `Inner` has no entry for a
/// gathered dimension, or one that is 0.
static SmallVector<mlir::Value> mergePosition(ArrayRef<mlir::Value> Gathered,
                                              ArrayRef<int64_t> Dims,
                                              mlir::ValueRange Inner,
                                              int64_t Rank) {
  bool Keeps = int64_t(Inner.size()) == Rank;
  SmallVector<mlir::Value> Position;
  for (int64_t Dim = 0, Next = 0; Dim < Rank; ++Dim) {
    const int64_t *Found = llvm::find(Dims, Dim);
    bool IsGathered = Found != Dims.end();
    Position.push_back(IsGathered ? Gathered[Found - Dims.begin()]
                                  : Inner[Next]);
    Next += !IsGathered || Keeps;
  }
  return Position;
}

/// Positions of the result are those of the batch, then those of the slice.
static LogicalResult decompose(mlir::tensor::GatherOp Op,
                               mlir::IRRewriter &Rewriter) {
  int64_t Rank = Op.getSourceType().getRank();
  size_t BatchRank = Op.getIndicesType().getRank() - 1;
  Rewriter.replaceOpWithNewOp<mlir::tensor::GenerateOp>(
      Op, Op.getResultType(), mlir::ValueRange(),
      [&](mlir::OpBuilder &Body, mlir::Location Loc,
          mlir::ValueRange Position) {
        mlir::ImplicitLocOpBuilder Inside(Loc, Body);
        SmallVector<mlir::Value> Gathered = readCoordinates(
            Inside, Op.getIndices(), Position.take_front(BatchRank),
            Op.getGatherDims().size());
        mlir::Value Element = mlir::tensor::ExtractOp::create(
            Body, Loc, Op.getSource(),
            mergePosition(Gathered, Op.getGatherDims(),
                          Position.drop_front(BatchRank), Rank));
        mlir::tensor::YieldOp::create(Body, Loc, Element);
      });
  return success();
}

/// Loops over the elements of the source.
static LogicalResult decompose(mlir::tensor::ScatterOp Op,
                               mlir::IRRewriter &Rewriter) {
  mlir::Location Loc = Op.getLoc();
  size_t BatchRank = Op.getIndicesType().getRank() - 1;
  ArrayRef<int64_t> Shape = Op.getSourceType().getShape();
  auto MakeIndex = [&](int64_t Number) -> mlir::Value {
    return mlir::arith::ConstantIndexOp::create(Rewriter, Loc, Number);
  };
  SmallVector<mlir::Value> From(Shape.size(), MakeIndex(0)), To,
      Step(Shape.size(), MakeIndex(1));
  for (int64_t Extent : Shape)
    To.push_back(MakeIndex(Extent));
  mlir::scf::LoopNest Nest = mlir::scf::buildLoopNest(
      Rewriter, Loc, From, To, Step, Op.getDest(),
      [&](mlir::OpBuilder &Body, mlir::Location, mlir::ValueRange Position,
          mlir::ValueRange Carried) -> mlir::scf::ValueVector {
        mlir::Value Element = mlir::tensor::ExtractOp::create(
            Body, Loc, Op.getSource(), Position);
        mlir::ImplicitLocOpBuilder Inside(Loc, Body);
        SmallVector<mlir::Value> Scattered = readCoordinates(
            Inside, Op.getIndices(), Position.take_front(BatchRank),
            Op.getScatterDims().size());
        return {mlir::tensor::InsertOp::create(
            Body, Loc, Element, Carried.front(),
            mergePosition(Scattered, Op.getScatterDims(),
                          Position.drop_front(BatchRank),
                          Op.getDestType().getRank()))};
      });
  Rewriter.replaceOp(Op, Nest.results);
  return success();
}

/// Decomposes aggregate operations, for which the pipeline has no loops.
static LogicalResult decompose(mlir::Operation *Op,
                               mlir::IRRewriter &Rewriter) {
  Rewriter.setInsertionPoint(Op);
  if (auto Pack = dyn_cast<mlir::linalg::PackOp>(Op))
    return mlir::linalg::lowerPack(Rewriter, Pack);
  if (auto UnPack = dyn_cast<mlir::linalg::UnPackOp>(Op))
    return mlir::linalg::lowerUnPack(Rewriter, UnPack);
  if (auto Gather = dyn_cast<mlir::tensor::GatherOp>(Op))
    return decompose(Gather, Rewriter);
  if (auto Scatter = dyn_cast<mlir::tensor::ScatterOp>(Op))
    return decompose(Scatter, Rewriter);
  if (auto Bitcast = dyn_cast<mlir::tensor::BitcastOp>(Op)) {
    Rewriter.replaceOpWithNewOp<mlir::arith::BitcastOp>(Op, Bitcast.getType(),
                                                        Bitcast.getSource());
    return success();
  }
  if (auto Poison = dyn_cast<mlir::ub::PoisonOp>(Op)) {
    Rewriter.replaceOpWithNewOp<mlir::arith::ConstantOp>(
        Op, cast<mlir::TypedAttr>(Rewriter.getZeroAttr(Poison.getType())));
    return success();
  }
  auto Aggregate = cast<mlir::linalg::AggregatedOpInterface>(Op);
  FailureOr<SmallVector<mlir::Value>> Parts =
      Aggregate.decomposeOperation(Rewriter);
  if (failed(Parts))
    return failure();
  Rewriter.replaceOp(Op, *Parts);
  return success();
}

template <typename... Ops>
static SmallVector<mlir::Operation *> collect(mlir::ModuleOp Module) {
  SmallVector<mlir::Operation *> Found;
  Module.walk([&](mlir::Operation *Op) {
    if (isa<Ops...>(Op))
      Found.push_back(Op);
  });
  return Found;
}

LogicalResult run::decomposeOperations(mlir::ModuleOp Module) {
  mlir::IRRewriter Rewriter(Module.getContext());
  for (mlir::Operation *Op : collect<mlir::linalg::SoftmaxOp>(Module))
    widenSoftmax(cast<mlir::linalg::SoftmaxOp>(Op), Rewriter);
  for (mlir::Operation *Op :
       collect<mlir::linalg::AggregatedOpInterface, mlir::linalg::PackOp,
               mlir::linalg::UnPackOp, mlir::tensor::GatherOp,
               mlir::tensor::ScatterOp, mlir::tensor::BitcastOp,
               mlir::ub::PoisonOp>(Module))
    if (failed(decompose(Op, Rewriter)))
      return Op->emitError("cannot be decomposed for the reference");
  mlir::RewritePatternSet Patterns(Module.getContext());
  mlir::tensor::populateDecomposeTensorConcatPatterns(Patterns);
  mlir::linalg::populateDecomposeWinogradOpsPatterns(Patterns);
  mlir::walkAndApplyPatterns(Module, std::move(Patterns));
  return success();
}
