//===- MatrixTileSequence.cpp - long sequences of tiles -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order is a chain of artificial edges. Hints are those of a linear scan,
// which needs no more registers than there are tiles at once.
//
//===----------------------------------------------------------------------===//

#include "MachinePasses/MatrixTileSequence.h"
#include "MCTargetDesc/MatrixMCTargetDesc.h"
#include "Matrix.h"
#include "MatrixSubtarget.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/RegisterClassInfo.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

/// Returns whether the block has the mark of ordered tiles, which is an
/// instruction of LLVM IR without code.
static bool isMarked(const MachineBasicBlock &MBB) {
  const BasicBlock *Block = MBB.getBasicBlock();
  return Block && any_of(*Block, [](const Instruction &I) {
           auto *Call = dyn_cast<CallBase>(&I);
           return Call && Call->getOperandBundle("matrix-ordered-tiles");
         });
}

static bool isTile(Register R, const MachineRegisterInfo &MRI) {
  return R.isVirtual() && Matrix::TRRegClass.hasSubClassEq(MRI.getRegClass(R));
}

bool llvm::isTile(const MachineOperand &Operand,
                  const MachineRegisterInfo &MRI) {
  return ::isTile(Operand.getReg(), MRI);
}

bool llvm::startsTile(const MachineInstr &MI, const MachineRegisterInfo &MRI) {
  auto IsTile = [&](const MachineOperand &Operand) {
    return Operand.isReg() && isTile(Operand, MRI);
  };
  return any_of(MI.all_defs(), IsTile) && none_of(MI.explicit_uses(), IsTile);
}

static bool hasTile(const MachineInstr &MI, const MachineRegisterInfo &MRI) {
  return any_of(MI.operands(), [&](const MachineOperand &Operand) {
    return Operand.isReg() && isTile(Operand, MRI);
  });
}

