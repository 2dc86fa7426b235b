// D-Bus through the sd-bus interface of libsystemd, libelogind or basu. The library is loaded at run time, so that
// Oriel builds and runs without it. Swift code decides which messages to trust and reads their contents.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// An `sd_bus`. To be used by one thread at a time.
typedef struct sd_bus oriel_bus;
/// An `sd_bus_message`.
typedef struct sd_bus_message oriel_message;

/// Returns a function of the library by name; NULL if there is no library or no such function.
void *oriel_bus_function(const char *name);

/// Connects to the user's bus (sd_bus_open_user), or to an address (sd_bus_start), without blocking. Returns 0, -ENOSYS
/// without a library, or another negative errno.
int oriel_bus_open(const char *address, oriel_bus **bus);
/// Connects to the system bus (sd_bus_open_system), possibly named by `DBUS_SYSTEM_BUS_ADDRESS`. Returns as
/// `oriel_bus_open`.
int oriel_bus_open_system(oriel_bus **bus);
/// Closes the connection (sd_bus_close_unref). Pending calls are never answered.
void oriel_bus_close(oriel_bus *bus);

int oriel_bus_descriptor(oriel_bus *bus);
/// Returns the events to wait for with poll(2).
int oriel_bus_events(oriel_bus *bus);
/// Returns the time at which `oriel_bus_process` is due without an event: in microseconds of CLOCK_MONOTONIC,
/// UINT64_MAX for never.
uint64_t oriel_bus_deadline(oriel_bus *bus);
/// Returns the number of messages that wait to be sent (sd_bus_get_n_queued_write).
uint64_t oriel_bus_queued(oriel_bus *bus);
/// Makes one step. Returns a positive number if there may be more to do, 0 if not, or a negative errno if the bus has
/// ended.
int oriel_bus_process(oriel_bus *bus);

/// Handles a message, which is valid only during the call. Returns 1, or 0 to leave it to the library. Must not change
/// `error`.
typedef int oriel_message_handler(oriel_message *message, void *context, void *error);

/// Makes `oriel_bus_process` call `handler` for each received message, from any connection (sd_bus_add_filter). Returns
/// 0 or a negative errno.
int oriel_bus_listen(oriel_bus *bus, oriel_message_handler *handler, void *context);

/// Creates a call (sd_bus_message_new_method_call). Returns 0 or a negative errno.
int oriel_bus_new_call(
    oriel_bus *bus, oriel_message **call, const char *destination, const char *path, const char *interface,
    const char *member);
/// Creates the answer to a call (sd_bus_message_new_method_return). Returns 0 or a negative errno.
int oriel_bus_new_reply(oriel_message *call, oriel_message **reply);
/// Queues the failure of a call, with an error's full name (sd_bus_reply_method_error). Returns 0 or more, or a
/// negative errno.
int oriel_bus_fail(oriel_message *call, const char *name);
/// Creates a signal (sd_bus_message_new_signal). Returns 0 or a negative errno.
int oriel_bus_new_signal(
    oriel_bus *bus, oriel_message **made, const char *path, const char *interface, const char *member);
/// Queues a call (sd_bus_send); its answer refers to `cookie`. Doesn't block. Returns 0 or a negative errno.
int oriel_bus_send(oriel_bus *bus, oriel_message *call, uint64_t *cookie);

/// Has the call fail if its service doesn't run, instead of starting it (sd_bus_message_set_auto_start).
void oriel_message_start_nothing(oriel_message *call);
int oriel_message_append(oriel_message *message, char type, const void *value);
int oriel_message_open(oriel_message *message, char type, const char *contents);
int oriel_message_close(oriel_message *message);
void oriel_message_unref(oriel_message *message);

/// Values of `kind` in `oriel_message_header`.
enum { ORIEL_MESSAGE_CALL = 1, ORIEL_MESSAGE_ANSWER = 2, ORIEL_MESSAGE_FAILURE = 3, ORIEL_MESSAGE_SIGNAL = 4 };

/// Header of a message. The strings belong to the message; NULL if it has none.
struct oriel_message_header {
    int kind;
    /// errno of a failure, otherwise 0.
    int failure;
    /// Cookie of the answered call, otherwise 0.
    uint64_t answers;
    /// Unique name of the sending connection, as verified by the bus; `org.freedesktop.DBus` for the bus itself.
    const char *sender;
    const char *destination, *path, *interface, *member;
};
void oriel_message_read_header(oriel_message *message, struct oriel_message_header *header);

/// Reads a value (sd_bus_message_read_basic). Returns a positive number if there was one, 0 at the end of an array, or
/// a negative errno.
int oriel_message_read(oriel_message *message, char type, void *value);
/// Enters a container (sd_bus_message_enter_container). Returns as `oriel_message_read`.
int oriel_message_enter(oriel_message *message, char type, const char *contents);
int oriel_message_exit(oriel_message *message);
/// Skips values (sd_bus_message_skip).
int oriel_message_skip(oriel_message *message, const char *types);
/// Returns the next value's type, 0 if none (sd_bus_message_peek_type). `contents` receives a container's contents,
/// otherwise NULL.
char oriel_message_peek(oriel_message *message, const char **contents);

#include "CMediaPlayer.h"
