// Invalid element formats.
// RUN: split-file %s %t
// RUN: not matrix-tblgen -check-description %td_flags %t/formats.td 2>&1 | FileCheck %t/formats.td

//--- formats.td
include "Matrix.td"
def FmtA : FloatFormat<"f8E4M3FN", 4, 3, 9> { let Suffix = "a"; }
def FmtB : FloatFormat<"f8E3M4", 4, 3, 10>;
def FmtC : FloatFormat<"f8E5M2FNUZ", 5, 2, 11>;
def FmtD : Format<"i8", 8, 12>;
def FmtE : FloatFormat<"f8E3M4", 3, 4, 6> { let Suffix = "e3m4"; }
def FmtF : Format<"i4", 4, 13>;
def FmtG : Format<"u16", 16, 14>;
def FmtH : FloatFormat<"f16E6M9", 6, 9, 15>;
def FmtK : Format<"i32", 32, 8> { let Unsigned = 1; let Suffix = "u32"; }
// CHECK: formats.td:2:5: error: f8E4M3FN has no infinities
// CHECK: formats.td:2:5: note: let FiniteOnly = 1
// CHECK: formats.td:3:5: error: f8E3M4 has 3 bits of exponent and 4 of mantissa, the format 4 and 3
// CHECK: formats.td:3:5: note: simulator and compiler must use the same encoding: change one
// CHECK: formats.td:4:5: error: 'f8E5M2FNUZ' is not a float of MLIR with the usual bias
// CHECK: formats.td:4:5: note: formats are f32, f16, bf16, f8E5M2, f8E4M3, f8E4M3FN, f8E3M4
// CHECK: formats.td:5:5: error: suffix 'i8' is that of FmtI8 too
// CHECK: formats.td:5:5: note: mnemonics would be equal: let Suffix = "..."
// CHECK: formats.td:6:5: error: code 6 is that of FmtE4M3 too
// CHECK: formats.td:6:5: note: encodings would be equal: choose a free code from 0 to 15
// CHECK: formats.td:7:5: error: elements of 4 bits
// CHECK: formats.td:7:5: note: elements of tiles have 8, 16 or 32 bits; pack smaller ones in these and unpack them in the semantics
// CHECK: formats.td:8:5: error: 'u16' is not an integer of 16 bits in MLIR
// CHECK: formats.td:8:5: note: MLIR's integers have no sign: use "i16"
// CHECK: formats.td:9:5: error: 'f16E6M9' is not a float of MLIR with the usual bias
// CHECK: formats.td:10:39: error: unsigned elements of 32 bits
// CHECK: formats.td:10:39: note: elements are computed as signed numbers of 32 bits: use FmtI32
