//===- Isa/ScalarMemory.td - scalar loads and stores ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores of integers and floats at a base register and an offset.
// Loads of narrow integers extend to 64 bits; of an extension that the program
// leaves open, the patterns select zero for bytes and halfwords and the sign
// for words.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_SCALARMEMORY_TD
#define MATRIX_ISA_SCALARMEMORY_TD

include "Common/Roles.td"
include "Common/ScalarNodes.td"
include "Isa/Timing.td"

defvar BaseOffset = (Address XReg:$ra, SignedImmediate:$imm);

class ScalarLoad<Opcode row, int index, string baseMnemonic, RegisterOperand reg, dag value>
    : InstI<row.Values[index], baseMnemonic, "", (outs reg:$rd), (ins XReg:$ra, SignedImmediate:$imm),
            "$rd, ${imm}(${ra})", TimeScalarLoad> {
  let Pattern = [(set reg:$rd, value)];
  let mayLoad = 1;
}
class ScalarStore<Opcode row, int index, string baseMnemonic, RegisterOperand reg, dag effect>
    : InstI<row.Values[index], baseMnemonic, "", (outs), (ins reg:$rd, XReg:$ra, SignedImmediate:$imm),
            "$rd, ${imm}(${ra})", TimeAlu> {
  let Pattern = [effect];
  let mayStore = 1;
}

//===----------------------------------------------------------------------===//
// Integer
//===----------------------------------------------------------------------===//

let Word = AlwaysWord in {
def LB  : ScalarLoad<OpIntegerMemory, 0, "lb",  XReg, (i64 (sextloadi8 BaseOffset))>;
def LBU : ScalarLoad<OpIntegerMemory, 1, "lbu", XReg, (i64 (zextloadi8 BaseOffset))>;
def LH  : ScalarLoad<OpIntegerMemory, 2, "lh",  XReg, (i64 (sextloadi16 BaseOffset))>;
def LHU : ScalarLoad<OpIntegerMemory, 3, "lhu", XReg, (i64 (zextloadi16 BaseOffset))>;
def LW  : ScalarLoad<OpIntegerMemory, 4, "lw",  XReg, (i64 (sextloadi32 BaseOffset))>;
}
def LWU : ScalarLoad<OpIntegerMemory, 5, "lwu", XReg, (i64 (zextloadi32 BaseOffset))>;
def LD  : ScalarLoad<OpIntegerMemory, 6, "ld",  XReg, (i64 (load BaseOffset))> { let Roles = [RoleLoadGeneral]; }

def SB : ScalarStore<OpIntegerMemory, 7, "sb", XReg, (truncstorei8 (i64 XReg:$rd), BaseOffset)>;
def SH : ScalarStore<OpIntegerMemory, 8, "sh", XReg, (truncstorei16 (i64 XReg:$rd), BaseOffset)>;
def SW : ScalarStore<OpIntegerMemory, 9, "sw", XReg, (truncstorei32 (i64 XReg:$rd), BaseOffset)>;
def SD : ScalarStore<OpIntegerMemory, 10, "sd", XReg, (store (i64 XReg:$rd), BaseOffset)> {
  let Roles = [RoleStoreGeneral];
}

def : Pat<(i64 (extloadi8 BaseOffset)),  (LBU XReg:$ra, SignedImmediate:$imm)>;
def : Pat<(i64 (extloadi16 BaseOffset)), (LHU XReg:$ra, SignedImmediate:$imm)>;
def : Pat<(i64 (extloadi32 BaseOffset)), (LW XReg:$ra, SignedImmediate:$imm)>;

//===----------------------------------------------------------------------===//
// Float. flh and fsh move 16 bits unchanged; f16 and bf16 are converted in
// registers.
//===----------------------------------------------------------------------===//

def FLH : ScalarLoad<OpFloatMemory, 0, "flh", SReg, (f32 (MatrixFloatFromBits (i64 (zextloadi16 BaseOffset))))>;
def FLW : ScalarLoad<OpFloatMemory, 1, "flw", SReg, (f32 (load BaseOffset))> { let Roles = [RoleLoadF32]; }
def FLD : ScalarLoad<OpFloatMemory, 2, "fld", DReg, (f64 (load BaseOffset))> { let Roles = [RoleLoadF64]; }
def FSH : ScalarStore<OpFloatMemory, 3, "fsh", SReg, (truncstorei16 (i64 (MatrixBitsFromFloat SReg:$rd)), BaseOffset)>;
def FSW : ScalarStore<OpFloatMemory, 4, "fsw", SReg, (store (f32 SReg:$rd), BaseOffset)> { let Roles = [RoleStoreF32]; }
def FSD : ScalarStore<OpFloatMemory, 5, "fsd", DReg, (store (f64 DReg:$rd), BaseOffset)> { let Roles = [RoleStoreF64]; }

#endif // MATRIX_ISA_SCALARMEMORY_TD
