//===- MatrixScheduler.cpp - the order of instructions --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// List scheduling before register allocation, as LLVM's GenericScheduler, with
// two additions: a candidate that would exceed the tile registers waits for a
// product, and a mutation of the dependence graph keeps tile loads and
// constants in source order. Long sequences of tile instructions keep their
// order (MatrixTileSequence.h). Regions without tiles are scheduled by LLVM's
// strategy alone.
//
//===----------------------------------------------------------------------===//

#include "MachinePasses/MatrixScheduler.h"
#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "MachinePasses/MatrixTileSequence.h"
#include "Matrix.h"
#include "MatrixSubtarget.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/RegisterClassInfo.h"
#include "llvm/Config/abi-breaking.h"

#if !defined(NDEBUG) && !LLVM_ENABLE_ABI_BREAKING_CHECKS
#error                                                                         \
    "define NDEBUG: llvm::ScheduleDAG has another layout than in the LLVM library"
#endif

using namespace llvm;

/// Returns the number of tiles that the instruction defines.
unsigned MatrixScheduler::countTiles(const MachineInstr &MI) const {
  return count_if(MI.all_defs(),
                  [&](const MachineOperand &Def) { return isTile(Def, *MRI); });
}

/// LLVM does not track the pressure in short regions.
void MatrixScheduler::initPolicy(MachineBasicBlock::iterator Begin,
                                 MachineBasicBlock::iterator End,
                                 unsigned NumRegionInstrs) {
  MRI = &Context->MF->getRegInfo();
  GenericScheduler::initPolicy(Begin, End, NumRegionInstrs);
  if (none_of(make_range(Begin, End),
              [&](const MachineInstr &MI) { return countTiles(MI) > 0; }))
    return;
  RegionPolicy.ShouldTrackPressure = true;
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

/// If all instructions that can issue now exceed the tile registers, or none
/// can and the next one might, waits until another one can, and returns it.
SUnit *MatrixScheduler::waitWithinTiles() {
  auto Exceeds = [&](const SUnit *Node) { return exceedsTiles(Node); };
  Top.releasePending();
  if (!all_of(Top.Available, Exceeds) ||
      (Top.Available.empty() && none_of(Top.Pending, Exceeds)))
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

/// Instruction selection marks implicit definitions of configuration state as
/// dead. The dependence graph has an edge from each definition of a register to
/// all dead ones after it: their number would be quadratic.
static void clearDeadState(MachineBasicBlock &MBB) {
  const MachineRegisterInfo &MRI = MBB.getParent()->getRegInfo();
  for (MachineInstr &MI : MBB)
    for (MachineOperand &MO : MI.implicit_operands())
      if (MO.isReg() && MO.isDead() && MRI.isReserved(MO.getReg()))
        MO.setIsDead(false);
}

void MatrixScheduler::enterMBB(MachineBasicBlock *Block) {
  MBB = Block;
  clearDeadState(*Block);
}

void MatrixScheduler::leaveMBB() {
  hintTileRegisters(*MBB, *Context->LIS, *Context->RegClassInfo);
}

namespace {
/// Keeps the copies of arguments to tile registers after the stores of those on
/// the stack, which need a register: a variant may have no others.
class ArgumentOrder : public ScheduleDAGMutation {
public:
  void apply(ScheduleDAGInstrs *DAG) override {
    auto IsArgument = [&](const SUnit &Node) {
      const MachineInstr &MI = *Node.getInstr();
      return MI.isCopy() && MI.getOperand(0).getReg().isPhysical() &&
             isTile(MI.getOperand(1), DAG->MRI);
    };
    auto First = find_if(DAG->SUnits, IsArgument);
    if (First == DAG->SUnits.end())
      return;
    for (SUnit &Node : make_range(DAG->SUnits.begin(), First))
      if (any_of(Node.getInstr()->operands(), [&](const MachineOperand &MO) {
            return MO.isReg() && isTile(MO, DAG->MRI);
          }))
        DAG->addEdge(&*First, SDep(&Node, SDep::Artificial));
    for (SUnit &Node : make_range(std::next(First), DAG->SUnits.end()))
      if (IsArgument(Node))
        DAG->addEdge(&Node, SDep(&*First, SDep::Artificial));
  }
};

/// Keeps the order of loads and constants of tiles. Otherwise those of later
/// products could fill the registers, and operands of the product that has to
/// free some of them would be spilled. With it, the instructions before the
/// next one in the order of the source free registers whenever these suffice
/// for that order.
class TileOrder : public ScheduleDAGMutation {
  static constexpr int MinFree = 3;
  const RegisterClassInfo &Classes;

public:
  explicit TileOrder(const RegisterClassInfo &Classes) : Classes(Classes) {}

  void apply(ScheduleDAGInstrs *DAG) override {
    auto &Live = *static_cast<ScheduleDAGMILive *>(DAG);
    if (keepTileSequence(Live, Classes))
      return;
    int Free = countFree(Live);
    if (Free < 0)
      return;
    SmallVector<SUnit *, 8> Before;
    for (SUnit &Node : DAG->SUnits) {
      if (startsTile(*Node.getInstr(), DAG->MRI)) {
        for (SUnit *Other : Before)
          DAG->addEdge(&Node, SDep(Other, SDep::Artificial));
        Before.assign({&Node});
      } else if (Free < MinFree && freesTile(*Node.getInstr(), Live)) {
        Before.push_back(&Node);
      }
    }
  }

private:
  /// Returns the registers that the order of the source leaves free; a negative
  /// number if they do not suffice for it.
  int countFree(const ScheduleDAGMILive &DAG) const {
    if (!DAG.isTrackingPressure())
      return -1;
    int Free = INT_MAX;
    const int *Set = DAG.TRI->getRegClassPressureSets(&Matrix::TRRegClass);
    for (; *Set != -1; ++Set)
      Free = std::min(Free, int(Classes.getRegPressureSetLimit(*Set)) -
                                int(DAG.getRegPressure().MaxSetPressure[*Set]));
    return Free < 0 ? std::min(Free + countUsedLate(DAG), 0) : Free;
  }

  /// Returns the number of tiles that are live before the region, and used in
  /// its second half only. If registers are missing, they are spilled, at the
  /// cost of one reload.
  static int countUsedLate(const ScheduleDAGMILive &DAG) {
    SmallSet<Register, 16> Seen;
    int UsedLate = 0;
    for (const auto &[Number, Node] : enumerate(DAG.SUnits)) {
      bool IsLate = 2 * Number >= DAG.SUnits.size();
      for (const MachineOperand &Use : Node.getInstr()->all_uses())
        UsedLate +=
            isTile(Use, DAG.MRI) && Seen.insert(Use.getReg()).second && IsLate;
      for (const MachineOperand &Def : Node.getInstr()->all_defs())
        Seen.insert(Def.getReg());
    }
    return UsedLate;
  }

  /// Returns true if fewer tiles are live after the instruction.
  static bool freesTile(const MachineInstr &MI, ScheduleDAGMILive &DAG) {
    const LiveIntervals &LIS = *DAG.getLIS();
    SlotIndex Index = LIS.getInstructionIndex(MI);
    SmallSet<Register, 4> Killed;
    for (const MachineOperand &Use : MI.all_uses())
      if (isTile(Use, DAG.MRI) &&
          LIS.getInterval(Use.getReg()).Query(Index).isKill())
        Killed.insert(Use.getReg());
    return Killed.size() > size_t(count_if(MI.all_defs(), [&](auto &Def) {
             return isTile(Def, DAG.MRI);
           }));
  }
};
} // namespace

ScheduleDAGInstrs *llvm::createMatrixScheduler(MachineSchedContext *C) {
  ScheduleDAGMILive *DAG = createSchedLive<MatrixScheduler>(C);
  DAG->addMutation(std::make_unique<ArgumentOrder>());
  DAG->addMutation(std::make_unique<TileOrder>(*C->RegClassInfo));
  return DAG;
}
