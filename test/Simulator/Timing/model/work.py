"""Multiply-adds of an instruction, and the bytes it reads and writes."""

import re
from collections import Counter

from lines import shape, tile_address
from semantics import evaluate, find

# --- Multiply-adds --------------------------------------------------------------

def macs_of(variant, facts):
    """Rows and depth of the left factor, columns of the right one or of the sum."""
    contraction = find(facts.get("semantics"), "Contract")
    if not contraction:
        return 0
    sums, left, right = contraction["args"]
    rows, depth = size_of(variant, facts, left)
    transposed = contraction["text"].split("->")[0].endswith("jk")
    return rows * depth * size_of(variant, facts, sums if transposed else right)[1]


def size_of(variant, facts, node):
    """Rows and columns of the value of a node of the semantics."""
    if node["op"] == "Operand":
        operand = next(o for o in facts["operands"] if o["name"] == node["name"])
        if operand["class"] == "rows":
            return operand["rows"], operand["columns"]
        return variant["Rows"], 8 * variant["TileRowBytes"] // variant.bits[node["format"]]
    if "rows" in node and "columns" in node:
        return node["rows"], node["columns"]
    inner = next(a for a in reversed(node["args"]) if isinstance(a, dict))
    return size_of(variant, facts, inner)


# --- Bytes ----------------------------------------------------------------------

def traffic_of(core, insn):
    """(memory, way): bytes. The DRAM accesses of instructions on rows are not
    recorded."""
    if insn.facts["class"] == "rows":
        return rows_of(core)
    if insn.tile:
        return tile_of(core, insn)
    found = Counter()
    for way, address, size in insn.accesses:
        found[memory_of(core, evaluate(address, insn, core.x)), way] += size
    return found


def memory_of(core, address):
    owner = core.variant.owner(core.number, address)
    return "dram" if owner is None else "scratchpad" if owner == core.number else "remote"


def rows_of(core):
    found = Counter()
    for _, _, rows, size, _, is_write in core.record.accesses:
        found["scratchpad", "written" if is_write else "read"] += rows * size
    return found


def tile_of(core, insn):
    rows, width = shape(core.variant, insn)
    way = "read" if insn.tile["op"] == "Load" else "written"
    return {(memory_of(core, tile_address(core.variant, insn, core.x)), way): rows * width}


def accesses_of(patterns):
    """(way, address, bytes) of the load and the store of a scalar instruction."""
    found = {}
    visit(patterns, None, found)
    return list(found.values())


def visit(node, outer, found):
    for part in node if isinstance(node, list) else []:
        visit(part, outer, found)
    if not isinstance(node, dict):
        return
    for way, word in (("read", "load"), ("written", "store")):
        if word in node["op"]:
            found.setdefault(way, (way, node["args"][-1], size_in(node, outer) or found["read"][2]))
    for part in node.get("args", []):
        visit(part, node, found)


def size_in(node, outer):
    """By the name of the access, or by the type around the loaded or stored value; for an
    atomic operation the type is on the load."""
    typed = outer if "load" in node["op"] else node["args"][0]
    bits = re.search(r"\d*$", node["op"])[0] or re.search(r"\d*$", typed["op"])[0]
    return int(bits or 0) // 8
