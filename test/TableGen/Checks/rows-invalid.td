// Invalid row-memory tiles and configuration state.
// RUN: split-file %s %t
// RUN: not matrix-tblgen -check-description %td_flags %t/many.td 2>&1 | FileCheck %t/many.td
// RUN: not matrix-tblgen -check-description %td_flags %t/counts.td 2>&1 | FileCheck %t/counts.td
// RUN: not matrix-tblgen -check-description %td_flags %t/bounds.td 2>&1 | FileCheck %t/bounds.td --implicit-check-not=error:
// RUN: not matrix-tblgen -check-description %td_flags %t/memories.td 2>&1 | FileCheck %t/memories.td --implicit-check-not=error:
// RUN: not matrix-tblgen -check-description %td_flags %t/selectors.td 2>&1 | FileCheck %t/selectors.td --implicit-check-not=error:

//--- many.td
include "Matrix.td"
def FeatureX : Feature<"x", "HasX", "x">;
def HasX : Predicate<"Subtarget->hasX()">, AssemblerPredicate<(all_of FeatureX)>;
def SpaceX : RowSpace<"xrows", 80, 16, 32>;
def X : Variant<"x"> {
  let Features = [FeatureX];
  let Memories = [Memory<Dram, 1048576>];
  let Stack = Dram;
}
def WideTile : InRegister<SpaceX, FmtBF16, "16", "32">;
def TallTile : InRegister<SpaceX, FmtBF16, "32", "16">;
def EmptyTile : InRegister<SpaceX, FmtBF16, "16", "0">;
def Fields : InRegister<SpaceX, FmtBF16, "16", "16"> {
  let Fields = [BitField<"a", 32, 8>,
                BitField<"c", 60, 8>];
}
def Tile : InRegister<SpaceX, FmtBF16, "16", "16">;
def Scale : ScalarState<"scale", "int64_t", 0>;
def Extra : ScalarState<"extra", "int64_t", 0>;
class XInst<bits<3> fn, string baseMnemonic, dag ins, string args, dag semantics>
    : RowInst<3, "x." # baseMnemonic, ins, args, Timing<PipeEW, (Cycles 1), (Cycles 1)>, semantics> {
  bits<5> ra; bits<5> rb = !if(IsOperand<(outs), ins, "rb">.R, ?, 0b00000);
  let Inst{25-23} = fn; let Inst{22-10} = 0; let Inst{9-5} = ra; let Inst{4-0} = rb;
  let Predicates = [HasX];
}
def XREADS : XInst<0, "reads", (ins Tile:$ra, Tile:$rb), "$ra, $rb", (Set $ra, (Switch Scale, $rb, $rb))>;
def XLIES : XInst<1, "lies", (ins Tile:$ra, Tile:$rb), "$ra, $rb", (Set $ra, $rb)> {
  let Uses = [Extra];
}
// CHECK: many.td:10:5: error: rows of 64 bytes do not fit those of xrows, which have 32
// CHECK: many.td:10:5: note: give at most 16 columns
// CHECK: many.td:11:5: error: a tile of 32 rows does not fit xrows, which has 16
// CHECK: many.td:11:5: note: give at most 16
// CHECK: many.td:12:5: error: a tile of 0 columns
// CHECK: many.td:12:5: note: give at least 1
// CHECK: many.td:15:17: error: field c of a register is 8 bits from bit 60
// CHECK: many.td:15:17: note: a register has bits 0 to 63
// CHECK: many.td:28:7: error: Uses has Extra, which the semantics never read
// CHECK: many.td:28:7: note: remove it from Uses
// CHECK: many.td:26:5: error: the semantics read Scale, which is not in Uses
// CHECK: many.td:26:5: note: let Uses = [... Scale]
// CHECK: many.td:27:5: error: x.lies names rows of xrows, and there is no such memory in variant x
// CHECK: many.td:27:5: note: let Predicates = [..] with a feature that only variants with the memory have
// CHECK: many.td:18:5: error: state Scale, which XREADS reads, is never written
// CHECK: many.td:18:5: note: give an instruction that does (Set Scale, x)

