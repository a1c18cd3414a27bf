include "Isa/TileElementwise.td"

// x * min(max(x + 3, 0), 6) / 6
def THSWISH_F32 : Tile1<29, "thswish", TF32, (Div (Mul $ta, (Min (Max (Add $ta, 3), 0), 6)), 6), TimeEw>;
