// Invalid encodings.
// RUN: split-file %s %t
// RUN: not matrix-tblgen -check-description %td_flags %t/many.td 2>&1 | FileCheck %t/many.td
// RUN: not matrix-tblgen -check-description %td_flags %t/missing.td 2>&1 | FileCheck %t/missing.td
// RUN: not matrix-tblgen -check-description %td_flags %t/stray.td 2>&1 | FileCheck %t/stray.td
// RUN: not matrix-tblgen -check-description %td_flags %t/tie.td 2>&1 | FileCheck %t/tie.td
// RUN: not matrix-tblgen -check-description %td_flags %t/unnamed.td 2>&1 | FileCheck %t/unnamed.td
// RUN: not matrix-tblgen -check-description %td_flags %t/register.td 2>&1 | FileCheck %t/register.td
// RUN: not matrix-tblgen -check-description %td_flags %t/opcode.td 2>&1 | FileCheck %t/opcode.td
// RUN: not matrix-tblgen -check-description %td_flags %t/base.td 2>&1 | FileCheck %t/base.td
// RUN: not matrix-tblgen -check-description %td_flags %t/separators.td 2>&1 | FileCheck %t/separators.td --implicit-check-not=error:

//--- many.td
include "Matrix.td"
def ZOVERLAP : Tile2<0, "tbad", TF32, (Sub $tb, $ta)>;
def WideBlock : Immediate<3>;
def ZNARROW : InstT<0x34, 31, FmtBF16, "tbada", "", (outs TF32:$td), (ins TBF16:$ta, WideBlock:$q), "$td, $ta, $q", TimeEw, (Cast FmtF32, (Part $q, $ta))>;
def ZMNEMONIC : Tile2<31, "tadd", TF32, (Sub $ta, $tb)>;
let Roles = [RoleTileZero] in
def ZROLE : TileMisc<31, FmtF32, "tbadb", "", (outs TF32:$td), (ins), "$td", (Splat FmtF32, 0)>;
def ZCASE : Tile1<30, "tBad", TF32, (Exp $ta)>;
def ZSTEM : Tile1<29, "tbadc", TF32, (Exp $ta)> {
  let Mnemonic = "texp.other";
}
def ZTEXT : InstT<0x33, 28, FmtF32, "tbadd", "", (outs TF32:$td), (ins TF32:$ta, TF32:$tb), "$td, $ta, $tc", TimeEw, (Add $ta, $tb)>;
def ZPART : InstT<0x33, 27, FmtF32, "tbade", "", (outs TF32:$td), (ins TBF16:$ta, ColumnBlock:$q), "$td, $ta, $q", TimeEw, (Cast FmtF32, (Part $q, $ta))> {
  let Inst{0} = 0;
}
def ZFOUR : InstT<0x33, 26, FmtF32, "tbadf", "", (outs TF32:$td), (ins TF32:$ta), "$td, $ta", TimeEw, (Exp $ta)> {
  let Inst{15} = ta{0};
}
// CHECK: many.td:8:5: error: mnemonic 'tBad.f32'
// CHECK: many.td:8:5: note: use lower-case letters, digits, '.' and '_'
// CHECK: many.td:10:7: error: mnemonic 'texp.other' does not start with its base mnemonic 'tbadc'
// CHECK: many.td:10:7: note: Mnemonic is the base mnemonic and a suffix
// CHECK: many.td:12:5: error: the assembly text names $tc, which is not an operand
// CHECK: many.td:12:5: note: operands are what (outs ...) and (ins ...) name
// CHECK: many.td:12:5: error: operand $tb is not in the assembly text
// CHECK: many.td:12:5: note: write $tb at its position in the instruction
// CHECK: many.td:16:5: error: operand $ta is encoded twice (6 bits for a field of 5)
// CHECK: many.td:16:5: note: place every bit of the field once in Inst
// CHECK: many.td:4:5: error: operand $q has 3 bits, its field 2
// CHECK: many.td:4:5: note: make field and operand equally wide
// CHECK: many.td:13:5: error: operand $q is encoded only in part (1 of 2 bits)
// CHECK: many.td:13:5: note: place every bit of the field in Inst
// CHECK: many.td:5:5: error: mnemonic 'tadd.f32' is taken by TADD_F32 in variant base
// CHECK: many.td:5:5: note: choose another base mnemonic or suffix
// CHECK: TileElementwise.td:{{[0-9:]+}} note: TADD_F32 is here
// CHECK: many.td:2:5: error: encoding of ZOVERLAP overlaps that of TADD_F32 in variant base
// CHECK: many.td:2:5: note: some words decode as both: change a function code or an opcode; free function codes of opcode 0x32: 18-30; free opcodes: 0xd-0xe, 0x2f, 0x37
// CHECK: TileElementwise.td:{{[0-9:]+}} note: TADD_F32 is here
// CHECK: many.td:7:5: error: role RoleTileZero is held by TZERO too, in variant base
// CHECK: many.td:7:5: note: a role has one holder in a variant: let Roles = []
// CHECK: TileMisc.td:{{[0-9:]+}} note: TZERO is here

//--- missing.td
include "Matrix.td"
def BAD : InstT<0x34, 31, FmtF32, "tbad", "", (outs TF32:$td), (ins TF32:$tx), "$td, $tx", TimeEw, (Exp $tx)>;
// CHECK: missing.td:2:5: error: operand $tx is not encoded: no bit of Inst belongs to it
// CHECK: missing.td:2:5: note: name it like a field of the format, or put one into Inst

