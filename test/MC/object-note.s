# Header and note of an object: handwritten assembly gets a note from --mcpu;
# an existing note is kept.
#
# RUN: matrix-mc --filetype=obj %s -o %t.o
# RUN: llvm-readelf -h %t.o | FileCheck --check-prefix=HEADER %s
# RUN: llvm-objcopy -O binary --dump-section .note.matrix=%t.note %t.o %t.bin
# RUN: FileCheck --check-prefix=NOTE %s < %t.note
# RUN: matrix-mc --mcpu=qkv --filetype=obj %s -o %t.qkv.o
# RUN: llvm-objcopy -O binary --dump-section .note.matrix=%t.qkv.note %t.qkv.o %t.bin
# RUN: FileCheck --check-prefix=QKV %s < %t.qkv.note
# RUN: llc -mtriple=matrix -mcpu=qkv %S/Inputs/empty.ll -o %t.s
# RUN: matrix-mc --filetype=obj %t.s -o %t.compiled.o
# RUN: llvm-objcopy -O binary --dump-section .note.matrix=%t.compiled.note %t.compiled.o %t.bin
# RUN: FileCheck --check-prefix=QKV %s < %t.compiled.note
#
# HEADER: Class: ELF64
# HEADER: Data: 2's complement, little endian
# HEADER: Machine: 4d58
# HEADER: Flags: 0x1
#
# NOTE: Matrix{{.*}}{"abi":1,"variant":"base","hash":"{{[0-9a-f]+}}","features":["ew-types","mma-float","pairs","tall-tiles","tile-1024","tiles"]}
# QKV-COUNT-1: "variant":"qkv"
# QKV-NOT: "variant"

nop
