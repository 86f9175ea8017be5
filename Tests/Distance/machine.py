"""A simulated machine on the network, with an ordinary account."""

import os
import pathlib
import subprocess

from trouble import Trouble

PATH = "/srv/bin:/usr/bin:/bin"


class Machine:
    """A network namespace, and an account with a private home."""

    def __init__(self, account):
        self.account = account
        self.home = pathlib.Path("/home", account)
        subprocess.run(["useradd", "--create-home", "--shell", "/bin/bash", "--password", "*", account], check=True)
        self.home.chmod(0o700)
        script = "ip link set lo up && echo ready && exec sleep infinity"
        self.keeper = subprocess.Popen(["unshare", "--net", "sh", "-c", script], stdout=subprocess.PIPE)
        if self.keeper.stdout.readline() != b"ready\n":
            raise Trouble("there is no network namespace")

    def inside(self, *words):
        """Returns the command line that runs these words there as root."""
        return ["nsenter", f"--net=/proc/{self.keeper.pid}/ns/net", *words]

    def as_account(self, *words):
        """Returns the command line that runs these words there as the account."""
        environment = [f"PATH={PATH}", f"HOME={self.home}", "LANG=C.UTF-8", "TERM=xterm"]
        user = ["setpriv", f"--reuid={self.account}", f"--regid={self.account}", "--init-groups"]
        return self.inside(*user, "env", "-i", f"--chdir={self.home}", *environment, *words)

    def run(self, *words):
        """Returns the output of the account's command."""
        done = subprocess.run(self.as_account(*words), capture_output=True, text=True)
        if done.returncode:
            raise Trouble(f"{' '.join(words)}: {done.stderr}")
        return done.stdout

    def write(self, name, text):
        """Creates a file in the account's home."""
        file = self.home / name
        file.parent.mkdir(mode=0o700, exist_ok=True)
        file.write_text(text)
        for path in (file.parent, file):
            os.chown(path, self.home.stat().st_uid, self.home.stat().st_gid)

    def adopt(self, interface, address, peer):
        """Moves an interface into the namespace, as the route to its peer and the default route."""
        subprocess.run(["ip", "link", "set", interface, "netns", str(self.keeper.pid)], check=True)
        for words in (
            f"address add {address} peer {peer} dev {interface}",
            f"link set {interface} up",
            f"route add default via {peer} src {address}",
        ):
            subprocess.run(self.inside("ip", *words.split()), check=True)
