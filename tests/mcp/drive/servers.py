"""Servers that others wrote: their tools imported and called by our client."""

import re
import shutil
import subprocess

from programs import INSTALLED, PROGRAMS, PYTHON, node, run


def ground():
    """A directory with files, and a repository, for the servers to work in."""
    place = INSTALLED / "ground"
    shutil.rmtree(place, ignore_errors=True)
    repository = place / "repository"
    repository.mkdir(parents=True)
    (place / "note.txt").write_text("a note\n")
    git = ["git", "-C", str(repository), "-c", "user.name=n", "-c", "user.email=n@localhost"]
    subprocess.run([*git, "init", "-q"], check=True)
    (repository / "file.txt").write_text("one\n")
    subprocess.run([*git, "add", "file.txt"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "One"], check=True)
    return place, repository


def alone():
    """What comes before a command so that it reaches no network at all, where that can be had."""
    command = ["unshare", "--map-root-user", "--net"]
    try:
        done = subprocess.run([*command, "true"], capture_output=True, timeout=10)
    except OSError:
        return []
    return command if done.returncode == 0 else []


def main():
    """The numbers of tools that were imported and called well, and that there are."""
    place, repository = ground()
    servers = {
        "everything": [
            "/usr/bin/env",
            "GZIP_ALLOWED_DOMAINS=localhost",
            *node("@modelcontextprotocol/server-everything", "dist", "index.js"),
        ],
        "filesystem": [
            *node("@modelcontextprotocol/server-filesystem", "dist", "index.js"),
            str(place),
        ],
        "time": [str(PYTHON / "mcp-server-time"), "--local-timezone", "UTC"],
        "git": [str(PYTHON / "mcp-server-git"), "--repository", str(repository)],
    }
    called, there, wrong = 0, 0, []
    for name, command in servers.items():
        ours = [*alone(), str(PROGRAMS / "mcp_peer"), "import", f"{name}_", *command]
        output, code = run(ours, 600)
        last = re.search(r"^imported=(\d+) skipped=(\d+) called=(\d+)$", output, re.MULTILINE)
        if code != 0 or last is None:
            wrong.append(f"server {name}: ended with {code}:\n{output}")
            continue
        imported, skipped, well = map(int, last.groups())
        print(f"server {name}: {imported} tools imported, {skipped} skipped, {well} called well")
        called += well
        there += imported + skipped
        if well != imported or skipped:
            wrong.append(f"server {name}:\n{output}")
    return called, there, wrong
