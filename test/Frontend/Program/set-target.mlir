// RUN: matrix-opt %s -matrix-set-target | FileCheck %s --check-prefix=BASE
// RUN: matrix-opt %s -matrix-set-target=cpu=qkv | FileCheck %s --check-prefix=QKV
// RUN: matrix-opt %s -matrix-set-target=cpu=generic | FileCheck %s --check-prefix=BASE
// RUN: matrix-opt %s -matrix-set-target=stack=4096 | FileCheck %s --check-prefix=STACK
// RUN: matrix-opt %s -matrix-set-target=stack=4096 | matrix-opt -matrix-set-target='cpu=base stack=8192' \
// RUN:   | FileCheck %s --check-prefix=STACK
// RUN: not matrix-opt %s -matrix-set-target=stack=100 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not matrix-opt %s -matrix-set-target=cpu=z80 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: matrix-opt %s -matrix-set-target=cpu=qkv | not matrix-opt -matrix-set-target=cpu=base 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONFLICT

// BASE: module attributes {matrix.target = #matrix.target<"base">}
// QKV: module attributes {matrix.target = #matrix.target<"qkv">}
// A module keeps its stack.
// STACK: module attributes {matrix.target = #matrix.target<"base", stack = 4096>}
// ODD: error: 'stack = 100' of 'base'; it must be a multiple of 64 up to 1048576
// UNKNOWN: error: unknown target 'z80'; known are {{.*}}base
// CONFLICT: error: the module is for 'qkv', not for 'base'
module {
}
