import Oriel

/// The picture of a window without a medium: how to begin, the media played last, and advice for this desktop.
@MainActor
final class StartScreen {
    private weak var view: PlayerView?
    private let application: Application
    private let memory: any PlayMemory
    private var lines: [String]
    /// Reason why the last medium can't be played; nil if there is none.
    private(set) var failure: String?
    private var recent: [RecentMedium] = []
    private var pictures: [RecentPicture] = []
    private var advice: String?
    private var isShown = false
    /// Number of the present list, so that pictures of a former one are dropped.
    private var round = 0
    private var elements: [StartElement] = []
    /// Cards and the button that forgets them, in the order of the arrow keys.
    private var choices: [(element: StartElement, action: () -> Void)] = []
    private var chosen: Int?
    /// The picture's form before the screen was shown: the ground fills the window.
    private var formerGravity: VideoGravity?
    private var formerControls = false

    /// - Parameters:
    ///   - advice: finds a line about this desktop, or nil, beside the loop.
    ///   - failure: see the property.
    init(
        _ view: PlayerView, in application: Application, memory: any PlayMemory,
        advice: (@Sendable (@escaping @MainActor @Sendable (String?) -> Void) -> Void)?, failure: String? = nil
    ) {
        self.view = view
        self.application = application
        self.memory = memory
        self.failure = failure
        lines = Self.lines(view.keys, failure)
        update()
        advice? { [weak self] line in
            self?.advice = line
            self?.redraw()
        }
    }

    /// Notes why a medium can't be played, or that one is.
    func note(_ failure: String?) {
        guard failure != self.failure, let view else { return }
        self.failure = failure
        lines = Self.lines(view.keys, failure)
        if isShown { renew() }
    }

    /// Shows the present keys and list, after a change of the settings.
    func settingsChanged() {
        guard let view else { return }
        lines = Self.lines(view.keys, failure)
        if isShown { renew() }
    }

    /// Shows or hides itself, after a change of the player's list.
    func update() {
        guard let view, !view.isClosed else { return }
        let isWanted = view.player.currentItem == nil
        guard isWanted != isShown else { return }
        isShown = isWanted
        isWanted ? show(on: view) : hide(from: view)
    }

    private func show(on view: PlayerView) {
        formerGravity = view.videoGravity
        view.videoGravity = .resize
        // A bar without anything to play would cover the list.
        formerControls = view.showsPlaybackControls
        view.showsPlaybackControls = false
        recent = Array(memory.recent().prefix(StartScreenLayout.mostRows))
        pictures = recent.map { _ in RecentPicture() }
        round += 1
        do throws(StartError) { try makeElements() } catch { (elements, choices) = ([], []) }
        view.contentOverlays = elements.map(\.overlay)
        bindArrows(view)
        memory.look(at: recent) { [weak self, round] index, picture in
            guard let self, round == self.round, pictures.indices.contains(index) else { return }
            pictures[index] = picture
            choices[index].element.overlay.setNeedsDisplay()
        }
    }

    private func hide(from view: PlayerView) {
        if let formerGravity { view.videoGravity = formerGravity }
        view.showsPlaybackControls = formerControls
        formerGravity = nil
        choose(nil)
        for key in ["Up", "Down"] { view.bind(KeyChord(key), to: nil) }
        view.contentOverlays = []
        (elements, choices, pictures) = ([], [], [])
    }

    private func redraw() { for element in elements { element.overlay.setNeedsDisplay() } }

    private func makeElements() throws(StartError) {
        (elements, choices) = ([], [])
        for (index, line) in lines.enumerated() {
            try add({ $0.lines[index] }) { StartScreenDrawing.line(line, isTitle: index == 0, in: $0) }
        }
        let keys = view?.keys ?? .standard
        let (open, paste) = (Self.name(of: .open, keys), Self.name(of: .paste, keys))
        try add({ $0.open }) {
            StartScreenDrawing.button("Open a file", key: open, in: $0)
        } action: { [weak self] in
            self?.view?.perform(.open)
        }
        try add({ $0.paste }) {
            StartScreenDrawing.button("Paste an address", key: paste, in: $0)
        } action: { [weak self] in
            self?.view?.perform(.paste)
        }
        try add({ $0.heading }) { StartScreenDrawing.heading("Recent", in: $0) }
        for (index, medium) in recent.enumerated() {
            try addChoice({ index < $0.rows.count ? $0.rows[index] : nil }) { [weak self] place in
                guard let self, pictures.indices.contains(index) else { return }
                StartScreenDrawing.card(medium, pictures[index], in: place)
            } action: { [weak self] in
                self?.play(index)
            }
        }
        if !recent.isEmpty {
            try addChoice({ $0.forget }) {
                StartScreenDrawing.quietButton("Forget", in: $0)
            } action: { [weak self] in
                self?.forget()
            }
        }
        try add({ $0.advice }) { [weak self] in
            StartScreenDrawing.line(self?.advice ?? "", isTitle: false, in: $0)
        }
    }

