#include "CPulse.h"
#include <dlfcn.h>
#include <stdio.h>

bool oriel_pulse_open(const char *name, struct oriel_pulse *table, char *problem, size_t capacity) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(problem, capacity, "%s", dlerror());
        return false;
    }
    const struct { void *place; const char *name; } functions[] = {
#define ENTRY(name) {(void *)&table->name, "pa_" #name},
        ORIEL_PULSE_FUNCTIONS(ENTRY)
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
