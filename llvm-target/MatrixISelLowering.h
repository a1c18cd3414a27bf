//===- MatrixISelLowering.h - lowering of LLVM IR to nodes ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality of types and operations, and the lowering of calls, builtins, tile
// accesses, inline assembly and narrow floats to nodes. The folder ISel/
// contains the implementation, a file for each subject.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIXISELLOWERING_H
#define MATRIX_MATRIXISELLOWERING_H

#include "matrix/Description/Target.h"
#include "llvm/CodeGen/TargetLowering.h"

#define GET_SDNODE_ENUM
#include "MatrixGenSDNodeInfo.inc"

namespace llvm {
class MatrixSubtarget;
namespace Matrix {
struct Builtin;
}

class MatrixTargetLowering : public TargetLowering {
  const MatrixSubtarget &ST;

public:
  MatrixTargetLowering(const TargetMachine &TM, const MatrixSubtarget &ST);

  /// Pointers have 64 bits in every address space.
  MVT getPointerTy(const DataLayout &, uint32_t) const override {
    return MVT::i64;
  }
  EVT getSetCCResultType(const DataLayout &, LLVMContext &,
                         EVT VT) const override;

  // Vectors that are not tiles are scalarized, never widened to a tile, and
  // shuffles are not used to build vectors.
  LegalizeTypeAction getPreferredVectorAction(MVT VT) const override;
  bool isShuffleMaskLegal(ArrayRef<int>, EVT) const override { return false; }
  bool shouldExpandBuildVectorWithShuffles(EVT, unsigned) const override {
    return false;
  }

  // Costs.
  bool isCheapToSpeculateCttz(Type *) const override { return true; }
  bool isCheapToSpeculateCtlz(Type *) const override { return true; }
  bool isSExtCheaperThanZExt(EVT From, EVT To) const override {
    return From == MVT::i32 && To == MVT::i64;
  }
  bool isTruncateFree(Type *From, Type *To) const override;
  bool isTruncateFree(EVT From, EVT To) const override;
  bool isZExtFree(SDValue Value, EVT To) const override;
  bool isFMAFasterThanFMulAndFAdd(const MachineFunction &,
                                  EVT VT) const override {
    return VT == MVT::f32 || VT == MVT::f64;
  }
  bool isLegalICmpImmediate(int64_t Imm) const override;
  bool hasAndNotCompare(SDValue Y) const override {
    return !isa<ConstantSDNode>(Y);
  }
  bool hasBitTest(SDValue, SDValue) const override { return true; }
  bool preferZeroCompareBranch() const override { return true; }
  bool isFPImmLegal(const APFloat &Imm, EVT VT, bool) const override;
  bool shouldConvertConstantLoadToIntImm(const APInt &Imm,
                                         Type *) const override;
  bool isLegalAddImmediate(int64_t Imm) const override {
    return matrix::desc::immediate::SignedImmediate.contains(Imm);
  }
  bool isLegalAddressingMode(const DataLayout &, const AddrMode &Mode, Type *,
                             unsigned, Instruction *) const override;
  /// Without folding, accesses at different offsets share the address of a
  /// symbol, and any offset is representable. Instruction selection folds
  /// single uses.
  bool isOffsetFoldingLegal(const GlobalAddressSDNode *) const override {
    return false;
  }

  SDValue LowerOperation(SDValue Op, SelectionDAG &DAG) const override;
  void ReplaceNodeResults(SDNode *N, SmallVectorImpl<SDValue> &Results,
                          SelectionDAG &DAG) const override;
  SDValue PerformDAGCombine(SDNode *N, DAGCombinerInfo &DCI) const override;
  unsigned ComputeNumSignBitsForTargetNode(SDValue Op,
                                           const APInt &DemandedElts,
                                           const SelectionDAG &DAG,
                                           unsigned Depth) const override;
  void finalizeLowering(MachineFunction &MF) const override;
  MachineBasicBlock *
  EmitInstrWithCustomInserter(MachineInstr &MI,
                              MachineBasicBlock *MBB) const override;

