//===- MatrixLegality.cpp - legal operations and costs --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the legalization action of each operation and type, and the cost
// hooks of TargetLowering. Integer operations with an instruction in the
// description are legal; others are expanded, custom lowered, or library calls.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixRegisterUses.h"
#include "MatrixISelLowering.h"
#include "MatrixSubtarget.h"
#include "Utils/MatrixConstants.h"
#include "matrix/Description/Target.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
namespace immediate = matrix::desc::immediate;

//===----------------------------------------------------------------------===//
// Legalization actions
//===----------------------------------------------------------------------===//

MatrixTargetLowering::MatrixTargetLowering(const TargetMachine &TM,
                                           const MatrixSubtarget &ST)
    : TargetLowering(TM, ST), ST(ST) {
  addRegisterClass(MVT::i64, &Matrix::GPRRegClass);
  addRegisterClass(MVT::f32, &Matrix::FPR32RegClass);
  addRegisterClass(MVT::f64, &Matrix::FPR64RegClass);
  if (ST.tileType() != MVT::Other)
    addRegisterClass(ST.tileType(), &Matrix::TRRegClass);

  setIntegerActions();
  setFloatActions(MVT::f32);
  setFloatActions(MVT::f64);
  setDescribedActions();
  if (ST.tileType() != MVT::Other)
    setTileActions(ST.tileType());

  setStackPointerRegisterToSaveRestore(Matrix::StackPointer);
  setBooleanContents(ZeroOrOneBooleanContent);
  setMinFunctionAlignment(Align(4));
  setMinStackArgumentAlignment(Align(8));
  setMaxAtomicSizeInBitsSupported(64);
  setMaxLargeFPConvertBitWidthSupported(128); // beyond: loops
  setMinCmpXchgSizeInBits(32);
  computeRegisterProperties(ST.getRegisterInfo());
}

void MatrixTargetLowering::setIntegerActions() {
  constexpr MVT X = MVT::i64;
  setOperationAction({ISD::GlobalAddress, ISD::GlobalTLSAddress,
                      ISD::BlockAddress, ISD::ConstantPool, ISD::JumpTable},
                     X, Custom);
  setOperationAction({ISD::BR_CC, ISD::SELECT_CC, ISD::SMUL_LOHI,
                      ISD::UMUL_LOHI, ISD::SDIVREM, ISD::UDIVREM, ISD::ROTL,
                      ISD::ROTR, ISD::BSWAP, ISD::DYNAMIC_STACKALLOC},
                     X, Expand);
  setOperationAction({ISD::SHL_PARTS, ISD::SRA_PARTS, ISD::SRL_PARTS}, X,
                     Custom);
  setOperationAction(ISD::SIGN_EXTEND_INREG, MVT::i1, Expand);
  setOperationAction({ISD::FRAMEADDR, ISD::RETURNADDR}, X, Custom);
  for (MVT Narrow : {MVT::i8, MVT::i16, MVT::i32})
    setOperationAction({ISD::LRINT, ISD::LLRINT, ISD::LROUND, ISD::LLROUND},
                       Narrow, Custom);
  // Bit patterns of floats as integers of the same size.
  setOperationAction(ISD::BITCAST, MVT::i32, Custom);

  // Instructions on the low 32 bits.
  setOperationAction({ISD::ADD, ISD::SUB, ISD::MUL, ISD::SHL, ISD::SRL,
                      ISD::SRA, ISD::ROTL, ISD::ROTR, ISD::SDIV, ISD::UDIV,
                      ISD::SREM, ISD::UREM},
                     MVT::i32, Custom);
  setOperationAction(ISD::BR_JT, MVT::Other, Expand);
  setOperationAction(ISD::VASTART, MVT::Other, Custom);
  setOperationAction(
      {ISD::VAARG, ISD::VACOPY, ISD::VAEND, ISD::STACKSAVE, ISD::STACKRESTORE},
      MVT::Other, Expand);
  setOperationAction({ISD::ATOMIC_FENCE, ISD::TRAP}, MVT::Other, Legal);
  setOperationAction(ISD::INTRINSIC_WO_CHAIN, MVT::Other, Custom);

  for (MVT VT : MVT::integer_valuetypes())
    setLoadExtAction({ISD::EXTLOAD, ISD::ZEXTLOAD, ISD::SEXTLOAD}, VT, MVT::i1,
                     Promote);
}

