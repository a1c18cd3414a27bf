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
#include <tuple>

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
/// than there are registers.
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
    if (Before + Defined <= Limit)
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

/// If all instructions that can issue now exceed the tile registers, returns
/// the first of the others that does not.
SUnit *MatrixScheduler::firstWithinTiles() {
  Top.releasePending();
  if (Top.Available.empty() || !all_of(Top.Available, [&](const SUnit *Node) {
        return exceedsTiles(Node);
      }))
    return nullptr;
  SUnit *First = nullptr;
  auto Order = [](const SUnit *Node) {
    return std::tie(Node->TopReadyCycle, Node->NodeNum);
  };
  for (SUnit *Node : Top.Pending)
    if (!exceedsTiles(Node) && (!First || Order(Node) < Order(First)))
      First = Node;
  return First;
}

SUnit *MatrixScheduler::pickNode(bool &IsTopNode) {
  SUnit *Node = DAG->top() == DAG->bottom() ? nullptr : firstWithinTiles();
  if (!Node)
    return GenericScheduler::pickNode(IsTopNode);
  if (Node->TopReadyCycle > Top.getCurrCycle())
    Top.bumpCycle(Node->TopReadyCycle);
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
