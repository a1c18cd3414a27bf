#===- mutants.py - wrong semantics, one operator changed at a time ---------===#
#
# Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""mutants(semantics, formats) yields mutants of the semantics, each with a description
of the change, which some operands detect. mutant_run.py evaluates the operators that
only mutants have."""

import copy

from semantics.special_mutants import special_changes

INSTEAD = {
    "Add": "Sub", "Sub": "Add", "Mul": "Add", "Div": "Mul", "Max": "Min",
    "Min": "Max", "MaxU": "MinU", "MinU": "MaxU", "And": "Or", "Or": "Xor",
    "Xor": "Or", "Shl": "Shr", "Shr": "Shl", "Sra": "Shl", "Eq": "Le",
    "Ne": "Eq", "Lt": "Le", "Le": "Lt", "Gt": "Lt", "Floor": "Round", "Round": "Floor",
    "Exp": "Tanh", "Log": "Sqrt", "Sqrt": "Rsqrt", "Rsqrt": "Sqrt",
    "Tanh": "Erf", "Erf": "Tanh", "Sin": "Cos", "Cos": "Sin", "Sigmoid": "Tanh",
}


# Inside of semantics, a mask may remove the bits in which these differ.
INSTEAD_OF_ROOT = {"Shr": "Sra", "Sra": "Shr"}


ROUNDED_PRODUCTS = "Contract: products rounded"


def mutants(semantics, formats):
    for path in paths(semantics):
        if path and path[-1] == 0 and at(semantics, path[:-1])["op"] in ("Switch", "Is"):
            continue                         # change_switch changes selectors
        node = at(semantics, path)
        above = [at(semantics, path[:length]) for length in range(len(path))]
        found = list(changes(node, formats, inner=bool(path)))
        if any(narrows(cast, node, formats) for cast in above):
            found = [change for change in found if change[0] != ROUNDED_PRODUCTS or
                     has_long_products(node, formats)]
        if {parent["op"] for parent in above} <= {"Insert"}:
            found += special_changes(node, formats)
        for what, change in found:
            yield what, replaced(semantics, path, change)


def paths(node, path=()):
    yield path
    if isinstance(node, dict):
        for index, argument in enumerate(node.get("args", [])):
            yield from paths(argument, (*path, index))


def at(node, path):
    for index in path:
        node = node["args"][index]
    return node


def replaced(semantics, path, node):
    """A copy in which `node` replaces the node at `path`."""
    if not path:
        return node
    copied = copy.deepcopy(semantics)
    at(copied, path[:-1])["args"][path[-1]] = node
    return copied


def changes(node, formats, inner):
    """Replacements of one node, each with a description."""
    if not isinstance(node, dict):
        if isinstance(node, (int, float)) and node:
            yield f"{node} halved", int(node / 2) if isinstance(node, int) else node / 2
        return
    op, arguments = node["op"], node.get("args", [])
    for table in [INSTEAD] if inner else [INSTEAD, INSTEAD_OF_ROOT]:
        if op in table:
            yield f"{op} -> {table[op]}", {**node, "op": table[op]}
    if op == "Cast" and rounds(node, formats, inner):
        yield "Cast: halves away from zero", {**node, "op": "CastAway"}
    if op == "Contract" and formats[node["format"]].float:
        yield "Contract: k descending", {**node, "op": "ContractDown"}
    if op == "Contract" and inexact_products(node, formats):
        yield ROUNDED_PRODUCTS, {**node, "op": "ContractUnfused"}
    if (op == "Reduce" and node["record"] == "Add" and not inner
            and formats[node["format"]].float):
        yield "Reduce: descending", {**node, "op": "ReduceDown"}
    for_op = globals().get("change_" + op.lower())
    if for_op:
        for what, change in for_op(node, arguments):
            yield f"{op}: {what}", change


def rounds(node, formats, inner) -> bool:
    """Whether the rounding of a cast affects results. The output stage rounds again,
    which removes the last bit of an f32, and few quotients are halfway between two
    numbers."""
    if node["args"][0]["op"] == "Div":
        return False
    source, to = formats[node["args"][0]["format"]], formats[node["format"]]
    if source.float:
        return not to.float or to.mantissa < source.mantissa
    return to.float and to.mantissa + 1 < source.bits and not inner


def inexact_products(node, formats) -> bool:
    factor, total = (formats[node["args"][k]["format"]] if k else
                     formats[node["format"]] for k in (1, 0))
    return total.float and (has_long_products(node, formats)
                            or factor.exponent == total.exponent)


def has_long_products(node, formats) -> bool:
    """Whether not only subnormal products are inexact."""
    factor, total = formats[node["args"][1]["format"]], formats[node["format"]]
    return 2 * (factor.mantissa + 1) > total.mantissa + 1


def narrows(cast, node, formats) -> bool:
    """Whether the cast removes the last bits of the node's result, and with them the
    difference between sums of subnormal products that are rounded and that are not: all
    of them are multiples of the smallest number."""
    if cast["op"] != "Cast" or not isinstance(node, dict) or "format" not in node:
        return False
    to, source = formats[cast["format"]], formats[node["format"]]
    return to.float and source.float and to.mantissa < source.mantissa


def with_argument(node, index, argument):
    arguments = list(node["args"])
    arguments[index] = argument
    return {**node, "args": arguments}


def swapped(node, i, j):
    return with_argument(with_argument(node, i, node["args"][j]), j, node["args"][i])


def is_operand(node):
    return isinstance(node, dict) and node["op"] == "Operand"


# --- By operator --------------------------------------------------------------

def change_fma(node, _):
    yield "factor and summand exchanged", swapped(node, 1, 2)
    yield "rounded twice", {**node, "op": "FmaUnfused"}


def change_select(node, _):
    yield "results exchanged", swapped(node, 1, 2)


def change_abs(_, arguments):
    yield "left out", arguments[0]


def change_at(node, arguments):
    if node["text"] != "ij":
        yield "left out", arguments[0]


def change_switch(node, arguments):
    _, first, second, *_ = [*arguments, None]
    if second and first != second and "Undefined" not in (first["op"], second["op"]):
        yield "alternatives exchanged", swapped(node, 1, 2)


def change_field(node, _):
    yield f"{node['text']} is 0", {**node, "width": 0}


def change_part(node, arguments):
    if is_operand(arguments[0]):
        yield "always block 0", with_argument(node, 0, 0)


change_insert = change_part


def change_row(node, arguments):
    yield "next row", {**node, "row": node["row"] + 1}
    if is_operand(arguments[1]):
        yield "always block 0", with_argument(node, 1, 0)


def change_reduce(node, _):
    other = "kj->ij" if node["text"] == "ik->ij" else "ik->ij"
    yield other, {**node, "text": other}
    record = INSTEAD.get(node["record"])
    if record:
        yield f"{node['record']} -> {record}", {**node, "record": record}


def change_argreduce(node, _):
    other = "kj->ij" if node["text"] == "ik->ij" else "ik->ij"
    yield other, {**node, "text": other}
    for record in ("Le", "Gt"):
        yield f"{node['record']} -> {record}", {**node, "record": record}


def change_element(node, _):
    yield "always 0", with_argument(node, 1, 0)


def change_contract(node, _):
    if isinstance(node["args"][0], dict):
        yield "without summand", with_argument(node, 0, 0)
    if node["args"][1].get("format") == node["args"][2].get("format"):
        yield "factors exchanged", swapped(node, 1, 2)


def change_splat(node, arguments):
    yield "1", with_argument(node, 0, 1)
    if is_operand(arguments[0]):
        yield "0", with_argument(node, 0, 0)


def change_iota(node, _):
    yield "other axis", {**node, "text": "j" if node["text"] == "i" else "i"}
    yield "from 0", with_argument(node, 0, 0)


def change_mask(node, _):
    yield "other axis", swapped(node, 0, 1)


def change_load(node, arguments):
    if is_operand(arguments[-2]):
        yield "no offset", with_argument(node, len(arguments) - 2, 0)
    yield "rows twice as close", with_argument(
        node, len(arguments) - 1, {"op": "Half", "args": [arguments[-1]]})


change_store = change_load
