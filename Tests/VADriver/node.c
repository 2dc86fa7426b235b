// Makes any character device pass as a render node, for tests on machines without a graphics device.
//
// libva asks libdrm whether a file is a render node, and which kernel driver it has. Loaded before them (LD_PRELOAD, or
// RTLD_GLOBAL), these two functions come before libdrm's of the same names. Nothing of libva is replaced.
#include <stdlib.h>
#include <string.h>

/// libdrm's `drmVersion`, freed by its `drmFreeVersion`.
typedef struct {
    int major, minor, patch_level;
    int name_length;
    char *name;
    int date_length;
    char *date;
    int description_length;
    char *description;
} Version;

int drmGetNodeTypeFromFd(int descriptor);
Version *drmGetVersion(int descriptor);

int drmGetNodeTypeFromFd(int descriptor) {
    const int render = 2; // DRM_NODE_RENDER
    return descriptor < 0 ? -1 : render;
}

Version *drmGetVersion(int descriptor) {
    Version *version = descriptor < 0 ? NULL : calloc(1, sizeof *version);
    if (!version) return NULL;
    version->name = strdup("oriel");
    version->name_length = version->name ? (int)strlen(version->name) : 0;
    return version;
}
