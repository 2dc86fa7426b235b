import Foundation
import PackagePlugin

/// Generates Swift from protocol XML, shaders and other files before a target is compiled. The target's folder lists
/// its inputs: in `protocols.txt` (see protocols/README.md), `shaders.txt` (`folder NAME`, relative to the package) or
/// `files.txt` (`file CONSTANT PATH`, relative to the package; constants of `PackagedFiles`).
@main
struct GenerateSources: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let tool = try context.tool(named: "WaylandScanner").url
        let folder = target.directoryURL
        var commands: [Command] = []
        if let list = try? String(contentsOf: folder.appending(path: "protocols.txt"), encoding: .utf8) {
            commands += try protocolCommands(list, context: context, target: target.name, tool: tool)
        }
        if let list = try? String(contentsOf: folder.appending(path: "shaders.txt"), encoding: .utf8) {
            commands += try shaderCommands(list, context: context, tool: tool)
        }
        if let list = try? String(contentsOf: folder.appending(path: "files.txt"), encoding: .utf8) {
            commands.append(try fileCommand(list, context: context, target: target.name, tool: tool))
        }
        return commands
    }

    private func fileCommand(_ list: String, context: PluginContext, target: String, tool: URL) throws -> Command {
        var inputs: [URL] = []
        var arguments: [String] = []
        for words in Self.lines(list) {
            guard words[0] == "file", words.count == 3 else {
                throw PluginFault("\(target): files.txt has the line \"\(words.joined(separator: " "))\"")
            }
            let file = context.package.directoryURL.appending(path: words[2])
            inputs.append(file)
            arguments.append("\(words[1])=\(file.path(percentEncoded: false))")
        }
        let output = context.pluginWorkDirectoryURL.appending(path: "PackagedFiles.swift")
        return .buildCommand(
            displayName: "Generating texts of files", executable: tool,
            arguments: ["files", output.path(percentEncoded: false), "PackagedFiles"] + arguments, inputFiles: inputs,
            outputFiles: [output])
    }

    private func protocolCommands(
        _ list: String, context: PluginContext, target: String, tool: URL
    ) throws -> [Command] {
        var options: [String] = []
        var commands: [Command] = []
        let folder = context.package.directoryURL.appending(path: "protocols")
        for words in Self.lines(list) {
            switch (words[0], words.count) {
            case ("access", 2): options += ["--access", words[1]]
            case ("import", 2): options += ["--import", words[1]]
            case ("client", 2), ("server", 2):
                // Always the package's own files, never the system's: the generated code is the same on every machine.
                let input = folder.appending(path: words[1])
                guard FileManager.default.fileExists(atPath: input.path(percentEncoded: false)) else {
                    throw PluginFault("\(target): there is no \(words[1]) in \(folder.path(percentEncoded: false))")
                }
                let name = input.deletingPathExtension().lastPathComponent
                let output = context.pluginWorkDirectoryURL.appending(path: "\(name)-\(words[0]).swift")
                commands.append(
                    .buildCommand(
                        displayName: "Generating \(words[0]) of \(name)", executable: tool,
                        arguments: [words[0], input.path(percentEncoded: false), output.path(percentEncoded: false)]
                            + options, inputFiles: [input],
                        outputFiles: [output]))
            default: throw PluginFault("\(target): protocols.txt has the line \"\(words.joined(separator: " "))\"")
            }
        }
        return commands
    }

    private func shaderCommands(_ list: String, context: PluginContext, tool: URL) throws -> [Command] {
        var commands: [Command] = []
        for words in Self.lines(list) where words[0] == "folder" && words.count == 2 {
            let folder = context.package.directoryURL.appending(path: words[1])
            let files =
                ((try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? [])
                .filter { ["vert", "frag", "glsl"].contains(($0 as NSString).pathExtension) }.sorted()
                .map { folder.appending(path: $0) }
            let output = context.pluginWorkDirectoryURL.appending(path: "\(words[1])-sources.swift")
            commands.append(
                .buildCommand(
                    displayName: "Generating shader sources", executable: tool,
                    arguments: ["shaders", output.path(percentEncoded: false)]
                        + files.map { $0.path(percentEncoded: false) }, inputFiles: files,
                    outputFiles: [output]))
        }
        return commands
    }

    /// Words of each line, without comments and empty lines.
    private static func lines(_ text: String) -> [[String]] {
        text.split(whereSeparator: \.isNewline).map { $0.split(separator: " ").map(String.init) }
            .filter { !($0.first?.hasPrefix("#") ?? true) }
    }
}

private struct PluginFault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
