import Foundation
import OrielTestSupport
import Testing

/// The API of `import Oriel`, from the compiler's symbol graphs of the built modules.
@Suite struct PublicFaceTests {
    @Test func eachDeclarationHasItsDocstring() throws {
        let symbols = try Self.symbols()
        #expect(symbols.count > 150)
        #expect(symbols.filter { $0.documentation == nil }.map(\.name).sorted() == [])
    }

    /// Internals (sessions, effects, the broker's messages) must not be public.
    @Test func ofTheLifecycleItShowsWhatTheControllerTells() throws {
        let types = try Self.symbols().filter {
            $0.pathComponents.count == 1 && $0.location?.uri.contains("/Sources/Values/PictureInPicture/") == true
        }
        #expect(
            Set(types.map(\.name)) == [
                "PictureInPictureError", "PictureInPictureProfile", "PictureInPictureSnapshot",
                "PictureInPictureSound", "PictureInPictureTransitionState", "StopReason",
            ])
    }

    private struct Graph: Decodable {
        var symbols: [Symbol]
        var relationships: [Relationship]
    }

    private struct Symbol: Decodable {
        struct Identifier: Decodable { var precise: String }
        struct Documentation: Decodable {}
        struct Location: Decodable { var uri: String }
        var identifier: Identifier
        var pathComponents: [String]
        var docComment: Documentation?
        /// Location; nil if the compiler synthesised the declaration.
        var location: Location?

        var precise: String { identifier.precise }
        var name: String { pathComponents.joined(separator: ".") }
        var documentation: Documentation? { docComment }
    }

    private struct Relationship: Decodable {
        struct Origin: Decodable {}
        var source: String
        var sourceOrigin: Origin?
    }

    /// Returns declarations from source files, without synthesised and inherited ones, and without implementations of
    /// documented protocol requirements.
    private static func symbols() throws -> [Symbol] {
        let folder = try TemporaryFolder()
        let file = try extract(into: folder.path)
        let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
        let inherited = Set(graph.relationships.filter { $0.sourceOrigin != nil }.map(\.source))
        return graph.symbols.filter {
            $0.location != nil && !inherited.contains($0.precise) && !$0.precise.contains("::SYNTHESIZED::")
        }
    }

    /// Modules that Sources/Library/Oriel/Exports.swift exports in part.
    private static let exported = [
        "OrielPictureInPicture", "OrielGeometry", "OrielMedia", "OrielLibav", "OrielDemux", "OrielDecode",
    ]

    private static func extract(into folder: String) throws -> URL {
        let products = URL(filePath: try Executable.built("oriel")).deletingLastPathComponent()
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var arguments = [
            "symbolgraph-extract", "-module-name", "Oriel", "-I",
            products.appending(path: "Modules").path(percentEncoded: false),
            "-minimum-access-level", "public", "-target", target, "-output-dir", folder,
            "-experimental-allowed-reexported-modules=" + exported.joined(separator: ","),
        ]
        // C modules of the build, the system and the dependencies.
        let checkouts = products.deletingLastPathComponent().deletingLastPathComponent().appending(path: "checkouts")
        let dependencies = try folders(in: checkouts).flatMap { try folders(in: $0.appending(path: "Sources")) }
        let targets = try folders(in: package.appending(path: "Sources")).flatMap { try folders(in: $0) }
        let places =
            try folders(in: products) + targets + (targets + dependencies).map { $0.appending(path: "include") }
        for place in places {
            let map = place.appending(path: "module.modulemap").path(percentEncoded: false)
            if FileManager.default.fileExists(atPath: map) { arguments += ["-Xcc", "-fmodule-map-file=\(map)"] }
        }
        let extraction = try ChildProcess("swift", arguments)
        let exit = extraction.wait(.seconds(120))
        try #require(exit == .code(0), "\(extraction.standardError)")
        return URL(filePath: folder).appending(path: "Oriel.symbols.json")
    }

    private static func folders(in folder: URL) throws -> [URL] {
        guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }

    private static var target: String {
        #if arch(arm64)
            "aarch64-unknown-linux-gnu"
        #else
            "x86_64-unknown-linux-gnu"
        #endif
    }
}
