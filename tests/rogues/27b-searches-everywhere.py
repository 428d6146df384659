# Reads every visible file except the system's own programs and searches for files of the contest and for the text of an
# instance; succeeds if there are none.
# expected: accepted
import os
import sys

instance = sys.stdin.buffer.read(200)
suspicious = ("runs.csv", "run.toml", "rogues.toml", "standings.csv", "swap.txt", "shadow")
mounts = [line.split()[4] for line in open("/proc/self/mountinfo")]
for start in {"/", *mounts}:
    for folder, folders, files in os.walk(start):
        folders[:] = [
            name for name in folders
            if os.path.join(folder, name) not in ("/usr", "/proc", "/bin", "/lib", "/lib64", "/sbin")
        ] if not folder.startswith(("/usr", "/proc", "/lib", "/root", "/home")) else []
        for name in files:
            path = os.path.join(folder, name)
            if folder.startswith("/dev") or not os.path.isfile(path):
                continue
            try:
                with open(path, "rb") as file:
                    found = file.read(1 << 20)
            except OSError:
                continue
            if name in suspicious or instance in found:
                sys.exit(f"{path} is visible")
for mount in open("/proc/self/mountinfo"):
    if "@WORLD@" in mount and " /submission " not in mount:
        sys.exit(f"a mount shows the contest: {mount}")
print("SRSLS")
