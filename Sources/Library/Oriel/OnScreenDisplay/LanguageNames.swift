import FoundationEssentials

/// English names of languages, from the table of Debian's *iso-codes* (`iso_639-2.json`), which desktops install. It is
/// read once, when the first name is needed.
@MainActor
package final class LanguageNames {
    package static let shared = LanguageNames(path: "/usr/share/iso-codes/json/iso_639-2.json")

    private let path: String
    private lazy var names = Self.read(path)

    package init(path: String) { self.path = path }

    /// The language's name; the code itself if the table is missing or doesn't have it.
    /// - Parameter code: ISO 639 code with two or three letters, also with a region such as `pt-BR`.
    package func name(of code: String) -> String {
        let parts = code.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        guard let language = parts.first, let name = names[language] else { return code }
        return parts.count > 1 ? "\(name) (\(parts[1].uppercased()))" : name
    }

    private struct Table: Decodable {
        struct Language: Decodable {
            var name: String
            var alpha_2: String?
            var alpha_3: String
            var bibliographic: String?
        }

        var languages: [Language]

        enum CodingKeys: String, CodingKey { case languages = "639-2" }
    }

    private static func read(_ path: String) -> [String: String] {
        guard let bytes = try? Data(contentsOf: URL(filePath: path)), bytes.count < 1 << 20,
            let table = try? JSONDecoder().decode(Table.self, from: bytes)
        else { return [:] }
        var names: [String: String] = [:]
        for language in table.languages {
            // "Spanish; Castilian", "Greek, Modern (1453-)".
            let name = language.name.prefix { $0 != ";" && $0 != "(" }
            let trimmed = name.hasSuffix(" ") ? String(name.dropLast()) : String(name)
            for code in [language.alpha_2, language.alpha_3, language.bibliographic] {
                if let code { names[code] = trimmed }
            }
        }
        return names
    }
}
