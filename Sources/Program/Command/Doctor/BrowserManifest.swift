package import FoundationEssentials

/// The file by which a browser knows the program that it starts for the extension.
package struct BrowserManifest: Codable, Hashable, Sendable {
    package static let program = "org.oriel.oriel"
    package static let file = "\(program).json"
    /// The extension's name in Firefox, and in Chromium, where it follows from the key in the extension's manifest.
    package static let firefox = "picture-in-picture@oriel"
    package static let chromium = "nkiiimgmhpgkfhceefhkoikdobbedool"

    package var name = program
    package var description = "Oriel: Picture in Picture"
    /// Absolute path of the program.
    package var path: String
    package var type = "stdio"
    package var allowedExtensions: [String]?
    package var allowedOrigins: [String]?

    private enum CodingKeys: String, CodingKey {
        case name, description, path, type
        case allowedExtensions = "allowed_extensions"
        case allowedOrigins = "allowed_origins"
    }

    package init(_ path: String, for engine: Browser.Engine) {
        self.path = path
        switch engine {
        case .firefox: allowedExtensions = [Self.firefox]
        case .chromium: allowedOrigins = ["chrome-extension://\(Self.chromium)/"]
        }
    }

    /// Reads a file's text; nil if it is none.
    package init?(_ text: Data) {
        guard let manifest = try? JSONDecoder().decode(Self.self, from: text) else { return nil }
        self = manifest
    }

    package var text: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return ((try? encoder.encode(self)) ?? Data()) + Data("\n".utf8)
    }

    /// Whether these are the arguments with which a browser starts the program.
    package static func isStart(_ arguments: some Collection<String>) -> Bool {
        guard let first = arguments.first else { return false }
        return first == "chrome-extension://\(chromium)/"
            || first.hasSuffix("/\(file)") && arguments.dropFirst().first == firefox
    }
}
