import ArgumentParser
import Oriel
import OrielGeometry
import OrielRemoteControl

/// Words that shells complete from the running players and the compositor; none if there are none.
enum Completions {
    static let players = CompletionKind.custom { _, _, _ in running.map(\.id) }
    /// Names of the compositor's outputs.
    static let outputs = CompletionKind.custom { _, _, _ in outputNames }
    /// Corners and outputs.
    static let places = CompletionKind.custom { _, _, _ in Corner.allCases.map(\.rawValue) + outputNames }
    /// Numbers of the tracks of the kind that the command names, of the named player or all.
    static let tracks = CompletionKind.custom { words, _, _ in
        let kind = words.compactMap { PlayerStatus.Track.Kind(rawValue: $0) }.first
        let name = words.firstIndex(of: "--player").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
        let tracks = running.filter { name == nil || $0.id == name }.flatMap(\.tracks).filter { $0.kind == kind }
        return ["next", "off"] + Set(tracks.map(\.number)).sorted().map { "\($0)" }
    }

    private static var running: [PlayerStatus] {
        (try? Remote.attempt("status") { remote throws(RemoteControlError) in try remote.status() })?.players ?? []
    }

    /// Completions are asked for on the main thread, but the parser doesn't declare it.
    private static var outputNames: [String] { MainActor.assumeIsolated { Doctor.outputNames } }
}
