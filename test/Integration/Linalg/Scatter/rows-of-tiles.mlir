// RUN: matrix-run %s --random=3 --check

// Rows that tiles compute: several tiles, and a part of one; narrow floats and integers; copies. What a tile has behind the end of a
// row is not part of the next one.
#same = affine_map<(d) -> (d)>
func.func @main(%index: tensor<90xi64>, %wide: tensor<90x1030xf32>, %part: tensor<90x100xf32>, %narrow: tensor<90x200xbf16>,
                %small: tensor<90x130xi8>, %copied: tensor<90x333xf32>, %table: tensor<30x333xf32>)
    -> (tensor<12x1030xf32>, tensor<40x100xf32>, tensor<20x200xbf16>, tensor<20x130xi8>, tensor<30x333xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c90 = arith.constant 90 : index
  %n12 = arith.constant 12 : i64
  %n20 = arith.constant 20 : i64
  %n30 = arith.constant 30 : i64
  %n40 = arith.constant 40 : i64
  %zeros = arith.constant dense<0.0> : tensor<12x1030xf32>
  %least = arith.constant dense<-0.25> : tensor<40x100xf32>
  %halves = arith.constant dense<0.5> : tensor<20x200xbf16>
  %ones = arith.constant dense<1> : tensor<20x130xi8>
  %a = scf.for %i = %c0 to %c90 step %c1 iter_args(%t = %zeros) -> (tensor<12x1030xf32>) {
    %n = tensor.extract %index[%i] : tensor<90xi64>
    %m = arith.remui %n, %n12 : i64
    %k = arith.index_cast %m : i64 to index
    %new = tensor.extract_slice %wide[%i, 0] [1, 1030] [1, 1] : tensor<90x1030xf32> to tensor<1030xf32>
    %old = tensor.extract_slice %t[%k, 0] [1, 1030] [1, 1] : tensor<12x1030xf32> to tensor<1030xf32>
    %e = tensor.empty() : tensor<1030xf32>
    %s = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
        ins(%old, %new : tensor<1030xf32>, tensor<1030xf32>) outs(%e : tensor<1030xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %q = arith.addf %x, %y : f32
      linalg.yield %q : f32
    } -> tensor<1030xf32>
    %u = tensor.insert_slice %s into %t[%k, 0] [1, 1030] [1, 1] : tensor<1030xf32> into tensor<12x1030xf32>
    scf.yield %u : tensor<12x1030xf32>
  }
  %b = scf.for %i = %c0 to %c90 step %c1 iter_args(%t = %least) -> (tensor<40x100xf32>) {
    %n = tensor.extract %index[%i] : tensor<90xi64>
    %m = arith.remui %n, %n40 : i64
    %k = arith.index_cast %m : i64 to index
    %new = tensor.extract_slice %part[%i, 0] [1, 100] [1, 1] : tensor<90x100xf32> to tensor<100xf32>
    %old = tensor.extract_slice %t[%k, 0] [1, 100] [1, 1] : tensor<40x100xf32> to tensor<100xf32>
    %e = tensor.empty() : tensor<100xf32>
    %s = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
        ins(%old, %new : tensor<100xf32>, tensor<100xf32>) outs(%e : tensor<100xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %q = arith.maximumf %x, %y : f32
      linalg.yield %q : f32
    } -> tensor<100xf32>
    %u = tensor.insert_slice %s into %t[%k, 0] [1, 100] [1, 1] : tensor<100xf32> into tensor<40x100xf32>
    scf.yield %u : tensor<40x100xf32>
  }
  %c = scf.for %i = %c0 to %c90 step %c1 iter_args(%t = %halves) -> (tensor<20x200xbf16>) {
    %n = tensor.extract %index[%i] : tensor<90xi64>
    %m = arith.remui %n, %n20 : i64
    %k = arith.index_cast %m : i64 to index
    %new = tensor.extract_slice %narrow[%i, 0] [1, 200] [1, 1] : tensor<90x200xbf16> to tensor<200xbf16>
    %old = tensor.extract_slice %t[%k, 0] [1, 200] [1, 1] : tensor<20x200xbf16> to tensor<200xbf16>
    %e = tensor.empty() : tensor<200xbf16>
    %s = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
        ins(%old, %new : tensor<200xbf16>, tensor<200xbf16>) outs(%e : tensor<200xbf16>) {
    ^bb0(%x: bf16, %y: bf16, %o: bf16):
      %q = arith.addf %x, %y : bf16
      linalg.yield %q : bf16
    } -> tensor<200xbf16>
    %u = tensor.insert_slice %s into %t[%k, 0] [1, 200] [1, 1] : tensor<200xbf16> into tensor<20x200xbf16>
    scf.yield %u : tensor<20x200xbf16>
  }
  %d = scf.for %i = %c0 to %c90 step %c1 iter_args(%t = %ones) -> (tensor<20x130xi8>) {
    %n = tensor.extract %index[%i] : tensor<90xi64>
    %m = arith.remui %n, %n20 : i64
    %k = arith.index_cast %m : i64 to index
    %new = tensor.extract_slice %small[%i, 0] [1, 130] [1, 1] : tensor<90x130xi8> to tensor<130xi8>
    %old = tensor.extract_slice %t[%k, 0] [1, 130] [1, 1] : tensor<20x130xi8> to tensor<130xi8>
    %e = tensor.empty() : tensor<130xi8>
    %s = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
        ins(%old, %new : tensor<130xi8>, tensor<130xi8>) outs(%e : tensor<130xi8>) {
    ^bb0(%x: i8, %y: i8, %o: i8):
      %q = arith.addi %x, %y : i8
      linalg.yield %q : i8
    } -> tensor<130xi8>
    %u = tensor.insert_slice %s into %t[%k, 0] [1, 130] [1, 1] : tensor<130xi8> into tensor<20x130xi8>
    scf.yield %u : tensor<20x130xi8>
  }
  %f = scf.for %i = %c0 to %c90 step %c1 iter_args(%t = %table) -> (tensor<30x333xf32>) {
    %n = tensor.extract %index[%i] : tensor<90xi64>
    %m = arith.remui %n, %n30 : i64
    %k = arith.index_cast %m : i64 to index
    %new = tensor.extract_slice %copied[%i, 0] [1, 333] [1, 1] : tensor<90x333xf32> to tensor<333xf32>
    %u = tensor.insert_slice %new into %t[%k, 0] [1, 333] [1, 1] : tensor<333xf32> into tensor<30x333xf32>
    scf.yield %u : tensor<30x333xf32>
  }
  return %a, %b, %c, %d, %f : tensor<12x1030xf32>, tensor<40x100xf32>, tensor<20x200xbf16>, tensor<20x130xi8>, tensor<30x333xf32>
}
