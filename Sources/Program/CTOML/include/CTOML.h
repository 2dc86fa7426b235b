// Reads TOML by toml++ (https://marzer.github.io/tomlplusplus), which knows the place of each value.
#ifndef ORIEL_CTOML_H
#define ORIEL_CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum oriel_toml_kind {
    ORIEL_TOML_TABLE,
    ORIEL_TOML_ARRAY,
    ORIEL_TOML_STRING,
    ORIEL_TOML_INTEGER,
    ORIEL_TOML_FLOAT,
    ORIEL_TOML_BOOLEAN,
    // A date or a time.
    ORIEL_TOML_OTHER,
};

// A value of a document. Texts are UTF-8 without a terminator and live during the call that passes them.
struct oriel_toml_value {
    enum oriel_toml_kind kind;
    // The value's key in its table; of length 0 in an array and at the top.
    const char *key;
    size_t key_length;
    // The string; a date or a time as it is written.
    const char *text;
    size_t text_length;
    int64_t integer;
    double number;
    bool boolean;
    // Line of the key, or of the value in an array, from 1.
    uint32_t line;
    // Offsets in bytes of the value's first character and of the one behind its last. Those of a table or an array with
    // a header are the header's; those of a table that a dotted key opens are its part of the key.
    size_t start;
    size_t end;
};

// Receives a document's values depth first: `begin` for each one, and `end` after the members of each table and array.
struct oriel_toml_visitor {
    void *context;
    void (*begin)(void *context, const struct oriel_toml_value *value);
    void (*end)(void *context);
};

// Reads a document of `length` bytes. Returns 0; or the line of its first fault, whose description is written to
// `fault`, with a terminator and cut at `room` bytes. May be called on any thread.
uint32_t oriel_toml_read(
    const char *text, size_t length, const struct oriel_toml_visitor *visitor, char *fault, size_t room);

#ifdef __cplusplus
}
#endif
#endif
