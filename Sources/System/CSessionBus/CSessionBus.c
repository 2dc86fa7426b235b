#define _GNU_SOURCE
#include "functions.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *library;

/// Opens the library unless it is open. A failure, which a lack of descriptors or memory may be, is tried again by the
/// next call. Called with the lock held.
static void load(void) {
    const char *names[] = {"libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"};
    for (unsigned i = 0; i < sizeof names / sizeof *names && !library; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    }
}

void *oriel_bus_function(const char *name) {
    pthread_mutex_lock(&lock);
    load();
    void *found = library ? dlsym(library, name) : NULL;
    pthread_mutex_unlock(&lock);
    return found;
}

#define FUNCTIONS(F) \
    F(int, open_user, sd_bus_open_user, (oriel_bus **)) \
    F(int, open_system, sd_bus_open_system, (oriel_bus **)) \
    F(int, new, sd_bus_new, (oriel_bus **)) \
    F(int, set_address, sd_bus_set_address, (oriel_bus *, const char *)) \
    F(int, set_bus_client, sd_bus_set_bus_client, (oriel_bus *, int)) \
    F(int, start, sd_bus_start, (oriel_bus *)) \
    F(oriel_bus *, close_unref, sd_bus_close_unref, (oriel_bus *)) \
    F(int, get_fd, sd_bus_get_fd, (oriel_bus *)) \
    F(int, get_events, sd_bus_get_events, (oriel_bus *)) \
    F(int, queued, sd_bus_get_n_queued_write, (oriel_bus *, uint64_t *)) \
    F(int, get_timeout, sd_bus_get_timeout, (oriel_bus *, uint64_t *)) \
    F(int, process, sd_bus_process, (oriel_bus *, oriel_message **)) \
    F(int, send, sd_bus_send, (oriel_bus *, oriel_message *, uint64_t *)) \
    F(int, new_method_call, sd_bus_message_new_method_call, \
      (oriel_bus *, oriel_message **, const char *, const char *, const char *, const char *)) \
    F(int, new_method_return, sd_bus_message_new_method_return, (oriel_message *, oriel_message **)) \
    F(int, new_signal, sd_bus_message_new_signal, \
      (oriel_bus *, oriel_message **, const char *, const char *, const char *)) \
    F(int, set_auto_start, sd_bus_message_set_auto_start, (oriel_message *, int)) \
    F(int, append_basic, sd_bus_message_append_basic, (oriel_message *, char, const void *)) \
    F(int, open_container, sd_bus_message_open_container, (oriel_message *, char, const char *)) \
    F(int, close_container, sd_bus_message_close_container, (oriel_message *)) \
    F(int, enter_container, sd_bus_message_enter_container, (oriel_message *, char, const char *)) \
    F(int, exit_container, sd_bus_message_exit_container, (oriel_message *)) \
    F(int, peek_type, sd_bus_message_peek_type, (oriel_message *, char *, const char **)) \
    F(int, read_basic, sd_bus_message_read_basic, (oriel_message *, char, void *)) \
    F(int, skip, sd_bus_message_skip, (oriel_message *, const char *)) \
    F(int, get_type, sd_bus_message_get_type, (oriel_message *, uint8_t *)) \
    F(int, get_errno, sd_bus_message_get_errno, (oriel_message *)) \
    F(int, get_reply_cookie, sd_bus_message_get_reply_cookie, (oriel_message *, uint64_t *)) \
    F(const char *, get_sender, sd_bus_message_get_sender, (oriel_message *)) \
    F(const char *, get_destination, sd_bus_message_get_destination, (oriel_message *)) \
    F(const char *, get_path, sd_bus_message_get_path, (oriel_message *)) \
    F(const char *, get_interface, sd_bus_message_get_interface, (oriel_message *)) \
    F(const char *, get_member, sd_bus_message_get_member, (oriel_message *)) \
    F(oriel_message *, unref, sd_bus_message_unref, (oriel_message *))
/// Have an error that is of another type in the header.
#define FILTER(F) \
    F(int, add_filter, sd_bus_add_filter, (oriel_bus *, void **slot, oriel_message_handler *, void *)) \
    F(int, reply_error, sd_bus_reply_method_error, (oriel_message *, const void *))

static struct { FUNCTIONS(ORIEL_SD_MEMBER) FILTER(ORIEL_SD_MEMBER) } sd;

#if __has_include(<systemd/sd-bus.h>)
#include <systemd/sd-bus.h>
FUNCTIONS(ORIEL_SD_SAME)
_Static_assert(
    __builtin_types_compatible_p(
        __typeof__(sd_bus_add_filter), int(sd_bus *, sd_bus_slot **, sd_bus_message_handler_t, void *)),
    "sd_bus_add_filter");
_Static_assert(
    __builtin_types_compatible_p(sd_bus_message_handler_t, int (*)(sd_bus_message *, void *, sd_bus_error *)),
    "sd_bus_message_handler_t");
_Static_assert(
    ORIEL_MESSAGE_CALL == SD_BUS_MESSAGE_METHOD_CALL && ORIEL_MESSAGE_ANSWER == SD_BUS_MESSAGE_METHOD_RETURN
        && ORIEL_MESSAGE_FAILURE == SD_BUS_MESSAGE_METHOD_ERROR && ORIEL_MESSAGE_SIGNAL == SD_BUS_MESSAGE_SIGNAL,
    "kinds of messages");
