//===- Isa/Target.td - records for llvm-tblgen ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pseudo instructions of the code generator and the Target record. Included
// last, after all records of variants and instructions.
//
// Tile, system and row instructions have no patterns: the code generator
// selects them by the table of builtins (-gen-builtins), which names each
// record by its mnemonic.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_TARGET_TD
#define MATRIX_ISA_TARGET_TD

include "Schema/Rows.td"
include "Isa/CallingConvention.td"
include "Isa/ScalarControl.td"
include "Isa/ScalarMemory.td"

//===----------------------------------------------------------------------===//
// Processors: one per variant; "generic" is an alias of the default variant.
// matrix-tblgen -gen-schedule generates them with their scheduling models.
//===----------------------------------------------------------------------===//

class FeaturesOf<Variant v> {
  list<SubtargetFeature> All = !listconcat(v.Features,
      !if(!initialized(v.Tiles), v.Tiles.Features, []<SubtargetFeature>),
      !if(!initialized(v.Tiles), !foreach(size, v.Tiles.Size, size.Enable), []<SubtargetFeature>));
}

//===----------------------------------------------------------------------===//
// Pseudo instructions
//===----------------------------------------------------------------------===//

class Pseudo<dag outs, dag ins, list<dag> pattern = []> : Instruction {
  let Namespace = "Matrix";
  let OutOperandList = outs;
  let InOperandList = ins;
  let Pattern = pattern;
  let isPseudo = 1;
  let isCodeGenOnly = 1;
  let hasSideEffects = 0;
  let mayLoad = 0;
  let mayStore = 0;
  let Size = 4;
}

def callseq_start : SDNode<"ISD::CALLSEQ_START", SDCallSeqStart<[SDTCisVT<0, i64>, SDTCisVT<1, i64>]>,
                           [SDNPHasChain, SDNPOutGlue]>;
def callseq_end : SDNode<"ISD::CALLSEQ_END", SDCallSeqEnd<[SDTCisVT<0, i64>, SDTCisVT<1, i64>]>,
                         [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue]>;
let Defs = [StackPointer], Uses = [StackPointer], hasSideEffects = 1 in {
def ADJCALLSTACKDOWN : Pseudo<(outs), (ins i64imm:$a, i64imm:$b), [(callseq_start timm:$a, timm:$b)]>;
def ADJCALLSTACKUP   : Pseudo<(outs), (ins i64imm:$a, i64imm:$b), [(callseq_end timm:$a, timm:$b)]>;
}

let isBranch = 1, isTerminator = 1, isBarrier = 1 in {
def PseudoBR : Pseudo<(outs), (ins JumpTarget:$target), [(br bb:$target)]>,
               PseudoInstExpansion<(JAL R0, CallTarget:$target)>;
let isIndirectBranch = 1 in
def PseudoBRIND : Pseudo<(outs), (ins XReg:$ra), [(brind XReg:$ra)]>,
                  PseudoInstExpansion<(JALR R0, XReg:$ra, 0)>;
}
let isCall = 1, Defs = [ReturnAddress] in {
def PseudoCALL : Pseudo<(outs), (ins CallTarget:$target)>,
                 PseudoInstExpansion<(JAL ReturnAddress, CallTarget:$target)>;
def PseudoCALLIndirect : Pseudo<(outs), (ins XReg:$ra), [(MatrixCall XReg:$ra)]>,
                         PseudoInstExpansion<(JALR ReturnAddress, XReg:$ra, 0)>;
}
def : Pat<(MatrixCall tglobaladdr:$callee), (PseudoCALL tglobaladdr:$callee)>;
def : Pat<(MatrixCall texternalsym:$callee), (PseudoCALL texternalsym:$callee)>;
let isCall = 1, Defs = [OutlinedReturn] in
def PseudoCALLOutlined : Pseudo<(outs), (ins CallTarget:$target)>,
                         PseudoInstExpansion<(JAL OutlinedReturn, CallTarget:$target)>;
let isReturn = 1, isTerminator = 1, isBarrier = 1, Uses = [OutlinedReturn] in
def PseudoRETOutlined : Pseudo<(outs), (ins)>, PseudoInstExpansion<(JALR R0, OutlinedReturn, 0)>;
// The return address is not an operand: a use of a callee-saved register would
// keep shrink-wrapping from returns without epilogue.
let isReturn = 1, isTerminator = 1, isBarrier = 1 in
def PseudoRET : Pseudo<(outs), (ins), [(MatrixReturn)]>, PseudoInstExpansion<(JALR R0, ReturnAddress, 0)>;

let isCall = 1, isReturn = 1, isTerminator = 1, isBarrier = 1, Uses = [StackPointer] in {
def PseudoTAIL : Pseudo<(outs), (ins CallTarget:$target)>, PseudoInstExpansion<(JAL R0, CallTarget:$target)>;
def PseudoTAILIndirect : Pseudo<(outs), (ins GPRTail:$ra), [(MatrixTailCall GPRTail:$ra)]>,
                         PseudoInstExpansion<(JALR R0, XReg:$ra, 0)>;
}
foreach symbol = [tglobaladdr, texternalsym] in
  def : Pat<(MatrixTailCall symbol:$callee), (PseudoTAIL symbol:$callee)>;

// A 64-bit constant or the address of a symbol, expanded to movz or movn and
// movk.
let isReMaterializable = 1, isMoveImm = 1, Size = 16 in
def PseudoLI : Pseudo<(outs XReg:$rd), (ins i64imm:$imm)>;
let isReMaterializable = 1, Size = 12 in
def PseudoLA : Pseudo<(outs XReg:$rd), (ins i64imm:$symbol)>;
foreach symbol = [tglobaladdr, tglobaltlsaddr, texternalsym, tconstpool, tblockaddress, tjumptable] in
  def : Pat<(MatrixAddress symbol:$s), (PseudoLA symbol:$s)>;

// A compiler barrier without code: a core observes its own accesses in order.
let hasSideEffects = 1, Size = 0 in
def PseudoFENCE : Pseudo<(outs), (ins), [(atomic_fence (timm), (timm))]>;

// Select without a conditional move, expanded to a diamond.
let usesCustomInserter = 1 in {
def SELECT_S : Pseudo<(outs SReg:$d), (ins XReg:$c, SReg:$a, SReg:$b),
                      [(set SReg:$d, (select XReg:$c, (f32 SReg:$a), SReg:$b))]>;
def SELECT_D : Pseudo<(outs DReg:$d), (ins XReg:$c, DReg:$a, DReg:$b),
                      [(set DReg:$d, (select XReg:$c, (f64 DReg:$a), DReg:$b))]>;
def SELECT_T : Pseudo<(outs TR:$d), (ins XReg:$c, TR:$a, TR:$b)>;
}
def : Pat<(TileVT (select XReg:$c, (TileVT TR:$a), (TileVT TR:$b))), (SELECT_T XReg:$c, TR:$a, TR:$b)>;

defm : RemapAllTargetPseudoPointerOperands<GPR>;

//===----------------------------------------------------------------------===//
// The target
//===----------------------------------------------------------------------===//

def MatrixInstrInfo : InstrInfo;
def MatrixAsmParser : AsmParser { let ShouldEmitMatchRegisterName = 1; }
def MatrixAsmWriter : AsmWriter { int PassSubtarget = 0; }
def Matrix : Target {
  let InstructionSet = MatrixInstrInfo;
  let AssemblyParsers = [MatrixAsmParser];
  let AssemblyWriters = [MatrixAsmWriter];
}

#endif // MATRIX_ISA_TARGET_TD
