import ArgumentParser
import Foundation
import Glibc
import Oriel
import OrielPlatform

struct ReopenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Shows a player in a window and closes it, many times, in one process.",
        discussion: "Says once how many descriptors and threads there were after the first half and at the end.")

    @Argument(help: "What each player plays.") var media: String
    @Option(help: "How often.") var times = 100
    @Flag(help: "Each in an application of its own, which a loop of this program's serves with poll.")
    var applications = false

    func run() throws { try MainActor.assumeIsolated { try applications ? restart() : reopen() } }

    @MainActor private func restart() throws {
        for number in 1...times {
            let application = try Application(id: "org.oriel.Reopen")
            let player = try Player.silent(media)
            let view = try PlayerView(player: player, in: application)
            view.show()
            while player.statistics.presented < 3, try application.dispatch() {
                let limit = application.prepareToWait().map { CInt(clamping: $0.nanoseconds / 1_000_000 + 1) }
                var waited = pollfd(fd: application.descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&waited, 1, limit ?? -1)
            }
            guard player.statistics.presented >= 3 else { throw ValidationError("\(player.status)") }
            application.close()
            guard view.isClosed, (try? PlayerView(player: player, in: application)) == nil else {
                throw ValidationError("application \(number) goes on after its end")
            }
            if number == max(1, times / 2) || number == times { say(number) }
        }
    }

    @MainActor private func reopen() throws {
        let application = try Application(id: "org.oriel.Reopen")
        application.stopsAfterLastView = false
        let reopening = Reopening(media: media, times: times, in: application)
        try reopening.begin()
        try application.run()
        if let failure = reopening.failure { throw ValidationError(failure) }
    }
}

/// Opens players in succession: each is closed once its first frames were presented, then the next is opened.
@MainActor
private final class Reopening {
    private let application: Application
    private let media: String
    private let times: Int
    private var count = 0
    private var view: PlayerView?
    private var later: EventLoop.Token?
    private(set) var failure: String?

    init(media: String, times: Int, in application: Application) {
        self.media = media
        self.times = times
        self.application = application
    }

    func begin() throws {
        let player = try Player.silent(media)
        player.onChange.append { [weak self, weak player] change in
            guard let self, let player else { return }
            if case .failed(let reason) = player.status { return self.fail("\(reason)") }
            if change == .frames, player.statistics.presented > 1 { self.close() }
        }
        let view = try PlayerView(player: player, in: application)
        view.show()
        self.view = view
    }

    /// Closes the view after the player's own call.
    private func close() {
        guard let view else { return }
        self.view = nil
        later = application.loop.after(.zero) { self.next(after: view) }
    }

    private func next(after view: PlayerView) {
        view.close()
        count += 1
        if count == max(1, times / 2) || count == times {
            say(count)
        }
        guard count < times else { return application.stop() }
        do { try begin() } catch { fail("\(error)") }
    }

    private func fail(_ reason: String) {
        failure = "player \(count + 1): \(reason)"
        application.stop()
    }
}

private func say(_ count: Int) {
    func entries(_ folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? 0
    }
    say("\(count) closed: \(entries("fd")) descriptors, \(entries("task")) threads")
}
