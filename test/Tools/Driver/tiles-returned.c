// The copy for a result is on the stack, also if optimizations store the result of a call
// to its destination directly: here an aligned member of an object in DRAM.
//
// DEFINE: %{level} =
// DEFINE: %{run} = matrix-c++ -x c++ -mcpu=base -O%{level} %s -o %t.elf && %python %S/../../Inputs/status.py 0 matrix-sim %t.elf
// REDEFINE: %{level} = 0
// RUN: %{run}
// REDEFINE: %{level} = 1
// RUN: %{run}
// REDEFINE: %{level} = 2
// RUN: %{run}
//
// RUN: matrix-c++ -x c++ -mcpu=base -O2 -S -emit-llvm %s -o - | FileCheck %s
// CHECK-LABEL: define {{.*}} @_Z9doubledInPb
// CHECK: call void @_Z5twice{{.*}}(ptr {{.*}} sret(<256 x i32>) align 1024 %[[SLOT:[0-9]+]],
// CHECK: %[[TILE:.*]] = load <256 x i32>, ptr %[[SLOT]], align 1024
// CHECK: store <256 x i32> %[[TILE]], ptr {{.*}}, align 1024

#include <matrix/Builtins.h>

struct alignas(1024) Box {
  matrix_tile tile;
};

__attribute__((noinline)) matrix_tile twice(matrix_tile x) { return matrix_tadd_f32(x, x); }

Box source;
__attribute__((noinline)) Box doubledIn(bool *done) {
  Box result;
  result.tile = twice(source.tile);
  *done = true;
  return result;
}

int main() {
  bool done = false;
  source.tile[3] = 0x3f800000;  // 1.0
  static Box inDram = doubledIn(&done);
  return !(done && inDram.tile[3] == 0x40000000 && inDram.tile[2] == 0);
}