  // Calls: ISel/MatrixCallLowering.cpp.
  /// Words are passed as C passes them, without sign as well.
  bool shouldSignExtendTypeInLibCall(Type *Ty, bool IsSigned) const override {
    return IsSigned || Ty->isIntegerTy(32);
  }
  SDValue LowerFormalArguments(SDValue Chain, CallingConv::ID CC, bool IsVarArg,
                               const SmallVectorImpl<ISD::InputArg> &Ins,
                               const SDLoc &DL, SelectionDAG &DAG,
                               SmallVectorImpl<SDValue> &Values) const override;
  bool CanLowerReturn(CallingConv::ID CC, MachineFunction &MF, bool IsVarArg,
                      const SmallVectorImpl<ISD::OutputArg> &Outs,
                      LLVMContext &Context, const Type *) const override;
  SDValue LowerReturn(SDValue Chain, CallingConv::ID CC, bool IsVarArg,
                      const SmallVectorImpl<ISD::OutputArg> &Outs,
                      const SmallVectorImpl<SDValue> &Values, const SDLoc &DL,
                      SelectionDAG &DAG) const override;
  SDValue LowerCall(CallLoweringInfo &CLI,
                    SmallVectorImpl<SDValue> &Results) const override;

  bool mayBeEmittedAsTailCall(const CallInst *Call) const override;

  // Inline assembly: ISel/MatrixInlineAsm.cpp.
  ConstraintType getConstraintType(StringRef Constraint) const override;
  InlineAsm::ConstraintCode
  getInlineAsmMemConstraint(StringRef Constraint) const override;
  void LowerAsmOperandForConstraint(SDValue Op, StringRef Constraint,
                                    std::vector<SDValue> &Operands,
                                    SelectionDAG &DAG) const override;
  std::pair<unsigned, const TargetRegisterClass *>
  getRegForInlineAsmConstraint(const TargetRegisterInfo *TRI,
                               StringRef Constraint, MVT VT) const override;
  Register getRegisterByName(const char *Name, LLT,
                             const MachineFunction &MF) const override;

  // Atomics: add, exchange and compare-and-exchange of 32 and 64 bits exist.
  ISD::NodeType getExtendForAtomicOps() const override {
    return ISD::SIGN_EXTEND;
  }
  ISD::NodeType getExtendForAtomicCmpSwapArg() const override {
    return ISD::SIGN_EXTEND;
  }
  AtomicExpansionKind
  shouldExpandAtomicRMWInIR(AtomicRMWInst *RMW) const override;
  /// Atomic stores are exchanges: timing treats an exchange as a
  /// synchronization point of the cores, a plain store not.
  AtomicExpansionKind shouldExpandAtomicStoreInIR(StoreInst *) const override {
    return AtomicExpansionKind::Expand;
  }

private:
  /// As getRegForInlineAsmConstraint, whether or not the class holds the type.
  std::pair<unsigned, const TargetRegisterClass *>
  getRegForConstraint(const TargetRegisterInfo *TRI, StringRef Constraint,
                      MVT VT) const;
  void setIntegerActions();
  void setFloatActions(MVT VT);
  void setDescribedActions();
  void setTileActions(MVT VT);

  SDValue lowerAddress(SDValue Op, SelectionDAG &DAG) const;
  SDValue threadPointer(const SDLoc &DL, SelectionDAG &DAG) const;
  SDValue lowerVASTART(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerFrameAddress(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerReturnAddress(SDValue Op, SelectionDAG &DAG) const;

  /// Divides an offset beyond the immediates: addresses in one object share
  /// symbol + high part, to which the low part is an immediate.
  ///
  ///   offset = high * 2^16 + low, -2^15 <= low < 2^15    16-bit immediates
  ///
  /// Returns nothing if no other access shares the symbol's address
  /// (ISel/MatrixAddresses.cpp).
  SDValue divideSymbolOffset(const SDNode *Sum, SelectionDAG &DAG) const;

  // 32-bit integers: ISel/MatrixWordLowering.cpp.
  SDValue lowerWord(SDNode *N, SelectionDAG &DAG) const;
  SDValue simplifyWord(SDNode *N, DAGCombinerInfo &DCI) const;

  // Narrow floats: ISel/MatrixNarrowFloat.cpp.
  SDValue convertInteger(SDNode *N, SelectionDAG &DAG) const;

  // Tiles: ISel/MatrixTileLowering.cpp.
  SDValue lowerTileLoad(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerTileStore(SDValue Op, SelectionDAG &DAG) const;
  SDValue zeroTile(SDValue Op, SelectionDAG &DAG) const;

  // Builtins: ISel/MatrixBuiltinLowering.cpp.
  bool lowerBuiltinCall(CallLoweringInfo &CLI,
                        SmallVectorImpl<SDValue> &Results,
                        SDValue &Chain) const;
};

} // namespace llvm

#endif // MATRIX_MATRIXISELLOWERING_H
