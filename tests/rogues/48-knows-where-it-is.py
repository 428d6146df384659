# Searches the kernel's information about mounts and control groups for folders of the host.
# expected: accepted
import os, sys

for name in ("mountinfo", "mounts", "mountstats", "cgroup", "environ", "cmdline", "maps"):
    try:
        text = open("/proc/self/" + name, "rb").read().decode(errors="replace")
    except OSError:
        continue
    for word in ("@WORLD@", "results", "judge-"):
        if word in text:
            sys.exit(f"{name} reveals {word}")
sys.exit("the folder has another name") if os.getcwd() != "/submission" else print("SRSLS")
