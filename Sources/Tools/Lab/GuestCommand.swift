import ArgumentParser
import Foundation
import Oriel
import OrielGeometry
import OrielStamps
import OrielTestSupport

struct GuestCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "guest",
        abstract: "An app whose window is its own, on a connection of its own, and whose picture floats by Oriel.",
        discussion:
            "Its window shows stamps, the picture is MEDIA. Prints what it is asked, and what its delegate hears.")

    @Argument(help: "What floats.") var media: String
    @Option(help: "The player's name.") var id = "guest"
    @Option(help: "The window's stamps: \(StampColor.allCases.map(\.name).joined(separator: ", ")).") var stamps =
        "blue"
    @Option(help: "How often the app says that its window was presented.") var says = 1
    @Flag(help: "The window is full screen.") var fullscreen = false
    @Flag(help: "Let go of the window's object once the picture floats.") var forgets = false

    @MainActor func runApp() throws {
        guard let color = StampColor(name: stamps) else {
            throw ValidationError("no stamps of the colour \(stamps)")
        }
        let application = try Application(id: "org.oriel.Guest")
        let guest = Guest(color, isFullScreen: fullscreen, says: says, forgets: forgets)
        var options = PlayerView.Options()
        options.name = id
        let view = try PlayerView(player: .silent(media), in: application, window: guest.window!, options: options)
        let controller = PictureInPictureController(contentSource: .init(playerView: view))
        controller?.delegate = guest
        guest.window?.open(isFullScreen: fullscreen, size: nil)
        try application.run()
        guest.window?.surface?.stop()
        withExtendedLifetime(controller) {}
    }
}

/// An app that prints its delegate's calls.
private final class Guest: PrintingDelegate {
    var window: GuestWindow?
    private let forgets: Bool

    init(_ color: StampColor, isFullScreen: Bool, says: Int, forgets: Bool) {
        window = GuestWindow(color, isFullScreen: isFullScreen, says: says)
        self.forgets = forgets
    }

    override func heard(_ call: String, from controller: PictureInPictureController) {
        super.heard(call, from: controller)
        guard forgets, call == "didStart" else { return }
        window?.surface?.stop()
        window = nil
    }
}

/// A window outside Oriel: another client of the compositor, on another thread.
@MainActor
private final class GuestWindow: AppWindow {
    /// Number of frames drawn; then the window is static and leaves the CPU to the overlay.
    private nonisolated static let pictures = 4

    private let color: StampColor
    private let says: Int
    private(set) var surface: TestSurface?
    private(set) var state: AppWindowState

    init(_ color: StampColor, isFullScreen: Bool, says: Int) {
        self.color = color
        self.says = says
        state = isFullScreen ? .fullScreen(output: nil) : .window(Size(width: 640, height: 360))
    }

    func open(isFullScreen: Bool, size: Size?) {
        surface = try? TestSurface(
            isFullScreen ? .fullScreen : .window, size: size ?? Size(width: 640, height: 360), title: "guest",
            socket: sessionSocket()
        ) { [color] in $0 < Self.pictures ? .stamp(color, index: $0) : nil }
    }

    func show(_ request: AppWindowRequest) {
        state = request.state
        switch request.state {
        case .window(let size): open(isFullScreen: false, size: size)
        case .fullScreen: open(isFullScreen: true, size: nil)
        }
        say(
            "show(\(request.takesFocus ? "takes focus" : "behind"), \(request.activationToken == nil ? "no token" : "token"))"
        )
        guard let surface else { return }
        let says = says
        Thread.detachNewThread {
            // The third commit follows the frame callback of the second, which shows that the first was presented.
            _ = surface.waitForCommits(.seconds(5), count: 3)
            Task { @MainActor in for _ in 0..<says { request.presented() } }
        }
    }

    func hide() {
        say("hide")
        surface?.stop()
        surface = nil
    }
}
