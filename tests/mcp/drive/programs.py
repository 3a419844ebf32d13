"""Our programs and the peers', where the installation has put them."""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
INSTALLED = HERE / ".installed"
MODULES = INSTALLED / "node" / "node_modules"
PYTHON = INSTALLED / "python" / "bin"
PROGRAMS = Path(os.environ["LOOPD_TOOLS_EXAMPLES"])

# Peers get the system's tools and their own, and nothing of this process's secrets. No one of them
# has any business beyond this machine: a proxy that does not exist holds them to it.
NOWHERE = "http://127.0.0.1:9"
ENVIRONMENT = {
    "PATH": os.pathsep.join([str(INSTALLED / "node" / "bin"), str(PYTHON), "/usr/bin", "/bin"]),
    "HOME": str(INSTALLED / "home"),
    "HTTP_PROXY": NOWHERE,
    "HTTPS_PROXY": NOWHERE,
    "NO_PROXY": "127.0.0.1,localhost",
    "LANG": "C.UTF-8",
}


def node(package, *path):
    """A script of a package of npm, as a command."""
    return [str(INSTALLED / "node" / "bin" / "node"), str(MODULES.joinpath(package, *path))]


def run(command, timeout, **options):
    """Runs a command to its end; what it printed, and its code."""
    done = subprocess.run(
        command,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
        **options,
    )
    return done.stdout, done.returncode


@contextmanager
def serving(*command):
    """A program of ours that serves over HTTP: its address. It must end well."""
    program = subprocess.Popen(
        [str(PROGRAMS / command[0]), *command[1:]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        url = program.stdout.readline().strip()
        if not url.startswith("http://127.0.0.1:"):
            sys.exit(f"{command[0]} serves at {url!r}, which is not this machine")
        yield url
    finally:
        # It serves as long as its standard input is open.
        program.stdin.close()
        try:
            code = program.wait(timeout=30)
        except subprocess.TimeoutExpired:
            program.kill()
            sys.exit(f"{command[0]} does not end with its standard input")
    if code != 0:
        sys.exit(f"{command[0]} ended with {code}")
