import ArgumentParser
import Foundation
import Oriel
import OrielGeometry
import OrielPlatform
import OrielWayland

struct InlineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inline",
        abstract: "An app with a window and a connection of its own, and a view inside that window.",
        discussion: """
            Prints what its delegate hears. Each letter in the file of --acts is an act: s shrinks the picture, g lets \
            it grow, w moves it to another window, o takes it out, b puts it back, p switches the placeholder off, d \
            destroys the app's window, x disconnects the app's display, c closes the view.
            """)

    @Argument(help: "What is played, as player a.") var media: String
    @Option(help: "Draw with: auto, gles or shm.") var renderer = "auto"
    @Option(help: "A named pipe with acts.") var acts: String?

    func run() throws { try MainActor.assumeIsolated { try play() } }

    @MainActor private func play() throws {
        var choice = Application.Options()
        choice.renderer = Renderer(rawValue: renderer) ?? .auto
        let application = try Application(id: "org.oriel.Inline", options: choice)
        let app = try InlineApp(application, media)
        try app.open()
        if let acts { app.readActs(of: acts) }
        try application.run()
        withExtendedLifetime(app) {}
    }
}

/// The app: its connection to the compositor, its windows, and the view in one of them.
@MainActor
private final class InlineApp: PictureInPictureControllerDelegate {
    private static let frame = Rect(x: 80, y: 45, width: 640, height: 360)

    private let application: Application
    private let media: String
    private let connection: Connection
    private let globals: Globals
    private var windows: [InlineWindow] = []
    private var view: PlayerView?
    private var controller: PictureInPictureController?

    init(_ application: Application, _ media: String) throws {
        self.application = application
        self.media = media
        connection = try Connection()
        globals = try Globals(connection)
        try connection.attach(to: application.loop.eventLoop) { error in say("lost: \(error)") }
    }

    func open() throws {
        let window = InlineWindow(globals)
        windows.append(window)
        var begin = Player.Options.playsAutomatically
        begin.loops = true
        begin.playsSound = false
        var options = PlayerView.Options()
        options.name = "a"
        let view = try PlayerView(
            player: Player(media, options: begin), in: application, surface: place(in: window), frame: Self.frame,
            options: options)
        self.view = view
        view.onClose = { say("closed") }
        view.onSurfaceCommitNeeded = { [weak self] in self?.windows.last?.surface.commit() }
        controller = PictureInPictureController(contentSource: .init(playerView: view))
        controller?.delegate = self
    }

    private func place(in window: InlineWindow) -> AppSurface {
        // The pointers are valid: the window was just made.
        AppSurface(display: connection.nativeDisplay!, surface: window.surface.nativeSurface!)
    }

    // MARK: Acts

    func readActs(of pipe: String) {
        Thread.detachNewThread { [weak self] in
            guard let file = FileHandle(forReadingAtPath: pipe) else { return }
            while case let data = file.availableData, !data.isEmpty {
                for act in String(decoding: data, as: UTF8.self) { Task { @MainActor in self?.perform(act) } }
            }
        }
    }

    private func perform(_ act: Character) {
        do {
            switch act {
            case "s": layOut(Rect(x: 400, y: 225, width: 320, height: 180))
            case "g": layOut(Self.frame)
            case "w":
                let next = InlineWindow(globals)
                windows.append(next)
                try view?.move(to: place(in: next))
                windows.removeFirst().close()
            case "o": try view?.move(to: nil)
            case "b": try windows.first.map { try view?.move(to: place(in: $0)) }
            case "p": view?.showsPlaceholderInSurface = false
            case "d":
                for window in windows { window.close() }
                windows = []
            case "x":
                windows = []
                connection.disconnect()
            case "c": view?.close()
            default: throw ValidationError("no act \(act)")
            }
            say("done \(act)")
        } catch { say("failed \(act): \(error)") }
    }

    private func layOut(_ frame: Rect) { view?.surfaceFrame = frame }

    // MARK: The delegate

    func pictureInPictureControllerWillStartPictureInPicture(_: PictureInPictureController) { say("willStart") }
    func pictureInPictureControllerDidStartPictureInPicture(_: PictureInPictureController) { say("didStart") }
    func pictureInPictureController(
        _: PictureInPictureController, failedToStartPictureInPictureWithError error: PictureInPictureError
    ) { say("failedToStart(\(error))") }
    func pictureInPictureController(
        _: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        say("restore")
        completionHandler(true)
    }
    func pictureInPictureControllerWillStopPictureInPicture(_: PictureInPictureController) { say("willStop") }
    func pictureInPictureController(
        _: PictureInPictureController, didStopPictureInPictureWithReason reason: StopReason
    ) { say("didStop(\(reason))") }
}

/// A window of the app's: one grey surface.
@MainActor
private final class InlineWindow {
    let surface: Surface
    private let toplevel: Toplevel
    private var buffer: ShmBuffer?

    init(_ globals: Globals) {
        surface = Surface(globals)
        toplevel = Toplevel(surface, title: "inline", appID: "org.oriel.Inline")
        toplevel.onConfigure = { [weak self] configuration in
            MainActor.assumeIsolated { self?.draw(configuration.size ?? Size(width: 800, height: 450), globals) }
        }
        surface.commit()
    }

    private func draw(_ size: Size, _ globals: Globals) {
        let size = size.isEmpty ? Size(width: 800, height: 450) : size
        guard let buffer = try? ShmBuffer(globals, size: size) else { return }
        buffer.fill(0xff40_4850)
        surface.attach(buffer)
        surface.damage()
        surface.commit()
        self.buffer = buffer
    }

    func close() {
        toplevel.destroy()
        surface.destroy()
    }
}

private func say(_ what: String) {
    print(what)
    fflush(nil)
}
