#define _GNU_SOURCE
#include "CTestIsolation.h"
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Before any test and any library looks: a home folder of its own, and no variable that names the desktop, its bus, its
// sound server, the user's configuration, language or time zone. Children inherit it (`Executable.environment`).

extern char **environ;

void oriel_test_isolation(void) {}

static char home[] = "/tmp/oriel-test-home.XXXXXX";
static pid_t owner;

// Names whose value says how tests are run and where programs and files are; those that end in _ are beginnings. Swift
// Testing tells a child by SWT_ that it is to run a test of a process that ends.
static const char *const kept[] = {
    "PATH", "TMPDIR", "USER", "LOGNAME", "TERM", "CI", "LD_LIBRARY_PATH", "ORIEL_", "SWIFT_", "SWIFTPM_", "SWT_",
    "LLVM_", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS",
};

static bool is_kept(const char *entry) {
    size_t length = strcspn(entry, "=");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        size_t size = strlen(kept[i]);
        if (kept[i][size - 1] == '_' ? strncmp(entry, kept[i], size) == 0
                                     : length == size && strncmp(entry, kept[i], size) == 0) {
            return true;
        }
    }
    return false;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    return remove(path);
}

static void remove_home(void) {
    if (getpid() == owner) nftw(home, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

// Programs outside of this repository that the player would run for a medium: tests bring their own. A link to itself
// ends the search in PATH, as if the program were not installed.
static void hide_programs(void) {
    char folder[sizeof home + 8], file[sizeof home + 16];
    snprintf(folder, sizeof folder, "%s/bin", home);
    if (mkdir(folder, 0755) != 0) return;
    snprintf(file, sizeof file, "%s/yt-dlp", folder);
    if (symlink("yt-dlp", file) != 0) return;
    const char *old = getenv("PATH");
    char *path = NULL;
    if (asprintf(&path, "%s:%s", folder, old ? old : "/usr/bin:/bin") < 0) return;
    setenv("PATH", path, 1);
    free(path);
}

__attribute__((constructor)) static void isolate(void) {
    for (char **entry = environ; *entry;) {
        if (is_kept(*entry)) {
            entry++;
            continue;
        }
        char name[256];
        size_t length = strcspn(*entry, "=");
        if (length == 0 || length >= sizeof name) {
            entry++;
            continue;
        }
        memcpy(name, *entry, length);
        name[length] = 0;
        // The list is moved up, so the same place has the next entry.
        unsetenv(name);
    }
    setenv("LANG", "C.UTF-8", 1);
    setenv("TZ", "UTC", 1);
    owner = getpid();
    if (!mkdtemp(home)) return;
    chmod(home, 0755);
    setenv("HOME", home, 1);
    hide_programs();
    atexit(remove_home);
}
