// Semantics of tile instructions: templates over the geometry, reads before
// writes, one rounding per operator.
// RUN: mkdir -p %t
// RUN: matrix-tblgen -gen-sim-tile %td_flags %s -o %t/Tile.inc
// RUN: FileCheck %s --input-file=%t/Tile0.inc

include "Matrix.td"

def TNEW : InstT<0x34, 29, FmtBF16, "tnew", ".bf16.f32", (outs TBF16:$td),
                 (ins TBF16:$c, ColumnBlock:$q, TF32:$ta, SReg:$tb),
                 "$td, $q, $ta, $tb", TimeEw,
                 (Insert $q, (Cast FmtBF16, (Max (Mul $ta, (Splat FmtF32, $tb)), 0)), $c)> {
  let Constraints = "$td = $c";
}

// The sum is modulo 2^64.
// CHECK-LABEL: template <int R, int RB> void TIOTA_R(
// CHECK:       int32_t(uint64_t(i) + uint64_t(v_tb))

// CHECK-LABEL: template <int R, int RB> void TNEW(Core &core, const Decoded &insn) {
// CHECK:       const auto *v_c = core.tile<uint16_t, R * RB>(insn.reg[0]);
// CHECK:       const auto v_q = int64_t(insn.imm[0]);
// CHECK:       const auto *v_ta = core.tile<float, R * RB>(insn.reg[1]);
// CHECK:       const auto v_tb = core.f32(insn.reg[2]);
// CHECK:       if (v_q >= 2)
// CHECK-NEXT:  return core.illegal();
// CHECK:       uint16_t inserted0[R * (RB / 2)];
// CHECK:       num::SmallFloat<8, 7, false>::encode(num::maximum(num::mul(v_ta[(i) * (RB / 4) + (j)], float(v_tb)), num::bitCast<float>(0x0u)))
