import Oriel

/// A player of a file or an address, with all that is built in: controls, keys, full screen, Picture in Picture. Its first seconds may
/// be an advertisement, which can't be skipped. Apple's "Adopting Picture in Picture in a Standard Player".
@main @MainActor
final class Standard: PictureInPictureControllerDelegate {
    let view: PlayerView

    static func main() {
        guard (2...3).contains(CommandLine.arguments.count) else { return print("usage: Standard FILE [SECONDS]") }
        var options = Application.Options()
        options.handlesSignals = true
        let advertisement = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0
        Application.run(id: "org.example.Standard", options: options) {
            try Standard(CommandLine.arguments[1], advertisement: .seconds(max(0, advertisement)), in: $0)
        }
    }

    init(_ file: String, advertisement: Duration, in application: Application) throws {
        view = try PlayerView(player: Player(file), in: application)
        view.onClose = { [unowned view] in
            if case .failed(let error) = view.player.status { print("Standard: \(error)") }
        }
        // The overlay's close button ends the program.
        view.pictureInPictureClosePolicy = .closesView
        view.enablePictureInPicture()
        view.pictureInPictureController?.delegate = self
        view.player.addChangeHandler { [unowned view] change in
            if change == .interstitial { view.requiresLinearPlayback = view.player.currentInterstitial != nil }
        }
        view.requiresLinearPlayback = advertisement > .zero
        view.player.interstitialTimeRanges = [.zero..<advertisement]
        view.show()
        view.player.play()
    }

    // The view shows its window by itself; an app with a user interface around it brings that back here.
    func pictureInPictureController(
        _ controller: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler: @escaping (Bool) -> Void
    ) {
        completionHandler(true)
    }
}
