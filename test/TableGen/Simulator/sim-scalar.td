// Scalar semantics are the selection patterns, with ScalarSemantics for effects that patterns
// cannot express. A node without semantics is an error at the instruction.
// RUN: split-file %s %t
// RUN: matrix-tblgen -gen-sim-scalar %td_flags %t/good.td | FileCheck %t/good.td
// RUN: matrix-tblgen -gen-sim-steps %td_flags %t/good.td | FileCheck %t/good.td --check-prefix=STEPS
// RUN: matrix-tblgen -gen-sim-undefined %td_flags %t/good.td | FileCheck %t/good.td --check-prefix=UNDEFINED
// RUN: matrix-tblgen -gen-sim-scalar %td_flags %t/thousands.td | FileCheck %t/thousands.td
// RUN: not matrix-tblgen -gen-sim-scalar %td_flags %t/node.td 2>&1 | FileCheck %t/node.td
// RUN: not matrix-tblgen -check-description %td_flags %t/node.td 2>&1 | FileCheck %t/node.td

//--- good.td
include "Matrix.td"

def ANDNOT : InstR<0x02, 99, "andnot", "", (outs XReg:$rd), (ins XReg:$ra, XReg:$rb),
                 "$rd, $ra, $rb", TimeAlu> {
  let Pattern = [(set i64:$rd, (and i64:$ra, (not i64:$rb)))];
}

// One function template per instruction, over the context that executes it.
// CHECK:      MATRIX_INLINE Exit execAMOCAS_W(Context &c, const Decoded &insn) {
// CHECK-NEXT:   c.issueAccess();
// CHECK-NEXT:   int32_t loaded0;
// CHECK-NEXT:   if (Exit exit = c.loadAtomic(loaded0, c.x(insn.reg[2])))
// CHECK-NEXT:     return exit;
// CHECK-NEXT:   const int64_t value0 = loaded0;
// CHECK-NEXT:   if (Exit exit = c.storeAtomic(c.x(insn.reg[2]), int32_t((((loaded0) == (num::signExtend(c.x(insn.reg[0]), 32))) ? c.x(insn.reg[1]) : loaded0))))
// CHECK-NEXT:     return exit;
// CHECK-NEXT:   c.setTiedX(insn.reg[0], value0);
// CHECK-NEXT:   return c.retireAccess(insn.reg[0]);
// CHECK-NEXT: }
// CHECK-NEXT: template <class Context>
// CHECK:      MATRIX_INLINE Exit execANDNOT(Context &c, const Decoded &insn) {
// CHECK-NEXT:   c.issue();
// CHECK-NEXT:   const int64_t value0 = (c.x(insn.reg[1]) & (c.x(insn.reg[2]) ^ int64_t(-1)));
// CHECK-NEXT:   c.setX(insn.reg[0], value0);
// CHECK-NEXT:   return c.retire(insn.reg[0]);
// CHECK-NEXT: }
// CHECK:      MATRIX_INLINE Exit execBAR(Context &c, const Decoded &insn) {
// CHECK-NEXT:   if (Exit exit = c.issueSystem())
// CHECK-NEXT:     return exit;
// CHECK-NEXT:   c.hooks().role_barrier();
// CHECK-NEXT:   if (Exit exit = c.complete())
// CHECK-NEXT:     return exit;
// CHECK-NEXT:   return c.retireSystem();
// CHECK-NEXT: }
// CHECK:      MATRIX_INLINE Exit execBEQ(Context &c, const Decoded &insn) {
// CHECK-NEXT:   c.issueJump();
// CHECK-NEXT:   if (((c.x(insn.reg[0])) == (c.x(insn.reg[1]))))
// CHECK-NEXT:     return c.branch(insn.imm[0]);
// CHECK-NEXT:   return c.fallThrough(insn.imm[0]);
// CHECK-NEXT: }
// CHECK:      MATRIX_INLINE Exit execCSRR(Context &c, const Decoded &insn) {
// CHECK:        const int64_t value = c.hooks().role_read_csr(insn.imm[0]);
// CHECK-NEXT:   if (Exit exit = c.complete())
// CHECK-NEXT:     return exit;
// CHECK-NEXT:   c.setX(insn.reg[0], value);
// CHECK-NEXT:   return c.retireSystem();
// CHECK:      MATRIX_INLINE Exit execFSW(Context &c, const Decoded &insn) {
// CHECK-NEXT:   c.issueAccess();
// CHECK-NEXT:   if (Exit exit = c.store(num::wrapAdd(c.x(insn.reg[1]), int64_t(insn.imm[0])), float(c.f32(insn.reg[0]))))
// CHECK-NEXT:     return exit;
// CHECK-NEXT:   return c.retireAccess();
// CHECK:      MATRIX_INLINE Exit execJALR(Context &c, const Decoded &insn) {
// CHECK-NEXT:   c.issueIndirectJump();
// CHECK-NEXT:   const AbsoluteTarget target{num::wrapAdd(c.x(insn.reg[1]), int64_t(insn.imm[0]))};
// CHECK-NEXT:   const int64_t value0 = c.returnAddress();
// CHECK-NEXT:   c.setX(insn.reg[0], value0);
// CHECK-NEXT:   return c.jump(target);
// CHECK-NEXT: }
// CHECK:      MATRIX_INLINE Exit execUNIMP(Context &c, const Decoded &insn) {
// CHECK-NEXT:   c.issue();
// CHECK-NEXT:   return c.trap();
// CHECK-NEXT: }

