"""Semantics and patterns of instructions: trees of {"op", "args"}."""


def find(semantics, op):
    """The first node of that kind in the semantics or in patterns."""
    if isinstance(semantics, list):
        return next((n for n in (find(m, op) for m in semantics) if n), None)
    if not isinstance(semantics, dict):
        return None
    return semantics if semantics["op"] == op else find(semantics.get("args", []), op)


def evaluate(node, insn, x):
    """Evaluates an address expression of the semantics."""
    if isinstance(node, int):
        return node
    if node["op"] == "Operand":
        operand = next(o for o in insn.facts["operands"] if o["name"] == node["name"])
        value = insn.operands[node["name"]]
        return value if operand["class"] == "immediate" else x[value]
    values = [evaluate(a, insn, x) for a in node["args"]]
    if node["op"] == "shl":
        value, distance = values
        return value << distance & (1 << 64) - 1
    assert node["op"] in ("Address", "add"), node["op"]
    return sum(values) & (1 << 64) - 1
