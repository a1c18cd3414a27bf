; Nodes that the code generator expands unless there is an instruction. The
; expected sum is computed by Python.
;
; RUN: llc -mtriple=matrix -O2 -verify-machineinstrs -filetype=obj %s -o %t.o
; RUN: matrix-objdump -d %t.o | FileCheck %s
; RUN: matrix-ld %t.o -o %t.elf && matrix-sim --functional %t.elf
;
; CHECK-DAG: {{x?}}mirror{{0?}} r{{[0-9]+}}, r{{[0-9]+}}
; CHECK-DAG: {{x?}}mean{{0?}} r{{[0-9]+}}, r{{[0-9]+}}, r{{[0-9]+}}

declare i64 @llvm.bitreverse.i64(i64)

@x = global i64 81985529216486895
@n = global i64 -5

define i32 @main() {
  %x = load volatile i64, ptr @x
  %n = load volatile i64, ptr @n
  %r = call i64 @llvm.bitreverse.i64(i64 %x)
  %both = and i64 %x, %n
  %either = xor i64 %x, %n
  %half = lshr i64 %either, 1
  %m = add i64 %both, %half
  %rs = sub i64 %r, %x
  %sum = xor i64 %rs, %m
  %wrong = icmp ne i64 %sum, 8503133206716026980
  %status = zext i1 %wrong to i32
  ret i32 %status
}
