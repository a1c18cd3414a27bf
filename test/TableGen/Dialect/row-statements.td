// Instructions on rows that selection does not support, with two effects on tiles or a field of a latched address as
// operand, are builtins without an operation of the dialect.
// RUN: matrix-tblgen -check-description %td_flags %s
// RUN: matrix-tblgen -gen-op-classes %td_flags %s | FileCheck --check-prefix=OPS --implicit-check-not=QkvShiftOp --implicit-check-not=QkvAddedOp %s
// RUN: matrix-tblgen -gen-builtins-header %td_flags %s | FileCheck --check-prefix=HEADER %s

include "Matrix.td"
include "Isa/Target.td"

def QKV_SHIFT : QkvInst<7, "shift", (ins D1Tile:$ra, D2Tile:$rb), "$ra, $rb", TimeQkvMove,
                        (Seq (Set $ra, $rb), (Set $rb, (Cast FmtBF16, (Mul (Cast FmtF32, $rb), 2))))>;

def QkvFields : Packed<[BitField<"row", 0, 7>, BitField<"amount", 8, 5>]>;
def QkvPointer : PointerState<"qkv.pointer", QkvFields.Fields>;
def QkvWords : TileAt<SpaceD1, FmtI32, "8", "8">;
class QkvOnWords<bits<2> space, string baseMnemonic, dag semantics>
    : RowInst<space, "qkv." # baseMnemonic, (ins QkvFields:$ra), "$ra", TimeQkvMove, semantics> {
  bits<5> ra;
  let Inst{25-21} = ra; let Inst{20-0} = 0;
  let Predicates = [HasQkv];
}
let Defs = [QkvPointer] in
def QKV_POINT : QkvOnWords<1, "point", (Point QkvPointer, $ra)>;
let Uses = [QkvPointer] in
def QKV_ADDED : QkvOnWords<2, "added", (Set (View QkvWords, $ra), (Add (View QkvWords, $ra),
                                                                     (Splat FmtI32, (Field QkvPointer, "amount"))))>;

// OPS: ::matrix::QkvGemmOp
// HEADER: void matrix_qkv_added(int64_t ra)
// HEADER: void matrix_qkv_shift(int64_t ra, int64_t rb)
