// TableGen's own errors are followed by advice.
// RUN: split-file %s %t
// RUN: not matrix-tblgen -check-description %td_flags %t/unknown.td 2>&1 | FileCheck %t/unknown.td
// RUN: not matrix-tblgen -check-description %td_flags %t/class.td 2>&1 | FileCheck %t/class.td
// RUN: not matrix-tblgen -check-description %td_flags %t/field.td 2>&1 | FileCheck %t/field.td
// RUN: not matrix-tblgen -check-description %td_flags %t/block.td 2>&1 | FileCheck %t/block.td
// RUN: not matrix-tblgen -check-description %td_flags %t/type.td 2>&1 | FileCheck %t/type.td
// RUN: not matrix-tblgen -check-description %td_flags %t/argument.td 2>&1 | FileCheck %t/argument.td
// RUN: not matrix-tblgen -check-description %td_flags %t/argument-class.td 2>&1 | FileCheck %t/argument-class.td
// RUN: not matrix-tblgen -check-description %td_flags %t/argument-dag.td 2>&1 | FileCheck %t/argument-dag.td
// RUN: not matrix-tblgen -check-description %td_flags %t/argument-name.td 2>&1 | FileCheck %t/argument-name.td
// RUN: not matrix-tblgen -check-description %td_flags %t/missing-argument.td 2>&1 | FileCheck %t/missing-argument.td
// RUN: not matrix-tblgen -check-description %td_flags %t/name.td 2>&1 | FileCheck %t/name.td
// RUN: not matrix-tblgen -check-description %td_flags -I %t %t/twice.td 2>&1 | FileCheck %t/twice.td
// RUN: not matrix-tblgen -check-description %td_flags %t/arguments.td 2>&1 | FileCheck %t/arguments.td
// RUN: not matrix-tblgen -check-description %td_flags %t/reference.td 2>&1 | FileCheck %t/reference.td
// RUN: not matrix-tblgen -check-description %td_flags %t/width.td 2>&1 | FileCheck %t/width.td
// RUN: not matrix-tblgen -check-description %td_flags %t/unset-record.td 2>&1 | FileCheck %t/unset-record.td
// RUN: not matrix-tblgen -check-description %td_flags %t/unset-text.td 2>&1 | FileCheck %t/unset-text.td
// RUN: not matrix-tblgen -check-description %td_flags %t/unset-argument.td 2>&1 | FileCheck %t/unset-argument.td
// RUN: not matrix-tblgen -check-description %td_flags %t/unset-tiles.td 2>&1 | FileCheck %t/unset-tiles.td
// RUN: not matrix-tblgen -check-description %td_flags %t/point.td 2>&1 | FileCheck %t/point.td

//--- unknown.td
include "Matrix.td"
def A : Tile1<31, "tbad", TF32, (Exp $ta), Timing<PipeXX, (Cycles 4), (Cycles 4)>>;
// CHECK: unknown.td:2:51: error: Variable not defined: 'PipeXX'
// CHECK: unknown.td:2:51: note: no record, class argument or defvar of this name stands before this line: check the spelling, or include the file that defines it

//--- class.td
include "Matrix.td"
def A : Tile9<31, "tbad", TF32, (Exp $ta)>;
// CHECK: class.td:2:9: error: Couldn't find class 'Tile9'
// CHECK: class.td:2:9: note: no class of this name stands before this line: check the spelling, or include the file of td/Schema or td/Isa that defines it

//--- unset-record.td
include "Matrix.td"
def A : FamilyVariant<"a", Tiles16x64, 16, 2, !shl(1, 20)> { let Summary = "a"; let Map = ?; }
// CHECK: unset-record.td:2:5: error: Record `A', field `Map' does not have a def initializer
// CHECK: unset-record.td:2:5: note: '?' leaves the field unset: give it a value of its type, or leave out the line that sets it

//--- unset-argument.td
include "Matrix.td"
def A : FamilyVariant<"a", ?, 16, 2, !shl(1, 20)>;
// CHECK: unset-argument.td:2:5: error: Initializer of 'Summary' in 'A' could not be fully resolved
// CHECK: unset-argument.td:2:5: note: some of it has no value: {{.*}} or an argument or a field that is missing or '?'
// CHECK-NOT: error: Init

//--- unset-tiles.td
include "Matrix.td"
def A : FamilyVariant<"a", Tiles16x64, 16, 2, !shl(1, 20)> { let Tiles = ?; }
// CHECK: unset-tiles.td:2:5: error: Initializer of 'Summary' in 'A' could not be fully resolved
// CHECK: unset-tiles.td:2:5: note: some of it has no value

