import Oriel

/// A player of a file or an address, with all that is built in: controls, keys, full screen, Picture in Picture.
@main @MainActor
enum Standard {
    static func main() {
        guard CommandLine.arguments.count == 2 else { return print("usage: Standard FILE") }
        var options = Application.Options()
        options.handlesSignals = true
        Application.run(id: "org.example.Standard", options: options) { application in
            let view = try PlayerView(player: Player(CommandLine.arguments[1]), in: application)
            view.onClose = { [unowned view] in
                if case .failed(let error) = view.player.status { print("Standard: \(error)") }
            }
            // The overlay's close button ends the program.
            view.pictureInPictureClosePolicy = .closesView
            view.enablePictureInPicture()
            view.show()
            view.player.play()
        }
    }
}
