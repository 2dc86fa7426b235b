// The object of a media player on a message bus (MPRIS 2.2): `/org/mpris/MediaPlayer2` with the interfaces
// `org.mpris.MediaPlayer2` and `org.mpris.MediaPlayer2.Player`, as tables for sd-bus, which answers introspection and
// the calls of `org.freedesktop.DBus.Properties`.
#pragma once
#include "CSessionBus.h"

/// Functions of a media player. They are called within `sd_bus_process`.
struct oriel_media_player {
    void *context;
    /// Carries out a method. `message` is positioned at its first argument. Returns 0 or more when done, or a negative
    /// errno, which the caller receives.
    int (*call)(void *context, const char *member, oriel_message *message);
    /// Appends a property's value to `reply`. Returns as `call`.
    int (*get)(void *context, const char *property, oriel_message *reply);
    /// Sets a property to the value that `value` is positioned at. Returns as `call`.
    int (*set)(void *context, const char *property, oriel_message *value);
    /// The object's interfaces on the connection, as sd-bus slots; NULL before they are added.
    void *slots[2];
};

/// Adds the object to a connection (sd_bus_add_object_vtable). `player` must live until it is removed. Returns 0 or
/// more, -EEXIST if the connection has such an object, or another negative errno.
int oriel_bus_add_media_player(oriel_bus *bus, struct oriel_media_player *player);
/// Removes the object from its connection, which may be closed already.
void oriel_bus_remove_media_player(struct oriel_media_player *player);
