#define _GNU_SOURCE
#include "AssMemory.h"
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Counts the allocations of libass, which accepts no allocator. Calls of malloc and free by libass and FreeType go
// through their global offset tables, whose entries are replaced here. A thread inside of a counted call gets blocks
// with a header, which are counted. All other blocks go to the C library as before, including those of other users of
// the two libraries.

/// Header before each counted block. Its size keeps the block's alignment.
struct header {
    struct oriel_ass_memory *owner;
    struct header *previous, *next;
    size_t size;
    uintptr_t unused;
    /// Combination of `secret` and the header's address, which no other freed block has before it.
    uintptr_t mark;
};
_Static_assert(sizeof(struct header) % 16 == 0, "a block keeps malloc's alignment");

struct oriel_ass_memory {
    size_t limit, used;
    struct header blocks;
    /// Return point for a call that exceeds the limit; NULL while the limit doesn't abort calls.
    sigjmp_buf *escape;
};

static _Thread_local struct oriel_ass_memory *current;
static uintptr_t secret;

static uintptr_t mark_of(const struct header *header) { return secret ^ (uintptr_t)header; }

/// Returns the header of a counted block; NULL for any other. Reading is safe, since any block of malloc's has bytes of
/// its heap before it.
__attribute__((no_sanitize("address"))) static struct header *header_of(void *block) {
    struct header *header = (struct header *)block - 1;
    return header->mark == mark_of(header) ? header : NULL;
}

static void link_in(struct header *header, struct oriel_ass_memory *memory, size_t size) {
    *header = (struct header){.owner = memory, .previous = &memory->blocks, .next = memory->blocks.next, .size = size};
    header->mark = mark_of(header);
    header->next->previous = header;
    header->previous->next = header;
    memory->used += size;
}

static void unlink_from(struct header *header) {
    header->owner->used -= header->size;
    header->previous->next = header->next;
    header->next->previous = header->previous;
    header->mark = 0;
}

/// Aborts the call if `more` bytes exceed the limit.
static void claim(struct oriel_ass_memory *memory, size_t more) {
    if (memory->escape && (more > memory->limit || memory->used > memory->limit - more))
        siglongjmp(*memory->escape, 1);
}

static void *counted_malloc(size_t size) {
    struct oriel_ass_memory *memory = current;
    if (!memory) return malloc(size);
    if (size > SIZE_MAX - sizeof(struct header)) return NULL;
    size += sizeof(struct header);
    claim(memory, size);
    struct header *header = malloc(size);
    if (!header) return NULL;
    link_in(header, memory, size);
    return header + 1;
}

static void *counted_calloc(size_t count, size_t each) {
    struct oriel_ass_memory *memory = current;
    if (!memory) return calloc(count, each);
    size_t size;
    if (__builtin_mul_overflow(count, each, &size) || size > SIZE_MAX - sizeof(struct header)) return NULL;
    size += sizeof(struct header);
    claim(memory, size);
    struct header *header = calloc(1, size);
    if (!header) return NULL;
    link_in(header, memory, size);
    return header + 1;
}

static void counted_free(void *block) {
    struct header *header = block ? header_of(block) : NULL;
    if (!header) return free(block);
    unlink_from(header);
    free(header);
}

static void *counted_realloc(void *block, size_t size) {
    if (!block) return counted_malloc(size);
    struct header *header = header_of(block);
    if (!header) return realloc(block, size);
    if (size == 0) {
        counted_free(block);
        return NULL;
    }
    if (size > SIZE_MAX - sizeof(struct header)) return NULL;
    size += sizeof(struct header);
    struct oriel_ass_memory *memory = header->owner;
    // Both blocks exist while one is copied to the other.
    if (size > header->size) claim(memory, size);
    size_t old = header->size;
    unlink_from(header);
    struct header *moved = realloc(header, size);
    link_in(moved ? moved : header, memory, moved ? size : old);
    return moved ? moved + 1 : NULL;
}

static char *counted_strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = counted_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

static const struct replacement {
    const char *name;
    void *function;
} replacements[] = {
    {"malloc", counted_malloc}, {"calloc", counted_calloc}, {"realloc", counted_realloc},
    {"free", counted_free},     {"strdup", counted_strdup},
};

/// The pages of an object that the dynamic loader made read-only.
struct protected_pages {
    ElfW(Addr) base, start, end;
};

static int find_protected(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    struct protected_pages *pages = context;
    if (object->dlpi_addr != pages->base) return 0;
    ElfW(Addr) page = (ElfW(Addr))sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_GNU_RELRO) continue;
        // As in the loader: whole pages, the last one only if all of it is protected.
        pages->start = (pages->base + segment->p_vaddr) & ~(page - 1);
        pages->end = (pages->base + segment->p_vaddr + segment->p_memsz) & ~(page - 1);
    }
    return 1;
}

/// The tables of an object that name the symbols of its entries.
struct tables {
    const char *strings;
    const ElfW(Sym) *symbols;
    ElfW(Addr) base;
    int count;
};

static void replace(struct tables *tables, size_t symbol, ElfW(Addr) place, bool is_call) {
    const char *name = tables->strings + tables->symbols[symbol].st_name;
    for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++) {
        if (strcmp(name, replacements[i].name)) continue;
        void **entry = (void **)(tables->base + place);
        // A call's entry may not be bound yet. Any other entry holds the function's address, or isn't one.
        if (!is_call && *entry != dlsym(RTLD_DEFAULT, name)) return;
        __atomic_store_n(entry, replacements[i].function, __ATOMIC_RELEASE);
        tables->count++;
    }
}

#if __SIZEOF_POINTER__ == 8
#define SYMBOL_OF(info) ELF64_R_SYM(info)
#else
#define SYMBOL_OF(info) ELF32_R_SYM(info)
#endif