    @discardableResult
    private func add(
        _ area: @escaping (StartScreenLayout) -> Rect?, draw: @escaping (StartElement.Place) -> Void,
        action: (() -> Void)? = nil
    ) throws(StartError) -> StartElement {
        let element = try StartElement(
            in: application,
            layout: { [weak self] size in
                guard let self else { return (nil, 0) }
                let layout = StartScreenLayout(
                    size, lines: lines.count, recent: recent.count, hasAdvice: advice != nil)
                return (area(layout), layout.letter)
            }, draw: draw, action: action)
        elements.append(element)
        return element
    }

    private func addChoice(
        _ area: @escaping (StartScreenLayout) -> Rect?, draw: @escaping (StartElement.Place) -> Void,
        action: @escaping () -> Void
    ) throws(StartError) {
        choices.append((try add(area, draw: draw, action: action), action))
    }

    // MARK: Keyboard

    private func bindArrows(_ view: PlayerView) {
        guard !choices.isEmpty else { return }
        view.bind(KeyChord("Down")) { [weak self] in self?.move(by: 1) }
        view.bind(KeyChord("Up")) { [weak self] in self?.move(by: -1) }
    }

    /// Moves the choice; cards that have no room in the window are passed over.
    private func move(by step: Int) {
        let shown = choices.indices.filter { choices[$0].element.isShown }
        guard !shown.isEmpty else { return }
        guard let chosen, let place = shown.firstIndex(of: chosen) else {
            return choose(step > 0 ? shown.first : shown.last)
        }
        choose(shown[min(max(place + step, 0), shown.count - 1)])
    }

    /// Enter opens the desktop's dialogue, as everywhere, unless something is chosen.
    private func choose(_ index: Int?) {
        chosen = index
        for (place, choice) in choices.enumerated() { choice.element.isFocused = place == index }
        var action: (@MainActor () -> Void)?
        if index != nil { action = { [weak self] in self?.press() } }
        for key in ["Return", "KP_Enter"] { view?.bind(KeyChord(key), to: action) }
    }

    private func press() {
        guard let chosen, choices.indices.contains(chosen) else { return }
        choices[chosen].action()
    }

    // MARK: Actions

    private func play(_ index: Int) {
        guard let view, recent.indices.contains(index) else { return }
        let medium = recent[index]
        guard !pictures[index].isMissing else {
            return view.showMessage("\(medium.title) is no longer there")
        }
        view.player.items = [PlayerItem(medium.media, title: medium.title, startTime: medium.position)]
        view.player.play()
        update()
    }

    private func forget() {
        memory.forgetRecent()
        renew()
    }

    private func renew() {
        guard let view else { return }
        hide(from: view)
        show(on: view)
    }

    // MARK: Words

    /// The window in three lines, with the user's keys.
    /// - Parameter failure: reason why a medium can't be played.
    private static func lines(_ keys: KeyBindings, _ failure: String?) -> [String] {
        if let failure {
            return ["This can't be played", failure, "Drop another video here, open a file, or paste an address"]
        }
        return [
            "Drop a video here",
            "Press \(name(of: .togglePictureInPicture, keys)) to lift it above all windows and back, "
                + "\(name(of: .swap, keys)) to swap it",
            "In a terminal: oriel play FILE; man oriel has the rest",
        ]
    }

    /// The first key of an action, in people's words; empty if it has none.
    private static func name(of action: PlayerAction, _ keys: KeyBindings) -> String {
        guard let chord = keys.chords(of: action).first else { return "" }
        let key = chord.key == "Return" ? "Enter" : chord.key
        guard !chord.modifiers.isEmpty else { return key }
        return chord.description.dropLast(chord.key.count) + (key.count == 1 ? key.uppercased() : key)
    }
}
