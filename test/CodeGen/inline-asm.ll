; Registers of each register file, a memory operand and an immediate.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

; CHECK-LABEL: general:
; CHECK: mv r6, r5
; CHECK: add r4, r4, r4
; CHECK: ld r5, 16(r6)
; CHECK: ret
define i64 @general(i64 %a, ptr %p) {
  %q = getelementptr i64, ptr %p, i64 2
  %r = call i64 asm "add $0, $1, $1; ld r5, $2", "=r,r,*m,~{r5}"(i64 %a, ptr elementtype(i64) %q)
  ret i64 %r
}

; CHECK-LABEL: floating:
; CHECK: fadd.s f0, f0, f0
; CHECK: ret
define float @floating(float %a) {
  %r = call float asm "fadd.s $0, $1, $1", "=f,f"(float %a)
  ret float %r
}

; CHECK-LABEL: tile:
; CHECK: tmov t0, t0
; CHECK: ret
define <256 x i32> @tile(<256 x i32> %t) {
  %r = call <256 x i32> asm "tmov $0, $1", "=t,t"(<256 x i32> %t)
  ret <256 x i32> %r
}

; CHECK-LABEL: immediate:
; CHECK: addi r4, r4, 12
; CHECK: ret
define i64 @immediate(i64 %a) {
  %r = call i64 asm "addi $0, $1, $2", "=r,r,i"(i64 %a, i64 12)
  ret i64 %r
}

; Explicit registers in constraints of results and operands.
; CHECK-LABEL: named:
; CHECK: add r6, r9, r7
; CHECK: mv r4, r6
; CHECK: ret
define i64 @named(i64 %a, i64 %b) {
  %r = call i64 asm "add $0, $1, $2", "={r6},{r9},{r7}"(i64 %a, i64 %b)
  ret i64 %r
}

; The constraints of RISC-V: an immediate of addi, zero, an address without offset.
; CHECK-LABEL: riscv:
; CHECK: addi r{{[0-9]+}}, r{{[0-9]+}}, -32768
; CHECK: add r{{[0-9]+}}, r{{[0-9]+}}, r0
; CHECK: ld r{{[0-9]+}}, 0(r{{[0-9]+}})
; CHECK: ret
define i64 @riscv(i64 %a, ptr %p) {
  %q = getelementptr i64, ptr %p, i64 2
  %r = call i64 asm "addi $0, $1, $2\0A add $0, $0, ${3:z}\0A ld $0, $4", "=&r,r,I,rJ,*A"(i64 %a, i64 -32768, i64 0, ptr elementtype(i64) %q)
  ret i64 %r
}

; The stack pointer, by its target name and by the name C front ends use.
; CHECK-LABEL: pointers:
; CHECK: sub r4, r2, r2
; CHECK: ret
define i64 @pointers() {
  %a = call i64 @llvm.read_register.i64(metadata !{!"sp"})
  %b = call i64 @llvm.read_volatile_register.i64(metadata !{!"r2"})
  %d = sub i64 %a, %b
  ret i64 %d
}
declare i64 @llvm.read_register.i64(metadata)
declare i64 @llvm.read_volatile_register.i64(metadata)

; Local labels, and asm goto to blocks of the function.
; CHECK-LABEL: branches:
; CHECK: blt r0, r{{[0-9]+}}, [[BACK:.Ltmp[0-9]+]]
; CHECK: beq r{{[0-9]+}}, r0, [[OUT:.LBB[0-9_]+]]
; CHECK: [[OUT]]:
; CHECK-NEXT: li r4, -1
; CHECK: ret
define i64 @branches(i64 %a) {
  %r = callbr i64 asm sideeffect "1: addi $0, $1, -3\0A blt r0, $0, 1b\0A beq $0, r0, ${2:l}", "=&r,r,!i"(i64 %a)
       to label %rest [label %zero]
rest:
  ret i64 %r
zero:
  ret i64 -1
}

; Alternatives, as front ends write a constraint "r,i" of GCC: one that fits is chosen.
; CHECK-LABEL: alternatives:
; CHECK: addi r{{[0-9]+}}, r{{[0-9]+}}, 7
; CHECK: ret
define i64 @alternatives(i64 %a, i64 %b) {
  %r = call i64 asm "addi $0, $1, $2", "=r|r,r|r,i|n"(i64 %a, i64 7)
  %s = call i64 asm "add $0, $1, $2", "=r|r,r|r,r|r"(i64 %r, i64 %b)
  ret i64 %s
}
