#define _GNU_SOURCE
#include "CLinux.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

int oriel_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

void oriel_dmabuf_sync(int fd, bool begins) {
    struct dma_buf_sync sync = { .flags = DMA_BUF_SYNC_READ | (begins ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END) };
    int before = errno;
    while (ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync) < 0 && (errno == EINTR || errno == EAGAIN)) {}
    errno = before;
}

int oriel_peer_credentials(int fd, pid_t *pid, uid_t *uid) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
    *pid = credentials.pid;
    *uid = credentials.uid;
    return 0;
}

int oriel_peer_process(int fd, pid_t pid) {
    int handle = -1;
    socklen_t length = sizeof handle;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &handle, &length) == 0) return handle;
    if (pid <= 0) {
        errno = ESRCH;
        return -1;
    }
    return oriel_pidfd_open(pid);
}

static int address_of(const char *path, struct sockaddr_un *address) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address->sun_path, path);
    return 0;
}

int oriel_bind_path(int fd, const char *path) {
    struct sockaddr_un address;
    if (address_of(path, &address) < 0) return -1;
    return bind(fd, (struct sockaddr *)&address, sizeof address);
}

int oriel_connect_path(int fd, const char *path) {
    struct sockaddr_un address;
    if (address_of(path, &address) < 0) return -1;
    int result;
    do result = connect(fd, (struct sockaddr *)&address, sizeof address);
    while (result < 0 && errno == EINTR);
    return result;
}

int oriel_accept(int fd) {
    int result;
    do result = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    while (result < 0 && errno == EINTR);
    return result;
}

ssize_t oriel_receive(int fd, void *buffer, size_t capacity) {
    ssize_t count;
    do count = recv(fd, buffer, capacity, MSG_TRUNC | MSG_DONTWAIT);
    while (count < 0 && errno == EINTR);
    return count;
}

ssize_t oriel_send(int fd, const void *bytes, size_t count) {
    ssize_t sent;
    do sent = send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    return sent;
}

int oriel_set_thread_name(pthread_t thread, const char *name) { return pthread_setname_np(thread, name); }
int oriel_get_thread_name(char *name) { return pthread_getname_np(pthread_self(), name, 16); }

bool oriel_is_first_thread(void) { return syscall(SYS_gettid) == getpid(); }

// The thread sanitizer knows of no pthread_clockjoin_np, and takes the next thread of that number for the former one.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define ORIEL_NO_CLOCKJOIN
#endif
#endif

int oriel_join_thread(pthread_t thread, int64_t deadline) {
#if defined(__GLIBC__) && !defined(ORIEL_NO_CLOCKJOIN)
    struct timespec time = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000};
    return pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &time);
#else
    struct timespec now, time;
    clock_gettime(CLOCK_MONOTONIC, &now);
    clock_gettime(CLOCK_REALTIME, &time);
    int64_t end = time.tv_nsec + deadline - (now.tv_sec * INT64_C(1000000000) + now.tv_nsec);
    time.tv_sec += end > 0 ? end / 1000000000 : 0;
    time.tv_nsec = end > 0 ? end % 1000000000 : 0;
    return pthread_timedjoin_np(thread, NULL, &time);
#endif
}

bool oriel_is_dmabuf(int fd) {
    struct statfs system;
    return fstatfs(fd, &system) == 0 && system.f_type == 0x444d4142;  // DMA_BUF_MAGIC
}

int oriel_memfd_create(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

void oriel_bound_heap(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
    // Memory that decoders free and allocate again at each seek comes from the heap: new mappings would be cleared page
    // by page.
    mallopt(M_MMAP_THRESHOLD, 1024 * 1024);
    mallopt(M_TRIM_THRESHOLD, 8 * 1024 * 1024);
#endif
}

void oriel_trim_heap(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

bool oriel_load_functions(
    const char *name, const struct oriel_function *functions, size_t count, char *problem, size_t capacity) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(problem, capacity, "%s", dlerror());
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        void *found = dlsym(library, functions[i].name);
        if (!found) {
            snprintf(problem, capacity, "%s has no %s", name, functions[i].name);
            dlclose(library);
            return false;
        }
        *(void **)functions[i].place = found;
    }
    return true;
}
