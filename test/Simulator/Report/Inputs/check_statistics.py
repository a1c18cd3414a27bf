"""check_statistics.py FILE.json: checks that sums of statistics are exact."""
import json
import sys

run = json.load(open(sys.argv[1]))
causes = {"operand", "pipe", "queue", "dma", "sync", "bubble", "drain"}
assert run["schema"] == 1 and run["mode"] == "timed" and run["status"] == 0
cycles, cores = run["cycles"], run["cores"]
assert cycles > 0
assert run["pipes"][run["scalar_pipe"]]["instructions"] > 0
assert run["scalar_pipe"] != run["contraction_pipe"]

for core in cores:
    assert set(core["stalls"]) == causes
    assert core["issued"] == core["instructions"]
    assert core["issued"] + sum(core["stalls"].values()) == cycles
    for pipe in core["pipes"].values():
        assert pipe["occupied"] + sum(pipe["idle"].values()) + pipe["other"] == cycles
    assert sum(p["instructions"] for p in core["pipes"].values()) == core["instructions"]

for cause in causes:
    assert run["stalls"][cause] == sum(core["stalls"][cause] for core in cores)
for name, pipe in run["pipes"].items():
    assert pipe["occupied"] == sum(core["pipes"][name]["occupied"] for core in cores
                                   if name in core["pipes"])
    assert pipe["occupied"] + sum(pipe["idle"].values()) + pipe["other"] == cycles * len(cores)

# No count is below its bound, and padding never reduces work.
bounds = run["bounds"]
assert bounds["roof"] <= bounds["shape_roof"] <= cycles, (bounds, cycles)
assert run["executed_macs"] == sum(core["macs"] for core in cores) >= run["work"]["macs"]
for percent, bound in (("peak", "mma"), ("roof", "roof"), ("shape_roof", "shape_roof")):
    assert abs(run["percent"][percent] - 100 * bounds[bound] / cycles) < 1e-9, percent
# Data that must cross the kernel boundary does.
moved = run["transfers"]
assert moved["dram_read"] >= run["work"]["in"] and moved["dram_written"] >= run["work"]["out"]
assert len(run["ignored"]) > 5
print("statistics add up:", len(cores), "cores")
