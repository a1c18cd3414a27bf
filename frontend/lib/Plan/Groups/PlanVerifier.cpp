//===- PlanVerifier.cpp - whether a plan is possible ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the numbers of a plan with those that the group and the variant
// determine. Limits are those of BlockSizes and BlockPlan, which the search
// uses as well. The number of buffers is bounded before sizes are multiplied by
// it, which then do not overflow.
//
//===----------------------------------------------------------------------===//

#include "PlanVerifier.h"
#include "Plan/Blocks/BlockSizes.h"
#include "Plan/Groups/PlanAttributes.h"
#include "Plan/Residents/ResidentBlock.h"
#include "matrix/Dialect/Matrix/IR/Target.h"

using namespace mlir;
using namespace matrix;

std::string PlanVerifier::describe(LoopRole role, int64_t dim) const {
  return (stringifyLoopRole(role) + ", dim = " + Twine(dim)).str();
}

LogicalResult PlanVerifier::verifyLoops() {
  if (attr.getLoops().size() != group.dims.size())
    return fail() << "the plan has " << attr.getLoops().size()
                  << " loops, but the group has " << group.dims.size();
  bool reduces = false;
  for (LoopAttr loop : attr.getLoops()) {
    int dim = loop.getDim();
    LoopRole role = getLoopRole(plan, dim);
    const LoopDim &own = group.dims[dim];
    if (loop.getRole() != role || loop.getExtent() != own.extent)
      return fail() << "the loop '" << describe(loop.getRole(), dim)
                    << ", extent = " << loop.getExtent()
                    << "' is not of this group, which has '"
                    << describe(role, dim) << ", extent = " << own.extent
                    << "'";
    bool isDistributed = loop.getDivision() != LoopDivision::Sequential;
    if (own.reduction && isDistributed)
      return fail() << "the loop '" << describe(role, dim)
                    << "' is a reduction, which one core executes";
    if (reduces && !own.reduction)
      return fail() << "the loop '" << describe(role, dim)
                    << "' is inside of a reduction; reductions are innermost";
    reduces = own.reduction;
  }
  return success();
}

LogicalResult PlanVerifier::verifyRegisters() {
  ArrayRef<int64_t> registers = attr.getRegisters();
  bool contracts = group.kind == FusionGroupKind::Contraction;
  if (registers.empty() != !contracts)
    return fail() << (contracts ? "a contraction needs 'registers'"
                                : "only contractions have 'registers'");
  if (!contracts)
    return success();
  int64_t rows = registers.front(), cols = registers.back();
  if (cols % plan.columnBlocks)
    return fail() << "'registers = [" << rows << ", " << cols
                  << "]': a tile of the narrowest element type has "
                  << plan.columnBlocks
                  << " column blocks, of which columns are a multiple";
  if ((plan.rows < 0 && rows > 1) ||
      (plan.cols < 0 && cols > plan.columnBlocks))
    return fail() << "'registers = [" << rows << ", " << cols
                  << "]': the group has no loop over "
                  << (plan.rows < 0 ? "rows" : "columns");
  // One register for a tile of each operand.
  int64_t limit =
      std::max<int64_t>(plan.columnBlocks, int64_t(variant.tileRegisters) - 2);
  if (rows > limit || cols > limit || rows * cols > limit)
    return fail() << "'registers = [" << rows << ", " << cols
                  << "]' exceeds the " << limit
                  << " tile registers for accumulators";
  return success();
}

LogicalResult PlanVerifier::verifyBlocks() {
  BlockSizes sizes(group, plan, variant);
  for (LoopAttr loop : attr.getLoops()) {
    bool isOuter = loop.getRole() == LoopRole::Outer;
    int64_t minimum = isOuter ? 1 : sizes.minimumExtent(loop.getDim());
    int64_t maximum = llvm::alignTo(loop.getExtent(), minimum);
    if (isOuter && !plan.isInner(loop.getDim()))
      maximum = 1;
    bool isWhole = loop.getBlock() % minimum == 0 && loop.getBlock() <= maximum;
    if (isWhole || loop.getBlock() == sizes.continuousExtent(loop.getDim()))
      continue;
    return fail() << "'block = " << loop.getBlock() << "' of '"
                  << describe(loop.getRole(), loop.getDim())
                  << "'; it must be a multiple of " << minimum << " up to "
                  << maximum;
  }
  return success();
}

