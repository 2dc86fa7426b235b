public import COriel
import Oriel

/// Window of the program, which its functions show and hide.
@MainActor
final class ProgramWindow: AppWindow {
    private let functions: oriel_window
    weak var view: ViewHandle?
    /// State that the program reported last.
    var state = AppWindowState.window(nil)
    private var number: UInt64 = 0
    private var request: AppWindowRequest?

    init(_ functions: oriel_window) { self.functions = functions }

    func show(_ request: AppWindowRequest) {
        number += 1
        state = request.state
        guard let show = functions.show else { return request.presented() }
        self.request = request
        var wanted = oriel_window_request()
        wanted.number = number
        wanted.takes_focus = request.takesFocus
        var output: String?
        switch request.state {
        case .window(let size):
            wanted.state.width = CInt(clamping: size?.width ?? 0)
            wanted.state.height = CInt(clamping: size?.height ?? 0)
        case .fullScreen(let name):
            wanted.state.is_full_screen = true
            output = name
        }
        Self.withCString(output) { output in
            wanted.state.output = output
            Self.withCString(request.activationToken) { token in
                wanted.activation_token = token
                show(view?.handle, &wanted, functions.data)
            }
        }
    }

    func hide() {
        request = nil
        functions.hide?(view?.handle, functions.data)
    }

    /// Ends the request of this number; ignores a superseded one.
    func presented(_ number: UInt64) {
        guard number == self.number, let request else { return }
        self.request = nil
        request.presented()
    }

    private static func withCString(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Void) {
        if let text { text.withCString { body($0) } } else { body(nil) }
    }
}

@c @implementation @MainActor public func oriel_view_window_presented(
    _ view: OpaquePointer?, _ request: UInt64
) -> oriel_error {
    onWindow(view) { _, window in window.presented(request) }
}

@c @implementation @MainActor public func oriel_view_window_changed(
    _ view: OpaquePointer?, _ state: UnsafePointer<oriel_window_state>?
) -> oriel_error {
    onWindow(view) { view, window throws(Failure) in
        guard let state = state?.pointee else { throw .isNull("state") }
        let output = try Arguments.optionalText(state.output, "output")
        let size = try Arguments.size(state.width, state.height, "a window")
        window.state = state.is_full_screen ? .fullScreen(output: output) : .window(size)
        view.host.appWindowStateChanged()
    }
}

@c @implementation @MainActor public func oriel_view_window_visible(
    _ view: OpaquePointer?, _ isVisible: Bool
) -> oriel_error {
    onWindow(view) { view, _ in view.host.appWindowVisibilityChanged(isVisible: isVisible) }
}

@c @implementation @MainActor public func oriel_view_window_focused(
    _ view: OpaquePointer?, _ isFocused: Bool
) -> oriel_error {
    onWindow(view) { view, _ in view.host.appWindowFocusChanged(isFocused: isFocused) }
}

@c @implementation @MainActor public func oriel_view_note_user_action(_ view: OpaquePointer?) -> oriel_error {
    onMainThread { () throws(Failure) in
        let view: ViewHandle = try Handles.find(view)
        view.host.noteUserAction()
    }
}

@MainActor
private func onWindow(
    _ view: OpaquePointer?, _ body: (ViewHandle, ProgramWindow) throws(Failure) -> Void
) -> oriel_error {
    onMainThread { () throws(Failure) in
        let view: ViewHandle = try Handles.find(view)
        guard let window = view.window else {
            throw Failure(ORIEL_ERROR_UNSUPPORTED, "the view's window is the library's, not the program's")
        }
        try body(view, window)
    }
}
