import ArgumentParser
import Glibc
import OrielRemoteControl
import OrielSceneHandoff
import OrielTexts

/// `oriel watch`.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: localized("Print each player's state, then all events as they happen."))

    @Flag(help: .localized("Print JSON, one object per line.")) var json = false

    func run() throws {
        signal(SIGPIPE, SIG_DFL)
        try Remote.attempt("watch") { remote throws(RemoteControlError) in
            try remote.watch { event in
                // Unbuffered: the reader of a pipe needs each line when the event happens.
                return writeLine(json ? event.json : Self.line(event), to: STDOUT_FILENO, isJSON: json)
            }
        }
    }

    private static func line(_ event: WatchedEvent) -> String {
        let fields = event.event.fields.map { field in
            switch field.value {
            case .string(let text): "\(field.name) \(text)"
            case .number(let number): "\(field.name) \((number * 100).rounded() / 100)"
            case .bool(let value): "\(field.name) \(value)"
            }
        }
        return (["\(event.sequence)", event.player ?? "-", event.event.name.rawValue] + fields).joined(separator: "  ")
    }
}
