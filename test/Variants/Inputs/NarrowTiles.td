// An accelerator with tiles of one column of 32 bits.
include "Variants/Family.td"

def NarrowTiles : TileGeometry<128, 4>;
def Narrow : FamilyVariant<"narrow", NarrowTiles, 31, 2, !shl(1, 20)> { let Summary = "tiles of one column"; }
