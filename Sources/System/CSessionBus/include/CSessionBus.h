// D-Bus through the sd-bus interface of libsystemd, libelogind or basu, as a table of functions. The library is opened
// at run time, so that Oriel builds and runs without it; its header need not be installed either.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// An `sd_bus`. To be used by one thread at a time.
typedef struct sd_bus oriel_bus;
/// An `sd_bus_message`.
typedef struct sd_bus_message oriel_message;
/// Handles a received message, which is valid only during the call. Returns 1, or 0 to leave it to the library. Must
/// not change `error`.
typedef int oriel_message_handler(oriel_message *message, void *context, void *error);
/// An `sd_bus_error`.
struct oriel_bus_error {
    const char *name, *message;
    int is_owned;
};
/// Types of messages.
enum { ORIEL_MESSAGE_CALL = 1, ORIEL_MESSAGE_ANSWER = 2, ORIEL_MESSAGE_FAILURE = 3, ORIEL_MESSAGE_SIGNAL = 4 };

/// Each function with its result and parameters as in <systemd/sd-bus.h>.
#define ORIEL_SD_FUNCTIONS(F) \
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
    F(oriel_message *, unref, sd_bus_message_unref, (oriel_message *)) \
    F(int, emit_changed, sd_bus_emit_properties_changed_strv, (oriel_bus *, const char *, const char *, char **))
/// Have parameters that are of other types in the header; the last is a variable.
#define ORIEL_SD_UNTYPED(F) \
    F(int, add_filter, sd_bus_add_filter, (oriel_bus *, void **slot, oriel_message_handler *, void *)) \
    F(int, reply_error, sd_bus_reply_method_error, (oriel_message *, const struct oriel_bus_error *)) \
    F(int, add_object_vtable, sd_bus_add_object_vtable, \
      (oriel_bus *, void **slot, const char *, const char *, const void *table, void *)) \
    F(void *, unref_slot, sd_bus_slot_unref, (void *)) \
    F(const unsigned, object_vtable_format, sd_bus_object_vtable_format, )

/// sd-bus's functions without their prefixes: `read_basic` is `sd_bus_message_read_basic`. Those that return an int
/// return a negative errno if they fail.
struct oriel_sd {
#define ORIEL_SD_MEMBER(result, member, function, parameters) result(*member) parameters;
    ORIEL_SD_FUNCTIONS(ORIEL_SD_MEMBER)
    ORIEL_SD_UNTYPED(ORIEL_SD_MEMBER)
#undef ORIEL_SD_MEMBER
};

/// Opens the library for good, unless it is open. False if there is none, or it lacks a function. Any thread.
bool oriel_sd_open(void);
/// Returns the functions, which may be called once `oriel_sd_open` has succeeded.
const struct oriel_sd *oriel_sd(void);

#include "CMediaPlayer.h"
