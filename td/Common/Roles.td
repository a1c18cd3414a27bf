//===- Common/Roles.td - roles, control registers, hooks ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Roles of instructions for handwritten code, control registers, and hooks of
// the simulator. Code generator, runtime and frontend look up instructions by
// role instead of by name. A scalar role is a constant of the code generator
// and must be an instruction of all variants; the holder of another role may
// differ between variants.
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
                              "block until the core's own semaphore $rb is at least $ra, then subtract $ra">;
def RoleFence          : Role<"fence",            "order scalar stores to DRAM before later DMA">;
def RoleReadCsr        : Role<"read_csr",         "read the control register of that number">;
def RoleHalt           : Role<"halt",             "this core stops; $ra is its exit status">;
def RoleHostCall       : Role<"host_call",        "semihosting">;

// Scalar instructions that the code generator emits itself.
def RoleIntegerAdd     : ScalarRole<"integer_add", "$ra + $rb">;
def RoleAddImmediate   : ScalarRole<"add_immediate", "$ra plus a constant; with 0 a move, on r0 a no-op">;
def RoleAddImmediateWord : ScalarRole<"add_immediate_word", "low 32 bits of $ra plus a constant, sign-extended">;
def RoleIntegerAnd     : ScalarRole<"integer_and", "$ra & $rb">;
def RoleMoveHalfword   : ScalarRole<"move_halfword", "a constant in one halfword, zeros in the others">;
def RoleMoveInverted   : ScalarRole<"move_inverted", "the complement of a constant in one halfword and zeros">;
def RoleReplaceHalfword : ScalarRole<"replace_halfword", "a constant in one halfword, the others unchanged">;
def RoleFloatMove      : ScalarRole<"float_move", "with the same register as both inputs: register to register">;
def RoleBitsToF32      : ScalarRole<"bits_to_f32", "an f32 from the low bits of a general register">;
def RoleBitsToF64      : ScalarRole<"bits_to_f64", "an f64 from the bits of a general register">;
def RoleLoadGeneral    : ScalarRole<"load_general", "load of a general register, base + constant">;
def RoleStoreGeneral   : ScalarRole<"store_general", "store of a general register">;
def RoleLoadF32        : ScalarRole<"load_f32", "load of an f32, base + constant">;
def RoleStoreF32       : ScalarRole<"store_f32", "store of an f32">;
def RoleLoadF64        : ScalarRole<"load_f64", "load of an f64, base + constant">;
def RoleStoreF64       : ScalarRole<"store_f64", "store of an f64">;
def RoleBranchEqual    : ScalarRole<"branch_equal", "branch if $rd == $ra">;
def RoleBranchNotEqual : ScalarRole<"branch_not_equal", "branch if $rd != $ra">;
def RoleBranchLess     : ScalarRole<"branch_less", "branch if $rd < $ra, signed">;
def RoleBranchNotLess  : ScalarRole<"branch_not_less", "branch if $rd >= $ra, signed">;
def RoleBranchBelow    : ScalarRole<"branch_below", "branch if $rd < $ra, unsigned">;
def RoleBranchNotBelow : ScalarRole<"branch_not_below", "branch if $rd >= $ra, unsigned">;

// The simulator computes these control registers (Core::role_read_csr).
foreach name = ["core", "ncores", "cycle", "instret", "rows", "rowbytes", "tiles"] in
  def : CsrValue<name>;

// Operations of mlir-dialects/include that are not generated.
foreach name = ["barrier", "copy", "core_id", "dma_copy", "dma_done", "dma_load", "dma_store", "dma_wait", "fence",
                "fill", "launch", "num_cores", "order_tiles", "pad", "plan", "rows", "semaphore_post",
                "semaphore_wait"] in
  def : HandwrittenOperation<name>;

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
