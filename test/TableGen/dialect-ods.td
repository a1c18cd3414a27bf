// Operations as ODS text: one for each stem, whose operands are those of its
// instructions; addresses become memrefs.
// RUN: matrix-tblgen -gen-dialect-ods %td_flags %s | FileCheck %s

include "Matrix.td"

// Two formats, one operation; a dot in a stem starts a word of the class name.
foreach t = [TF32, TI32] in
  def XDOUBLE_#!toupper(t.Fmt.Suffix) : Tile1<30, "x.double", t, (Add $ta, $ta)>;
let mayLoad = 1 in
def XLOAD : InstTM<2, "xload", "", (outs TAny32:$td), (ins XReg:$ra, XReg:$rb), "$td, (${ra}), $rb",
                   TimeLoad, (Load $ra, 0, $rb)> { let Op = 0x3D; }

// CHECK: include "matrix/Dialect/Matrix/IR/MatrixTileOp.td"

// CHECK: def Matrix_TcvtnOp : Matrix_TileOp<"tcvtn", [Pure]> {
// CHECK-NEXT: let arguments = (ins Matrix_Tile:$c, I64Attr:$q, Matrix_Tile:$ta, OptionalAttr<StrAttr>:$form);
// CHECK-NEXT: let results = (outs Matrix_Tile:$td);
// CHECK-NEXT: let assemblyFormat = [{ operands attr-dict `:` functional-type(operands, results) }];

// CHECK: def Matrix_TsplatfOp
// CHECK-NEXT: let arguments = (ins F32:$tb, OptionalAttr<StrAttr>:$form);

// CHECK: def Matrix_TstOp : Matrix_TileOp<"tst"> {
// CHECK-NEXT: let arguments = (ins Matrix_Tile:$td, Arg<AnyMemRef, "", [MemWrite]>:$ra, Variadic<Index>:$indices, OptionalAttr<StrAttr>:$form);
// CHECK-NEXT: let assemblyFormat = [{ $td `,` $ra `[` $indices `]` attr-dict `:` type($td) `,` type($ra) }];

// CHECK: def Matrix_TzeroOp
// CHECK-NEXT: let arguments = (ins OptionalAttr<StrAttr>:$form);
// CHECK-NEXT: let results
// CHECK-NEXT: let assemblyFormat = [{ attr-dict `:` type($td) }];

// CHECK: def Matrix_XDoubleOp : Matrix_TileOp<"x.double", [Pure]>
// CHECK-NOT: XDoubleOp

// CHECK: def Matrix_XloadOp : Matrix_TileOp<"xload"> {
// CHECK-NEXT: let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$ra, Variadic<Index>:$indices, UnitAttr:$broadcast, OptionalAttr<StrAttr>:$form);
// CHECK-NEXT: let results = (outs Matrix_Tile:$td);
// CHECK-NEXT: let assemblyFormat = [{ $ra `[` $indices `]` attr-dict `:` type($ra) `->` type($td) }];
