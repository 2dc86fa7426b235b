#pragma once

/// Linked into every test bundle for its constructor (isolation.c), which keeps the machine out of the tests.
void oriel_test_isolation(void);
