"""print_plans.py PAGE: prints the plans of a report page, each with its operation."""
import json
import re
import sys
from pathlib import Path

page = json.loads(re.search(r'id="data">(.*?)</script>', Path(sys.argv[1]).read_text(), re.S)[1])
for plan in page["plans"]:
    where = page["labels"][plan["label"]]["name"] if plan["label"] >= 0 else "no operation"
    print(f"{plan['name']} at {where}: predicted {plan.get('predicted')}, measured {plan.get('measured')}")
    print("   ", plan["text"])
