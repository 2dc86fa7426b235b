import Oriel

/// A player of a file or an address, with all that is built in: controls, keys, full screen, Picture in Picture.
@main @MainActor
final class Standard: PictureInPictureControllerAsyncDelegate {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else { return print("usage: Standard FILE") }
        let application = try Application(id: "org.example.Standard", handlesSignals: true)
        let view = try PlayerView(player: Player(CommandLine.arguments[1]), in: application)
        let controller = PictureInPictureController(contentSource: .init(playerView: view))
        let standard = Standard()
        controller?.delegate = standard
        view.show()
        try withExtendedLifetime((controller, standard)) { try application.run() }
        if case .failed(let error) = view.player.status { print("Standard: \(error)") }
    }

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool { true }
}
