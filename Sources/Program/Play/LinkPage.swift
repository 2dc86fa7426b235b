import Oriel
import OrielTexts

/// Question in an empty window: whether a link may open an address on this machine or its network.
@MainActor
final class LinkPage {
    private weak var view: PlayerView?
    private let answer: (Bool) -> Void
    private static let keys: [(name: String, isYes: Bool)] = [("Return", true), ("KP_Enter", true), ("Escape", false)]

    /// Shows the question.
    /// - Parameter answer: called once with the user's answer, after the question has left the window.
    init(_ host: String, on view: PlayerView, answer: @escaping (Bool) -> Void) {
        self.view = view
        self.answer = answer
        // The end of a long name is what says where it leads.
        let name = host.count > 48 ? "…" + host.suffix(47) : host
        view.page = ViewPage(
            title: localized("Open a link to \(name)?"),
            texts: [localized("It may be on this computer or your network. Any web page can make a link.")],
            elements: [
                .action(localized("Open"), detail: localized("Enter")) { [weak self] in self?.close(true) },
                .action(localized("Don't open"), detail: localized("Esc")) { [weak self] in self?.close(false) },
            ])
        for key in Self.keys { view.bind(KeyChord(key.name)) { [weak self] in self?.close(key.isYes) } }
    }

    private func close(_ isAllowed: Bool) {
        guard let view else { return }
        self.view = nil
        for key in Self.keys { view.bind(KeyChord(key.name), to: nil) }
        view.page = nil
        answer(isAllowed)
    }
}
