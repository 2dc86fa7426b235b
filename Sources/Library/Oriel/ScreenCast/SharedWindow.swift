import OrielWayland

/// The window of a share, among those that the compositor lists. Of the windows that were open when the share began,
/// the shared one is still open; if it is the only one, it can be raised.
@MainActor
final class SharedWindow {
    private let list: ToplevelList
    /// The windows that may be it: those that were open when the share began. nil until the compositor has listed them.
    private var candidates: [ToplevelList.Window]?

    /// nil if the compositor lists no windows.
    init?(_ globals: Globals) {
        guard let list = ToplevelList(globals) else { return nil }
        self.list = list
        globals.connection.sync { [weak self] in
            MainActor.assumeIsolated { self?.candidates = self?.list.windows }
        }
    }

    /// Raises the window if it is the only one. False if it isn't.
    /// - Parameter isOwn: whether a window is the view's own, by its app ID and title.
    func raise(seat: Seat, isOwn: (_ appID: String?, _ title: String?) -> Bool) -> Bool {
        let open = list.windows.filter { window in
            candidates?.contains { $0 === window } == true && !isOwn(window.appID, window.title)
        }
        guard open.count == 1 else { return false }
        open[0].activate(seat: seat)
        return true
    }
}
