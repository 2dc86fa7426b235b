/* What Glibc's module lacks. Not installed. */
#ifndef ORIEL_THREAD_H
#define ORIEL_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

long syscall(long number, ...);

/* Whether this is the process's first thread. */
static inline bool oriel_is_first_thread(void) { return syscall(SYS_gettid) == getpid(); }

/* Of libdispatch, whose module shows it under another name. */
const char *dispatch_queue_get_label(void *queue);

/* Whether this is what libdispatch takes for the main thread: the one that it was loaded by. */
static inline bool oriel_is_main_queues_thread(void)
{
    const char *label = dispatch_queue_get_label(NULL);
    return label && strcmp(label, "com.apple.main-thread") == 0;
}

#endif
