"""Semantics and patterns of instructions: trees of {"op", "args"}."""


def find(meaning, op):
    """The first node of that kind in the semantics or in patterns."""
    if isinstance(meaning, list):
        return next((n for n in (find(m, op) for m in meaning) if n), None)
    if not isinstance(meaning, dict):
        return None
    return meaning if meaning["op"] == op else find(meaning.get("args", []), op)


def evaluate(node, insn, x):
    """Evaluates an address expression of the semantics."""
    if isinstance(node, int):
        return node
    if node["op"] == "Operand":
        operand = next(o for o in insn.facts["operands"] if o["name"] == node["name"])
        value = insn.operands[node["name"]]
        return value if operand["class"] == "immediate" else x[value]
    assert node["op"] in ("Address", "add"), node["op"]
    return sum(evaluate(a, insn, x) for a in node["args"]) & (1 << 64) - 1
