//===- MatrixAsmPrinter.cpp - emit assembly and objects -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers MachineInstr to MCInst, bundles to pairs, emits the note of the object
// with variant and features, and prints the operands of inline assembly. The
// target flags of an operand are the number of its relocation, which becomes
// the specifier of the expression. An object has one variant, that of its
// functions.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/MatrixInstPrinter.h"
#include "MCTargetDesc/MatrixPair.h"
#include "MCTargetDesc/MatrixRegisterUses.h"
#include "MCTargetDesc/MatrixScalarRoles.h"
#include "Matrix.h"
#include "MatrixInstLowering.h"
#include "MatrixSubtarget.h"
#include "TargetInfo/MatrixTargetInfo.h"
#include "Utils/MatrixDiagnostics.h"
#include "matrix/Description/Variants.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstBuilder.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"

using namespace llvm;

namespace {
class MatrixAsmPrinter : public AsmPrinter, MatrixInstLowering {
  /// Variant of the module's functions, or that of -mcpu without functions.
  const MCSubtargetInfo *Variant = nullptr;

public:
  MatrixAsmPrinter(TargetMachine &TM, std::unique_ptr<MCStreamer> Streamer)
      : AsmPrinter(TM, std::move(Streamer)) {}
  StringRef getPassName() const override { return "Matrix assembly printer"; }

  bool runOnMachineFunction(MachineFunction &MF) override;
  void emitInstruction(const MachineInstr *MI) override;
  void emitEndOfAsmFile(Module &M) override;
  bool PrintAsmOperand(const MachineInstr *MI, unsigned OpNo,
                       const char *ExtraCode, raw_ostream &OS) override;
  bool PrintAsmMemoryOperand(const MachineInstr *MI, unsigned OpNo,
                             const char *ExtraCode, raw_ostream &OS) override;

private:
  void emitPatchableEntry();
  bool lowerSymbolic(const MachineOperand &MO, MCOperand &Out) const override;
  MCOperand lowerSymbol(const MachineOperand &MO, const MCSymbol *Symbol,
                        int64_t Offset) const;
};
} // namespace

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void MatrixAsmPrinter::emitInstruction(const MachineInstr *MI) {
  switch (MI->getOpcode()) {
  case Matrix::PseudoFENCE:
    OutStreamer->emitRawComment("compiler barrier");
    return;
  case TargetOpcode::PATCHABLE_FUNCTION_ENTER:
    return emitPatchableEntry();
  default:
    break;
  }
  if (!MI->isBundle())
    return EmitToStreamer(*OutStreamer, lower(*MI));
  auto First = std::next(MI->getIterator()), Second = std::next(First);
  EmitToStreamer(*OutStreamer,
                 Matrix::pairOf(OutContext, lower(*First), lower(*Second)));
}

/// Instructions without effect, which others may replace in the program.
void MatrixAsmPrinter::emitPatchableEntry() {
  uint64_t Count = MF->getFunction().getFnAttributeAsParsedInteger(
      "patchable-function-entry");
  for (uint64_t I = 0; I < Count; ++I)
    EmitToStreamer(*OutStreamer, MCInstBuilder(Matrix::role::AddImmediate)
                                     .addReg(Matrix::Zero)
                                     .addReg(Matrix::Zero)
                                     .addImm(0));
}

bool MatrixAsmPrinter::lowerSymbolic(const MachineOperand &MO,
                                     MCOperand &Out) const {
  switch (MO.getType()) {
  case MachineOperand::MO_MachineBasicBlock:
    Out = lowerSymbol(MO, MO.getMBB()->getSymbol(), 0);
    return true;
  case MachineOperand::MO_GlobalAddress:
    Out =
        lowerSymbol(MO, getSymbolPreferLocal(*MO.getGlobal()), MO.getOffset());
    return true;
  case MachineOperand::MO_ExternalSymbol:
    Out = lowerSymbol(MO, GetExternalSymbolSymbol(MO.getSymbolName()),
                      MO.getOffset());
    return true;
  case MachineOperand::MO_ConstantPoolIndex:
    Out = lowerSymbol(MO, GetCPISymbol(MO.getIndex()), MO.getOffset());
    return true;
  case MachineOperand::MO_JumpTableIndex:
    Out = lowerSymbol(MO, GetJTISymbol(MO.getIndex()), 0);
    return true;
  case MachineOperand::MO_BlockAddress:
    Out = lowerSymbol(MO, GetBlockAddressSymbol(MO.getBlockAddress()),
                      MO.getOffset());
    return true;
  default:
    return false;
  }
}

