// Tables of sd-bus functions. Their lists name each function once, with a result and parameters as in
// <systemd/sd-bus.h>, which need not be installed: F(result, member, function, (parameters)).
#pragma once
#include "CSessionBus.h"

#define ORIEL_SD_MEMBER(result, member, function, parameters) result(*member) parameters;
#define ORIEL_SD_ENTRY(result, member, function, parameters) {(void **)&sd.member, #function},
/// Asserts that a declaration matches the header, where it is installed.
#define ORIEL_SD_SAME(result, member, function, parameters) \
    _Static_assert(__builtin_types_compatible_p(__typeof__(*sd.member), __typeof__(function)), #function);

struct oriel_sd_entry {
    void **place;
    const char *function;
};

/// Fills a table. False if the library lacks one of the functions.
bool oriel_sd_resolve(const struct oriel_sd_entry *entries, unsigned count);