void MatrixTargetLowering::setFloatActions(MVT VT) {
  // feq, flt and fle exist; other conditions swap operands or negate.
  setCondCodeAction({ISD::SETOGT, ISD::SETOGE, ISD::SETGT, ISD::SETGE,
                     ISD::SETONE, ISD::SETNE, ISD::SETO, ISD::SETUO,
                     ISD::SETUEQ, ISD::SETUNE, ISD::SETULT, ISD::SETULE,
                     ISD::SETUGT, ISD::SETUGE},
                    VT, Expand);
  setOperationAction({ISD::BR_CC, ISD::SELECT_CC, ISD::FMAD, ISD::FSINCOS}, VT,
                     Expand);
  // Calls of the runtime library.
  setOperationAction(ISD::FREM, VT, LibCall);
  setOperationAction({ISD::FSIN,   ISD::FCOS,   ISD::FTAN,   ISD::FASIN,
                      ISD::FACOS,  ISD::FATAN,  ISD::FATAN2, ISD::FSINH,
                      ISD::FCOSH,  ISD::FTANH,  ISD::FPOW,   ISD::FPOWI,
                      ISD::FEXP,   ISD::FEXP2,  ISD::FEXP10, ISD::FLOG,
                      ISD::FLOG2,  ISD::FLOG10, ISD::FCBRT,  ISD::FROUND,
                      ISD::FLDEXP, ISD::FFREXP},
                     VT, Expand);
  setOperationAction(ISD::ConstantFP, VT, Expand); // unless isFPImmLegal
  setOperationAction({ISD::FMA, ISD::FSQRT, ISD::FNEG, ISD::FABS,
                      ISD::FCOPYSIGN, ISD::FMINNUM, ISD::FMAXNUM, ISD::FMINIMUM,
                      ISD::FMAXIMUM, ISD::FMINIMUMNUM, ISD::FMAXIMUMNUM,
                      ISD::FFLOOR, ISD::FCEIL, ISD::FTRUNC, ISD::FRINT,
                      ISD::FNEARBYINT, ISD::FROUNDEVEN},
                     VT, Legal);
  setOperationAction({ISD::LRINT, ISD::LLRINT}, VT, Custom);
  // Common code looks up the action by the integer type for some of these nodes
  // and by the float type for others.
  setOperationAction({ISD::SINT_TO_FP, ISD::FP_TO_SINT}, MVT::i64, Legal);
  setOperationAction({ISD::UINT_TO_FP, ISD::FP_TO_UINT, ISD::FP_TO_UINT_SAT},
                     MVT::i64, Expand);
  setOperationAction(ISD::FP_TO_SINT_SAT, MVT::i64, Custom);

  // f16 and bf16 occur in memory and conversions only.
  setOperationAction({ISD::FP16_TO_FP, ISD::BF16_TO_FP}, VT, Legal);
  setOperationAction({ISD::FP_TO_FP16, ISD::FP_TO_BF16}, VT, Legal);
  setOperationAction({ISD::FP_TO_FP16, ISD::FP_TO_BF16}, MVT::i64, Legal);
  setOperationAction({ISD::SINT_TO_FP, ISD::UINT_TO_FP}, MVT::bf16, Custom);
  for (MVT Narrow : {MVT::bf16, MVT::f16, MVT::f32}) {
    setLoadExtAction(ISD::EXTLOAD, VT, Narrow, Expand);
    setTruncStoreAction(VT, Narrow, Expand);
  }
}

/// Operations with an instruction in the description are not expanded.
void MatrixTargetLowering::setDescribedActions() {
#define MATRIX_LEGAL_NODE(Node, Type, Condition)                               \
  if ((Condition) && getOperationAction(Node, MVT::Type) == Expand)            \
    setOperationAction(Node, MVT::Type, Legal);
#include "MatrixGenLegalNodes.inc"
#undef MATRIX_LEGAL_NODE
}

void MatrixTargetLowering::setTileActions(MVT Tile) {
  for (unsigned Op = 0; Op < ISD::BUILTIN_OP_END; ++Op)
    setOperationAction(Op, Tile, Expand);
  setOperationAction({ISD::BITCAST, ISD::SELECT, ISD::UNDEF, ISD::POISON,
                      ISD::FREEZE, ISD::CopyToReg, ISD::CopyFromReg},
                     Tile, Legal);
  setOperationAction({ISD::LOAD, ISD::STORE, ISD::BUILD_VECTOR}, Tile, Custom);
  for (MVT Other : MVT::fixedlen_vector_valuetypes()) {
    setTruncStoreAction(Tile, Other, Expand);
    setLoadExtAction({ISD::EXTLOAD, ISD::ZEXTLOAD, ISD::SEXTLOAD}, Tile, Other,
                     Expand);
  }
  setTargetDAGCombine({ISD::ADD, ISD::BUILD_VECTOR});
}

