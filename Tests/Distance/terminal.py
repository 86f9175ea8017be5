"""A simulated player at a terminal, who reads and answers dicectl play --plain."""

import os
import pty
import re
import select
import subprocess
import threading
import time

from trouble import Trouble

# In seconds: the time that a person thinks, and the maximum time without an event.
THINKING, PATIENCE = 0.5, 90


class Terminal(threading.Thread):
    """Plays a match to its end: every roll of each turn, then the box with the most points."""

    def __init__(self, name, command):
        super().__init__(daemon=True)
        self.name = name
        self.lines = []
        self.waits = []
        self.problem = None
        self.pressed = None
        self.next_key = None
        self.is_over = False
        self.screen, theirs = pty.openpty()
        self.program = subprocess.Popen(["setsid", "--ctty", *command], stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)

    def run(self):
        try:
            rest = ""
            while not self.is_over:
                patience = THINKING if self.next_key else PATIENCE
                if select.select([self.screen], [], [], patience)[0]:
                    *lines, rest = (rest + os.read(self.screen, 65536).decode(errors="replace")).split("\r\n")
                    for line in lines:
                        self.lines.append(f"{time.monotonic():.2f} {self.name}: {line}")
                        self.hear(line)
                elif self.next_key:
                    self.press(self.next_key)
                else:
                    raise Trouble(f"{self.name} has heard nothing for {PATIENCE} s")
        except (OSError, Trouble) as error:
            self.problem = error

    def hear(self, line):
        """Returns the person's next action after a sentence."""
        if re.search("ha(s|ve) won", line):
            self.is_over = True
        elif line.startswith("It is your turn"):
            self.next_key = "r"
        elif line.startswith("No roll is left"):
            self.next_key = "e"
        elif line.startswith("choose a box"):
            self.next_key = "\r"
        elif self.pressed and (line.startswith(f"{self.name} rolled ") or " void" in line):
            self.waits.append(time.monotonic() - self.pressed)
            self.pressed = None
            self.next_key = "r"

    def press(self, key):
        if key == "r":
            self.pressed = time.monotonic()
        self.next_key = None
        os.write(self.screen, key.encode())

    def leave(self):
        os.write(self.screen, b"q")
        self.program.wait(30)
