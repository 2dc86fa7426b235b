#include "CTestIsolation.h"
#include <malloc.h>

size_t oriel_test_heap_in_use(void) {
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}
