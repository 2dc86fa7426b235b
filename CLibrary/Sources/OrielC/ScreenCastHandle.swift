public import COriel
import Oriel

/// Object behind `oriel_screen_cast`.
@MainActor
final class ScreenCastHandle: Handled {
    nonisolated static let noun = "a screen cast"

    var handle: OpaquePointer?
    let cast: ScreenCast
    private weak var view: ViewHandle?

    init(
        in view: ViewHandle, _ options: ScreenCastOptions, _ callbacks: oriel_screen_cast_callbacks
    ) throws(Failure) {
        guard !view.host.isClosed else { throw .hasEnded("the view") }
        guard let frames = view.frames else {
            throw Failure(ORIEL_ERROR_UNSUPPORTED, "the view shows a player; a screen cast needs a view of frames")
        }
        guard view.screenCast == nil else { throw Failure(ORIEL_ERROR_BUSY, "the view has a screen cast") }
        do { cast = try ScreenCast(in: frames, options: options) } catch { throw Failure(error) }
        self.view = view
        view.screenCast = self
        cast.onGrant = { [weak self] token in
            guard let token else { return callbacks.granted?(self?.handle, nil, callbacks.data) ?? () }
            token.withCString { callbacks.granted?(self?.handle, $0, callbacks.data) }
        }
        cast.onFirstFrame = { [weak self] in callbacks.first_frame?(self?.handle, callbacks.data) }
        cast.onEnd = { [weak self] end in
            "\(end)".withCString { callbacks.ended?(self?.handle, oriel_screen_cast_end(end), $0, callbacks.data) }
        }
    }

    /// Ends the share and invalidates the handle.
    func free() {
        cast.stop()
        if view?.screenCast === self { view?.screenCast = nil }
        Handles.discard(handle)
    }
}

extension ScreenCastOptions {
    init(_ options: oriel_screen_cast_options) throws(Failure) {
        self.init()
        guard !options.leaves_out_windows || !options.leaves_out_screens else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "the options leave out both windows and screens")
        }
        windows = !options.leaves_out_windows
        screens = !options.leaves_out_screens
        showsPointer = options.shows_pointer
        persists = options.persists
        restoreToken = try Arguments.optionalText(options.restore_token, "restore_token")
    }
}

extension oriel_screen_cast_end {
    fileprivate init(_ end: ScreenCastEnd) {
        self =
            switch end {
            case .cancelled: ORIEL_SCREEN_CAST_CANCELLED
            case .denied: ORIEL_SCREEN_CAST_DENIED
            case .unavailable: ORIEL_SCREEN_CAST_UNAVAILABLE
            case .timedOut: ORIEL_SCREEN_CAST_TIMED_OUT
            case .showsItself: ORIEL_SCREEN_CAST_SHOWS_ITSELF
            case .sourceGone: ORIEL_SCREEN_CAST_SOURCE_GONE
            case .revoked: ORIEL_SCREEN_CAST_REVOKED
            case .connectionLost: ORIEL_SCREEN_CAST_CONNECTION_LOST
            case .failed: ORIEL_SCREEN_CAST_FAILED
            }
    }
}

@c @implementation @MainActor public func oriel_screen_cast_new(
    _ view: OpaquePointer?, _ options: UnsafePointer<oriel_screen_cast_options>?,
    _ callbacks: UnsafePointer<oriel_screen_cast_callbacks>?, _ cast: UnsafeMutablePointer<OpaquePointer?>?
) -> oriel_error {
    onMainThread(giving: cast) { () throws(Failure) in
        let view: ViewHandle = try Handles.find(view)
        let options = options == nil ? oriel_screen_cast_options() : try Arguments.structure(options, "options")
        return try ScreenCastHandle(
            in: view, ScreenCastOptions(options),
            callbacks == nil ? oriel_screen_cast_callbacks() : Arguments.structure(callbacks, "callbacks"))
    }
}

@c @implementation @MainActor public func oriel_screen_cast_free(_ cast: OpaquePointer?) -> oriel_error {
    onMainThread { () throws(Failure) in
        guard let cast else { return }
        let handle: ScreenCastHandle = try Handles.find(cast)
        handle.free()
    }
}

@c @implementation @MainActor public func oriel_screen_cast_set_suspended(
    _ cast: OpaquePointer?, _ isSuspended: Bool
) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: ScreenCastHandle = try Handles.find(cast)
        handle.cast.isSuspended = isSuspended
    }
}

@c @implementation @MainActor public func oriel_screen_cast_raise_window(_ cast: OpaquePointer?) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: ScreenCastHandle = try Handles.find(cast)
        guard handle.cast.raiseSharedWindow() else {
            throw Failure(ORIEL_ERROR_UNSUPPORTED, "the compositor lists no windows, or several may be the shared one")
        }
    }
}
