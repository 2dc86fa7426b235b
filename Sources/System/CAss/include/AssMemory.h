// A memory limit for libass. A script of two kilobytes can make it allocate gigabytes within one call, so allocations
// are counted, and a call that would exceed the limit is aborted.
#pragma once
#include "CAss.h"

/// The memory of one ASS_Library and everything made from it. One thread at a time.
struct oriel_ass_memory;

/// Starts to count the allocations of libass and FreeType, in calls that name an `oriel_ass_memory`. False if the
/// system's libraries can't be counted, so that no limit is enforced. Any thread; later calls only return the result.
bool oriel_ass_count_memory(const struct oriel_ass *_Nonnull table);

/// Makes a limit; NULL if memory ran out.
/// - Parameter limit: largest number of bytes in use.
struct oriel_ass_memory *_Nullable oriel_ass_memory_new(size_t limit);

/// Frees the limit and all blocks that are still in use.
void oriel_ass_memory_free(struct oriel_ass_memory *_Nonnull memory);

/// Counts this thread's allocations until `oriel_ass_memory_end`, without the limit: for creating and destroying
/// handles.
void oriel_ass_memory_begin(struct oriel_ass_memory *_Nonnull memory);
void oriel_ass_memory_end(void);

// Calls that process external data. They return false if they would have exceeded the limit; the handles can only be
// destroyed then.

/// Calls ass_render_frame.
bool oriel_ass_render_frame(
    const struct oriel_ass *_Nonnull table, struct oriel_ass_memory *_Nonnull memory, ASS_Renderer *_Nonnull renderer,
    ASS_Track *_Nonnull track, long long milliseconds, int *_Nonnull change, ASS_Image *_Nullable *_Nonnull images);
/// Calls ass_process_chunk. Times in milliseconds.
bool oriel_ass_process_chunk(
    const struct oriel_ass *_Nonnull table, struct oriel_ass_memory *_Nonnull memory, ASS_Track *_Nonnull track,
    char *_Nonnull bytes, int count, long long start, long long duration);
/// Calls ass_process_codec_private.
bool oriel_ass_process_codec_private(
    const struct oriel_ass *_Nonnull table, struct oriel_ass_memory *_Nonnull memory, ASS_Track *_Nonnull track,
    char *_Nonnull bytes, int count);
/// Calls ass_add_font.
bool oriel_ass_add_font(
    const struct oriel_ass *_Nonnull table, struct oriel_ass_memory *_Nonnull memory, ASS_Library *_Nonnull library,
    const char *_Nonnull name, const char *_Nonnull bytes, int count);
