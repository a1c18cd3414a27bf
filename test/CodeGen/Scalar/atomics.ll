; Ordinary loads are atomic and ordered, atomic stores are exchanges; add,
; exchange and compare-and-exchange are instructions; other operations use a loop.
;
; RUN: llc -mtriple=matrix -verify-machineinstrs -asm-verbose=false < %s | FileCheck %s

; CHECK-LABEL: add:
; CHECK: amoadd.d r4, r5, (r4)
; CHECK-NEXT: ret
define i64 @add(ptr %p, i64 %v) {
  %r = atomicrmw add ptr %p, i64 %v seq_cst
  ret i64 %r
}

; CHECK-LABEL: exchange:
; CHECK: amoswap.w r4, r5, (r4)
; CHECK-NEXT: ret
define i32 @exchange(ptr %p, i32 %v) {
  %r = atomicrmw xchg ptr %p, i32 %v seq_cst
  ret i32 %r
}

; CHECK-LABEL: compareAndExchange:
; CHECK: amocas.d r5, r6, (r4)
; CHECK-NEXT: mv r4, r5
; CHECK-NEXT: ret
define i64 @compareAndExchange(ptr %p, i64 %old, i64 %new) {
  %r = cmpxchg ptr %p, i64 %old, i64 %new seq_cst seq_cst
  %v = extractvalue { i64, i1 } %r, 0
  ret i64 %v
}

; CHECK-LABEL: maximum:
; CHECK: mv r6, r4
; CHECK-NEXT: ld r4, 0(r6)
; CHECK-NEXT: .LBB3_1:
; CHECK-NEXT: mv r7, r4
; CHECK-NEXT: max r8, r7, r5
; CHECK-NEXT: amocas.d r4, r8, (r6)
; CHECK-NEXT: bne r4, r7, .LBB3_1
; CHECK-NEXT: ret
define i64 @maximum(ptr %p, i64 %v) {
  %r = atomicrmw max ptr %p, i64 %v seq_cst
  ret i64 %r
}

; CHECK-LABEL: loadAcquire:
; CHECK: lw r4, 0(r4)
; CHECK-NEXT: ret
define i32 @loadAcquire(ptr %p) {
  %r = load atomic i32, ptr %p acquire, align 4
  ret i32 %r
}

; CHECK-LABEL: storeRelease:
; CHECK: amoswap.w r4, r5, (r4)
; CHECK-NEXT: ret
define void @storeRelease(ptr %p, i32 %v) {
  fence seq_cst
  store atomic i32 %v, ptr %p release, align 4
  ret void
}

; CHECK-LABEL: storePointer:
; CHECK: amoswap.d r4, r5, (r4)
; CHECK-NEXT: ret
define void @storePointer(ptr %p, ptr %v) {
  store atomic ptr %v, ptr %p seq_cst, align 8
  ret void
}

; CHECK-LABEL: storeFloat:
; CHECK: fmv.x.s r5, f0
; CHECK-NEXT: amoswap.w r4, r5, (r4)
; CHECK-NEXT: ret
define void @storeFloat(ptr %p, float %v) {
  store atomic float %v, ptr %p monotonic, align 4
  ret void
}

; The other bytes of the word are preserved.
; CHECK-LABEL: storeByte:
; CHECK: amocas.w
; CHECK-NOT: sb
; CHECK: ret
define void @storeByte(ptr %p, i8 %v) {
  store atomic i8 %v, ptr %p release, align 1
  ret void
}
