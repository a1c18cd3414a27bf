// An instruction on rows with two effects on tiles, which selection does not support, is a builtin without an operation
// of the dialect.
// RUN: matrix-tblgen -check-description %td_flags %s
// RUN: matrix-tblgen -gen-op-classes %td_flags %s | FileCheck --check-prefix=OPS --implicit-check-not=QkvShiftOp %s
// RUN: matrix-tblgen -gen-builtins-header %td_flags %s | FileCheck --check-prefix=HEADER %s

include "Matrix.td"
include "Isa/Target.td"

def QKV_SHIFT : QkvInst<7, "shift", (ins D1Tile:$ra, D2Tile:$rb), "$ra, $rb", TimeQkvMove,
                        (Seq (Set $ra, $rb), (Set $rb, (Cast FmtBF16, (Mul (Cast FmtF32, $rb), 2))))>;

// OPS: ::matrix::QkvGemmOp
// HEADER: void matrix_qkv_shift(int64_t ra, int64_t rb)
