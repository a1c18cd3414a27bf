//===- OutlineScalarCode.cpp - functions for scalar code ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's passes take more than linear time in the number of loops of one
// function. In a program of many scalar operations, each Linalg operation and
// each loop nest without one becomes a call of a function, with addresses;
// equal ones have one function:
//
//   func.call @scalar_code(%a, %b) : (!llvm.ptr, !llvm.ptr) -> ()
//
//===----------------------------------------------------------------------===//

#include "Access/DramTensor.h"
#include "Fusion/FusionGroupFunction.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-outline-scalar-code"

namespace matrix {
#define GEN_PASS_DEF_MATRIXOUTLINESCALARCODEPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

static constexpr StringLiteral kFunctionName = "matrix_scalar_code";

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

static bool isScalar(Type type) { return type.isIntOrIndexOrFloat(); }

/// Returns whether the type is that of DRAM or of a core register.
static bool isScalarOrInDram(Value value) {
  Type type = value.getType();
  return isScalar(type) || isa<LLVM::LLVMPointerType>(type) ||
         (isa<MemRefType>(type) && inDram(type));
}

/// Returns whether the operation is neither tile code nor a call.
static bool isScalarCode(Operation *op) {
  if (isa<MatrixDialect, func::FuncDialect>(op->getDialect()))
    return false;
  return llvm::all_of(op->getOperands(), isScalarOrInDram) &&
         llvm::all_of(op->getResults(), isScalarOrInDram);
}

namespace {

/// Finds the operations to be moved: none contains another.
class CandidateFinder {
public:
  SmallVector<Operation *> found;

  void visit(Region &region) {
    for (Operation &op : region.getOps())
      visit(&op);
  }

private:
  void visit(Operation *op) {
    bool isLinalg = isa<linalg::LinalgOp>(op);
    if (!isLinalg && !isa<LoopLikeOpInterface>(op))
      return visitRegions(op);
    if (canOutline(op))
      found.push_back(op);
    else if (!isLinalg)
      visitRegions(op);
  }

  void visitRegions(Operation *op) {
    for (Region &region : op->getRegions())
      visit(region);
  }

  static bool canOutline(Operation *op) {
    if (!llvm::all_of(op->getResultTypes(), isScalar))
      return false;
    return !op->walk([&](Operation *inner) {
                bool isMovable = isScalarCode(inner) &&
                                 (inner == op || !isa<linalg::LinalgOp>(inner));
                return isMovable ? WalkResult::advance()
                                 : WalkResult::interrupt();
              }).wasInterrupted();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static bool isConstant(Value value) {
  return matchPattern(value, m_Constant());
}

/// Returns the values defined outside that an operation uses, in order of use:
/// equal operations have equal orders.
static SetVector<Value> findInputs(Operation *op) {
  SetVector<Value> inputs;
  op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()))
        inputs.insert(operand);
  });
  return inputs;
}

/// Dense tensors are passed by their addresses.
static bool isPassedByAddress(Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  return type && type.hasStaticShape() && type.getLayout().isIdentity();
}

static llvm::hash_code hashCode(func::FuncOp function) {
  llvm::hash_code hash = hash_value(function.getFunctionType());
  function.getBody().walk([&](Operation *op) {
    hash = llvm::hash_combine(hash, op->getName(),
                              op->getDiscardableAttrDictionary(),
                              op->hashProperties());
  });
  return hash;
}

static bool areEquivalent(func::FuncOp a, func::FuncOp b) {
  return a.getFunctionType() == b.getFunctionType() &&
         OperationEquivalence::isRegionEquivalentTo(
             &a.getBody(), &b.getBody(),
             OperationEquivalence::Flags::IgnoreLocations);
}

namespace {

struct OutlineScalarCode
    : matrix::impl::MatrixOutlineScalarCodePassBase<OutlineScalarCode> {
  using MatrixOutlineScalarCodePassBase::MatrixOutlineScalarCodePassBase;

  void runOnOperation() override {
    SymbolTable table(getOperation());
    symbols = &table;
    known.clear();
    CandidateFinder finder;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.getNoInline()) // groups' functions
        finder.visit(function.getBody());
    if (finder.found.size() <= maxInline)
      return;
    for (Operation *op : finder.found)
      outline(op);
  }

private:
  void outline(Operation *op) {
    ++numOutlined;
    SetVector<Value> inputs = findInputs(op);
    func::FuncOp callee =
        deduplicate(makeFunction(op, inputs.getArrayRef()), op);
    ImplicitLocOpBuilder builder(op->getLoc(), op);
    SmallVector<Value> arguments;
    for (Value input : inputs)
      if (isPassedByAddress(input))
        arguments.push_back(getDramAddress(builder, input));
      else if (!isConstant(input))
        arguments.push_back(input);
    auto call = func::CallOp::create(builder, callee, arguments);
    op->replaceAllUsesWith(call.getResults());
    op->erase();
  }

  static func::FuncOp makeFunction(Operation *op, ArrayRef<Value> inputs) {
    Location loc = op->getLoc();
    ImplicitLocOpBuilder builder(loc, op->getContext());
    auto function = func::FuncOp::create(loc, kFunctionName,
                                         builder.getFunctionType({}, {}));
    Block *body = function.addEntryBlock();
    builder.setInsertionPointToEnd(body);
    IRMapping mapping;
    for (Value input : inputs)
      mapping.map(input, addInput(builder, *body, input));
    Operation *copy = builder.clone(*op, mapping);
    func::ReturnOp::create(builder, copy->getResults());
    function.setType(builder.getFunctionType(body->getArgumentTypes(),
                                             copy->getResultTypes()));
    function.setPrivate();
    disableInlining(function);
    return function;
  }

  /// The input inside the function, which gets an argument for it.
  static Value addInput(ImplicitLocOpBuilder &builder, Block &body,
                        Value input) {
    if (isConstant(input))
      return builder.clone(*input.getDefiningOp())->getResult(0);
    if (!isPassedByAddress(input))
      return body.addArgument(input.getType(), builder.getLoc());
    Value address = body.addArgument(
        LLVM::LLVMPointerType::get(builder.getContext()), builder.getLoc());
    return getDramTensor(builder, address, cast<MemRefType>(input.getType()));
  }

  /// The function, or one that was equal before. A function of several
  /// operations has no lines: they would be those of one.
  func::FuncOp deduplicate(func::FuncOp function, Operation *user) {
    SmallVector<func::FuncOp> &similar = known[hashCode(function)];
    for (func::FuncOp other : similar)
      if (areEquivalent(function, other)) {
        function.erase();
        dropLocations(other);
        return other;
      }
    ++numFunctions;
    LDBG() << "new function for " << *user;
    symbols->insert(function, std::next(Block::iterator(
                                  user->getParentOfType<func::FuncOp>())));
    similar.push_back(function);
    return function;
  }

  static void dropLocations(func::FuncOp function) {
    Location unknown = UnknownLoc::get(function.getContext());
    if (function.getLoc() == unknown)
      return;
    function.walk([&](Operation *op) { op->setLoc(unknown); });
  }

  SymbolTable *symbols = nullptr;
  llvm::DenseMap<size_t, SmallVector<func::FuncOp>> known;
};

} // namespace
