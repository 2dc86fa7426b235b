#define _GNU_SOURCE
#include "CSessionBus.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *library;

static void load(void) {
    const char *names[] = {"libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"};
    for (unsigned i = 0; i < sizeof names / sizeof *names && !library; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    }
}

void *oriel_bus_function(const char *name) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return library ? dlsym(library, name) : NULL;
}

// As <systemd/sd-bus.h> declares them; that header need not be installed.
typedef struct sd_bus_message message;
typedef int handler(message *, void *, void *);

static struct {
    int (*open_user)(oriel_bus **);
    int (*open_system)(oriel_bus **);
    int (*new)(oriel_bus **);
    int (*set_address)(oriel_bus *, const char *);
    int (*set_bus_client)(oriel_bus *, int);
    int (*start)(oriel_bus *);
    oriel_bus *(*close_unref)(oriel_bus *);
    int (*get_fd)(oriel_bus *);
    int (*get_events)(oriel_bus *);
    int (*get_timeout)(oriel_bus *, uint64_t *);
    int (*process)(oriel_bus *, message **);
    int (*match_signal_async)(
        oriel_bus *, void **slot, const char *sender, const char *path, const char *interface, const char *member,
        handler *, handler *installed, void *);
    int (*call_async)(oriel_bus *, void **slot, message *, handler *, void *, uint64_t);
    int (*new_method_call)(oriel_bus *, message **, const char *, const char *, const char *, const char *);
    int (*append_basic)(message *, char, const void *);
    int (*open_container)(message *, char, const char *);
    int (*close_container)(message *);
    int (*enter_container)(message *, char, const char *);
    int (*exit_container)(message *);
    int (*peek_type)(message *, char *, const char **);
    int (*read_basic)(message *, char, void *);
    int (*skip)(message *, const char *);
    int (*get_errno)(message *);
    message *(*unref)(message *);
} sd;
static bool isComplete;

static void resolve(void) {
    const struct { void **place; const char *name; } functions[] = {
        {(void **)&sd.open_user, "sd_bus_open_user"},
        {(void **)&sd.open_system, "sd_bus_open_system"},
        {(void **)&sd.new, "sd_bus_new"},
        {(void **)&sd.set_address, "sd_bus_set_address"},
        {(void **)&sd.set_bus_client, "sd_bus_set_bus_client"},
        {(void **)&sd.start, "sd_bus_start"},
        {(void **)&sd.close_unref, "sd_bus_close_unref"},
        {(void **)&sd.get_fd, "sd_bus_get_fd"},
        {(void **)&sd.get_events, "sd_bus_get_events"},
        {(void **)&sd.get_timeout, "sd_bus_get_timeout"},
        {(void **)&sd.process, "sd_bus_process"},
        {(void **)&sd.match_signal_async, "sd_bus_match_signal_async"},
        {(void **)&sd.call_async, "sd_bus_call_async"},
        {(void **)&sd.new_method_call, "sd_bus_message_new_method_call"},
        {(void **)&sd.append_basic, "sd_bus_message_append_basic"},
        {(void **)&sd.open_container, "sd_bus_message_open_container"},
        {(void **)&sd.close_container, "sd_bus_message_close_container"},
        {(void **)&sd.enter_container, "sd_bus_message_enter_container"},
        {(void **)&sd.exit_container, "sd_bus_message_exit_container"},
        {(void **)&sd.peek_type, "sd_bus_message_peek_type"},
        {(void **)&sd.read_basic, "sd_bus_message_read_basic"},
        {(void **)&sd.skip, "sd_bus_message_skip"},
        {(void **)&sd.get_errno, "sd_bus_message_get_errno"},
        {(void **)&sd.unref, "sd_bus_message_unref"},
    };
    isComplete = true;
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
        *functions[i].place = oriel_bus_function(functions[i].name);
        isComplete = isComplete && *functions[i].place;
    }
}

static bool is_available(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, resolve);
    return isComplete;
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

int oriel_bus_process(oriel_bus *bus) { return sd.process(bus, NULL); }

// Settings

struct watch {
    oriel_setting_handler *changed;
    oriel_settings_handler *answered;
    void *context;
};

