#include "CPulse.h"
#include "CLinux.h"

bool oriel_pulse_open(const char *name, struct oriel_pulse *table, char *problem, size_t capacity) {
    const struct oriel_function functions[] = {
#define ENTRY(name) {(void *)&table->name, "pa_" #name},
        ORIEL_PULSE_FUNCTIONS(ENTRY)
#undef ENTRY
    };
    return oriel_load_functions(name, functions, sizeof functions / sizeof *functions, problem, capacity);
}
