"""Write what every policy used on every task for the page of weights.

    python book/weights_data.py

The page must open from a disk as well as from a server, so the data come as a script.
"""

import json
from pathlib import Path

from e3lib.study import run_all

TARGET = Path(__file__).parent / "_static" / "weights-data.js"


def text() -> str:
    """The script: for each policy the tasks solved, and of each task the four axes."""
    policies = {
        policy: {
            "solved": [int(run.solved) for run in runs],
            "axes": [
                [round(c.latency, 6), c.tokens, c.tool_calls, c.files]
                for c in (run.cost for run in runs)
            ],
        }
        for policy, runs in run_all().items()
    }
    data = json.dumps(policies, separators=(",", ":"))
    export = 'if (typeof module !== "undefined") module.exports = WEIGHTS_DATA;'
    return f'"use strict";\nconst WEIGHTS_DATA = {data};\n{export}\n'


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes")
