declare void @use()

; The frame is aligned as every frame: sp is not realigned.
define <4096 x i32> @across(<4096 x i32> %a) {
  %slot = alloca <4096 x i32>
  store volatile <4096 x i32> %a, ptr %slot
  call void @use()
  ret <4096 x i32> %a
}
