"""The line rule: occupancy of tile loads and stores."""

from functools import lru_cache

from semantics import evaluate


def ceil_div(a, b):
    return -(-a // b)


def lines_of(rows, width, line):
    """Lines in the order in which rows at these addresses access them."""
    listed = []
    for at in rows:
        first, last = at // line, (at + width - 1) // line
        if first == last and listed and listed[-1] == first:
            continue  # entirely in the line listed last
        listed += range(first, last + 1)
    return listed


def cycles_by_banks(lines, at_once, banks):
    cycles = at = 0
    while at < len(lines):
        group = [n % banks for n in lines[at:at + at_once]]
        at += len(group) if len(set(group)) == len(group) else 1
        cycles += 1
    return cycles


def shape(variant, insn):
    """Rows in memory and bytes per row of a tile load or store."""
    rows, width = variant["Rows"], variant["TileRowBytes"]
    if insn.transposed:
        size = variant.bits[insn.tile["format"]] // 8
        return width // size, rows * size
    if insn.tile["op"] == "Store" and insn.tile["args"][0]["op"] == "Part":
        return rows, width * (variant.bits[insn.tile["args"][0]["format"]] // 8) // 4
    return rows, width


def place(insn):
    """Nodes of a base, an offset in rows and a pitch."""
    return insn.tile["args"][0 if insn.tile["op"] == "Load" else 1:]


def tile_address(variant, insn, x):
    base, offset, _ = place(insn)
    return evaluate(base, insn, x) + evaluate(offset, insn, x) * variant["TileRowBytes"]


def tile_occupancy(variant, insn, x):
    is_load = insn.tile["op"] == "Load"
    address, stride = tile_address(variant, insn, x), place(insn)[2]
    rows, width = shape(variant, insn)
    pitch = width if isinstance(stride, dict) and stride["op"] == "RowBytes" \
        else evaluate(stride, insn, x)
    round_the_banks = variant["LineBytes"] * variant.banks
    return occupancy(variant, is_load, address % round_the_banks, pitch, rows, width)


@lru_cache(None)
def occupancy(variant, is_load, address, pitch, rows, width):
    at_once = variant["LdLines" if is_load else "StLines"]
    places = [address & (1 << 64) - 1] if pitch == 0 else \
        [(address + r * pitch) & (1 << 64) - 1 for r in range(rows)]
    lines = lines_of(places, width, variant["LineBytes"])
    cycles = cycles_by_banks(lines, at_once, variant.banks) if is_load \
        else ceil_div(len(lines), at_once)
    return cycles if pitch else max(cycles, ceil_div(variant["Rows"], at_once))
