// D-Bus by the sd-bus interface of libsystemd, libelogind or basu, whichever is installed: looked for at run time, so that
// Oriel builds and runs without any of them.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// An `sd_bus`. One thread at a time.
typedef struct oriel_bus oriel_bus;

/// One of the library's functions, by name; NULL where there is no library, or it has none of that name.
void *oriel_bus_function(const char *name);

/// sd_bus_open_user, or sd_bus_start with an address: connects without blocking. Returns 0, -ENOSYS without a library, or
/// another negative errno.
int oriel_bus_open(const char *address, oriel_bus **bus);
/// sd_bus_open_system: the bus of the machine, which `DBUS_SYSTEM_BUS_ADDRESS` may name. Returns as `oriel_bus_open`.
int oriel_bus_open_system(oriel_bus **bus);
/// sd_bus_close_unref. What was asked and not answered is never answered.
void oriel_bus_close(oriel_bus *bus);

int oriel_bus_descriptor(oriel_bus *bus);
/// What poll(2) should wait for.
int oriel_bus_events(oriel_bus *bus);
/// When `oriel_bus_process` is due without an event: microseconds of CLOCK_MONOTONIC, UINT64_MAX for never.
uint64_t oriel_bus_deadline(oriel_bus *bus);
/// Takes one step: positive if there may be more to do, 0 if not, a negative errno where the bus has ended.
int oriel_bus_process(oriel_bus *bus);

/// One desktop setting. Numbers and booleans come as decimal text, strings as they are, anything else not at all.
typedef void oriel_setting_handler(void *context, const char *space, const char *key, const char *value);
/// The answer has come: 0, or the negative errno of its failure.
typedef void oriel_settings_handler(void *context, int failure);

/// org.freedesktop.portal.Settings: `ReadAll` of some namespaces, and `SettingChanged` of any from now on. The handlers are
/// called by `oriel_bus_process`. Returns 0 or a negative errno.
int oriel_bus_watch_settings(
    oriel_bus *bus, const char *const *spaces, int count, oriel_setting_handler *changed,
    oriel_settings_handler *answered, void *context);

/// Whether the session is locked (1 or 0), or the negative errno with which asking failed.
typedef void oriel_lock_handler(void *context, int locked);

/// org.freedesktop.login1: `LockedHint` of a session, at first and after each change. The handler is called by
/// `oriel_bus_process`. `session` is its name, or `auto` for the caller's. Returns 0 or a negative errno.
int oriel_bus_watch_lock(oriel_bus *bus, const char *session, oriel_lock_handler *handler, void *context);

/// One address (URI) that was chosen.
typedef void oriel_file_handler(void *context, const char *address);

/// org.freedesktop.portal.FileChooser: `OpenFile` of one file or several, once for each bus. `parent` is the window that the dialogue
/// belongs to (`wayland:` and its handle), or empty. `chosen` is called for each address, then `answered` once, with 0, also where
/// nothing was chosen, or the negative errno of a failure; both by `oriel_bus_process`. Returns 0 or a negative errno.
int oriel_bus_choose_files(
    oriel_bus *bus, const char *parent, const char *title, oriel_file_handler *chosen, oriel_settings_handler *answered, void *context);
