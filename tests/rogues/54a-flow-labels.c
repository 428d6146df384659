// Leaves an IPv6 flow label, which the next program in the network namespace could read; succeeds if that is refused.
// expected: accepted
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#define IPV6_FLOWLABEL_MGR 32

int main(void) {
    struct {
        char destination[16];
        unsigned label;
        unsigned char action, share;
        unsigned short flags, expires, linger;
        unsigned pad;
    } request = {"HELLO FROM RUN1", htonl(0x12345), 0, 255, 1, 60, 60, 0};
    char found[4096] = "";
    FILE *labels = fopen("/proc/self/net/ip6_flowlabel", "r");
    if (labels && fread(found, 1, sizeof found - 1, labels) > 0 && strstr(found, "12345"))
        return fputs("found a label\n", stderr), 1;
    int end = socket(AF_INET6, SOCK_DGRAM, 0);
    if (setsockopt(end, IPPROTO_IPV6, IPV6_FLOWLABEL_MGR, &request, sizeof request) == 0)
        return fputs("left a label\n", stderr), 1;
    puts("SRSLS");
}
