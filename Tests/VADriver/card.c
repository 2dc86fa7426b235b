// Memory of a graphics device, shared as a dmabuf.
//
// The kernel makes such memory for a device's display node ("dumb buffers") and not for its render node. Debian 12 has
// the declarations only with libdrm's headers, which nothing else here needs; the numbers are the kernel's ABI.
#include "card.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/// struct drm_mode_create_dumb.
typedef struct {
    uint32_t height, width, bits_per_pixel, flags, handle, bytes_per_row;
    uint64_t size;
} Request;

/// struct drm_prime_handle.
typedef struct {
    uint32_t handle, flags;
    int32_t descriptor;
} Sharing;

#define CREATE_DUMB _IOWR('d', 0xb2, Request)
#define HANDLE_TO_DESCRIPTOR _IOWR('d', 0x2d, Sharing)

/// Opens the display node of the device that a node belongs to; -1 if there is none.
static int open_card(int node) {
    struct stat status;
    if (fstat(node, &status) || !S_ISCHR(status.st_mode)) return -1;
    char path[300];
    snprintf(path, sizeof path, "/sys/dev/char/%u:%u/device/drm", major(status.st_rdev), minor(status.st_rdev));
    DIR *folder = opendir(path);
    if (!folder) return -1;
    int card = -1;
    for (struct dirent *entry = readdir(folder); entry && card < 0; entry = readdir(folder)) {
        if (strncmp(entry->d_name, "card", 4)) continue;
        snprintf(path, sizeof path, "/dev/dri/%s", entry->d_name);
        card = open(path, O_RDWR | O_CLOEXEC);
    }
    closedir(folder);
    return card;
}

int oriel_make_buffer(int node, size_t size) {
    int card = open_card(node);
    if (card < 0) return -1;
    Request request = {.width = 4096, .height = (uint32_t)((size + 4095) / 4096), .bits_per_pixel = 8};
    Sharing sharing = {.flags = O_RDWR | O_CLOEXEC, .descriptor = -1};
    int result = ioctl(card, CREATE_DUMB, &request);
    sharing.handle = request.handle;
    if (!result) result = ioctl(card, HANDLE_TO_DESCRIPTOR, &sharing);
    // The dmabuf keeps the memory.
    close(card);
    return result ? -1 : sharing.descriptor;
}
