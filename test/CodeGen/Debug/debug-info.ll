; Source lines are in the line table of the object.
;
; RUN: llc -mtriple=matrix -mattr=-pairs -filetype=obj -verify-machineinstrs %s -o %t.o
; RUN: llvm-dwarfdump --debug-line %t.o | FileCheck %s
; RUN: matrix-objdump -r %t.o | FileCheck --check-prefix=RELOC %s
;
; CHECK: file_names[ 1]:
; CHECK-NEXT: name: "kernel.mlir"
; CHECK: 0x0000000000000000      7      3
; CHECK-NEXT: 0x0000000000000004      8      3
;
; RELOC: RELOCATION RECORDS FOR [.debug_info]
; RELOC: RELOCATION RECORDS FOR [.debug_line]

define i64 @f(i64 %a, i64 %b) !dbg !4 {
  %p = mul i64 %a, %b, !dbg !5
  ret i64 %p, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "kernel.mlir", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 6, type: !6, unit: !0)
!5 = !DILocation(line: 7, column: 3, scope: !4)
!6 = !DISubroutineType(types: !{})
!7 = !DILocation(line: 8, column: 3, scope: !4)