static void replace_all(struct tables *tables, const void *entries, size_t size, bool has_addend, bool is_call) {
    if (has_addend) {
        const ElfW(Rela) *list = entries;
        for (size_t i = 0; i < size / sizeof *list; i++)
            replace(tables, SYMBOL_OF(list[i].r_info), list[i].r_offset, is_call);
    } else {
        const ElfW(Rel) *list = entries;
        for (size_t i = 0; i < size / sizeof *list; i++)
            replace(tables, SYMBOL_OF(list[i].r_info), list[i].r_offset, is_call);
    }
}

/// Replaces the entries of an object and returns their number.
static int count_memory_of(const struct link_map *object) {
    struct tables tables = {.base = object->l_addr};
    const void *calls = NULL, *with_addend = NULL, *without = NULL;
    size_t calls_size = 0, with_size = 0, without_size = 0;
    bool calls_have_addend = true;
    for (const ElfW(Dyn) *entry = object->l_ld; entry->d_tag != DT_NULL; entry++) {
        // On most processors, the loader has replaced these by addresses.
        ElfW(Addr) address = entry->d_un.d_ptr < object->l_addr ? entry->d_un.d_ptr + object->l_addr : entry->d_un.d_ptr;
        switch (entry->d_tag) {
        case DT_STRTAB: tables.strings = (const char *)address; break;
        case DT_SYMTAB: tables.symbols = (const ElfW(Sym) *)address; break;
        case DT_JMPREL: calls = (const void *)address; break;
        case DT_PLTRELSZ: calls_size = entry->d_un.d_val; break;
        case DT_PLTREL: calls_have_addend = entry->d_un.d_val == DT_RELA; break;
        case DT_RELA: with_addend = (const void *)address; break;
        case DT_RELASZ: with_size = entry->d_un.d_val; break;
        case DT_REL: without = (const void *)address; break;
        case DT_RELSZ: without_size = entry->d_un.d_val; break;
        }
    }
    if (!tables.strings || !tables.symbols) return 0;
    struct protected_pages pages = {.base = object->l_addr};
    dl_iterate_phdr(find_protected, &pages);
    size_t size = pages.end - pages.start;
    if (size && mprotect((void *)pages.start, size, PROT_READ | PROT_WRITE)) return 0;
    if (calls) replace_all(&tables, calls, calls_size, calls_have_addend, true);
    if (with_addend) replace_all(&tables, with_addend, with_size, true, false);
    if (without) replace_all(&tables, without, without_size, false, false);
    if (size) mprotect((void *)pages.start, size, PROT_READ);
    return tables.count;
}

static bool is_counting;
static void *opened;

static void start_counting(void) {
    struct link_map *map = NULL;
    if (getentropy(&secret, sizeof secret) || dlinfo(opened, RTLD_DI_LINKMAP, &map) || !map) return;
    // Without libass's own entries, nothing is limited. FreeType may be part of libass.
    is_counting = count_memory_of(map) > 0;
    while (map->l_prev) map = map->l_prev;
    for (; is_counting && map; map = map->l_next)
        if (strstr(map->l_name, "/libfreetype.so")) count_memory_of(map);
}

bool oriel_ass_count_memory(const struct oriel_ass *table) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    Dl_info info;
    if (!opened && dladdr((void *)table->library_init, &info)) opened = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    if (opened) pthread_once(&once, start_counting);
    pthread_mutex_unlock(&lock);
    return is_counting;
}

struct oriel_ass_memory *oriel_ass_memory_new(size_t limit) {
    struct oriel_ass_memory *memory = calloc(1, sizeof *memory);
    if (!memory) return NULL;
    memory->limit = limit;
    memory->blocks.next = memory->blocks.previous = &memory->blocks;
    return memory;
}

void oriel_ass_memory_free(struct oriel_ass_memory *memory) {
    while (memory->blocks.next != &memory->blocks) {
        struct header *header = memory->blocks.next;
        unlink_from(header);
        free(header);
    }
    free(memory);
}

void oriel_ass_memory_begin(struct oriel_ass_memory *memory) { current = memory; }

void oriel_ass_memory_end(void) { current = NULL; }

// Calls that exceed the limit are aborted to here. No Swift frame is skipped, since libass only calls back `format`.
#define WITHIN(memory, call)                \
    do {                                    \
        sigjmp_buf escape;                  \
        bool is_within = !sigsetjmp(escape, 0); \
        if (is_within) {                    \
            (memory)->escape = &escape;     \
            current = (memory);             \
            call;                           \
        }                                   \
        current = NULL;                     \
        (memory)->escape = NULL;            \
        return is_within;                   \
    } while (0)

bool oriel_ass_render_frame(
    const struct oriel_ass *table, struct oriel_ass_memory *memory, ASS_Renderer *renderer, ASS_Track *track,
    long long milliseconds, int *change, ASS_Image **images) {
    WITHIN(memory, *images = table->render_frame(renderer, track, milliseconds, change));
}

bool oriel_ass_process_chunk(
    const struct oriel_ass *table, struct oriel_ass_memory *memory, ASS_Track *track, char *bytes, int count,
    long long start, long long duration) {
    WITHIN(memory, table->process_chunk(track, bytes, count, start, duration));
}

bool oriel_ass_process_codec_private(
    const struct oriel_ass *table, struct oriel_ass_memory *memory, ASS_Track *track, char *bytes, int count) {
    WITHIN(memory, table->process_codec_private(track, bytes, count));
}

bool oriel_ass_add_font(
    const struct oriel_ass *table, struct oriel_ass_memory *memory, ASS_Library *library, const char *name,
    const char *bytes, int count) {
    WITHIN(memory, table->add_font(library, name, bytes, count));
}
