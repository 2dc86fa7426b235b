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
#include <vector>

namespace {

// A document's text, and the offset of each of its lines and code points: toml++ counts these.
struct document {
    std::string_view text;
    std::vector<size_t> lines{0}, points;

    explicit document(std::string_view text) : text(text) {
        for (size_t at = text.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0; at < text.size(); at++) {
            if ((text[at] & 0xC0) != 0x80) points.push_back(at);
            if (text[at] == '\n') lines.push_back(points.size());
        }
        points.push_back(text.size());
    }

    // Offset in bytes of a position, at most the text's length.
    size_t offset(toml::source_position position) const {
        size_t line = std::min<size_t>(std::max<size_t>(position.line, 1), lines.size());
        return points[std::min<size_t>(lines[line - 1] + std::max<size_t>(position.column, 1), points.size()) - 1];
    }
};

// Largest number of dots in a line. Each may open a table, and toml++ descends into tables by recursion.
constexpr int most_dots = 200;

// Returns the first line with more dots that is no comment; 0 if there is none.
uint32_t crowded_line(std::string_view text) {
    for (uint32_t line = 1; !text.empty(); line++) {
        std::string_view row = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), row.size() + 1));
        size_t first = row.find_first_not_of(" \t");
        bool is_comment = first != row.npos && row[first] == '#';
        if (!is_comment && std::count(row.begin(), row.end(), '.') > most_dots) return line;
    }
    return 0;
}

oriel_toml_value described(const toml::node &node, const document &document) {
    oriel_toml_value value{};
    value.line = node.source().begin.line;
    value.start = document.offset(node.source().begin);
    value.end = std::max(value.start, document.offset(node.source().end));
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
        value.text = document.text.data() + value.start;
        value.text_length = value.end - value.start;
    }
    return value;
}

void visit(
    const toml::node &node, oriel_toml_value value, const document &document, const oriel_toml_visitor &visitor) {
    visitor.begin(visitor.context, &value);
    if (auto table = node.as_table()) {
        for (auto &&[key, member] : *table) {
            oriel_toml_value inner = described(member, document);
            inner.key = key.str().data();
            inner.key_length = key.str().size();
            inner.line = key.source().begin.line;
            visit(member, inner, document, visitor);
        }
    } else if (auto array = node.as_array()) {
        for (auto &&member : *array) visit(member, described(member, document), document, visitor);
    } else {
        return;
    }
    visitor.end(visitor.context);
}

// Writes a text with a terminator, cut at `room` bytes.
void write(std::string_view words, char *out, size_t room) {
    if (room > 0) out[words.copy(out, room - 1)] = 0;
}

}  // namespace

uint32_t oriel_toml_read(
    const char *text, size_t length, const oriel_toml_visitor *visitor, char *fault, size_t room) {
    if (uint32_t line = crowded_line(std::string_view(text, length))) {
        write("too many dots in a line", fault, room);
        return line;
    }
    toml::parse_result result = toml::parse(std::string_view(text, length));
    if (!result) {
        write(result.error().description(), fault, room);
        return std::max<uint32_t>(result.error().source().begin.line, 1);
    }
    document document(std::string_view(text, length));
    visit(result.table(), described(result.table(), document), document, *visitor);
    return 0;
}
