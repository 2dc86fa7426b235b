#include "CFFmpegLoader.h"
#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/vorbis_parser.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/dict.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/channel_layout.h>
#include <libavutil/pixdesc.h>
#include <libavutil/samplefmt.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/// Library names with the versions of the headers this was compiled with, since other versions have other structs.
static const char *const libraries[] = {
    "libavutil.so." AV_STRINGIFY(LIBAVUTIL_VERSION_MAJOR),
    "libavcodec.so." AV_STRINGIFY(LIBAVCODEC_VERSION_MAJOR),
    "libavformat.so." AV_STRINGIFY(LIBAVFORMAT_VERSION_MAJOR),
    "libswscale.so." AV_STRINGIFY(LIBSWSCALE_VERSION_MAJOR),
    "libswresample.so." AV_STRINGIFY(LIBSWRESAMPLE_VERSION_MAJOR),
};
static const char *const filterLibraries[] = {"libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR)};

// Fails to compile for a function that the headers lack.
#define FUNCTION(name) extern __typeof__(name) name;
#include "functions.h"
#define FUNCTION(name) extern __typeof__(name) name;
#include "filters.h"

#define FUNCTION(name) #name,
static const char *const names[] = {
#include "functions.h"
};
#define FUNCTION(name) #name,
static const char *const filterNames[] = {
#include "filters.h"
};

enum {
    libraryCount = sizeof libraries / sizeof *libraries,
    functionCount = sizeof names / sizeof *names,
    filterLibraryCount = sizeof filterLibraries / sizeof *filterLibraries,
    filterCount = sizeof filterNames / sizeof *filterNames,
};

/// Targets of the trampolines, in the order of `names`; at first, code that calls `oriel_ffmpeg_require`
/// (trampolines.S).
extern __attribute__((visibility("hidden"))) void *oriel_ffmpeg_functions[];
/// The same table for `filterNames`.
extern __attribute__((visibility("hidden"))) void *oriel_avfilter_functions[];

/// Opens all of the libraries and fills a table. False with a problem if that fails; the table is unchanged then.
static bool open_table(
    const char *const *libraries, int libraryCount, const char *const *names, int count, void **table, char *problem,
    size_t size) {
    void *handles[8], *found[256];
    for (int i = 0; i < libraryCount; i++) {
        handles[i] = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
        if (handles[i]) continue;
        snprintf(problem, size, "%s", dlerror());
        return false;
    }
    for (int i = 0; i < count; i++) {
        found[i] = NULL;
        for (int j = 0; j < libraryCount && !found[i]; j++) found[i] = dlsym(handles[j], names[i]);
        if (found[i]) continue;
        snprintf(problem, size, "FFmpeg's libraries are older than what this was built with: no %s", names[i]);
        return false;
    }
    for (int i = 0; i < count; i++) __atomic_store_n(&table[i], found[i], __ATOMIC_RELEASE);
    return true;
}
_Static_assert(libraryCount <= 8 && filterLibraryCount <= 8, "room for the libraries");
_Static_assert(functionCount <= 256 && filterCount <= 256, "room for the functions");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

const char *oriel_ffmpeg_load(void) {
    static bool isOpen;
    static _Thread_local char problem[256];
    pthread_mutex_lock(&lock);
    if (!isOpen)
        isOpen = open_table(
            libraries, libraryCount, names, functionCount, oriel_ffmpeg_functions, problem, sizeof problem);
    const char *reason = isOpen ? NULL : problem;
    pthread_mutex_unlock(&lock);
    return reason;
}

const char *oriel_avfilter_load(void) {
    const char *reason = oriel_ffmpeg_load();
    if (reason) return reason;
    static bool isOpen;
    static _Thread_local char problem[256];
    pthread_mutex_lock(&lock);
    if (!isOpen)
        isOpen = open_table(
            filterLibraries, filterLibraryCount, filterNames, filterCount, oriel_avfilter_functions, problem,
            sizeof problem);
    reason = isOpen ? NULL : problem;
    pthread_mutex_unlock(&lock);
    return reason;
}

/// Opens the libraries for the call of a function through its table entry.
///
/// A failure here is a programmer's error and ends the process: callers of FFmpeg have to check `oriel_ffmpeg_load` or
/// `oriel_avfilter_load` before.
__attribute__((visibility("hidden"))) void oriel_ffmpeg_require(void **entry) {
    int isFilter = entry >= oriel_avfilter_functions && entry < oriel_avfilter_functions + filterCount;
    const char *reason = isFilter ? oriel_avfilter_load() : oriel_ffmpeg_load();
    if (!reason) return;
    fprintf(stderr, "oriel: %s\n", reason);
    abort();
}
