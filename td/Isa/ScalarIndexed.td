//===- Isa/ScalarIndexed.td - shifted sums, indexed accesses --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements of arrays: base + (index << n), as a value and as the address of a
// load or a store; products that are added. The additional patterns recover an
// index whose zero extension has been combined with its shift, and products
// with 3, 5 and 9 as x + (x << n). Indexed accesses have priority over a sum
// and an access.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISA_SCALARINDEXED_TD
#define MATRIX_ISA_SCALARINDEXED_TD

include "Isa/ScalarBits.td"
include "Isa/ScalarMemory.td"

def IndexScale : Immediate<2>;

//===----------------------------------------------------------------------===//
// Sums: fn = | n | fn9 |
//===----------------------------------------------------------------------===//

class ShiftedSum<bits<11> fn, string baseMnemonic, dag index>
    : InstR<OpInteger.Value, fn, baseMnemonic, "", (outs XReg:$rd), (ins XReg:$ra, XReg:$rb, IndexScale:$n),
            "$rd, $ra, $rb, $n", TimeAlu> {
  bits<2> n;
  let Inst{10-9} = n;
  let Pattern = [(set XReg:$rd, (add XReg:$ra, (shl index, IndexScale:$n)))];
}
def ADDSH  : ShiftedSum<35, "addsh", (i64 XReg:$rb)>;
// The index is the low word of rb, unsigned.
def ADDSHU : ShiftedSum<36, "addshu", (and XReg:$rb, 0xffffffff)>;

def : Pat<(add XReg:$a, (and XReg:$b, 0xffffffff)), (ADDSHU XReg:$a, XReg:$b, 0)>;
def : Pat<(shl (and XReg:$b, 0xffffffff), IndexScale:$n), (ADDSHU (i64 R0), XReg:$b, IndexScale:$n)>;
foreach p = [[1, 0x1fffffffe], [2, 0x3fffffffc], [3, 0x7fffffff8]] in {
  def : Pat<(add XReg:$a, (and (shl XReg:$b, p[0]), p[1])), (ADDSHU XReg:$a, XReg:$b, p[0])>;
  def : Pat<(and (shl XReg:$b, p[0]), p[1]), (ADDSHU (i64 R0), XReg:$b, p[0])>;
}
foreach p = [[3, 1], [5, 2], [9, 3]] in
  def : Pat<(mul XReg:$a, p[0]), (ADDSH XReg:$a, XReg:$a, p[1])>;

//===----------------------------------------------------------------------===//
// Loads and stores: fn = | n | fn9 |
//===----------------------------------------------------------------------===//

/// base + (index << n), whose sum is only an address.
def IndexedAddress : ComplexPattern<iPTR, 3, "selectIndexed">;
defvar Indexed = (IndexedAddress XReg:$ra, XReg:$rb, IndexScale:$n);
defvar IndexedSum = (add XReg:$ra, (shl XReg:$rb, IndexScale:$n));

class IndexedLoad<bits<11> fn, string baseMnemonic, RegisterOperand reg, ValueType type, SDPatternOperator access>
    : InstR<OpIndexedMemory.Value, fn, baseMnemonic, "", (outs reg:$rd), (ins XReg:$ra, XReg:$rb, IndexScale:$n),
            "$rd, $ra, $rb, $n", TimeScalarLoad> {
  bits<2> n;
  let Inst{10-9} = n;
  let Pattern = [(set reg:$rd, (type (access Indexed)))];
  let ScalarSemantics = [(set reg:$rd, (type (access IndexedSum)))];
  let AddedComplexity = 10;
  let mayLoad = 1;
}
class IndexedStore<bits<11> fn, string baseMnemonic, RegisterOperand reg, ValueType type, SDPatternOperator access>
    : InstR<OpIndexedMemory.Value, fn, baseMnemonic, "", (outs), (ins reg:$rd, XReg:$ra, XReg:$rb, IndexScale:$n),
            "$rd, $ra, $rb, $n", TimeAlu> {
  bits<2> n;
  let Inst{10-9} = n;
  let Pattern = [(access (type reg:$rd), Indexed)];
  let ScalarSemantics = [(access (type reg:$rd), IndexedSum)];
  let AddedComplexity = 10;
  let mayStore = 1;
}

let Word = AlwaysWord in {
def LBX  : IndexedLoad<0, "lbx",  XReg, i64, sextloadi8>;
def LBUX : IndexedLoad<1, "lbux", XReg, i64, zextloadi8>;
def LHX  : IndexedLoad<2, "lhx",  XReg, i64, sextloadi16>;
def LHUX : IndexedLoad<3, "lhux", XReg, i64, zextloadi16>;
def LWX  : IndexedLoad<4, "lwx",  XReg, i64, sextloadi32>;
}
def LWUX : IndexedLoad<5, "lwux", XReg, i64, zextloadi32>;
def LDX  : IndexedLoad<6, "ldx",  XReg, i64, load>;
def FLWX : IndexedLoad<7, "flwx", SReg, f32, load>;
def FLDX : IndexedLoad<8, "fldx", DReg, f64, load>;

def SBX  : IndexedStore<9, "sbx",   XReg, i64, truncstorei8>;
def SHX  : IndexedStore<10, "shx",  XReg, i64, truncstorei16>;
def SWX  : IndexedStore<11, "swx",  XReg, i64, truncstorei32>;
def SDX  : IndexedStore<12, "sdx",  XReg, i64, store>;
def FSWX : IndexedStore<13, "fswx", SReg, f32, store>;
def FSDX : IndexedStore<14, "fsdx", DReg, f64, store>;

let AddedComplexity = 10 in {
def : Pat<(i64 (extloadi8 Indexed)),  (LBUX XReg:$ra, XReg:$rb, IndexScale:$n)>;
def : Pat<(i64 (extloadi16 Indexed)), (LHUX XReg:$ra, XReg:$rb, IndexScale:$n)>;
def : Pat<(i64 (extloadi32 Indexed)), (LWX XReg:$ra, XReg:$rb, IndexScale:$n)>;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

class ProductSum<bits<6> fn, string baseMnemonic, dag value>
    : InstR4<OpFloatFma.Value, fn, baseMnemonic, "", (outs XReg:$rd), (ins XReg:$ra, XReg:$rb, XReg:$rc),
             "$rd, $ra, $rb, $rc", TimeMul> {
  let Pattern = [(set XReg:$rd, value)];
}
defvar Product = (mul XReg:$ra, XReg:$rb);
def MADD  : ProductSum<8, "madd",  (add Product, XReg:$rc)>;
def MSUB  : ProductSum<9, "msub",  (sub XReg:$rc, Product)>;
let Word = AlwaysWord in {
def MADDW : ProductSum<10, "maddw", (sext_inreg (add Product, XReg:$rc), i32)>;
def MSUBW : ProductSum<11, "msubw", (sext_inreg (sub XReg:$rc, Product), i32)>;
}

#endif // MATRIX_ISA_SCALARINDEXED_TD
