import ArgumentParser
import Glibc
import OrielLibav
import OrielPlatform

/// Reports invalid arguments in one line: `oriel: COMMAND: what happened; what to do`.
package enum UsageLine {
    /// Returns the complaint about a command line; nil if it is valid.
    /// - Parameter arguments: the arguments without the program's name.
    package static func complaint(about arguments: [String]) -> String? {
        do {
            _ = try parse(arguments)
            return nil
        } catch {
            return isUsage(error) ? text(for: error, arguments) : nil
        }
    }

    static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        if let name = arguments.first, !name.hasPrefix("-"), !names.contains(name) { throw UnknownCommand(name: name) }
        // The parser takes a name that begins with a dash for options; one with an h for a call for help.
        do {
            let command = try OrielCommand.parseAsRoot(arguments)
            let isHelp = !OrielCommand.configuration.subcommands.contains { $0 == type(of: command) }
            guard isHelp, let name = dashedName(in: arguments) else { return command }
            throw DashedName(name: name)
        } catch {
            guard isUsage(error), !(error is DashedName),
                let name = dashedName(in: arguments, OrielCommand.message(for: error))
            else { throw error }
            throw DashedName(name: name)
        }
    }

    /// The first argument that is no option, but probably a file's name: `-horn.mp4`.
    /// - Parameter complaint: the parser's. It names the unknown one of several short options alone.
    private static func dashedName(in arguments: [String], _ complaint: String = "") -> String? {
        let command = arguments.first ?? ""
        let takesMedia = ["play", "add"].contains(command) || !names.contains(command)
        return arguments.prefix { $0 != "--" }.first { word in
            guard word.hasPrefix("-"), word.count > 2 else { return false }
            if word.hasPrefix("--") { return complaint.contains(word) && exists(word) }
            return exists(word) || takesMedia && word.contains { !"-v.,:+0123456789".contains($0) }
        }
    }

    /// Whether the first argument is no command, but a medium that exists or an address.
    package static func isMedium(_ word: String) -> Bool {
        guard !names.contains(word), !word.hasPrefix("-"), word != "" else { return false }
        if case .path(let path) = MediaLocation(word) { return exists(path) }
        return true
    }

    private static func exists(_ path: String) -> Bool {
        let name = PathText.bytes(path).map { CChar(bitPattern: $0) } + [0]
        return access(name, F_OK) == 0
    }

    /// The command with the most similar name, if one has at most two letters added, left out or changed.
    package static func suggestion(for word: String) -> String? {
        let limit = min(2, word.count / 2)
        return names.map { ($0, distance(Array($0), Array(word.lowercased()))) }
            .filter { $0.1 <= limit }.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
    }

    /// Levenshtein's distance.
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        guard other.count < 64 else { return .max }
        var row = Array(0...other.count)
        for (index, character) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let changed = diagonal + (character == other[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }

    /// Formats an error of the parser or of a command's validation.
    static func text(for error: any Error, _ arguments: [String]) -> String {
        if let error = error as? UnknownCommand {
            let name = error.name.count > 80 ? error.name.prefix(80) + "…" : error.name
            let isPath = name.contains("/") || name.contains(".")
            let what = "there is no such command" + (isPath ? ", and no such file" : "")
            return "oriel: \(name): \(what); "
                + (suggestion(for: error.name).map { "did you mean `oriel \($0)`? See" } ?? "see") + " `oriel --help`"
        }
        let command = arguments.first.flatMap { names.contains($0) ? $0 : nil }
        if let error = error as? DashedName {
            return "oriel: " + (command.map { $0 + ": " } ?? "")
                + "there is no option \(error.name); for a file of that name write ./\(error.name)"
        }
        let sentence = OrielCommand.message(for: error).split(whereSeparator: \.isNewline)
            .map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
        let what = sentence.last == "." ? String(sentence.dropLast()) : sentence
        let help = command.map { "oriel \($0) --help" } ?? "oriel --help"
        return "oriel: " + (command.map { $0 + ": " } ?? "") + lowercased(what) + "; see `\(help)`"
    }

    /// All valid first arguments.
    private static let names: Set<String> = {
        let commands = OrielCommand.configuration.subcommands
        // Not with a key path: Swift 6.3.1 crashes on one through a metatype.
        return Set(commands.compactMap { $0.configuration.commandName } + ["help"])
    }()

    private static func lowercased(_ sentence: String) -> String {
        guard let first = sentence.first else { return "the arguments can't be understood" }
        return first.lowercased() + sentence.dropFirst()
    }

    private struct UnknownCommand: Error, CustomStringConvertible {
        let name: String
        var description: String { "there is no command \(name)" }
    }

    private struct DashedName: Error { let name: String }

    /// Whether an error is caused by the arguments.
    static func isUsage(_ error: any Error) -> Bool {
        error is UnknownCommand || error is DashedName || OrielCommand.exitCode(for: error) == .validationFailure
    }
}
