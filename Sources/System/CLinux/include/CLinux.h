// Linux calls, macros and variadic functions that Swift's Glibc overlay does not import.
#pragma once
// No _GNU_SOURCE here: it would change the C library's types for other modules. Code that needs it is in CLinux.c.
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

/// epoll_wait into parallel arrays; repeated if a signal interrupts it.
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
/// Limits the heap with mallopt: one arena, at most 8 MiB free at its end. Does nothing if the C library has no
/// mallopt.
void oriel_bound_heap(void);
/// Calls malloc_trim. Does nothing if the C library has none.
void oriel_trim_heap(void);
static inline int oriel_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

/// Begins or ends CPU reads of a dmabuf (DMA_BUF_IOCTL_SYNC). Does nothing for other descriptors.
void oriel_dmabuf_sync(int fd, bool begins);

/// pipe2 with O_CLOEXEC. Returns 0, or -1 with errno.
int oriel_pipe(int ends[2]);

/// Reads the credentials of a connected Unix socket's peer (SO_PEERCRED). Returns 0, or -1 with errno.
int oriel_peer_credentials(int fd, pid_t *pid, uid_t *uid);
/// A function's name, and the place for its address.
struct oriel_function {
    void *place;
    const char *name;
};
/// Opens the library `name` for good (dlopen) and finds all the functions in it (dlsym). Returns false, with one line
/// in `problem`, if the library or a function is missing. Any thread.
bool oriel_load_functions(
    const char *name, const struct oriel_function *functions, size_t count, char *problem,
    size_t capacity);
/// Waits for a thread until a time of CLOCK_MONOTONIC in nanoseconds (pthread_clockjoin_np). Returns 0, or ETIMEDOUT if
/// the thread runs on.
int oriel_join_thread(pthread_t thread, int64_t deadline);
/// Creates a memory file (memfd_create), close-on-exec and sealable.
int oriel_memfd_create(const char *name);
/// F_GET_SEALS, F_ADD_SEALS and three seals, which Swift can't import.
enum {
    ORIEL_F_ADD_SEALS = 1033, ORIEL_F_GET_SEALS = 1034,
    ORIEL_F_SEAL_SEAL = 1, ORIEL_F_SEAL_SHRINK = 2, ORIEL_F_SEAL_GROW = 4,
};
/// Returns whether a descriptor is a dmabuf, by its file system.
bool oriel_is_dmabuf(int fd);
/// Opens a handle of the peer's process: SO_PEERPIDFD if the kernel has it (safe against reuse of the process ID),
/// otherwise pidfd_open of `pid`. Returns a descriptor, or -1 with errno.
int oriel_peer_process(int fd, pid_t pid);
/// bind and connect to a path; ENAMETOOLONG if it is too long.
int oriel_bind_path(int fd, const char *path);
int oriel_connect_path(int fd, const char *path);
/// accept4, non-blocking and close-on-exec.
int oriel_accept(int fd);
/// recv with MSG_TRUNC, and send with MSG_NOSIGNAL; both with MSG_DONTWAIT and repeated if a signal interrupts them.
ssize_t oriel_receive(int fd, void *buffer, size_t capacity);
ssize_t oriel_send(int fd, const void *bytes, size_t count);
/// pthread_setname_np.
int oriel_set_thread_name(pthread_t thread, const char *name);
/// pthread_getname_np for the calling thread, into 16 bytes.
int oriel_get_thread_name(char *name);

/// Whether the calling thread is the process's first one.
bool oriel_is_first_thread(void);

/// The main dispatch queue's descriptor for another event loop (swift-corelibs-libdispatch; CFRunLoop uses it).
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);
