// Instructions: see mistakes.py.
include "Variants/Family.td"
include "Isa/TileElementwise.td"
include "Isa/TileContract.td"
include "Isa/TileMemory.td"
include "Isa/TileMisc.td"
include "Isa/TileConvert.td"
include "Isa/ScalarInteger.td"
include "Isa/ScalarFloat.td"
include "Isa/System.td"
include "Variants/Qkv.td"
class Q<string s, dag m> : TileInst<s, ".f32", (outs TF32:$td), (ins TF32:$ta, TF32:$tb), "$td, $ta, $tb", TimeEw, m>;
def A01 : Mma<8, "ma", TI32, TI8, TI8, (Contract RowByRow, $c, $ta, (Leading (Sra (Shl $tb, 4), 4)))>;  // ! Leading: takes a tile as it is
def A03 : Mma<10, "mc", TF32, TBF16, TBF16, (Contract "ik,jk->ji", $c, $ta, (Leading $tb))>;  // ! Contract: extent of 'j' differs between operands
def A04 : Mma<11, "md", TF32, TBF16, TBF16, (Add $c, (Contract RowByRow, 0, $ta, (Leading (Mul $tb, $tb))))>;  // ! Leading: takes a tile as it is
def A05 : Mma<12, "me", TF32, TBF16, TBF16, (Contract RowByRow, $c, $ta, (At "ji", (Leading $tb)))>;  // ! Contract: extent of 'k' differs between operands
def A06 : Mma<13, "mf", TF32, TBF16, TBF16, (Contract RowByRow, $c, (Leading $ta), (Leading $tb))>;  // ! Contract: extent of 'i' differs between operands
def A08 : Tile1<22, "mh", TF32, (Cast FmtF32, (Leading $ta))>;  // ! Leading: the semantics have another shape than $td
def A10 : Tile1<24, "mj", TF32, (Switch $ta, $ta, $ta)>;  // ! Switch takes a ScalarState, a Field or an Is
def A11 : Tile1<25, "mk", TF32, (Store $ta, 0, 0, 0)>;  // ! Store: the address is not a general register
def A12 : Tile1<26, "ml", TF32, (Load $ta, 0, RowBytes)>;  // ! Load: the address is not a general register
def A13 : Tile1<27, "mm", TF32, (Set $ta, $ta)>;  // ! Set is not valid as semantics of an instruction on register tiles
def A14 : Tile1<28, "mn", TF32, (Seq $ta)>;  // ! Seq: the semantics have format none, $td has FmtF32
def A15 : Tile1<30, "mo", TF32, (Element $ta, 3)>;  // ! Element: takes a tile and the number of one of its elements
def A16 : Tile1<31, "mp", TF32, (Row FmtF32, $ta, 1, 0, 99)>;  // ! Row: row 99 of a tile of 16 rows
def A17 : Tile2<18, "mq", TF32, (Select $ta, $ta, $tb)>;  // ! Select: the first operand is not a condition
def A19 : Tile2<20, "ms", TF32, (Lt $ta, $tb)>;  // ! Lt: the semantics have format FmtI1, $td has FmtF32
def A20 : Tile2<21, "mt", TF32, (Cast FmtF32, (Lt $ta, $tb))>;  // ! Cast: converts a condition to a float
def A21 : Tile2<22, "mu", TF32, (Iota FmtF32, "i", $tb)>;  // ! Iota: counts rows or columns by an integer
def A22 : Tile2<23, "mv", TF32, (Add $ta, (Mask $tb, ?))>;  // ! Mask: counts rows or columns by an integer
def A23 : Tile2<24, "mw", TI32, (Shl $ta, -1)>;  // ! operand $tb is not used by the semantics
def A24 : Tile2<25, "mx", TI32, (Shl $ta, 40)>;  // ! operand $tb is not used by the semantics
def A25 : Tile2<26, "my", TI32, (Add $ta, 5000000000)>;  // ! Number: 5000000000 does not fit FmtI32
def A26 : Tile2<27, "mz", TU8, (Max $ta, $tb)>;  // ! Max takes elements of FmtU8 for signed numbers
def A27 : Tile2<28, "na", TAny32, (Add $ta, $tb)>;  // ! Add: not defined on bits of unknown format FmtAny32
def A28 : Tile2<29, "nb", TF32, (ArgReduce Add, "ik->ij", $ta)>;  // ! ArgReduce: argument 1 must be a Comparison record
def A29 : Tile2<30, "nc", TF32, (Part 0, $ta)>;  // ! Part: only tiles of 8- and 16-bit formats have column blocks
def A30 : Tile2<31, "nd", TBF16, (Part 2, $ta)>;  // ! Part: column block 2 of 2
def A31 : TileMisc<20, FmtF32, "ne", "", (outs), (ins), "", (Splat FmtF32, 0)>;  // ! the semantics give a value, but the instruction has no output
def A32 : TileMisc<21, FmtF32, "nf", "", (outs TF32:$td), (ins XReg:$ta), "$td, $ta", (Splat FmtF32, $ta)>;  // ! Splat of a general register needs an integer format
def A33 : TileMisc<22, FmtF32, "ng", "", (outs TF32:$td), (ins DReg:$ta), "$td, $ta", (Splat FmtF32, $ta)>;  // ! operand $ta of a tile instruction must be a tile, a general or f32 register or an immediat
def A34 : TileMisc<23, FmtF32, "nh", "", (outs TF32:$td), (ins TF32:$ta, TF32:$ta), "$td, $ta", (At "ij", $ta)>;  // ! two operands are called $ta
def A35 : TileMisc<24, FmtF32, "ni", "", (outs XReg:$td), (ins TF32:$ta), "$td, $ta", (Element $ta, 0)>;  // ! Element: takes a tile and the number of one of its elements
def A36 : TileMisc<25, FmtF32, "nj", "", (outs SReg:$td), (ins TI32:$ta, XReg:$tb), "$td, $ta, $tb", (Element $ta, $tb)>;  // ! Element: $td is a scalar register
def A37 : TileMisc<26, FmtF32, "nk", "", (outs TF32:$td), (ins TF32:$ta), "$td $ta", (Exp $ta)>;  // ! the assembler does not read '$td $ta' in the assembly text as an operand
def A38 : TileMisc<27, FmtF32, "nl", "", (outs TF32:$td), (ins TF32:$ta), "$ta, $td", (Exp $ta)>;  // ! warning: A38 has the semantics of TEXP_F32
def A39 : TileMisc<28, FmtF32, "nm", "", (outs TF32:$td), (ins i64imm:$ta), "$td, $ta", (Splat FmtF32, $ta)>;  // ! operand $ta is of i64imm, which is not a class of operands
def A40 : TileMisc<29, FmtF32, "nn", "", (outs TF32:$td), (ins GPR:$ta), "$td, $ta", (Splat FmtI32, $ta)>;  // ! Splat: the semantics have format FmtI32, $td has FmtF32
def A41 : TileMisc<30, FmtF32, "no", "", (outs TF32:$td), (ins FmtF32:$ta), "$td, $ta", (Splat FmtF32, $ta)>;  // ! operand $ta is of FmtF32, which is not a class of operands
def A43 : InstR<0x01, 100, "oa", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let Pattern = [(set XReg:$rd, (add XReg:$ra))]; }  // ! node add expects 2 operands, but got 1
def A44 : InstR<0x01, 101, "ob", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let Pattern = [(set XReg:$rd, (fadd XReg:$ra, XReg:$ra))]; }  // ! node fadd computes on floats, but $ra is an integer register
def A45 : InstR<0x01, 102, "oc", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu>;  // ! the semantics are missing
def A46 : InstR<0x01, 103, "od", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let Pattern = [(add XReg:$ra, 1)]; }  // ! the semantics give no value for $rd
def A47 : InstR<0x01, 104, "oe", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let Pattern = [(set XReg:$ra, (add XReg:$ra, XReg:$ra))]; }  // ! the semantics set $ra, which is an input
def A48 : InstR<0x01, 105, "of", "", (outs XReg:$rd), (ins XReg:$ra, XReg:$rb), "$rd, $ra, $rb", TimeAlu> { let Pattern = [(set XReg:$rd, (add XReg:$ra, XReg:$ra))]; }  // ! operand $rb is not used by the semantics
def A49 : InstR<0x01, 106, "og", "", (outs XReg:$rd), (ins SReg:$ra), "$rd, $ra", TimeAlu> { let Pattern = [(set XReg:$rd, (add SReg:$ra, SReg:$ra))]; }  // ! node add computes on integers, but $ra is a float register
def A50 : InstR<0x01, 107, "oh", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let Pattern = [(set XReg:$rd, (i64 (load XReg:$ra)))]; }  // ! mayLoad is 0, but the semantics load
def A51 : InstR<0x01, 108, "oi", "", (outs), (ins XReg:$ra, XReg:$rb), "$ra, $rb", TimeAlu> { let Pattern = [(store XReg:$ra, XReg:$rb)]; }  // ! mayStore is 0, but the semantics store
def A52 : InstR<0x2E, 100, "oj", "", (outs), (ins), "", TimeIssue>, SystemInst<(RoleOp "explode")> { let Brief = "x"; }  // ! there is no hook "explode"
def A53 : InstR<0x2E, 101, "ok", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeIssue>, SystemInst<(RoleOp "dma_wait", $ra)> { let Brief = "x"; }  // ! hook "dma_wait" gives no result
def A54 : InstR<0x2E, 102, "ol", "", (outs), (ins XReg:$ra), "$ra", TimeIssue>, SystemInst<(RoleOp "dma_wait", 3)> { let Brief = "x"; }  // ! an argument of hook "dma_wait" is not an operand ! operand $ra is not used by the semantics
def A55 : InstR<0x2E, 103, "om", "", (outs), (ins XReg:$ra), "$ra", TimeIssue>, SystemInst<(RoleOp "dma_wait", $ra)>;  // ! the semantics of om have no rendering in the manual
def A56 : InstR<0x2E, 104, "on", "", (outs), (ins XReg:$ra), "$ra", TimeIssue>, SystemInst<(Add $ra, 1)> { let Brief = "x"; }  // ! Add: operand 1 has no elements
def A57 : QkvInst<7, "qa", (ins D2Rows:$ra, D1Rows:$rb, CountN:$n), "$ra, $rb, $n", TimeQkvMove, (Add $rb, $rb)>;  // ! the semantics are a value, but those of an instruction on rows are a statement ! operand $ra is not used by the semantics
def A58 : InstR<0x01, 109, "oo", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let Pattern = [(set XReg:$rd, (add XReg:$ra, XReg:$ra))]; let Size = 8; }  // ! an instruction of 8 bytes
def A59 : InstR<0x01, 110, "op", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let Pattern = [(set XReg:$rd, (add XReg:$ra, XReg:$ra))]; let Inst{31-26} = 0x02; }
def A60 : Tile1<29, "oq", TF32, (Exp $ta)> { let Defs = [R5]; }  // ! the timing model supports Uses and Defs of system and row instructions only
def A61 : Tile1<29, "or", TF32, (Exp $ta), Timing<PipeEW, (Cycles 1), (Add 3)>>;  // ! encoding of A61 overlaps that of A60 ! timing: cannot evaluate (Add 3)
def BADR1 : QkvInst<7, "bada", (ins D2Rows:$ra, D1Rows:$rb, CountN:$n), "$ra, $rb, $n", TimeQkvMove, (Set $ra, (Switch (Field $rb, "nope"), $rb, $rb))>;  // ! Field: there is no field "nope" ! encoding of BADR1 overlaps that of A57
def DX1 : InRegister<SpaceD1, FmtBF16, "m", "64">;
def BADR2 : QkvInst<7, "badb", (ins D2Rows:$ra, DX1:$rb, CountN:$n), "$ra, $rb, $n", TimeQkvMove, (Set $ra, $rb)>;  // ! 'm' counts rows or columns of a tile, but is not a number, field or operand
def BADR3 : QkvInst<7, "badc", (ins D2Tile:$ra, D1Rows:$rb, CountN:$n), "$ra, $rb, $n", TimeQkvMove, (Set $ra, $rb)>;  // ! Set: the value has another format or shape than its destination ! encoding of BADR3 overlaps that of A57 ! encoding of BADR3 overlaps that of BADR1
def BADR4 : RowInst<2, "qkv.bad", (ins D2Rows:$ra, D1Rows:$rb, CountN:$n), "$ra, $rb, $n", Timing<PipeEW, (Cycles 64), (Plus Occupancy)>, (Set $ra, $rb)> { bits<5> ra; bits<5> rb; bits<7> n; let Inst{25-19} = n; let Inst{18-14} = ra; let Inst{13-9} = rb; let Inst{8-0} = 0; }  // ! qkv.bad names rows of d2, and there is no such memory ! qkv.bad names rows of d1, and there is no such memory
def BADR5 : QkvInst<7, "badd", (ins D2Rows:$ra, D1Rows:$rb, CountN:$n), "$ra, $rb, $n", TimeQkvMove, (Set $ra, (Set $ra, $rb))>;  // ! encoding of BADR5 overlaps that of A57 ! encoding of BADR5 overlaps that of BADR1 ! encoding of BADR5 overlaps that of BADR3 ! Set is not allowed inside a value
def BADR6 : QkvInst<7, "bade", (ins D2Rows:$ra, D1Rows:$rb, CountN:$n), "$ra, $rb, $n", TimeQkvMove, (Point $ra, $rb)>;  // ! Point: argument 1 must be a PointerState ! encoding of BADR6 overlaps that of A57 ! encoding of BADR6 overlaps that of BADR1 ! encoding of BADR6 overlaps that of BADR3 ! encoding of BADR6 overlaps that of BADR5
def BADM1 : Mma<8, "tbm", TF32, TBF16, TBF16, (Contract "ik,kj->ij", $c, $ta, $tb)>;  // ! Contract: extent of 'k' differs between operands
def BADM2 : Mma<8, "tbn", TF32, TBF16, TBF16, (Contract RowByRow, $c, $ta, $tb)>;  // ! Contract: extent of 'j' differs between operands ! encoding of BADM2 overlaps that of BADM1
def BADA1 : Tile1<29, "tbx", TF32, (Add $ta, 1)> { let AsmString = "tbx.f32\t$td, $tx"; }  // ! the assembly text names $tx, which is not an operand ! operand $ta is not in the assembly text ! encoding of BADA1 overlaps that of A60 ! encoding of BADA1 overlaps that of A61
def BADA2 : Tile1<29, "tby", TF32, (Add $ta, 1)> { let AlsoMatches = [(Add $tz, 1)]; }  // ! the semantics name $tz, which is not an operand of this instruction ! encoding of BADA2 overlaps that of A60 ! encoding of BADA2 overlaps that of A61 ! encoding of BADA2 overlaps that of BADA1
def BADA3 : Tile2<31, "tbu", TF32, (Add $ta, (Mul $tb, 3))> { let AlsoMatches = [(Add $ta, $ta)]; }  // ! operand $tb is not used by an expression of AlsoMatches
def BADA4 : Tile1<21, "tbv", TF32, (Add $ta, 5)> { let AlsoMatches = [(Store $ta, 0, 0, 0)]; }  // ! Store
def BADA5 : InstR<0x01, 121, "badv1", "w", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let Pattern = [(set XReg:$rd, (add XReg:$ra, 5))]; }  // ! the suffix 'w' of mnemonic 'badv1w' does not start with a dot
def BADA6 : InstR<0x01, 122, "badv2", ".w.", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let Pattern = [(set XReg:$rd, (add XReg:$ra, 6))]; }  // ! mnemonic 'badv2.w.' has an empty part
def BADO1 : InstR<0x01, 123, "badw1", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let Pattern = [(set XReg:$rd, (add XReg:$ra, 9))]; let Predicates = [HasTiles]; let Roles = [RoleIntegerAdd]; }  // ! role RoleIntegerAdd is for a scalar instruction of all variants ! role RoleIntegerAdd is held by ADD too
def BADN1 : IntegerOp<64, "bads", avgceilu>;  // ! node avgceilu has no NodeSemantics record, which defines its result
def BADZ1 : Integer<0x01, 65, "badt", (add (shl XReg:$ra, (i64 2)), XReg:$zz)>;  // ! the semantics name $zz, which is not an operand of this instruction
def BADS1 : InstR<0x01, 111, "badu1", "", (outs XReg:$rd), (ins SReg:$ra), "$rd, $ra", TimeAlu> { let ScalarSemantics = [(set XReg:$rd, (fadd SReg:$ra, SReg:$ra))]; }  // ! $rd holds an integer, but the result of fadd is a float
def BADS2 : InstR<0x01, 112, "badu2", "", (outs XReg:$rd), (ins SReg:$ra), "$rd, $ra", TimeAlu> { let ScalarSemantics = [(set XReg:$rd, (not SReg:$ra))]; }  // ! node xor computes on integers, but $ra is a float register
def BADS3 : InstR<0x01, 113, "badu3", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let ScalarSemantics = [(set XReg:$rd, (fp_to_sint (add XReg:$ra, 1)))]; }  // ! node fp_to_sint computes on floats, but the result of add is an integer
def BADS4 : InstR<0x01, 114, "badu4", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let ScalarSemantics = [(set XReg:$rd, (add XReg:$ra, XReg))]; }  // ! 'XReg' is not a value
def BADS5 : InstR<0x01, 115, "badu5", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let ScalarSemantics = [(set XReg:$rd, (ops XReg:$ra))]; }  // ! 'ops' is not a node
def BADS6 : InstR<0x01, 116, "badu6", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let ScalarSemantics = [(set XReg:$rd, XReg:$ra, 1)]; }  // ! set takes a result and a value
def BADS7 : InstR<0x01, 117, "badu7", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let ScalarSemantics = [(set XReg:$rd, (i64 XReg:$ra, 1))]; }  // ! (i64 x) takes one value
def BADS8 : InstR<0x01, 118, "badu8", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let ScalarSemantics = [(set XReg:$rd, (setcc XReg:$ra, 1, XReg:$ra))]; }  // ! condition $ra is not known to the simulator
def BadFragment : PatFrag<(ops node:$a), (BadFragment node:$a)>;
def BADS9 : InstR<0x01, 119, "badu9", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let ScalarSemantics = [(set XReg:$rd, (BadFragment XReg:$ra))]; }  // ! fragment BadFragment contains itself
def BADS10 : InstR<0x01, 120, "badu10", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let ScalarSemantics = [(set XReg:$rd, (MatrixJumpAndLink (i64 (load XReg:$ra))))]; let mayLoad = 1; }  // ! an instruction cannot both jump and access memory
def BADB1 : TileInst<"tbz", ".f32", (outs TF32:$td), (ins TF32:$ta), "$td, $ta", TimeEw, (Add $ta, 1)> { bits<5> td; bits<5> ta; let Op = 0x37; let Inst{25-21} = td; let Inst{20-16} = ta; }  // ! bits 0-15 of the encoding are neither 0, 1 nor part of an operand
let Roles = [RoleTileMove] in
def BADX1 : Tile1<20, "tbw", TF32, (Add $ta, 3)>;  // ! encoding of BADX1 overlaps that of TCMAX_F32 ! role RoleTileMove is held by TMOV too,
def BADF1 : Tile1<1, "9bad", TI32, (Add $ta, 11)>;  // ! mnemonic '9bad.i32' begins with '9'
def BADF2 : Tile1<2, "dma.load", TI32, (Add $ta, 12)>;  // ! the dialect has an operation 'dma_load' already
def BADFC : Tile1<15, "module", TI32, (Add $ta, 130)>;  // ! the C++ class of the operation, ModuleOp, exists already
def BADF3 : Tile1<3, "bf3", TF16, (Add $ta, "70000.0")>;  // ! Number: 70000 does not fit FmtF16, whose largest number is 65504
def BADF4 : Tile1<4, "bf4", TE4M3, (Add $ta, "464.0")>;  // ! Number: 464 does not fit FmtE4M3, whose largest number is 448
def BADF5 : Tile1<5, "bf5", TE4M3, (Add $ta, "463.0")>;
def BADF6 : Tile1<6, "bf6", TI32, (Add $ta, 16)> { let isPseudo = 1; }  // ! isPseudo of bf6.i32 is 1, but assembler and disassembler have every instruction
def BADF7 : Tile1<7, "bf7", TI32, (Add $ta, 17)> { let isBranch = 1; }  // ! isBranch of bf7.i32 is 1, but its semantics do not transfer control
def BADF8 : Tile1<8, "bf8", TI32, (Add $ta, 18)> { let isCommutable = 1; }  // ! isCommutable of bf8.i32 is 1
def BADF9 : Tile1<9, "bf9", TI32, (Add $ta, 19)> { let Pattern = [(set TI32:$td, (add TI32:$ta, TI32:$ta))]; }  // ! bf9.i32 has a Pattern besides its semantics
def BADF10 : Tile1<10, "bf10", TI32, (Add $ta, 20)> { let Namespace = "Other"; }  // ! namespace 'Other' of bf10.i32
def BADF11 : Tile1<11, "bf11", TI32, (Add $ta, 21)> { let DecoderNamespace = "Other"; }  // ! decoder namespace 'Other' of bf11.i32
def BADMETHOD1 : Tile1<23, "bm1", TI32, (Add $ta, 141)> { let DecoderMethod = "foo"; }  // ! DecoderMethod 'foo' of bm1.i32
def BADMETHOD2 : Tile1<24, "bm2", TI32, (Add $ta, 142)> { let AsmMatchConverter = "x"; }  // ! AsmMatchConverter 'x' of bm2.i32
def BADMETHOD3 : Tile1<25, "bm3", TI32, (Add $ta, 143)> { let PostEncoderMethod = "x"; }  // ! PostEncoderMethod 'x' of bm3.i32
def BADMETHOD4 : Tile1<26, "bm4", TI32, (Add $ta, 144)> { let AsmVariantName = "x"; }  // ! AsmVariantName 'x' of bm4.i32
def BADMETHOD5 : Tile1<27, "bm5", TI32, (Add $ta, 145)> { let TwoOperandAliasConstraint = "$ta = $td"; }  // ! TwoOperandAliasConstraint '$ta = $td' of bm5.i32
def BADMETHOD6 : Tile1<28, "bm6", TI32, (Add $ta, 146)> { let hasPostISelHook = 1; }  // ! hasPostISelHook of bm6.i32 is 1
def BADF12 : Tile1<12, "bf12", TI32, (Add $ta, 22)> { let Constraints = "td = ta"; }  // ! constraint 'td = ta' must tie an input to an output
def BADF13 : Tile1<13, "bf13", TI32, (Add $ta, 23)> { let FunctionLow = 30; }  // ! the function code of bf13.i32 is 5 bits from bit 30
def BADF14 : InstR<0x01, 124, "bf14", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let Pattern = [(set i64:$rd, (add i64:$ra, 7))]; let isBranch = 1; }  // ! isBranch is 1, but the semantics do not jump
def SignedCount : Immediate<7, isSigned=1>;
def BADR7 : RowInst<1, "qkv.badg", (ins D1Rows:$ra, D2Rows:$rb, SignedCount:$n), "$ra, $rb, $n", TimeQkvMove, (Set $ra, $rb)> { bits<5> ra; bits<5> rb; bits<7> n; let Inst{25-19} = n; let Inst{18-14} = ra; let Inst{13-9} = rb; let Inst{8-0} = 0; let Predicates = [HasQkv]; }  // ! $n counts rows or columns of a tile, and is -64 at least
def BADF15 : InstTM<3, "bf15", "", (outs TF32:$td), (ins XReg:$ra, XReg:$rb), "$td, $ra, $rb", TimeLoad, (Load FmtF32, $ra, $rb, RowBytes)> { let mayLoad = 1; let imm = 127; }  // ! Load: the offset is neither a number nor an Immediate
def BADF16 : InstTM<3, "bf16", "", (outs TF32:$td), (ins XReg:$ra, SReg:$rb), "$td, $ra, $rb", TimeLoad, (Load FmtF32, $ra, 0, $rb)> { let mayLoad = 1; let imm = 126; }  // ! Load: the stride is not a general register
def BADF17 : Tile1<14, "bf17", TI32, (Add $ta, (Splat FmtI32, $n))> { let InOperandList = (ins TI32:$ta, BranchTarget:$n); let AsmString = "bf17.i32\t$td, $ta, $n"; bits<16> n; let Inst{15-11} = n{4-0}; let Inst{1-0} = n{6-5}; }  // ! operand $n of a tile instruction is a code address
def BADF18 : Tile1<29, "bf18", TI32, (Add $ta, 150)> { let SoftFail = 4; }  // ! SoftFail of bf18.i32 is not 0
def BADF19 : Tile1<30, "bf19", TI32, (Add $ta, 151)> { let Word = AlwaysWord; }  // ! bf19.i32 is not a scalar instruction
def BADF20 : Integer1<OpInteger.Value, 911, "bf20", (xor XReg:$ra, 911)> { let Word = 3; }  // ! Word of bf20 is 3
def BADK1 : Mma<21, "bk1", TI32, TF32, TF32, (Contract RowByRow, $c, $ta, (Leading $tb))>;  // ! Contract: sums of FmtF32 have 32 bits and are floats, not FmtI32
def BADK2 : Mma<22, "bk2", TF32, TI8, TI8, (Contract RowByRow, $c, $ta, (Leading $tb))>;  // ! Contract: sums of FmtI8 have 32 bits and are integers, not FmtF32
def BADK3 : Mma<23, "bk3", TBF16, TBF16, TBF16, (Contract RowByRow, $c, $ta, $tb)>;  // ! Contract: sums of FmtBF16 have 32 bits and are floats, not FmtBF16
class IndexOf<bits<5> fn, string name, TileOperand t, Comparison by>
    : InstT<OpTileContract.Value, fn, t.Fmt, name, "." # t.Fmt.Suffix, (outs TI32:$td), (ins t:$ta), "$td, $ta", TimeReduce, (ArgReduce by, "kj->ij", $ta)>;
