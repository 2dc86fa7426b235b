// Definitions for the AVX2 versions of the loops.
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#define ORIEL_HAS_AVX2 1
#define AVX2 __attribute__((target("avx2")))
#endif