//--- unset-text.td
include "Matrix.td"
def A : FamilyVariant<"a", Tiles16x64, 16, 2, !shl(1, 20)> { let Summary = "a"; let CPU = ?; }
// CHECK: unset-text.td:2:5: error: Record `A', field `CPU' exists but does not have a string value
// CHECK: unset-text.td:2:5: note: '?' leaves the field unset

//--- field.td
include "Matrix.td"
def A : Variant<"x"> { let Core = 4; }
// CHECK: field.td:2:28: error: Value 'Core' unknown!
// CHECK: field.td:2:28: note: the class has no such field: td/Schema has the fields of every class

//--- block.td
include "Matrix.td"
let Predicates = [HasTiles] in {
def OpMine : Opcode<0x37, "InstT", "fused operations">;
}
// CHECK: block.td:2:5: error: Value 'Predicates' unknown!
// CHECK: block.td:2:5: note: the class has no such field: {{.*}}; a let before braces sets the field of every record within them

//--- type.td
include "Matrix.td"
def A : Variant<"x"> { let Cores = "four"; }
// CHECK: type.td:2:28: error: Field 'Cores' of type 'int' is incompatible with value '"four"' of type 'string'
// CHECK: type.td:2:28: note: give the field a value of its type

//--- argument.td
include "Matrix.td"
def A : Variant<4>;
// CHECK: argument.td:2:17: error: Value specified for template argument 'Variant:cpu' is of type int
// CHECK: argument.td:2:17: note: give a value of type string in place of 4

//--- argument-class.td
include "Matrix.td"
def A : Tile1<31, "tbad", FmtF32, (Exp $ta)>;
// CHECK: argument-class.td:2:27: error: Value specified for template argument 'Tile1:t' is of type FloatFormat
// CHECK: argument-class.td:2:27: note: give a record of class TileOperand in place of FmtF32

//--- argument-dag.td
include "Matrix.td"
def A : Tile1<31, "tbad", TF32, (Exp $ta), Timing<PipeEW, 8, 20>>;
// CHECK: argument-dag.td:2:59: error: Value specified for template argument 'Timing:occupancy' is of type int
// CHECK: argument-dag.td:2:59: note: give a dag, such as (Add $ta, 1) or (Cycles 8), in place of 8

//--- argument-name.td
include "Matrix.td"
def A : Variant<name="x">;
// CHECK: argument-name.td:2:17: error: Argument "name" does{{.*}} exist
// CHECK: argument-name.td:2:17: note: the class has no argument of this name

//--- missing-argument.td
include "Matrix.td"
def A : Variant;
// CHECK: missing-argument.td:2:9: error: value not specified for template argument 'Variant:cpu'
// CHECK: missing-argument.td:2:9: note: give every argument of the class that has no default

//--- name.td
include "Matrix.td"
def Base : Variant<"x">;
// CHECK: name.td:2:5: error: def already exists: Base
// CHECK: name.td:2:5: note: all records share one name space: give this one a name of its own

//--- unguarded.td
include "Common/Components.td"
def Tiles8x64 : TileGeometry<8, 64>;

//--- twice.td
include "Matrix.td"
include "unguarded.td"
include "unguarded.td"
// CHECK: unguarded.td:2:5: error: def already exists: Tiles8x64
// CHECK: unguarded.td:2:5: note: the file is included twice: begin it with #ifndef NAME and #define NAME, and end it with #endif

//--- arguments.td
include "Matrix.td"
def A : Variant<"x", 3, 4, 5>;
// CHECK: arguments.td:2:22: error: Too many template arguments: 2
// CHECK: arguments.td:2:22: note: the class takes fewer arguments: see its definition

//--- reference.td
include "Matrix.td"
def V : Variant<"v"> { let Tiles = !cast<TileGeometry>("Tiles9x9"); }
// CHECK: reference.td:2:5: error: Undefined reference to record: 'Tiles9x9'
// CHECK: reference.td:2:5: note: !cast names a record that does not exist: define it before this line

//--- width.td
include "Matrix.td"
def A : Tile1<99, "tbad", TF32, (Exp $ta)>;
// CHECK: width.td:2:5: error: 99 does not fit 5 bits
// CHECK: width.td:2:5: note: give 0 to 31: the chapter Opcodes of the manual lists the free codes
// CHECK-NOT: error: Init

//--- point.td
include "Matrix.td"
def A : Tile1<31, "tbad", TF32, (Mul $ta, 0.5)>;
// CHECK: point.td:2:45: error: expected field identifier after '.'
// CHECK: point.td:2:45: note: a number with a point is written as text: "0.5"
