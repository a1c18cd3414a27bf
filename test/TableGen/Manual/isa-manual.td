// The manual's text for one record.
// RUN: matrix-tblgen -gen-isa-markdown %td_flags %s | FileCheck %s

include "Matrix.td"

def TNEW : InstT<0x34, 29, FmtBF16, "tnew", ".bf16.f32", (outs TBF16:$td),
                 (ins TBF16:$c, ColumnBlock:$q, TF32:$ta, SReg:$tb),
                 "$td, $q, $ta, $tb", TimeEw,
                 (Insert $q, (Cast FmtBF16, (Max (Mul $ta, (Splat FmtF32, $tb)), 0)), $c)> {
  let Constraints = "$td = $c";
  let Brief = "what the test needs";
}

// A feature has the name of the record that variants list.
// CHECK-LABEL: {{^}}## Features
//      CHECK: ### mma-float
//      CHECK: Contractions of f32 and of f16. Record `FeatureMmaFloat`. Variants: [base](#variant-base)

// The opcode map with the free codes.
// CHECK-LABEL: {{^}}## Opcodes
//      CHECK: | opcode | format | use | instructions | free function codes |
//      CHECK: | `0x0` | R | trap | [`unimp`](#insn-UNIMP) | 1-2047 |
//      CHECK: | `0x3` | I | integer arithmetic with an immediate | [`addi`](#insn-ADDI) |  |
//      CHECK: | `0x31` | T | contractions | [`tmma.f32.bf16`]{{.*}} | 1-31 |
//      CHECK: | `0x3b` |  | spaces of the variant, 26 bits each |  |  |
//      CHECK: Free opcodes: 0xd-0xe, 0x2f, 0x37.

// CHECK-LABEL: ### tnew.bf16.f32
//      CHECK: What the test needs.
//      CHECK: tnew.bf16.f32 td, q, ta, tb
//      CHECK: | 31..26 | 25..21 | 20..16 | 15..11 | 10..2     | 1..0 |
// CHECK-NEXT: | 110100 | td     | ta     | tb     | 111010010 | q    |
//      CHECK: | `c` | what td holds before | tile register of [bf16](#format-FmtBF16), R x RB/2 | [base](#variant-base) 16 x 32
//      CHECK: for i < R, j < RB/4:
// CHECK-NEXT:   td[i][q*RB/4 + j] = bf16(max(ta[i][j] * tb, 0))
// CHECK-NEXT: elsewhere td is unchanged
//      CHECK: Operators: [Insert](#operator-Insert), [Cast](#operator-Cast), [Max](#operator-Max), [Mul](#operator-Mul), [Splat](#operator-Splat).
//      CHECK: Traps: illegal instruction if q is above 1.
//      CHECK: Pipe `EW`; occupancy `ceil((Rows * TileRowBytes) / EwBytes)`, latency `occupancy + EwExtraLatency`.
//      CHECK: | C | `matrix_tile matrix_tnew_bf16_f32(matrix_tile c, int64_t imm_q, matrix_tile ta, float tb)` |
// CHECK-NEXT: | LLVM IR | `tile @matrix.tnew.bf16.f32(tile c, i64 immediate q, tile ta, float tb)` |
//      CHECK: | dialect | `matrix.tnew` |