// Steps by opcode; tile and row instructions share one.
// STEPS: Step_ANDNOT,
// STEPS: Step_Rows,
// STEPS: Step_Tile,
// CHECK: #ifdef GET_STEPS
// CHECK: STEP(ANDNOT)
// CHECK-NOT: STEP(Tile)

// The size of tables by opcode is a round number, which few new instructions change.
// CHECK:      #ifdef GET_MAX_OPCODES
// CHECK-NEXT: {{^}}1024{{$}}

// Undefined bits of results, by the same patterns: as in NodeSemantics, or all for any.
// UNDEFINED:      bool propagateANDNOT(Shadow &c, const Decoded &insn) {
// UNDEFINED-NEXT:   c.setResult(undef::bitAnd(c.x(insn.reg[1]), uint64_t(c.maskOfX(insn.reg[1])), (c.x(insn.reg[2]) ^ int64_t(-1)), uint64_t((uint64_t(c.maskOfX(insn.reg[2])) | uint64_t(0)))));
// UNDEFINED-NEXT:   return true;
// UNDEFINED-NEXT: }
// UNDEFINED:      bool propagateBEQ(
// UNDEFINED-NEXT:   if (!c.branchesOn(undef::equal(c.x(insn.reg[0]), uint64_t(c.maskOfX(insn.reg[0])), c.x(insn.reg[1]), uint64_t(c.maskOfX(insn.reg[1])))))
// UNDEFINED-NEXT:     return false;
// UNDEFINED-NEXT:   return true;
// UNDEFINED:      bool propagateDIV(
// UNDEFINED-NEXT:   c.setResult(undef::any(c.maskOfX(insn.reg[1]) | c.maskOfX(insn.reg[2])));
// UNDEFINED:      bool propagateJAL(
// UNDEFINED-NEXT:   c.setResult(0);
// UNDEFINED:      bool propagateJALR(
// UNDEFINED-NEXT:   if (!c.jumpsTo(
// UNDEFINED:      bool propagateLD(
// UNDEFINED-NEXT:   int64_t loaded0;
// UNDEFINED-NEXT:   uint64_t maskOfLoaded0;
// UNDEFINED-NEXT:   if (!c.load(loaded0, maskOfLoaded0, num::wrapAdd({{.*}}), undef::upwards({{.*}})))
// UNDEFINED-NEXT:     return false;
// UNDEFINED-NEXT:   c.setResult(maskOfLoaded0);
// UNDEFINED:      bool propagateSW(
// UNDEFINED-NEXT:   if (!c.store(sizeof(int32_t), {{.*}}, c.maskOfX(insn.reg[0])))
// UNDEFINED: #ifdef GET_RULES
// UNDEFINED: propagateANDNOT<Operations>,
// UNDEFINED: nullptr,

//--- thousands.td
include "Matrix.td"
// More instructions make them larger.
// CHECK:      #ifdef GET_MAX_OPCODES
// CHECK-NEXT: {{^}}4096{{$}}
foreach i = 0...2999 in
  def ANDNOT#i : InstR<0x02, 99, "andnot"#i, "", (outs XReg:$rd), (ins XReg:$ra, XReg:$rb),
                       "$rd, $ra, $rb", TimeAlu> {
    let Pattern = [(set i64:$rd, (and i64:$ra, (not i64:$rb)))];
  }

//--- node.td
include "Matrix.td"
// CHECK: node.td:[[#@LINE+2]]:5: error: node avgceilu has no NodeSemantics record, which defines its result
// CHECK: node.td:[[#@LINE+1]]:5: note: write one, def : NodeSemantics<avgceilu, "C++ over $0, $1">, as td/Common/ScalarNodes.td does
def BADN : InstR<0x02, 99, "badn", "", (outs XReg:$rd), (ins XReg:$ra, XReg:$rb), "$rd, $ra, $rb", TimeAlu> {
  let Pattern = [(set i64:$rd, (avgceilu i64:$ra, i64:$rb))];
}
