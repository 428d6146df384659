// Changes its mounts and its root with every system call for that; succeeds if all are refused.
// expected: accepted
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MUST_FAIL(call) \
    if ((call) >= 0) return fputs(#call " worked\n", stderr), 1

int main(void) {
    mkdir("/tmp/inside", 0777);
    MUST_FAIL(chroot("/tmp"));
    MUST_FAIL(chroot("/tmp/inside"));
    MUST_FAIL(mount("none", "/tmp/inside", "tmpfs", 0, 0));
    MUST_FAIL(mount("proc", "/tmp/inside", "proc", 0, 0));
    MUST_FAIL(mount("/", "/tmp/inside", 0, MS_BIND | MS_REC, 0));
    MUST_FAIL(mount(0, "/", 0, MS_REMOUNT, 0));
    MUST_FAIL(mount(0, "/submission", 0, MS_REMOUNT | MS_BIND, 0));
    MUST_FAIL(umount2("/tmp", MNT_DETACH));
    MUST_FAIL(umount2("/proc", MNT_DETACH));
    MUST_FAIL(umount2("/submission", MNT_DETACH));
    MUST_FAIL(syscall(SYS_pivot_root, "/tmp", "/tmp"));
    MUST_FAIL(syscall(SYS_open_tree, AT_FDCWD, "/", 1));
    MUST_FAIL(syscall(SYS_fsopen, "tmpfs", 0));
    MUST_FAIL(syscall(SYS_move_mount, AT_FDCWD, "/tmp", AT_FDCWD, "/usr", 0));
    MUST_FAIL(unshare(CLONE_NEWNS));
    MUST_FAIL(unshare(CLONE_FS | CLONE_NEWNS));
    MUST_FAIL(setns(open("/proc/1/ns/mnt", O_RDONLY), 0));
    MUST_FAIL(setns(open("/proc/self/ns/mnt", O_RDONLY), 0));
    MUST_FAIL(mknod("/tmp/device", S_IFBLK | 0666, 8 << 8));
    struct {
        struct file_handle handle;
        char room[128];
    } place = {.handle.handle_bytes = 128};
    int mount_number;
    MUST_FAIL(name_to_handle_at(AT_FDCWD, "/", &place.handle, &mount_number, 0));
    // The same calls by their x32 numbers.
#ifdef __x86_64__
    MUST_FAIL(syscall(0x40000000 | SYS_chroot, "/tmp"));
    MUST_FAIL(syscall(0x40000000 | SYS_unshare, CLONE_NEWUSER));
#endif
    puts("SRSLS");
}
