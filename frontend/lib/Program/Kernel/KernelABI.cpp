//===- KernelABI.cpp - calling convention of kernels ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites @main to take one pointer to the argument block, which consists of
// 64-bit addresses of dense row-major tensors in DRAM:
//
//   | input 0 | ... | input n-1 | result 0 | ... | result m-1 |
//
// and emits a JSON table of the arguments to the section `.matrix.kernel`.
//
//===----------------------------------------------------------------------===//

#include "Access/DramTensor.h"
#include "EntryTypes.h"
#include "Report/MinimumWork.h"
#include "matrix/Description/Target.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#define DEBUG_TYPE "matrix-kernel-abi"

namespace matrix {
#define GEN_PASS_DEF_MATRIXKERNELABIPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

static constexpr StringLiteral kEntry = "main";
static constexpr StringLiteral kTableName = "matrix_kernel_table";
static constexpr StringLiteral kTableSection = ".matrix.kernel";

//===----------------------------------------------------------------------===//
// Argument table
//===----------------------------------------------------------------------===//

static llvm::json::Object describe(const Twine &name, MemRefType type,
                                   StringRef direction) {
  std::string element;
  llvm::raw_string_ostream(element) << type.getElementType();
  return llvm::json::Object{{"name", name.str()},
                            {"type", element},
                            {"shape", llvm::json::Array(type.getShape())},
                            {"dir", direction}};
}

static llvm::json::Value toJson(Attribute attribute) {
  if (auto number = dyn_cast<IntegerAttr>(attribute))
    return number.getInt();
  if (auto text = dyn_cast<StringAttr>(attribute))
    return llvm::json::fixUTF8(text.getValue());
  if (auto list = dyn_cast<ArrayAttr>(attribute)) {
    llvm::json::Array values;
    for (Attribute element : list)
      values.push_back(toJson(element));
    return values;
  }
  if (auto fields = dyn_cast<DictionaryAttr>(attribute)) {
    llvm::json::Object object;
    for (NamedAttribute field : fields)
      object[field.getName().strref()] = toJson(field.getValue());
    return object;
  }
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return text;
}

static std::string makeTable(FunctionType type, int64_t cores, uint64_t stack,
                             Attribute work) {
  llvm::json::Array args;
  for (auto [i, input] : llvm::enumerate(type.getInputs()))
    args.push_back(describe("arg" + Twine(i), cast<MemRefType>(input), "in"));
  for (auto [i, result] : llvm::enumerate(type.getResults()))
    args.push_back(
        describe("result" + Twine(i), cast<MemRefType>(result), "out"));
  llvm::json::Object table{
      {"mode", "spmd"}, {"cores", cores}, {"args", std::move(args)}};
  if (stack)
    table["stack"] = stack;
  if (work)
    table["work"] = toJson(work);
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(table));
  return text;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Returns the allocation of which `value` is a complete, possibly reshaped
/// view.
static memref::AllocOp findAllocation(Value value, Block &entry) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op))
      return alloc->getBlock() == &entry && alloc.getType().hasStaticShape()
                 ? alloc
                 : memref::AllocOp();
    if (!isa<memref::CollapseShapeOp, memref::ExpandShapeOp, memref::CastOp>(
            op))
      return {};
    value = op->getOperand(0);
  }
  return {};
}

namespace {

struct KernelABI : matrix::impl::MatrixKernelABIPassBase<KernelABI> {
  using MatrixKernelABIPassBase::MatrixKernelABIPassBase;

  void runOnOperation() override {
    auto entry = getOperation().lookupSymbol<func::FuncOp>(kEntry);
    if (!entry || entry.isExternal()) {
      reportMissingEntry();
      return signalPassFailure();
    }
    if (failed(check(entry)))
      return signalPassFailure();
    int64_t count = countCores(entry);
    Attribute work = getOperation()->removeDiscardableAttr(kWorkAttrName);
    addTable(entry.getLoc(),
             makeTable(entry.getFunctionType(), count, getOwnStack(), work));
    convert(entry);
  }

  int64_t countCores(func::FuncOp entry) {
    return cores > 0 ? int64_t(cores) : int64_t(getTarget(entry).cores);
  }

  /// Returns the bytes of a stack that is not the variant's, otherwise 0.
  uint64_t getOwnStack() {
    auto target = getOperation()->getAttrOfType<TargetAttr>(
        MatrixDialect::kTargetAttrName);
    return target ? target.getStack() : 0;
  }

  /// Reports at a function if there is one, because modules often have no
  /// location.
  void reportMissingEntry() {
    Operation *location = getOperation();
    for (auto function : getOperation().getOps<func::FuncOp>())
      location = function;
    location->emitError(
        "no function '@main' with a body, which is the entry of a kernel");
  }

