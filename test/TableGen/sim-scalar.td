// Scalar semantics are the selection patterns, with ScalarSemantics for effects that patterns
// cannot express. A node without semantics is an error at the instruction.
// RUN: split-file %s %t
// RUN: matrix-tblgen -gen-sim-scalar %td_flags %t/good.td | FileCheck %t/good.td
// RUN: matrix-tblgen -gen-sim-undefined %td_flags %t/good.td | FileCheck %t/good.td --check-prefix=UNDEFINED
// RUN: not matrix-tblgen -gen-sim-scalar %td_flags %t/node.td 2>&1 | FileCheck %t/node.td
// RUN: not matrix-tblgen -check-description %td_flags %t/node.td 2>&1 | FileCheck %t/node.td

//--- good.td
include "Matrix.td"

def ANDN : InstR<0x02, 99, "andn", "", (outs XReg:$rd), (ins XReg:$ra, XReg:$rb),
                 "$rd, $ra, $rb", ScalarTiming<1, 1>> {
  let Pattern = [(set i64:$rd, (and i64:$ra, (not i64:$rb)))];
}
// CHECK: SCALAR(ANDN, { const int64_t value0 = (x[insn->reg[1]] & (x[insn->reg[2]] ^ int64_t(-1))); x[insn->reg[0]] = value0; })
// Undefined bits of results, by the same patterns: as in NodeSemantics, or all for any.
// UNDEFINED: UNDEFINED(ANDN, { SET_GENERAL(0, undef::bitAnd(x[insn->reg[1]], uint64_t(GENERAL(1)), (x[insn->reg[2]] ^ int64_t(-1)), uint64_t((uint64_t(GENERAL(2)) | uint64_t(0))))); })
// UNDEFINED: UNDEFINED(BEQ, { DECIDES(undef::equal(x[insn->reg[0]], uint64_t(GENERAL(0)), x[insn->reg[1]], uint64_t(GENERAL(1)))); })
// UNDEFINED: UNDEFINED(DIV, { SET_GENERAL(0, undef::any(GENERAL(1) | GENERAL(2))); })
// UNDEFINED: UNDEFINED(JAL, { SET_GENERAL(0, 0); })
// UNDEFINED: UNDEFINED(LD, { SET_GENERAL(0, LOADED(int64_t, {{.*}})); })
// CHECK: SYSTEM(BAR, { core.role_barrier(); COMPLETED(); })
// CHECK: BRANCH(BEQ, insn->imm[0], { if (((x[insn->reg[0]]) == (x[insn->reg[1]]))) JUMP(RELATIVE(insn->imm[0])); })

//--- node.td
include "Matrix.td"
// CHECK: node.td:[[#@LINE+2]]:5: error: node avgceilu has no NodeSemantics record, which defines its result
// CHECK: node.td:[[#@LINE+1]]:5: note: write one, def : NodeSemantics<avgceilu, "C++ over $0, $1">, as td/Common/ScalarNodes.td does
def BADN : InstR<0x02, 99, "badn", "", (outs XReg:$rd), (ins XReg:$ra, XReg:$rb), "$rd, $ra, $rb", ScalarTiming<1, 1>> {
  let Pattern = [(set i64:$rd, (avgceilu i64:$ra, i64:$rb))];
}
