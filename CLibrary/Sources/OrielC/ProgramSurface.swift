public import COriel
import Oriel

// Views inside a surface of the program's.

@c @implementation @MainActor public func oriel_view_new_in_surface(
    _ application: OpaquePointer?, _ player: OpaquePointer?, _ display: OpaquePointer?, _ surface: OpaquePointer?,
    _ options: UnsafePointer<oriel_view_options>?, _ view: UnsafeMutablePointer<OpaquePointer?>?
) -> oriel_error {
    onMainThread(giving: view) { () throws(Failure) in
        let application: ApplicationHandle = try Handles.find(application)
        guard let display else { throw .isNull("display") }
        guard let surface else { throw .isNull("surface") }
        let place = AppSurface(display: display, surface: surface)
        guard let player else {
            return try ViewHandle(framesIn: application, surface: place, ViewHandle.options(options))
        }
        return try ViewHandle(
            Handles.find(player), in: application, surface: place, ViewHandle.options(options))
    }
}

@c @implementation @MainActor public func oriel_view_set_surface(
    _ view: OpaquePointer?, _ display: OpaquePointer?, _ surface: OpaquePointer?
) -> oriel_error {
    onSurface(view) { view throws(Failure) in
        var place: AppSurface?
        if let surface {
            guard let display else { throw .isNull("display") }
            place = AppSurface(display: display, surface: surface)
        }
        do throws(StartError) { try view.host.move(to: place) } catch { throw Failure(error) }
    }
}

@c @implementation @MainActor public func oriel_view_set_frame(
    _ view: OpaquePointer?, _ x: CInt, _ y: CInt, _ width: CInt, _ height: CInt
) -> oriel_error {
    onSurface(view) { view in
        view.host.surfaceFrame = Rect(
            x: Int(x), y: Int(y), width: max(0, Int(width)), height: max(0, Int(height)))
    }
}

@c @implementation @MainActor public func oriel_view_set_commit_needed(
    _ view: OpaquePointer?, _ needed: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?,
    _ data: UnsafeMutableRawPointer?
) -> oriel_error {
    onSurface(view) { view in
        view.host.onSurfaceCommitNeeded = { [weak view] in if let view { needed?(view.handle, data) } }
    }
}

@c @implementation @MainActor public func oriel_view_set_synchronized(
    _ view: OpaquePointer?, _ isSynchronized: Bool
) -> oriel_error {
    onSurface(view) { view in view.host.isSynchronizedWithSurface = isSynchronized }
}

@c @implementation @MainActor public func oriel_view_stack(
    _ view: OpaquePointer?, _ isAbove: Bool, _ sibling: OpaquePointer?
) -> oriel_error {
    onSurface(view) { view throws(Failure) in
        guard let sibling else { throw .isNull("sibling") }
        if isAbove { view.host.place(above: sibling) } else { view.host.place(below: sibling) }
    }
}

@MainActor
private func onSurface(_ view: OpaquePointer?, _ body: (ViewHandle) throws(Failure) -> Void) -> oriel_error {
    onMainThread { () throws(Failure) in
        let view: ViewHandle = try Handles.find(view)
        guard view.isInline else {
            throw Failure(ORIEL_ERROR_UNSUPPORTED, "the view wasn't made for a surface of the program's")
        }
        try body(view)
    }
}
