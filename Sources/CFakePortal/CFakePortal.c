#define _DEFAULT_SOURCE
#include "CFakePortal.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct sd_bus_message message;
typedef int handler(message *, void *, void *);

#define CALL(result, name, ...) ((result(*)(__VA_ARGS__))oriel_bus_function("sd_bus_" name))

static int append(message *m, struct fake_portal *portal) {
    int (*append)(message *, const char *, ...) = (int (*)(message *, const char *, ...))oriel_bus_function("sd_bus_message_append");
    switch (portal->type) {
    case 's': return append(m, "v", "s", portal->text);
    case 'b': return append(m, "v", "b", (int)portal->number);
    case 'd': return append(m, "v", "d", portal->decimal);
    case 'u': return append(m, "v", "u", portal->number);
    default: return append(m, "v", "(ddd)", 0.1, 0.2, 0.3);
    }
}

/// Notes the first call of a client to the portal's object.
static void note_first(message *m, char first[64]) {
    const char *path = CALL(const char *, "message_get_path", message *)(m);
    const char *member = CALL(const char *, "message_get_member", message *)(m);
    if (first[0] || !path || !member || strcmp(path, "/org/freedesktop/portal/desktop")) return;
    snprintf(first, 64, "%s", member);
}

static int asked(message *m, void *data, void *error) {
    (void)error;
    struct fake_portal *portal = data;
    note_first(m, portal->called);
    if (!CALL(int, "message_is_method_call", message *, const char *, const char *)(
            m, "org.freedesktop.portal.Settings", "ReadAll")) return 0;
    if (!portal->type) return CALL(int, "reply_method_errno", message *, int, const void *)(m, -EACCES, NULL) < 0 ? 0 : 1;
    message *reply = NULL;
    CALL(int, "message_new_method_return", message *, message **)(m, &reply);
    int (*open)(message *, char, const char *) = (int (*)(message *, char, const char *))oriel_bus_function("sd_bus_message_open_container");
    int (*close)(message *) = (int (*)(message *))oriel_bus_function("sd_bus_message_close_container");
    int (*basic)(message *, char, const void *) = (int (*)(message *, char, const void *))oriel_bus_function("sd_bus_message_append_basic");
    open(reply, 'a', "{sa{sv}}");
    open(reply, 'e', "sa{sv}");
    basic(reply, 's', portal->space);
    open(reply, 'a', "{sv}");
    open(reply, 'e', "sv");
    basic(reply, 's', portal->key);
    append(reply, portal);
    for (int i = 0; i < 4; i++) close(reply);
    CALL(int, "send", oriel_bus *, message *, uint64_t *)(NULL, reply, NULL);
    CALL(message *, "message_unref", message *)(reply);
    return 1;
}

/// Acquires a name. A former owner that has just disconnected may still be on the bus, so it tries again.
static int take_name(oriel_bus *bus, const char *name) {
    int result = 0;
    for (int i = 0; i < 100; i++) {
        result = CALL(int, "request_name", oriel_bus *, const char *, uint64_t)(bus, name, 0);
        if (result != -EEXIST) break;
        usleep(20000);
    }
    return result < 0 ? result : 0;
}

int fake_portal_start(oriel_bus *bus, struct fake_portal *portal) {
    int result = CALL(int, "add_filter", oriel_bus *, void **, handler *, void *)(bus, NULL, asked, portal);
    if (result < 0) return result;
    return take_name(bus, "org.freedesktop.portal.Desktop");
}

/// Sends a signal, to one connection if there is a destination, and releases it.
static int emit(oriel_bus *bus, message *signal, const char *destination) {
    int result = 0;
    if (destination) result = CALL(int, "message_set_destination", message *, const char *)(signal, destination);
    if (result >= 0) result = CALL(int, "send", oriel_bus *, message *, uint64_t *)(bus, signal, NULL);
    CALL(message *, "message_unref", message *)(signal);
    return result < 0 ? result : 0;
}

