import Logging
import OrielGeometry
import OrielPlatform
import OrielPlayer
import OrielSurfaces
import OrielWayland

/// An overlay that the compositor keeps above all windows and places itself (`PictureInPictureWindow`). It gets no
/// keyboard. Its size is the client's within the compositor's bounds; its corner, moves and animations are not.
@MainActor
final class PictureInPictureFloatingSurface: FloatingSurface {
    private let window: PictureInPictureWindow
    /// Runs when the compositor closes the window before it has configured it: it shows none.
    var onRefused: () -> Void = {}
    private let log: Logger
    /// The size that was requested last, before the bounds. The window keeps its shape.
    private var shape: Size
    /// The edges of the last resize by the user, and the size at its beginning.
    private var drag: (edges: Edges, start: Size)?
    private var hasComplained = false
    /// Ends the window if nothing else does after the compositor has closed it.
    private let closing = LoopTimer()

    /// Time between the compositor's `closed` and the end of a window that nothing else has ended.
    private static let patience = Duration.seconds(2)

    init(stage: Stage, placement: Placement, log: Logger) throws {
        self.log = log
        shape = placement.size
        let surface = Surface(stage.globals)
        guard let window = PictureInPictureWindow(surface, appID: stage.applicationID) else {
            throw StartError("this compositor has no \(PictureInPictureProtocol.interface)")
        }
        self.window = window
        super.init(
            surface, on: stage, .pictureInPicture, at: placement, popupParent: window.popupParent,
            destroyRole: window.destroy)
        window.onConfigure = { [weak self] in self?.configured($0) }
        window.onClosed = { [weak self] in self?.closed() }
        surface.commit()
    }

    override func place(_ placement: Placement) {
        // The place is the compositor's.
        guard placement.size != self.placement.size else { return }
        let fillsBounds = lock.isFilled(by: self.placement.size)
        let isOfAnotherShape = !lock.hasShape(placement.size)
        shape = placement.size
        drag = nil
        // Pictures of several shapes that come in turn would make it smaller each time.
        self.placement.size = fillsBounds && isOfAnotherShape ? lock.largest : lock.kept(shape)
        if self.placement.size != placement.size { onResized() }
        if window.isConfigured { take(self.placement.size) }
    }

    private var lock: AspectLock { AspectLock(shape, within: window.bounds) }

    private func take(_ size: Size) {
        picture.resize(to: size)
        window.setWindowGeometry(Rect(origin: .zero, size: size))
        picture.setNeedsRedraw()
    }

    private func configured(_ asked: Size?) {
        let size =
            switch (asked, drag) {
            case (let asked?, _) where asked == placement.size: lock.kept(asked)
            case (let asked?, let drag?): lock.answer(to: asked, draggedFrom: drag.start, by: drag.edges)
            case (let asked?, nil): lock.fitted(in: asked)
            case (nil, _): lock.kept(placement.size)
            }
        complain(asked, size)
        take(size)
        if size != placement.size {
            placement.size = size
            onResized()
        }
        noteConfigured()
    }

    /// Logs once that the compositor asks for, or allows only, less than the least overlay.
    private func complain(_ asked: Size?, _ size: Size) {
        let least = Placement.minimumSide
        guard !hasComplained, min(asked?.width ?? least, asked?.height ?? least) < least / 2 || size.width < least / 2
        else { return }
        hasComplained = true
        let bounds = window.bounds.map { ", within \($0)" } ?? ""
        log.warning("the compositor wants Picture in Picture at \(asked ?? size)\(bounds); it is \(size)")
    }

    private func closed() {
        guard window.isConfigured else {
            log.error("the compositor shows no Picture-in-Picture window (\(PictureInPictureProtocol.interface))")
            onRefused()
            return onClosed()
        }
        // The user's close, for KWin, which shows the window until it is destroyed; others may not.
        guard !closing.isSet else { return }
        closing.set(on: picture.loop, after: Self.patience) { [weak self] in self?.onClosed() }
        onCloseRequest()
    }

    override func setOrigin(_ origin: PictureSurface) {
        guard !origin.size.isEmpty else { return }
        window.setOrigin(origin.surface, rect: origin.place ?? Rect(origin: .zero, size: origin.size))
    }

    override func beginMove(_ origin: SurfaceInput.Origin) -> Bool {
        drag = nil
        guard let seat = origin.seat else { return false }
        return window.move(seat, serial: origin.serial)
    }

    override func beginResize(_ origin: SurfaceInput.Origin, edges: Edges) -> Bool {
        guard let seat = origin.seat else { return false }
        drag = (edges, placement.size)
        return window.resize(seat, serial: origin.serial, edges: edges)
    }

    override func finish() {
        closing.cancel()
        // For the origin, which the compositor reads as the window goes.
        if picture.hasContent { picture.surface.commit() }
        super.finish()
    }
}
