//===- Common/Roles.td - roles, control registers, hooks ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMMON_ROLES_TD
#define MATRIX_COMMON_ROLES_TD

include "Schema/Instruction.td"

def RoleTileLoadFrame  : Role<"tile_load_frame",  "reload a spilled tile: contiguous, base + immediate rows">;
def RoleTileStoreFrame : Role<"tile_store_frame", "spill a tile">;
def RoleTileZero       : Role<"tile_zero",        "all bits zero">;
def RoleTileMove       : Role<"tile_move",        "register to register">;
def RoleDmaStart       : Role<"dma_start",        "enqueue the descriptor at $ra, return its DMA handle">;
def RoleDmaWait        : Role<"dma_wait",         "block until the DMA transfer of the handle is complete">;
def RoleBarrier        : Role<"barrier",          "barrier of all cores">;
def RoleSemPost        : Role<"sem_post",         "add 1 to semaphore $rb of core $ra">;
def RoleSemWait        : Role<"sem_wait",
                              "block until the own semaphore $rb is at least $ra, then subtract $ra">;
def RoleFence          : Role<"fence",            "order scalar stores to DRAM before later DMA">;
def RoleReadCsr        : Role<"read_csr",         "read the control register of that number">;
def RoleHalt           : Role<"halt",             "this core stops; $ra is its exit status">;
def RoleHostCall       : Role<"host_call",        "semihosting">;

// The simulator computes these control registers (Core::role_read_csr).
foreach name = ["core", "ncores", "cycle", "instret", "rows", "rowbytes", "tiles"] in
  def : CsrValue<name>;

// Member functions of the simulator's core.
def : Hook<"read_csr", 1, 1>;
def : Hook<"host_call", 0>;
def : Hook<"halt", 1>;
def : Hook<"fence", 0>;
def : Hook<"dma_start", 1, 1>;
def : Hook<"dma_wait", 1>;
def : Hook<"dma_test", 1, 1>;
def : Hook<"sem_post", 2>;
def : Hook<"sem_wait", 2>;
def : Hook<"barrier", 0>;

#endif // MATRIX_COMMON_ROLES_TD
