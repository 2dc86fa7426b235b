import ArgumentParser
import FoundationEssentials

/// The commands with their arguments and options, as ArgumentParser has them for `--help`.
struct HelpTree: Decodable {
    struct Command: Decodable {
        var commandName: String
        var abstract: String?
        var discussion: String?
        var shouldDisplay: Bool?
        var arguments: [Argument]?
        var subcommands: [Command]?
    }

    struct Argument: Decodable {
        struct Name: Decodable {
            enum Kind: String, Decodable { case long, short, longWithSingleDash }
            var kind: Kind
            var name: String
        }

        enum Kind: String, Decodable { case positional, option, flag }

        var kind: Kind
        var shouldDisplay: Bool
        var isOptional: Bool
        var isRepeating: Bool
        var names: [Name]?
        var valueName: String?
        var defaultValue: String?
        var abstract: String?
    }

    var command: Command

    /// The tree of a program; nil if a newer ArgumentParser describes it in another way.
    static func of(_ program: any ParsableCommand.Type) -> HelpTree? {
        try? JSONDecoder().decode(HelpTree.self, from: Data(program._dumpHelp().utf8))
    }
}
