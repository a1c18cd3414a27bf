define void @nothing() {
  ret void
}
