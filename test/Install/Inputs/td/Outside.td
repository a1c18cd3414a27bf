include "Variants/Family.td"
include "Isa/TileElementwise.td"

def TOUTSIDE_F32 : Tile1<29, "toutside", TF32, (Add $ta, $ta), TimeEw>;

def Tiles8x32 : TileGeometry<8, 32>;
def Outside : FamilyVariant<"outside", Tiles8x32, tileRegisters=6, cores=2, scratchpad=!shl(1, 17)> {
  let Summary = "what a project outside the tree has made";
}
