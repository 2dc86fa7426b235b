import ArgumentParser
import Foundation
import Oriel

struct FaceCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "face", abstract: "A player whose properties are set while it plays, by lines of a pipe.",
        discussion: """
            Each line sets one of the view, its controller or its player; the source has them. It knows no more of the library than an \
            app does, and prints what its delegate hears.
            """)

    @Argument(help: "What is played, as player a.") var media: String
    @Option(help: "A pipe with lines.") var lines: String?
    @Flag(help: "No window of this compositor carries Picture in Picture.") var refusesToplevel = false
    @Flag(help: "The view opens dropped and chosen files.") var opensFiles = false

    @MainActor func runApp() throws {
        let application = try Application(id: "org.oriel.Face")
        var options = PlayerView.Options()
        options.name = "a"
        options.opensFiles = opensFiles
        options.pictureInPicture.allowsToplevel = !refusesToplevel
        let face = try Face(application, media, options)
        let pipe = lines.map { LinePipe($0) { face.perform($0) } }
        try withExtendedLifetime((face, pipe)) { try application.run() }
    }
}

@MainActor
private final class Face: PictureInPictureControllerAsyncDelegate {
    private unowned let application: Application
    private let options: PlayerView.Options
    private var view: PlayerView
    private var controller: PictureInPictureController?
    private var wasPossible = false
    /// The former player, which only the view retained.
    private weak var former: Player?

    init(_ application: Application, _ media: String, _ options: PlayerView.Options) throws {
        (self.application, self.options) = (application, options)
        view = try PlayerView(player: .silent(media), in: application, options: options)
        view.delegate = self
        application.onConnectionLost = { say("connectionLost") }
        application.onConnectionRestored = { say("connectionRestored") }
        setUp()
        say("supported: \(PictureInPictureController.isPictureInPictureSupported()), controller: \(controller != nil)")
        view.show()
    }

    /// Replaces the controller as apps do in a method that may run twice: the former one exists until the assignment.
    private func setUp() {
        controller = PictureInPictureController(contentSource: .init(playerView: view))
        controller?.delegate = self
    }

    /// Performs a line, and says so.
    func perform(_ line: String) {
        defer { say("performed \(line)") }
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        switch words.first {
        case "allow": view.allowsPictureInPicturePlayback = true
        case "forbid": view.allowsPictureInPicturePlayback = false
        case "automatic": controller?.canStartPictureInPictureAutomaticallyFromInline = true
        case "manual": controller?.allowsAutomaticStart = false
        case "pauses": view.audiovisualBackgroundPlaybackPolicy = .pauses
        case "fullscreen": view.show(.fullScreen)
        case "start": controller?.startPictureInPicture()
        case "bare": view.showsPlaybackControls = false
        case "closes": view.pictureInPictureClosePolicy = .closesView
        case "show": view.show()
        case "drop": controller = nil
        case "setup": setUp()
        case "custom": view.windowBehavior = .custom
        case "standard": view.windowBehavior = .standard
        case "controlled": application.mediaControlsName = "Face"
        case "listed": view.updatesNowPlayingInfoCenter = true
        case "unlisted": view.updatesNowPlayingInfoCenter = false
        case "wakes": view.player.preventsDisplaySleepDuringVideoPlayback = true
        case "sleeps": view.player.preventsDisplaySleepDuringVideoPlayback = false
        case "slider": addSlider()
        case "mark": mark()
        case "hand": addHand()
        case "button":
            view.contentOverlays =
                controller.map {
                    [.pictureInPictureButton(of: $0) { _ in Rect(x: 0, y: 0, width: 48, height: 48) }]
                } ?? []
        case "interstitial": interrupt()
        case "block":
            say("blocked")
            usleep(3_000_000)
            say("unblocked")
        case "item": view.player.replaceCurrentItem(with: words.last.map { PlayerItem($0) })
        case "leaves": view.failurePolicy = .closesView
        case "play":
            former = view.player
            do { view.player = try .silent(words.last ?? "") } catch { say("\(error)") }
        // Another view for the same player takes over everything of this one.
        case "succeed":
            do {
                view = try PlayerView(player: view.player, in: application, options: options)
                view.delegate = self
            } catch { say("\(error)") }
        case "former": Task { await tellFormer() }
        default: say("no \(line)")
        }
    }

