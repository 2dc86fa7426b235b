#include "CAss.h"
#include "CLinux.h"
#include <stdarg.h>
#include <stdio.h>

bool oriel_ass_open(const char *name, struct oriel_ass *table, char *problem, size_t capacity) {
    const struct oriel_function functions[] = {
#define ENTRY(name) {(void *)&table->name, "ass_" #name},
        ORIEL_ASS_FUNCTIONS(ENTRY)
#undef ENTRY
    };
    return oriel_load_functions(name, functions, sizeof functions / sizeof *functions, problem, capacity);
}

static void format(int level, const char *words, va_list arguments, void *data) {
    char line[512];
    if (vsnprintf(line, sizeof line, words, arguments) < 0) return;
    ((oriel_ass_message *)data)(level, line);
}

void oriel_ass_on_message(const struct oriel_ass *table, ASS_Library *library, oriel_ass_message *handler) {
    table->set_message_cb(library, format, (void *)handler);
}
