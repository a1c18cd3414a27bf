// The table of builtins: one row per instruction with a builtin.
// RUN: matrix-tblgen -gen-builtins %td_flags %s | FileCheck %s

include "Matrix.td"

def TNEW : InstT<0x34, 29, FmtBF16, "tnew", ".bf16.f32", (outs TBF16:$td),
                 (ins TBF16:$c, ColumnBlock:$q, TF32:$ta, SReg:$tb),
                 "$td, $q, $ta, $tb", TimeEw,
                 (Insert $q, (Cast FmtBF16, (Mul $ta, (Splat FmtF32, $tb))), $c)> {
  let Constraints = "$td = $c";
}

// The q of two-block formats ends at 1, though its field has two bits: checked
// when the instruction executes; the table has the range of the field.
// CHECK:      {BuiltinOperand::Tile, 0, 0, 1}, // $td of TNEW
// CHECK-NEXT: {BuiltinOperand::Tile, 0, 0, 1}, // $c of TNEW
// CHECK-NEXT: {BuiltinOperand::Immediate, 0, 3, 1}, // $q of TNEW
// CHECK-NEXT: {BuiltinOperand::Tile, 0, 0, 1}, // $ta of TNEW
// CHECK-NEXT: {BuiltinOperand::Float32, 0, 0, 1}, // $tb of TNEW

// Input 0 of a load is the address, input 1 the offset; of a store 1 and 2.
// CHECK:      {"tld", Matrix::TLD, {{[0-9]+}}, 1, 3, 0, 1, true, false, false},
// CHECK:      {"tldt.b", Matrix::TLDT_B, {{[0-9]+}}, 1, 2, 0, -1, true, false, false},
// CHECK:      {"tnew.bf16.f32", Matrix::TNEW, {{[0-9]+}}, 1, 4, -1, -1, false, false, false},
// CHECK:      {"tst", Matrix::TST, {{[0-9]+}}, 0, 4, 1, 2, false, true, false},
