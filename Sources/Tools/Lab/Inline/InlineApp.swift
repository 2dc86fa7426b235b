import ArgumentParser
import Foundation
import Oriel
import OrielGeometry
import OrielPlatform
import OrielWayland

/// The app: its connection to the compositor, its windows, and the view in one of them.
final class InlineApp: PrintingDelegate {
    private static let frame = Rect(x: 80, y: 45, width: 640, height: 360)

    private let application: Application
    private let media: String
    let connection: Connection
    let globals: Globals
    private(set) var windows: [InlineWindow] = []
    private(set) var view: PlayerView?
    private var controller: PictureInPictureController?
    private var second: (view: PlayerView, controller: PictureInPictureController?)?
    private var context: InlineContext?
    /// An act for the delegate's next call.
    private var waiting: Character?
    private var mistakes = InlineMistakes()
    /// Commits its window when a view needs it.
    var commits = true
    /// The views may keep the screen on by the app's window.
    var namesToplevel = false
    var isStill = false

    init(_ application: Application, _ media: String) throws {
        self.application = application
        self.media = media
        connection = try Connection()
        globals = try Globals(connection)
        super.init()
        try connection.attach(to: application.loop.eventLoop) { error in say("lost: \(error)") }
    }

    /// - Parameters:
    ///   - ownWindow: the view has a window of Oriel's.
    ///   - isLarge: the picture is as large as such a window.
    func open(ownWindow: Bool, isLarge: Bool) throws {
        let window = ownWindow ? nil : InlineWindow(globals)
        if let window { windows.append(window) }
        let frame = isLarge ? Rect(x: 0, y: 0, width: 854, height: 480) : Self.frame
        let view = try makeView("a", in: window, at: frame)
        self.view = view
        if ownWindow { view.show() }
        view.onClose = { say("closed") }
        controller = PictureInPictureController(contentSource: .init(playerView: view))
        controller?.delegate = self
    }

    private func makeView(_ name: String, in window: InlineWindow?, at frame: Rect) throws -> PlayerView {
        var options = PlayerView.Options()
        options.name = name
        options.pictureInPicture.isAnimated = !isStill
        let player = try Player.silent(media)
        guard let window else { return try PlayerView(player: player, in: application, options: options) }
        let view = try PlayerView(
            player: player, in: application, surface: place(in: window.surface), frame: frame, options: options)
        if namesToplevel { try view.setSurfaceToplevel(window.surface.nativeSurface) }
        view.onSurfaceCommitNeeded = { [weak self] in if self?.commits == true { self?.windows.last?.commit() } }
        return view
    }

    private func place(in surface: Surface) -> AppSurface {
        // The pointers are valid: the surface was just made.
        AppSurface(display: connection.nativeDisplay!, surface: surface.nativeSurface!)
    }

    // MARK: OpenGL

    func makeContext() throws { context = try connection.nativeDisplay.map { try InlineContext($0) } }

    /// Prints the problem of the app's own context, if it has one.
    func checkContext(_ act: String) {
        if let problem = context?.problem { say("context at \(act): \(problem)") }
    }

    // MARK: Input

    /// Forwards what the app's own seats say.
    func forwardInput() {
        globals.onSeatAdded = { [weak self] seat in MainActor.assumeIsolated { self?.forward(from: seat) } }
        for seat in globals.seats { forward(from: seat) }
    }

    private func forward(from seat: Seat) {
        seat.onPointer = { [weak self] frame in
            MainActor.assumeIsolated { for event in frame.events { self?.forward(event) } }
        }
        seat.onKey = { [weak self] event, _ in
            MainActor.assumeIsolated {
                guard let view = self?.view else { return }
                let modifiers = KeyChord.Modifiers(rawValue: event.modifiers.rawValue)
                let isUsed = view.forward(
                    event.phase == .released
                        ? .keyReleased(keysym: event.keysym, modifiers: modifiers)
                        : .keyPressed(
                            keysym: event.keysym, modifiers: modifiers, isRepeated: event.phase == .repeated))
                if event.phase == .pressed { say("key \(event.name) \(isUsed ? "used" : "left")") }
            }
        }
    }

