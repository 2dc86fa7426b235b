public import OrielGeometry
public import OrielPlayer
public import OrielWayland
public import OrielWindows

/// A view inside an app's own window: its picture is a subsurface of a surface that the app's toolkit has made.
extension PlayerView {
    /// Makes a view whose picture is inside a surface of the app's, and registers it with the session. The picture is
    /// lifted from there into Picture in Picture, and returns there.
    ///
    /// The picture takes no input: pointer and keys are the app's, which may forward them (`forward(_:)`). Its frames
    /// reach the compositor on the app's connection, but by themselves. Where the picture is, and that it is there at
    /// all, takes effect with the app's next commit of its surface: see `onSurfaceCommitNeeded`.
    /// - Parameters:
    ///   - player: the player to show.
    ///   - application: keeps the view until it is closed.
    ///   - surface: the app's surface. The app may destroy it before the view once the picture was there, and may
    ///     disconnect its display at any time. It takes the view out first (`move(to:)`) if the picture was not there
    ///     yet, or isn't there now: `surfaceFrame` is empty or clipped away, or `showsPlaceholderInSurface` false.
    ///   - frame: see `surfaceFrame`.
    ///   - window: the app's window, to be asked to show itself when the picture returns to it; kept weakly. Its
    ///     requests need no answer, because the picture gives it. nil asks nothing.
    ///   - options: the view's name and its other options; those of a window of Oriel's have no effect.
    /// - Throws: `StartError` if the pointers are of other objects, if the display isn't connected, if the system
    ///   refuses a file descriptor, or if the application has ended.
    public convenience init(
        player: Player, in application: Application, surface: AppSurface, frame: Rect, window: (any AppWindow)? = nil,
        options: Options = Options()
    ) throws(StartError) {
        let inline = try InlinePicture(in: surface, frame: frame, window: window, of: application)
        do throws(StartError) {
            try self.init(player: player, in: application, window: .inline(inline), options: options)
        } catch {
            inline.end()
            throw error
        }
    }

    /// The app's surface that contains the picture; nil for a view with another kind of window, and while the view is
    /// in none.
    public var appSurface: AppSurface? { scene.windowScene.inline?.surface }

    /// Moves the picture into another surface of the app's, for example of another window; nil takes it out, and the
    /// player goes on unseen. Does nothing for a view that wasn't made for a surface.
    /// - Throws: `StartError` if the pointers are of other objects or the display isn't connected; the picture is in no
    ///   surface then.
    public func move(to surface: AppSurface?) throws(StartError) {
        guard !isClosed else { return }
        do throws(WaylandError) { try scene.windowScene.inline?.move(to: surface) } catch {
            throw StartError(error.description)
        }
    }

    /// Names the app's window that has the surface, by which the screen stays on while the picture moves there. Without
    /// it the desktop's Inhibit call keeps the screen on, which not every desktop answers. Does nothing for a view that
    /// is in no surface.
    /// - Parameter toplevel: `struct wl_surface *` of a mapped window, with the role `xdg_toplevel`; often the surface
    ///   itself. nil from before the app unmaps or destroys the window; `move(to:)` another surface means nil too.
    /// - Throws: `StartError` if the pointer is of another object or of another display.
    public func setSurfaceToplevel(_ toplevel: OpaquePointer?) throws(StartError) {
        guard !isClosed else { return }
        do throws(WaylandError) { try scene.windowScene.inline?.setToplevel(toplevel) } catch {
            throw StartError(error.description)
        }
    }

    /// The picture's rectangle in the app's surface, in its logical coordinates; an empty one shows nothing. The size
    /// is used at once, the position with the app's next commit of the surface. Empty for a view that wasn't made for
    /// a surface.
    public var surfaceFrame: Rect {
        get { scene.windowScene.inline?.frame ?? Rect(x: 0, y: 0, width: 0, height: 0) }
        set { scene.windowScene.inline?.place(at: newValue, clippedTo: surfaceClip) }
    }

