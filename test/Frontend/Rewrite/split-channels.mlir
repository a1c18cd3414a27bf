// RUN: split-file %s %t
// RUN: matrix-opt %t/split.mlir "-matrix-split-channels=explain=1" 2>%t/remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t/remarks
// RUN: matrix-opt %t/split.mlir "-matrix-split-channels=cores=1" | FileCheck %s --check-prefix=WHOLE
// RUN: sed -e 's/matrix.target =/matrix.disabled = ["kept-tensors"], matrix.target =/' %t/split.mlir | matrix-opt -matrix-split-channels | FileCheck %s --check-prefix=WHOLE
// RUN: matrix-opt %t/others.mlir -split-input-file -matrix-split-channels | FileCheck %s --check-prefix=OTHERS --implicit-check-not=extract_slice

// RUN: matrix-run %t/run.mlir --random --check
// RUN: matrix-run %t/run.mlir --random --check --disable=kept-tensors
// RUN: matrix-run %t/run.mlir --random --check --cores=2
// RUN: matrix-run %t/run.mlir --random --check --mcpu=ring32

// The channels of an inverted residual are computed in parts that fit a scratchpad.

//--- split.mlir
#id = affine_map<(c, y, x) -> (c, y, x)>
#vector = affine_map<(c, y, x) -> (c)>
#input = affine_map<(f, y, x, c) -> (c, y, x)>
#weights = affine_map<(f, y, x, c) -> (f, c)>
#output = affine_map<(f, y, x, c) -> (f, y, x)>
#image = affine_map<(y, x, c, i, j) -> (c, y + i, x + j)>
#filter = affine_map<(y, x, c, i, j) -> (c, i, j)>
#result = affine_map<(y, x, c, i, j) -> (c, y, x)>
module attributes {matrix.target = #matrix.target<"base">} {
// REMARK: split.mlir:[[#]]:8: remark: computed in 3 parts of 48 of 136 channels, whose tensors stay in scratchpads: DRAM would take {{[0-9]+}} cycles, computation {{[0-9]+}}, more launches {{[0-9]+}}
// The last part has the rest of the channels. Sums start with those of the part before.
// CHECK-LABEL: func @residual
// CHECK-SAME: %[[X:.*]]: tensor<24x56x56xf32>, %[[W1:.*]]: tensor<136x24xf32>, %[[B:.*]]: tensor<136xf32>, %[[F:.*]]: tensor<136x3x3xf32>, %[[W2:.*]]: tensor<24x136xf32>
// CHECK: tensor.extract_slice %[[W1]][0, 0] [48, 24] [1, 1]
// CHECK: linalg.generic {{.*}}matrix.kept_bytes = {{[0-9]+}}
// CHECK: tensor.pad
// CHECK: tensor.extract_slice %[[F]][0, 0, 0] [48, 3, 3] [1, 1, 1]
// CHECK: tensor.extract_slice %[[W2]][0, 0] [24, 48] [1, 1]
// CHECK: %[[S1:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<24x56x56xf32>)
// CHECK: %[[S2:.*]] = linalg.generic {{.*}} outs(%[[S1]] : tensor<24x56x56xf32>)
// CHECK: tensor.extract_slice %[[W1]][96, 0] [40, 24] [1, 1]
// CHECK: tensor.extract_slice %[[B]][96] [40] [1]
// CHECK: tensor.extract_slice %[[F]][96, 0, 0] [40, 3, 3] [1, 1, 1]
// CHECK: %[[S3:.*]] = linalg.generic {{.*}} outs(%[[S2]] : tensor<24x56x56xf32>)
// CHECK-NOT: linalg.generic
// CHECK: return %[[S3]]
// WHOLE-LABEL: func @residual
// WHOLE-NOT: tensor.extract_slice
func.func @residual(%x: tensor<24x56x56xf32>, %w1: tensor<136x24xf32>, %b: tensor<136xf32>, %f: tensor<136x3x3xf32>, %w2: tensor<24x136xf32>) -> tensor<24x56x56xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<136x56x56xf32>
  %z = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<136x56x56xf32>) {
  ^bb0(%o: f32):
    linalg.yield %zero : f32
  } -> tensor<136x56x56xf32>
  %h = linalg.generic {indexing_maps = [#input, #weights, #output], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w1 : tensor<24x56x56xf32>, tensor<136x24xf32>) outs(%z : tensor<136x56x56xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<136x56x56xf32>
  %a = linalg.generic {indexing_maps = [#id, #vector, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%h, %b : tensor<136x56x56xf32>, tensor<136xf32>) outs(%e : tensor<136x56x56xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    %r = arith.maximumf %s, %zero : f32
    linalg.yield %r : f32
  } -> tensor<136x56x56xf32>
  %p = tensor.pad %a low[0, 1, 1] high[0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<136x56x56xf32> to tensor<136x58x58xf32>
  %d = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %f : tensor<136x58x58xf32>, tensor<136x3x3xf32>) outs(%z : tensor<136x56x56xf32>) {
  ^bb0(%q: f32, %r: f32, %o: f32):
    %m = arith.mulf %q, %r : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<136x56x56xf32>
  %y = tensor.empty() : tensor<24x56x56xf32>
  %n = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel"]} outs(%y : tensor<24x56x56xf32>) {
  ^bb0(%o: f32):
    linalg.yield %zero : f32
  } -> tensor<24x56x56xf32>
  %r = linalg.generic {indexing_maps = [#input, #weights, #output], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%d, %w2 : tensor<136x56x56xf32>, tensor<24x136xf32>) outs(%n : tensor<24x56x56xf32>) {
  ^bb0(%q: f32, %s: f32, %o: f32):
    %m = arith.mulf %q, %s : f32
    %t = arith.addf %o, %m : f32
    linalg.yield %t : f32
  } -> tensor<24x56x56xf32>
  return %r : tensor<24x56x56xf32>
}
}

//--- others.mlir
// A tensor of the chain is a result, too.
#id = affine_map<(c, y) -> (c, y)>
#input = affine_map<(f, y, c) -> (c, y)>
#weights = affine_map<(f, y, c) -> (f, c)>
#output = affine_map<(f, y, c) -> (f, y)>
module attributes {matrix.target = #matrix.target<"base">} {
// OTHERS-LABEL: func @used
func.func @used(%x: tensor<16x9000xf32>, %w1: tensor<144x16xf32>, %w2: tensor<16x144xf32>, %z: tensor<144x9000xf32>, %n: tensor<16x9000xf32>) -> (tensor<16x9000xf32>, tensor<144x9000xf32>) {
  %h = linalg.generic {indexing_maps = [#input, #weights, #output], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w1 : tensor<16x9000xf32>, tensor<144x16xf32>) outs(%z : tensor<144x9000xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<144x9000xf32>
  %r = linalg.generic {indexing_maps = [#input, #weights, #output], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%h, %w2 : tensor<144x9000xf32>, tensor<16x144xf32>) outs(%n : tensor<16x9000xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<16x9000xf32>
  return %r, %h : tensor<16x9000xf32>, tensor<144x9000xf32>
}
}

// -----

// Sums in bf16 would be rounded for each part.
#id = affine_map<(c, y) -> (c, y)>
#input = affine_map<(f, y, c) -> (c, y)>
#weights = affine_map<(f, y, c) -> (f, c)>
#output = affine_map<(f, y, c) -> (f, y)>
module attributes {matrix.target = #matrix.target<"base">} {
// OTHERS-LABEL: func @rounded
func.func @rounded(%x: tensor<16x19000xbf16>, %w1: tensor<144x16xbf16>, %w2: tensor<16x144xbf16>, %z: tensor<144x19000xbf16>, %n: tensor<16x19000xbf16>) -> tensor<16x19000xbf16> {
  %h = linalg.generic {indexing_maps = [#input, #weights, #output], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w1 : tensor<16x19000xbf16>, tensor<144x16xbf16>) outs(%z : tensor<144x19000xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %o: bf16):
    %m = arith.mulf %p, %q : bf16
    %s = arith.addf %o, %m : bf16
    linalg.yield %s : bf16
  } -> tensor<144x19000xbf16>
  %r = linalg.generic {indexing_maps = [#input, #weights, #output], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%h, %w2 : tensor<144x19000xbf16>, tensor<16x144xbf16>) outs(%n : tensor<16x19000xbf16>) {
  ^bb0(%p: bf16, %q: bf16, %o: bf16):
    %m = arith.mulf %p, %q : bf16
    %s = arith.addf %o, %m : bf16
    linalg.yield %s : bf16
  } -> tensor<16x19000xbf16>
  return %r : tensor<16x19000xbf16>
}
}


//--- run.mlir
// In steps of 2, with a last part of 40 channels.
#id = affine_map<(c,y,x)->(c,y,x)>
#v = affine_map<(c,y,x)->(c)>
#x1 = affine_map<(c,y,x,k)->(k,y,x)>
#w1 = affine_map<(c,y,x,k)->(c,k)>
#r1 = affine_map<(c,y,x,k)->(c,y,x)>
#dx = affine_map<(y,x,c,i,j)->(c,2*y+i,2*x+j)>
#df = affine_map<(y,x,c,i,j)->(c,i,j)>
#dr = affine_map<(y,x,c,i,j)->(c,y,x)>
func.func @main(%x0: tensor<20x56x56xf32>, %w1: tensor<104x20xf32>, %a1: tensor<104xf32>, %b1: tensor<104xf32>, %f: tensor<104x3x3xf32>, %a2: tensor<104xf32>, %b2: tensor<104xf32>, %w2: tensor<24x104xf32>, %a3: tensor<24xf32>, %b3: tensor<24xf32>) -> tensor<24x28x28xf32> {
%z = arith.constant 0.0 : f32
%six = arith.constant 6.0 : f32
%ex = tensor.empty() : tensor<20x56x56xf32>
%x = linalg.generic {indexing_maps=[#id,#id], iterator_types=["parallel","parallel","parallel"]} ins(%x0: tensor<20x56x56xf32>) outs(%ex: tensor<20x56x56xf32>) {
^bb0(%p: f32, %q: f32):
 %s = math.exp %p : f32
 linalg.yield %s : f32 } -> tensor<20x56x56xf32>
%ey = tensor.empty() : tensor<24x28x28xf32>
%y0 = linalg.fill ins(%z: f32) outs(%ey: tensor<24x28x28xf32>) -> tensor<24x28x28xf32>
%eh0 = tensor.empty() : tensor<104x56x56xf32>
%zh0 = linalg.fill ins(%z: f32) outs(%eh0: tensor<104x56x56xf32>) -> tensor<104x56x56xf32>
%h0 = linalg.generic {indexing_maps=[#x1,#w1,#r1], iterator_types=["parallel","parallel","parallel","reduction"]} ins(%x, %w1: tensor<20x56x56xf32>, tensor<104x20xf32>) outs(%zh0: tensor<104x56x56xf32>) {
^bb0(%p: f32, %q: f32, %r: f32):
 %0 = arith.mulf %p, %q : f32
 %1 = arith.addf %r, %0 : f32
 linalg.yield %1 : f32 } -> tensor<104x56x56xf32>
%ha0 = linalg.generic {indexing_maps=[#id,#v,#v,#id], iterator_types=["parallel","parallel","parallel"]} ins(%h0, %a1, %b1: tensor<104x56x56xf32>, tensor<104xf32>, tensor<104xf32>) outs(%eh0: tensor<104x56x56xf32>) {
^bb0(%p: f32, %q: f32, %r: f32, %u: f32):
 %0 = math.fma %p, %q, %r : f32
 %1 = arith.cmpf ogt, %0, %z : f32
 %2 = arith.select %1, %0, %z : f32
 %3 = arith.minimumf %2, %six : f32
 linalg.yield %3 : f32 } -> tensor<104x56x56xf32>
%p0 = tensor.pad %ha0 low[0,1,1] high[0,1,1] {
^bb0(%i: index, %j: index, %k: index):
 tensor.yield %z : f32 } : tensor<104x56x56xf32> to tensor<104x58x58xf32>
%ed0 = tensor.empty() : tensor<104x28x28xf32>
%zd0 = linalg.fill ins(%z: f32) outs(%ed0: tensor<104x28x28xf32>) -> tensor<104x28x28xf32>
%d0 = linalg.generic {indexing_maps=[#dx,#df,#dr], iterator_types=["parallel","parallel","parallel","reduction","reduction"]} ins(%p0, %f: tensor<104x58x58xf32>, tensor<104x3x3xf32>) outs(%zd0: tensor<104x28x28xf32>) {
^bb0(%p: f32, %q: f32, %r: f32):
 %0 = arith.mulf %p, %q : f32
 %1 = arith.addf %r, %0 : f32
 linalg.yield %1 : f32 } -> tensor<104x28x28xf32>
%da0 = linalg.generic {indexing_maps=[#id,#v,#v,#id], iterator_types=["parallel","parallel","parallel"]} ins(%d0, %a2, %b2: tensor<104x28x28xf32>, tensor<104xf32>, tensor<104xf32>) outs(%ed0: tensor<104x28x28xf32>) {
^bb0(%p: f32, %q: f32, %r: f32, %u: f32):
 %0 = math.fma %p, %q, %r : f32
 %1 = arith.cmpf ogt, %0, %z : f32
 %2 = arith.select %1, %0, %z : f32
 %3 = arith.minimumf %2, %six : f32
 linalg.yield %3 : f32 } -> tensor<104x28x28xf32>
%y1 = linalg.generic {indexing_maps=[#x1,#w1,#r1], iterator_types=["parallel","parallel","parallel","reduction"]} ins(%da0, %w2: tensor<104x28x28xf32>, tensor<24x104xf32>) outs(%y0: tensor<24x28x28xf32>) {
^bb0(%p: f32, %q: f32, %r: f32):
 %0 = arith.mulf %p, %q : f32
 %1 = arith.addf %r, %0 : f32
 linalg.yield %1 : f32 } -> tensor<24x28x28xf32>
%ya = linalg.generic {indexing_maps=[#id,#v,#v,#id], iterator_types=["parallel","parallel","parallel"]} ins(%y1, %a3, %b3: tensor<24x28x28xf32>, tensor<24xf32>, tensor<24xf32>) outs(%ey: tensor<24x28x28xf32>) {
^bb0(%p: f32, %q: f32, %r: f32, %u: f32):
 %0 = math.fma %p, %q, %r : f32
 linalg.yield %0 : f32 } -> tensor<24x28x28xf32>
return %ya : tensor<24x28x28xf32>
}
