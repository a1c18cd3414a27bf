; c += a b for blocks in the scratchpad: c is 32 x 32, a 32 x 64, b 64 x 32, in f32.
; Four accumulators of 16 x 16 remain in registers; b is transposed by its loads,
; because contractions read both operands along their rows.

%tile = type <256 x i32>

declare %tile @matrix.tld(ptr addrspace(1), i64, i64)
declare %tile @matrix.tldt.w(ptr addrspace(1), i64)
declare %tile @matrix.tmma.f32.f32(%tile, %tile, %tile)
declare void @matrix.tst(%tile, ptr addrspace(1), i64, i64)

define void @block(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c) {
entry:
  %c1 = getelementptr float, ptr addrspace(1) %c, i64 16
  %c2 = getelementptr float, ptr addrspace(1) %c, i64 512
  %c3 = getelementptr float, ptr addrspace(1) %c, i64 528
  %x0 = call %tile @matrix.tld(ptr addrspace(1) %c, i64 0, i64 128)
  %x1 = call %tile @matrix.tld(ptr addrspace(1) %c1, i64 0, i64 128)
  %x2 = call %tile @matrix.tld(ptr addrspace(1) %c2, i64 0, i64 128)
  %x3 = call %tile @matrix.tld(ptr addrspace(1) %c3, i64 0, i64 128)
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %y0 = phi %tile [ %x0, %entry ], [ %z0, %loop ]
  %y1 = phi %tile [ %x1, %entry ], [ %z1, %loop ]
  %y2 = phi %tile [ %x2, %entry ], [ %z2, %loop ]
  %y3 = phi %tile [ %x3, %entry ], [ %z3, %loop ]
  %row = mul i64 %k, 32
  %a0 = getelementptr float, ptr addrspace(1) %a, i64 %k
  %a1 = getelementptr float, ptr addrspace(1) %a0, i64 1024
  %b0 = getelementptr float, ptr addrspace(1) %b, i64 %row
  %b1 = getelementptr float, ptr addrspace(1) %b0, i64 16
  %l0 = call %tile @matrix.tld(ptr addrspace(1) %a0, i64 0, i64 256)
  %l1 = call %tile @matrix.tld(ptr addrspace(1) %a1, i64 0, i64 256)
  %r0 = call %tile @matrix.tldt.w(ptr addrspace(1) %b0, i64 128)
  %r1 = call %tile @matrix.tldt.w(ptr addrspace(1) %b1, i64 128)
  %z0 = call %tile @matrix.tmma.f32.f32(%tile %y0, %tile %l0, %tile %r0)
  %z1 = call %tile @matrix.tmma.f32.f32(%tile %y1, %tile %l0, %tile %r1)
  %z2 = call %tile @matrix.tmma.f32.f32(%tile %y2, %tile %l1, %tile %r0)
  %z3 = call %tile @matrix.tmma.f32.f32(%tile %y3, %tile %l1, %tile %r1)
  %next = add i64 %k, 16
  %more = icmp ult i64 %next, 64
  br i1 %more, label %loop, label %done

done:
  call void @matrix.tst(%tile %z0, ptr addrspace(1) %c, i64 0, i64 128)
  call void @matrix.tst(%tile %z1, ptr addrspace(1) %c1, i64 0, i64 128)
  call void @matrix.tst(%tile %z2, ptr addrspace(1) %c2, i64 0, i64 128)
  call void @matrix.tst(%tile %z3, ptr addrspace(1) %c3, i64 0, i64 128)
  ret void
}