/// Calls `Visit` for each virtual tile register that is live at `Index`.
static void forEachLive(const MachineRegisterInfo &MRI,
                        const LiveIntervals &LIS, SlotIndex Index,
                        function_ref<void(Register)> Visit) {
  for (unsigned I = 0; I < MRI.getNumVirtRegs(); ++I) {
    Register R = Register::index2VirtReg(I);
    if (isTile(R, MRI) && LIS.hasInterval(R) &&
        LIS.getInterval(R).liveAt(Index))
      Visit(R);
  }
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

namespace {

class SequenceOrder {
public:
  SequenceOrder(ScheduleDAGMILive &DAG, const RegisterClassInfo &Classes)
      : DAG(DAG), LIS(*DAG.getLIS()),
        Limit(Classes.getNumAllocatableRegs(&Matrix::TRRegClass)) {}

  void keep() {
    SlotIndex Start = LIS.getInstructionIndex(*DAG.SUnits.front().getInstr());
    forEachLive(DAG.MRI, LIS, Start.getBaseIndex(), [&](Register) { ++Live; });
    SmallVector<SUnit *, 4> Constants;
    for (SUnit &Node : DAG.SUnits) {
      const MachineInstr &MI = *Node.getInstr();
      if (!hasTile(MI, DAG.MRI))
        continue;
      if (startsTile(MI, DAG.MRI) && !MI.mayLoad()) {
        Constants.push_back(&Node);
        continue;
      }
      for (SUnit *Constant : Constants)
        place(*Constant);
      Constants.clear();
      append(Node);
    }
    for (size_t I = Ahead; I < Order.size(); ++I)
      delayOperands(*Order[I], *Order[I - Ahead]);
  }

private:
  static constexpr size_t Ahead = 6;

  /// Scalars are computed some tile instructions before their first user: those
  /// of a long sequence would not all fit the registers.
  void delayOperands(const SUnit &User, SUnit &Before) {
    for (const SDep &Operand : User.Preds) {
      SUnit *Node = Operand.getSUnit();
      if (Operand.getKind() == SDep::Data && Node->getInstr() &&
          !hasTile(*Node->getInstr(), DAG.MRI) && Delayed.insert(Node).second &&
          DAG.addEdge(Node, SDep(&Before, SDep::Artificial)))
        delayOperands(*Node, Before);
    }
  }

  unsigned getPipe(const SUnit &Node) const {
    const TargetSchedModel *Model = DAG.getSchedModel();
    const MCSchedClassDesc *Class = Model->resolveSchedClass(Node.getInstr());
    const MCWriteProcResEntry *Entry = Model->getWriteProcResBegin(Class);
    return Entry == Model->getWriteProcResEnd(Class) ? 0
                                                     : Entry->ProcResourceIdx;
  }

  bool hasRegister(size_t Place) const {
    return Place == 0 || After[Place - 1] < Limit;
  }

  /// Returns the place of the last instruction of that pipe, if there is a
  /// register from there on; otherwise the end.
  size_t findPlace(unsigned Pipe) const {
    for (size_t Place = Order.size(); Place > 0 && hasRegister(Place);) {
      --Place;
      if (getPipe(*Order[Place]) == Pipe)
        return hasRegister(Place) ? Place : Order.size();
    }
    return Order.size();
  }

  void place(SUnit &Constant) {
    size_t Place = findPlace(getPipe(Constant));
    for (size_t I = Place; I < Order.size(); ++I)
      ++After[I];
    ++Live;
    if (Place < Order.size())
      DAG.addEdge(Order[Place], SDep(&Constant, SDep::Artificial));
    if (Place > 0)
      DAG.addEdge(&Constant, SDep(Order[Place - 1], SDep::Artificial));
  }

  void append(SUnit &Node) {
    if (!Order.empty())
      DAG.addEdge(&Node, SDep(Order.back(), SDep::Artificial));
    SlotIndex Index = LIS.getInstructionIndex(*Node.getInstr());
    SmallSet<Register, 4> Seen;
    for (const MachineOperand &Operand : Node.getInstr()->operands()) {
      if (!Operand.isReg() || !llvm::isTile(Operand, DAG.MRI) ||
          !Seen.insert(Operand.getReg()).second)
        continue;
      LiveQueryResult Query = LIS.getInterval(Operand.getReg()).Query(Index);
      Live += (Query.valueOut() && !Query.isDeadDef()) - bool(Query.valueIn());
    }
    Order.push_back(&Node);
    After.push_back(Live);
  }

  ScheduleDAGMILive &DAG;
  const LiveIntervals &LIS;
  int Limit, Live = 0;
  SmallPtrSet<const SUnit *, 32> Delayed;
  SmallVector<SUnit *, 64> Order;
  SmallVector<int, 64>
      After; ///< tiles live after each instruction of the order
};

} // namespace

bool llvm::keepTileSequence(ScheduleDAGMILive &DAG,
                            const RegisterClassInfo &Classes) {
  if (DAG.SUnits.empty() ||
      !isMarked(*DAG.SUnits.front().getInstr()->getParent()))
    return false;
  SequenceOrder(DAG, Classes).keep();
  return true;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

namespace {

class RegisterHints {
public:
  RegisterHints(MachineBasicBlock &Block, const LiveIntervals &LIS,
                const RegisterClassInfo &Classes)
      : Block(Block), MRI(Block.getParent()->getRegInfo()), LIS(LIS) {
    ArrayRef<MCPhysReg> Order = Classes.getOrder(&Matrix::TRRegClass);
    Free.assign(Order.rbegin(), Order.rend());
  }

  void assign() {
    forEachLive(MRI, LIS, LIS.getMBBStartIdx(&Block),
                [&](Register R) { start(R); });
    for (const MachineInstr &MI : Block)
      if (!MI.isDebugInstr())
        visit(MI);
  }

private:
  /// Ranges that several blocks have in common keep their hint.
  void start(Register R) {
    if (Free.empty() || Assigned.count(R))
      return;
    Register Before = MRI.getRegAllocationHint(R).second;
    auto *Chosen = Before.isPhysical() ? find(Free, Before.id()) : Free.end();
    if (Chosen == Free.end())
      Chosen = &Free.back();
    Assigned[R] = *Chosen;
    MRI.setSimpleHint(R, *Chosen);
    Free.erase(Chosen);
  }

  void end(Register R) {
    auto Entry = Assigned.find(R);
    if (Entry == Assigned.end())
      return;
    Free.push_back(Entry->second);
    Assigned.erase(Entry);
  }

  void visit(const MachineInstr &MI) {
    SlotIndex Index = LIS.getInstructionIndex(MI);
    for (const MachineOperand &Use : MI.all_uses())
      if (llvm::isTile(Use, MRI) && Use.readsReg() &&
          LIS.getInterval(Use.getReg()).Query(Index).isKill())
        end(Use.getReg());
    for (const MachineOperand &Def : MI.all_defs())
      if (llvm::isTile(Def, MRI) &&
          !LIS.getInterval(Def.getReg()).Query(Index).isDeadDef())
        start(Def.getReg());
  }

  MachineBasicBlock &Block;
  MachineRegisterInfo &MRI;
  const LiveIntervals &LIS;
  SmallVector<MCPhysReg, 32> Free;
  DenseMap<Register, MCPhysReg> Assigned;
};

} // namespace

void llvm::hintTileRegisters(MachineBasicBlock &Block, const LiveIntervals &LIS,
                             const RegisterClassInfo &Classes) {
  if (isMarked(Block))
    RegisterHints(Block, LIS, Classes).assign();
}
