; Addresses: 32 bits in DRAM, 48 in the scratchpad, whose globals have separate
; sections. Calls reach 4 MiB without a thunk.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s
; RUN: llc -mtriple=matrix -data-sections -filetype=obj %s -o %t.o
; RUN: llvm-readelf -S %t.o | FileCheck --check-prefix=SECTIONS %s
;
; SECTIONS-DAG: .spad.data.table PROGBITS
; SECTIONS-DAG: .spad.bss.buffer NOBITS
; SECTIONS-DAG: .data.counter PROGBITS

@counter = global i64 5
@buffer = addrspace(1) global [64 x i8] zeroinitializer, align 64
@table = addrspace(1) global [2 x i32] [i32 1, i32 2]
@pointers = constant [2 x ptr] [ptr @counter, ptr @load]
declare i64 @elsewhere()

; CHECK-LABEL: load:
; CHECK: movz r4, %abs_g0_nc(counter), 0
; CHECK-NEXT: movk r4, %abs_g1(counter), 1
; CHECK-NEXT: ld r4, 0(r4)
; CHECK-NEXT: ret
define i64 @load() {
  %v = load i64, ptr @counter
  ret i64 %v
}

; CHECK-LABEL: scratchpad:
; CHECK: movz r4, %abs_g0_nc(table), 0
; CHECK-NEXT: movk r4, %abs_g1_nc(table), 1
; CHECK-NEXT: movk r4, %abs_g2(table), 2
; CHECK-NEXT: lw r4, 4(r4)
; CHECK-NEXT: ret
define i32 @scratchpad() {
  %v = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @table, i64 4)
  ret i32 %v
}

; CHECK-LABEL: flat:
; CHECK: movz r4, %abs_g0_nc(buffer), 0
; CHECK-NEXT: movk r4, %abs_g1_nc(buffer), 1
; CHECK-NEXT: movk r4, %abs_g2(buffer), 2
; CHECK-NEXT: ret
define ptr @flat() {
  ret ptr addrspacecast (ptr addrspace(1) @buffer to ptr)
}

; CHECK-LABEL: call:
; CHECK: addi r2, r2, -64
; CHECK-NEXT: sd r1, 56(r2)
; CHECK-NEXT: call elsewhere
; CHECK-NEXT: ld r1, 56(r2)
; CHECK-NEXT: addi r2, r2, 64
; CHECK-NEXT: ret
define i64 @call() {
  %r = call i64 @elsewhere()
  ret i64 %r
}

; CHECK-LABEL: jumps:
; CHECK: li r5, 4
; CHECK-NEXT: bltu r5, r4, .LBB4_5
; CHECK-NEXT: movz r5, %abs_g0_nc(.LJTI4_0), 0
; CHECK-NEXT: movk r5, %abs_g1(.LJTI4_0), 1
; CHECK-NEXT: ldx r4, r5, r4, 3
; CHECK-NEXT: jr r4
; CHECK-NEXT: .LBB4_2:
; CHECK-NEXT: li r4, 10
; CHECK-NEXT: ret
; CHECK-NEXT: .LBB4_3:
; CHECK-NEXT: li r4, 20
; CHECK-NEXT: ret
; CHECK-NEXT: .LBB4_4:
; CHECK-NEXT: li r4, 30
; CHECK-NEXT: ret
; CHECK-NEXT: .LBB4_5:
; CHECK-NEXT: mv r4, r0
; CHECK-NEXT: ret
define i64 @jumps(i64 %x) {
  switch i64 %x, label %other [
    i64 0, label %a
    i64 1, label %b
    i64 2, label %a
    i64 3, label %b
    i64 4, label %c
  ]
a:
  ret i64 10
b:
  ret i64 20
c:
  ret i64 30
other:
  ret i64 0
}

; CHECK: .rodata
; CHECK: .quad .LBB
; CHECK: counter:
; CHECK-NEXT: .quad 5
; CHECK: .section .spad.bss,"aw",@nobits
; CHECK: .section .spad.data,"aw",@progbits
; CHECK: pointers:
; CHECK-NEXT: .quad counter
; CHECK-NEXT: .quad load
