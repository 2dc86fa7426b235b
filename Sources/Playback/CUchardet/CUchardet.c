#include "CUchardet.h"
#include "CLinux.h"

// The declarations match the header where it is installed. Its detector is the same pointer.
#if __has_include(<uchardet/uchardet.h>)
#include <uchardet/uchardet.h>
#define SAME(member, function) \
    _Static_assert( \
        __builtin_types_compatible_p(__typeof__(*((struct oriel_uchardet *)0)->member), __typeof__(function)), \
        #function)
SAME(create, uchardet_new);
SAME(destroy, uchardet_delete);
SAME(handle_data, uchardet_handle_data);
SAME(data_end, uchardet_data_end);
SAME(get_charset, uchardet_get_charset);
#undef SAME
#endif

bool oriel_uchardet_open(const char *name, struct oriel_uchardet *table, char *problem, size_t capacity) {
    const struct oriel_function functions[] = {
        {(void *)&table->create, "uchardet_new"},
        {(void *)&table->destroy, "uchardet_delete"},
        {(void *)&table->handle_data, "uchardet_handle_data"},
        {(void *)&table->data_end, "uchardet_data_end"},
        {(void *)&table->get_charset, "uchardet_get_charset"},
    };
    return oriel_load_functions(name, functions, sizeof functions / sizeof *functions, problem, capacity);
}
