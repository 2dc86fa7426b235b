#include "CUchardet.h"
#include "CLinux.h"

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