//--- counts.td
include "Matrix.td"
def XRows : InRegister<SpaceD1, FmtBF16, "many", "64">;
def BAD : QkvInst<7, "bad", (ins XRows:$ra, D1Tile:$rb), "$ra, $rb", TimeEw, (Set $ra, $rb)>;
// CHECK: counts.td:3:5: error: 'many' counts rows or columns of a tile, but is not a number, field or operand
// CHECK: counts.td:3:5: note: name one of them, or give a number
// CHECK: counts.td:3:5: error: the timing of qkv.bad needs parameter Rows, which is not given in variant qkv
// CHECK: counts.td:3:5: note: use another parameter, or give the instruction a feature of a variant that has it
// CHECK: counts.td:3:5: error: the timing of qkv.bad needs parameter TileRowBytes, which is not given in variant qkv
// CHECK: counts.td:3:5: note: use another parameter, or give the instruction a feature of a variant that has it
// CHECK: counts.td:3:5: error: the timing of qkv.bad needs parameter EwBytes, which is not given in variant qkv
// CHECK: counts.td:3:5: note: use another parameter, or give the instruction a feature of a variant that has it
// CHECK: counts.td:3:5: error: the timing of qkv.bad needs parameter EwExtraLatency, which is not given in variant qkv
// CHECK: counts.td:3:5: note: use another parameter, or give the instruction a feature of a variant that has it

//--- bounds.td
include "Matrix.td"
def FeatureY : Feature<"y", "HasY", "y">;
def HasY : Predicate<"Subtarget->hasY()">, AssemblerPredicate<(all_of FeatureY)>;
def SpaceY : RowSpace<"yrows", 80, 64, 32>;
def Y : Variant<"y"> {
  let Summary = "y";
  let Features = [FeatureY];
  let Memories = [Memory<Dram, 1048576>, RowMemory<SpaceY>];
  let Stack = Dram;
}
def SpaceOdd : RowSpace<"odd", 81, 32, 18>;
def SpaceVast : RowSpace<"vast", 82, !shl(1, 30), 64>;
def Words : InRegister<SpaceOdd, FmtI32, "4", "4">;
def Back : InRegister<SpaceY, FmtBF16, "4", "16"> { let BlockRows = -4; }
// Columns beyond a row are in further blocks.
def Blocked : InRegister<SpaceY, FmtBF16, "4", "64"> { let BlockRows = 4; }
def Flat : TileState<"y.flat", FmtI8, 0, 16>;
def Kind : State<"y.kind">;
def Count5 : Immediate<5>;
def Count16 : Immediate<16>;
def Counted : InRegister<SpaceY, FmtBF16, "n", "16">;
def Columns : InRegister<SpaceY, FmtBF16, "16", "n">;
def Stream : InRegister<Dram, FmtBF16, "n", "16">;
def RowAddress : Packed<[BitField<"row", 0, 32>, BitField<"columns", 32, 8, 17>, BitField<"rows", 40, 8, 16>]>;
def AtAddress : TileAt<SpaceY, FmtBF16, "rows", "columns">;
class YInst<bits<2> fn, string baseMnemonic, dag ins, string args, dag semantics>
    : RowInst<3, "y." # baseMnemonic, ins, args, Timing<PipeEW, (Cycles 1), (Cycles 1)>, semantics> {
  bits<5> ra;
  let Inst{25-24} = fn; let Inst{23-19} = ra; let Inst{18-0} = 0;
  let Predicates = [HasY];
}
def YCOLUMNS : YInst<0, "columns", (ins Columns:$ra, Count5:$n), "$ra, $n", (Set $ra, $ra)> {
  bits<5> n; let Inst{4-0} = n;
}
def YFIELD : YInst<1, "field", (ins RowAddress:$ra), "$ra", (Set (View AtAddress, $ra), (View AtAddress, $ra))>;
def YLONG : YInst<2, "long", (ins Stream:$ra, Count16:$n), "$ra, $n", (Set $ra, $ra)> {
  bits<16> n; let Inst{15-0} = n;
}
def YREGISTER : YInst<3, "register", (ins Counted:$ra, XReg:$n), "$ra, $n", (Set $ra, $ra)> {
  bits<5> n; let Inst{4-0} = n;
}
// CHECK: bounds.td:39:5: error: $n counts rows or columns of a tile, but is not an Immediate
// CHECK: note: give it one, or count by a field of a Packed operand
// CHECK: bounds.td:12:5: error: row space of 1073741824 rows of 64 bytes
// CHECK: bounds.td:12:5: note: give at most 1073741824 bytes
// CHECK: bounds.td:13:5: error: rows of odd have 18 bytes, elements of the tile 4
// CHECK: bounds.td:13:5: note: let RowSize of the space be a multiple
// CHECK: bounds.td:14:{{[0-9]+}}: error: -4 rows from block to block
// CHECK: bounds.td:17:5: error: state Flat of 0 rows x 16 columns
// CHECK: bounds.td:17:5: note: give 1 to 65535
// CHECK: bounds.td:18:5: error: state Kind of no kind
// CHECK: bounds.td:18:5: note: define it by ScalarState, TileState or PointerState
// CHECK: bounds.td:32:5: error: a tile of up to 31 columns does not fit the rows of yrows, which have 32 bytes
// CHECK: note: count at most 16, by the greatest value of the BitField or Immediate, or let BlockStride of the tile
// CHECK: bounds.td:35:5: error: a tile of up to 17 columns does not fit the rows of yrows
// CHECK: bounds.td:36:5: error: values of up to 65535 x 16 elements of FmtBF16
// CHECK: note: they have at most 1048576 bytes
// CHECK: error: the description has mistakes

