// libass as a table of its functions, opened at run time: `oriel` has no text on most of what it is run for, and libass
// brings FreeType, HarfBuzz, FriBidi and fontconfig along. Names and types are those of the system's header.
#pragma once
#include <ass/ass.h>
#include <stdbool.h>
#include <stddef.h>

#if LIBASS_VERSION < 0x01700000
#error "libass 0.17 or newer is needed: install libass-dev"
#endif

/// The functions this package calls.
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

/// Opens the library `name` for good and fills `table`. False, and one line in `problem`, where it is missing or lacks a
/// function. Any thread.
bool oriel_ass_open(
    const char *_Nonnull name, struct oriel_ass *_Nonnull table, char *_Nonnull problem, size_t capacity);

/// One line of libass's, without its end; `level` is 0 for fatal to 7 for debug.
typedef void oriel_ass_message(int level, const char *_Nonnull line);

/// ass_set_message_cb with the line made, so that no va_list leaves C. On the thread that calls libass.
void oriel_ass_on_message(
    const struct oriel_ass *_Nonnull table, ASS_Library *_Nonnull library, oriel_ass_message *_Nonnull handler);

#include "AssMemory.h"
