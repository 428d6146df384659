// Fills socket buffers in many processes: memory that is charged to no process.
// expected: memory-limit
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    static char block[4096];
    for (int child = 0; child < 20; child++)
        if (fork() == 0) break;
    int ends[2], size = 1 << 20;
    while (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0)
        for (int end = 0; end < 2; end++) {
            setsockopt(ends[end], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
            while (write(ends[end], block, sizeof block) > 0) {
            }
        }
    for (;;) pause();
}