//--- selectors.td
include "Matrix.td"
def Scale : ScalarState<"x.scale", "float", 1>;
def Mode : ScalarState<"x.mode", "int64_t", 0>;
def Fields : Packed<[BitField<"bit", 0, 1>, BitField<"whole", 0, 64>]
                    # !foreach(i, !range(11), BitField<"f" # i, !add(i, 1), 1>)>;
class Selects<int number, dag choice, list<State> uses>
    : RowInst<3, "selects" # number, (ins Fields:$ra), "$ra", TimeAlu, choice> {
  bits<5> ra;
  bits<3> fn = number;
  let Inst{25-21} = ra; let Inst{20-3} = 0; let Inst{2-0} = fn;
  let Uses = uses;
  let Predicates = [HasQkv];
}
def XA : Selects<0, (Switch Scale, (Seq), (Undefined)), [Scale]>;
def XB : Selects<1, (Switch (Field $ra, "bit"), (Seq), (Seq), (Seq)), []>;
def XC : Selects<2, (Switch (Is (Field $ra, "bit"), 2), (Seq), (Undefined)), []>;
def XD : Selects<3, (Switch (Is Mode, "0.5"), (Seq), (Undefined)), [Mode]>;
def XE : Selects<4, (Switch (Is (Field $ra, "whole"), 9223372036854775807), (Seq), (Undefined)), []>;
def XF : Selects<5, (Switch (Is (Is Mode, 1), 1), (Seq), (Undefined)), [Mode]>;
// Each of eleven Switches has two cases.
def XG : Selects<6, !foldl((Seq), !range(11), all, i,
                           !con(all, (Seq (Switch (Field $ra, "f" # i), (Seq), (Set Mode, (Field $ra, "bit")))))), []> {
  let Defs = [Mode];
}
// CHECK: selectors.td:14:5: error: Switch on the float Scale
// CHECK: selectors.td:14:5: note: compare it, as in (Switch (Is s, 1), x0, x1)
// CHECK: selectors.td:15:5: error: Switch has 3 alternatives for 2 values
// CHECK: selectors.td:15:5: note: remove those that are never chosen
// CHECK: selectors.td:16:5: error: Is compares with a number that field bit never is
// CHECK: selectors.td:16:5: note: give an integer that it can be
// CHECK: selectors.td:17:5: error: Is compares with a number that state Mode never is
// CHECK: selectors.td:18:5: error: Is compares with a number that field whole never is
// CHECK: selectors.td:19:5: error: Is takes a ScalarState or a Field
// CHECK: selectors.td:21:5: error: the Switches have more than 1024 combinations
// CHECK: selectors.td:21:5: note: the compiler has an operation for each: divide the instruction
// CHECK: error: the description has mistakes

//--- memories.td
include "Matrix.td"
def Half : Variant<"half"> {
  let Summary = "no accumulator";
  let Features = [FeatureGemmini];
  let Memories = [Memory<Dram, !shl(1, 34)>, RowMemory<SpaceGemminiSpad, banks=4>];
  let Stack = Dram;
  let Parameters = Gemmini.Parameters;
}
// CHECK: memories.td:5:7: error: variant half has gemmini.{{.*}}, but no memory in space gemmini_accumulator
// CHECK: memories.td:5:7: note: add Memory<SpaceGemminiAcc, bytes>, or drop the feature of the instruction
// CHECK: error: the description has mistakes
