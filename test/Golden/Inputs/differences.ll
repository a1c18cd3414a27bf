; Returns the number of different bytes among n.
define i64 @differences(ptr %got, ptr %want, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %sum = phi i64 [0, %entry], [%more, %loop]
  %g.p = getelementptr i8, ptr %got, i64 %i
  %w.p = getelementptr i8, ptr %want, i64 %i
  %g = load i8, ptr %g.p
  %w = load i8, ptr %w.p
  %differs = icmp ne i8 %g, %w
  %one = zext i1 %differs to i64
  %more = add i64 %sum, %one
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret i64 %more
}
