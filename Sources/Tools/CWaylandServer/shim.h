#pragma once
#include <wayland-server-core.h>
#include <wayland-util.h>

/// wl_resource_post_error without its variadic format.
static inline void oriel_wl_resource_post_error(struct wl_resource *resource, uint32_t code, const char *message) {
    wl_resource_post_error(resource, code, "%s", message);
}
