// --dump-json: the description as read by lints and scripts.
// RUN: matrix-tblgen --dump-json %td_flags %s | FileCheck %s

include "Matrix.td"

def TNEW : Tile1<31, "tnew", TF32, (Max (Mul $ta, "0.5"), 0)>;

//      CHECK: "assembly": "tnew.f32\t$td, $ta",
// CHECK-NEXT: "base_mnemonic": "tnew",
// CHECK-NEXT: "class": "tile",
//      CHECK: "value": "0xcc0007c0"
//      CHECK: "mnemonic": "tnew.f32",
//      CHECK: "pipe": "EW",
//      CHECK: "record": "TNEW",
//      CHECK: "semantics": {
//      CHECK: "args": [
//      CHECK: "args": [
// CHECK-NEXT: {
// CHECK-NEXT: "format": "FmtF32",
// CHECK-NEXT: "name": "ta",
// CHECK-NEXT: "op": "Operand"
// CHECK-NEXT: },
// CHECK-NEXT: 0.5
// CHECK-NEXT: ],
// CHECK-NEXT: "format": "FmtF32",
// CHECK-NEXT: "op": "Mul"
// CHECK-NEXT: },
// CHECK-NEXT: 0
// CHECK-NEXT: ],
// CHECK-NEXT: "format": "FmtF32",
// CHECK-NEXT: "op": "Max"
//      CHECK: "base": {
// CHECK-NEXT: "latency": 48,
// CHECK-NEXT: "occupancy": 32