/// The target flags of an operand are its relocation specifier.
MCOperand MatrixAsmPrinter::lowerSymbol(const MachineOperand &MO,
                                        const MCSymbol *Symbol,
                                        int64_t Offset) const {
  const MCExpr *Expr = MCSymbolRefExpr::create(Symbol, OutContext);
  if (Offset)
    Expr = MCBinaryExpr::createAdd(
        Expr, MCConstantExpr::create(Offset, OutContext), OutContext);
  if (MO.getTargetFlags())
    Expr = MCSpecifierExpr::create(Expr, MO.getTargetFlags(), OutContext);
  return MCOperand::createExpr(Expr);
}

//===----------------------------------------------------------------------===//
// The note
//===----------------------------------------------------------------------===//

/// All functions of an object have the same variant.
bool MatrixAsmPrinter::runOnMachineFunction(MachineFunction &MF) {
  const auto &ST = MF.getSubtarget<MatrixSubtarget>();
  if (Variant && Variant->getCPU() != ST.getCPU())
    Matrix::reportError(MF.getFunction(), DebugLoc(),
                        "it is for variant '" + Twine(ST.getCPU()) +
                            "', functions before it for '" + Variant->getCPU() +
                            "'; put them in different modules");
  if (!Variant)
    Variant = &ST;
  return AsmPrinter::runOnMachineFunction(MF);
}

void MatrixAsmPrinter::emitEndOfAsmFile(Module &) {
  const MCSubtargetInfo &STI = Variant ? *Variant : *TM.getMCSubtargetInfo();
  Matrix::emitNote(*OutStreamer, STI);
}

//===----------------------------------------------------------------------===//
// Inline assembly
//===----------------------------------------------------------------------===//

/// The modifier `z` prints the constant 0 as the zero register. Returns true
/// for operands that cannot be printed, as LLVM's function does.
bool MatrixAsmPrinter::PrintAsmOperand(const MachineInstr *MI, unsigned OpNo,
                                       const char *ExtraCode, raw_ostream &OS) {
  if (!AsmPrinter::PrintAsmOperand(MI, OpNo, ExtraCode, OS))
    return false;
  const MachineOperand &MO = MI->getOperand(OpNo);
  bool ZeroIsRegister = ExtraCode && StringRef(ExtraCode) == "z";
  if (ExtraCode && !ZeroIsRegister)
    return true;
  MCOperand Operand;
  if (MO.isReg()) // explicit, or implicit by a constraint like {r6}
    OS << MatrixInstPrinter::getRegisterName(MO.getReg());
  else if (!lowerOperand(MO, Operand))
    return true;
  else if (!Operand.isImm())
    MAI->printExpr(OS, *Operand.getExpr());
  else if (ZeroIsRegister && Operand.getImm() == 0)
    OS << MatrixInstPrinter::getRegisterName(Matrix::Zero);
  else
    OS << Operand.getImm();
  return false;
}

bool MatrixAsmPrinter::PrintAsmMemoryOperand(const MachineInstr *MI,
                                             unsigned OpNo,
                                             const char *ExtraCode,
                                             raw_ostream &OS) {
  if (ExtraCode)
    return true;
  OS << MI->getOperand(OpNo + 1).getImm() << '('
     << MatrixInstPrinter::getRegisterName(MI->getOperand(OpNo).getReg())
     << ')';
  return false;
}

extern "C" void LLVMInitializeMatrixAsmPrinter() {
  TargetRegistry::RegisterAsmPrinter(
      getTheMatrixTarget(),
      [](TargetMachine &TM,
         std::unique_ptr<MCStreamer> &&Streamer) -> AsmPrinter * {
        return new MatrixAsmPrinter(TM, std::move(Streamer));
      });
}