  /// Returns the type in the source program: a tensor, unless a tensor has no
  /// such layout or space.
  static Type toTensorType(Type type) {
    if (auto unranked = dyn_cast<UnrankedMemRefType>(type))
      return UnrankedTensorType::get(unranked.getElementType());
    auto memref = dyn_cast<MemRefType>(type);
    if (memref && memref.getLayout().isIdentity() && inDram(memref))
      return RankedTensorType::get(memref.getShape(), memref.getElementType());
    return type;
  }

  LogicalResult check(func::FuncOp entry) {
    FunctionType type = entry.getFunctionType();
    for (Type value :
         llvm::concat<const Type>(type.getInputs(), type.getResults())) {
      auto memref = dyn_cast<MemRefType>(value);
      if (!memref || !memref.hasStaticShape() ||
          !memref.getLayout().isIdentity() || !inDram(memref) ||
          !memref.getElementType().isIntOrFloat())
        return entry.emitError("arguments and results of '@main' must be dense "
                               "tensors of numbers with static shape, not ")
               << toTensorType(value);
      if (!isStoredElement(memref.getElementType()))
        return entry.emitError("no file holds the elements of ")
               << toTensorType(value)
               << ", an argument or result of '@main'; use i1, i8, i16, i32, "
                  "i64, f16, bf16, f32, f64 or an f8 type";
    }
    if (!llvm::hasSingleElement(entry.getBody()))
      return entry.emitError("'@main' must consist of one block");
    return checkSize(entry);
  }

  LogicalResult checkSize(func::FuncOp entry) {
    double bytes = 0, limit = 0;
    FunctionType type = entry.getFunctionType();
    for (Type value :
         llvm::concat<const Type>(type.getInputs(), type.getResults())) {
      auto memref = cast<MemRefType>(value);
      double size = llvm::divideCeil(memref.getElementTypeBitWidth(), 8);
      for (int64_t extent : memref.getShape())
        size *= extent;
      bytes += size;
    }
    if (auto *memory = getTarget(entry).memoryIn(desc::address_space::dram))
      limit = memory->size;
    if (bytes <= limit)
      return success();
    return entry.emitError("arguments and results of '@main' need ")
           << llvm::formatv("{0:F0} bytes, and the target's DRAM has {1:F0}",
                            bytes, limit)
                  .str();
  }

  void addTable(Location loc, StringRef table) {
    OpBuilder builder = OpBuilder::atBlockBegin(getOperation().getBody());
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), table.size());
    auto global = LLVM::GlobalOp::create(
        builder, loc, type, /*isConstant=*/true, LLVM::Linkage::External,
        kTableName, builder.getStringAttr(table));
    global.setSection(kTableSection);
  }

  void convert(func::FuncOp entry) {
    FunctionType type = entry.getFunctionType();
    Block &body = entry.front();
    Location loc = entry.getLoc();
    auto builder = ImplicitLocOpBuilder::atBlockBegin(loc, &body);
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    unsigned numInputs = type.getNumInputs();
    Value args = body.addArgument(pointer, loc);
    SmallVector<Value> tensors =
        loadDramAddresses(builder, args, numInputs + type.getNumResults(),
                          getTarget(entry).dma != nullptr, countCores(entry));
    for (auto [tensor, value] :
         llvm::zip_equal(tensors, llvm::concat<const Type>(type.getInputs(),
                                                           type.getResults())))
      tensor = getDramTensor(builder, tensor, cast<MemRefType>(value));
    for (unsigned i = 0; i < numInputs; ++i)
      body.getArgument(i).replaceAllUsesWith(tensors[i]);
    body.eraseArguments(0, numInputs);
    returnInPlace(body, ArrayRef(tensors).drop_front(numInputs));
    entry.removeArgAttrsAttr();
    entry.removeResAttrsAttr();
    entry.setType(builder.getFunctionType(pointer, {}));
  }

  /// A result with its own buffer is computed in the caller's memory; otherwise
  /// it is copied there.
  void returnInPlace(Block &body, ArrayRef<Value> results) {
    auto exit = cast<func::ReturnOp>(body.getTerminator());
    ImplicitLocOpBuilder builder(exit.getLoc(), exit);
    for (auto [value, result] : llvm::zip_equal(exit.getOperands(), results)) {
      memref::AllocOp alloc = findAllocation(value, body);
      if (!alloc) {
        LDBG() << "copies the result " << value;
        ++numCopied;
        memref::CopyOp::create(builder, value, result);
        continue;
      }
      ++numInPlace;
      // Views the caller's memory in the shape of the buffer.
      ImplicitLocOpBuilder early(alloc.getLoc(), alloc);
      Value address = getDramAddress(early, result);
      alloc.replaceAllUsesWith(getDramTensor(early, address, alloc.getType()));
      alloc.erase();
    }
    func::ReturnOp::create(builder);
    exit.erase();
  }
};

} // namespace
