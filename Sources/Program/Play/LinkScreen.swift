import Oriel

/// Question in an empty window: whether a link may open an address on this machine or its network.
@MainActor
final class LinkScreen {
    private weak var view: PlayerView?
    private let application: Application
    private let answer: (Bool) -> Void
    private var elements: [StartElement] = []
    private var formerGravity: VideoGravity?
    private var formerControls = false
    private static let keys: [(name: String, isYes: Bool)] = [("Return", true), ("KP_Enter", true), ("Escape", false)]

    /// Shows the question.
    /// - Parameter answer: called once with the user's answer, after the question has left the window.
    init(_ host: String, on view: PlayerView, in application: Application, answer: @escaping (Bool) -> Void) {
        self.view = view
        self.application = application
        self.answer = answer
        formerGravity = view.videoGravity
        formerControls = view.showsPlaybackControls
        view.videoGravity = .resize
        view.showsPlaybackControls = false
        do throws(StartError) { try makeElements(Self.shown(host)) } catch { elements = [] }
        view.contentOverlays = elements.map(\.overlay)
        for key in Self.keys { view.bind(KeyChord(key.name)) { [weak self] in self?.close(key.isYes) } }
    }

    /// The end of a long name is what says where it leads.
    private static func shown(_ host: String) -> String { host.count > 48 ? "…" + host.suffix(47) : host }

    private func makeElements(_ host: String) throws(StartError) {
        let lines = [
            "Open a link to \(host)?", "It may be on this computer or your network. Any web page can make a link.",
        ]
        for (index, line) in lines.enumerated() {
            try add({ $0.lines[index] }) { StartScreenDrawing.line(line, isTitle: index == 0, in: $0) }
        }
        try add({ $0.open }) {
            StartScreenDrawing.button("Open", key: "Enter", in: $0)
        } action: { [weak self] in
            self?.close(true)
        }
        try add({ $0.paste }) {
            StartScreenDrawing.button("Don't open", key: "Esc", in: $0)
        } action: { [weak self] in
            self?.close(false)
        }
    }

    private func add(
        _ area: @escaping (StartScreenLayout) -> Rect?, draw: @escaping (StartElement.Place) -> Void,
        action: (() -> Void)? = nil
    ) throws(StartError) {
        elements.append(
            try StartElement(
                in: application,
                layout: { size in
                    let layout = StartScreenLayout(size, lines: 2, recent: 0, hasAdvice: false)
                    return (area(layout), layout.letter)
                }, draw: draw, action: action))
    }

    private func close(_ isAllowed: Bool) {
        guard let view else { return }
        self.view = nil
        for key in Self.keys { view.bind(KeyChord(key.name), to: nil) }
        view.contentOverlays = []
        elements = []
        if let formerGravity { view.videoGravity = formerGravity }
        view.showsPlaybackControls = formerControls
        answer(isAllowed)
    }
}