    /// The part of the app's surface where the picture can be seen, in the surface's logical coordinates: the visible
    /// part of a scrolled page, or the window's content. nil is all of the surface. A compositor without
    /// `wp_viewporter` shows the whole picture as long as any of it lies inside.
    public var surfaceClip: Rect? { scene.windowScene.inline?.clip }

    /// Sets `surfaceFrame` and `surfaceClip` together, for example while a page scrolls. While
    /// `isSynchronizedWithSurface` is true, both take effect with the app's next commit of the surface, in one refresh
    /// with what the app draws.
    /// - Parameters:
    ///   - frame: see `surfaceFrame`.
    ///   - clip: see `surfaceClip`.
    public func setSurfaceFrame(_ frame: Rect, clippedTo clip: Rect?) {
        scene.windowScene.inline?.place(at: frame, clippedTo: clip)
    }

    /// Hands an event of the app's window to Oriel's controls over the picture. They appear as in a window of Oriel's
    /// and act as there, if `showsPlaybackControls` is true; keys have Oriel's bindings, except those for the window
    /// itself. An app with controls of its own forwards nothing.
    /// - Returns: true if the event had a meaning for a control or a key binding. Otherwise it is the app's, like a
    ///   click beside the controls.
    @discardableResult
    public func forward(_ input: ForwardedInput) -> Bool {
        guard !isClosed else { return false }
        return scene.windowScene.inline?.forward(input) ?? false
    }

    /// Called from the loop when the app's surface needs a commit, because the picture was added to it, moved or
    /// stacked anew. Not needed by an app that draws its window all the time.
    public var onSurfaceCommitNeeded: () -> Void {
        get { scene.windowScene.inline?.onCommitNeeded ?? {} }
        set { scene.windowScene.inline?.onCommitNeeded = newValue }
    }

    /// Whether frames wait for the app's next commit of the surface (`wl_subsurface.set_sync`), so that picture and
    /// window change in one refresh: for the time in which the app resizes its window. False by default.
    public var isSynchronizedWithSurface: Bool {
        get { scene.windowScene.inline?.isSynchronized ?? false }
        set { scene.windowScene.inline?.isSynchronized = newValue }
    }

    /// Whether a placeholder stands in the picture's place while it floats; otherwise the app's own drawing is visible
    /// there. True by default. `placeholderText` is its text.
    public var showsPlaceholderInSurface: Bool {
        get { scene.windowScene.inline?.showsPlaceholder ?? true }
        set { scene.windowScene.inline?.showsPlaceholder = newValue }
    }

    /// Stacks the picture right above a subsurface of the app's, or right above the app's surface itself
    /// (`wl_subsurface.place_above`). Takes effect with the app's next commit of the surface.
    /// - Parameter sibling: `struct wl_surface *`: the app's surface, or the surface of one of its subsurfaces. Another
    ///   surface is a protocol error, which ends the app's connection.
    public func place(above sibling: OpaquePointer) {
        scene.windowScene.inline?.stacking = (sibling, isAbove: true)
    }

    /// Stacks the picture right below a subsurface of the app's, or right below the app's surface itself
    /// (`wl_subsurface.place_below`). See `place(above:)`.
    public func place(below sibling: OpaquePointer) {
        scene.windowScene.inline?.stacking = (sibling, isAbove: false)
    }
}

extension InlinePicture {
    /// - Throws: `StartError`, as a view made for a surface.
    convenience init(
        in surface: AppSurface, frame: Rect, window: (any AppWindow)?, of application: Application
    ) throws(StartError) {
        guard !application.isClosed else { throw StartError("the application has ended") }
        self.init(application.desktop.shared)
        self.window = window
        place(at: frame, clippedTo: nil)
        do throws(WaylandError) { try move(to: surface) } catch { throw StartError(error.description) }
    }
}
