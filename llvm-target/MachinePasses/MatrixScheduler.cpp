//===- MatrixScheduler.cpp - the order of instructions --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachinePasses/MatrixScheduler.h"
#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "MatrixSubtarget.h"
#include "llvm/CodeGen/RegisterClassInfo.h"

using namespace llvm;

/// Returns the number of tiles that the instruction defines.
unsigned MatrixScheduler::countTiles(const MachineInstr &MI) const {
  return count_if(MI.all_defs(), [&](const MachineOperand &Def) {
    return Def.getReg().isVirtual() &&
           Matrix::TRRegClass.hasSubClassEq(MRI->getRegClass(Def.getReg()));
  });
}

/// LLVM does not track the pressure in short regions.
void MatrixScheduler::initPolicy(MachineBasicBlock::iterator Begin,
                                 MachineBasicBlock::iterator End,
                                 unsigned NumRegionInstrs) {
  MRI = &Context->MF->getRegInfo();
  GenericScheduler::initPolicy(Begin, End, NumRegionInstrs);
  RegionPolicy.ShouldTrackPressure |=
      any_of(make_range(Begin, End),
             [&](const MachineInstr &MI) { return countTiles(MI) > 0; });
}

/// Returns true if more tiles are live after the instruction than before, and
/// than there are registers, although these suffice for the order of the
/// source. If they do not, stores of results may depend on loads that would
/// wait.
bool MatrixScheduler::exceedsTiles(const SUnit *Node) const {
  const MachineInstr *MI = Node->getInstr();
  unsigned Defined = DAG->isTrackingPressure() ? countTiles(*MI) : 0;
  if (!Defined)
    return false;
  const RegPressureTracker &Tracker = DAG->getTopRPTracker();
  for (const int *Set = DAG->TRI->getRegClassPressureSets(&Matrix::TRRegClass);
       *Set != -1; ++Set) {
    unsigned Limit = Context->RegClassInfo->getRegPressureSetLimit(*Set);
    unsigned Before = Tracker.getRegSetPressureAtPos()[*Set];
    if (Before + Defined <= Limit ||
        DAG->getRegPressure().MaxSetPressure[*Set] > Limit)
      continue;
    std::vector<unsigned> After, Maximum;
    // Restores the state of the tracker.
    const_cast<RegPressureTracker &>(Tracker).getDownwardPressure(MI, After,
                                                                  Maximum);
    if (After[*Set] > std::max(Limit, Before))
      return true;
  }
  return false;
}

/// If all instructions that can issue now exceed the tile registers, waits
/// until another one can, and returns it.
SUnit *MatrixScheduler::waitWithinTiles() {
  auto Exceeds = [&](const SUnit *Node) { return exceedsTiles(Node); };
  Top.releasePending();
  if (Top.Available.empty() || !all_of(Top.Available, Exceeds))
    return nullptr;
  SmallVector<SUnit *, 16> Waiting;
  copy_if(Top.Pending, std::back_inserter(Waiting),
          [&](const SUnit *Node) { return !Exceeds(Node); });
  llvm::sort(Waiting, [](const SUnit *A, const SUnit *B) {
    return A->NodeNum < B->NodeNum;
  });
  for (; !Waiting.empty(); Top.bumpCycle(Top.getCurrCycle() + 1))
    for (SUnit *Node : Waiting)
      if (Node->TopReadyCycle <= Top.getCurrCycle() && !Top.checkHazard(Node))
        return Node;
  return nullptr;
}

SUnit *MatrixScheduler::pickNode(bool &IsTopNode) {
  SUnit *Node = DAG->top() == DAG->bottom() ? nullptr : waitWithinTiles();
  if (!Node)
    return GenericScheduler::pickNode(IsTopNode);
  Top.removeReady(Node);
  if (Node->isBottomReady())
    Bot.removeReady(Node);
  IsTopNode = true;
  return Node;
}

bool MatrixScheduler::tryCandidate(SchedCandidate &Best, SchedCandidate &Next,
                                   SchedBoundary *Zone) const {
  if (Best.isValid() && tryLess(exceedsTiles(Next.SU), exceedsTiles(Best.SU),
                                Next, Best, RegExcess))
    return Next.Reason != NoCand;
  return GenericScheduler::tryCandidate(Best, Next, Zone);
}
