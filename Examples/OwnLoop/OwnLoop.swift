import Glibc
import Oriel

/// A film in a program with a loop of its own, which waits for two things at once: lines of standard input, of which each pauses the
/// film or lets it go on, and the library.
@main @MainActor
enum OwnLoop {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else { return print("usage: OwnLoop FILM") }
        let application = try Application(id: "org.example.OwnLoop")
        let player = try Player(CommandLine.arguments[1])
        let view = try PlayerView(player: player, in: application)
        let controller = PictureInPictureController(contentSource: .init(playerView: view))
        view.pictureInPictureClosePolicy = .closesView
        view.show()
        player.play()

        var waited = [application.descriptor, STDIN_FILENO].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while try application.dispatch() {
            poll(&waited, nfds_t(waited.count), milliseconds(application.prepareToWait()))
            guard waited[1].revents != 0 else { continue }
            if readLine() == nil { waited[1].fd = -1 } else { player.isPaused ? player.play() : player.pause() }
        }
        withExtendedLifetime(controller) { application.close() }
        print("OwnLoop: end")
    }

    /// Rounded up, so that what is due is due then; -1 for without end.
    private static func milliseconds(_ limit: Duration?) -> Int32 {
        limit.map { Int32(min(($0 / .milliseconds(1)).rounded(.up), 60_000)) } ?? -1
    }
}
