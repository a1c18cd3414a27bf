// Names that are keywords of C or C++ get a suffix in the header, which compiles as both.
// RUN: matrix-tblgen -check-description %td_flags %s
// RUN: matrix-tblgen -gen-builtins-header %td_flags %s -o %t.h
// RUN: FileCheck %s --input-file=%t.h
// RUN: matrix-cc -x c -Wall -Werror -fsyntax-only %t.h
// RUN: matrix-c++ -x c++ -Wall -Werror -fsyntax-only %t.h
// RUN: matrix-cc -x c -std=c99 -fsyntax-only %t.h

include "Matrix.td"
include "Isa/Target.td"

// CHECK-DAG: matrix_tone_f32(matrix_tile static_)
def TONE : InstT<0x33, 29, FmtF32, "tone", ".f32", (outs TF32:$td), (ins TF32:$static), "$td, $static", TimeEw, (Add $static, 1)> { bits<5> static; let ta = static; }
// CHECK-DAG: matrix_ttwo_f32(matrix_tile this_)
def TTWO : InstT<0x33, 28, FmtF32, "ttwo", ".f32", (outs TF32:$td), (ins TF32:$this), "$td, $this", TimeEw, (Add $this, 2)> { bits<5> this; let ta = this; }
// CHECK-DAG: matrix_tthree_f32(matrix_tile restrict_)
def TTHREE : InstT<0x33, 27, FmtF32, "tthree", ".f32", (outs TF32:$td), (ins TF32:$restrict), "$td, $restrict", TimeEw, (Add $restrict, 3)> { bits<5> restrict; let ta = restrict; }
// CHECK-DAG: matrix_tfour_f32(matrix_tile matrix_tile_)
def TFOUR : InstT<0x33, 26, FmtF32, "tfour", ".f32", (outs TF32:$td), (ins TF32:$matrix_tile), "$td, $matrix_tile", TimeEw, (Add $matrix_tile, 4)> { bits<5> matrix_tile; let ta = matrix_tile; }
