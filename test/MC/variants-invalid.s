# Instructions and registers of other variants.
#
# RUN: not matrix-mc --mcpu=base %s 2>&1 | FileCheck --check-prefix=BASE %s
# RUN: not matrix-mc --mcpu=qkv %s 2>&1 | FileCheck --check-prefix=QKV %s
# RUN: not matrix-mc --mcpu=nothing %s 2>&1 | FileCheck --check-prefix=UNKNOWN %s
# RUN: not matrix-mc --mcpu=edge %s 2>&1 | FileCheck --check-prefix=EDGE %s
# RUN: not matrix-mc --mcpu=amx-like %s 2>&1 | FileCheck --check-prefix=AMX %s
# RUN: matrix-mc --filetype=obj --mcpu=qkv %S/Inputs/empty.s -o %t.o
# RUN: not matrix-objdump --mcpu=base -d %t.o 2>&1 | FileCheck --check-prefix=DUMP %s
#
# UNKNOWN: LLVM ERROR: -mcpu: unknown variant 'nothing'; known are: base, {{.*}}qkv, gemmini
# DUMP: matrix-objdump: error: '{{.*}}.o' is for variant 'qkv', but --mcpu is 'base'; leave it out

qkv.gemm r4, r5, r6
# BASE: [[#@LINE-1]]:1: error: variant 'base' has no instruction 'qkv.gemm'
tmov t1, t2
# QKV: [[#@LINE-1]]:1: error: variant 'qkv' has no instruction 'tmov'
tmov t16, t2
# BASE: [[#@LINE-1]]:6: error: variant 'base' has only 16 tile registers
# Instructions of disabled features.
tmma.f32.f16 t1, t2, t3
# EDGE: [[#@LINE-1]]:1: error: variant 'edge' has no instruction 'tmma.f32.f16'
tmma.f32.bf16 t1, t2, t3
# EDGE-NOT: [[#@LINE-1]]:
# AMX-NOT: [[#@LINE-2]]:
tadd.i32 t1, t2, t3
# EDGE-NOT: [[#@LINE-1]]:
# AMX: [[#@LINE-2]]:1: error: variant 'amx-like' has no instruction 'tadd.i32'
tmov t8, t2
# EDGE: [[#@LINE-1]]:6: error: variant 'edge' has only 8 tile registers
# AMX: [[#@LINE-2]]:6: error: variant 'amx-like' has only 8 tile registers
