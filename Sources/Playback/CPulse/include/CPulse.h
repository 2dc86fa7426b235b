// libpulse as a table of functions, opened at run time: most commands of `oriel` play no audio, and libpulse depends on
// a dozen libraries. Names and types are those of the system's header.
#pragma once
#include <pulse/pulseaudio.h>
#include <stdbool.h>
#include <stddef.h>

/// The functions that this package calls.
#define ORIEL_PULSE_FUNCTIONS(F) \
    F(mainloop_new) F(mainloop_free) F(mainloop_get_api) F(mainloop_prepare) F(mainloop_poll) F(mainloop_dispatch) \
    F(context_new_with_proplist) F(context_connect) F(context_disconnect) F(context_unref) F(context_get_state) \
    F(context_set_state_callback) F(context_errno) F(context_get_server_info) F(context_get_sink_info_by_name) F(proplist_new) F(proplist_sets) \
    F(proplist_free) F(stream_new_with_proplist) F(stream_connect_playback) F(stream_disconnect) F(stream_unref) \
    F(stream_get_state) F(stream_set_state_callback) F(stream_set_write_callback) F(stream_set_underflow_callback) \
    F(stream_set_suspended_callback) F(stream_is_suspended) F(stream_writable_size) F(stream_begin_write) \
    F(stream_write) F(stream_cancel_write) F(stream_cork) F(stream_flush) F(stream_update_timing_info) \
    F(stream_get_timing_info) F(stream_get_device_name) F(operation_unref) F(operation_cancel) F(operation_get_state) F(strerror)

/// libpulse's functions without their prefix: `mainloop_new` is `pa_mainloop_new`.
struct oriel_pulse {
#define ORIEL_PULSE_MEMBER(name) __typeof__(pa_##name) *_Nonnull name;
    ORIEL_PULSE_FUNCTIONS(ORIEL_PULSE_MEMBER)
#undef ORIEL_PULSE_MEMBER
};

/// Opens the library `name` for good and fills `table`. False, with one line in `problem`, if it is missing or lacks a
/// function. Any thread.
bool oriel_pulse_open(
    const char *_Nonnull name, struct oriel_pulse *_Nonnull table, char *_Nonnull problem, size_t capacity);

/// Value of a `pa_buffer_attr` field that lets the server decide.
static const uint32_t ORIEL_PULSE_DEFAULT = (uint32_t)-1;
