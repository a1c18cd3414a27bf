//===- Isa/ScalarControl.td - branches, jumps, calls ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branches, jumps, calls and traps. ControlSemantics describes the transfer of
// control for the simulator. Comparisons that no branch has exchange their
// operands; jumps, calls and returns are jal and jalr with different
// destination registers. Aliases of all scalar instructions are here, after the
// last record to which they refer.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_SCALARCONTROL_TD
#define MATRIX_ISA_SCALARCONTROL_TD

include "Common/Roles.td"
include "Common/ScalarNodes.td"
include "Isa/ScalarBits.td"
include "Isa/ScalarFloat.td"

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

class Branch<int index, string baseMnemonic, SDPatternOperator condition>
    : InstI<OpBranch.Values[index], baseMnemonic, "", (outs), (ins XReg:$rd, XReg:$ra, BranchTarget:$imm),
            "$rd, $ra, $imm", TimeAlu> {
  let Pattern = [(brcond (i64 (condition XReg:$rd, XReg:$ra)), bb:$imm)];
  let isBranch = 1;
  let isTerminator = 1;
}
def BEQ  : Branch<0, "beq",  seteq> { let Roles = [RoleBranchEqual]; }
def BNE  : Branch<1, "bne",  setne> { let Roles = [RoleBranchNotEqual]; }
def BLT  : Branch<2, "blt",  setlt> { let Roles = [RoleBranchLess]; }
def BGE  : Branch<3, "bge",  setge> { let Roles = [RoleBranchNotLess]; }
def BLTU : Branch<4, "bltu", setult> { let Roles = [RoleBranchBelow]; }
def BGEU : Branch<5, "bgeu", setuge> { let Roles = [RoleBranchNotBelow]; }

// A call with rd = the return address, a jump with rd = r0.
let isCall = 1 in {
def JAL  : InstJ<OpJump.Value, "jal", "", (outs XReg:$rd), (ins CallTarget:$imm), "$rd, $imm", TimeAlu> {
  let ScalarSemantics = [(set XReg:$rd, (MatrixJumpAndLink CallTarget:$imm))];
}
def JALR : InstI<OpJumpRegister.Value, "jalr", "", (outs XReg:$rd), (ins XReg:$ra, SignedImmediate:$imm),
                 "$rd, ${imm}(${ra})", TimeAlu> {
  let ScalarSemantics = [(set XReg:$rd, (MatrixJumpAndLink (add XReg:$ra, SignedImmediate:$imm)))];
}
}

// The zero word is never a valid instruction. Not a terminator: other instructions may follow a
// call to llvm.trap in the same basic block.
let isTrap = 1, hasSideEffects = 1 in
def UNIMP : InstR<OpTrap.Value, 0, "unimp", "", (outs), (ins), "", TimeAlu> { let Pattern = [(trap)]; }

def : Pat<(brcond (i64 (setgt XReg:$a, XReg:$b)), bb:$t), (BLT XReg:$b, XReg:$a, bb:$t)>;
def : Pat<(brcond (i64 (setle XReg:$a, XReg:$b)), bb:$t), (BGE XReg:$b, XReg:$a, bb:$t)>;
def : Pat<(brcond (i64 (setugt XReg:$a, XReg:$b)), bb:$t), (BLTU XReg:$b, XReg:$a, bb:$t)>;
def : Pat<(brcond (i64 (setule XReg:$a, XReg:$b)), bb:$t), (BGEU XReg:$b, XReg:$a, bb:$t)>;
def : Pat<(brcond (i64 (seteq (and XReg:$a, FieldMask:$m), 0)), bb:$t), (BEQ TestedField, (i64 R0), bb:$t)>;
def : Pat<(brcond (i64 (setne (and XReg:$a, FieldMask:$m), 0)), bb:$t), (BNE TestedField, (i64 R0), bb:$t)>;
def : Pat<(brcond XReg:$c, bb:$t), (BNE XReg:$c, (i64 R0), bb:$t)>;

//===----------------------------------------------------------------------===//
// Aliases
//===----------------------------------------------------------------------===//

def : InstAlias<"nop", (ADDI R0, R0, 0)>;
def : InstAlias<"mv $rd, $ra", (ADDI XReg:$rd, XReg:$ra, 0)>;
def : InstAlias<"li $rd, $imm", (ADDI XReg:$rd, R0, SignedImmediate:$imm)>;
def : InstAlias<"sextw $rd, $ra", (ADDIW XReg:$rd, XReg:$ra, 0)>;
def : InstAlias<"neg $rd, $ra", (SUB XReg:$rd, R0, XReg:$ra)>;
def : InstAlias<"fmv.s $rd, $ra", (FSGNJ_S SReg:$rd, SReg:$ra, SReg:$ra)>;
def : InstAlias<"fmv.d $rd, $ra", (FSGNJ_D DReg:$rd, DReg:$ra, DReg:$ra)>;
def : InstAlias<"j $target", (JAL R0, CallTarget:$target)>;
def : InstAlias<"call $target", (JAL ReturnAddress, CallTarget:$target)>;
def : InstAlias<"ret", (JALR R0, ReturnAddress, 0)>;
def : InstAlias<"jr $ra", (JALR R0, XReg:$ra, 0)>;
def : InstAlias<"callr $ra", (JALR ReturnAddress, XReg:$ra, 0)>;

#endif // MATRIX_ISA_SCALARCONTROL_TD
