// A settings portal with one setting, for tests.
#pragma once
#include "CSessionBus.h"

struct fake_portal {
    const char *space;
    const char *key;
    /// 'u', 'd', 'b' or 's'; 0 answers every question with an error, 'x' with something that is no setting.
    char type;
    uint32_t number;
    double decimal;
    const char *text;
};

/// Owns the portal's name and answers `ReadAll` from then on, with what `portal` says at the time. Blocks while it asks for
/// the name. Returns 0 or a negative errno.
int fake_portal_start(oriel_bus *bus, struct fake_portal *portal);
/// Tells of a change, all connections or one.
int fake_portal_changed(oriel_bus *bus, struct fake_portal *portal, const char *destination);

/// A session's manager (org.freedesktop.login1) with one session.
struct fake_login {
    /// `LockedHint`; negative: asking for the session fails.
    int locked;
};

/// Answers on the bus from now on, and takes the name. 0 or a negative errno. Call oriel_bus_process afterwards.
int fake_login_start(oriel_bus *bus, struct fake_login *login);
/// Tells of the present lock (PropertiesChanged), all connections or one. 0 or a negative errno.
int fake_login_changed(oriel_bus *bus, struct fake_login *login, const char *destination);

/// A chooser of files (org.freedesktop.portal.FileChooser) whose user answers at once.
struct fake_chooser {
    /// 0 for a choice, 1 for none; negative: the call fails with that errno.
    int response;
    /// Up to two addresses; NULL for fewer.
    const char *first, *second;
    /// How often it was asked.
    int asked;
    /// The window that it was asked for last.
    char parent[256];
    /// Answers the call, but no dialogue ever ends.
    int silent;
    /// Answer of another dialogue, which comes first; NULL for none.
    struct fake_chooser *other;
};

/// Owns the portal's name and answers `OpenFile` from then on. Returns 0 or a negative errno.
int fake_chooser_start(oriel_bus *bus, struct fake_chooser *chooser);

/// Tells the end of a dialogue. 0 or a negative errno.
int fake_chooser_respond(oriel_bus *bus, struct fake_chooser *chooser, const char *path, const char *destination);

/// Claims that a name has another owner, as the bus itself would tell it. 0 or a negative errno.
int fake_owner_changed(oriel_bus *bus, const char *name, const char *owner, const char *destination);
/// Returns once the bus has handled all that was sent to it before. 0 or a negative errno.
int fake_settle(oriel_bus *bus);
