#!/usr/bin/env python3
"""odds.py FOLDER LINES: prints odds by icepool as fractions, for a test that compares ours.

LINES are "NAME<TAB>EXPRESSION". Prints a line of JSON for each, {"name": ..., "odds": {total: fraction}}.
Installs icepool into FOLDER if necessary. If that fails, prints "skipped: " and the reason.
"""

import importlib
import json
import subprocess
import sys
from fractions import Fraction


def get(folder):
    """Returns the module, or None with the reason."""
    sys.path.insert(0, folder)
    try:
        import icepool
        return icepool, None
    except ImportError:
        pass
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "0",
               "--timeout", "15", "--target", folder, "icepool>=2.1,<3"]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        return None, error
    if done.returncode != 0:
        return None, (done.stderr.strip().splitlines() or ["pip says nothing"])[-1]
    importlib.invalidate_caches()
    import icepool
    return icepool, None


def main():
    icepool, reason = get(sys.argv[1])
    if icepool is None:
        print("skipped: icepool cannot be installed:", reason)
        return
    names = {"icepool": icepool, "d": icepool.d, "Die": icepool.Die}
    for line in sys.argv[2].splitlines():
        name, expression = line.split("\t")
        die = icepool.Die([eval(expression, dict(names))])
        odds = {str(total): str(Fraction(count, die.denominator())) for total, count in die.items()}
        print(json.dumps({"name": name, "odds": odds}))


main()
