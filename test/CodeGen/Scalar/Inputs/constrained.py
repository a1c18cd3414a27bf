"""Writes a module that executes every constrained floating-point intrinsic of LLVM.

  constrained.py ConstrainedOps.def

The list of intrinsics is LLVM's own. For each of them, each float type and each
pair of operands, `main` compares the bits of the constrained intrinsic's result
with those of the plain operation, and returns the number of the first
combination that differs, or 0.
"""
import re
import sys

TYPES = {"half": ("f16", 16), "bfloat": ("bf16", 16), "float": ("f32", 32), "double": ("f64", 64)}
ORDER = list(TYPES)
# Exact in every type: a fraction, a negative number, zero and a large number.
VALUES = ["0.625", "-3.5", "0.0", "28.0"]
PREDICATES = ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"]
COMPARES = {"experimental_constrained_fcmp", "experimental_constrained_fcmps"}
ROUND = 'metadata !"round.dynamic"'
EXCEPT = 'metadata !"fpexcept.strict"'


class Module:
    def __init__(self):
        self.declarations, self.functions, self.tests = set(), [], []

    def declare(self, result, name, types):
        self.declarations.add(f"declare {result} @{name}({', '.join(types)})")

    def add(self, strict, plain, result, types, bits, operands):
        """Emits two functions with these bodies, and calls of both for each operand tuple."""
        n = len(self.functions)
        arguments = ", ".join(f"{t} %{'abc'[i]}" for i, t in enumerate(types))
        for name, body in (("s", strict), ("p", plain)):
            attribute = "strictfp" if name == "s" else ""
            self.functions.append(f"define {result} @{name}{n}({arguments}) noinline optnone {attribute} {{\n"
                                  f"  %r = {body}\n  ret {result} %r\n}}\n")
        self.tests += [(n, result, bits, ", ".join(f"{t} {v}" for t, v in zip(types, values)))
                       for values in operands]


def pairs(count):
    return [tuple(VALUES[(i + k * 3) % len(VALUES)] for k in range(count)) for i in range(len(VALUES))]


def hexadecimal(kind, value):
    """Returns a float constant in a spelling that LLVM accepts for the type."""
    return value if kind in ("float", "double") else f"{value}"


def constrained(module, name, suffix, result, types, has_rounding, extra=()):
    full = f"llvm.{name.replace('experimental_constrained_', 'experimental.constrained.')}.{suffix}"
    metadata = [*extra, *([ROUND] if has_rounding else []), EXCEPT]
    module.declare(result, full, types + ["metadata"] * len(metadata))
    arguments = [f"{t} %{'abc'[i]}" for i, t in enumerate(types)] + metadata
    return f"call {result} @{full}({', '.join(arguments)})"


def add_instruction(module, opcode, name, count, rounding, kind):
    suffix, bits = TYPES[kind]
    if name in COMPARES:
        for predicate in PREDICATES:
            module.add(constrained(module, name, suffix, "i1", [kind] * 2, False, [f'metadata !"{predicate}"']),
                       f"fcmp {predicate} {kind} %a, %b", "i1", [kind] * 2, 1, pairs(2))
    elif opcode in ("FPToSI", "FPToUI"):
        for width in (8, 32, 64):
            module.add(constrained(module, name, f"i{width}.{suffix}", f"i{width}", [kind], rounding),
                       f"{opcode.lower()} {kind} %a to i{width}", f"i{width}", [kind], width,
                       [("0.625",), ("28.0",), ("0.0",)])
    elif opcode in ("SIToFP", "UIToFP"):
        for width in (8, 32, 64):
            module.add(constrained(module, name, f"{suffix}.i{width}", kind, [f"i{width}"], rounding),
                       f"{opcode.lower()} i{width} %a to {kind}", kind, [f"i{width}"], bits,
                       [("3",), ("-5",), ("0",)])
    elif opcode in ("FPExt", "FPTrunc"):
        for other, (other_suffix, other_bits) in TYPES.items():
            if (other_bits > bits) == (opcode == "FPExt") and other_bits != bits:
                module.add(constrained(module, name, f"{other_suffix}.{suffix}", other, [kind], rounding),
                           f"{opcode.lower()} {kind} %a to {other}", other, [kind], other_bits, pairs(1))
    else:
        module.add(constrained(module, name, suffix, kind, [kind] * count, rounding),
                   f"{opcode.lower()} {kind} " + ", ".join(f"%{c}" for c in "abc"[:count]), kind, [kind] * count,
                   bits, pairs(count))


def add_function(module, function, name, count, rounding, kind):
    suffix, bits = TYPES[kind]
    types, operands, result, result_bits = [kind] * count, pairs(count), kind, bits
    if function in ("powi", "ldexp"):
        types, suffix = [kind, "i32"], f"{suffix}.i32"
        operands = [("0.625", "3"), ("-3.5", "2"), ("28.0", "-1")]
    if function in ("lrint", "llrint", "lround", "llround"):
        result, result_bits, suffix = "i64", 64, f"i64.{suffix}"
        operands = [("0.625",), ("-3.5",), ("28.0",)]
    # The strict form of powi and of atan2 is overloaded on the float type only.
    strict_suffix = TYPES[kind][0] if function == "powi" else suffix
    plain = f"llvm.{function}.{suffix}"
    module.declare(result, plain, types)
    arguments = ", ".join(f"{t} %{'abc'[i]}" for i, t in enumerate(types))
    module.add(constrained(module, name, strict_suffix, result, types, rounding),
               f"call {result} @{plain}({arguments})", result, types, result_bits, operands)


def to_bits(kind, bits, value, name):
    if kind.startswith("i"):
        return f"  %{name} = zext i{bits} {value} to i128\n"
    return (f"  %{name}.i = bitcast {kind} {value} to i{bits}\n"
            f"  %{name} = zext i{bits} %{name}.i to i128\n")


def write_main(module):
    print("define i32 @main() noinline optnone {")
    for k, (n, kind, bits, arguments) in enumerate(module.tests):
        print(f"  br label %t{k}\nt{k}:" if k == 0 else f"t{k}:")
        print(f"  %s{k} = call {kind} @s{n}({arguments})\n  %p{k} = call {kind} @p{n}({arguments})")
        print(to_bits(kind, bits, f"%s{k}", f"sb{k}") + to_bits(kind, bits, f"%p{k}", f"pb{k}"), end="")
        print(f"  %e{k} = icmp eq i128 %sb{k}, %pb{k}\n  br i1 %e{k}, label %t{k + 1}, label %f{k}")
        print(f"f{k}:\n  ret i32 {k % 255 + 1}")
    print(f"t{len(module.tests)}:\n  ret i32 0\n}}")


def main():
    module = Module()
    entry = re.compile(r"^(DAG_INSTRUCTION|CMP_INSTRUCTION|DAG_FUNCTION|FUNCTION)\((\w+),\s*(\d),\s*(\d),\s*(\w+)", re.M)
    entries = entry.findall(open(sys.argv[1]).read())
    assert len(entries) > 40, "the format of ConstrainedOps.def is another one"
    for kind in ORDER:
        for macro, operation, count, rounding, name in entries:
            add = add_instruction if "INSTRUCTION" in macro else add_function
            add(module, operation, name, int(count), rounding == "1", kind)
    print("\n".join(sorted(module.declarations)) + "\n")
    print("\n".join(module.functions))
    write_main(module)


main()
