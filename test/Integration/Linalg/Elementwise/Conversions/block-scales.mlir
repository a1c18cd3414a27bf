// RUN: matrix-run %s --random=3 --check

// Formats of block-scaled data: scales of exponents alone, numbers of 4 and 6
// bits, and of 8 bits without signed zeros.
func.func @main(%x: tensor<40xf32>, %a: tensor<40xf8E4M3FN>, %s: tensor<40xf8E8M0FNU>, %z: tensor<40xf8E5M2FNUZ>)
    -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf8E4M3FNUZ>, tensor<40xbf16>) {
  %scaled = arith.scaling_extf %a, %s : tensor<40xf8E4M3FN>, tensor<40xf8E8M0FNU> to tensor<40xf32>
  %four = arith.truncf %x : tensor<40xf32> to tensor<40xf4E2M1FN>
  %wide = arith.extf %four : tensor<40xf4E2M1FN> to tensor<40xf32>
  %six = arith.truncf %x : tensor<40xf32> to tensor<40xf6E3M2FN>
  %double = arith.addf %six, %six : tensor<40xf6E3M2FN>
  %wider = arith.extf %double : tensor<40xf6E3M2FN> to tensor<40xf32>
  %eight = arith.truncf %x : tensor<40xf32> to tensor<40xf8E4M3FNUZ>
  %sum = arith.addf %eight, %eight : tensor<40xf8E4M3FNUZ>
  %half = arith.extf %z : tensor<40xf8E5M2FNUZ> to tensor<40xbf16>
  return %scaled, %wide, %wider, %sum, %half
      : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<40xf8E4M3FNUZ>, tensor<40xbf16>
}
