// Pixel layouts of PipeWire and Oriel. C only.
#pragma once
#include <stdint.h>

/// Returns the layout of a raw format of SPA; ORIEL_PIPEWIRE_UNKNOWN for one that can't be shown.
uint32_t oriel_pipewire_layout_of(uint32_t format);
