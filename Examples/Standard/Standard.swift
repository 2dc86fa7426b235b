import Oriel

/// A player of a file or an address, with all that is built in: controls, keys, full screen, Picture in Picture.
@main @MainActor
enum Standard {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else { return print("usage: Standard FILE") }
        let application = try Application(id: "org.example.Standard", handlesSignals: true)
        let view = try PlayerView(player: Player(CommandLine.arguments[1]), in: application)
        // The overlay's close button ends the program.
        view.pictureInPictureClosePolicy = .closesView
        view.enablePictureInPicture()
        view.show()
        try application.run()
        if case .failed(let error) = view.player.status { print("Standard: \(error)") }
    }
}
