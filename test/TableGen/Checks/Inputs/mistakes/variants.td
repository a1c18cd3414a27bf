// Variants, machines, features, formats and times: see mistakes.py.
include "Variants/Family.td"
include "Isa/TileElementwise.td"
include "Isa/TileMisc.td"
include "Schema/Rows.td"
include "Common/ScalarNodes.td"
include "Isa/ScalarInteger.td"
class Summarized<string cpu, TileGeometry tiles, int tileRegisters, int cores, int scratchpad>
    : FamilyVariant<cpu, tiles, tileRegisters, cores, scratchpad> { let Summary = "x"; }
def V01 : Summarized<"v01", Tiles16x64, 16, 2, !shl(1, 20)> { let StackSize = -64; }  // ! a stack of -64 bytes
def V02 : Summarized<"v02", Tiles16x64, 16, 2, !shl(1, 20)> { let Stack = Remote; }  // ! Stack is in space remote, but this variant has no memory there
def V03 : Summarized<"v03", Tiles16x64, 16, 2, !shl(1, 20)> { let Code = Scratchpad; }  // ! Code is in space scratchpad
def V04 : Summarized<"v04", Tiles16x64, 16, 2, !shl(1, 20)> { let Heap = Scratchpad; }  // ! Heap is in space scratchpad
def V05 : Summarized<"v05", Tiles16x64, 16, 2, !shl(1, 20)> { let Arguments = Scratchpad; }  // ! Arguments is in space scratchpad
def V06 : Summarized<"v06", Tiles16x64, 16, 2, !shl(1, 20)> { let Parameters = [ParameterValue<LineBytes, 0>]; }  // ! lines of 0 bytes ! variant 'v06': timing of tld: cannot evaluate (CeilDiv (Times Rows, TileRowBytes), (Times L
def V08 : Summarized<"v08", Tiles16x64, 16, 2, !shl(1, 20)> { let Parameters = [ParameterValue<Rows, 5>]; }  // ! Rows is not a parameter of a variant
def V09 : Summarized<"v09", Tiles16x64, 16, 2, !shl(1, 20)> { let Parameters = [ParameterValue<Occupancy, 5>]; }  // ! Occupancy is not a parameter of a variant
def V10 : Summarized<"v10", Tiles16x64, 16, 2, !shl(1, 20)> { let Parameters = [ParameterValue<MmaExtraLatency, 1000000000000>]; }  // ! parameter MmaExtraLatency is 1000000000000 cycles ! tmma.f32.bf16 takes 1000000000016 cycles
def NX1 : Summarized<"-v", Tiles16x64, 16, 2, !shl(1, 20)>;  // ! variant name '-v'
def NX2 : Summarized<"nx2", Tiles16x64, 16, 2, !shl(1, 20)> { let Memories = [Memory<Dram, 65536>, Memory<Scratchpad, !shl(1, 20)>]; }  // ! DRAM of 65536 bytes ends before address 65536, where programs begin
def V12 : Summarized<"v12", Tiles16x64, 16, 1, !shl(1, 20)> { let Net = Ring; }  // ! variant v12 does not set parameter RingLines, which the ring needs ! variant v12 does not set parameter RingHop, which the ring needs
def Odd : IssueModel<"out-of-order">;
def Star : Interconnect<"star">;
def V13 : Summarized<"v13", Tiles16x64, 16, 2, !shl(1, 20)> { let Net = Star; }  // ! there is no interconnect 'star'
def V14 : Summarized<"v14", Tiles16x64, 16, 2, !shl(1, 20)> { let Issue = PipeQueues<0, 4, 4>; }  // ! a queue of 0 instructions
def V15 : Summarized<"v15", Tiles16x64, 16, 2, !shl(1, 20)> { let Issue = Odd; }  // ! there is no issue model 'out-of-order'
def V16 : Summarized<"v16", Tiles16x64, 16, 2, !shl(1, 20)> { let Features = [FeatureTiles, FeatureTiles]; }  // ! variant v16 lists FeatureTiles twice
def V17 : Summarized<"v17", Tiles16x64, 16, 2, !shl(1, 20)> { let Features = [FeatureTiles, FeatureTallTiles]; }  // ! variant v17 lists FeatureTallTiles
def V20 : Summarized<"", Tiles16x64, 16, 2, !shl(1, 20)>;  // ! variant name '' means the default variant
def V22 : Summarized<"v22", Tiles16x64, 16, 2, -5>;  // ! memory in space scratchpad has no size ! variant v22 has tile registers and no scratchpad
def V23 : Summarized<"v23", Tiles16x64, 0, 2, !shl(1, 20)>;  // ! 0 tile registers
def V24 : Summarized<"v24", Tiles16x64, 16, 2, !shl(1, 20)> { let TileRegisters = 0; }  // ! 0 tile registers
def V25 : Variant<"v25"> { let Summary = "x"; let Features = [FeatureTiles]; let Memories = [Memory<Dram, !shl(1, 34)>]; let Stack = Dram; }  // ! variant v25 has tabs.f32, but no tile registers
def V99 : Summarized<"v99", Tiles16x64, 16, 2, !shl(1, 20)> { let Stack = Dram; }  // ! variant v99 has tile registers, but no stack in the scratchpad
class NewMap : AddressMap { let OwnScratchpad = 0; }
def MyMap : NewMap;
def V26 : Summarized<"v26", Tiles16x64, 16, 2, !shl(1, 20)> { let Map = MyMap; }  // ! the AddressMap of variant v26 has OwnScratchpad 0 ! DRAM of 17179869184 bytes reaches into the addresses of the core's own scratchpad
def MyMap2 : AddressMap { let Scratchpads = 4096; }
def V27 : Summarized<"v27", Tiles16x64, 16, 2, !shl(1, 20)> { let Map = MyMap2; }  // ! a scratchpad of 1048576 bytes reaches into the addresses of the next
def MyMap3 : AddressMap { let Program = -4096; }
def V28 : Summarized<"v28", Tiles16x64, 16, 2, !shl(1, 20)> { let Map = MyMap3; }  // ! the AddressMap of variant v28 has Program -4096
def MyMap4 : AddressMap { let OwnScratchpad = 1000000000000001; }
def V29 : Summarized<"v29", Tiles16x64, 16, 2, !shl(1, 20)> { let Map = MyMap4; }  // ! the AddressMap of variant v29 has OwnScratchpad 1000000000000001 ! a scratchpad of 1048576 bytes reaches into the addresses of the next
def G0 : TileGeometry<0, 64>;  // ! tile of 0 rows x 64 bytes
def V30 : Summarized<"v30", G0, 16, 2, !shl(1, 20)>;
def G1 : TileGeometry<-16, -64>;  // ! tile of -16 rows x -64 bytes
def V31 : Summarized<"v31", G1, 16, 2, !shl(1, 20)>;
def G2 : TileGeometry<256, 1>;  // ! tile of 256 rows x 1 byte
def V32 : Summarized<"v32", G2, 16, 2, !shl(1, 20)>;
def G3 : TileGeometry<256, 2>;  // ! tile of 256 rows x 2 bytes
def V33 : Summarized<"v33", G3, 16, 2, !shl(1, 20)>;
class Mem5<int base> : Memory<Scratchpad, !shl(1, 20), 16> { let Base = base; }
def V35 : Summarized<"v35", Tiles16x64, 16, 2, !shl(1, 20)> { let Memories = [Memory<Dram, !shl(1, 34)>, Mem5<4096>]; }  // ! memory in space scratchpad has the base 4096
class Mem6<int a> : Memory<Scratchpad, !shl(1, 20), 16> { let Alignment = a; }
def V36 : Summarized<"v36", Tiles16x64, 16, 2, !shl(1, 20)> { let Memories = [Memory<Dram, !shl(1, 34)>, Mem6<0>]; }  // ! memory in space scratchpad has an alignment of 0 bytes
def V37 : Summarized<"v37", Tiles16x64, 16, 2, !shl(1, 20)> { let Memories = [Memory<Dram, !shl(1, 34)>, Mem6<3>]; }  // ! memory in space scratchpad has an alignment of 3 bytes
def V40 : Summarized<"v40", Tiles16x64, 16, 2, !shl(1, 20)> { let Parameters = [ParameterValue<DramBytes, 3000000000>]; }  // ! parameter DramBytes is 3000000000 bytes/cycle
def V41 : Summarized<"v41", Tiles16x64, 16, 2, !shl(1, 20)> { let Parameters = [ParameterValue<ClockMHz, 0>]; }  // ! parameter ClockMHz is 0 MHz
def V42 : Summarized<"help", Tiles16x64, 16, 2, !shl(1, 20)>;  // ! variant name 'help'
def V60 : FamilyVariant<"v60", Tiles16x64, 16, 2, !shl(1, 20)> { let Summary = ?; }  // ! variant V60 has no summary
def V61 : FamilyVariant<"v61", Tiles16x64, 16, 2, !shl(1, 20)> { let Summary = " "; }  // ! variant V61 has no summary
def S1 : Space<"sx", -3>;  // ! address space -3
def S2 : Space<"sy", 400000000>;  // ! address space 400000000
def S3 : Space<"dram2 x", 77>;  // ! space 'dram2 x'
def S4 : RowSpace<"sz", 78, 100, -3>;  // ! row space of 100 rows of -3 bytes
def C1 : Csr<"new csr", 7, "x">;  // ! control register 'new csr'
def C2 : Csr<"heat", 8, "x">;  // ! the simulator has no value for control register 'heat'
def P1 : Predicate<"Subtarget->hasTiles()">;  // ! predicate P1 has no features, and assembler and simulator would take the instruction every
let Predicates = [P1] in
def PI1 : Tile1<20, "pa", TF32, (Exp $ta)>;  // ! encoding of PI1 overlaps that of TCMAX_F32 ! pa.f32 works on tile registers, which are missing
def P2 : Predicate<"true">, AssemblerPredicate<(all_of FeatureTiles)>;  // ! predicate P2 tests "true" in the code generator and FeatureTiles in the assembler
let Predicates = [P2] in
def PI2 : Tile1<21, "pb", TF32, (Log $ta)>;  // ! pb.f32 works on tile registers, which are missing
def P3 : Predicate<"Subtarget->hasTiles()">, AssemblerPredicate<(any_of FeatureTiles, FeatureFp8)>;  // ! predicate P3 has a condition that is not a list of features
let Predicates = [P3] in
def PI3 : Tile1<22, "pc", TF32, (Log $ta)>;  // ! warning: PI3 has the semantics of TLOG_F32
let Predicates = [HasTiles, HasTile1024] in
def PI4 : Tile1<23, "pd", TF32, (Sin $ta)>;  // ! no variant has pd.f32, which needs FeatureTiles, EnableTile1024
let Predicates = []<Predicate> in
def PI5 : Tile1<24, "pe", TF32, (Add $ta, 5)>;  // ! pe.f32 works on tile registers, which are missing
def FF1 : Feature<"zip x", "HasZip", "x">;  // ! feature name 'zip x' ! no variant has feature 'zip x'
def FF2 : Feature<"zip2", "hasZip2", "x">;  // ! flag 'hasZip2' of feature 'zip2' ! no variant has feature 'zip2'
def FF3 : Feature<"zip3", "HasTiles", "x">;  // ! flag 'HasTiles' is that of FeatureTiles already ! no variant has feature 'zip3'
def FF4 : Feature<"tiles", "HasTiles9", "x">;  // ! feature name 'tiles' is that of FeatureTiles already ! no variant has feature 'tiles'
def IM1 : Immediate<0>;  // ! an immediate of 0 bits
def IM2 : Immediate<-4, 1>;  // ! an immediate of -4 bits
def IM3 : Immediate<5, 0, 40>;  // ! an immediate in steps of 2^40
def IM4 : Immediate<32>;  // ! an immediate from 0 to 4294967295
def IM5 : Immediate<5, 0, 0, 5000000000>;  // ! an immediate from 5000000000 to 5000000031
def FM1 : Format<"i8", 8, 4> { let Suffix = "i8x"; }  // ! code 4 is that of FmtI8 too
def FM2 : Format<"i12", 12, 9>;  // ! elements of 12 bits
def FM3 : FloatFormat<"f16", 6, 9, 10> { let Suffix = "f16x"; }  // ! f16 has 5 bits of exponent and 10 of mantissa, the format 6 and 9
def FM4 : Format<"", 8, 11> { let Suffix = "Q q"; }  // ! suffix 'Q q' ! '' is not an integer of 8 bits in MLIR
def TT1 : Timing<PipeEW, (Cycles 1), (Cycles 3000000000)>;  // ! ta.f32 takes 3000000000 cycles
def TX1 : Tile1<25, "ta", TF32, (Add $ta, 6), TT1>;  // ! ta.f32 works on tile registers, which are missing
def PA1 : Parameter<"cycles", "">;  // ! parameter PA1 has no summary
def RO1 : Role<"role1", "">;  // ! role RO1 has no summary
def FF5 : Feature<"zip5", "HasZip5", "">;  // ! no variant has feature 'zip5' ! feature FF5 has no summary
def C3 : Csr<"core2", 9, "">;  // ! the simulator has no value for control register 'core2' ! control register C3 has no summary
def D1 : DmaFlag<"flag1", 7, "">;  // ! flag of the DMA descriptor D1 has no summary
def D2 : DmaField<"field1", 60, 8, "">;  // ! field of the DMA descriptor D2 has no summary
def V62 : FamilyVariant<"v62", Tiles16x64, 16, 2, !shl(1, 20)> { let Summary = "a\nb"; }  // ! ta.f32 takes 3000000000 cycles in variant v62 ! the summary of V62 has line breaks or control characters
def V63 : FamilyVariant<"v63", Tiles16x64, 16, 2, !shl(1, 20)> { let Summary = "a\\"; }  // ! ta.f32 takes 3000000000 cycles in variant v63 ! the summary of V63 has '*/' or '\' at its end
def DE1 : DmaEngine<64, [DmaField<"for", 0, 8, "loop">], []>;  // ! 'for' of the descriptor
def DE2 : DmaEngine<64, [DmaField<"kind", 0, 8, "kind">], [DmaKind<"new", 0, 0>]>;  // ! 'new' of the descriptor
def DE3 : DmaEngine<64, [DmaField<"flags", 0, 8, "flags">], [], [DmaFlag<"A b", 0, "summary">]>;  // ! 'A b' of the descriptor
def SPK : Space<"static", 99>;  // ! space 'static'
def RO9 : Role<"role9", "ends */ here">;  // ! the summary of RO9 has '*/' or '\' at its end
def FF6 : Feature<"zip6", "HasZip6", "q\"u">;  // ! no variant has feature 'zip6' ! the summary of FF6 has '"' or '\'
def RS1 : RowSpace<"rs1", 90, 16, 64>;
def TA1 : InRegister<RS1, FmtF32, "-1", "4">;  // ! a tile of -1 rows
def PK1 : Packed<[BitField<"a", -1, 8>]>;  // ! field a of a register is 8 bits from bit -1
def PK2 : Packed<[BitField<"a", 0, 8>, BitField<"a", 8, 8>]>;  // ! a register has two fields a
def ST1 : ScalarState<"s t", "int64_t", 0>;  // ! state 's t'
def ST2 : ScalarState<"st2", "double", 0>;  // ! state ST2 of type 'double'
def PP1 : Pipe<"EW">;  // ! pipe 'EW' is PipeEW already
def PP2 : Pipe<"">;  // ! pipe ''
def RO2 : Role<"barrier", "x">;  // ! role 'barrier' is RoleBarrier already
def OC1 : Opcode<0x37, "InstT", "">;  // ! row of the opcode map OC1 has no summary
def FlatSpace : Space<"flat", 777>;
def VM1 : FamilyVariant<"vm1", Tiles16x64, 8, 1, !shl(1, 20)> { let Memories = [Memory<Dram, !shl(1, 34)>, Memory<Scratchpad, !shl(1, 20)>, Memory<FlatSpace, 65536>]; }  // ! memory in space flat, to which no addresses belong ! ta.f32 takes 3000000000 cycles
def VM2 : Variant<"vm2"> { let Summary = "x"; let Memories = [Memory<Dram, !shl(1, 34)>]; let Stack = Dram; let TileRegisters = 8; }  // ! variant vm2 has 8 tile registers of no shape ! variant vm2 has pa.f32, but no tile registers
def VE1 : FamilyVariant<"ve1", Tiles16x64, 8, 1, !shl(1, 20)> { let Parameters = [ParameterValue<BlockExtent, 0>]; }  // ! parameter BlockExtent is 0 elements ! ta.f32 takes 3000000000 cycles
def VE2 : FamilyVariant<"ve2", Tiles16x64, 8, 1, !shl(1, 20)> { let Parameters = [ParameterValue<LineBytes, 4>]; }  // ! lines of 4 bytes ! ta.f32 takes 3000000000 cycles
def FF7 : Feature<"help", "HasHelp", "x">;  // ! feature name 'help' ! no variant has feature 'help'
