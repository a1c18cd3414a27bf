//===- Isa/System.td - control registers, DMA, barriers, host -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control registers, DMA transfers, semaphores, barriers, fences, host calls
// and the end of a core. Their semantics are hooks of the simulator. All have
// side effects and access memory as far as LLVM is concerned, so that no pass
// moves an access across them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_SYSTEM_TD
#define MATRIX_ISA_SYSTEM_TD

include "Schema/Encoding.td"
include "Common/Operands.td"
include "Common/Operators.td"
include "Common/Roles.td"
include "Isa/Timing.td"

//===----------------------------------------------------------------------===//
// Control registers
//===----------------------------------------------------------------------===//

def CsrCore    : Csr<"core",    0, "number of this core, from 0">;
def CsrCores   : Csr<"ncores",  1, "number of cores that run">;
def CsrCycle   : Csr<"cycle",   2, "cycles since reset; functional runs count instructions">;
def CsrInstret : Csr<"instret", 3, "instructions retired by this core">;
def CsrRows    : Csr<"rows",    4, "rows of a tile register, 0 without tiles">;
def CsrRowBytes : Csr<"rowbytes", 5, "bytes of a tile row, 0 without tiles">;
def CsrTiles   : Csr<"tiles",   6, "tile registers">;

let Roles = [RoleReadCsr] in
def CSRR : InstI<OpCsr.Value, "csrr", "", (outs XReg:$rd), (ins CsrNumber:$imm), "$rd, $imm",
                 TimeAlu>,
           SystemInst<(RoleOp "read_csr", $imm)>;

//===----------------------------------------------------------------------===//
// Host, order
//===----------------------------------------------------------------------===//

// Call number in the first argument register, arguments in the others, result
// in the first.
let Roles = [RoleHostCall] in
def ECALL : InstR<OpSystem.Value, 0, "ecall", "", (outs), (ins), "", TimeAlu>,
            SystemInst<(RoleOp "host_call")> { let Defs = [ArgumentRegisters[0]]; let Uses = ArgumentRegisters; }
let Roles = [RoleHalt] in
def HALT  : InstR<OpSystem.Value, 1, "halt", "", (outs), (ins XReg:$ra), "$ra", TimeAlu>,
            SystemInst<(RoleOp "halt", $ra)>;
let Roles = [RoleFence] in
def FENCE : InstR<OpSystem.Value, 2, "fence", "", (outs), (ins), "", TimeAlu>,
            SystemInst<(RoleOp "fence")>;

//===----------------------------------------------------------------------===//
// DMA transfers, semaphores, barriers
//===----------------------------------------------------------------------===//

let Roles = [RoleDmaStart] in
def DMA_START : InstR<OpSync.Value, 0, "dma.start", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, (${ra})", TimeIssue>,
                SystemInst<(RoleOp "dma_start", $ra)>;
let Roles = [RoleDmaWait] in
def DMA_WAIT  : InstR<OpSync.Value, 1, "dma.wait", "", (outs), (ins XReg:$ra), "$ra", TimeIssue>,
                SystemInst<(RoleOp "dma_wait", $ra)>;
def DMA_TEST  : InstR<OpSync.Value, 2, "dma.test", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeIssue>,
                SystemInst<(RoleOp "dma_test", $ra)> {
  let Brief = "1 if the DMA transfer of the handle is complete, else 0";
}
// Counting semaphores of each core, initially 0.
let Roles = [RoleSemPost] in
def SEM_POST  : InstR<OpSync.Value, 3, "sem.post", "", (outs), (ins XReg:$ra, XReg:$rb), "$ra, $rb", TimeIssue>,
                SystemInst<(RoleOp "sem_post", $ra, $rb)> {
  let Brief = "adds 1 to semaphore $rb of core $ra";
}
let Roles = [RoleSemWait] in
def SEM_WAIT  : InstR<OpSync.Value, 4, "sem.wait", "", (outs), (ins XReg:$ra, XReg:$rb), "$ra, $rb", TimeIssue>,
                SystemInst<(RoleOp "sem_wait", $ra, $rb)> {
  let Brief = "blocks until the core's own semaphore $rb is at least $ra, then subtracts $ra";
}
let Roles = [RoleBarrier] in
def BAR       : InstR<OpSync.Value, 5, "bar", "", (outs), (ins), "", TimeIssue>,
                SystemInst<(RoleOp "barrier")>;

#endif // MATRIX_ISA_SYSTEM_TD
