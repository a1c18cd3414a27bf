// One tile of the default variant, already in vector code.
module attributes {matrix.target = #matrix.target<"base">} {
  func.func @f(%x: vector<16x16xf32>) -> vector<16x16xf32> {
    %zero = arith.constant dense<0.0> : vector<16x16xf32>
    %three = arith.constant dense<3.0> : vector<16x16xf32>
    %six = arith.constant dense<6.0> : vector<16x16xf32>
    %b = arith.addf %x, %three : vector<16x16xf32>
    %c = arith.maximumf %b, %zero : vector<16x16xf32>
    %d = arith.minimumf %c, %six : vector<16x16xf32>
    %m = arith.mulf %x, %d : vector<16x16xf32>
    %q = arith.divf %m, %six : vector<16x16xf32>
    return %q : vector<16x16xf32>
  }
}
