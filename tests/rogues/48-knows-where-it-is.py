# Looks for the host's folders in what the kernel tells about mounts and groups.
# expected: accepted
import os, sys

for name in ("mountinfo", "mounts", "mountstats", "cgroup", "environ", "cmdline", "maps"):
    try:
        text = open("/proc/self/" + name, "rb").read().decode(errors="replace")
    except OSError:
        continue
    for word in ("@WORLD@", "results", "judge-"):
        if word in text:
            sys.exit(f"{name} tells of {word}")
sys.exit("the folder has another name") if os.getcwd() != "/submission" else print("SRSLS")
