// uchardet as a table of functions, opened at run time, since few files need it. Its interface is so small and stable
// that a build doesn't need its header.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// Detector of one text's charset: uchardet_t.
typedef struct uchardet *uchardet_t;

/// uchardet's functions without their prefix: `handle_data` is `uchardet_handle_data`.
struct oriel_uchardet {
    uchardet_t _Nullable (*_Nonnull create)(void);
    void (*_Nonnull destroy)(uchardet_t _Nonnull detector);
    /// Returns 0 unless memory ran out.
    int (*_Nonnull handle_data)(uchardet_t _Nonnull detector, const char *_Nonnull data, size_t length);
    void (*_Nonnull data_end)(uchardet_t _Nonnull detector);
    /// Returns a charset name known to iconv; empty if none fits.
    const char *_Nullable (*_Nonnull get_charset)(uchardet_t _Nonnull detector);
};

/// Opens the library `name` for good and fills `table`. False, with one line in `problem`, if it is missing or lacks a
/// function. Any thread.
bool oriel_uchardet_open(
    const char *_Nonnull name, struct oriel_uchardet *_Nonnull table, char *_Nonnull problem, size_t capacity);
