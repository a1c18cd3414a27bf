// RUN: matrix-run %s --random=3 --check

// Elements that are selected along one dimension: rows of the table, columns of it, and the middle dimension of three. The loop over
// the columns ends before those of the table do, and 61 is a prime number.
func.func @main(%along: tensor<30x50xi64>, %x: tensor<30x50xf32>, %rows: tensor<30x61xf32>, %down: tensor<40x53xi32>, %y: tensor<40x53xf32>,
                %middle: tensor<6x9x20xi64>, %z: tensor<6x9x20xi16>) -> (tensor<30x61xf32>, tensor<25x61xf32>, tensor<6x13x20xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c9 = arith.constant 9 : index
  %c20 = arith.constant 20 : index
  %c30 = arith.constant 30 : index
  %c40 = arith.constant 40 : index
  %c50 = arith.constant 50 : index
  %c53 = arith.constant 53 : index
  %n13 = arith.constant 13 : i64
  %n25 = arith.constant 25 : i32
  %n61 = arith.constant 61 : i64
  %zeros = arith.constant dense<0.0> : tensor<25x61xf32>
  %least = arith.constant dense<-500> : tensor<6x13x20xi16>
  %a = scf.for %b = %c0 to %c30 step %c1 iter_args(%t = %rows) -> (tensor<30x61xf32>) {
    %r = scf.for %m = %c0 to %c50 step %c1 iter_args(%s = %t) -> (tensor<30x61xf32>) {
      %n = tensor.extract %along[%b, %m] : tensor<30x50xi64>
      %p = arith.remui %n, %n61 : i64
      %ok = arith.cmpi ult, %p, %n61 : i64
      cf.assert %ok, "index out of range"
      %k = arith.index_cast %p : i64 to index
      %old = tensor.extract %s[%b, %k] : tensor<30x61xf32>
      %new = tensor.extract %x[%b, %m] : tensor<30x50xf32>
      %sum = arith.addf %old, %new : f32
      %u = tensor.insert %sum into %s[%b, %k] : tensor<30x61xf32>
      scf.yield %u : tensor<30x61xf32>
    }
    scf.yield %r : tensor<30x61xf32>
  }
  %c = scf.for %m = %c0 to %c40 step %c1 iter_args(%t = %zeros) -> (tensor<25x61xf32>) {
    %r = scf.for %q = %c0 to %c53 step %c1 iter_args(%s = %t) -> (tensor<25x61xf32>) {
      %n = tensor.extract %down[%m, %q] : tensor<40x53xi32>
      %p = arith.remui %n, %n25 : i32
      %k = arith.index_cast %p : i32 to index
      %old = tensor.extract %s[%k, %q] : tensor<25x61xf32>
      %new = tensor.extract %y[%m, %q] : tensor<40x53xf32>
      %sum = arith.addf %old, %new : f32
      %u = tensor.insert %sum into %s[%k, %q] : tensor<25x61xf32>
      scf.yield %u : tensor<25x61xf32>
    }
    scf.yield %r : tensor<25x61xf32>
  }
  %e = scf.for %b = %c0 to %c6 step %c1 iter_args(%t = %least) -> (tensor<6x13x20xi16>) {
    %f = scf.for %m = %c0 to %c9 step %c1 iter_args(%s = %t) -> (tensor<6x13x20xi16>) {
      %g = scf.for %q = %c0 to %c20 step %c1 iter_args(%v = %s) -> (tensor<6x13x20xi16>) {
        %n = tensor.extract %middle[%b, %m, %q] : tensor<6x9x20xi64>
        %p = arith.remui %n, %n13 : i64
        %k = arith.index_cast %p : i64 to index
        %old = tensor.extract %v[%b, %k, %q] : tensor<6x13x20xi16>
        %new = tensor.extract %z[%b, %m, %q] : tensor<6x9x20xi16>
        %most = arith.maxsi %old, %new : i16
        %u = tensor.insert %most into %v[%b, %k, %q] : tensor<6x13x20xi16>
        scf.yield %u : tensor<6x13x20xi16>
      }
      scf.yield %g : tensor<6x13x20xi16>
    }
    scf.yield %f : tensor<6x13x20xi16>
  }
  return %a, %c, %e : tensor<30x61xf32>, tensor<25x61xf32>, tensor<6x13x20xi16>
}
