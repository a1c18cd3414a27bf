; Values of inline assembly that their constraint does not hold.
;
; RUN: split-file %s %t
; RUN: not llc -mtriple=matrix %t/types.ll -o %t/x.s 2>&1 | FileCheck --implicit-check-not={{.}} %t/types.ll
; RUN: not llc -mtriple=matrix %t/classes.ll -o %t/x.s 2>&1 | FileCheck --implicit-check-not={{.}} %t/classes.ll
; RUN: not ls %t/x.s

;--- types.ll
; CHECK: error: in function 'address': inline assembly on a value of type 'i32' is not supported; pass a pointer
define void @address(i32 %x) {
  call void asm sideeffect "", "p"(i32 %x)
  ret void
}

; CHECK: error: in function 'pair': inline assembly on a value of type '[2 x i64]' is not supported; pass its members or, by '*m', its address
define void @pair([2 x i64] %x) {
  call void asm sideeffect "", "r"([2 x i64] %x)
  ret void
}

; CHECK: error: in function 'memory': inline assembly on a value of type 'i64' is not supported; use '=*m' and pass an address
define i64 @memory() {
  %x = call i64 asm "", "=m"()
  ret i64 %x
}

; CHECK: error: in function 'memory_alternative': inline assembly on a value of type 'i64' is not supported; use '=*m' and pass an address
define i64 @memory_alternative(i64 %y) {
  %x = call i64 asm "", "=m|r,r|r"(i64 %y)
  ret i64 %x
}

; CHECK: error: in function 'odd': inline assembly on a value of type 'i24' is not supported; use a type of 8, 16, 32, 64 or 128 bits
define i24 @odd() {
  %x = call { i64, i24 } asm "", "=r,=r"()
  %y = extractvalue { i64, i24 } %x, 1
  ret i24 %y
}

;--- classes.ll
; CHECK: error: couldn't allocate output register for constraint 'f'
define i64 @float_result() {
  %x = call i64 asm "", "=f"()
  ret i64 %x
}

; CHECK: error: couldn't allocate input reg for constraint 'f'
define void @float_operand(fp128 %x) {
  call void asm sideeffect "", "f"(fp128 %x)
  ret void
}

; CHECK: error: couldn't allocate output register for constraint '{f3}'
define i64 @float_name() {
  %x = call i64 asm "", "={f3}"()
  ret i64 %x
}

; CHECK: error: couldn't allocate output register for constraint '{t6}'
define i64 @tile_name() {
  %x = call i64 asm "", "={t6}"()
  ret i64 %x
}

; CHECK: error: couldn't allocate input reg for constraint 't'
define void @tile_operand(float %x) {
  call void asm sideeffect "", "t"(float %x)
  ret void
}
