// Memory of a graphics device, shared as a dmabuf.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Makes memory of at least `size` bytes on the device of a node, and returns the dmabuf's descriptor, which is the
/// caller's; -1 if the node isn't a graphics device's, or its device can't.
__attribute__((visibility("default"))) int oriel_make_buffer(int node, size_t size);
