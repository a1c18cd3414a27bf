; The code of the linker's range-extension thunks: see Linker/Thunks.h. A thunk
; changes a register that no call keeps and no argument uses, as prologues do.
; It is IR and not assembly, so that it names no instruction.

@__thunk_target = external global i8

define void @__thunk_code() noreturn nounwind section ".text.thunk" {
  %target = call ptr asm "", "={r19},0"(ptr @__thunk_target)
  indirectbr ptr %target, []
}
