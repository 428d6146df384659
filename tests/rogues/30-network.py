# Connects to a server on this machine, to others, and to an abstract Unix socket; succeeds if none can be reached.
# expected: accepted
import socket
import sys


def attempt(what, family, kind, address):
    try:
        with socket.socket(family, kind) as talk:
            talk.settimeout(0.2)
            talk.connect(address)
            if kind == socket.SOCK_DGRAM and family != socket.AF_UNIX:
                talk.send(b"rogue")
    except OSError:
        return
    sys.exit(f"{what} can be reached")


attempt("the loopback", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", int("@PORT@")))
attempt("the loopback by IPv6", socket.AF_INET6, socket.SOCK_STREAM, ("::1", int("@PORT@")))
attempt("the loopback by UDP", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", int("@PORT@")))
attempt("the Internet", socket.AF_INET, socket.SOCK_STREAM, ("1.1.1.1", 53))
attempt("the Internet by UDP", socket.AF_INET, socket.SOCK_DGRAM, ("8.8.8.8", 53))
attempt("an abstract socket", socket.AF_UNIX, socket.SOCK_STREAM, b"\0rogue-@PORT@")
attempt("the system bus", socket.AF_UNIX, socket.SOCK_STREAM, "/run/dbus/system_bus_socket")
attempt("a container engine", socket.AF_UNIX, socket.SOCK_STREAM, "/var/run/docker.sock")
for family, kind, protocol in [
    (socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
    (socket.AF_PACKET, socket.SOCK_RAW, 0),
    (socket.AF_NETLINK, socket.SOCK_RAW, 0),
]:
    try:
        socket.socket(family, kind, protocol)
    except OSError:
        continue
    sys.exit(f"a socket of family {family} can be created")
print("SRSLS")