#endif
static bool isComplete;

bool oriel_sd_resolve(const struct oriel_sd_entry *entries, unsigned count) {
    bool hasAll = true;
    for (unsigned i = 0; i < count; i++) {
        *entries[i].place = oriel_bus_function(entries[i].function);
        hasAll = hasAll && *entries[i].place;
    }
    return hasAll;
}

static bool is_available(void) {
    static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&table);
    const struct oriel_sd_entry entries[] = {FUNCTIONS(ORIEL_SD_ENTRY) FILTER(ORIEL_SD_ENTRY)};
    if (!isComplete) isComplete = oriel_sd_resolve(entries, sizeof entries / sizeof *entries);
    bool isAvailable = isComplete;
    pthread_mutex_unlock(&table);
    return isAvailable;
}

int oriel_bus_open_system(oriel_bus **bus) {
    if (!is_available()) return -ENOSYS;
    int result = sd.open_system(bus);
    return result < 0 ? result : 0;
}

int oriel_bus_open(const char *address, oriel_bus **bus) {
    if (!is_available()) return -ENOSYS;
    if (!address) {
        int result = sd.open_user(bus);
        return result < 0 ? result : 0;
    }
    oriel_bus *made = NULL;
    int result = sd.new(&made);
    if (result >= 0) result = sd.set_address(made, address);
    if (result >= 0) result = sd.set_bus_client(made, 1);
    if (result >= 0) result = sd.start(made);
    if (result >= 0) {
        *bus = made;
        return 0;
    }
    if (made) sd.close_unref(made);
    return result;
}

void oriel_bus_close(oriel_bus *bus) { sd.close_unref(bus); }
int oriel_bus_descriptor(oriel_bus *bus) { return sd.get_fd(bus); }
int oriel_bus_events(oriel_bus *bus) { return sd.get_events(bus); }

uint64_t oriel_bus_deadline(oriel_bus *bus) {
    uint64_t time = UINT64_MAX;
    return sd.get_timeout(bus, &time) < 0 ? UINT64_MAX : time;
}

uint64_t oriel_bus_queued(oriel_bus *bus) {
    uint64_t count = 0;
    return sd.queued(bus, &count) < 0 ? 0 : count;
}

int oriel_bus_process(oriel_bus *bus) { return sd.process(bus, NULL); }

// Messages

int oriel_bus_listen(oriel_bus *bus, oriel_message_handler *handler, void *context) {
    int result = sd.add_filter(bus, NULL, handler, context);
    return result < 0 ? result : 0;
}

int oriel_bus_new_call(
    oriel_bus *bus, oriel_message **call, const char *destination, const char *path, const char *interface,
    const char *member) {
    int result = sd.new_method_call(bus, call, destination, path, interface, member);
    return result < 0 ? result : 0;
}

int oriel_bus_new_reply(oriel_message *call, oriel_message **reply) {
    int result = sd.new_method_return(call, reply);
    return result < 0 ? result : 0;
}

int oriel_bus_fail(oriel_message *call, const char *name) {
    // An sd_bus_error.
    const struct { const char *name, *message; int isOwned; } error = {name, "not possible here", 0};
    return sd.reply_error(call, &error);
}

int oriel_bus_new_signal(
    oriel_bus *bus, oriel_message **made, const char *path, const char *interface, const char *member) {
    int result = sd.new_signal(bus, made, path, interface, member);
    return result < 0 ? result : 0;
}

int oriel_bus_send(oriel_bus *bus, oriel_message *call, uint64_t *cookie) {
    int result = sd.send(bus, call, cookie);
    return result < 0 ? result : 0;
}

void oriel_message_start_nothing(oriel_message *call) { sd.set_auto_start(call, 0); }
int oriel_message_append(oriel_message *m, char type, const void *value) { return sd.append_basic(m, type, value); }
int oriel_message_open(oriel_message *m, char type, const char *contents) {
    return sd.open_container(m, type, contents);
}
int oriel_message_close(oriel_message *m) { return sd.close_container(m); }
void oriel_message_unref(oriel_message *m) { sd.unref(m); }

void oriel_message_read_header(oriel_message *m, struct oriel_message_header *header) {
    uint8_t type = 0;
    uint64_t answers = 0;
    sd.get_type(m, &type);
    if (sd.get_reply_cookie(m, &answers) < 0) answers = 0;
    *header = (struct oriel_message_header){
        .kind = type,
        .failure = type == ORIEL_MESSAGE_FAILURE ? sd.get_errno(m) : 0,
        .answers = answers,
        .sender = sd.get_sender(m),
        .destination = sd.get_destination(m),
        .path = sd.get_path(m),
        .interface = sd.get_interface(m),
        .member = sd.get_member(m),
    };
}

int oriel_message_read(oriel_message *m, char type, void *value) { return sd.read_basic(m, type, value); }
int oriel_message_enter(oriel_message *m, char type, const char *contents) {
    return sd.enter_container(m, type, contents);
}
int oriel_message_exit(oriel_message *m) { return sd.exit_container(m); }
int oriel_message_skip(oriel_message *m, const char *types) { return sd.skip(m, types); }

char oriel_message_peek(oriel_message *m, const char **contents) {
    char type = 0;
    return sd.peek_type(m, &type, contents) > 0 ? type : 0;
}
