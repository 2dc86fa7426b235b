// A settings portal with one setting, for tests.
#pragma once
#include "CSessionBus.h"

struct fake_portal {
    const char *space;
    const char *key;
    /// 'u', 'b' or 's'; 0 answers every question with an error, 'x' with something that is no setting.
    char type;
    uint32_t number;
    const char *text;
};

/// Owns the portal's name and answers `ReadAll` from then on, with what `portal` says at the time. Blocks while it asks for
/// the name. Returns 0 or a negative errno.
int fake_portal_start(oriel_bus *bus, struct fake_portal *portal);
/// Tells of a change.
int fake_portal_changed(oriel_bus *bus, struct fake_portal *portal);