def BADI1 : IndexOf<24, "bi1", TF32, Le>;  // ! ArgReduce: Le is not a strict order
def BADI2 : IndexOf<25, "bi2", TI32, Eq>;  // ! ArgReduce: Eq is not a strict order
def BADI3 : IndexOf<26, "bi3", TF32, Gt>;
def AtLeast : Comparison<"", "", "arith.cmpi sge", "($0 >= $1)">;
def BADU1 : InstT<OpTileContract.Value, 27, FmtU8, "bu1", ".u8", (outs TU8:$td), (ins TU8:$ta, TU8:$tb), "$td, $ta, $tb", TimeEw, (Select (AtLeast $ta, $tb), $ta, $tb)>;  // ! AtLeast takes elements of FmtU8 for signed numbers
def BADU2 : Tile2<28, "bu2", TU8, (Max $ta, (Min $tb, 100))>;  // ! Min takes elements of FmtU8 for signed numbers ! Max takes elements of FmtU8
def BADBRIEF : Tile1<31, "bb1", TI32, (Add $ta, 160)> { let Brief = "two\nlines"; }  // ! the summary of BADBRIEF has line breaks
def SignedBlock : Immediate<2, isSigned=1>;
class BlockOf<bits<5> fn, string name, dag more, string args, dag semantics>
    : TileMisc<fn, FmtF32, name, "", (outs TF32:$td), !con((ins TBF16:$ta), more), "$td, $ta" # args, semantics>;
