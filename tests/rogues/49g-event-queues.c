// Creates as many epoll watches, queued signals and timers as possible; succeeds if their numbers are small.
// expected: accepted
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    int queues[4096], watched[4096], count = 0, files = 0;
    while (files < 128 && (watched[files] = dup(1)) >= 0) files++;
    while (count < 4096 && (queues[count] = epoll_create1(0)) >= 0) count++;
    long watches = 0;
    int ends[2] = {queues[0], 0};
    (void)ends;
    for (int queue = 0; queue < count; queue++)
        for (int file = 0; file < files; file++) {
            struct epoll_event event = {.events = EPOLLIN};
            watches += epoll_ctl(queues[queue], EPOLL_CTL_ADD, watched[file], &event) == 0;
        }
    if (watches > 20000) return fprintf(stderr, "%ld watches\n", watches), 1;
    if (inotify_init() >= 0) return fputs("inotify\n", stderr), 1;
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, 0);
    int signals = 0, timers = 0;
    while (signals < 100000 && sigqueue(getpid(), SIGRTMIN, (union sigval){0}) == 0) signals++;
    if (signals > 2000) return fprintf(stderr, "%d signals\n", signals), 1;
    timer_t timer;
    while (timers < 100000 && timer_create(CLOCK_REALTIME, 0, &timer) == 0) timers++;
    if (timers > 2000) return fprintf(stderr, "%d timers\n", timers), 1;
    puts("SRSLS");
}
