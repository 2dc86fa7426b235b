import Glibc
import Observation
import Oriel

/// A film whose times, events and properties are printed as they change; none of the readers keeps it.
@main @MainActor
enum Observing {
    static func main() {
        guard CommandLine.arguments.count == 2 else { return say("usage: Observing FILM") }
        var options = Application.Options()
        options.handlesSignals = true
        Application.run(id: "org.example.Observing", options: options) { try show(CommandLine.arguments[1], in: $0) }
    }

    static func show(_ film: String, in application: Application) throws {
        let view = try PlayerView(player: Player(film), in: application)
        view.pictureInPictureClosePolicy = .closesView
        let controller = view.enablePictureInPicture()
        let possible = Observations { [weak controller] in controller?.isPictureInPicturePossible ?? false }
        Task { for await isPossible in possible { say("possible: \(isPossible)") } }
        let (times, events) = (view.player.periodicTimes(every: .seconds(1)), view.player.events)
        Task { for await time in times { say("at \(time.components.seconds) s") } }
        Task { for await event in events { say("\(event.kind)") } }
        view.show()
        view.player.play()
    }
}

/// Prints a line at once, wherever the output goes.
private func say(_ line: String) {
    print("Observing: \(line)")
    fflush(nil)
}
