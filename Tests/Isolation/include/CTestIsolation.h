#pragma once

#include <stddef.h>

/// Linked into every test bundle for its constructor (isolation.c), which keeps the machine out of the tests.
void oriel_test_isolation(void);

/// Bytes that the program has allocated and not freed (mallinfo2), without what the allocator keeps free.
size_t oriel_test_heap_in_use(void);
