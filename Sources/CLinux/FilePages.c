#define _GNU_SOURCE
#include "CLinux.h"
#include <link.h>
#include <sys/auxv.h>

// An entry of /proc/self/pagemap, one for each page (the kernel's Documentation/admin-guide/mm/pagemap.rst).
#define PAGE_PRESENT (1ull << 63)
#define PAGE_SWAPPED (1ull << 62)
#define PAGE_OF_FILE (1ull << 61)

struct search {
    int pages;          // /proc/self/pagemap
    uintptr_t size;     // of a page
    uintptr_t kernels;  // the kernel's own object, which is no file
    size_t returned;    // bytes
};

// Whether the page's content is this process's own: a breakpoint, a relocation, a patch.
static bool is_own(uint64_t page) {
    return (page & PAGE_SWAPPED) || ((page & PAGE_PRESENT) && !(page & PAGE_OF_FILE));
}

static void return_pages(struct search *search, uintptr_t begin, uintptr_t end) {
    uint64_t pages[512];
    while (begin < end) {
        size_t count = (end - begin) / search->size;
        if (count > 512) count = 512;
        off_t place = (off_t)(begin / search->size * sizeof *pages);
        ssize_t read = pread(search->pages, pages, count * sizeof *pages, place);
        if (read < (ssize_t)sizeof *pages) return;
        count = (size_t)read / sizeof *pages;
        for (size_t first = 0, last; first < count; first = last + 1) {
            size_t present = 0;
            for (last = first; last < count && !is_own(pages[last]); last++) {
                if (pages[last] & PAGE_PRESENT) present++;
            }
            if (!present) continue;
            void *run = (void *)(begin + first * search->size);
            if (madvise(run, (last - first) * search->size, MADV_DONTNEED) != 0) continue;
            search->returned += present * search->size;
        }
        begin += count * search->size;
    }
}

static int return_object(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    struct search *search = context;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        // Writable parts are left alone: another thread could write between the look and the return.
        if (part->p_type != PT_LOAD || (part->p_flags & PF_W)) continue;
        uintptr_t begin = (object->dlpi_addr + part->p_vaddr) & ~(search->size - 1);
        uintptr_t end = (object->dlpi_addr + part->p_vaddr + part->p_memsz + search->size - 1) & ~(search->size - 1);
        if (begin <= search->kernels && search->kernels < end) continue;
        return_pages(search, begin, end);
    }
    return 0;
}

size_t oriel_return_file_pages(void) {
    struct search search = {
        .pages = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC),
        .size = (uintptr_t)sysconf(_SC_PAGESIZE),
        .kernels = getauxval(AT_SYSINFO_EHDR),
    };
    if (search.pages < 0) return 0;
    dl_iterate_phdr(return_object, &search);
    close(search.pages);
    return search.returned;
}
