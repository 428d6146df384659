// Reads socket cookies, which come from counters that outlive a run, and uses rare protocols; succeeds if all fail.
// expected: accepted
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>

#define MUST_FAIL(call) \
    if ((call) >= 0) return fputs(#call " worked\n", stderr), 1

int main(void) {
    int ends[2], type;
    unsigned long long cookie;
    socklen_t length = sizeof cookie;
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return fputs("no sockets\n", stderr), 1;
    MUST_FAIL(getsockopt(ends[0], SOL_SOCKET, 57, &cookie, &length));
    MUST_FAIL(getsockopt(ends[0], SOL_SOCKET, 71, &cookie, &length));
    length = sizeof type;
    if (getsockopt(ends[0], SOL_SOCKET, SO_TYPE, &type, &length) != 0) return fputs("no type\n", stderr), 1;
    MUST_FAIL(socket(AF_INET, SOCK_DGRAM, 136));
    MUST_FAIL(socket(AF_INET, SOCK_STREAM, 262));
    MUST_FAIL(socket(AF_INET, SOCK_DGRAM, IPPROTO_ICMP));
    MUST_FAIL(socket(AF_INET, SOCK_SEQPACKET, 132));
    puts("SRSLS");
}
