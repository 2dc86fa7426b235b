import ArgumentParser
import OrielPlatform
import OrielRemoteControl
import OrielTexts

/// `oriel status`.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: localized("List the players with their media and states."))

    @Flag(help: .localized("Print JSON.")) var json = false

    func run() throws {
        let status = try Remote.attempt("status") { remote throws(RemoteControlError) in try remote.status() }
        guard !json else { return print(status.json) }
        guard !status.players.isEmpty else { return print(localized("no player is running")) }
        for player in status.players { print(TerminalText.plain(Self.line(player))) }
    }

    private static func line(_ player: PlayerStatus) -> String {
        let position = time(player.position)
        let place = player.duration.map { localized("\(position) of \(time($0))") } ?? position
        let state = player.paused ? localized("paused at \(place)") : localized("playing \(place)")
        var parts = [player.id, player.mode.rawValue, state]
        if let video = player.video { parts.append("\(video.codec) \(video.width)x\(video.height)") }
        parts.append(localized("\(player.frames.presented) frames shown, \(player.frames.dropped) dropped"))
        return parts.joined(separator: "  ") + "  \(player.media)"
    }

    private static func time(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "?" }
        return ClockText.text(.seconds(Int(seconds)))
    }
}
