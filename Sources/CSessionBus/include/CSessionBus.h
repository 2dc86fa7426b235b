// D-Bus by the sd-bus interface of libsystemd, libelogind or basu. The library is looked up at run time, so that Oriel
// builds and runs without any of them. Swift decides which messages to believe and reads their contents.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// An `sd_bus`. One thread at a time.
typedef struct oriel_bus oriel_bus;
/// An `sd_bus_message`.
typedef struct oriel_message oriel_message;

/// A function of the library, by name; NULL without a library, or if it has no such function.
void *oriel_bus_function(const char *name);

/// sd_bus_open_user, or sd_bus_start with an address: connects without blocking. Returns 0, -ENOSYS without a library, or
/// another negative errno.
int oriel_bus_open(const char *address, oriel_bus **bus);
/// sd_bus_open_system: the bus of the machine, which `DBUS_SYSTEM_BUS_ADDRESS` may name. Returns as `oriel_bus_open`.
int oriel_bus_open_system(oriel_bus **bus);
/// sd_bus_close_unref. Open calls are never answered.
void oriel_bus_close(oriel_bus *bus);

int oriel_bus_descriptor(oriel_bus *bus);
/// The events that poll(2) should wait for.
int oriel_bus_events(oriel_bus *bus);
/// When `oriel_bus_process` is due without an event: microseconds of CLOCK_MONOTONIC, UINT64_MAX for never.
uint64_t oriel_bus_deadline(oriel_bus *bus);
/// Takes one step: positive if there may be more to do, 0 if not, a negative errno where the bus has ended.
int oriel_bus_process(oriel_bus *bus);

/// Takes a message, which is valid during the call only. Returns 1, or 0 to leave it to the library. `error` is to be left
/// alone.
typedef int oriel_message_handler(oriel_message *message, void *context, void *error);

/// sd_bus_add_filter: `oriel_bus_process` calls `handler` for each message that comes, whichever connection sent it. Returns
/// 0 or a negative errno.
int oriel_bus_listen(oriel_bus *bus, oriel_message_handler *handler, void *context);

/// sd_bus_message_new_method_call.
int oriel_bus_new_call(
    oriel_bus *bus, oriel_message **call, const char *destination, const char *path, const char *interface,
    const char *member);
/// sd_bus_send of a call: `cookie` is what its answer names. Blocks for nothing. Returns 0 or a negative errno.
int oriel_bus_send(oriel_bus *bus, oriel_message *call, uint64_t *cookie);

int oriel_message_append(oriel_message *message, char type, const void *value);
int oriel_message_open(oriel_message *message, char type, const char *contents);
int oriel_message_close(oriel_message *message);
void oriel_message_unref(oriel_message *message);

/// The kinds of `oriel_message_header`.
enum { ORIEL_MESSAGE_CALL = 1, ORIEL_MESSAGE_ANSWER = 2, ORIEL_MESSAGE_FAILURE = 3, ORIEL_MESSAGE_SIGNAL = 4 };

/// The head of a message. Strings are the message's, and NULL where it has none.
struct oriel_message_header {
    int kind;
    /// The errno of a failure, else 0.
    int failure;
    /// The cookie of the call that it answers, else 0.
    uint64_t answers;
    /// The unique name of the connection that sent it, as the bus tells it; `org.freedesktop.DBus` for the bus itself.
    const char *sender;
    const char *destination, *path, *interface, *member;
};
void oriel_message_read_header(oriel_message *message, struct oriel_message_header *header);

/// sd_bus_message_read_basic, of these: positive if there was one, 0 at the end of an array, or a negative errno.
int oriel_message_read(oriel_message *message, char type, void *value);
/// sd_bus_message_enter_container. Returns as `oriel_message_read`.
int oriel_message_enter(oriel_message *message, char type, const char *contents);
int oriel_message_exit(oriel_message *message);
/// sd_bus_message_skip.
int oriel_message_skip(oriel_message *message, const char *types);
/// sd_bus_message_peek_type: the type that comes next, 0 for none, and of a container its contents, else NULL.
char oriel_message_peek(oriel_message *message, const char **contents);
