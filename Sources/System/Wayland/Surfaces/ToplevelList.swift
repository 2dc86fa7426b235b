import OrielWaylandProtocols

/// The windows of the session, this process's among them, as the compositor lists them for panels
/// (`zwlr_foreign_toplevel_manager_v1`). It belongs to the connection's thread; the list ends with this object.
package final class ToplevelList {
    /// A window of any program.
    package final class Window {
        /// nil until the compositor tells it.
        package fileprivate(set) var title: String?
        /// Name of the program's desktop entry; nil until the compositor tells it.
        package fileprivate(set) var appID: String?
        fileprivate let object: ZwlrForeignToplevelHandleV1
        fileprivate var isMinimized = false

        fileprivate init(_ object: ZwlrForeignToplevelHandleV1) { self.object = object }

        /// Raises the window and gives it the keyboard, where the compositor lets programs do so.
        package func activate(seat: Seat) {
            if isMinimized { object.unsetMinimized() }
            object.activate(seat: seat.object)
        }
    }

    /// The windows that are open, oldest first.
    package private(set) var windows: [Window] = []
    private let manager: ZwlrForeignToplevelManagerV1

    /// Begins to list windows: those that are open come within a round trip. nil if the compositor lists none.
    package init?(_ globals: Globals) {
        guard !globals.connection.isShared, let manager = globals.bind(ZwlrForeignToplevelManagerV1.self) else {
            return nil
        }
        self.manager = manager
        manager.onEvent = { [weak self] event in
            switch event {
            case .toplevel(let object): self?.add(object)
            case .finished: break
            }
        }
    }

    deinit {
        manager.stop()
        for window in windows { window.object.destroy() }
    }

    private func add(_ object: ZwlrForeignToplevelHandleV1) {
        let window = Window(object)
        windows.append(window)
        object.onEvent = { [weak self, weak window] event in
            switch event {
            case .title(let text): window?.title = text
            case .appId(let text): window?.appID = text
            case .state(let bytes):
                window?.isMinimized = bytes.words.contains(ZwlrForeignToplevelHandleV1.State.minimized.rawValue)
            case .closed:
                guard let self, let window else { return }
                windows.removeAll { $0 === window }
                window.object.destroy()
            case .outputEnter, .outputLeave, .done, .parent: break
            }
        }
    }
}
