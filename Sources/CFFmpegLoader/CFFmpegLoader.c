#include "CFFmpegLoader.h"
#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/dict.h>
#include <libavutil/opt.h>
#include <libavutil/channel_layout.h>
#include <libavutil/pixdesc.h>
#include <libavutil/samplefmt.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/// With the versions whose headers this was compiled with: another one's structs differ.
static const char *const libraries[] = {
    "libavutil.so." AV_STRINGIFY(LIBAVUTIL_VERSION_MAJOR),
    "libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR),
    "libavformat.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR),
    "libswscale.so." AV_STRINGIFY(LIBSWSCALE_VERSION_MAJOR),
    "libswresample.so." AV_STRINGIFY(LIBSWRESAMPLE_VERSION_MAJOR),
};
enum { libraryCount = sizeof libraries / sizeof *libraries };

// A name that the headers lack has no type.
#define FUNCTION(name) extern __typeof__(name) name;
#include "functions.h"

#define FUNCTION(name) #name,
static const char *const names[] = {
#include "functions.h"
};
enum { functionCount = sizeof names / sizeof *names };

/// Where each trampoline jumps to, in the order of `names`; at first to what calls `oriel_ffmpeg_require` (trampolines.S).
extern __attribute__((visibility("hidden"))) void *oriel_ffmpeg_functions[];

static char problem[256];

static void load(void) {
    void *handles[libraryCount], *found[functionCount];
    for (int i = 0; i < libraryCount; i++) {
        handles[i] = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
        if (handles[i]) continue;
        snprintf(problem, sizeof problem, "%s", dlerror());
        return;
    }
    for (int i = 0; i < functionCount; i++) {
        found[i] = NULL;
        for (int j = 0; j < libraryCount && !found[i]; j++) found[i] = dlsym(handles[j], names[i]);
        if (found[i]) continue;
        snprintf(problem, sizeof problem, "FFmpeg's libraries are older than what this was built with: no %s", names[i]);
        return;
    }
    for (int i = 0; i < functionCount; i++) __atomic_store_n(&oriel_ffmpeg_functions[i], found[i], __ATOMIC_RELEASE);
}

const char *oriel_ffmpeg_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return *problem ? problem : NULL;
}

/// For the call of a function before the libraries are open. That they can't be opened is a programmer's error here: who
/// calls FFmpeg has asked `oriel_ffmpeg_load` whether they can.
__attribute__((visibility("hidden"))) void oriel_ffmpeg_require(void) {
    const char *reason = oriel_ffmpeg_load();
    if (!reason) return;
    fprintf(stderr, "oriel: %s\n", reason);
    abort();
}