/// Reads a variant, in whatever variants it is wrapped. Positive if `text` has it, 0 if it is of no use.
static int read_variant(message *m, char *text, size_t size, const char **value) {
    const char *contents;
    int result = sd.peek_type(m, NULL, &contents);
    if (result <= 0) return -EBADMSG;
    if ((result = sd.enter_container(m, 'v', contents)) <= 0) return result < 0 ? result : -EBADMSG;
    union { uint8_t y; int b; int16_t n; uint16_t q; int32_t i; uint32_t u; int64_t x; uint64_t t; double d; const char *s; } v;
    int found = 1;
    *value = text;
    char type = contents[0] && !contents[1] ? contents[0] : 0;
    if (type == 'v') {
        if ((found = read_variant(m, text, size, value)) < 0) return found;
    } else if (type && __builtin_strchr("ybnqiuxtds", type)) {
        if ((result = sd.read_basic(m, type, &v)) < 0) return result;
        switch (type) {
        case 'y': snprintf(text, size, "%u", v.y); break;
        case 'b': snprintf(text, size, "%d", v.b != 0); break;
        case 'n': snprintf(text, size, "%d", v.n); break;
        case 'q': snprintf(text, size, "%u", v.q); break;
        case 'i': snprintf(text, size, "%d", v.i); break;
        case 'u': snprintf(text, size, "%u", v.u); break;
        case 'x': snprintf(text, size, "%lld", (long long)v.x); break;
        case 't': snprintf(text, size, "%llu", (unsigned long long)v.t); break;
        case 'd': snprintf(text, size, "%.6f", v.d); break;
        case 's': *value = v.s; break;
        }
    } else {
        found = 0;
        if ((result = sd.skip(m, contents)) < 0) return result;
    }
    if ((result = sd.exit_container(m)) < 0) return result;
    return found;
}

static int read_setting(message *m, struct watch *watch, const char *space) {
    const char *key, *value;
    char text[32];
    int result = sd.read_basic(m, 's', &key);
    if (result <= 0) return result < 0 ? result : -EBADMSG;
    if ((result = read_variant(m, text, sizeof text, &value)) < 0) return result;
    if (result > 0) watch->changed(watch->context, space, key, value);
    return 0;
}

/// `a{sa{sv}}`: namespaces, each with its keys.
static int read_all(message *m, struct watch *watch) {
    int result = sd.enter_container(m, 'a', "{sa{sv}}");
    if (result < 0) return result;
    while ((result = sd.enter_container(m, 'e', "sa{sv}")) > 0) {
        const char *space;
        if ((result = sd.read_basic(m, 's', &space)) < 0) return result;
        if ((result = sd.enter_container(m, 'a', "{sv}")) < 0) return result;
        while ((result = sd.enter_container(m, 'e', "sv")) > 0) {
            if ((result = read_setting(m, watch, space)) < 0) return result;
            if ((result = sd.exit_container(m)) < 0) return result;
        }
        if (result < 0 || (result = sd.exit_container(m)) < 0 || (result = sd.exit_container(m)) < 0) return result;
    }
    return result;
}

static int all_came(message *m, void *data, void *error) {
    (void)error;
    struct watch *watch = data;
    int failure = sd.get_errno(m);
    failure = failure ? -failure : read_all(m, watch);
    watch->answered(watch->context, failure < 0 ? failure : 0);
    return 1;
}

static int one_changed(message *m, void *data, void *error) {
    (void)error;
    const char *space;
    if (sd.read_basic(m, 's', &space) > 0) read_setting(m, data, space);
    return 0;
}

/// The bus says no more about a match that it could not make.
static int match_made(message *m, void *data, void *error) {
    (void)m;
    (void)data;
    (void)error;
    return 0;
}

#define PORTAL "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define PORTAL_SETTINGS "org.freedesktop.portal.Settings"

