import ArgumentParser
import Foundation
import Oriel
import OrielPlatform

struct ReleaseCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Views whose closures all hold the app's object. Closes them and prints what is left of each.")

    @Argument(help: "What is played.") var media: String

    @MainActor func runApp() throws {
        let application = try Application(id: "org.oriel.Release", handlesSignals: true)
        application.stopsAfterLastView = false
        weak let screen = try Screen(media, in: application)
        weak let view = screen?.view
        weak let frames = screen?.frames
        var left = 100
        func look() {
            left -= 1
            let isOver = screen == nil && view == nil && frames == nil
            guard left == 0 || isOver else { return _ = application.loop.after(.milliseconds(20), look) }
            say("screen \(screen == nil ? "gone" : "held")")
            say("view \(view == nil ? "gone" : "held")")
            say("frames \(frames == nil ? "gone" : "held")")
            application.stop()
        }
        // The loop draws the overlays before.
        application.loop.after(.milliseconds(300)) {
            screen?.close()
            look()
        }
        try application.run()
    }
}

/// An app's object that its views' closures name.
@MainActor
private final class Screen {
    let view: PlayerView
    let frames: SampleBufferView
    private var likes = 0
    private let place = Rect(x: 10, y: 10, width: 90, height: 30)

    init(_ media: String, in application: Application) throws {
        view = try PlayerView(player: Player(media), in: application)
        frames = try SampleBufferView(in: application)
        let image = try OverlayImage(svgPath: "M0 0H24V24H0Z", in: Size(width: 24, height: 24), color: 0xFF00_FF00)
        view.contentOverlays = [
            try .label("Likes \(self.likes)", in: application, frame: { _ in self.place }),
            try .button("Likes \(self.likes)", in: application, frame: { _ in self.place }) { self.likes += 1 },
            try .button({ [weak self] in "Likes \(self?.likes ?? 0)" }, in: application, frame: { _ in self.place }) {
                self.likes += 1
            },
            .image(self.likes == 0 ? image : image, frame: { _ in self.place }),
            .button({ self.likes == 0 ? image : image }, frame: { _ in self.place }) { self.likes += 1 },
        ]
        view.messageFilter = {
            self.likes += 1
            return $0
        }
        view.bind(KeyChord("p")) { self.likes += 1 }
        view.onClose = { self.likes += 1 }
        frames.onClose = { self.likes += 1 }
        frames.requestMediaDataWhenReady { self.likes += 1 }
        view.show()
        frames.show()
        view.player.play()
    }

    func close() {
        view.close()
        frames.close()
    }
}
