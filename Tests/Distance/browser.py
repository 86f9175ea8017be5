"""A simulated player in a browser, who uses the buttons of the page."""

import json
import os
import subprocess
import threading
import time

from terminal import PATIENCE, THINKING
from trouble import Trouble

PERSON = """
(async () => {
    const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
    const at = (id) => document.getElementById(id);
    const until = async (what, condition) => {
        const began = Date.now();
        while (!condition()) {
            await pause(0.02);
            if (Date.now() - began > 1000 * PATIENCE) throw new Error(`${what}: ${document.body.innerText}`);
        }
    };
    const isOver = () => at("outcome").className === "over";
    const mayRoll = () => at("roll").ariaDisabled === "false";
    const mayEnd = () => document.querySelector("#sheet .option[aria-disabled=false]");
    const moves = () => document.querySelector("#dice .moving");
    const count = () => at("facts").textContent.match(/Roll \\d+/)?.[0];
    const isVoid = () => at("notice").textContent.includes(" void");
    const waits = [];
    for (;;) {
        await until("it is never this person's turn", () => isOver() || mayRoll() || mayEnd());
        if (isOver()) return waits;
        await pause(THINKING);
        if (mayRoll()) {
            const began = Date.now(), before = count();
            at("roll").click();
            // Of dice that are late nobody sees that they move.
            await until("a roll has not ended", () => (count() !== before || isVoid()) && !moves());
            waits.push((Date.now() - began) / 1000);
        } else {
            at("end").click();
            document.activeElement.click();
            await until("a turn has not ended", () => isOver() || !mayEnd());
        }
    }
})()
"""


class Browser(threading.Thread):
    """Opens the page and plays a match to its end, like a `Terminal`."""

    def __init__(self, name, machine, link):
        super().__init__(daemon=True)
        self.name = name
        self.link = link
        self.lines = []
        self.waits = []
        self.problem = None
        self.last = 0
        self.session = None
        (theirs, self.commands), (answers, theirs_too) = os.pipe(), os.pipe()
        self.answers = os.fdopen(answers, "rb")
        # The browser reads commands from descriptor 3 and answers on 4.
        script = f'exec chromium "$@" 3<&{theirs} 4>&{theirs_too}'
        options = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
            f"--user-data-dir={machine.home}/chromium", "about:blank",
        ]
        self.program = subprocess.Popen(
            machine.as_account("bash", "-c", script, "bash", *options), pass_fds=(theirs, theirs_too),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs)
        os.close(theirs_too)

    def call(self, method, **params):
        """Returns the result of a command of the DevTools protocol."""
        self.last += 1
        command = {"id": self.last, "method": method, "params": params}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        while True:
            answer = json.loads(self.message())
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise Trouble(f"{method}: {answer['error']}")
                return answer["result"]

    def message(self):
        bytes = bytearray()
        while (byte := self.answers.read(1)) != b"\0":
            if not byte:
                raise Trouble("the browser has ended")
            bytes += byte
        return bytes

    def value(self, expression):
        """Evaluates an expression in the page, and awaits a promise."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise Trouble(result["exceptionDetails"]["exception"].get("description"))
        return result["result"].get("value")

    def run(self):
        try:
            target = self.call("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
            self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            self.call("Page.enable")
            # Three-dimensional dice are slow if only the processor draws them.
            self.call("Page.addScriptToEvaluateOnNewDocument", source="sessionStorage.setItem('flat', '9e15')")
            self.call("Page.navigate", url=self.link)
            end = time.monotonic() + PATIENCE
            while not self.value("!!document.querySelector('#dice .die')"):
                if time.monotonic() > end:
                    raise Trouble("the page shows no dice: " + self.value("document.body?.innerText ?? ''"))
                time.sleep(0.05)
            self.waits = self.value(PERSON.replace("PATIENCE", str(PATIENCE)).replace("THINKING", str(THINKING)))
        except (OSError, Trouble) as error:
            self.problem = error

    def leave(self):
        self.program.terminate()
        self.program.wait(30)
