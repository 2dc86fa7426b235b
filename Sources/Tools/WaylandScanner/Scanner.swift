import Foundation

/// Usage: `WaylandScanner client|server INPUT.xml OUTPUT.swift [--import MODULE]... [--access public|package]`
/// or `WaylandScanner shaders OUTPUT.swift [FILE]…`, or `WaylandScanner files OUTPUT.swift TYPE [NAME=FILE]…`.
@main
struct Scanner {
    static func main() {
        do throws(ScannerError) {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws(ScannerError) {
        switch arguments.first {
        case "client", "server":
            guard arguments.count >= 3 else { throw usage }
            let (input, output) = (arguments[1], arguments[2])
            let options = try options(Array(arguments.dropFirst(3)))
            let description = try ProtocolParser.parse([UInt8](try read(input)), file: input)
            let text =
                arguments[0] == "client"
                ? ClientWriter(options: options).write(description) : ServerWriter(options: options).write(description)
            try write(text, to: output)
        case "shaders":
            guard arguments.count >= 2 else { throw usage }
            var shaders: [(fileName: String, text: String)] = []
            for path in arguments.dropFirst(2) {
                shaders.append((URL(filePath: path).lastPathComponent, try readText(path)))
            }
            try write(ShaderWriter.write(shaders), to: arguments[1])
        case "files":
            guard arguments.count >= 3 else { throw usage }
            var texts: [(name: String, text: String)] = []
            for argument in arguments.dropFirst(3) {
                let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2 else { throw usage }
                texts.append((parts[0], try readText(parts[1])))
            }
            try write(TextWriter.write(arguments[2], texts), to: arguments[1])
        default: throw usage
        }
    }

    private static func options(_ arguments: [String]) throws(ScannerError) -> WriterOptions {
        var options = WriterOptions()
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { throw usage }
            switch name {
            case "--import": options.imports.append(value)
            case "--access":
                guard let access = WriterOptions.Access(rawValue: value) else { throw usage }
                options.access = access
            default: throw usage
            }
        }
        return options
    }

    private static func read(_ path: String) throws(ScannerError) -> Data {
        do { return try Data(contentsOf: URL(filePath: path)) } catch {
            throw ScannerError(file: path, reason: "can't be read")
        }
    }

    private static func readText(_ path: String) throws(ScannerError) -> String {
        guard let text = String(data: try read(path), encoding: .utf8) else {
            throw ScannerError(file: path, reason: "not UTF-8")
        }
        return text
    }

    private static func write(_ text: String, to path: String) throws(ScannerError) {
        do { try Data(text.utf8).write(to: URL(filePath: path), options: .atomic) } catch {
            throw ScannerError(file: path, reason: "can't be written")
        }
    }

    private static var usage: ScannerError {
        ScannerError(
            file: "WaylandScanner",
            reason: "usage: client|server INPUT.xml OUTPUT.swift [--import MODULE]… [--access public|package], "
                + "shaders OUTPUT.swift [FILE]…, or files OUTPUT.swift TYPE [NAME=FILE]…")
    }
}
