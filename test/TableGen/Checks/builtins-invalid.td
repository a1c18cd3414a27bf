// A description with invalid builtins is rejected before the table.
// RUN: not matrix-tblgen -gen-builtins %td_flags %s 2>&1 | FileCheck %s

include "Matrix.td"

// CHECK: builtins-invalid.td:[[#@LINE+1]]:5: error: the semantics name $tx, which is not an operand of this instruction
def BAD : Tile1<29, "tbad", TF32, (Exp $tx)>;
