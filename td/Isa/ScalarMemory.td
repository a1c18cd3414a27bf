//===- Isa/ScalarMemory.td - scalar loads and stores ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_SCALARMEMORY_TD
#define MATRIX_ISA_SCALARMEMORY_TD

include "Common/ScalarNodes.td"

// Latency of loads from the own scratchpad; docs/timing.md defines that of
// other memories.
defvar TimeScalarLoad = ScalarTiming<occ=1, lat=8>;
defvar TimeScalarStore = ScalarTiming<occ=1, lat=1>;
defvar BaseOffset = (Address XReg:$ra, SignedImmediate:$imm);

class ScalarLoad<bits<6> op, string baseMnemonic, RegisterOperand reg, dag value>
    : InstI<op, baseMnemonic, "", (outs reg:$rd), (ins XReg:$ra, SignedImmediate:$imm), "$rd, ${imm}(${ra})",
            TimeScalarLoad> {
  let Pattern = [(set reg:$rd, value)];
  let mayLoad = 1;
}
class ScalarStore<bits<6> op, string baseMnemonic, RegisterOperand reg, dag effect>
    : InstI<op, baseMnemonic, "", (outs), (ins reg:$rd, XReg:$ra, SignedImmediate:$imm), "$rd, ${imm}(${ra})",
            TimeScalarStore> {
  let Pattern = [effect];
  let mayStore = 1;
}

//===----------------------------------------------------------------------===//
// Integer
//===----------------------------------------------------------------------===//

def LB  : ScalarLoad<0x10, "lb",  XReg, (i64 (sextloadi8 BaseOffset))>;
def LBU : ScalarLoad<0x11, "lbu", XReg, (i64 (zextloadi8 BaseOffset))>;
def LH  : ScalarLoad<0x12, "lh",  XReg, (i64 (sextloadi16 BaseOffset))>;
def LHU : ScalarLoad<0x13, "lhu", XReg, (i64 (zextloadi16 BaseOffset))>;
def LW  : ScalarLoad<0x14, "lw",  XReg, (i64 (sextloadi32 BaseOffset))>;
def LWU : ScalarLoad<0x15, "lwu", XReg, (i64 (zextloadi32 BaseOffset))>;
def LD  : ScalarLoad<0x16, "ld",  XReg, (i64 (load BaseOffset))>;

def SB : ScalarStore<0x17, "sb", XReg, (truncstorei8 (i64 XReg:$rd), BaseOffset)>;
def SH : ScalarStore<0x18, "sh", XReg, (truncstorei16 (i64 XReg:$rd), BaseOffset)>;
def SW : ScalarStore<0x19, "sw", XReg, (truncstorei32 (i64 XReg:$rd), BaseOffset)>;
def SD : ScalarStore<0x1A, "sd", XReg, (store (i64 XReg:$rd), BaseOffset)>;

def : Pat<(i64 (extloadi8 BaseOffset)),  (LBU XReg:$ra, SignedImmediate:$imm)>;
def : Pat<(i64 (extloadi16 BaseOffset)), (LHU XReg:$ra, SignedImmediate:$imm)>;
def : Pat<(i64 (extloadi32 BaseOffset)), (LW XReg:$ra, SignedImmediate:$imm)>;

//===----------------------------------------------------------------------===//
// Float. flh and fsh move 16 bits unchanged; f16 and bf16 are converted in
// registers.
//===----------------------------------------------------------------------===//

def FLH : ScalarLoad<0x1B, "flh", SReg, (f32 (MatrixFloatFromBits (i64 (zextloadi16 BaseOffset))))>;
def FLW : ScalarLoad<0x1C, "flw", SReg, (f32 (load BaseOffset))>;
def FLD : ScalarLoad<0x1D, "fld", DReg, (f64 (load BaseOffset))>;
def FSH : ScalarStore<0x1E, "fsh", SReg, (truncstorei16 (i64 (MatrixBitsFromFloat SReg:$rd)), BaseOffset)>;
def FSW : ScalarStore<0x1F, "fsw", SReg, (store (f32 SReg:$rd), BaseOffset)>;
def FSD : ScalarStore<0x20, "fsd", DReg, (store (f64 DReg:$rd), BaseOffset)>;

#endif // MATRIX_ISA_SCALARMEMORY_TD
