define i64 @sum(i64 %a, i64 %b) {
  %c = add i64 %a, %b
  ret i64 %c
}