    /// Adds an interstitial from 3 to 4 s; seeking past it leads to its start.
    private func interrupt() {
        let range = Duration.seconds(3)..<(.seconds(4))
        view.player.interstitialTimeRanges = [range]
        view.timeToSeekAfterUserNavigated = { $0 < range.lowerBound && $1 >= range.upperBound ? range.lowerBound : $1 }
        let (player, changes) = (view.player, view.player.changes())
        Task { [weak player] in
            for await change in changes where change == .interstitial {
                say("interstitial: \(player?.currentInterstitial == nil ? "over" : "begins")")
            }
        }
    }

    /// Waits for the former player's end, since frames in flight may still retain it.
    private func tellFormer() async {
        for _ in 0..<100 where former != nil { try? await Task.sleep(for: .milliseconds(20)) }
        say("former: \(former == nil ? "gone" : "kept")")
    }

    /// Adds a content overlay, as AVKit's apps show artwork while the video is elsewhere.
    private func mark() {
        let square = ContentOverlay(frame: { _ in Rect(x: 0, y: 0, width: 40, height: 40) }) { canvas in
            canvas.bytes.bindMemory(to: UInt32.self).update(repeating: 0xFFFF_00FF)
        }
        view.contentOverlays = [square]
    }

    /// Adds a slider, and a button with a name.
    private func addSlider() {
        var tempo = 1.0
        let like = ContentOverlay.button(frame: { _ in Rect(x: 20, y: 60, width: 40, height: 40) }) {
            say("liked")
        } draw: { canvas, _ in
            canvas.fill(color: 0xFF80_0000)
        }
        like.accessibility = .init(.button, "Like")
        let slider = ContentOverlay.slider(
            "Tempo", value: { tempo }, in: 0...2, step: 0.5, frame: { _ in Rect(x: 20, y: 20, width: 160, height: 24) }
        ) {
            tempo = $0
            say("tempo \(tempo == tempo.rounded() ? "\(Int(tempo))" : "\(tempo)")")
        }
        view.contentOverlays = [slider, like]
    }

    /// Adds a content overlay over the whole picture that takes presses.
    private func addHand() {
        let hand = ContentOverlay(frame: { Rect(x: 0, y: 0, width: $0.width, height: $0.height) }) { canvas in
            canvas.bytes.bindMemory(to: UInt32.self).update(repeating: 0x4000_0040)
        }
        hand.onPointer = { event in
            if case .pressed = event { say("overlay pressed") }
            return true
        }
        view.contentOverlays = [hand]
    }

    // MARK: The delegate

    func pictureInPictureController(
        _ controller: PictureInPictureController, didUpdate snapshot: PictureInPictureSnapshot
    ) {
        guard snapshot.state == .idle || snapshot.state == .active, snapshot.isPossible != wasPossible else { return }
        wasPossible = snapshot.isPossible
        say("possible: \(wasPossible)")
    }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        say("didStart(\(controller.wasStartedAutomatically ? "automatic" : "asked"))")
    }

    func pictureInPictureController(_ controller: PictureInPictureController, didChangeSuspended isSuspended: Bool) {
        say("suspended: \(isSuspended)")
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) { say("failedToStart(\((error as? PictureInPictureError).map(\.rawValue) ?? "\(error)"))") }

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool {
        say("restore")
        return true
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, didStopPictureInPictureWithReason reason: StopReason
    ) { say("didStop(\(reason))") }
}

/// Full-screen events of the view's delegate.
extension Face: PlayerViewDelegate {
    func playerViewWillEnterFullScreen(_ playerView: PlayerView) { say("full screen: willEnter") }
    func playerViewDidEnterFullScreen(_ playerView: PlayerView) { say("full screen: didEnter") }
    func playerViewWillExitFullScreen(_ playerView: PlayerView) { say("full screen: willExit") }
    func playerViewDidExitFullScreen(_ playerView: PlayerView) { say("full screen: didExit") }
}
