"""The part of the description (matrix-tblgen -dump-description) used by the timing rules:
variants, and instruction words decoded to pipes, times, registers and addresses."""

from dataclasses import dataclass, field
from functools import lru_cache

from semantics import find
from work import accesses_of, macs_of


class Variant:
    """Parameters and memories of one variant; `instructions` are those it has."""

    def __init__(self, description, cpu):
        facts = next(v for v in description["variants"] if v["cpu"] == cpu)
        self.cpu = cpu
        self.cores = facts["cores"]
        self.parameters = facts["parameters"]
        self.dma = facts.get("dma")
        self.queued = facts["issue"]["kind"] == "pipe-queues"
        self.depths = facts["issue"]["depths"]
        self.map = facts["scratchpads"]
        memories = {m["space"]: m for m in facts["memories"]}
        scratchpad = memories.get("scratchpad", {"size": 0, "banks": 1})
        self.tiles = facts.get("tiles", {})
        self.scratchpad, self.banks = scratchpad["size"], scratchpad["banks"]
        self.instructions = [i for i in description["instructions"] if cpu in i["timing"]]
        self.pipes = {i["pipe"] for i in description["instructions"]}
        self.forwarded = {s["record"] for s in description["states"] if s.get("forwarded")}
        self.bits = {f["record"]: f["bits"] for f in description["formats"]}

    def __getitem__(self, parameter):
        return self.parameters[parameter]

    def distance(self, a, b):
        apart = abs(a - b)
        return min(apart, self.cores - apart)

    def owner(self, core, address):
        """The core whose scratchpad contains the address; None: DRAM."""
        if 0 <= address - self.map["own"] < self.scratchpad:
            return core
        other, offset = divmod(address - self.map["all"], self.map["pitch"])
        return other if other >= 0 and offset < self.scratchpad else None


@dataclass
class Instruction:
    """A decoded word. Registers are ("x", n), ("f", n), ("t", n), ("s", state)."""
    facts: dict
    pipe: str
    occupancy: int
    latency: int
    sources: list = field(default_factory=list)
    results: list = field(default_factory=list)
    operands: dict = field(default_factory=dict)  # register numbers, immediates
    load: dict | None = None       # scalar: the type of address
    branch: bool = False
    indirect: bool = False
    tile: dict | None = None       # the Load or Store in the semantics of a tile instruction
    transposed: bool = False
    role: str | None = None        # effect of a system instruction
    accesses: list = field(default_factory=list)  # of scalar ones: way, address, bytes
    macs: int = 0

    def role_operands(self):
        return [a["name"] for a in self.facts["semantics"].get("args", [])]


LOADS = ["load"] + [f"{kind}loadi{bits}" for kind in ("sext", "zext") for bits in (8, 16, 32)]
FILES = {"general": "x", "f32": "f", "f64": "f", "tile": "t"}


class Decoder:
    def __init__(self, variant):
        self.variant = variant
        self.by_mask = {}
        for facts in variant.instructions:
            mask = int(facts["encoding"]["mask"], 16)
            value = int(facts["encoding"]["value"], 16)
            self.by_mask.setdefault(mask, {})[value] = facts
        self.decode = lru_cache(None)(self._decode)

    def _decode(self, word):
        for mask, values in self.by_mask.items():
            facts = values.get(word & mask)
            if facts:
                return self.describe(facts, word)
        raise ValueError(f"word {word:#010x} is not an instruction of {self.variant.cpu}")

    def describe(self, facts, word):
        times = facts["timing"][self.variant.cpu]
        insn = Instruction(facts, facts["pipe"], times["occupancy"], times["latency"])
        for operand in facts["operands"]:
            self.add_operand(insn, operand, word)
        for where, names in ((insn.sources, facts["uses"]), (insn.results, facts["defs"])):
            where += [("s", n["state"]) if "state" in n else ("x", n["number"]) for n in names
                      if n.get("state") not in self.variant.forwarded]
        semantics = facts.get("semantics") or facts.get("patterns")
        loads = (find(facts.get("patterns"), op) for op in LOADS)
        insn.load = next(filter(None, loads), None)
        insn.accesses = accesses_of(facts.get("patterns"))
        insn.macs = macs_of(self.variant, facts)
        insn.branch = find(semantics, "brcond") is not None
        jump = find(semantics, "MatrixJumpAndLink")
        insn.indirect = bool(jump) and jump["args"][0]["op"] == "add"
        if facts["class"] == "tile" and insn.pipe in ("LD", "ST"):
            insn.tile = find(semantics, "Load") or find(semantics, "Store")
            insn.transposed = find(semantics, "At") is not None
        if facts["class"] == "system" and semantics["op"] == "Role":
            insn.role = semantics["text"]
        return insn

    def add_operand(self, insn, operand, word):
        runs = insn.facts["encoding"]["fields"].get(operand["name"], [])
        raw = 0
        for run in runs:
            raw |= (word >> run["inst"] & (1 << run["width"]) - 1) << run["field"]
        if operand["class"] == "immediate":
            width = operand["width"]
            if operand["signed"] and raw >> (width - 1):
                raw -= 1 << width
            insn.operands[operand["name"]] = (raw << operand["shift"]) + operand["bias"]
            return
        if "tied" in operand:  # same register as a result, which is not r0
            insn.sources += insn.results[operand["tied"]:operand["tied"] + 1]
            return
        insn.operands[operand["name"]] = raw
        register = (FILES.get(operand["class"], "x"), raw)  # rows: address in a general register
        if register != ("x", 0):
            (insn.results if operand["out"] else insn.sources).append(register)