int oriel_bus_watch_settings(
    oriel_bus *bus, const char *const *spaces, int count, oriel_setting_handler *changed,
    oriel_settings_handler *answered, void *context) {
    // Lives as long as the process: a bus has one, and its last handler may run while the bus closes.
    struct watch *watch = malloc(sizeof *watch);
    if (!watch) return -ENOMEM;
    *watch = (struct watch){changed, answered, context};
    message *call = NULL;
    int result = sd.match_signal_async(
        bus, NULL, PORTAL, PORTAL_PATH, PORTAL_SETTINGS, "SettingChanged", one_changed, match_made, watch);
    if (result >= 0) result = sd.new_method_call(bus, &call, PORTAL, PORTAL_PATH, PORTAL_SETTINGS, "ReadAll");
    if (result >= 0) result = sd.open_container(call, 'a', "s");
    for (int i = 0; i < count && result >= 0; i++) result = sd.append_basic(call, 's', spaces[i]);
    if (result >= 0) result = sd.close_container(call);
    if (result >= 0) result = sd.call_async(bus, NULL, call, all_came, watch, 0);
    if (call) sd.unref(call);
    return result < 0 ? result : 0;
}

// The lock

struct lock_watch {
    oriel_bus *bus;
    oriel_lock_handler *handler;
    void *context;
};

#define LOGIN "org.freedesktop.login1"
#define LOGIN_SESSION "org.freedesktop.login1.Session"
#define PROPERTIES "org.freedesktop.DBus.Properties"

/// A variant with a boolean in it, or whatever else, which is of no use.
static int read_lock(message *m, struct lock_watch *watch) {
    char text[32];
    const char *value;
    int result = read_variant(m, text, sizeof text, &value);
    if (result > 0 && value == text) watch->handler(watch->context, text[0] == '1');
    return result;
}

static int lock_came(message *m, void *data, void *error) {
    (void)error;
    struct lock_watch *watch = data;
    int failure = sd.get_errno(m);
    if (!failure) failure = -read_lock(m, watch);
    if (failure > 0) watch->handler(watch->context, -failure);
    return 1;
}

/// `sa{sv}as`: an interface, what it has now, and what has to be asked for.
static int lock_changed(message *m, void *data, void *error) {
    (void)error;
    const char *interface, *name;
    if (sd.read_basic(m, 's', &interface) <= 0 || __builtin_strcmp(interface, LOGIN_SESSION)) return 0;
    if (sd.enter_container(m, 'a', "{sv}") <= 0) return 0;
    while (sd.enter_container(m, 'e', "sv") > 0) {
        if (sd.read_basic(m, 's', &name) <= 0) return 0;
        int result = __builtin_strcmp(name, "LockedHint") ? sd.skip(m, "v") : read_lock(m, data);
        if (result < 0 || sd.exit_container(m) < 0) return 0;
    }
    return 0;
}

static int session_came(message *m, void *data, void *error) {
    (void)error;
    struct lock_watch *watch = data;
    const char *path;
    message *call = NULL;
    int result = -sd.get_errno(m);
    if (!result && (result = sd.read_basic(m, 'o', &path)) == 0) result = -EBADMSG;
    if (result >= 0) {
        result = sd.match_signal_async(
            watch->bus, NULL, LOGIN, path, PROPERTIES, "PropertiesChanged", lock_changed, match_made, watch);
    }
    if (result >= 0) result = sd.new_method_call(watch->bus, &call, LOGIN, path, PROPERTIES, "Get");
    const char *interface = LOGIN_SESSION, *property = "LockedHint";
    if (result >= 0) result = sd.append_basic(call, 's', interface);
    if (result >= 0) result = sd.append_basic(call, 's', property);
    if (result >= 0) result = sd.call_async(watch->bus, NULL, call, lock_came, watch, 0);
    if (call) sd.unref(call);
    if (result < 0) watch->handler(watch->context, result);
    return 1;
}

int oriel_bus_watch_lock(oriel_bus *bus, const char *session, oriel_lock_handler *handler, void *context) {
    // Lives as long as the process, as the watch of settings does.
    struct lock_watch *watch = malloc(sizeof *watch);
    if (!watch) return -ENOMEM;
    *watch = (struct lock_watch){bus, handler, context};
    message *call = NULL;
    int result = sd.new_method_call(bus, &call, LOGIN, "/org/freedesktop/login1", LOGIN ".Manager", "GetSession");
    if (result >= 0) result = sd.append_basic(call, 's', session);
    if (result >= 0) result = sd.call_async(bus, NULL, call, session_came, watch, 0);
    if (call) sd.unref(call);
    return result < 0 ? result : 0;
}
