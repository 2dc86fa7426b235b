import Foundation
import Testing
import WaylandScanner

/// Code is generated for each description of the installed wayland-protocols, of libwayland and of this package, and
/// the Swift compiler accepts all of it with the runtime types.
@Suite struct InstalledProtocolTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let wayland = URL(filePath: "/usr/share/wayland/wayland.xml")
    private static let installed = [wayland] + descriptions(in: URL(filePath: "/usr/share/wayland-protocols"))
    private static let ours = descriptions(in: package.appending(path: "protocols"))

    @Test func everyInstalledProtocolTypeChecks() throws {
        try #require(Self.installed.count > 30, "wayland-protocols and libwayland-dev are installed")
        // Files with interface names of another file, such as an old version next to the stable one, are compiled on
        // their own.
        var seen: Set<String> = []
        var doubled: [URL] = []
        for file in Self.installed {
            let names = try Self.parsed(file).interfaces.map(\.name)
            if seen.isDisjoint(with: names) { seen.formUnion(names) } else { doubled.append(file) }
        }
        try Self.typeCheck(Self.installed.filter { !doubled.contains($0) })
        try Self.typeCheck([Self.wayland] + doubled)
    }

    @Test func everyOneOfOursTypeChecks() throws { try Self.typeCheck(Self.ours) }

    /// The code is generated from our descriptions alone; they must agree with the installed ones, which may be newer.
    @Test func oursSayWhatTheInstalledOnesSay() throws {
        var installed: [String: ProtocolDescription.Interface] = [:]
        for interface in try Self.installed.flatMap({ try Self.parsed($0).interfaces }) {
            // If an interface is in two files, the newer one counts.
            guard installed[interface.name].map({ $0.version < interface.version }) ?? true else { continue }
            installed[interface.name] = interface
        }
        var compared = 0
        for file in Self.ours {
            for ours in try Self.parsed(file).interfaces {
                guard let theirs = installed[ours.name] else { continue }
                Self.expect(ours, agreesWith: theirs)
                compared += 1
            }
        }
        #expect(compared >= 49, "of libwayland and wayland-protocols")
    }

    /// No description outside the package is used.
    @Test func whatIsGeneratedIsMadeFromOurDescriptions() throws {
        let ours = Set(Self.ours.map(\.lastPathComponent))
        for target in ["System/WaylandProtocols", "Tools/TestSupport"] {
            let list = try String(
                contentsOf: Self.package.appending(path: "Sources/\(target)/protocols.txt"), encoding: .utf8)
            let wanted = list.split(separator: "\n").map { $0.split(separator: " ") }
                .filter { ["client", "server"].contains($0[0]) }.map { String($0[1]) }
            #expect(!wanted.isEmpty)
            #expect(wanted.filter { !ours.contains($0) } == [])
        }
    }

    private static func expect(
        _ ours: ProtocolDescription.Interface, agreesWith theirs: ProtocolDescription.Interface
    ) {
        #expect(ours.version <= theirs.version, "\(ours.name)")
        for (ours, theirs) in [(ours.requests, theirs.requests), (ours.events, theirs.events)] {
            #expect(ours.map(\.wireForm) == theirs.prefix(ours.count).map(\.wireForm))
        }
        for enumeration in ours.enumerations {
            let other = theirs.enumerations.first { $0.name == enumeration.name }
            #expect(other?.isBitfield == enumeration.isBitfield, "\(ours.name).\(enumeration.name)")
            let values = Set(other?.entries.map { "\($0.name) = \($0.value)" } ?? [])
            for entry in enumeration.entries {
                #expect(values.contains("\(entry.name) = \(entry.value)"), "\(ours.name).\(enumeration.name)")
            }
        }
    }

    private static func parsed(_ file: URL) throws -> ProtocolDescription {
        try ProtocolParser.parse([UInt8](try Data(contentsOf: file)), file: file.path(percentEncoded: false))
    }

    private static func descriptions(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "xml" }
            .sorted { $0.path(percentEncoded: false) < $1.path(percentEncoded: false) }
    }

    private static func typeCheck(_ files: [URL]) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "oriel-scanner-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var sources: [URL] = []
        for file in files {
            let description = try ProtocolParser.parse(
                [UInt8](try Data(contentsOf: file)), file: file.path(percentEncoded: false))
            let output = folder.appending(path: file.deletingPathExtension().lastPathComponent + ".swift")
            try Data(ClientWriter(options: WriterOptions()).write(description).utf8).write(to: output)
            sources.append(output)
        }
        let runtime = package.appending(path: "Sources/System/WaylandProtocols/Runtime")
        sources += try FileManager.default.contentsOfDirectory(at: runtime, includingPropertiesForKeys: nil)
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments =
            [
                "swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature",
                "ExistentialAny", "-enable-upcoming-feature", "MemberImportVisibility", "-module-name", "Generated",
                "-I", package.appending(path: "Sources/System/CWayland").path(percentEncoded: false),
            ] + sources.map { $0.path(percentEncoded: false) }
        let output = Pipe()
        compiler.standardError = output
        compiler.standardOutput = output
        try compiler.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        compiler.waitUntilExit()
        #expect(compiler.terminationStatus == 0, "\(text.suffix(4000))")
    }
}

extension ProtocolDescription.Message {
    /// The parts of a message that two programs must agree on.
    fileprivate var wireForm: String {
        let interfaces = wireInterfaces.map { $0 ?? "-" }.joined(separator: " ")
        return "\(name) \(signature) (\(interfaces))\(isDestructor ? " destructor" : "")"
    }
}
