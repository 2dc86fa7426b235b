import Foundation
import Testing
import WaylandScanner

/// Every description of the installed wayland-protocols, of libwayland and of ours generates, and the Swift compiler
/// accepts all of it together with the run-time types.
@Suite struct InstalledProtocolTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func everyInstalledProtocolTypeChecks() throws {
        let system = URL(filePath: "/usr/share/wayland-protocols")
        var files = Self.descriptions(in: system) + Self.descriptions(in: Self.package.appending(path: "protocols"))
        files.append(URL(filePath: "/usr/share/wayland/wayland.xml"))
        try #require(files.count > 30, "wayland-protocols and libwayland-dev are installed")
        // Version 5 of xdg-shell has interfaces of the same names as the stable one; it is checked by itself.
        let old = files.filter { $0.lastPathComponent == "xdg-shell-unstable-v5.xml" }
        try Self.typeCheck(files.filter { !old.contains($0) })
        try Self.typeCheck(old + files.filter { $0.lastPathComponent == "wayland.xml" })
    }

    private static func descriptions(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "xml" }
    }

    private static func typeCheck(_ files: [URL]) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "oriel-scanner-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var sources: [URL] = []
        for file in files {
            let description = try ProtocolParser.parse([UInt8](try Data(contentsOf: file)), file: file.path())
            let output = folder.appending(path: file.deletingPathExtension().lastPathComponent + ".swift")
            try Data(ClientWriter(options: WriterOptions()).write(description).utf8).write(to: output)
            sources.append(output)
        }
        let runtime = package.appending(path: "Sources/WaylandProtocols/Runtime")
        sources += try FileManager.default.contentsOfDirectory(at: runtime, includingPropertiesForKeys: nil)
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments =
            [
                "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature",
                "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility", "-module-name", "Generated",
                "-I", package.appending(path: "Sources/CWayland").path(),
            ] + sources.map { $0.path() }
        let output = Pipe()
        compiler.standardError = output
        compiler.standardOutput = output
        try compiler.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        compiler.waitUntilExit()
        #expect(compiler.terminationStatus == 0, "\(text.suffix(4000))")
    }
}
