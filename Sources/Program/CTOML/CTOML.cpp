#include "CTOML.h"

#if !__has_include(<toml++/toml.h>)
#error "toml++ is needed: install libtomlplusplus-dev"
#endif
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <string_view>

static oriel_toml_value described(const toml::node &node) {
    oriel_toml_value value{};
    value.line = node.source().begin.line;
    if (node.is_table()) {
        value.kind = ORIEL_TOML_TABLE;
    } else if (node.is_array()) {
        value.kind = ORIEL_TOML_ARRAY;
    } else if (auto text = node.as_string()) {
        value.kind = ORIEL_TOML_STRING;
        value.text = text->get().data();
        value.text_length = text->get().size();
    } else if (auto integer = node.as_integer()) {
        value.kind = ORIEL_TOML_INTEGER;
        value.integer = integer->get();
    } else if (auto number = node.as_floating_point()) {
        value.kind = ORIEL_TOML_FLOAT;
        value.number = number->get();
    } else if (auto boolean = node.as_boolean()) {
        value.kind = ORIEL_TOML_BOOLEAN;
        value.boolean = boolean->get();
    } else {
        value.kind = ORIEL_TOML_OTHER;
    }
    return value;
}

static void visit(const toml::node &node, oriel_toml_value value, const oriel_toml_visitor &visitor) {
    visitor.begin(visitor.context, &value);
    if (auto table = node.as_table()) {
        for (auto &&[key, member] : *table) {
            oriel_toml_value inner = described(member);
            inner.key = key.str().data();
            inner.key_length = key.str().size();
            inner.line = key.source().begin.line;
            visit(member, inner, visitor);
        }
    } else if (auto array = node.as_array()) {
        for (auto &&member : *array) visit(member, described(member), visitor);
    } else {
        return;
    }
    visitor.end(visitor.context);
}

uint32_t oriel_toml_read(
    const char *text, size_t length, const oriel_toml_visitor *visitor, char *fault, size_t room) {
    toml::parse_result result = toml::parse(std::string_view(text, length));
    if (!result) {
        std::string_view words = result.error().description();
        if (room > 0) fault[words.copy(fault, room - 1)] = 0;
        return std::max<uint32_t>(result.error().source().begin.line, 1);
    }
    visit(result.table(), described(result.table()), *visitor);
    return 0;
}
