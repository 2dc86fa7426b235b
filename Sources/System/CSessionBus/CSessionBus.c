#include "CSessionBus.h"
#include "CLinux.h"
#include <pthread.h>

static struct oriel_bus_functions table;

#if __has_include(<systemd/sd-bus.h>)
#include <systemd/sd-bus.h>
// The declarations match the header, where it is installed.
#define SAME(result, member, function, parameters) \
    _Static_assert(__builtin_types_compatible_p(__typeof__(*table.member), __typeof__(function)), #function);
ORIEL_BUS_FUNCTIONS(SAME)
_Static_assert(
    __builtin_types_compatible_p(
        __typeof__(sd_bus_add_filter), int(sd_bus *, sd_bus_slot **, sd_bus_message_handler_t, void *)),
    "sd_bus_add_filter");
_Static_assert(
    __builtin_types_compatible_p(sd_bus_message_handler_t, int (*)(sd_bus_message *, void *, sd_bus_error *)),
    "sd_bus_message_handler_t");
#endif

bool oriel_bus_load(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool is_open;
#define ENTRY(result, member, function, parameters) {(void *)&table.member, #function},
    const struct oriel_function functions[] = {ORIEL_BUS_FUNCTIONS(ENTRY) ORIEL_BUS_OTHER_FUNCTIONS(ENTRY)};
    const char *names[] = {"libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"};
    char problem[256];
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < sizeof names / sizeof *names && !is_open; i++) {
        is_open = oriel_load_functions(
            names[i], functions, sizeof functions / sizeof *functions, problem, sizeof problem);
    }
    bool is_loaded = is_open;
    pthread_mutex_unlock(&lock);
    return is_loaded;
}

const struct oriel_bus_functions *oriel_bus_table(void) { return &table; }

int oriel_bus_fail(oriel_message *call, const char *name) {
    // An sd_bus_error.
    const struct { const char *name, *message; int is_owned; } error = {name, "not possible here", 0};
    return table.reply_method_error(call, &error);
}
