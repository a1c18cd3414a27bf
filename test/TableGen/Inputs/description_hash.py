# Prints for each edit of a copy of the description whether its hash changes.
# Arguments: the folder of the description, a folder for the copy, and the
# options of matrix-tblgen that the copy needs, apart from its own -I.

import re
import shutil
import subprocess
import sys
from pathlib import Path

source, copy, *flags = sys.argv[1:]

EDITS = {
    "format": ("Common/Formats.td", "let FiniteOnly = 1;", "let FiniteOnly = 0;"),
    "position of an operand": (
        "Schema/Encoding.td", "let Inst{20-16} = ta; let Inst{15-11} = tb;",
        "let Inst{20-16} = tb; let Inst{15-11} = ta;"),
    "scalar semantics": ("Isa/ScalarInteger.td", "(and XReg:$ra, UnsignedImmediate:$imm)",
                         "(or XReg:$ra, UnsignedImmediate:$imm)"),
    "parameter": ("Variants/Family.td", r"ParameterValue<(\w+), (\d+)>",
                  r"ParameterValue<\1, 1\2>"),
    "address map": ("Schema/Machine.td", r"(int Scratchpads\s+= )(.*?);",
                    r"\1!add(\2, 64);"),
    "timing": ("Isa/Timing.td", "ScalarTiming<IntegerLatency>", "ScalarTiming<MultiplyLatency>"),
    "text": ("Isa/System.td", r'(: Csr<"\w+", \w+, ")', r"\1one "),
    "anonymous record": ("Matrix.td", r"\Z", "\nclass Anonymous<int x>;\ndefvar anonymous = Anonymous<1>;\n"),
}


def description_hash():
    run = subprocess.run(
        ["matrix-tblgen", "-gen-variant-tables", "-I", copy, *flags, f"{copy}/Matrix.td"],
        capture_output=True, text=True, check=True)
    return re.search(r'descriptionHash = "([0-9a-f]{16})"', run.stdout)[1]


shutil.copytree(source, copy)
before = description_hash()
for name, (file, pattern, replacement) in EDITS.items():
    path = Path(copy, file)
    text = path.read_text()
    edited, count = re.subn(pattern if "\\" in pattern else re.escape(pattern),
                            replacement, text, count=1)
    if not count:
        sys.exit(f"{path}: no '{pattern}'")
    path.chmod(0o644)
    path.write_text(edited)
    print(f"{name}: {'same' if description_hash() == before else 'changed'}")
    path.write_text(text)
