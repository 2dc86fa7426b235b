import ArgumentParser
import OrielWindows

/// `oriel manual`, which `--help` doesn't show: prints what scripts/parts/manual takes from the program, beside its
/// help, to make the manual pages.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Print the keys and settings as JSON, for manual pages.", shouldDisplay: false)

    func run() throws { try printJSON(ManualContent()) }
}

private struct ManualContent: Encodable {
    struct Key: Encodable {
        var action: String
        var chords: [String]
        var effect: String
    }

    struct Setting: Encodable {
        var table: String
        var name: String
        var text: String
    }

    var date = Release.date
    var keys = PlayerAction.allCases.map {
        Key(action: $0.rawValue, chords: KeyBindings.standard.chords(of: $0).map(\.label), effect: $0.key.effect)
    }
    var tables = ConfigurationSetting.Section.allCases.map(\.rawValue)
    var settings = ConfigurationSetting.all.map {
        Setting(
            table: $0.section.rawValue, name: $0.name,
            text: "\($0.meaning) Values: \($0.values). Default: \($0.standard).")
    }
}
