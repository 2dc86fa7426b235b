// A limit for the memory of libass. A script of two kilobytes can make it take gigabytes within one call, so what is in use is
// counted at each allocation, and a call that would pass the limit ends there.
#pragma once
#include "CAss.h"

/// The memory of one ASS_Library with all that is made of it. One thread at a time.
struct oriel_ass_memory;

/// Counts the allocations of libass, and of FreeType for it, from now on, in calls that name an `oriel_ass_memory`. False where
/// this system's libraries can't be counted: then no limit holds. Any thread; after the first time it only answers.
bool oriel_ass_count_memory(const struct oriel_ass *_Nonnull table);

/// - Parameter limit: bytes that may be in use at once. NULL if there is no memory for it.
struct oriel_ass_memory *_Nullable oriel_ass_memory_new(size_t limit);

/// Frees it, and what is still in use of it.
void oriel_ass_memory_free(struct oriel_ass_memory *_Nonnull memory);

/// The most bytes that were ever in use.
size_t oriel_ass_memory_most(const struct oriel_ass_memory *_Nonnull memory);

/// Counts what this thread allocates until `oriel_ass_memory_end`, without a limit: for making and ending handles.
void oriel_ass_memory_begin(struct oriel_ass_memory *_Nonnull memory);
void oriel_ass_memory_end(void);

// The calls that read what comes from outside: false where they would have passed the limit. The handles are then good for nothing
// but their end.

/// ass_render_frame.
bool oriel_ass_render_frame(
    const struct oriel_ass *_Nonnull table, struct oriel_ass_memory *_Nonnull memory, ASS_Renderer *_Nonnull renderer,
    ASS_Track *_Nonnull track, long long milliseconds, int *_Nonnull change, ASS_Image *_Nullable *_Nonnull images);
/// ass_process_chunk. Times in milliseconds.
bool oriel_ass_process_chunk(
    const struct oriel_ass *_Nonnull table, struct oriel_ass_memory *_Nonnull memory, ASS_Track *_Nonnull track,
    char *_Nonnull bytes, int count, long long start, long long duration);
/// ass_process_codec_private.
bool oriel_ass_process_codec_private(
    const struct oriel_ass *_Nonnull table, struct oriel_ass_memory *_Nonnull memory, ASS_Track *_Nonnull track,
    char *_Nonnull bytes, int count);
/// ass_add_font.
bool oriel_ass_add_font(
    const struct oriel_ass *_Nonnull table, struct oriel_ass_memory *_Nonnull memory, ASS_Library *_Nonnull library,
    const char *_Nonnull name, const char *_Nonnull bytes, int count);