    private func forward(_ event: PointerEvent) {
        switch event {
        case .motion(let x, let y, _): view?.forward(.pointerMoved(x: x, y: y))
        case .leave: view?.forward(.pointerLeft)
        case .button(let code, let isPressed, _, _):
            let isUsed = view?.forward(.pointerButton(code: code, isPressed: isPressed)) ?? false
            if isPressed { say("press \(isUsed ? "used" : "left")") }
        default: break
        }
    }

    // MARK: Acts

    func readActs(of pipe: String) {
        Thread.detachNewThread { [weak self] in
            guard let file = FileHandle(forReadingAtPath: pipe) else { return }
            while case let data = file.availableData, !data.isEmpty {
                for act in String(decoding: data, as: UTF8.self) { Task { @MainActor in self?.take(act) } }
            }
        }
    }

    private func take(_ act: Character) {
        checkContext("\(act)")
        do {
            try perform(act)
            say("done \(act)")
        } catch { say("failed \(act): \(error)") }
    }

    private func perform(_ act: Character) throws {
        switch act {
        case "s": view?.setSurfaceFrame(Rect(x: 400, y: 225, width: 320, height: 180), clippedTo: nil)
        case "g": view?.setSurfaceFrame(Self.frame, clippedTo: nil)
        case "k":
            view?.setSurfaceFrame(
                Rect(x: 80, y: -55, width: 640, height: 360), clippedTo: Rect(x: 0, y: 45, width: 600, height: 200))
        case "K": view?.setSurfaceFrame(Self.frame, clippedTo: Rect(x: 0, y: 0, width: 60, height: 450))
        case "0": view?.surfaceFrame = Rect(x: 80, y: 45, width: 0, height: 0)
        case "2":
            view?.setSurfaceFrame(Rect(x: 20, y: 45, width: 370, height: 208), clippedTo: nil)
            guard let window = windows.last else { return }
            let view = try makeView("b", in: window, at: Rect(x: 410, y: 200, width: 370, height: 208))
            let controller = PictureInPictureController(contentSource: .init(playerView: view))
            controller?.delegate = self
            second = (view, controller)
        case "w":
            let next = InlineWindow(globals)
            windows.append(next)
            try view?.move(to: place(in: next.surface))
            if namesToplevel { try view?.setSurfaceToplevel(next.surface.nativeSurface) }
            windows.removeFirst().close()
        case "o": try view?.move(to: nil)
        case "b": try windows.first.map { try view?.move(to: place(in: $0.surface)) }
        case "p": view?.showsPlaceholderInSurface = false
        case "n": commits = false
        case "z": view?.player.pause()
        case "y": view?.player.play()
        case "c": view?.close()
        case "l": drawOverPicture()
        case "q": view?.keys.bind(.playPause, to: [KeyChord("x")])
        case "d", "x": end(by: act)
        case "i", "j": waiting = act == "i" ? "d" : "x"
        case "e": disconnectAndGoOn()
        case "f": try mistakes.moveAbroad(view, connection)
        case "r": if let child = try windows.last?.makeChild() { try view?.move(to: place(in: child)) }
        case "u": try view?.move(to: place(in: mistakes.makeUnshown(globals)))
        case "t": windows.last.map { mistakes.commitElsewhere($0.surface, connection) }
        case "h": try mistakes.makeHundred(in: application, windows.last.map { place(in: $0.surface) })
        default: throw ValidationError("no act \(act)")
        }
    }

    private func drawOverPicture() {
        view?.contentOverlays = [
            .button(frame: { _ in Rect(x: 0, y: 0, width: 64, height: 64) }) {
                say("drawing pressed")
            } draw: { canvas, _ in
                canvas.withPixels { pixels in for index in pixels.indices { pixels[index] = 0xfff0_20f0 } }
            }
        ]
    }

    private func end(by act: Character) {
        if act == "x" {
            windows = []
            return connection.disconnect()
        }
        for window in windows { window.close() }
        windows = []
    }

    /// Disconnects the display and uses the view in the same turn of the loop.
    private func disconnectAndGoOn() {
        end(by: "x")
        view?.setSurfaceFrame(Rect(x: 400, y: 225, width: 320, height: 180), clippedTo: nil)
        view?.isSynchronizedWithSurface = true
        view?.showsPlaceholderInSurface = false
    }

    // MARK: The delegate

    override func heard(_ call: String, from controller: PictureInPictureController) {
        super.heard(call, from: controller)
        guard let act = waiting else { return }
        waiting = nil
        end(by: act)
    }
}
