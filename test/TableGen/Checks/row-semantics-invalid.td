// Invalid semantics of row-memory instructions: one error each, at the record.
// RUN: split-file %s %t
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/field.td 2>&1 | FileCheck %t/field.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/most.td 2>&1 | FileCheck %t/most.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/view.td 2>&1 | FileCheck %t/view.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/null.td 2>&1 | FileCheck %t/null.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/count.td 2>&1 | FileCheck %t/count.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/switch.td 2>&1 | FileCheck %t/switch.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/shape.td 2>&1 | FileCheck %t/shape.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/pad.td 2>&1 | FileCheck %t/pad.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/crop.td 2>&1 | FileCheck %t/crop.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/destination.td 2>&1 | FileCheck %t/destination.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/state.td 2>&1 | FileCheck %t/state.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/number.td 2>&1 | FileCheck %t/number.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/float.td 2>&1 | FileCheck %t/float.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/address.td 2>&1 | FileCheck %t/address.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/point.td 2>&1 | FileCheck %t/point.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/moved.td 2>&1 | FileCheck %t/moved.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/load.td 2>&1 | FileCheck %t/load.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/tile.td 2>&1 | FileCheck %t/tile.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/pointer.td 2>&1 | FileCheck %t/pointer.td

//--- Common.td
include "Matrix.td"
def SpaceTest : RowSpace<"test", 31, 64, 16>;
def TestNumber : ScalarState<"test.number", "int64_t", 0>;
def TestAddress : Packed<[BitField<"row", 0, 32>, BitField<"rows", 48, 16, 16>, BitField<"flag", 40, 1>]>;
def TestSmall : TileAt<SpaceTest, FmtI8, "8", "16">;
def TestLarge : TileAt<SpaceTest, FmtI8, "16", "16">;
class Test<dag semantics> : RowInst<3, "test", (ins TestAddress:$ra, XReg:$rb), "$ra, $rb", TimeAlu, semantics> {
  bits<5> ra; bits<5> rb;
  let Inst{25-21} = ra; let Inst{20-16} = rb; let Inst{15-0} = 0;
}

//--- field.td
include "Common.td"
// CHECK: field.td:[[#@LINE+2]]:5: error: Field: there is no field "flags"
// CHECK: field.td:[[#@LINE+1]]:5: note: the Packed class of the operand lists its fields
def BAD : Test<(Set TestNumber, (Field $ra, "flags"))>;

//--- most.td
include "Common.td"
def TestFlags : TileAt<SpaceTest, FmtI8, "flag", "16">;
// CHECK: most.td:[[#@LINE+1]]:5: error: field flag counts rows or columns, but has no greatest value
def BAD : Test<(Set (View TestFlags, $ra), (View TestFlags, $ra))>;

//--- view.td
include "Common.td"
// CHECK: view.td:[[#@LINE+1]]:5: error: View: argument 2 must be a packed operand or a PointerState
def BAD : Test<(Set (View TestSmall, $ra), (View TestSmall, TestNumber))>;

//--- null.td
include "Common.td"
def TestPerhaps : TileAt<SpaceTest, FmtI8, "8", "16"> { let NullField = "none"; }
// CHECK: null.td:[[#@LINE+1]]:5: error: View: no field none for the null address
def BAD : Test<(Set (View TestPerhaps, $ra), (View TestSmall, $ra))>;

//--- count.td
include "Common.td"
def TestCounted : TileAt<SpaceTest, FmtI8, "lines", "16">;
// CHECK: count.td:[[#@LINE+1]]:5: error: 'lines' counts rows or columns of a tile, but is not a number, field or operand
def BAD : Test<(Set (View TestCounted, $ra), (View TestCounted, $ra))>;

//--- switch.td
include "Common.td"
// CHECK: switch.td:[[#@LINE+1]]:5: error: Switch takes a ScalarState, a Field or an Is
def BAD : Test<(Switch $ra, (Seq), (Seq))>;

//--- shape.td
include "Common.td"
// CHECK: shape.td:[[#@LINE+1]]:5: error: Switch: alternatives differ in format or shape
def BAD : Test<(Set (View TestSmall, $ra), (Switch TestNumber, (View TestSmall, $ra), (View TestLarge, $ra)))>;

