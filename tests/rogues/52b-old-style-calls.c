// Makes obsolete and very recent system calls; succeeds if all fail with ENOSYS.
// expected: accepted
#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    int numbers[] = {SYS_uselib, SYS_ustat, SYS_sysfs, SYS_modify_ldt, SYS_iopl, SYS_acct, SYS_swapon, SYS_mbind,
                     SYS_clone3, SYS_memfd_create, SYS_setxattr, SYS_process_madvise, SYS_seccomp, 999};
    for (unsigned at = 0; at < sizeof numbers / sizeof *numbers; at++) {
        errno = 0;
        if (syscall(numbers[at], 0, 0, 0, 0, 0, 0) != -1 || errno != ENOSYS)
            return fprintf(stderr, "call %d gives %d\n", numbers[at], errno), 1;
    }
    puts("SRSLS");
}