EVT MatrixTargetLowering::getSetCCResultType(const DataLayout &,
                                             LLVMContext &Context,
                                             EVT VT) const {
  return VT.isVector() ? VT.changeVectorElementType(Context, MVT::i1)
                       : MVT::i64;
}

TargetLowering::LegalizeTypeAction
MatrixTargetLowering::getPreferredVectorAction(MVT VT) const {
  if (VT.getVectorElementCount().isScalar())
    return TypeScalarizeVector;
  return VT.isPow2VectorType() ? TypeSplitVector : TypeWidenVector;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

bool MatrixTargetLowering::isTruncateFree(Type *From, Type *To) const {
  return From->isIntegerTy(64) && To->isIntegerTy(32);
}
bool MatrixTargetLowering::isTruncateFree(EVT From, EVT To) const {
  return From == MVT::i64 && To == MVT::i32;
}

/// Loads sign- or zero-extend at no cost.
bool MatrixTargetLowering::isZExtFree(SDValue Value, EVT To) const {
  if (auto *Load = dyn_cast<LoadSDNode>(Value)) {
    EVT VT = Load->getMemoryVT();
    if ((VT == MVT::i8 || VT == MVT::i16) &&
        Load->getExtensionType() != ISD::SEXTLOAD)
      return true;
  }
  return TargetLowering::isZExtFree(Value, To);
}

/// Branches compare registers. A constant that is made by few instructions
/// outside of a loop is better than a shift of the other operand.
bool MatrixTargetLowering::isLegalICmpImmediate(int64_t Imm) const {
  return Matrix::stepsTo(Imm).size() <= 2;
}

/// A load from the constant pool is three instructions, with its address, and
/// takes the latency of DRAM; a constant in a register at most five.
bool MatrixTargetLowering::isFPImmLegal(const APFloat &, EVT VT, bool) const {
  return VT == MVT::f32 || VT == MVT::f64;
}

/// A load needs an address, of two instructions.
bool MatrixTargetLowering::shouldConvertConstantLoadToIntImm(const APInt &Imm,
                                                             Type *) const {
  return Imm.getBitWidth() <= 64 &&
         Matrix::stepsTo(Imm.getSExtValue()).size() <= 3;
}

/// Returns true if loads and stores of the type have a form with an index.
static bool hasIndexedAccess(Type *T) {
  if (T->isIntegerTy())
    return T->getIntegerBitWidth() <= 64;
  return T->isPointerTy() || T->isFloatTy() || T->isDoubleTy();
}

/// Register + signed immediate, or register + (register << n). Offsets of tile
/// accesses are folded later if possible; addressing modes do not account for
/// them.
bool MatrixTargetLowering::isLegalAddressingMode(const DataLayout &,
                                                 const AddrMode &Mode, Type *T,
                                                 unsigned,
                                                 Instruction *) const {
  if (Mode.BaseGV || Mode.ScalableOffset)
    return false;
  bool IsIndexed = Mode.Scale > 1 || (Mode.Scale == 1 && Mode.HasBaseReg);
  if (IsIndexed)
    return Mode.HasBaseReg && Mode.BaseOffs == 0 && hasIndexedAccess(T) &&
           isPowerOf2_64(Mode.Scale) &&
           immediate::IndexScale.contains(Log2_64(Mode.Scale));
  if (Mode.Scale < 0)
    return false;
  return T->isVectorTy() ? Mode.BaseOffs == 0
                         : immediate::SignedImmediate.contains(Mode.BaseOffs);
}

TargetLowering::AtomicExpansionKind
MatrixTargetLowering::shouldExpandAtomicRMWInIR(AtomicRMWInst *RMW) const {
  Type *T = RMW->getType();
  unsigned Bits = T->isPointerTy() ? 64 : T->getPrimitiveSizeInBits();
  bool Native = RMW->getOperation() == AtomicRMWInst::Add ||
                (RMW->getOperation() == AtomicRMWInst::Xchg &&
                 (T->isIntegerTy() || T->isPointerTy()));
  return Native && Bits >= 32 ? AtomicExpansionKind::None
                              : AtomicExpansionKind::CmpXChg;
}