//--- pad.td
include "Common.td"
// CHECK: pad.td:[[#@LINE+1]]:5: error: Pad: takes a tile of rows in a memory, no larger than its result
def BAD : Test<(Set (View TestSmall, $ra), (Pad 8, 16, (View TestLarge, $ra)))>;

//--- crop.td
include "Common.td"
// CHECK: crop.td:[[#@LINE+1]]:5: error: Crop: has fewer rows or columns than its destination
def BAD : Test<(Set (View TestLarge, $ra), (Crop (View TestSmall, $ra)))>;

//--- destination.td
include "Common.td"
// CHECK: destination.td:[[#@LINE+2]]:5: error: Set: the destination is a number
// CHECK: destination.td:[[#@LINE+1]]:5: note: name an operand that is rows of a memory, a view or a state
def BAD : Test<(Set $rb, (View TestSmall, $ra))>;

//--- state.td
include "Common.td"
// CHECK: state.td:[[#@LINE+2]]:5: error: the semantics write TestNumber, which is not in Defs
// CHECK: state.td:[[#@LINE+1]]:5: note: let Defs = [... TestNumber]
def BAD : Test<(Set TestNumber, (Field $ra, "flag"))>;

//--- number.td
include "Common.td"
// CHECK: number.td:[[#@LINE+2]]:5: error: Set: a state takes a field, a register or a state
// CHECK: number.td:[[#@LINE+1]]:5: note: give the number in a field of an operand
def BAD : Test<(Set TestNumber, 3)>;

//--- float.td
include "Common.td"
def TestFloat : ScalarState<"test.float", "float", 1>;
// CHECK: float.td:[[#@LINE+2]]:5: error: Set: TestFloat is a float, its value is not
// CHECK: float.td:[[#@LINE+1]]:5: note: change the type of one
def BAD : Test<(Set TestFloat, $rb)>;

//--- address.td
include "Common.td"
def TestPointer : PointerState<"test.pointer", [BitField<"flag", 40, 1>]>;
// CHECK: address.td:[[#@LINE+2]]:5: error: Set: TestPointer is an address
// CHECK: address.td:[[#@LINE+1]]:5: note: latch an operand by (Point P, $a)
def BAD : Test<(Set TestPointer, $ra)>;

// The state has the fields of the operand that it latches.
//--- point.td
include "Common.td"
def TestPointer : PointerState<"test.pointer", [BitField<"other", 40, 1>]>;
// CHECK: point.td:[[#@LINE+2]]:5: error: Point: $ra has no field other where TestPointer has it
// CHECK: point.td:[[#@LINE+1]]:5: note: give both the same list of fields
def BAD : Test<(Point TestPointer, $ra)>;

//--- moved.td
include "Common.td"
def TestPointer : PointerState<"test.pointer", [BitField<"flag", 41, 1>]>;
// CHECK: moved.td:[[#@LINE+1]]:5: error: Point: $ra has no field flag where TestPointer has it
def BAD : Test<(Point TestPointer, $ra)>;

// Operators on register tiles and on numbers.
//--- load.td
include "Common.td"
// CHECK: load.td:[[#@LINE+2]]:5: error: Load: is for register tiles
// CHECK: load.td:[[#@LINE+1]]:5: note: name rows of a memory by InRegister or a View
def BAD : Test<(Set (View TestSmall, $ra), (Load FmtI8, $rb, 0, 16))>;

//--- tile.td
include "Common.td"
def TestTile : TileState<"test.tile", FmtI8, 8, 16>;
// CHECK: tile.td:[[#@LINE+2]]:5: error: Iota: counts rows or columns by an integer
// CHECK: tile.td:[[#@LINE+1]]:5: note: name a general register, an Immediate, a field or a state of integers
def BAD : Test<(Set (View TestSmall, $ra), (Iota FmtI8, "i", TestTile))>;

//--- pointer.td
include "Common.td"
def TestPointer : PointerState<"test.pointer", [BitField<"flag", 40, 1>]>;
// CHECK: pointer.td:[[#@LINE+1]]:5: error: Splat: takes a scalar register or a number
def BAD : Test<(Set (View TestSmall, $ra), (Splat FmtI8, TestPointer))>;
