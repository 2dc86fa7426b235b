#include "CSessionBus.h"
#include "CLinux.h"
#include <pthread.h>

#if __has_include(<systemd/sd-bus.h>)
#include <systemd/sd-bus.h>
#define SAME(result, member, function, parameters) \
    _Static_assert( \
        __builtin_types_compatible_p(__typeof__(*((struct oriel_sd *)0)->member), __typeof__(function)), #function);
ORIEL_SD_FUNCTIONS(SAME)
#undef SAME
_Static_assert(
    __builtin_types_compatible_p(
        __typeof__(sd_bus_add_filter), int(sd_bus *, sd_bus_slot **, sd_bus_message_handler_t, void *)),
    "sd_bus_add_filter");
_Static_assert(
    __builtin_types_compatible_p(sd_bus_message_handler_t, int (*)(sd_bus_message *, void *, sd_bus_error *)),
    "sd_bus_message_handler_t");
_Static_assert(
    __builtin_types_compatible_p(
        __typeof__(sd_bus_reply_method_error), int(sd_bus_message *, const sd_bus_error *)),
    "sd_bus_reply_method_error");
_Static_assert(sizeof(struct oriel_bus_error) == sizeof(sd_bus_error), "sd_bus_error");
_Static_assert(
    ORIEL_MESSAGE_CALL == SD_BUS_MESSAGE_METHOD_CALL && ORIEL_MESSAGE_ANSWER == SD_BUS_MESSAGE_METHOD_RETURN
        && ORIEL_MESSAGE_FAILURE == SD_BUS_MESSAGE_METHOD_ERROR && ORIEL_MESSAGE_SIGNAL == SD_BUS_MESSAGE_SIGNAL,
    "types of messages");
#endif

static struct oriel_sd table;

const struct oriel_sd *oriel_sd(void) { return &table; }

bool oriel_sd_open(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool is_open;
    const struct oriel_function functions[] = {
#define ENTRY(result, member, function, parameters) {(void *)&table.member, #function},
        ORIEL_SD_FUNCTIONS(ENTRY) ORIEL_SD_UNTYPED(ENTRY)
#undef ENTRY
    };
    const char *names[] = {"libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"};
    char problem[256];
    pthread_mutex_lock(&lock);
    // A failure, which a lack of descriptors or memory may be, is tried again by the next call.
    for (unsigned i = 0; i < sizeof names / sizeof *names && !is_open; i++) {
        is_open = oriel_load_functions(
            names[i], functions, sizeof functions / sizeof *functions, problem, sizeof problem);
    }
    bool result = is_open;
    pthread_mutex_unlock(&lock);
    return result;
}
