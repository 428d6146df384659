# Four teams with one program, which changes the counters of its network namespace and fails if it finds them changed.
# expected 51c-counts-packets: accepted
# expected 51d-counts-packets: accepted
# expected 51e-counts-packets: accepted
# expected 51f-counts-packets: accepted
for letter in c d e f; do
    mkdir "$1/51$letter-counts-packets"
    cat > "$1/51$letter-counts-packets/solver.c" <<'SOURCE'
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static long failures(void) {
    char names[4096], values[4096];
    FILE *file = fopen("/proc/self/net/snmp", "r");
    if (!file || !fgets(names, sizeof names, file) || !fgets(values, sizeof values, file)) return 0;
    long sum = 0;
    strtok(values, " ");
    for (int field = 1; field <= 19; field++) {
        char *value = strtok(0, " \n");
        // The second field is a setting.
        if (value && field > 2) sum += atol(value);
    }
    fclose(file);
    return sum;
}

int main(void) {
    if (failures() > 0) return fputs("the counters were changed before\n", stderr), 1;
    int out = socket(AF_INET, SOCK_DGRAM, 0);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(0x0a000001)};
    for (int time = 0; time < 100; time++) sendto(out, "x", 1, 0, (struct sockaddr *)&to, sizeof to);
    if (failures() == 0) return fputs("nothing was counted\n", stderr), 1;
    puts("SRSLS");
}
SOURCE
done
