#include "CSessionBus.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// As <systemd/sd-bus.h> declares them; that header need not be installed.
typedef struct sd_bus_message message;
typedef int handler(message *, void *, void *);

#define PORTAL "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"

static struct {
    int (*match_signal_async)(
        oriel_bus *, void **slot, const char *sender, const char *path, const char *interface, const char *member,
        handler *, handler *installed, void *);
    int (*new_method_call)(oriel_bus *, message **, const char *, const char *, const char *, const char *);
    int (*append)(message *, const char *, ...);
    int (*call_async)(oriel_bus *, void **slot, message *, handler *, void *, uint64_t);
    int (*enter_container)(message *, char, const char *);
    int (*exit_container)(message *);
    int (*read_basic)(message *, char, void *);
    int (*skip)(message *, const char *);
    int (*get_errno)(message *);
    message *(*unref)(message *);
} sd;

static bool resolve(void) {
    const struct { void **place; const char *name; } functions[] = {
        {(void **)&sd.match_signal_async, "sd_bus_match_signal_async"},
        {(void **)&sd.new_method_call, "sd_bus_message_new_method_call"},
        {(void **)&sd.append, "sd_bus_message_append"},
        {(void **)&sd.call_async, "sd_bus_call_async"},
        {(void **)&sd.enter_container, "sd_bus_message_enter_container"},
        {(void **)&sd.exit_container, "sd_bus_message_exit_container"},
        {(void **)&sd.read_basic, "sd_bus_message_read_basic"},
        {(void **)&sd.skip, "sd_bus_message_skip"},
        {(void **)&sd.get_errno, "sd_bus_message_get_errno"},
        {(void **)&sd.unref, "sd_bus_message_unref"},
    };
    bool isComplete = true;
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
        *functions[i].place = oriel_bus_function(functions[i].name);
        isComplete = isComplete && *functions[i].place;
    }
    return isComplete;
}

struct question {
    oriel_file_handler *chosen;
    oriel_settings_handler *answered;
    void *context;
    bool isOver;
};

static void finish(struct question *question, int failure) {
    if (question->isOver) return;
    question->isOver = true;
    question->answered(question->context, failure);
}

/// `a{sv}` with `uris` of type `as` among others.
static int read_results(message *m, struct question *question) {
    int result = sd.enter_container(m, 'a', "{sv}");
    if (result < 0) return result;
    while ((result = sd.enter_container(m, 'e', "sv")) > 0) {
        const char *key;
        if ((result = sd.read_basic(m, 's', &key)) < 0) return result;
        if (strcmp(key, "uris") == 0 && sd.enter_container(m, 'v', "as") > 0) {
            if ((result = sd.enter_container(m, 'a', "s")) < 0) return result;
            const char *address;
            while ((result = sd.read_basic(m, 's', &address)) > 0) question->chosen(question->context, address);
            if (result < 0 || (result = sd.exit_container(m)) < 0 || (result = sd.exit_container(m)) < 0) return result;
        } else if ((result = sd.skip(m, "v")) < 0) {
            return result;
        }
        if ((result = sd.exit_container(m)) < 0) return result;
    }
    return result;
}

/// The dialogue is over: 0 with what was chosen, 1 where it was cancelled, 2 where it ended otherwise.
static int responded(message *m, void *data, void *error) {
    (void)error;
    struct question *question = data;
    if (question->isOver) return 0;
    uint32_t response;
    int result = sd.read_basic(m, 'u', &response);
    if (result > 0 && response == 0) result = read_results(m, question);
    finish(question, result < 0 ? result : 0);
    return 0;
}

static int asked(message *m, void *data, void *error) {
    (void)error;
    int failure = sd.get_errno(m);
    if (failure) finish(data, -failure);
    return 1;
}

/// The bus says no more about a match that it could not make.
static int match_made(message *m, void *data, void *error) {
    (void)m;
    (void)data;
    (void)error;
    return 0;
}

int oriel_bus_choose_files(
    oriel_bus *bus, const char *parent, const char *title, oriel_file_handler *chosen, oriel_settings_handler *answered,
    void *context) {
    if (!resolve()) return -ENOSYS;
    // Lives as long as the process: its last handler may run while the bus closes.
    struct question *question = malloc(sizeof *question);
    if (!question) return -ENOMEM;
    *question = (struct question){chosen, answered, context, false};
    // The answer comes to a path that only the portal knows for sure; to this connection it gives but one.
    int result = sd.match_signal_async(
        bus, NULL, PORTAL, NULL, "org.freedesktop.portal.Request", "Response", responded, match_made, question);
    message *call = NULL;
    if (result >= 0) {
        result = sd.new_method_call(
            bus, &call, PORTAL, PORTAL_PATH, "org.freedesktop.portal.FileChooser", "OpenFile");
    }
    if (result >= 0) {
        result = sd.append(
            call, "ssa{sv}", parent, title, 2, "handle_token", "s", "oriel", "multiple", "b", 1);
    }
    if (result >= 0) result = sd.call_async(bus, NULL, call, asked, question, 0);
    if (call) sd.unref(call);
    return result < 0 ? result : 0;
}
