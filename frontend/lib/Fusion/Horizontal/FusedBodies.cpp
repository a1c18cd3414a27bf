//===- FusedBodies.cpp - bodies of functions side by side -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bodies are assigned to cores by list scheduling, the longest one first. A
// core starts the first loads of as many bodies as fit a part of the
// scratchpad, then runs the rest of each, and waits for the stores of all.
//
//===----------------------------------------------------------------------===//

#include "FusedBodies.h"
#include "Plan/Blocks/BlockPlan.h"
#include "Plan/PlannedCost.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace matrix;

/// The part of the scratchpad for buffers of bodies whose transfers overlap.
static constexpr int64_t kPart = 4;

//===----------------------------------------------------------------------===//
// Assignment
//===----------------------------------------------------------------------===//

static int64_t getCycles(func::FuncOp function) {
  CostAttr cost = getPlannedCost(function);
  return cost ? cost.getPredicted() : 1;
}

/// Returns the bodies of each core: the longest one that remains is assigned to
/// the core with the fewest cycles.
static std::vector<std::vector<FusedBody>> assign(std::vector<FusedBody> bodies,
                                                  int64_t cores) {
  llvm::stable_sort(bodies, [](const FusedBody &a, const FusedBody &b) {
    return getCycles(a.function) > getCycles(b.function);
  });
  SmallVector<int64_t> cycles(cores, 0);
  std::vector<std::vector<FusedBody>> assigned(cores);
  for (FusedBody &body : bodies) {
    size_t core = llvm::min_element(cycles) - cycles.begin();
    cycles[core] += getCycles(body.function);
    assigned[core].push_back(std::move(body));
  }
  return assigned;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// The loads of the first step, what follows, and waits for the last stores.
enum class BodyPart { Loads, Rest, Waits };

/// Returns the first of the waits before the end, or the end.
static Operation *findLastWaits(func::FuncOp function) {
  Operation *end = function.front().getTerminator();
  while (isa_and_nonnull<DmaWaitOp>(end->getPrevNode()))
    end = end->getPrevNode();
  return end;
}

static void emit(OpBuilder &builder, FusedBody &body, BodyPart part) {
  BodyPart current = BodyPart::Loads;
  Operation *waits = findLastWaits(body.function);
  for (Operation &op : body.function.front().without_terminator()) {
    if (current == BodyPart::Loads &&
        (isa<DmaWaitOp>(op) || op.getNumRegions() > 0))
      current = BodyPart::Rest;
    if (&op == waits)
      current = BodyPart::Waits;
    if (current == part)
      builder.clone(op, body.mapping);
  }
}

/// Returns the bytes of all buffers in the scratchpad.
static int64_t countBytes(func::FuncOp function) {
  int64_t bytes = 0;
  function.walk([&](memref::AllocOp op) {
    MemRefType type = op.getType();
    if (inScratchpad(type))
      bytes += type.getNumElements() *
               llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  });
  return bytes;
}

static void emitInterleaved(OpBuilder &builder,
                            MutableArrayRef<FusedBody> bodies, int64_t limit) {
  while (!bodies.empty()) {
    size_t count = 0;
    for (int64_t bytes = 0; count < bodies.size(); ++count) {
      bytes += countBytes(bodies[count].function);
      if (count > 0 && bytes > limit)
        break;
    }
    for (BodyPart part : {BodyPart::Loads, BodyPart::Rest, BodyPart::Waits})
      for (FusedBody &body : bodies.take_front(count))
        emit(builder, body, part);
    bodies = bodies.drop_front(count);
  }
}

void matrix::emitFusedBodies(func::FuncOp function,
                             std::vector<FusedBody> bodies, int64_t cores) {
  ImplicitLocOpBuilder b(function.getLoc(), function.front().getTerminator());
  int64_t limit = getScratchpadCapacity(getTarget(function)) / kPart;
  Value core = CoreIdOp::create(b);
  for (auto &&[number, members] :
       llvm::enumerate(assign(std::move(bodies), cores))) {
    if (members.empty())
      continue;
    Value isOwn = arith::CmpIOp::create(
        b, arith::CmpIPredicate::eq, core,
        arith::ConstantIndexOp::create(b, int64_t(number)));
    auto guard = scf::IfOp::create(b, isOwn, /*withElseRegion=*/false);
    OpBuilder inside = guard.getThenBodyBuilder();
    emitInterleaved(inside, members, limit);
  }
  BarrierOp::create(b);
}
