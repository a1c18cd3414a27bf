"""Removes all calls of a function without result from LLVM IR text.

    remove_call.py FUNCTION INPUT OUTPUT
"""

import sys


def main():
    function, source, target = sys.argv[1:]
    lines = open(source).read().splitlines()
    calls = [i for i, line in enumerate(lines)
             if f"@{function}(" in line and "call void" in line]
    if not calls:
        sys.exit(f"{source}: no call of @{function}")
    kept = [line for i, line in enumerate(lines) if i not in calls]
    open(target, "w").write("\n".join(kept) + "\n")


if __name__ == "__main__":
    main()
