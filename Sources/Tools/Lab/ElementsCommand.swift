import ArgumentParser
import Foundation
import Oriel

struct ElementsCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "elements",
        abstract: "A film in full screen with a label, images and buttons, also while it floats, and keys of its own.",
        discussion: "Prints which button was clicked, and which of the keys p, q and Ctrl+p was pressed.")

    @Argument(help: "What is played, as player a.") var media: String
    @Argument(help: "A PNG.") var image: String

    @MainActor func runApp() throws {
        let application = try Application(id: "org.oriel.Elements", handlesSignals: true)
        let view = try PlayerView.silent(media, loops: false, name: "a", in: application)
        view.enablePictureInPicture()
        let png = try OverlayImage(contentsOfFile: image)
        let box = Size(width: 24, height: 24)
        let square = try OverlayImage(svgPath: "M0 0H24V24H0Z", in: box, color: 0xFF00_FF00)
        var count = 0
        let label = try ContentOverlay.label(count == 0 ? "WWWW" : "", in: application) { _ in
            Rect(x: 300, y: 250, width: 200, height: 60)
        }
        let red = try OverlayImage(svgPath: "M0 0H24V24H0Z", in: box, color: 0xFFFF_0000)
        let floating = ContentOverlay.button(red) { size in
            Rect(x: size.width - 48, y: 0, width: 48, height: 48)
        } action: {
            say("floating button")
        }
        floating.placement = .pictureInPicture
        view.contentOverlays = [
            floating,
            .image(png) { _ in Rect(x: 100, y: 250, width: 64, height: 64) },
            .image(square) { _ in Rect(x: 200, y: 250, width: 64, height: 32) },
            label,
            try .button("WW", in: application) { _ in
                Rect(x: 100, y: 350, width: 120, height: 60)
            } action: {
                count += 1
                label.setNeedsDisplay()
                say("button")
            },
            .button(square) { _ in
                Rect(x: 300, y: 350, width: 64, height: 64)
            } action: {
                say("image button")
            },
        ]
        view.bind(KeyChord("p")) { say("p") }
        view.bind(KeyChord("q")) { say("q") }
        view.bind(KeyChord("p", .control)) { say("Ctrl+p") }
        view.show(.fullScreen)
        try application.run()
        say("end")
    }
}
