// Names that follow from mnemonics: see check_errors.py.
include "Variants/Family.td"
include "Isa/TileContract.td"
include "Isa/TileElementwise.td"
include "Isa/ScalarInteger.td"
include "Isa/System.td"
include "Schema/Rows.td"
class S<bits<11> fn, string name> : InstR<OpSync.Value, fn, name, "", (outs), (ins XReg:$ra), "$ra", TimeIssue>,
                                    SystemInst<(RoleOp "dma_wait", $ra)> { let Brief = "waits"; }
class Other<int fn, string name> : Integer1<OpInteger.Value, fn, name, (xor XReg:$ra, fn)>;
// Aliases of the assembler.
def BADN1 : Other<901, "mv">;  // ! mnemonic 'mv' is an alias of ADDI
def BADN2 : Other<902, "neg">;  // ! mnemonic 'neg' is an alias of SUB
def BADN3 : Other<903, "call">;  // ! mnemonic 'call' is an alias of JAL
def BADN12 : Other<912, "j">;  // ! mnemonic 'j' is an alias of JAL
def BADN13 : Other<913, "jr">;  // ! mnemonic 'jr' is an alias of JALR
def GOODN1 : Other<904, "move">;
def : InstAlias<"move $ra", (GOODN1 XReg:$ra, XReg:$ra)>;
// Names in C. An instruction may be called as a scalar role.
def BADN5 : S<905, "role.barrier">;  // ! mnemonic 'role.barrier' and role 'barrier' have the same name in C, matrix_role_barrier
def BADN6 : S<906, "csr_core">;  // ! mnemonic 'csr_core' and control register 'core' have the same name in C
def BADN7 : S<907, "tile">;  // ! mnemonic 'tile' and the type of tiles have the same name in C, matrix_tile
def GOODN2 : Other<908, "role.integer_add">;
def BADN9 : S<909, "dma_wait">;  // ! mnemonic 'dma_wait' and mnemonic 'dma.wait' have the same name in C, matrix_dma_wait
def GOODN3 : Tile1<21, "tnew", TF32, (Add $ta, 41)>;
def BADN11 : InstT<OpTileUnary.Value, 22, FmtF32, "tnew_f32", "", (outs TF32:$td), (ins TF32:$ta), "$td, $ta", TimeEw, (Add $ta, 42)>;  // ! mnemonic 'tnew_f32' and mnemonic 'tnew.f32' have the same name in C
// Scalar instructions are not builtins.
def GOODN4 : Other<910, "csr.rows">;
// Names of records are names in C++.
def : Other<920, "unnamed">;  // ! instruction unnamed has no name
def Small : Other<921, "small">;  // ! instruction name 'Small'
def inline : Other<922, "inlined">;  // ! instruction name 'inline'
def R : Tile1<23, "rr", TF32, (Add $ta, 43)>;  // ! instruction name 'R'
def short : Immediate<4>;  // ! record name 'short' is a keyword of C++
def Short : Parameter<"cycles", "x">;  // ! parameter Short is 'short' in C++, a keyword
def lineBytes : Parameter<"cycles", "x">;  // ! parameters LineBytes and lineBytes have the same name in C++, lineBytes
def volatile : ScalarState<"a.state", "int64_t", 0>;  // ! record name 'volatile' is a keyword of C++
def register : RowSpace<"named_rows", 93, 16, 64>;  // ! record name 'register' is a keyword of C++