def BADQ1 : BlockOf<8, "bq1", (ins XReg:$tb), ", $tb", (Cast FmtF32, (Part $tb, $ta))>;  // ! Part: the number of a row or column block is neither an integer from 0 nor an unsigned Immediate
def BADQ2 : BlockOf<9, "bq2", (ins SignedBlock:$q), ", $q", (Cast FmtF32, (Part $q, $ta))>;  // ! Part: the number of a row or column block is neither
def BADQ3 : BlockOf<10, "bq3", (ins), "", (Cast FmtF32, (Part "0.5", $ta))>;  // ! Part: the number of a row or column block is neither
def BADQ4 : BlockOf<11, "bq4", (ins XReg:$tb), ", $tb", (Row FmtF32, $ta, 1, $tb, 0)>;  // ! Row: the number of a row or column block is neither
def BADQ5 : BlockOf<12, "bq5", (ins), "", (Row FmtF32, $ta, 4, -1, 6)>;  // ! Row: the number of a row or column block is neither
def BADQ6 : BlockOf<13, "bq6", (ins), "", (Row FmtF32, $ta, 4, 9, 2)>;  // ! Row: row 38 of a tile of 16 rows
def BADTWICE : InstR<0x01, 125, "bt1", "", (outs XReg:$rd), (ins XReg:$ra), "$rd, $ra", TimeAlu> { let Pattern = [(set XReg:$rd, (add XReg:$ra, 12)), (set XReg:$rd, (add XReg:$ra, 13))]; }  // ! the semantics set $rd twice
def BADMASK : TileMisc<14, FmtF32, "bm7", "", (outs TF32:$td), (ins TF32:$ta, XReg:$tb), "$td, $ta, $tb", (Add $ta, (Mask $tb, ?))>;  // ! Add: operands have formats FmtF32 and FmtI1
def BADFLOAT : TileMisc<15, FmtF32, "bf21", "", (outs TI32:$td), (ins SReg:$ta), "$td, $ta", (Splat FmtI32, $ta)>;  // ! Splat: of a float needs a float format
