public import OrielGeometry
public import OrielWayland
public import OrielWindows

/// Frames inside an app's own window.
extension SampleBufferView {
    /// Makes a view whose frames are shown inside a surface of the app's; see
    /// `PlayerView.init(player:in:surface:frame:window:options:)`.
    /// - Throws: `StartError` if the pointers are of other objects, if the display isn't connected, if the system
    ///   refuses a file descriptor, or if the application has ended.
    public convenience init(
        in application: Application, surface: AppSurface, frame: Rect, window: (any AppWindow)? = nil,
        options: PlayerView.Options = PlayerView.Options()
    ) throws(StartError) {
        let inline = try InlinePicture(in: surface, frame: frame, window: window, of: application)
        do throws(StartError) { try self.init(in: application, choice: .inline(inline), options: options) } catch {
            inline.end()
            throw error
        }
    }

    /// The app's surface that contains the picture; see `PlayerView.appSurface`.
    public var appSurface: AppSurface? { view.appSurface }

    /// Moves the picture into another surface of the app's, or out of all; see `PlayerView.move(to:)`.
    /// - Throws: `StartError` if the pointers are of other objects or the display isn't connected.
    public func move(to surface: AppSurface?) throws(StartError) { try view.move(to: surface) }

    /// Names the app's window that has the surface; see `PlayerView.setSurfaceToplevel(_:)`.
    /// - Throws: `StartError` if the pointer is of another object or of another display.
    public func setSurfaceToplevel(_ toplevel: OpaquePointer?) throws(StartError) {
        try view.setSurfaceToplevel(toplevel)
    }

    /// The picture's rectangle in the app's surface; see `PlayerView.surfaceFrame`.
    public var surfaceFrame: Rect {
        get { view.surfaceFrame }
        set { view.surfaceFrame = newValue }
    }

    /// The part of the app's surface where the picture can be seen; see `PlayerView.surfaceClip`.
    public var surfaceClip: Rect? { view.surfaceClip }

    /// Sets the picture's rectangle and the part where it can be seen; see
    /// `PlayerView.setSurfaceFrame(_:clippedTo:)`.
    public func setSurfaceFrame(_ frame: Rect, clippedTo clip: Rect?) { view.setSurfaceFrame(frame, clippedTo: clip) }

    /// Hands an event of the app's window to Oriel's controls; see `PlayerView.forward(_:)`.
    @discardableResult
    public func forward(_ input: ForwardedInput) -> Bool { view.forward(input) }

    /// Called when the app's surface needs a commit; see `PlayerView.onSurfaceCommitNeeded`.
    public var onSurfaceCommitNeeded: () -> Void {
        get { view.onSurfaceCommitNeeded }
        set { view.onSurfaceCommitNeeded = newValue }
    }

    /// Whether frames wait for the app's commits; see `PlayerView.isSynchronizedWithSurface`.
    public var isSynchronizedWithSurface: Bool {
        get { view.isSynchronizedWithSurface }
        set { view.isSynchronizedWithSurface = newValue }
    }

    /// Whether a placeholder stands in the picture's place while it floats; see
    /// `PlayerView.showsPlaceholderInSurface`.
    public var showsPlaceholderInSurface: Bool {
        get { view.showsPlaceholderInSurface }
        set { view.showsPlaceholderInSurface = newValue }
    }

    /// Stacks the picture right above a subsurface of the app's, or the app's surface; see `PlayerView.place(above:)`.
    public func place(above sibling: OpaquePointer) { view.place(above: sibling) }

    /// Stacks the picture right below a subsurface of the app's, or the app's surface; see `PlayerView.place(below:)`.
    public func place(below sibling: OpaquePointer) { view.place(below: sibling) }
}
