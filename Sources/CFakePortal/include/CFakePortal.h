// A settings portal with one setting, a login manager and a file chooser, for tests.
#pragma once
#include "CSessionBus.h"

struct fake_portal {
    const char *space;
    const char *key;
    /// 'u', 'd', 'b' or 's'; 0 answers every call with an error, 'x' with a value that is no setting.
    char type;
    uint32_t number;
    double decimal;
    const char *text;
    /// Method that was called first; empty before that.
    char called[64];
};

/// Owns the portal's name and from then on answers `ReadAll` with the current contents of `portal`. Blocks during the
/// request for the name. Returns 0 or a negative errno.
int fake_portal_start(oriel_bus *bus, struct fake_portal *portal);
/// Sends the signal of a change, to all connections or to one. Returns 0 or a negative errno.
int fake_portal_changed(oriel_bus *bus, struct fake_portal *portal, const char *destination);

/// A login manager (org.freedesktop.login1) with one session.
struct fake_login {
    /// `LockedHint`; negative: `GetSession` fails.
    int locked;
};

/// Answers calls on the bus from now on and acquires the name. Returns 0 or a negative errno. Call oriel_bus_process
/// afterwards.
int fake_login_start(oriel_bus *bus, struct fake_login *login);
/// Sends the current lock state (PropertiesChanged), to all connections or to one. Returns 0 or a negative errno.
int fake_login_changed(oriel_bus *bus, struct fake_login *login, const char *destination);

/// Sends that the machine goes to sleep, or has woken up (PrepareForSleep). Returns 0 or a negative errno.
int fake_login_sleep(oriel_bus *bus, bool is_asleep);

/// A file chooser (org.freedesktop.portal.FileChooser) that answers at once.
struct fake_chooser {
    /// 0 for a choice, 1 for cancelled; negative: the call fails with that errno.
    int response;
    /// Up to two URIs; NULL for fewer.
    const char *first, *second;
    /// Number of calls received.
    int asked;
    /// Parent window of the last call.
    char parent[256];
    /// Method that was called first; empty before that.
    char called[64];
    /// Answers the call, but never ends a dialogue.
    int silent;
    /// Answer of another dialogue, sent first; NULL for none.
    struct fake_chooser *other;
};

/// Owns the portal's name and answers `OpenFile` from then on. Returns 0 or a negative errno.
int fake_chooser_start(oriel_bus *bus, struct fake_chooser *chooser);

/// Sends the end of a dialogue. Returns 0 or a negative errno.
int fake_chooser_respond(oriel_bus *bus, struct fake_chooser *chooser, const char *path, const char *destination);

/// Sends a forged NameOwnerChanged signal, as if from the bus. Returns 0 or a negative errno.
int fake_owner_changed(oriel_bus *bus, const char *name, const char *owner, const char *destination);
/// Returns once the bus has handled all messages sent to it before. Returns 0 or a negative errno.
int fake_settle(oriel_bus *bus);
