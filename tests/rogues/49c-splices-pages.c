// Moves pages to pipes and sockets, where they belong to no process; succeeds if that is refused.
// expected: accepted
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
    int pipes[2], sockets[2];
    if (pipe(pipes) || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets)) return 1;
    char *block = aligned_alloc(4096, 65536);
    struct iovec vector = {block, 65536};
    if (vmsplice(pipes[1], &vector, 1, SPLICE_F_GIFT) >= 0) return fputs("vmsplice\n", stderr), 1;
    if (write(pipes[1], block, 4096) != 4096) return 1;
    if (splice(pipes[0], 0, sockets[0], 0, 4096, 0) >= 0) return fputs("splice\n", stderr), 1;
    if (tee(pipes[0], sockets[0], 4096, 0) >= 0) return fputs("tee\n", stderr), 1;
    if (fcntl(pipes[1], F_SETPIPE_SZ, 1 << 20) >= 0) return fputs("a large pipe\n", stderr), 1;
    puts("SRSLS");
}
