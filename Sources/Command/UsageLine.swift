import ArgumentParser

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
        return try OrielCommand.parseAsRoot(arguments)
    }

    /// Formats an error of the parser or of a command's validation.
    static func text(for error: any Error, _ arguments: [String]) -> String {
        if let error = error as? UnknownCommand {
            return "oriel: \(error.name): there is no such command; see `oriel --help`"
        }
        let command = arguments.first.flatMap { names.contains($0) ? $0 : nil }
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

    /// Whether an error is caused by the arguments.
    static func isUsage(_ error: any Error) -> Bool {
        error is UnknownCommand || OrielCommand.exitCode(for: error) == .validationFailure
    }
}
