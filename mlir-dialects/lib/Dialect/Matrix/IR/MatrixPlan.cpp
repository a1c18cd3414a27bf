//===- MatrixPlan.cpp - plans of fusion groups ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifies the structure of plans: what holds for every group and target. Loops
// are ordered from the outermost; each dimension occurs once, each role in
// tiles at most once, and loops that are divided over cores enclose the
// sequential ones and are divided in one way.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/MatrixPlan.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace matrix;

#define GET_OP_CLASSES
#include "matrix/Dialect/Matrix/IR/MatrixPlanOp.cpp.inc"

using EmitError = function_ref<InFlightDiagnostic()>;

static LogicalResult requireAtLeast(EmitError emitError, StringRef name,
                                    int64_t value, int64_t minimum = 1) {
  if (value >= minimum)
    return success();
  return emitError() << "'" << name << " = " << value << "'; at least "
                     << minimum << " is required";
}

LogicalResult LoopAttr::verify(EmitError emitError, LoopRole, int64_t dim,
                               int64_t extent, int64_t block,
                               LoopDivision division, int64_t cores) {
  if (failed(requireAtLeast(emitError, "dim", dim, 0)) ||
      failed(requireAtLeast(emitError, "extent", extent)) ||
      failed(requireAtLeast(emitError, "block", block)) ||
      failed(requireAtLeast(emitError, "cores", cores)))
    return failure();
  if (cores > 1 && division != LoopDivision::Grid)
    return emitError() << "'cores' of a loop requires 'division = grid'";
  return success();
}

LogicalResult ValueAttr::verify(EmitError emitError, ValueRole role,
                                ValuePlace place, int64_t buffers,
                                int64_t multicast) {
  if (failed(requireAtLeast(emitError, "buffers", buffers)) ||
      failed(requireAtLeast(emitError, "multicast", multicast)))
    return failure();
  bool isLoaded = role != ValueRole::Accumulators && role != ValueRole::Result;
  if (role != ValueRole::Accumulators && place != ValuePlace::Scratchpad)
    return emitError() << "the blocks of '" << stringifyValueRole(role)
                       << "' are in the scratchpad";
  if (role == ValueRole::Accumulators && buffers > 1)
    return emitError() << "accumulators have one buffer";
  if (!isLoaded && multicast > 1)
    return emitError() << "'" << stringifyValueRole(role)
                       << "' is not loaded, so 'multicast' does not apply";
  return success();
}

LogicalResult CostAttr::verify(EmitError emitError, int64_t products,
                               int64_t loads, int64_t dram, int64_t predicted,
                               PlanLimit) {
  for (auto [name, value] :
       {std::pair<StringRef, int64_t>("products", products),
        {"loads", loads},
        {"dram", dram},
        {"predicted", predicted}})
    if (failed(requireAtLeast(emitError, name, value, 0)))
      return failure();
  return success();
}

/// Requires each dimension and each role in tiles once, and distributed loops
/// outside of the others.
static LogicalResult verifyLoops(EmitError emitError,
                                 ArrayRef<LoopAttr> loops) {
  llvm::SmallDenseSet<int64_t> dims;
  llvm::SmallDenseSet<uint32_t> roles;
  for (auto [i, loop] : llvm::enumerate(loops)) {
    if (!dims.insert(loop.getDim()).second ||
        loop.getDim() >= int64_t(loops.size()))
      return emitError() << "'dim = " << loop.getDim()
                         << "'; the dimensions of " << loops.size()
                         << " loops are 0 to " << loops.size() - 1
                         << ", each once";
    if (loop.getRole() != LoopRole::Outer &&
        !roles.insert(uint32_t(loop.getRole())).second)
      return emitError() << "two loops are '"
                         << stringifyLoopRole(loop.getRole()) << "'";
    LoopDivision before = loops[i ? i - 1 : 0].getDivision();
    if (loop.getDivision() == before ||
        loop.getDivision() == LoopDivision::Sequential)
      continue;
    if (before == LoopDivision::Sequential)
      return emitError() << "a distributed loop is inside of a sequential one";
    return emitError() << "'cyclic' and 'grid' in one plan";
  }
  return success();
}

LogicalResult PlanAttr::verify(EmitError emitError, int64_t cores,
                               ArrayRef<LoopAttr> loops,
                               ArrayRef<int64_t> registers, ArrayRef<ValueAttr>,
                               CostAttr) {
  if (failed(requireAtLeast(emitError, "cores", cores)))
    return failure();
  if (!registers.empty() &&
      (registers.size() != 2 ||
       llvm::any_of(registers, [](int64_t number) { return number < 1; })))
    return emitError() << "'registers' are two positive numbers, rows and "
                          "columns of accumulators";
  return verifyLoops(emitError, loops);
}
