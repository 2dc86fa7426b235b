// The Linux calls, macros and variadics that Swift's Glibc overlay does not import.
#pragma once
// No _GNU_SOURCE here: it would change the C library's types under other modules; what needs it is in CLinux.c.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/fsuid.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/// epoll_ctl with the 64-bit payload passed by value (struct epoll_event is packed).
static inline int oriel_epoll_ctl(int epoll, int operation, int fd, uint32_t events, uint64_t payload) {
    struct epoll_event event = { .events = events, .data = { .u64 = payload } };
    return epoll_ctl(epoll, operation, fd, &event);
}

/// epoll_wait into parallel arrays, retried when a signal interrupts it.
static inline int oriel_epoll_wait(int epoll, uint32_t *events, uint64_t *payloads, int capacity, int timeout) {
    struct epoll_event ready[64];
    if (capacity > 64) capacity = 64;
    int count;
    do count = epoll_wait(epoll, ready, capacity, timeout);
    while (count < 0 && errno == EINTR);
    for (int i = 0; i < count; i++) {
        events[i] = ready[i].events;
        payloads[i] = ready[i].data.u64;
    }
    return count;
}

static inline int oriel_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int oriel_open_at(int folder, const char *name, int flags, mode_t mode) {
    return openat(folder, name, flags, mode);
}
static inline int oriel_fcntl(int fd, int command, int argument) { return fcntl(fd, command, argument); }
/// mallopt: one arena, up to 8 MiB kept above what is in use until the next trim, where the C library has it.
void oriel_bound_heap(void);
/// malloc_trim, where the C library has it.
void oriel_trim_heap(void);
static inline int oriel_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

/// Begins or ends reading a dmabuf by the processor: DMA_BUF_IOCTL_SYNC. What is none is left alone.
void oriel_dmabuf_sync(int fd, bool begins);

/// pipe2 with O_CLOEXEC. Returns 0 or -1 with errno.
int oriel_pipe(int ends[2]);

/// Credentials of a connected unix socket's peer: SO_PEERCRED. Returns 0 or -1 with errno.
int oriel_peer_credentials(int fd, pid_t *pid, uid_t *uid);
/// Where a function's address is to go, and the function's name.
struct oriel_function {
    void *place;
    const char *name;
};
/// Opens the library `name` for good (dlopen) and finds all of these functions in it (dlsym). False, and one line in
/// `problem`, where it is missing or lacks one. Any thread.
bool oriel_load_functions(
    const char *name, const struct oriel_function *functions, size_t count, char *problem,
    size_t capacity);
/// pthread_clockjoin_np until a time of CLOCK_MONOTONIC, in nanoseconds. Returns 0, or ETIMEDOUT where the thread runs
/// on.
int oriel_join_thread(pthread_t thread, int64_t deadline);
/// memfd_create, close-on-exec, sealable.
int oriel_memfd_create(const char *name);
/// F_GET_SEALS, F_ADD_SEALS and two seals, which Swift can't import.
enum {
    ORIEL_F_ADD_SEALS = 1033, ORIEL_F_GET_SEALS = 1034,
    ORIEL_F_SEAL_SEAL = 1, ORIEL_F_SEAL_SHRINK = 2, ORIEL_F_SEAL_GROW = 4,
};
/// Whether a descriptor is a dmabuf's, by its file system.
bool oriel_is_dmabuf(int fd);
/// A handle of the peer's process: SO_PEERPIDFD where the kernel has it (no reuse of the number can mislead), else
/// pidfd_open of `pid`. Returns a descriptor or -1 with errno.
int oriel_peer_process(int fd, pid_t pid);
/// A non-blocking close-on-exec SOCK_SEQPACKET socket, and a connected pair of them.
int oriel_seqpacket(void);
int oriel_seqpacket_pair(int *first, int *second);
/// bind and connect to a path in the file system; ENAMETOOLONG where it does not fit.
int oriel_bind_path(int fd, const char *path);
int oriel_connect_path(int fd, const char *path);
/// accept4, non-blocking and close-on-exec.
int oriel_accept(int fd);
/// recv with MSG_TRUNC and send with MSG_NOSIGNAL, both MSG_DONTWAIT and retried when a signal interrupts them.
ssize_t oriel_receive(int fd, void *buffer, size_t capacity);
#define ORIEL_RECEIVE_MANY 16
/// recvmmsg without blocking: up to `count` messages, each into the next `capacity` bytes; `sizes` gets their whole
/// sizes, which may be larger, and 0 for the end. Returns how many came, or -1 with errno.
int oriel_receive_many(int fd, void *buffer, size_t capacity, size_t *sizes, int count);
ssize_t oriel_send(int fd, const void *bytes, size_t count);
/// pthread_setname_np on the calling thread.
int oriel_set_thread_name(const char *name);
/// pthread_getname_np of the calling thread, into 16 bytes.
int oriel_get_thread_name(char *name);

/// The main dispatch queue as a descriptor for a foreign loop (swift-corelibs-libdispatch, used by CFRunLoop).
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);