int fake_portal_changed(oriel_bus *bus, struct fake_portal *portal, const char *destination) {
    message *signal = NULL;
    int result = CALL(int, "message_new_signal", oriel_bus *, message **, const char *, const char *, const char *)(
        bus, &signal, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged");
    if (result < 0) return result;
    int (*basic)(message *, char, const void *) = (int (*)(message *, char, const void *))oriel_bus_function("sd_bus_message_append_basic");
    basic(signal, 's', portal->space);
    basic(signal, 's', portal->key);
    append(signal, portal);
    return emit(bus, signal, destination);
}

// The login manager

#define LOGIN_SESSION "/org/freedesktop/login1/session/_31"

static int login_asked(message *m, void *data, void *error) {
    (void)error;
    struct fake_login *login = data;
    int (*is_call)(message *, const char *, const char *) =
        (int (*)(message *, const char *, const char *))oriel_bus_function("sd_bus_message_is_method_call");
    int (*reply)(message *, const char *, ...) =
        (int (*)(message *, const char *, ...))oriel_bus_function("sd_bus_reply_method_return");
    if (is_call(m, "org.freedesktop.login1.Manager", "GetSession")) {
        if (login->locked < 0) {
            CALL(int, "reply_method_errno", message *, int, const void *)(m, -ENXIO, NULL);
        } else {
            reply(m, "o", LOGIN_SESSION);
        }
        return 1;
    }
    if (is_call(m, "org.freedesktop.DBus.Properties", "Get")) {
        reply(m, "v", "b", login->locked);
        return 1;
    }
    return 0;
}

int fake_login_start(oriel_bus *bus, struct fake_login *login) {
    int result = CALL(int, "add_filter", oriel_bus *, void **, handler *, void *)(bus, NULL, login_asked, login);
    if (result < 0) return result;
    return take_name(bus, "org.freedesktop.login1");
}

int fake_login_changed(oriel_bus *bus, struct fake_login *login, const char *destination) {
    message *signal = NULL;
    int result = CALL(int, "message_new_signal", oriel_bus *, message **, const char *, const char *, const char *)(
        bus, &signal, LOGIN_SESSION, "org.freedesktop.DBus.Properties", "PropertiesChanged");
    if (result < 0) return result;
    int (*append)(message *, const char *, ...) = (int (*)(message *, const char *, ...))oriel_bus_function("sd_bus_message_append");
    append(signal, "sa{sv}as", "org.freedesktop.login1.Session", 2, "IdleHint", "b", 0, "LockedHint", "b", login->locked, 0);
    return emit(bus, signal, destination);
}

int fake_login_sleep(oriel_bus *bus, bool is_asleep) {
    message *signal = NULL;
    int result = CALL(int, "message_new_signal", oriel_bus *, message **, const char *, const char *, const char *)(
        bus, &signal, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep");
    if (result < 0) return result;
    int value = is_asleep;
    CALL(int, "message_append_basic", message *, char, const void *)(signal, 'b', &value);
    return emit(bus, signal, NULL);
}

// The file chooser

#define REQUEST_PATH "/org/freedesktop/portal/desktop/request/fake/oriel"
#define OTHER_REQUEST_PATH "/org/freedesktop/portal/desktop/request/fake/other"

int fake_chooser_respond(oriel_bus *bus, struct fake_chooser *chooser, const char *path, const char *destination) {
    message *signal = NULL;
    int result = CALL(int, "message_new_signal", oriel_bus *, message **, const char *, const char *, const char *)(
        bus, &signal, path, "org.freedesktop.portal.Request", "Response");
    if (result < 0) return result;
    int (*append)(message *, const char *, ...) =
        (int (*)(message *, const char *, ...))oriel_bus_function("sd_bus_message_append");
    int count = chooser->first ? chooser->second ? 2 : 1 : 0;
    append(
        signal, "ua{sv}", (uint32_t)chooser->response, 2, "choices", "s", "none", "uris", "as", count, chooser->first,
        chooser->second);
    return emit(bus, signal, destination);
}

static int chooser_asked(message *m, void *data, void *error) {
    (void)error;
    struct fake_chooser *chooser = data;
    note_first(m, chooser->called);
    if (!CALL(int, "message_is_method_call", message *, const char *, const char *)(
            m, "org.freedesktop.portal.FileChooser", "OpenFile")) return 0;
    const char *parent = NULL;
    if (CALL(int, "message_read_basic", message *, char, void *)(m, 's', &parent) > 0) {
        snprintf(chooser->parent, sizeof chooser->parent, "%s", parent);
    }
    chooser->asked++;
    if (chooser->response < 0) {
        CALL(int, "reply_method_errno", message *, int, const void *)(m, chooser->response, NULL);
        return 1;
    }
    int (*reply)(message *, const char *, ...) =
        (int (*)(message *, const char *, ...))oriel_bus_function("sd_bus_reply_method_return");
    reply(m, "o", REQUEST_PATH);
    if (chooser->silent) return 1;
    const char *asker = CALL(const char *, "message_get_sender", message *)(m);
    oriel_bus *bus = CALL(oriel_bus *, "message_get_bus", message *)(m);
    if (chooser->other) fake_chooser_respond(bus, chooser->other, OTHER_REQUEST_PATH, asker);
    fake_chooser_respond(bus, chooser, REQUEST_PATH, asker);
    return 1;
}

int fake_chooser_start(oriel_bus *bus, struct fake_chooser *chooser) {
    int result = CALL(int, "add_filter", oriel_bus *, void **, handler *, void *)(bus, NULL, chooser_asked, chooser);
    if (result < 0) return result;
    return take_name(bus, "org.freedesktop.portal.Desktop");
}

// Forged messages

int fake_owner_changed(oriel_bus *bus, const char *name, const char *owner, const char *destination) {
    message *signal = NULL;
    int result = CALL(int, "message_new_signal", oriel_bus *, message **, const char *, const char *, const char *)(
        bus, &signal, "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged");
    if (result < 0) return result;
    int (*append)(message *, const char *, ...) =
        (int (*)(message *, const char *, ...))oriel_bus_function("sd_bus_message_append");
    append(signal, "sss", name, "", owner);
    return emit(bus, signal, destination);
}

int fake_settle(oriel_bus *bus) {
    message *reply = NULL;
    int result = CALL(
        int, "call_method", oriel_bus *, const char *, const char *, const char *, const char *, void *, message **,
        const char *)(bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId", NULL, &reply, NULL);
    if (reply) CALL(message *, "message_unref", message *)(reply);
    return result < 0 ? result : 0;
}