LogicalResult PlanVerifier::verifyDivision() {
  if (!fitsResidents(group, plan, variant, attr.getCores()))
    return fail() << "resident values require one block of whole rows for each "
                     "core, and whole blocks of columns";
  if (attr.getCores() > int64_t(variant.cores))
    return fail() << "'cores = " << attr.getCores() << "', but '"
                  << StringRef(variant.cpu) << "' has " << variant.cores;
  if (plan.grid.empty())
    return success();
  for (LoopAttr loop : attr.getLoops()) {
    int64_t count = plan.count[loop.getDim()];
    bool divides = loop.getRole() != LoopRole::Outer ||
                   plan.isInner(loop.getDim()) || count % loop.getCores() == 0;
    if (loop.getCores() > count || !divides)
      return fail() << "'cores = " << loop.getCores() << "' of '"
                    << describe(loop.getRole(), loop.getDim()) << "' "
                    << (divides ? "exceeds its " : "does not divide its ")
                    << count << " blocks";
  }
  int64_t grid = llvm::product_of(plan.grid);
  if (grid != attr.getCores())
    return fail() << "the grid has " << grid << " cores, but the plan "
                  << attr.getCores();
  return success();
}

LogicalResult PlanVerifier::verifyValue(ValueAttr value, ValueRole role) {
  if (value.getRole() != role)
    return fail() << "'" << stringifyValueRole(value.getRole())
                  << "' stands in place of '" << stringifyValueRole(role)
                  << "'";
  if (role != ValueRole::Accumulators) {
    int64_t capacity = getScratchpadCapacity(variant);
    if (value.getBuffers() <= capacity)
      return success();
    return fail() << "'buffers = " << value.getBuffers() << "' exceeds the "
                  << capacity << " bytes of scratchpad";
  }
  ValuePlace place = getAccumulatorPlace(group, plan);
  if (value.getPlace() == place)
    return success();
  return fail() << "accumulators in '" << stringifyValuePlace(value.getPlace())
                << "', but with " << plan.reductionSteps(group)
                << " steps for each result they are in '"
                << stringifyValuePlace(place) << "'";
}

LogicalResult PlanVerifier::verifyLoad(ValueAttr value,
                                       const StridedOperand &operand,
                                       int64_t &semaphores) {
  StringRef role = stringifyValueRole(value.getRole());
  int64_t minimum = plan.numLoadBuffers(operand, attr.getCores());
  if (value.getBuffers() < minimum)
    return fail() << "'" << role << "' needs " << minimum
                  << " buffers: each core uses several blocks";
  int64_t sharers = plan.numSharers(operand);
  if (value.getMulticast() == 1)
    return success();
  if (!hasMulticast(variant))
    return fail() << "'" << StringRef(variant.cpu)
                  << "' has no DMA transfers to several cores for 'multicast'";
  if (value.getMulticast() != sharers)
    return fail() << "'multicast = " << value.getMulticast() << "' of '" << role
                  << "', but " << sharers << " cores use the same blocks";
  semaphores -= countSemaphores(value.getBuffers());
  if (semaphores < 0)
    return fail() << "the multicasts need more than the "
                  << variant.parameters.semaphores.value_or(0)
                  << " semaphores of a core";
  return success();
}

LogicalResult PlanVerifier::verifyValues() {
  SmallVector<ValueRole> roles = getValueRoles(group, plan);
  if (attr.getValues().size() != roles.size())
    return fail() << "the plan has " << attr.getValues().size()
                  << " values, but the group has " << roles.size();
  SmallVector<LoadedOperand> loads = getLoadedOperands(group, plan);
  int64_t semaphores = variant.parameters.semaphores.value_or(0);
  for (auto [i, value] : llvm::enumerate(attr.getValues())) {
    if (failed(verifyValue(value, roles[i])))
      return failure();
    if (i < loads.size() &&
        failed(verifyLoad(value, *loads[i].operand, semaphores)))
      return failure();
    if (roles[i] == ValueRole::Result &&
        value.getBuffers() != attr.getValues().back().getBuffers())
      return fail() << "all results have the same number of buffers";
  }
  return success();
}

LogicalResult PlanVerifier::verifyFootprint() {
  int64_t bytes = BlockSizes(group, plan, variant).footprint();
  int64_t capacity = getCapacity(group, variant);
  if (bytes <= capacity)
    return success();
  return fail() << "the buffers take " << bytes
                << " bytes of scratchpad, of which " << capacity
                << " are available";
}
