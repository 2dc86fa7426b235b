#include "CAss.h"
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>

bool oriel_ass_open(const char *name, struct oriel_ass *table, char *problem, size_t capacity) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(problem, capacity, "%s", dlerror());
        return false;
    }
    const struct { void *place; const char *name; } functions[] = {
#define ENTRY(name) {(void *)&table->name, "ass_" #name},
        ORIEL_ASS_FUNCTIONS(ENTRY)
#undef ENTRY
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
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

static void format(int level, const char *words, va_list arguments, void *data) {
    char line[512];
    if (vsnprintf(line, sizeof line, words, arguments) < 0) return;
    ((oriel_ass_message *)data)(level, line);
}

void oriel_ass_on_message(const struct oriel_ass *table, ASS_Library *library, oriel_ass_message *handler) {
    table->set_message_cb(library, format, (void *)handler);
}
