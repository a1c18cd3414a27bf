// Invalid geometries, descriptors, address spaces and control registers.
// RUN: split-file %s %t
// RUN: not matrix-tblgen -check-description %td_flags %t/machine.td 2>&1 | FileCheck %t/machine.td

//--- machine.td
include "Matrix.td"
def Unaligned : DmaEngine<64, [DmaField<"a", 2, 32, "">], []>;
def Overlapping : DmaEngine<64, [
    DmaField<"a", 0, 32, "">,
    DmaField<"b", 2, 16, "">], []>;
def Outside : DmaEngine<8, [DmaField<"a", 8, 32, "">], []>;
def Wide : DmaEngine<64, [DmaField<"a", 0, 24, "">], []>;
def Twice : DmaEngine<64, [DmaField<"a", 0, 32, "">, DmaField<"a", 4, 32, "">], []>;
def Size : DmaEngine<48, [], []>;
def Kinds : DmaEngine<64, [DmaField<"kind", 0, 8, "">],
                      [DmaKind<"load", 0, 0>, DmaKind<"store", 0, 0>, DmaKind<"far", 256, 0>]>;
def Queue : DmaEngine<64, [], []> { let QueueEntries = 0; }
def SpaceX : Space<"local", 1>;
def SpaceY : Space<"dram", 77>;
def SpaceZ : RowSpace<"empty", 78, 0, 64>;
def CsrX : Csr<"heat", 3, "temperature">;
def CsrY : Csr<"core", 99, "a second one">;
def Tiles24x64 : TileGeometry<24, 64>;
def TilesHuge : TileGeometry<256, 256>;
def Flags : DmaEngine<64, [DmaField<"flags", 0, 16, "">], [],
                      [DmaFlag<"a", 0, "">, DmaFlag<"b", 0, "">, DmaFlag<"c", 16, "">]>;
def Doubled : DmaEngine<64, [], [DmaKind<"load", 0, 0>, DmaKind<"load", 1, -1>],
                        [DmaFlag<"a", 0, "x">, DmaFlag<"a", 1, "x">]>;
def FeatureUnused : Feature<"unused", "HasUnused", "in no variant">;
// CHECK: machine.td:18:5: error: tile of 24 rows x 64 bytes
// CHECK: machine.td:18:5: note: both must be powers of two, and a row has at least 4 bytes
// CHECK: machine.td:19:5: error: no value type holds a tile of 256 rows x 256 bytes
// CHECK: machine.td:19:5: note: the sizes that tiles may have are 256, 512, 1024, 2048, 4096, 8192, 16384 bytes
// CHECK: machine.td:13:5: error: address space 1 is that of 'scratchpad' already
// CHECK: machine.td:13:5: note: choose a free number
// CHECK: machine.td:14:5: error: space 'dram' is Dram already
// CHECK: machine.td:14:5: note: choose another name
// CHECK: machine.td:16:5: error: number 3 is that of 'instret' already
// CHECK: machine.td:16:5: note: choose a free number
// CHECK: machine.td:17:5: error: control register 'core' is CsrCore already
// CHECK: machine.td:17:5: note: choose another name
// CHECK: machine.td:16:5: error: the simulator has no value for control register 'heat'
// CHECK: machine.td:16:5: note: give it one in Core::role_read_csr of simulator/lib/Core/Core.cpp, and list it as CsrValue in
// CHECK: machine.td:15:5: error: row space of 0 rows of 64 bytes
// CHECK: machine.td:15:5: note: give at least one row of at least one byte
// CHECK: machine.td:2:32: error: descriptor field a of 4 bytes is at offset 2
// CHECK: machine.td:2:32: note: align it to a multiple of its size
// CHECK: machine.td:5:5: error: descriptor fields a and b overlap at byte 2
// CHECK: machine.td:5:5: note: move one of them
// CHECK: machine.td:6:29: error: descriptor field a ends beyond the descriptor
// CHECK: machine.td:6:29: note: enlarge DescriptorSize or move the field
// CHECK: machine.td:7:27: error: descriptor field a has 24 bits
// CHECK: machine.td:7:27: note: give 8, 16, 32 or 64
// CHECK: machine.td:8:54: error: the descriptor has two fields a
// CHECK: machine.td:8:54: note: rename one of them
// CHECK: machine.td:9:5: error: descriptor of 48 bytes
// CHECK: machine.td:9:5: note: its size is its alignment: give a power of two
// CHECK: machine.td:11:47: error: code 0 of transfer store is that of load too
// CHECK: machine.td:11:47: note: choose a free code
// CHECK: machine.td:11:71: error: code 256 of transfer far does not fit the field kind
// CHECK: machine.td:11:71: note: choose one from 0 to 255
// CHECK: machine.td:12:41: error: 0 entries of a queue
// CHECK: machine.td:12:41: note: give at least 1
// CHECK: machine.td:21:45: error: bit 0 of flag b is that of a too
// CHECK: machine.td:21:45: note: choose a free bit
// CHECK: machine.td:21:66: error: the field flags has no bit 16 for c
// CHECK: machine.td:21:66: note: choose one from 0 to 15
// CHECK: machine.td:22:57: error: the descriptor has two kinds load
// CHECK: machine.td:22:57: note: rename one of them
// CHECK: machine.td:23:48: error: the descriptor has two flags a
// CHECK: machine.td:22:57: error: channel -1 of transfer load
// CHECK: machine.td:22:57: note: choose one from 0 to 7
// CHECK: machine.td:24:5: error: no variant has feature 'unused'
// CHECK: machine.td:24:5: note: add FeatureUnused to the Features of a variant of your own