//--- stray.td
include "Matrix.td"
def BAD : InstT<0x34, 31, FmtF32, "tbad", "", (outs TF32:$td), (ins TF32:$ta), "$td, $ta", TimeEw, (Exp $ta)> {
  bits<5> tz; let tb = tz;
}
// CHECK: stray.td:2:5: error: bit 11 of the encoding belongs to 'tz', which is not an operand
// CHECK: stray.td:2:5: note: fix it with `let tz = 0`

//--- tie.td
include "Matrix.td"
def BAD : Tile1<31, "tbad", TF32, (Exp $ta)> {
  let Constraints = "$td = $tx";
}
// CHECK: tie.td:2:5: error: constraint '$td = $tx' must tie an input to an output
// CHECK: tie.td:2:5: note: write "$output = $input"

//--- unnamed.td
include "Matrix.td"
def BAD : InstT<0x33, 31, FmtF32, "tbad", "", (outs TF32:$td), (ins TF32), "$td", TimeEw, (Splat FmtF32, 0)>;
// CHECK: unnamed.td:2:5: error: Initializer of 'Inst' in 'BAD' could not be fully resolved
// CHECK: unnamed.td:2:5: note: some of it has no value: a number that does not fit the bits that it is put in, an operand without a $name, or an argument or a field that is missing or '?'

//--- register.td
include "Matrix.td"
def BAD : InstT<0x33, 31, FmtF32, "tbad", "", (outs TR:$td), (ins TF32:$ta), "$td, $ta", TimeEw, (Exp $ta)>;
// CHECK: register.td:2:5: error: operand $td is a tile register of no format
// CHECK: register.td:2:5: note: name it by a TileOperand (TF32, TBF16, ...)

//--- opcode.td
include "Matrix.td"
def OUTSIDE : InstR<0x37, 0, "outside", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> {
  let Pattern = [(set XReg:$rd, (add XReg:$ra, 1))];
}
def MOVED : Tile1<31, "tmoved", TF32, (Add $ta, 1)> {
  let Op = 0x2F;
}
def FORMAT : InstR<OpTileUnary.Value, 31, "format", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> {
  let Pattern = [(set XReg:$rd, (add XReg:$ra, 2))];
}
def OpTwice : Opcode<0x0E, "InstR", "twice", count=3>;
def OpLarge : Opcode<0, "", "large"> { let Values = [0x40]; let Value = 0; }
def OpClass : Opcode<0x0D, "InstX", "no class">;
// CHECK: opcode.td:11:5: error: opcode 0xf is that of OpIndexedMemory too
// CHECK: opcode.td:11:5: note: free opcodes: 0x2f, 0x37
// CHECK: Opcodes.td:{{[0-9:]+}} note: OpIndexedMemory is here
// CHECK: opcode.td:12:5: error: opcode 0x40 does not fit 6 bits
// CHECK: opcode.td:12:5: note: free opcodes: 0x2f, 0x37
// CHECK: opcode.td:13:5: error: OpClass has the format 'InstX', which is not a class
// CHECK: opcode.td:13:5: note: td/Schema/Encoding.td has the formats
// CHECK: opcode.td:6:7: error: opcode 0x2f of MOVED is not in the opcode map
// CHECK: opcode.td:6:7: note: define it as td/Common/Opcodes.td does: def : Opcode<0x2f, "format", "use">
// CHECK: opcode.td:8:5: error: FORMAT is not of format InstT, that of opcode 0x33 (OpTileUnary)
// CHECK: opcode.td:8:5: note: use this class, or a free opcode: 0x2f, 0x37
// CHECK: opcode.td:2:5: error: opcode 0x37 of OUTSIDE is not in the opcode map
// CHECK: opcode.td:2:5: note: define it as td/Common/Opcodes.td does: def : Opcode<0x37, "format", "use">

//--- base.td
include "Matrix.td"
def BASEA : Tile1<29, "tbad.f32", TF32, (Exp $ta)>;
def BASEB : Tile1<30, "tbad.any.f32.wide", TF32, (Exp $ta)> {
  let BaseMnemonic = "tbad.any.f32.wide";
}
def BASEC : Tile1<31, "tbad.any", TF32, (Exp $ta)>;
// CHECK: base.td:2:5: error: base mnemonic 'tbad.f32' contains '.f32' of its suffix '.f32'
// CHECK: base.td:2:5: note: write 'tbad'; the suffix follows from the formats of the operands
// CHECK: base.td:4:7: error: base mnemonic 'tbad.any.f32.wide' contains '.f32' of its suffix '.f32'
// CHECK: base.td:4:7: note: write 'tbad.any.wide'; the suffix follows from the formats of the operands
// CHECK-NOT: contains

//--- separators.td
include "Matrix.td"
class Text<bits<5> fn, string name, string text, int number>
    : InstT<0x33, fn, FmtF32, name, "", (outs TF32:$td), (ins TF32:$ta), text, TimeEw, (Abs (Add $ta, number))>;
def ZBRACKET : Text<31, "tbracket", "$td, [$ta]", 31>;
def ZNUMBER : Text<30, "tnumber", "$td, 5, $ta", 30>;
def ZSPACE : Text<29, "tspace", "$td $ta", 29>;
// The assembler reads these.
def ZBASE : Text<28, "tbase", "${td}(${ta})", 28>;
def ZONLY : Text<27, "tonly", "$td, (${ta})", 27>;
// CHECK: separators.td:4:5: error: the assembler does not read '[$ta]' in the assembly text as an operand
// CHECK: separators.td:4:5: note: separate operands by ','; an operand is $x, (${r}) or ${x}(${r})
// CHECK: separators.td:5:5: error: the assembler does not read '5' in the assembly text as an operand
// CHECK: separators.td:6:5: error: the assembler does not read '$td $ta' in the assembly text as an operand
// CHECK: error: the description has mistakes
