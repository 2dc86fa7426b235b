/// Converts the protocol's names to Swift names.
package enum SwiftNames {
    /// Converts a type name: `zwlr_layer_surface_v1` → `ZwlrLayerSurfaceV1`.
    package static func type(_ name: String) -> String {
        let words = name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return words.isEmpty ? "_" : words.joined()
    }

    /// Converts the name of a type nested in an interface's class: as `type`, but avoids names used by Swift or by the
    /// class.
    package static func nestedType(_ name: String) -> String {
        let type = type(name)
        let guarded = type.first?.isNumber == true ? "_" + type : type
        return ["Type", "Protocol", "Self", "Event", "Request", "Any"].contains(guarded) ? guarded + "Value" : guarded
    }

    /// Converts a member's name: `set_app_id` → `setAppId`, without backticks.
    package static func plainMember(_ name: String) -> String {
        let camel = type(name)
        // Leading capitals are one word: `RGB565` → `rgb565`, and `XRGB` with digits stays readable too.
        let capitals = camel.prefix { $0.isUppercase }.count
        let lowered = capitals <= 1 ? 1 : (capitals == camel.count ? capitals : max(1, capitals - 1))
        let member = camel.prefix(lowered).lowercased() + camel.dropFirst(lowered)
        return member.first?.isNumber == true ? "_" + member : member
    }

    /// Converts a member's name, in backticks if it is a keyword.
    package static func member(_ name: String) -> String {
        let plain = plainMember(name)
        return keywords.contains(plain) ? "`\(plain)`" : plain
    }

    /// Converts an argument's label; few keywords need backticks there.
    package static func label(_ name: String) -> String {
        let plain = plainMember(name)
        return ["inout", "let", "var"].contains(plain) ? "`\(plain)`" : plain
    }

    /// Converts `enum="name"` or `enum="interface.name"` to a Swift type.
    package static func enumeration(_ reference: String) -> String {
        let parts = reference.split(separator: ".").map(String.init)
        if parts.count == 2 { return type(parts[0]) + "." + nestedType(parts[1]) }
        return nestedType(reference)
    }

    private static let keywords: Set<String> = [
        "actor", "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
        "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "package",
        "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "some", "static",
        "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
        "while",
    ]
}
