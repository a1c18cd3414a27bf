// RUN: matrix-opt %s -matrix-set-target | FileCheck %s --check-prefix=BASE
// RUN: matrix-opt %s -matrix-set-target=cpu=qkv | FileCheck %s --check-prefix=QKV
// RUN: matrix-opt %s -matrix-set-target=cpu=generic | FileCheck %s --check-prefix=BASE
// RUN: not matrix-opt %s -matrix-set-target=cpu=z80 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: matrix-opt %s -matrix-set-target=cpu=qkv | not matrix-opt -matrix-set-target=cpu=base 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONFLICT

// BASE: module attributes {matrix.target = #matrix.target<"base">}
// QKV: module attributes {matrix.target = #matrix.target<"qkv">}
// UNKNOWN: error: unknown target 'z80'; known are {{.*}}base
// CONFLICT: error: the module is for 'qkv', not for 'base'
module {
}
