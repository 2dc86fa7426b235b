#pragma once
#include <wayland-client-core.h>
#include <wayland-util.h>
#include <wayland-egl-core.h>
#include <wayland-cursor.h>
