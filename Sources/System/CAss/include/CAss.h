// libass as a table of functions, opened at run time: most commands of `oriel` show no text, and libass depends on
// FreeType, HarfBuzz, FriBidi and fontconfig. Names and types are those of the system's header.
#pragma once
#include <ass/ass.h>
#include <stdbool.h>
#include <stddef.h>

#if LIBASS_VERSION < 0x01700000
#error "libass 0.17 or newer is needed: install libass-dev"
#endif

/// The functions that this package calls.
#define ORIEL_ASS_FUNCTIONS(F) \
    F(library_version) F(library_init) F(library_done) F(set_message_cb) F(set_extract_fonts) F(add_font) \
    F(renderer_init) F(renderer_done) F(set_frame_size) F(set_storage_size) F(set_shaper) F(set_hinting) F(set_fonts) \
    F(set_cache_limits) F(set_margins) F(set_use_margins) F(set_font_scale) F(set_line_position) \
    F(render_frame) F(new_track) F(free_track) F(alloc_style) F(alloc_event) F(flush_events) F(track_set_feature) \
    F(process_codec_private) F(process_chunk) F(set_check_readorder)

/// libass's functions without their prefix: `library_init` is `ass_library_init`.
struct oriel_ass {
#define ORIEL_ASS_MEMBER(name) __typeof__(ass_##name) *_Nonnull name;
    ORIEL_ASS_FUNCTIONS(ORIEL_ASS_MEMBER)
#undef ORIEL_ASS_MEMBER
};

/// Opens the library `name` for good and fills `table`. False, with one line in `problem`, if it is missing or lacks a
/// function. Any thread.
bool oriel_ass_open(
    const char *_Nonnull name, struct oriel_ass *_Nonnull table, char *_Nonnull problem, size_t capacity);

/// Receives one line of libass's log, without its end; `level` is from 0 (fatal) to 7 (debug).
typedef void oriel_ass_message(int level, const char *_Nonnull line);

/// Calls ass_set_message_cb with a handler that gets formatted lines, so that no va_list leaves C. The handler runs on
/// the thread that calls libass.
void oriel_ass_on_message(
    const struct oriel_ass *_Nonnull table, ASS_Library *_Nonnull library, oriel_ass_message *_Nonnull handler);

#include "AssMemory.h"
